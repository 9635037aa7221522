/// The aliases of a `.mailrc`, as mailx, s-nail and Emacs' mail-abbrevs read them.
///
/// `alias KEY member…` or `group KEY member…`: members stand between blanks or commas, `'…'` and `"…"` hold them
/// together, `\` at the end joins lines, `#` begins a comment. A key that is defined again gets more members, as in
/// POSIX mailx. Other commands are stepped over and never carried out.
enum Mailrc {
  /// A word with its quotes and backslashes undone, and where it stands in its line, quotes and all.
  private struct Word {
    var bytes: [UInt8] = []
    var range: Range<Int>
    var isQuoted = false

    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  /// Whether a file holds an alias of somebody: many a `.mailrc` holds only settings.
  static func areIn(_ bytes: [UInt8]) -> Bool {
    var lines = Lines(bytes)
    while let line = MuttrcLine(&lines, in: bytes) {
      guard line.text.contains(UInt8(ascii: "@")) else { continue }
      for words in commands(in: line.text) where isAlias(words[0].text) {
        if words.dropFirst(2).contains(where: { $0.bytes.contains(UInt8(ascii: "@")) }) { return true }
      }
    }
    return false
  }

  /// Reads the aliases of one more file.
  static func read(_ bytes: [UInt8], into aliases: inout Aliases, faults: inout SourceFaults) {
    var lines = Lines(bytes)
    while let line = MuttrcLine(&lines, in: bytes) {
      for words in commands(in: line.text) {
        switch words[0].text {
        case "unalias", "una", "ungroup":
          for word in words.dropFirst() {
            if word.text == "*" { aliases.removeAll() } else { aliases.remove(word.text) }
          }
        case let name where isAlias(name):
          define(words, of: line, into: &aliases, faults: &faults)
        default: break
        }
      }
    }
  }

  /// The names of the command, as mailx lets them be cut.
  private static func isAlias(_ name: String) -> Bool {
    ["alias", "al", "a", "group", "gr", "g"].contains(name)
  }

  private static func define(
    _ words: [Word], of line: MuttrcLine, into aliases: inout Aliases, faults: inout SourceFaults
  ) {
    let found = words.dropFirst(2).flatMap { word in
      members(word, range: line.origin(of: word.range), of: aliases)
    }
    guard words.count > 2, !words[1].bytes.isEmpty, !found.isEmpty else {
      let start = words[0].range.lowerBound
      faults.add(.badLine, line.origin(of: start..<(words.last?.range.upperBound ?? start)))
      return
    }
    let key = PlainText.line(words[1].bytes)
    if aliases.extend(Aliases.Definition(file: 0, key: key, members: found)) {
      faults.add(.duplicate, line.origin(of: words[1].range), detail: key)
    }
  }

  private static func members(_ word: Word, range: Range<Int>, of aliases: Aliases) -> [Aliases.Member] {
    let bytes = word.bytes
    guard let first = bytes.first, let last = bytes.last else { return [] }
    // `(Ana)` beside an address is a comment.
    if !word.isQuoted, first == UInt8(ascii: "("), last == UInt8(ascii: ")") { return [] }
    // `"Vela, Ines <ines@example.org>"` is one member, whatever its name would be in an address list.
    if last == UInt8(ascii: ">"), let open = bytes.firstIndex(of: UInt8(ascii: "<")), !bytes.contains(34),
      !bytes[..<open].contains(UInt8(ascii: "@"))
    {
      let address = String(decoding: bytes[(open + 1)...].dropLast(), as: UTF8.self)
      if Address.isUsable(address) {
        let name = PlainText.name(String(decoding: bytes[..<open], as: UTF8.self))
        return [Aliases.Member(range: range, mailbox: Mailbox(name: name, address: address), isReference: false)]
      }
    }
    return aliases.members(bytes[...], range: range)
  }

  /// The words of each command of a line, at least one of them.
  private static func commands(in text: [UInt8]) -> [[Word]] {
    var commands: [[Word]] = []
    var words: [Word] = []
    var place = 0
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "#"): place = text.count
      case UInt8(ascii: ";"):
        if !words.isEmpty { commands.append(words) }
        words = []
        place += 1
      case let byte where isBlank(byte) || byte == UInt8(ascii: ","): place += 1
      default: words.append(word(in: text, &place))
      }
    }
    return words.isEmpty ? commands : commands + [words]
  }

  private static func word(in text: [UInt8], _ place: inout Int) -> Word {
    var word = Word(range: place..<place)
    var quote: UInt8?
    let start = place
    while place < text.count {
      let byte = text[place]
      if quote == nil, isBlank(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";") { break }
      place += 1
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == 34 || byte == 39, text[place...].contains(byte) {
        quote = byte
        word.isQuoted = true
      } else if byte == UInt8(ascii: "\\"), quote != 39, place < text.count {
        word.bytes.append(text[place])
        place += 1
      } else {
        word.bytes.append(byte)
      }
    }
    word.range = start..<place
    return word
  }
}
