import Fields
import Support
import Testing

/// What was found rests on the frame alone: whatever is changed behind it, the same is found.
@Suite struct PlacesFrameTests {
  static let drafts = [
    "From: ana@example.org\nTo: bo@example.org,\n\tpia@example.org\nCc: \nSubject: x\n\nbody\nTo: x\n",
    "From: ana@example.org\r\nTo: bo@example.org,\r\n pia@example.org\r\n\r\nbody\r\n",
    "To: bo@example.org\n--text follows this line--\nCc: x\n", "To: bo@example.org\n--text follows this line--",
    "From x # This line is ignored.\nGIT: a\nTo: a@example.org,\nGIT: b\n b@example.org\n\nbody",
    "Hello Bo,\n\nTo: x\n", "Hello", "Hello\n", "Note: prose\ngoes on\n\nmore\n", "Note: prose\n\nmore\n", "\nTo: x\n",
    "",
    "\u{FEFF}To: ana@example.org\n\nbody\n", "From x Mon\nHello\nTo: a@example.org\n", "From x Mon\n",
    "From x Mon\n\nTo: x\n",
    "To: a@example.org,\nb@example.org\nSubject: x\n\nbody\n", "To: ", "To: a@example.org\n",
    "Subject: x\nTo: a@example.org\n\n",
    "Received: x\nTo: a@example.org\n\nTo: y\n", "diff --git a/x b/x\n--- a/x\n+++ b/x\n",
    "Index: a\n===\n--- a\n\nTo: x\n",
  ]
  static let pieces = [
    "a", "\n", "\r", "\r\n", "\n\n", " ", "\t", "To: ana@example.org\n", "Cc:", "From: ", "From x\n", "GIT:", ":", "é",
    "😀", ",",
    "--text follows this line--\n", "Received: x\n", "Subject: y\n", "ana@example.org, ", "\u{FEFF}", "b\n",
  ]

  @Test(arguments: [Finder.mail, .patch], 1...6 as ClosedRange<UInt64>)
  func restsOnItsFrame(_ finder: Finder, seed: UInt64) {
    var random = Seeded(seed: seed)
    for draft in Self.drafts {
      for _ in 0..<60 {
        var text = Text(Array(draft.utf8))
        for _ in 0..<3 { edit(&text, from: 0, &random) }
        let before = finder.find(in: text)
        let was = text
        guard before.frame.upperBound <= text.count else { continue }
        for _ in 0..<4 {
          edit(&text, from: before.frame.upperBound, &random)
          let after = finder.find(in: text)
          guard after.fields == before.fields, after.faults == before.faults, after.isReceived == before.isReceived,
            after.isBodyOnly == before.isBodyOnly
          else {
            Issue.record("\(show(was)) with \(before.frame) became \(show(text))")
            return
          }
        }
      }
    }
  }

  @Test func holdsAllOfABlockThatIsNotClosed() {
    for text in [
      "To: a@example.org\n", "To: a@example.org", "To: a@example.org\n--text follows this line--", "To:\r\n",
    ] {
      let finding = Finder.mail.find(in: Text(Array(text.utf8)))
      #expect(finding.frame.contains(text.utf8.count), "what is written behind \(text) may be another field")
    }
    for text in ["To: a@example.org\n\n", "To: a@example.org\n--text follows this line--\n", "To:\r\n\r\n"] {
      #expect(Finder.mail.find(in: Text(Array(text.utf8))).frame == 0..<text.utf8.count)
    }
  }

  @Test func keepsFindingsInsideTheirFrame() {
    for draft in Self.drafts {
      let text = Text(Array(draft.utf8))
      let finding = Finder.mail.find(in: text)
      for field in finding.fields { #expect(field.range.upperBound <= min(text.count, finding.frame.upperBound)) }
      for fault in finding.faults { #expect(fault.range.upperBound <= min(text.count, finding.frame.upperBound)) }
    }
  }

  private func edit(_ text: inout Text, from start: Int, _ random: inout Seeded) {
    let at = Int.random(in: start...text.count, using: &random)
    let end = min(text.count, at + (Bool.random(using: &random) ? 0 : Int.random(in: 0...6, using: &random)))
    text.replace(at..<end, with: Array((Self.pieces.randomElement(using: &random) ?? "").utf8))
  }

  private func show(_ text: Text) -> String {
    String(decoding: text.bytes, as: UTF8.self).debugDescription
  }
}
