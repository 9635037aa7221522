/// What a `.gitignore` leaves out (gitignore(5)).
package struct IgnoreFile: Equatable, Sendable {
  private struct Pattern: Equatable, Sendable {
    /// The names between slashes; `**` stands for any number of them.
    var parts: [[UInt8]]
    var isNegated: Bool
    var isForFolders: Bool
  }

  private var patterns: [Pattern] = []

  /// So many lines are read; no list that anybody wrote is longer.
  private static let limit = 10_000

  /// Reads a file; lines that are none mean nothing.
  package init(_ bytes: [UInt8]) {
    for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(Self.limit) {
      if let pattern = Self.pattern(line) { patterns.append(pattern) }
    }
  }

  private static func pattern(_ line: ArraySlice<UInt8>) -> Pattern? {
    var line = line
    if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
    while line.last == UInt8(ascii: " "), line.dropLast().last != UInt8(ascii: "\\") { line = line.dropLast() }
    guard let first = line.first, first != UInt8(ascii: "#"), line.count <= 1000 else { return nil }
    let isNegated = first == UInt8(ascii: "!")
    if isNegated { line = line.dropFirst() }
    let isForFolders = line.last == UInt8(ascii: "/")
    if isForFolders { line = line.dropLast() }
    // Without a slash within, a name is meant in any folder.
    let isAnchored = line.contains(UInt8(ascii: "/"))
    var parts = line.split(separator: UInt8(ascii: "/")).map { Array($0) }
    guard !parts.isEmpty, parts.count <= 32 else { return nil }
    if !isAnchored { parts.insert(Array("**".utf8), at: 0) }
    return Pattern(parts: parts, isNegated: isNegated, isForFolders: isForFolders)
  }

  /// Whether something below the file's folder is left out; nil if the file says nothing of it.
  ///
  /// - Parameters:
  ///   - path: the names from the file's folder on.
  ///   - isFolder: whether it is a folder.
  /// - Returns: what the last line says that fits.
  package func ignores(_ path: [String], isFolder: Bool) -> Bool? {
    guard !patterns.isEmpty else { return nil }
    let names = path.map { Array($0.utf8) }
    return patterns.last { (isFolder || !$0.isForFolders) && Self.fits(names, $0.parts) }.map { !$0.isNegated }
  }

  /// Whether names fit parts of a pattern, in time of the number of names times that of parts.
  private static func fits(_ names: [[UInt8]], _ parts: [[UInt8]]) -> Bool {
    // After so many parts, how many names can have been passed.
    var reached = [Bool](repeating: false, count: names.count + 1)
    reached[0] = true
    for (number, part) in parts.enumerated() {
      var next = [Bool](repeating: false, count: names.count + 1)
      if part.elementsEqual("**".utf8) {
        // At the end it means what lies within, not the folder itself.
        let least = number == parts.count - 1 ? 1 : 0
        if let first = reached.firstIndex(of: true), first + least <= names.count {
          for place in (first + least)...names.count { next[place] = true }
        }
      } else {
        for place in names.indices where reached[place] { next[place + 1] = fits(names[place], part) }
      }
      reached = next
    }
    return reached[names.count]
  }

  /// Whether a name fits a pattern with `*`, `?` and `[…]`.
  private static func fits(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    var (i, k) = (0, 0)
    var star: (pattern: Int, name: Int)?
    while i < name.count {
      if k < pattern.count, pattern[k] == UInt8(ascii: "*") {
        star = (k, i)
        k += 1
      } else if k < pattern.count, let end = match(name[i], pattern, k) {
        (i, k) = (i + 1, end)
      } else if let last = star {
        // The last star takes one byte more; an earlier one never has to.
        star = (last.pattern, last.name + 1)
        (i, k) = (last.name + 1, last.pattern + 1)
      } else {
        return false
      }
    }
    return pattern[k...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// Where the pattern goes on behind what matches a byte; nil if it does not.
  private static func match(_ byte: UInt8, _ pattern: [UInt8], _ start: Int) -> Int? {
    switch pattern[start] {
    case UInt8(ascii: "?"): return start + 1
    case UInt8(ascii: "\\") where start + 1 < pattern.count: return pattern[start + 1] == byte ? start + 2 : nil
    case UInt8(ascii: "["):
      var k = start + 1
      let isNegated = k < pattern.count && (pattern[k] == UInt8(ascii: "!") || pattern[k] == UInt8(ascii: "^"))
      if isNegated { k += 1 }
      let first = k
      var isIn = false
      while k < pattern.count, pattern[k] != UInt8(ascii: "]") || k == first {
        if k + 2 < pattern.count, pattern[k + 1] == UInt8(ascii: "-"), pattern[k + 2] != UInt8(ascii: "]") {
          if pattern[k] <= byte, byte <= pattern[k + 2] { isIn = true }
          k += 3
        } else {
          if pattern[k] == byte { isIn = true }
          k += 1
        }
      }
      // A bracket that nothing closes stands for itself.
      guard k < pattern.count else { return byte == UInt8(ascii: "[") ? start + 1 : nil }
      return isIn != isNegated ? k + 1 : nil
    default: return pattern[start] == byte ? start + 1 : nil
    }
  }
}
