/// What sources said when they were read last, so that one that has not changed need not be read again.
package struct SourceMemory {
  /// The lines of a source that still says the same; nil for one that has to be read.
  let recall: (Source) -> [UInt8]?
  /// Takes the lines of a source that was read without trouble, and how many milliseconds that took.
  let keep: (Source, [UInt8], Int) -> Void

  /// A memory of these functions.
  ///
  /// - Parameters:
  ///   - recall: The lines of a source that still says the same; nil for one that has to be read.
  ///   - keep: Takes the lines of a source that was read, and how many milliseconds that took.
  package init(recall: @escaping (Source) -> [UInt8]?, keep: @escaping (Source, [UInt8], Int) -> Void) {
    (self.recall, self.keep) = (recall, keep)
  }
}
