/// Tags of Org, as org.el 9.5 reads them: of a headline, of a file, or as they are defined (grammars.md section 5).
///
/// Which of them a value holds is the role of its surroundings: `FILETAGS`, `TAGS`, or nil for a headline. Tags are
/// compared as they are typed.
enum OrgTags: Syntax {
  static let rules = TokenList.Rules(
    separator: "A colon", emptyItem: nil, trailingSeparator: nil, needsSeparators: false)

  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    var list = TokenList(value, rules)
    switch options.surroundings.role {
    case "FILETAGS": readFile(&list)
    case "TAGS": OrgDefinitions.read(&list)
    default: readHeadline(&list, options)
    }
    list.finish(limit: options.max) { key($0, in: value) }
    return list.reading
  }

  /// Whether a character can stand in a tag: `[[:alnum:]_@#%]`, letters, digits and marks of any script.
  static func isTag(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x80 {
      return Byte.isAlphanumeric(UInt8(scalar.value)) || "_@#%".unicodeScalars.contains(scalar)
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .letterNumber, .decimalNumber:
      return true
    default: return false
    }
  }

  /// The first character from an offset on that cannot stand in a tag; the end if there is none.
  static func tagEnd(_ bytes: [UInt8], from start: Int, before end: Int) -> Int {
    var i = start
    while i < end, let (scalar, width) = Characters.scalar(bytes, at: i, before: end), isTag(scalar) { i += width }
    return i
  }

  // MARK: Headlines

  /// Reads `:work:home:`; one character that no tag can hold makes the whole run text.
  private static func readHeadline(_ list: inout TokenList, _ options: ReadingOptions) {
    let bytes = list.bytes
    guard bytes.first == Byte.colon, bytes.count > 1 else { return }
    let isClosed = bytes.last == Byte.colon
    var wrong: [Range<Int>] = []
    var i = 0
    while i < bytes.count {
      let end = tagEnd(bytes, from: i, before: bytes.count)
      if end < bytes.count, bytes[end] != Byte.colon {
        var stop = end
        while stop < bytes.count, bytes[stop] != Byte.colon, tagEnd(bytes, from: stop, before: bytes.count) == stop {
          stop += Characters.scalar(bytes, at: stop, before: bytes.count)?.width ?? 1
        }
        wrong.append(end..<stop)
        i = stop
      } else {
        i = end + 1
      }
    }
    if isClosed, !wrong.isEmpty { for run in wrong { list.reportBadCharacters(run) } }
    // An unfinished run is served while it is being typed; Org itself sees no tags there.
    let isTyped = options.caret.map { $0 >= 0 && $0 <= bytes.count } ?? false
    guard wrong.isEmpty, isClosed || isTyped else { return }
    split(&list, 0..<bytes.count)
    if !isClosed, let last = list.reading.tokens.last { list.report(.unclosed, last.range, severity: .warning) }
    markExclusive(&list, options.surroundings.exclusions)
  }

  /// Adds what stands between colons; two colons in a row are an empty tag.
  private static func split(_ list: inout TokenList, _ range: Range<Int>) {
    let bytes = list.bytes
    var i = range.lowerBound
    while i < range.upperBound {
      let start = i
      if bytes[i] == Byte.colon {
        while i < range.upperBound, bytes[i] == Byte.colon {
          list.reading.marks.append(Mark(kind: .separator, range: i..<i + 1))
          i += 1
        }
        if i - start > 1 { list.report(.emptyItem, start..<i) }
      } else {
        while i < range.upperBound, bytes[i] != Byte.colon { i += 1 }
        list.add(Token(range: start..<i, form: .word, content: start..<i))
      }
    }
  }

  private static func markExclusive(_ list: inout TokenList, _ exclusions: [String: [Int]]) {
    guard !exclusions.isEmpty else { return }
    var seen: [Int: String] = [:]
    for token in list.reading.tokens {
      let tag = value(token, in: list.bytes)
      let groups = exclusions[tag] ?? []
      if let first = groups.compactMap({ seen[$0] }).first(where: { $0 != tag }) {
        list.report(.exclusiveTags, token.range, detail: first)
      }
      for group in groups where seen[group] == nil { seen[group] = tag }
    }
  }

  // MARK: Files

  /// Reads a value of `#+FILETAGS:`, which Org splits at blanks and then at colons, taking whatever stands between.
  private static func readFile(_ list: inout TokenList) {
    let bytes = list.bytes
    for word in MailText.words(bytes) {
      let count = list.reading.tokens.count
      split(&list, word)
      for token in list.reading.tokens[count...] where isSeparator(bytes[token.range]) {
        list.report(.wrongSeparator, token.range, detail: "a colon")
      }
      guard let last = list.reading.tokens.last, list.reading.tokens.count > count else { continue }
      let hasColon = last.range != word
      if hasColon, last.range.upperBound == word.upperBound, !isSeparator(bytes[last.range]) {
        list.report(.unclosed, last.range, severity: .warning)
      }
    }
  }

  private static func isSeparator(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 == Byte.comma || $0 == Byte.semicolon }
  }

  // MARK: Words

  static func value(_ token: Token, in value: [UInt8]) -> String {
    MailText.plain(token.inside(token.content, value), in: value)
  }

  static func traits(_ token: Token, in value: [UInt8], _ reading: Reading, _ options: ReadingOptions) -> [Trait] {
    OrgDefinitions.traits(token, in: value, reading)
  }

  /// A tag as it is; "" for one with a character that no headline takes, such as a blank or a hyphen.
  static func spell(name: String, value: String) -> String {
    value.unicodeScalars.allSatisfy(isTag) ? value : ""
  }

  static func spell(group name: String, members: [String]) -> String {
    members.joined(separator: ":")
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    let caret = Typing.place(caret, in: value)
    var typed = options
    typed.caret = caret
    guard typed.surroundings.role == nil else {
      var start = caret
      while start > 0, !MailText.isSpace(value[start - 1]) { start -= 1 }
      var end = caret
      while end < value.count, !MailText.isSpace(value[end]) { end += 1 }
      guard value[start..<end].contains(Byte.colon), options.surroundings.role == "FILETAGS" else {
        return Typing.fragment(in: value, caret: caret, read(value, typed), between: .blanks) {
          MailText.plain($1, in: value)
        }
      }
      return colons(in: Array(value[start..<end]), caret: caret - start, typed)?.shifted(by: start)
    }
    guard caret > 0, value.first == Byte.colon else { return nil }
    return colons(in: value, caret: caret, typed)
  }

  /// What is typed between colons, the last of which has to be there.
  private static func colons(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    let reading = read(value, options)
    if reading.tokens.isEmpty, value.contains(where: { $0 != Byte.colon }) { return nil }
    var fragment = Typing.fragment(in: value, caret: caret, reading, between: .marked(":")) {
      MailText.plain($1, in: value)
    }
    if fragment?.next == .nothing { fragment?.next = .token }
    return fragment
  }
}
