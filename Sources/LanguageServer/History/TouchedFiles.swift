package import Fields

/// The files that a patch changes, by the lines of git and diff that name them; all else in a text is passed over.
package struct TouchedFiles {
  /// Paths from the root of the tree, each once, in the order of the text.
  package private(set) var paths: [String] = []
  private var seen: Set<String> = []

  /// So many are enough to find whom a patch concerns, and no path of a tree is longer.
  private static let (limit, longest) = (500, 4096)

  /// Looks through a text, line by line; any bytes are one.
  package init(in text: Text) {
    // Within the lines that stand between `diff --git` and the first change.
    var isHead = false
    for line in 0..<text.lineCount where paths.count < Self.limit {
      let range = text.lineRange(line)
      guard range.count > 4, range.count <= 2 * Self.longest else { continue }
      switch text[range.lowerBound] {
      case UInt8(ascii: "d"):
        guard let rest = Self.rest(of: range, behind: "diff --git ", in: text) else { continue }
        isHead = true
        if let path = Self.twin(rest) { add(path) }
      case UInt8(ascii: "r") where isHead:
        for key in ["rename from ", "rename to "] {
          if let rest = Self.rest(of: range, behind: key, in: text) { add(Self.path(rest, isPlain: true)) }
        }
      case UInt8(ascii: "+"):
        // A line that was taken out can look like the first of these, but nothing else looks like all three.
        guard let new = Self.rest(of: range, behind: "+++ ", in: text), line > 0,
          let old = Self.rest(of: text.lineRange(line - 1), behind: "--- ", in: text),
          Self.rest(of: text.lineRange(line + 1), behind: "@@ ", in: text) != nil
        else { continue }
        add(Self.path(old))
        add(Self.path(new))
      case UInt8(ascii: "@"): isHead = false
      default: break
      }
    }
  }

  private mutating func add(_ path: [UInt8]?) {
    guard let path, !path.isEmpty, path.count <= Self.longest, !path.contains(0) else { return }
    let text = String(decoding: path, as: UTF8.self)
    if text != "/dev/null", paths.count < Self.limit, seen.insert(text).inserted { paths.append(text) }
  }

  private static func rest(of range: Range<Int>, behind key: String, in text: Text) -> [UInt8]? {
    guard range.count > key.utf8.count, range.count <= 2 * longest else { return nil }
    let bytes = text.bytes(range)
    return bytes.starts(with: key.utf8) ? Array(bytes.dropFirst(key.utf8.count)) : nil
  }

  /// The path of `a/path b/path`, where both are the same; nil where two names stand, which further lines say.
  private static func twin(_ bytes: [UInt8]) -> [UInt8]? {
    let middle = bytes.count / 2
    guard bytes.count % 2 == 1, bytes[middle] == Byte.space else { return nil }
    let (old, new) = (path(Array(bytes[..<middle])), path(Array(bytes[(middle + 1)...])))
    return old == new ? new : nil
  }

  /// A path without the quotes of git, the letter in front, and what diff writes behind a tab.
  private static func path(_ bytes: [UInt8], isPlain: Bool = false) -> [UInt8]? {
    var path = bytes
    if bytes.first == UInt8(ascii: "\"") {
      guard let unquoted = unquoted(bytes) else { return nil }
      path = unquoted
    } else if let tab = bytes.firstIndex(of: 9) {
      path = Array(bytes[..<tab])
    }
    guard !isPlain, path.count > 2, path[1] == UInt8(ascii: "/"), "abiwco".utf8.contains(path[0]) else { return path }
    return Array(path.dropFirst(2))
  }

  /// What stands in quotes as git writes them: `"a/\303\244\t"`.
  private static func unquoted(_ bytes: [UInt8]) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = bytes.dropFirst()
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return result }
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      guard let sign = rest.popFirst() else { return nil }
      switch sign {
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "t"): result.append(9)
      case UInt8(ascii: "0")...UInt8(ascii: "3"):
        let digits = [sign] + rest.prefix(2)
        guard digits.count == 3, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }) else {
          return nil
        }
        rest = rest.dropFirst(2)
        result.append(digits.reduce(0) { $0 &* 8 &+ ($1 - UInt8(ascii: "0")) })
      default: result.append(sign)
      }
    }
    return nil
  }
}
