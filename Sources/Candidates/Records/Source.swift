/// An address book: a file, or a folder of cards.
package struct Source: Hashable, Sendable, CustomStringConvertible {
  /// How it is written.
  package var kind: SourceFormat
  /// The file or folder, as it was named.
  package var path: String

  /// A source of this kind at this path.
  package init(kind: SourceFormat, path: String) {
    self.kind = kind
    self.path = path
  }

  /// The path.
  package var description: String { path }
}

/// How reading a source went.
package struct SourceReport: Equatable, Sendable {
  /// What was read.
  package var source: Source
  /// How many records it gave.
  package var count = 0
  /// How many cards and rows had no usable address.
  package var skipped = 0
  /// How many faults it has.
  package var faults = 0
  /// How long it took.
  package var milliseconds = 0
  /// Why it could not be read, or not to its end.
  package var problem: String?

  /// How it is written.
  package var kind: SourceFormat { source.kind }
  /// The file or folder, as it was named.
  package var path: String { source.path }

  /// A report that says nothing yet.
  package init(source: Source) {
    self.source = source
  }
}
