/// The owners of one line of a CODEOWNERS file: `@ines @example-org/core omar@example.net # all of it`.
///
/// GitHub's and GitLab's documentation of code owners. Names are compared without case; blanks separate.
enum Owners: Syntax {
  /// What an owner is, by how it is written.
  enum Kind: String {
    case user, team, role, email, unknown

    init(_ word: ArraySlice<UInt8>) {
      if word.starts(with: "@@".utf8) {
        self = .role
      } else if word.first == Byte.at {
        self = word.contains(UInt8(ascii: "/")) ? .team : .user
      } else {
        self = word.contains(Byte.at) ? .email : .unknown
      }
    }
  }

  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    let rules = TokenList.Rules(separator: "A blank", emptyItem: nil, trailingSeparator: nil, needsSeparators: false)
    var list = TokenList(value, rules)
    list.reading.faults = Survey(value, column: 0, hasLineLimit: false).faults
    var i = 0
    while i < value.count {
      let start = i
      if MailText.isSpace(value[i]) {
        i += 1
      } else if value[i] == UInt8(ascii: "#"), i == 0 || MailText.isSpace(value[i - 1]) {
        while i < value.count, value[i] != Byte.lineFeed { i += 1 }
        list.comment(start..<i)
      } else if value[i] == Byte.comma || value[i] == Byte.semicolon {
        i += 1
        list.reading.marks.append(Mark(kind: .separator, range: start..<i))
        list.report(.wrongSeparator, start..<i, detail: "a blank")
      } else {
        while i < value.count, !MailText.isSpace(value[i]), value[i] != Byte.comma, value[i] != Byte.semicolon {
          i += 1
        }
        list.add(Token(range: start..<i, form: .word, content: start..<i))
        check(&list, start..<i, options)
      }
    }
    list.finish(limit: options.max) { key($0, in: value) }
    return list.reading
  }

  private static func check(_ list: inout TokenList, _ word: Range<Int>, _ options: ReadingOptions) {
    let bytes = list.bytes
    switch Kind(bytes[word]) {
    case .unknown: list.report(.missingDomain, word, detail: "an owner: write @name, @org/team or an address")
    case .email:
      let reading = AddressReader.read(Array(bytes[word]), Person.plain(options)).shifted(by: word.lowerBound)
      let own: Set<Rule> = [.controlChar, .invisibleChar, .invalidUTF8, .tooLong]
      list.reading.faults += reading.faults.filter { !own.contains($0.rule) }
    case .role: checkName(&list, word.lowerBound + 2..<word.upperBound, isUser: false)
    case .user: checkName(&list, word.lowerBound + 1..<word.upperBound, isUser: true)
    case .team:
      var start = word.lowerBound + 1
      var marked: Int?
      for i in start...word.upperBound where i == word.upperBound || bytes[i] == UInt8(ascii: "/") {
        if start == i {
          let slash = i == word.upperBound ? i - 1 : i
          if bytes[slash] == UInt8(ascii: "/"), marked != slash { list.report(.badChar, slash..<slash + 1) }
          marked = slash
        } else {
          checkName(&list, start..<i, isUser: false)
        }
        start = i + 1
      }
    }
  }

  /// Letters, digits, `_` and `.`; hyphens too, of users only single ones inside.
  private static func checkName(_ list: inout TokenList, _ name: Range<Int>, isUser: Bool) {
    let bytes = list.bytes
    if name.isEmpty { list.report(.badChar, name.lowerBound - 1..<name.lowerBound) }
    var i = name.lowerBound
    while i < name.upperBound {
      let start = i
      if bytes[i] == Byte.hyphen {
        while i < name.upperBound, bytes[i] == Byte.hyphen { i += 1 }
        let isAtEdge = start == name.lowerBound || i == name.upperBound
        if isUser, i - start > 1 || isAtEdge { list.report(.badChar, start..<i) }
      } else if isWord(bytes[i]) {
        i += 1
      } else {
        while i < name.upperBound, !isWord(bytes[i]), bytes[i] != Byte.hyphen { i += 1 }
        list.reportBadCharacters(start..<i)
      }
    }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    Byte.isAlphanumeric(byte) || byte == UInt8(ascii: "_") || byte == Byte.dot
  }

  // MARK: Words

  static func display(_ token: Token, in value: [UInt8]) -> String {
    MailText.plain(token.inside(token.content, value), in: value)
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    let word = value[token.inside(token.content, value)]
    return String(decoding: word.first == Byte.at ? word.drop { $0 == Byte.at } : word, as: UTF8.self)
  }

  static func key(_ token: Token, in value: [UInt8]) -> String? {
    let text = Self.value(token, in: value)
    return text.isEmpty ? nil : key(ofValue: text)
  }

  static func key(ofValue value: String) -> String {
    value.utf8.contains(Byte.at) ? AddressText.key(ofValue: value) : Identity.fold(value)
  }

  static func traits(_ token: Token, in value: [UInt8], _ reading: Reading, _ options: ReadingOptions) -> [Trait] {
    let kind = Trait("type", .text(Kind(value[token.inside(token.content, value)]).rawValue))
    return options.surroundings.section.map { [kind, Trait("section", .text($0))] } ?? [kind]
  }

  /// An address as it is, any other name behind an `@`; "" for what a blank, comma or `#` would tear.
  static func spell(name: String, value: String) -> String {
    let bytes = Array(value.utf8)
    if let at = bytes.firstIndex(of: Byte.at), at > 0 {
      let isWritable = bytes.allSatisfy { $0 > Byte.space && $0 != Byte.comma && $0 != Byte.semicolon }
      let text = AddressSpeller.spell(name: "", value: value)
      return isWritable && text == value && bytes.first != UInt8(ascii: "#") ? text : ""
    }
    let word = bytes.first == Byte.at ? bytes[1...] : bytes[...]
    let parts = word.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in !part.isEmpty && part.allSatisfy { isWord($0) || $0 == Byte.hyphen } }
    return isName ? "@" + String(decoding: word, as: UTF8.self) : ""
  }

  static func spell(group name: String, members: [String]) -> String {
    members.joined(separator: " ")
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    Typing.fragment(in: value, caret: caret, read(value, options), between: .blanks) { _, range in
      let word = value[range]
      return String(decoding: word.first == Byte.at ? word.dropFirst() : word, as: UTF8.self)
    }
  }
}
