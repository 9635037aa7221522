/// A text in Markdown: front matter, tags and mentions in the text, then properties of Logseq.
///
/// A change behind the front matter is read by its neighbourhood (`RunningText`).
package struct MarkdownText: Sendable {
  /// What front matter has.
  private var front: FrontMatter
  private let parts: Parts
  private let surroundings: Surroundings
  /// The text behind front matter.
  package private(set) var running: RunningText

  /// What of a text is looked at.
  private enum Parts {
    case all
    /// Running text alone.
    case inline
    /// Properties of Logseq alone.
    case properties
  }

  /// Reads a text for a finder; nil for one of another format.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - options: what is known of it.
  ///   - finder: which of the formats that hold running text.
  ///   - size: how many bytes a part of the text has at least; tests take small ones.
  package init?(_ text: Text, _ options: FindingOptions, for finder: Finder, size: Int = RunningText.usualSize) {
    switch finder {
    case .markdown: parts = .all
    case .inlineText: parts = .inline
    case .logseq: parts = .properties
    default: return nil
    }
    front = parts == .all ? FrontMatter(text, options) : FrontMatter()
    surroundings = Self.surroundings(options, front.fields)
    running = RunningText(text, from: front.end, surroundings, size: size)
  }

  private static func surroundings(_ options: FindingOptions, _ front: [Field]) -> Surroundings {
    Surroundings(
      flavor: options.flavor ?? front.first?.surroundings.flavor ?? .generic, role: options.isMDX ? InlineTags.mdx : nil
    )
  }

  /// The field of the tags and mentions in the text behind front matter, whether there are any or not.
  static func runningText(in text: Text, _ options: FindingOptions) -> Field {
    let front = FrontMatter(text, options)
    return field(from: front.end, to: text.count, surroundings(options, front.fields))
  }

  private static func field(from start: Int, to end: Int, _ surroundings: Surroundings) -> Field {
    Field(
      name: "inline-tags", grammar: .inlineTags, range: start..<end, nameRange: start..<start, valueRange: start..<end,
      surroundings: surroundings)
  }

  /// All that was found.
  package var finding: Finding {
    var fields = front.fields
    if let field = runningField { fields.append(field) }
    fields += properties()
    return Finding(fields: fields, faults: front.faults, frame: 0..<running.start + running.count + 1)
  }

  /// The same for a text that is looked at once: running text is not read for its tags.
  static func finding(_ text: Text, _ options: FindingOptions, for finder: Finder) -> Finding {
    let front = finder == .markdown ? FrontMatter(text, options) : FrontMatter()
    let surroundings = surroundings(options, front.fields)
    let bytes = text.bytes(front.end..<text.count)
    var fields = front.fields
    let hasSign = bytes.contains { $0 == UInt8(ascii: "#") || $0 == Byte.at } || surroundings.flavor == .colon
    if finder != .logseq, hasSign { fields.append(field(from: front.end, to: text.count, surroundings)) }
    if finder != .inlineText, hasProperty(bytes) {
      // Only a reader knows what is code.
      var reader = InlineReader(bytes, surroundings.flavor, isMDX: options.isMDX)
      reader.read()
      fields += reader.properties.map {
        property($0.name.shifted(by: front.end), $0.value.shifted(by: front.end))
      }
    }
    return Finding(fields: fields, faults: front.faults, frame: 0..<text.count + 1)
  }

  private static func hasProperty(_ bytes: [UInt8]) -> Bool {
    let word = Array("ags::".utf8)
    return bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: "a") && bytes[index...].starts(with: word)
        || bytes[index] == UInt8(ascii: "A") && bytes[index...].prefix(5).elementsEqual(word) { Byte.lowered($0) == $1 }
    }
  }

  private static func property(_ name: Range<Int>, _ value: Range<Int>) -> Field {
    Field(
      name: "tags", grammar: .logseqTags, range: name.lowerBound..<value.upperBound, nameRange: name,
      valueRange: value)
  }

  /// The field of the running text; nil where nothing can be a tag.
  package var runningField: Field? {
    guard parts != .properties, running.hasSign || surroundings.flavor == .colon else { return nil }
    return Self.field(from: running.start, to: running.start + running.count, surroundings)
  }

  /// The fields of the properties of some numbers, or of all.
  package func properties(_ numbers: Range<Int>? = nil) -> [Field] {
    if parts == .inline { return [] }
    return running.properties(numbers).map { Self.property($0.name, $0.value) }
  }

  /// Whether a change leaves front matter as it was found, or its absence.
  package func isBehindFront(_ range: Range<Int>) -> Bool { range.lowerBound >= front.frameEnd }

  /// Takes a change within front matter, if the text behind it has only moved.
  ///
  /// - Parameters:
  ///   - range: what was replaced, in bytes of the document before.
  ///   - length: how many bytes came there.
  ///   - text: the document after the change.
  ///   - options: what is known of it, as it was when all was read.
  /// - Returns: false where all has to be read; then nothing has changed here.
  package mutating func replaceInFront(
    _ range: Range<Int>, length: Int, in text: Text, _ options: FindingOptions
  ) -> Bool {
    guard parts == .all, range.upperBound < running.start, front.frameEnd == running.start else { return false }
    let now = FrontMatter(text, options)
    guard now.end == running.start + length - range.count, now.frameEnd == now.end,
      Self.surroundings(options, now.fields) == surroundings
    else { return false }
    front = now
    running.move(to: now.end)
    return true
  }

  /// Takes a change behind front matter, and tells which properties were found anew.
  ///
  /// - Parameters:
  ///   - range: what was replaced, in bytes of the document before; `isBehindFront`.
  ///   - length: how many bytes came there.
  ///   - text: the document after the change.
  /// - Returns: the properties that are others now, or were read anew.
  package mutating func replace(_ range: Range<Int>, length: Int, in text: Text) -> RunningText.Change {
    let change = running.replace(range, length: length, in: text)
    return parts == .inline ? RunningText.Change(before: 0..<0, after: 0..<0) : change
  }

  /// What stands before the text.
  private struct FrontMatter: Sendable {
    var fields: [Field] = []
    var faults: [Fault] = []
    var end = 0
    /// A change from there on bears on nothing of this.
    var frameEnd = 0

    init() {}

    init(_ text: Text, _ options: FindingOptions) {
      let yaml = YamlBlock(text, options)
      let toml = yaml.bodyStart == nil ? TomlBlock(text, options) : nil
      fields = yaml.fields + (toml?.fields ?? [])
      faults = yaml.faults + (toml?.faults ?? [])
      end = yaml.bodyStart ?? toml?.bodyStart ?? 0
      frameEnd = max(yaml.frameEnd, toml?.frameEnd ?? 0)
      // What rests on the end of the text does so wherever that comes to be.
      if frameEnd > text.count { frameEnd = .max }
    }
  }
}
