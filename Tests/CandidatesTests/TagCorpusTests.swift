import Candidates
import Support
import Testing

/// Tags of many notes, and which of them answer a query.
@Suite struct TagCorpusTests {
  private static func corpus(_ notes: [String]...) -> TagCorpus {
    var corpus = TagCorpus()
    for (number, tags) in notes.enumerated() { corpus.set("/\(number)", tags: tags) }
    return corpus
  }

  private func check(
    _ corpus: TagCorpus, _ query: String, _ expected: [String], _ location: SourceLocation = #_sourceLocation
  ) {
    let found = corpus.matches(query, limit: 20).map { "\($0.text) \($0.notes)" }
    #expect(found == expected, "\(query)", sourceLocation: location)
  }

  @Test func `G46 tags are ordered by the number of notes that hold them`() {
    let corpus = Self.corpus(["rare", "often"], ["often"], ["often", "often", "some"], ["some"])
    check(corpus, "", ["often 3", "some 2", "rare 1"])
  }

  @Test func `the start of a tag comes before the start of a word, and that before any other place`() {
    let corpus = Self.corpus(["home-work"], ["work"], ["network"], ["network"], ["works-hard"])
    check(corpus, "work", ["work 1", "works-hard 1", "home-work 1", "network 2"])
    check(corpus, "w", ["work 1", "works-hard 1", "home-work 1"])
    check(corpus, "x", [])
    check(corpus, "?!", [])
  }

  @Test func `of spellings that differ in case or accents the one of most notes is given`() {
    let corpus = Self.corpus(["Café"], ["cafe"], ["café"], ["café", "CAFÉ"])
    check(corpus, "CAFE", ["café 4"])
    check(Self.corpus(["b"], ["B"]), "b", ["B 2"])
  }

  @Test func `a near-duplicate stands below its twin`() {
    let corpus = Self.corpus(["to-do", "today"], ["to-do", "today"], ["to-do"], ["todo"], ["to_dos"])
    check(corpus, "to", ["to-do 3", "to_dos 1", "todo 1", "today 2"])
  }

  @Test func `G44 nested tags are given level by level`() {
    let corpus = Self.corpus(["proj/alpha", "project"], ["proj/beta/x"], ["proj/beta"], ["other/alpha"])
    check(corpus, "pro", ["proj 3", "project 1"])
    check(corpus, "proj/", ["proj/beta 2", "proj/alpha 1"])
    check(corpus, "PROJ/B", ["proj/beta 2"])
    check(corpus, "proj/beta/", ["proj/beta/x 1"])
    check(corpus, "alp", ["other/alpha 1", "proj/alpha 1"])
    check(corpus, "beta/x", ["proj/beta/x 1"])
  }

  @Test func `G44 where no level answers, the tag above is given`() {
    let corpus = Self.corpus(["proj/alpha"])
    check(corpus, "proj/zz", ["proj 1"])
    check(corpus, "proj/alpha/zz", ["proj/alpha 1"])
    check(corpus, "no/zz", [])
  }

  @Test func `a defined tag is given though no note holds it`() {
    var corpus = Self.corpus(["work"])
    corpus.set("/d", tags: [], definitions: ["wait", "work"])
    check(corpus, "w", ["work 1", "wait 0"])
    corpus.set("/d", tags: [])
    check(corpus, "w", ["work 1"])
  }

  @Test func `what is hidden is not given, and the number is kept`() {
    let corpus = Self.corpus(["a1", "a2", "a3"], ["a2"])
    #expect(corpus.matches("a", limit: 1) { $0 == Array("a2".utf8) }.map(\.text) == ["a1"])
    #expect(corpus.matches("a", limit: 0).isEmpty)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `notes that change give what they would give anew`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let words = ["a", "A", "á", "b", "b/c", "B/c", "b/c/d", "e-f", "e_f", "/", "b//c", "", " ", "💡"]
    var corpus = TagCorpus()
    var notes: [String: ([String], [String])] = [:]
    for step in 0..<300 {
      let note = "/\(Int.random(in: 0..<6, using: &random))"
      func some() -> [String] {
        (0..<Int.random(in: 0..<4, using: &random)).compactMap { _ in words.randomElement(using: &random) }
      }
      notes[note] = (some(), some())
      corpus.set(note, tags: notes[note]?.0 ?? [], definitions: notes[note]?.1 ?? [])
      var anew = TagCorpus()
      for (note, tags) in notes.sorted(by: { $0.key < $1.key }) { anew.set(note, tags: tags.0, definitions: tags.1) }
      for query in ["", "a", "b", "b/", "b/c/", "e", "f", "zz/y"] {
        let (one, other) = (corpus.matches(query, limit: 9), anew.matches(query, limit: 9))
        #expect(one == other, "seed \(seed), step \(step), \(query)")
      }
    }
  }
}
