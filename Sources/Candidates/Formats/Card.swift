/// What one vCard says, as far as mail is concerned.
struct Card {
  /// One `EMAIL` of a card.
  struct Email {
    var range: Range<Int>
    var text: String
    var types: [String]
    /// 1…100 of `PREF=n`.
    var preference: Int?
    var isPreferred: Bool
  }

  /// One `MEMBER` of a group's card.
  struct Member {
    var range: Range<Int>
    var text: String
  }

  /// How many nicknames and categories of a card are read.
  private static let limit = 50

  private(set) var formatted = ""
  private(set) var structured: [String] = []
  private(set) var nicknames: [String] = []
  private(set) var organisation: [String] = []
  private(set) var note = ""
  private(set) var categories: [String] = []
  private(set) var isGroup = false
  private(set) var uid = ""
  private(set) var emails: [Email] = []
  private(set) var members: [Member] = []
  /// How the parts of the name are spoken: given, family.
  private var spoken = ["", ""]
  /// How the name or the organisation is sorted.
  private var sorted: [String] = []

  /// Further texts to find it by: how the name is spoken and sorted.
  var hidden: [String] {
    ([spoken.filter { !$0.isEmpty }.joined(separator: " ")] + sorted).filter { !$0.isEmpty }
  }

  /// The name to show: `FN`, else built from `N`, else the first part of `ORG`; empty if there is none.
  var name: String {
    if !formatted.isEmpty { return formatted }
    // N is family;given;additional;prefix;suffix: RFC 6350 section 6.2.2.
    let order = [3, 1, 2, 0, 4].compactMap { structured.indices.contains($0) ? structured[$0] : nil }
    let built = order.filter { !$0.isEmpty }.joined(separator: " ")
    return built.isEmpty ? organisation.first ?? "" : built
  }

  /// The cards of a file, and the lines that could not be read; cards that nobody can be reached by are only counted.
  static func read(_ bytes: [UInt8], faults: inout SourceFaults, skipped: inout Int) -> [Card] {
    var cards: [Card] = []
    func keep(_ card: Card) {
      if card.emails.isEmpty, card.members.isEmpty, card.uid.isEmpty { skipped += 1 } else { cards.append(card) }
    }
    var card = Card()
    var opening: Range<Int>?
    var lines = CardLines(bytes)
    // A card inside a card, behind an empty AGENT of vCard 2.1, is somebody else.
    var depth = 0
    var isAgent = false
    while let item = lines.next() {
      guard case .line(let line, let range) = item else {
        if case .bad(let range) = item { faults.add(.badLine, range) }
        continue
      }
      let value = line.name == "BEGIN" || line.name == "END" ? line.plain.uppercased() : ""
      switch (line.name, value) {
      case ("BEGIN", "VCARD"):
        if opening != nil, isAgent || depth > 0 {
          depth += 1
        } else {
          if let opening {
            faults.add(.unclosed, opening)
            keep(card)
          }
          card = Card()
          opening = range
          lines.keepsBlankOfFold = false
        }
        isAgent = false
      case ("END", "VCARD"):
        if depth > 0 {
          depth -= 1
        } else if opening != nil {
          keep(card)
          opening = nil
        } else {
          faults.add(.badLine, range)
        }
      default:
        guard depth == 0 else { continue }
        guard opening != nil else {
          faults.add(.badLine, range)
          continue
        }
        if line.name == "VERSION" { lines.keepsBlankOfFold = line.plain == "2.1" }
        isAgent = line.name == "AGENT" && line.valueRange == nil
        card.take(line)
      }
    }
    if let opening {
      faults.add(.unclosed, opening)
      keep(card)
    }
    return cards
  }

  private mutating func take(_ line: CardLine) {
    let comma = UInt8(ascii: ",")
    let semicolon = UInt8(ascii: ";")
    // RFC 6350 section 5.9; `SORT-STRING` is that of RFC 2426.
    if line.name == "N" || line.name == "ORG" { sort(by: line.values(of: "SORT-AS")) }
    switch line.name {
    case "FN": if formatted.isEmpty { formatted = line.plain }
    case "N": if structured.isEmpty { structured = line.parts(at: semicolon).map(Card.spaced) }
    case "NICKNAME":
      nicknames += line.parts(at: comma).filter { !$0.isEmpty }.prefix(max(Card.limit - nicknames.count, 0))
    case "ORG": if organisation.isEmpty { organisation = line.parts(at: semicolon).filter { !$0.isEmpty } }
    case "NOTE": if note.isEmpty { note = line.plain }
    case "CATEGORIES":
      categories += line.parts(at: comma).filter { !$0.isEmpty }.prefix(max(Card.limit - categories.count, 0))
    case "KIND", "X-ADDRESSBOOKSERVER-KIND": isGroup = line.plain.lowercased() == "group"
    case "UID": uid = Card.identity(line.link)
    case "MEMBER", "X-ADDRESSBOOKSERVER-MEMBER":
      if let range = line.valueRange { members.append(Member(range: range, text: line.link)) }
    case "EMAIL": takeEmail(line)
    case "X-PHONETIC-FIRST-NAME": spoken[0] = line.plain
    case "X-PHONETIC-LAST-NAME": spoken[1] = line.plain
    case "SORT-STRING": sort(by: [line.plain])
    default: break
    }
  }

  private mutating func sort(by parts: [String]) {
    let text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    if !text.isEmpty, sorted.count < Card.limit { sorted.append(text) }
  }

  private mutating func takeEmail(_ line: CardLine) {
    guard let range = line.valueRange else { return }
    let encodings = ["QUOTED-PRINTABLE", "BASE64", "8BIT", "7BIT"]
    let types = line.values(of: "TYPE") + line.bare.filter { !encodings.contains($0.uppercased()) }
    let number = line.values(of: "PREF").first.flatMap { Int($0) }.flatMap { (1...100).contains($0) ? $0 : nil }
    emails.append(
      Email(
        range: range, text: line.link, types: types, preference: number,
        isPreferred: types.contains { $0.lowercased() == "pref" }))
  }

  /// `urn:uuid:4FBE8971` and `4fbe8971` name the same card.
  static func identity(_ text: String) -> String {
    let lower = text.lowercased()
    return lower.hasPrefix("urn:uuid:") ? String(lower.dropFirst(9)) : lower
  }

  /// A component of a name that is a list: `Maria,Luz` → `Maria Luz`.
  private static func spaced(_ component: String) -> String {
    component.split(separator: ",").map { PlainText.line(String($0)) }.joined(separator: " ")
  }
}
