/// People of an entry of BibTeX: `{Ada Lovelace and Turing, Alan and others}`, `"…" # macro`.
///
/// ` and ` outside braces separates, in any case. A name is `First von Last`, `von Last, First` or `von Last, Jr, First`
/// (O. Patashnik, "BibTeXing", section 4); braces hold a name or a part of it together. `others` at the end stands for
/// people whom nobody names, and stays there.
enum BibPersons: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    let list = TokenList(value, TokenList.Rules(separator: "The word and"))
    return BibKeywords.read(list, options, split) { key($0, in: value) }
  }

  private static func split(_ list: inout TokenList, _ range: Range<Int>) {
    var start = range.lowerBound
    func add(to end: Int) {
      let item = Trailers.trimmed(start..<end, in: list.bytes)
      if !item.isEmpty { list.add(Token(range: item, form: .word, content: item)) }
    }
    for word in separators(in: list.bytes, range) {
      add(to: word.lowerBound)
      list.separate(word)
      start = word.upperBound
    }
    add(to: range.upperBound)
  }

  /// Where `and` stands between two names: outside braces, with white space on both sides.
  private static func separators(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var depth = 0
    var i = range.lowerBound
    while i < range.upperBound {
      switch bytes[i] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth = max(0, depth - 1)
      case UInt8(ascii: "a"), UInt8(ascii: "A"):
        guard depth == 0, i > range.lowerBound, MailText.isSpace(bytes[i - 1]), i + 3 < range.upperBound,
          MailText.isSpace(bytes[i + 3]), Byte.lowered(bytes[i + 1]) == UInt8(ascii: "n"),
          Byte.lowered(bytes[i + 2]) == UInt8(ascii: "d")
        else { break }
        found.append(i..<i + 3)
        i += 2
      default: break
      }
      i += 1
    }
    return found
  }

  /// What stands for people whom nobody names.
  static let others = "others"

  // MARK: Words

  /// The name as it is written, in plain letters; braces stay around what has a blank or a comma in it.
  static func value(_ token: Token, in value: [UInt8]) -> String {
    text(token.inside(token.content, value), in: value)
  }

  private static func text(_ range: Range<Int>, in bytes: [UInt8]) -> String {
    var parts: [String] = []
    var isApart = false
    func add(_ part: Range<Int>, isHeld: Bool) {
      let inner = isHeld ? part.lowerBound + 1..<part.upperBound - 1 : part
      let plain = TexText.text(inner, in: bytes, hasComments: false)
      let (first, last) = (part.first.map { bytes[$0] }, part.last.map { bytes[$0] })
      if first.map(MailText.isSpace) ?? false { isApart = true }
      if !plain.isEmpty {
        if isApart, !parts.isEmpty { parts.append(" ") }
        parts.append(isHeld ? "{\(plain)}" : plain)
        isApart = false
      }
      if last.map(MailText.isSpace) ?? false { isApart = true }
    }
    var start = range.lowerBound
    for braces in groups(in: bytes, range) where holds(bytes, braces, from: start) {
      if start < braces.lowerBound { add(start..<braces.lowerBound, isHeld: false) }
      add(braces, isHeld: true)
      start = braces.upperBound
    }
    if start < range.upperBound { add(start..<range.upperBound, isHeld: false) }
    return parts.joined()
  }

  /// The braces that stand in no others, each with what is in them; one that has no other is passed over.
  private static func groups(in bytes: [UInt8], _ range: Range<Int>) -> [Range<Int>] {
    var groups: [Range<Int>] = []
    var open: [Int] = []
    for i in range {
      if bytes[i] == UInt8(ascii: "{") {
        open.append(i)
      } else if bytes[i] == UInt8(ascii: "}"), let start = open.popLast() {
        while let last = groups.last, last.lowerBound > start { groups.removeLast() }
        groups.append(start..<i + 1)
      }
    }
    return groups
  }

  /// Whether braces hold together what would be several parts without them; those of accents and letters do not.
  private static func holds(_ bytes: [UInt8], _ braces: Range<Int>, from start: Int) -> Bool {
    let inner = braces.dropFirst().dropLast()
    guard let first = inner.first, bytes[first] != Byte.backslash,
      inner.contains(where: { MailText.isSpace(bytes[$0]) || bytes[$0] == Byte.comma || bytes[$0] == UInt8(ascii: "~") }
      )
    else { return false }
    // An argument belongs to the command before it.
    var name = braces.lowerBound
    while name > start, (0x61...0x7a).contains(Byte.lowered(bytes[name - 1])) { name -= 1 }
    if name == braces.lowerBound, name > start { name -= 1 }
    return !(name > start && bytes[name - 1] == Byte.backslash)
  }

  /// What a chip shows: the first name first, without braces.
  static func display(_ token: Token, in value: [UInt8]) -> String {
    BibName(Self.value(token, in: value)).plain
  }

  /// The name in one order: `von Last, Jr, First`.
  static func key(ofValue value: String) -> String {
    BibName(value).ordered
  }

  // MARK: Writing

  /// A name with TeX's escapes, as the words have it: `Lovelace, Ada` and `Ada Lovelace` stay so, and braces that are
  /// there stay.
  ///
  /// - Parameters:
  ///   - name: a name in plain words, which is written if there is no value.
  ///   - value: a name as BibTeX has it.
  /// - Returns: in braces where it would be read as several names or as no name (`Barnes and Noble`); "" for braces that
  ///   do not match.
  static func spell(name: String, value: String) -> String {
    let words = AddressSpeller.clean(value.isEmpty ? name : value)
    guard let name = BibName.balanced(words) else { return "" }
    let text = TexText.escaped(words)
    let bytes = Array(" \(text) ".utf8)
    let isTorn =
      !separators(in: bytes, 0..<bytes.count).isEmpty || name.commas > 2 || name.hasEmptyPart
    return isTorn ? "{\(text)}" : text
  }

  static func spell(group name: String, members: [String]) -> String {
    members.joined(separator: " and ")
  }

  // MARK: Typing

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    let caret = Typing.place(caret, in: value)
    let isInside = BibKeywords.parts(of: value).contains { part in
      guard case .literal(let range, _) = part else { return false }
      return range.lowerBound <= caret && caret <= range.upperBound
    }
    guard isInside else { return nil }
    let reading = read(value, options)
    // A letter right beside `and` would make another word of it.
    if reading.marks.contains(where: { $0.range.touches(caret) }) { return nil }
    return Typing.fragment(in: value, caret: caret, reading, between: .marked(" and ")) { text($1, in: value) }
  }
}
