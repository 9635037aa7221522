/// A pattern of paths as `MAINTAINERS` files have them.
///
/// `dir/` is everything below a folder, and so is `dir` if something lies below it; `dir/*` is what lies in it. `*` and
/// `?` stay within one part of a path, and `**` alone stands for one part or more.
struct PathPattern: Equatable, Sendable {
  private let parts: [[UInt8]]
  private let isFolder: Bool
  /// How deep the pattern goes, as get_maintainer.pl counts: one that begins with a star says nothing of the place.
  let depth: Int
  /// How many bytes of it are no wildcards.
  let letters: Int

  private static let (star, mark, slash) = (UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "/"))
  private static let any = [star, star]
  private static let longest = 1000

  /// Reads a pattern; nil for an empty one, and for one that is longer than any path.
  init?(_ text: ArraySlice<UInt8>) {
    guard !text.isEmpty, text.count <= Self.longest else { return nil }
    let found = text.split(separator: Self.slash).map { Array($0) }
    guard !found.isEmpty else { return nil }
    parts = found
    isFolder = text.last == Self.slash
    depth = text.first == Self.star ? -1 : found.count
    letters = text.count { $0 != Self.star && $0 != Self.mark }
  }

  /// Whether a path fits.
  ///
  /// - Parameters:
  ///   - path: The parts of a path from the root of the tree.
  ///   - steps: How many comparisons may still be made; with none left nothing fits.
  /// - Returns: Whether it does.
  func fits(_ path: [[UInt8]], steps: inout Int) -> Bool {
    if !isFolder, Self.fits(parts[...], path, &steps) { return true }
    // What lies below a thing says that it is a folder; below a wildcard anything could be one.
    guard isFolder || !(parts.last?.contains { $0 == Self.star || $0 == Self.mark } ?? true) else { return false }
    return Self.fits((parts + [Self.any])[...], path, &steps)
  }

  /// Compares part by part; of several `**` only the last one has to be tried at other places.
  private static func fits(_ parts: ArraySlice<[UInt8]>, _ path: [[UInt8]], _ steps: inout Int) -> Bool {
    var (part, place) = (parts.startIndex, 0)
    var retry: (part: Int, place: Int)?
    while place < path.count {
      guard steps > 0 else { return false }
      if part < parts.endIndex, parts[part] == any {
        place += 1
        part += 1
        retry = (part, place)
      } else if part < parts.endIndex, fits(parts[part], path[place], &steps) {
        place += 1
        part += 1
      } else if let last = retry {
        (part, place) = (last.part, last.place + 1)
        retry = (part, place)
      } else {
        return false
      }
    }
    return part == parts.endIndex
  }

  private static func fits(_ pattern: [UInt8], _ text: [UInt8], _ steps: inout Int) -> Bool {
    var (at, place) = (0, 0)
    var retry: (at: Int, place: Int)?
    while place < text.count {
      steps -= 1
      guard steps > 0 else { return false }
      if at < pattern.count, pattern[at] == star {
        at += 1
        retry = (at, place)
      } else if at < pattern.count, pattern[at] == mark || pattern[at] == text[place] {
        let isScalar = pattern[at] == mark
        at += 1
        place += 1
        // A mark stands for a character, not for a byte of one.
        while isScalar, place < text.count, text[place] & 0xC0 == 0x80 { place += 1 }
      } else if let last = retry {
        (at, place) = (last.at, last.place + 1)
        retry = (at, place)
      } else {
        return false
      }
    }
    while at < pattern.count, pattern[at] == star { at += 1 }
    return at == pattern.count
  }
}
