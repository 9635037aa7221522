/// A directory as an index file and back.
extension Directory {
  /// All that is known now as an index file.
  ///
  /// - Parameter stamps: Lines that say what it was made of.
  /// - Returns: Its bytes; nil for a directory that rests on a file itself, and for more than a file can hold.
  package func file(stamps: [UInt8]) -> [UInt8]? {
    guard let generation = visible, generation.base == nil else { return nil }
    return IndexWriter(generation).file(stamps: stamps)
  }

  /// Puts an index file in the place of all that was known, and what `lines` say on top of it.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - lines: Lines of the stream, whole ones.
  /// - Returns: Why it is not used; nil when it is.
  package mutating func rest(on bytes: IndexBytes, lines: [UInt8] = []) -> String? {
    do throws(PackedIndex.Fault) {
      rest(on: Generation(base: try PackedIndex(bytes)), lines)
      return nil
    } catch {
      return error.rawValue
    }
  }

  /// What an index file says that it was made of, every byte of it looked at; nil for one that is not to be used.
  package static func stamps(of bytes: IndexBytes) -> [UInt8]? {
    (try? PackedIndex(bytes, isWhole: true))?.stamps
  }
}
