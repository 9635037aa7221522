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

  /// What an index file says that it was made of, every byte of it looked at; nil for one that is not to be used.
  package static func stamps(of bytes: IndexBytes) -> [UInt8]? {
    (try? PackedIndex(bytes, isWhole: true))?.stamps
  }
}
