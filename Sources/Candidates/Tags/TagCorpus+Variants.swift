// Spellings of one tag among many notes.

extension TagCorpus {
  /// How many notes have each of two spellings.
  package struct Variant: Equatable, Sendable {
    /// The spelling that is usual.
    package var text: String
    /// How many notes have it, and how many the one that was asked about.
    package var (notes, own): (Int, Int)
  }

  /// How many times as many notes have to use another spelling before it is the usual one.
  private static let often = 3

  /// The spelling that most notes use for a tag, where it is another one by far: in another case, with other accents or
  /// hyphens, or with an `s` at the end.
  ///
  /// - Parameters:
  ///   - text: the tag as it is written.
  ///   - isExact: whether another case is another tag.
  /// - Returns: nil for a spelling that is as usual, and where nothing is.
  package func variant(of text: String, isExact: Bool) -> Variant? {
    let folded = Folding.fold(text)
    guard !folded.isEmpty, let family = families[Self.near(folded)] else { return nil }
    var (own, best): (Int, Spelling?) = (0, nil)
    for place in family {
      for spelling in nodes[place].spellings {
        if spelling.text.utf8.elementsEqual(text.utf8) {
          own = spelling.notes
        } else if !(isExact && nodes[place].folded == folded), spelling.notes > best?.notes ?? 0 {
          best = spelling
        }
      }
    }
    guard let best, best.notes >= Self.often * max(1, own) else { return nil }
    return Variant(text: best.text, notes: best.notes, own: own)
  }

  /// Whether some note has a tag or defines it, whatever its case.
  package func has(_ text: String) -> Bool { node(text)?.uses ?? 0 > 0 }

  /// How many notes have a tag, whatever its case.
  package func notes(of text: String) -> Int { node(text)?.notes ?? 0 }

  private func node(_ text: String) -> Node? {
    let folded = Folding.fold(text)
    return families[Self.near(folded)]?.first { nodes[$0].folded == folded }.map { nodes[$0] }
  }
}
