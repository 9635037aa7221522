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

  /// Whether a file looks like one that a directory can rest on.
  package static func canRest(on bytes: IndexBytes) -> Bool {
    (try? PackedIndex(bytes)) != nil
  }

  /// What an index file says that it was made of; nil for one that is not to be used.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - isWhole: Whether every byte of it is looked at.
  /// - Returns: The lines with which it was made.
  package static func stamps(of bytes: IndexBytes, isWhole: Bool = true) -> [UInt8]? {
    (try? PackedIndex(bytes, isWhole: isWhole))?.stamps
  }
}
