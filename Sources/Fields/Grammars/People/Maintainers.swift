/// Maintainers and uploaders of a Debian package: `Ines Vela, Jr. <ines@example.org>, Omar <omar@example.net>`.
///
/// Not RFC 5322: a list is cut at a comma behind `>` only, so that names hold commas and dots, and quotes are part of a
/// name (deb-src-control(5), Debian Policy 5.6.2 and 5.6.3). Lines that begin with `#` are comments, even within a value.
enum Maintainers: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    let (bytes, comments) = withoutComments(value)
    var list = TokenList(value, TokenList.Rules(trailingSeparator: nil))
    list.reading.faults = Survey(bytes, column: 0, hasLineLimit: false).faults
    for comment in comments { list.comment(comment) }
    var i = skipSpace(bytes, 0)
    while i < bytes.count {
      if bytes[i] == Byte.comma {
        list.separate(i..<i + 1)
        i = skipSpace(bytes, i + 1)
      } else {
        i = skipSpace(bytes, readPerson(&list, bytes, from: i, options))
      }
    }
    let limit = options.field.map(isSingle) ?? false ? 1 : Int.max
    list.finish(limit: min(options.max ?? .max, limit)) { key($0, in: value) }
    return list.reading
  }

  private static func isSingle(_ field: String) -> Bool { field != "Uploaders" }

  /// Reads one person; returns the offset behind it.
  private static func readPerson(
    _ list: inout TokenList, _ bytes: [UInt8], from start: Int, _ options: ReadingOptions
  ) -> Int {
    guard let less = bytes[start...].firstIndex(of: Byte.less) else {
      // Without brackets nobody knows where a name ends, so commas count.
      let range = Trailers.trimmed(start..<bytes.count, in: bytes)
      let reading = AddressReader.read(Array(bytes[range]), Person.plain(options)).shifted(by: range.lowerBound)
      let separators = reading.marks.filter { $0.kind == .separator }
      var next = 0
      for token in reading.tokens {
        while next < separators.count, separators[next].range.upperBound <= token.range.lowerBound {
          list.separate(separators[next].range)
          next += 1
        }
        var member = token
        member.group = nil
        list.add(member)
      }
      for mark in separators[next...] { list.separate(mark.range) }
      let own: Set<Rule> = [
        .duplicate, .trailingSeparator, .emptyItem, .missingSeparator, .controlChar, .invisibleChar, .invalidUTF8,
        .tooLong, .obsoleteSyntax, .needsQuotes, .groupNotAllowed,
      ]
      // There are no groups, so none is unclosed.
      list.reading.faults += reading.faults.filter { fault in
        !own.contains(fault.rule) && !(fault.rule == .unclosed && fault.severity == .warning)
      }
      return bytes.count
    }
    var end = less + 1
    while end < bytes.count, bytes[end] != Byte.greater, bytes[end] != Byte.less, bytes[end] != Byte.lineFeed {
      end += 1
    }
    if end < bytes.count, bytes[end] == Byte.greater {
      end += 1
    } else if let comma = bytes[less..<end].firstIndex(of: Byte.comma) {
      end = comma
    }
    end = max(less + 1, Trailers.trimmed(less..<end, in: bytes).upperBound)
    let (token, faults) = Person.read(bytes, start..<end, less: less, options)
    list.add(token)
    let own: Set<Rule> = [.controlChar, .invisibleChar, .invalidUTF8, .tooLong, .duplicate]
    list.reading.faults += faults.filter { !own.contains($0.rule) }
    return end
  }

  private static func skipSpace(_ bytes: [UInt8], _ start: Int) -> Int {
    var i = start
    while i < bytes.count, MailText.isSpace(bytes[i]) { i += 1 }
    return i
  }

  /// The bytes with blanks in the place of comment lines, and where those stand.
  private static func withoutComments(_ value: [UInt8]) -> (bytes: [UInt8], comments: [Range<Int>]) {
    guard value.contains(UInt8(ascii: "#")) else { return (value, []) }
    var bytes = value
    var comments: [Range<Int>] = []
    var i = 1
    while i < value.count {
      guard value[i] == UInt8(ascii: "#"), value[i - 1] == Byte.lineFeed else {
        i += 1
        continue
      }
      let start = i
      while i < value.count, value[i] != Byte.lineFeed {
        bytes[i] = Byte.space
        i += 1
      }
      comments.append(start..<i)
      if i < value.count { bytes[i] = Byte.space }
      i += 1
    }
    return (bytes, comments)
  }

  // MARK: Words

  static func display(_ token: Token, in value: [UInt8]) -> String {
    guard token.angle != nil, token.name != nil else { return AddressText.display(token, in: value) }
    return Person.unfolded(token.inside(token.name, value), in: value, hasComments: true)
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    AddressText.value(token, in: value)
  }

  static func key(_ token: Token, in value: [UInt8]) -> String? {
    AddressText.key(token, in: value)
  }

  static func key(ofValue value: String) -> String {
    AddressText.key(ofValue: value)
  }

  /// A person with the name as it is, since quotes would be part of it; "" for a name with brackets and for no address.
  static func spell(name: String, value: String) -> String {
    guard value.utf8.contains(Byte.at) else { return "" }
    let label = AddressSpeller.clean(name)
    guard !label.utf8.contains(where: { $0 == Byte.less || $0 == Byte.greater }), label.utf8.first != UInt8(ascii: "#"),
      label.utf8.first != Byte.comma
    else { return "" }
    let text = Person.spell(name: name, value: value) { _ in true }
    // Only a bracket ends a person.
    return text.isEmpty || text.hasSuffix(">") ? text : "<\(text)>"
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    Typing.fragment(in: value, caret: caret, read(value, options), between: .marked(", ")) { _, range in
      let text = value[range].filter { $0 != Byte.less && $0 != Byte.greater }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
