import Fields

/// The lines by which the child that asks git tells the daemon what it found, before those of the people.
///
/// `comment⇥SIGN` · `separators⇥SIGNS` · `trailer⇥KEY` · `ending⇥KEY⇥SIGN` · `mailmap⇥LINE` · `key⇥KEY⇥COUNT` · `book⇥NAME` · `problem⇥WORDS`; control characters are blanks.
/// Every other line is one of `RecordWriter`.
enum HistoryStream {
  /// One line.
  enum Line: Equatable, Sendable {
    /// What comments of a message begin with by git's configuration.
    case comment(String)
    /// What may stand between the key of a trailer and its value by git's configuration.
    case separators(String)
    /// The key of a trailer that git's configuration names.
    case configured(String)
    /// What git's configuration has behind a key.
    case ending(String, String)
    /// A line of a `.mailmap`.
    case mailmap([UInt8])
    /// The key of a trailer, and in how many of the last commits it stands.
    case key(String, count: Int)
    /// Whose people come next.
    case book(Book)
    /// Why git has nothing to say.
    case problem(String)
    /// A line for the directory.
    case other
  }

  /// Whose people lines are, where nothing says that they are of the history.
  enum Book: String, Sendable {
    /// Those who maintain the files that a message changes.
    case touched
    /// All maintainers of the tree.
    case maintainers
  }

  /// The longest line that is read, in bytes.
  static let limit = 1 << 20

  /// A line with its end; nothing for one that is for the directory.
  static func bytes(of line: Line) -> [UInt8] {
    let text: [UInt8]
    switch line {
    case .comment(let sign): text = Array("comment\t".utf8) + plain(sign.utf8)
    case .separators(let signs): text = Array("separators\t".utf8) + plain(signs.utf8)
    case .ending(let key, let ending): text = Array("ending\t".utf8) + plain(key.utf8) + [9] + plain(ending.utf8)
    case .configured(let key): text = Array("trailer\t".utf8) + plain(key.utf8)
    case .mailmap(let line): text = Array("mailmap\t".utf8) + plain(line)
    case .key(let key, let count): text = Array("key\t".utf8) + plain(key.utf8) + Array("\t\(count)".utf8)
    case .book(let book): text = Array("book\t\(book.rawValue)".utf8)
    case .problem(let words): text = Array("problem\t".utf8) + plain(words.utf8)
    case .other: return []
    }
    return text + [Byte.lineFeed]
  }

  /// Reads a line without its end.
  static func line(_ bytes: ArraySlice<UInt8>) -> Line {
    let columns = bytes.split(separator: 9, maxSplits: 2, omittingEmptySubsequences: false)
    guard let first = columns.first, columns.count > 1 else { return .other }
    switch (String(decoding: first, as: UTF8.self), columns.count) {
    case ("comment", 2): return .comment(String(decoding: columns[1], as: UTF8.self))
    case ("separators", 2): return .separators(String(decoding: columns[1], as: UTF8.self))
    case ("ending", 3):
      return .ending(String(decoding: columns[1], as: UTF8.self), String(decoding: columns[2], as: UTF8.self))
    case ("trailer", 2): return .configured(String(decoding: columns[1], as: UTF8.self))
    case ("book", 2): return Book(rawValue: String(decoding: columns[1], as: UTF8.self)).map { .book($0) } ?? .other
    case ("problem", 2): return .problem(String(decoding: columns[1], as: UTF8.self))
    case ("mailmap", 2): return .mailmap(Array(columns[1]))
    case ("key", 3):
      guard let count = Int(String(decoding: columns[2], as: UTF8.self)) else { return .other }
      return .key(String(decoding: columns[1], as: UTF8.self), count: count)
    default: return .other
    }
  }

  private static func plain(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { $0 < 32 ? 32 : $0 }
  }
}
