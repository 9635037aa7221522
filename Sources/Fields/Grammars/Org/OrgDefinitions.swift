/// Tags as `#+TAGS:` of Org defines them: `name`, `name(k)`, `{ a b }` and `[ head : a b ]`, with blanks between.
///
/// Tags in braces exclude each other; a tag before a colon stands for the group behind it, and `{regexp}` is a member.
enum OrgDefinitions {
  private struct Open {
    var bracket: Range<Int>
    var closer: UInt8
    var exclusion: Int?
    /// The group that a head has made.
    var group: Int?
    /// How many tags have come.
    var count = 0
  }

  /// Reads a value of `#+TAGS:`.
  static func read(_ list: inout TokenList) {
    let bytes = list.bytes
    var open: Open?
    var exclusions = 0
    for word in MailText.words(bytes) {
      let (start, i) = (word.lowerBound, word.upperBound)
      switch bytes[start] {
      case UInt8(ascii: "{") where i - start == 1, Byte.openBracket where i - start == 1:
        if let open { list.report(.unclosed, open.bracket, severity: .warning) }
        let isExclusive = bytes[start] == UInt8(ascii: "{")
        if isExclusive { exclusions += 1 }
        open = Open(
          bracket: word, closer: isExclusive ? UInt8(ascii: "}") : Byte.closeBracket,
          exclusion: isExclusive ? exclusions : nil)
      case UInt8(ascii: "}") where i - start == 1, Byte.closeBracket where i - start == 1:
        if open?.closer == bytes[start] {
          if let group = open?.group { close(&list, group, at: i) }
          open = nil
        } else {
          list.report(.strayText, word, detail: "group")
        }
      case Byte.colon where i - start == 1:
        guard open != nil, open?.count == 1, open?.group == nil else {
          list.report(.strayText, word, detail: "group")
          break
        }
        open?.group = makeHead(&list)
      case Byte.backslash where bytes[word].elementsEqual("\\n".utf8): break
      default: add(&list, word, &open)
      }
    }
    if let open {
      list.report(.unclosed, open.bracket, severity: .warning)
      if let group = open.group { close(&list, group, at: list.reading.tokens.last?.range.upperBound ?? bytes.count) }
    }
  }

  /// Makes the last tag the head of a group.
  private static func makeHead(_ list: inout TokenList) -> Int? {
    guard let last = list.reading.tokens.indices.last else { return nil }
    let range = list.reading.tokens[last].range
    list.reading.tokens[last].form = .name
    let name = OrgTags.value(list.reading.tokens[last], in: list.bytes)
    list.reading.groups.append(Group(range: range, nameRange: range, name: name, end: nil))
    return list.reading.groups.count - 1
  }

  private static func close(_ list: inout TokenList, _ group: Int, at end: Int) {
    list.reading.groups[group].range = list.reading.groups[group].nameRange.lowerBound..<end
    list.reading.groups[group].end = end
  }

  private static func add(_ list: inout TokenList, _ word: Range<Int>, _ open: inout Open?) {
    let bytes = list.bytes
    let end = OrgTags.tagEnd(bytes, from: word.lowerBound, before: word.upperBound)
    let isPattern =
      open?.group != nil && word.count > 2 && bytes[word.lowerBound] == UInt8(ascii: "{")
      && bytes[word.upperBound - 1] == UInt8(ascii: "}")
    let content = isPattern ? word : word.lowerBound..<end
    guard isPattern || !content.isEmpty && (end == word.upperBound || hasKey(bytes, end..<word.upperBound)) else {
      list.reportBadCharacters(word)
      return
    }
    var token = Token(range: word, group: open?.group, form: .word, content: content)
    token.exclusion = open?.exclusion
    list.add(token)
    open?.count += 1
  }

  /// Whether the key of a tag stands in a range: `(k)`.
  private static func hasKey(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count >= 3, bytes[range.lowerBound] == Byte.openParenthesis,
      bytes[range.upperBound - 1] == Byte.closeParenthesis
    else { return false }
    return Characters.scalar(bytes, at: range.lowerBound + 1, before: range.upperBound - 1)?.width == range.count - 2
  }

  /// Key, group, number of the exclusive group, whether it is a head, whether it is a regular expression.
  static func traits(_ token: Token, in value: [UInt8], _ reading: Reading) -> [Trait] {
    var traits: [Trait] = []
    let content = token.inside(token.content, value)
    let whole = token.inside(token.range, value)
    if content.upperBound < whole.upperBound, !content.isEmpty {
      let key = value[content.upperBound + 1..<max(content.upperBound + 1, whole.upperBound - 1)]
      traits.append(Trait("key", .text(String(decoding: key, as: UTF8.self))))
    }
    if let group = token.group, reading.groups.indices.contains(group) {
      traits.append(Trait("in", .text(reading.groups[group].name)))
    }
    if let number = token.exclusion { traits.append(Trait("excl", .number(number))) }
    if token.form == .name { traits.append(Trait("grouptag", .flag)) }
    if !content.isEmpty, value[content.lowerBound] == UInt8(ascii: "{") { traits.append(Trait("regexp", .flag)) }
    return traits
  }
}
