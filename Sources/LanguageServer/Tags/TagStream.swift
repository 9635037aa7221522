import Wire

/// The lines by which the child that counts tags tells the daemon what it found.
///
/// Columns stand between tabs, tags of a column between U+001F; `\t`, `\n` and `\\` are escaped in paths, and control
/// characters in tags are blanks: `folder⇥PATH` · `note⇥PATH⇥tags⇥categories⇥definitions`, behind which each other kind
/// has two columns more, its name and its tags · `mention⇥FILE⇥HANDLE⇥NAME` · `ended⇥NOTES⇥SKIPPED`.
enum TagStream {
  /// One line.
  enum Line: Equatable, Sendable {
    /// A folder that is looked through.
    case folder(String)
    case note(String, NoteTags)
    /// Somebody who can be mentioned, with the file that names them.
    case mention(file: String, handle: String, name: String)
    /// How many notes were read, and how many files were left out since they cannot be read or are too large.
    case ended(notes: Int, skipped: Int)
  }

  private static let (tab, end, item): (UInt8, UInt8, UInt8) = (9, 10, 0x1F)

  /// A line with its end.
  static func bytes(of line: Line) -> [UInt8] {
    switch line {
    case .folder(let path): return Array("folder\t".utf8) + escaped(path) + [end]
    case .note(let path, let tags):
      var bytes = Array("note\t".utf8) + escaped(path)
      func put(_ list: [String]) {
        bytes.append(tab)
        for (index, tag) in list.enumerated() {
          if index > 0 { bytes.append(item) }
          bytes += tag.utf8.map { $0 < 32 ? 32 : $0 }
        }
      }
      for list in [tags.held[.tags] ?? [], tags.held[.categories] ?? [], tags.definitions] { put(list) }
      let others = tags.held.filter { $0.key != .tags && $0.key != .categories && !$0.value.isEmpty }
      for (kind, list) in others.sorted(by: { $0.key.name < $1.key.name }) {
        put([kind.name])
        put(list)
      }
      return bytes + [end]
    case .mention(let file, let handle, let name):
      return Array("mention\t".utf8) + escaped(file) + [tab] + escaped(handle) + [tab] + escaped(name) + [end]
    case .ended(let notes, let skipped): return Array("ended\t\(notes)\t\(skipped)\n".utf8)
    }
  }

  /// Reads a line without its end; nil for one that is none.
  static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
    let columns = bytes.split(separator: tab, omittingEmptySubsequences: false)
    switch (columns.first.map { String(decoding: $0, as: UTF8.self) }, columns.count) {
    case ("folder", 2): return .folder(unescaped(columns[1]))
    case ("note", 5...) where columns.count % 2 == 1:
      var tags = NoteTags()
      func texts(_ column: Int) -> [String] {
        columns[column].split(separator: item).map { String(decoding: $0, as: UTF8.self) }
      }
      for (kind, column) in [(TagVocabulary.tags, 2), (.categories, 3)] {
        let list = texts(column)
        if !list.isEmpty { tags.held[kind] = list }
      }
      tags.definitions = texts(4)
      for column in stride(from: 5, to: columns.count, by: 2) {
        guard let kind = TagVocabulary(name: String(decoding: columns[column], as: UTF8.self)) else { return nil }
        tags.held[kind] = texts(column + 1)
      }
      return .note(unescaped(columns[1]), tags)
    case ("mention", 4):
      return .mention(file: unescaped(columns[1]), handle: unescaped(columns[2]), name: unescaped(columns[3]))
    case ("ended", 3):
      guard let notes = Int(String(decoding: columns[1], as: UTF8.self)),
        let skipped = Int(String(decoding: columns[2], as: UTF8.self))
      else { return nil }
      return .ended(notes: notes, skipped: skipped)
    default: return nil
    }
  }

  static func escaped(_ path: String) -> [UInt8] {
    path.utf8.flatMap { byte -> [UInt8] in
      switch byte {
      case UInt8(ascii: "\\"): Array("\\\\".utf8)
      case tab: Array("\\t".utf8)
      case end: Array("\\n".utf8)
      default: [byte]
      }
    }
  }

  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    var path: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        path.append(byte == UInt8(ascii: "t") ? tab : byte == UInt8(ascii: "n") ? end : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        path.append(byte)
      }
    }
    return String(decoding: path, as: UTF8.self)
  }

  /// The longest line that is read, in bytes.
  static let limit = 4 << 20
}
