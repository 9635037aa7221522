package import Fields
package import Wire

/// Findings that the user never wants to see again of an address or a tag: lines of a file that only grows.
///
/// `CODE⇥TEXT`, as in `near-twin⇥ana.riuz@example.org`. A line that is none is passed over; all others count.
package struct IgnoreList: Equatable, Sendable {
  /// The kinds of findings that are about one address or tag.
  static let rules: Set<Rule> = [.outsideDomain, .nearTwin, .wrongName, .typoDomain, .unknownTag, .tagVariant]

  private var keys: Set<String> = []
  /// How many lines were passed over.
  package private(set) var skipped = 0

  /// The longest text, in bytes.
  private static let longest = 1000

  /// Reads a file; any bytes are taken.
  package init(_ bytes: [UInt8] = []) {
    for line in bytes.split(separator: Byte.lineFeed) {
      let columns = line.split(separator: Byte.tab, omittingEmptySubsequences: false)
      guard columns.count == 2, let rule = Rule(rawValue: String(decoding: columns[0], as: UTF8.self)),
        add(rule, String(decoding: columns[1], as: UTF8.self))
      else {
        skipped += 1
        continue
      }
    }
  }

  /// Whether nothing is ignored.
  var isEmpty: Bool { keys.isEmpty }

  /// Adds a finding; false for one that cannot be ignored, or that no line can hold.
  mutating func add(_ rule: Rule, _ text: String) -> Bool {
    guard Self.line(rule, text) != nil else { return false }
    keys.insert(Self.key(rule, text))
    return true
  }

  /// Whether a finding of an address or a tag is ignored.
  func holds(_ rule: Rule, _ text: String) -> Bool { keys.contains(Self.key(rule, text)) }

  /// A line of the file with its end; nil for what none can hold.
  package static func line(_ rule: Rule, _ text: String) -> [UInt8]? {
    guard rules.contains(rule), !text.isEmpty, text.utf8.count <= longest,
      !text.unicodeScalars.contains(where: { $0.value < 32 || (0x7F..<0xA0).contains($0.value) })
    else { return nil }
    return Array("\(rule.rawValue)\t\(text)\n".utf8)
  }

  private static func key(_ rule: Rule, _ text: String) -> String {
    let isTag = rule == .unknownTag || rule == .tagVariant
    return rule.rawValue + "\t" + (isTag ? text : Identity.key(ofAddress: text))
  }
}

/// What a child is told to write down: a finding that is never to be said again of an address or a tag.
package struct IgnoreRequest: Equatable, Sendable {
  /// What stands in the file from then on.
  package var line: [UInt8]

  init(_ rule: Rule, _ text: String) { line = IgnoreList.line(rule, text) ?? [] }

  /// Reads a request; nil when it is none.
  package init?(_ json: JSON) {
    guard let never = json["never"], let rule = never["code"]?.string.flatMap({ Rule(rawValue: $0) }),
      let text = never["text"]?.string, let line = IgnoreList.line(rule, text)
    else { return nil }
    self.line = line
  }

  /// The request as it is written to the child, on one line.
  static func json(_ rule: Rule, _ text: String) -> JSON {
    ["never": ["code": .string(rule.rawValue), "text": .string(text)]]
  }
}
