/// The aliases of mutt's and neomutt's configuration.
///
/// `alias [-group G]… KEY ADDRESSES [# comment]`: the later definition of a key wins. Other commands are stepped over
/// and never carried out.
enum MuttAliases {
  /// Whether a file holds an alias of somebody; the aliases of a shell do not count.
  static func areIn(_ bytes: [UInt8]) -> Bool {
    var lines = Lines(bytes)
    while var line = MuttrcLine(&lines, in: bytes) {
      guard line.text.contains(UInt8(ascii: "@")) else { continue }
      repeat {
        if line.word()?.text == "alias", line.word() != nil, line.text[line.place...].contains(UInt8(ascii: "@")) {
          return true
        }
      } while line.nextCommand()
    }
    return false
  }

  /// Reads the `alias` lines of one more file; `file` is the number under which its records are asked for.
  static func read(_ bytes: [UInt8], file: Int = 0, into aliases: inout Aliases, faults: inout SourceFaults) {
    var lines = Lines(bytes)
    while var line = MuttrcLine(&lines, in: bytes) {
      repeat {
        switch line.word()?.text {
        case "alias": readAlias(&line, file: file, into: &aliases, faults: &faults)
        case "unalias":
          while let word = line.word() {
            if word.text == "*" { aliases.removeAll() } else { aliases.remove(word.text) }
          }
        default: break
        }
      } while line.nextCommand()
    }
  }

  private static func readAlias(
    _ line: inout MuttrcLine, file: Int, into aliases: inout Aliases, faults: inout SourceFaults
  ) {
    var groups: [String] = []
    var word = line.word()
    while word?.text == "-group" {
      if let group = line.word() { groups.append(PlainText.line(group.bytes)) }
      word = line.word()
    }
    let text = AliasText(line.text, from: line.place)
    let members = text.members.flatMap { range in
      aliases.members(text.bytes[range], range: line.origin(of: text.place(of: range)))
    }
    guard let word, !word.bytes.isEmpty, !members.isEmpty else {
      faults.add(.badLine, line.origin(of: trimmed(0..<line.text.count, in: line.text)))
      return
    }
    let key = PlainText.line(word.bytes)
    let definition = Aliases.Definition(
      file: file, key: key, groups: groups, members: members, comment: text.comment)
    if aliases.define(definition) { faults.add(.duplicate, line.origin(of: word.range), detail: key) }
    // The addresses took the rest of the line: a `;` in them is theirs.
    line = line.ended
  }
}
