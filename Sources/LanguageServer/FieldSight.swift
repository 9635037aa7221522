import Fields

/// Which fields of a document were looked at, and as they were then: of thousands of fields a key changes one, and the
/// others need not be looked at again.
struct FieldSight: Sendable {
  private var names: Int
  private var revisions: [Int]
  /// The fields that have to be looked at again whatever has changed.
  private var open: Set<Int>

  /// What is seen of a document now.
  ///
  /// - Parameters:
  ///   - document: the document, whose fields have been read.
  ///   - open: the fields that have to be looked at again in any case, as somebody is typing there.
  init(_ document: Document, open: Set<Int>) {
    (names, revisions, self.open) = (document.namesRevision, document.revisions, open)
  }

  /// The fields that may be others than they were, in order; nil where all may be, since some have come or gone.
  func suspects(in document: Document) -> [Int]? {
    let now = document.revisions
    guard names == document.namesRevision, revisions.count == now.count else { return nil }
    var suspects = open
    if revisions != now {
      for index in now.indices where revisions[index] != now[index] { suspects.insert(index) }
    }
    if let running = document.runningIndex { suspects.insert(running) }
    for place in [document.editing.work?.range.upperBound, document.place] {
      if let place, let index = document.valueIndex(at: place) { suspects.insert(index) }
    }
    if let focus = document.editing.focus, let index = document.fieldIDs.firstIndex(of: focus) {
      suspects.insert(index)
    }
    return suspects.sorted()
  }

  /// Takes what is seen of some fields of the document now, which are all that may have changed.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - looked: the fields that were looked at.
  ///   - open: those of them that have to be looked at again in any case.
  mutating func take(_ document: Document, looked: [Int], open: Set<Int>) {
    for index in looked { revisions[index] = document.revisions[index] }
    self.open.subtract(looked)
    self.open.formUnion(open)
  }
}
