import Fields
import Support
import Testing

/// What is completed at a caret: the query, what is replaced, and where commas are due.
@Suite struct AddressFragmentTests {
  /// Reads a text with the caret `‸`; what is replaced is written `⟦…⟧`, what is removed `⟪…⟫`, a comma that is due `,!`.
  private func marked(_ text: String) -> (query: String, marked: String, fragment: Fragment)? {
    let parts = text.split(separator: "‸", omittingEmptySubsequences: false)
    let value = Array(parts.joined().utf8)
    let caret = parts[0].utf8.count
    guard let fragment = Grammar.addressList.fragment(in: value, caret: caret) else { return nil }
    var marks: [(offset: Int, mark: String)] = [
      (fragment.range.lowerBound, "⟦"), (fragment.range.upperBound, "⟧"),
    ]
    if let removed = fragment.removed { marks = [(removed.lowerBound, "⟪"), (removed.upperBound, "⟫")] + marks }
    if let offset = fragment.separatorAt { marks.insert((offset, ",!"), at: 0) }
    var result = ""
    for offset in 0...value.count {
      for mark in marks where mark.offset == offset { result += mark.mark }
      if offset < value.count { result += String(decoding: [value[offset]], as: UTF8.self) }
    }
    return (fragment.query, result, fragment)
  }

  private func check(
    _ text: String, _ query: String, _ expected: String, separatorAfter: Bool = false, group: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) {
    let found = marked(text)
    #expect(found?.query == query, sourceLocation: location)
    #expect(found?.marked == expected, sourceLocation: location)
    #expect(found?.fragment.hasSeparatorAfter == separatorAfter, sourceLocation: location)
    #expect(found?.fragment.isInGroup == group, sourceLocation: location)
    #expect(found?.fragment.needsSeparatorBefore == (found?.fragment.separatorAt != nil), sourceLocation: location)
  }

  @Test func allWordsOfAName() {
    check("ana rui‸", "ana rui", "⟦ana rui⟧")
    check("bo@x.org,an‸", "an", "bo@x.org,⟦an⟧")
    check("bo@x.org, an‸", "an", "bo@x.org, ⟦an⟧")
    check("ana@ex‸", "ana@ex", "⟦ana@ex⟧")
    check("\"Ana\" ru‸", "Ana ru", "⟦\"Ana\" ru⟧")
    check("=?utf-8?q?Ana?= ve‸", "Ana ve", "⟦=?utf-8?q?Ana?= ve⟧")
    check("mailto:an‸", "an", "⟦mailto:an⟧")
    check("‸", "", "⟦⟧")
    check("a@x.org, ‸", "", "a@x.org, ⟦⟧")
    check("a@x.org, ‸, b@x.org", "", "a@x.org, ⟦⟧, b@x.org", separatorAfter: true)
  }

  @Test func openQuotes() {
    check("\"Ruiz, An‸", "Ruiz, An", "⟦\"Ruiz, An⟧")
    check("\"Ruiz, An‸, bo@x.org", "Ruiz, An", "⟦\"Ruiz, An⟧, bo@x.org", separatorAfter: true)
    check(
      "\"Ruiz, An‸, bo@x.org, \"Li\" <l@x.org>", "Ruiz, An", "⟦\"Ruiz, An⟧, bo@x.org, \"Li\" <l@x.org>",
      separatorAfter: true)
    check("a@x.org, \"Ruiz, An‸", "Ruiz, An", "a@x.org, ⟦\"Ruiz, An⟧")
    check("\"Ines <ines@x.org>, om‸", "om", "\"Ines <ines@x.org>, ⟦om⟧")
    // Editors close quotes and brackets as they are opened.
    check("\"Ruiz, An‸\"", "Ruiz, An", "⟦\"Ruiz, An\"⟧")
    check("\"‸\"", "", "⟦\"\"⟧")
    check("Ana <‸>", "Ana", "⟦Ana <>⟧")
  }

  @Test func continuationLines() {
    check("bo@x.org,\n an‸", "an", "bo@x.org,\n ⟦an⟧")
    check("bo@x.org,\r\n\tan‸, c@x.org", "an", "bo@x.org,\r\n\t⟦an⟧, c@x.org", separatorAfter: true)
    check("bo@x.org, Ana\n ru‸", "Ana ru", "bo@x.org, ⟪Ana⟫\n ⟦ru⟧")
    check("bo@x.org,\n Ana\n ru‸", "Ana ru", "bo@x.org,⟪\n Ana⟫\n ⟦ru⟧")
    check("bo@x.org,\r\n Ana\r\n B\r\n ru‸", "Ana B ru", "bo@x.org,⟪\r\n Ana\r\n B⟫\r\n ⟦ru⟧")
    check("an‸\n , bo@x.org", "an", "⟦an⟧\n , bo@x.org", separatorAfter: true)
    check("Ana Ru‸iz\n <ana@x.org>", "Ana Ru", "⟦Ana Ruiz⟧\n <ana@x.org>")
    #expect(marked("a@x.org,\n‸ b@x.org") == nil)
  }

  @Test func separatorsThatAreDue() {
    check("bo@x.org an‸", "an", "bo@x.org,! ⟦an⟧")
    check("bo@x.org ‸", "", "bo@x.org,! ⟦⟧")
    check("Bo <bo@x.org> an ru‸", "an ru", "Bo <bo@x.org>,! ⟦an ru⟧")
    check("<bo@x.org> (home) an‸", "an", "<bo@x.org> (home),! ⟦an⟧")
    check("bo@x.org \"Ruiz, An‸", "Ruiz, An", "bo@x.org,! ⟦\"Ruiz, An⟧")
    check("bo@x.org c@y‸", "c@y", "bo@x.org,! ⟦c@y⟧")
    check("Team: bo@x.org; an‸", "an", "Team: bo@x.org;,! ⟦an⟧")
    check("bo@x.org\nan‸", "an", "bo@x.org\n⟦an⟧")
  }

  @Test func groups() {
    check("Team: an‸", "an", "Team: ⟦an⟧", group: true)
    check("Team: an‸;", "an", "Team: ⟦an⟧;", separatorAfter: true, group: true)
    check("Team: bo@x.org,an‸ ; c@x.org", "an", "Team: bo@x.org,⟦an⟧ ; c@x.org", separatorAfter: true, group: true)
    check("Team:;, an‸", "an", "Team:;, ⟦an⟧")
  }

  @Test func insideBrackets() {
    check("Ana <an‸", "Ana an", "⟦Ana <an⟧")
    check("Ana <an‸>", "Ana an", "⟦Ana <an>⟧")
    check("Ana <an‸, bo@x.org", "Ana an", "⟦Ana <an⟧, bo@x.org", separatorAfter: true)
    check("Ana <an‸ Bo <bo@x.org>", "Ana an", "⟦Ana <an⟧ Bo <bo@x.org>")
  }

  @Test func aWholeMailboxUnderTheCaretIsReplacedWhole() {
    check("Ana Ru‸iz <ana@x.org>, bo@x.org", "Ana Ru", "⟦Ana Ruiz <ana@x.org>⟧, bo@x.org", separatorAfter: true)
    check("Ana Ruiz‸ <ana@x.org>", "Ana Ruiz", "⟦Ana Ruiz <ana@x.org>⟧")
    check("Ana <ana@‸x.org> (home), bo@x.org", "Ana ana@", "⟦Ana <ana@x.org> (home)⟧, bo@x.org", separatorAfter: true)
    check("an‸a@x.org", "an", "⟦ana@x.org⟧")
    check("ana‸@x.org, bo@x.org", "ana", "⟦ana@x.org⟧, bo@x.org", separatorAfter: true)
    check("a@x.org b‸o@x.org", "b", "a@x.org,! ⟦bo@x.org⟧")
    check(
      "\"Ruiz, A‸na\" <ana@x.org>, bo@x.org", "Ruiz, A", "⟦\"Ruiz, Ana\" <ana@x.org>⟧, bo@x.org", separatorAfter: true)
  }

  @Test func whatMayBeSomebodyElseStays() {
    check("an‸ Ruiz <ana@x.org>", "an", "⟦an⟧ Ruiz <ana@x.org>")
    check("an‸ bo@x.org", "an", "⟦an⟧ bo@x.org")
    check("‸Ana <ana@x.org>", "", "⟦⟧Ana <ana@x.org>")
    check("a‸n rui, bo@x.org", "a", "⟦an⟧ rui, bo@x.org")
  }

  @Test func nothingIsCompletedInComments() {
    #expect(marked("(wor‸") == nil)
    #expect(marked("a@x.org (wor‸k), b@x.org") == nil)
    check("(work) an‸", "an", "⟦(work) an⟧")
  }

  @Test func anyBytesAndAnyCaret() {
    var random = Seeded(seed: 28)
    let alphabet = Array("ab@.,;:<>()[]\"\\ \t\r\n=?".utf8) + [0, 0x7f, 0xc3, 0xa9, 0xef, 0xbc, 0x8c, 0xff]
    for _ in 0..<20_000 {
      let value = (0..<Int.random(in: 0...24, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let caret = Int.random(in: -2...value.count + 2, using: &random)
      guard let fragment = Grammar.addressList.fragment(in: value, caret: caret) else { continue }
      let drawn = max(0, min(caret, value.count))
      #expect(fragment.range.lowerBound >= 0 && fragment.range.upperBound <= value.count)
      #expect(fragment.range.lowerBound <= drawn)
      #expect(!value[fragment.range].contains(0x0a), "\(value) \(caret)")
      if let removed = fragment.removed {
        #expect(removed.lowerBound >= 0 && removed.upperBound < fragment.range.lowerBound)
        #expect(value[removed.upperBound..<fragment.range.lowerBound].contains(0x0a))
      }
      if let separator = fragment.separatorAt { #expect(separator >= 0 && separator <= fragment.range.lowerBound) }
      #expect(fragment.query.utf8.last != 0x20)
    }
  }
}
