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
    var result: [UInt8] = []
    for offset in 0...value.count {
      for mark in marks where mark.offset == offset { result += Array(mark.mark.utf8) }
      if offset < value.count { result.append(value[offset]) }
    }
    return (fragment.query, String(decoding: result, as: UTF8.self), fragment)
  }

  private func check(
    _ text: String, _ query: String, _ expected: String, next: Fragment.Next = .nothing, separator: String = ", ",
    group: Bool = false,
    at location: SourceLocation = #_sourceLocation
  ) {
    let found = marked(text)
    #expect(found?.query == query, sourceLocation: location)
    #expect(found?.marked == expected, sourceLocation: location)
    #expect(found?.fragment.next == next, sourceLocation: location)
    #expect(found?.fragment.separator == separator, sourceLocation: location)
    #expect(found?.fragment.isInGroup == group, sourceLocation: location)
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
    check("a@x.org, ‸, b@x.org", "", "a@x.org, ⟦⟧, b@x.org", next: .separator)
  }

  @Test func openQuotes() {
    check("\"Ruiz, An‸", "Ruiz, An", "⟦\"Ruiz, An⟧")
    check("\"Ruiz, An‸, bo@x.org", "Ruiz, An", "⟦\"Ruiz, An⟧, bo@x.org", next: .separator)
    check(
      "\"Ruiz, An‸, bo@x.org, \"Li\" <l@x.org>", "Ruiz, An", "⟦\"Ruiz, An⟧, bo@x.org, \"Li\" <l@x.org>",
      next: .separator)
    check("a@x.org, \"Ruiz, An‸", "Ruiz, An", "a@x.org, ⟦\"Ruiz, An⟧")
    check("\"Ines <ines@x.org>, om‸", "om", "\"Ines <ines@x.org>, ⟦om⟧")
    #expect(marked("\"Ines <ines@x.org>, om‸")?.fragment.takesQuotes == false)
    // The quote that opens the next name is not the end of this one.
    check(
      "\"Ruiz, An‸, \"h h\"@y.org, \"k\" <k@y.org>", "Ruiz, An", "⟦\"Ruiz, An⟧, \"h h\"@y.org, \"k\" <k@y.org>",
      next: .separator)
    check(
      "\"Ruiz, An‸, \"Lee, Cy\" <cy@y.org>", "Ruiz, An", "⟦\"Ruiz, An⟧, \"Lee, Cy\" <cy@y.org>", next: .separator)
    check("\"Ruiz, An‸ \"Lee, Cy\" <cy@y.org>", "Ruiz, An", "⟦\"Ruiz, An⟧ \"Lee, Cy\" <cy@y.org>", next: .token)
    check("\"‸,\"I \\\"i\\\"\" <ii@y.org>", "", "⟦\"⟧,\"I \\\"i\\\"\" <ii@y.org>", next: .separator)
    // A quoted name may hold an address, and a quote that another follows may be anybody's.
    check(
      "\"ana‸@x.org\" <ana@x.org>, \"Bo\" <bo@x.org>, \"Cy\" <cy@x.org>", "ana",
      "⟦\"ana@x.org\" <ana@x.org>⟧, \"Bo\" <bo@x.org>, \"Cy\" <cy@x.org>", next: .separator)
    #expect(marked("\"Ruiz, A‸\"n, bo@x.org, \"Li\" <l@x.org>") == nil)
    #expect(marked("(Bo, bo@x.org, an‸")?.fragment.takesQuotes == false)
    // Editors close quotes and brackets as they are opened.
    check("\"Ruiz, An‸\"", "Ruiz, An", "⟦\"Ruiz, An\"⟧")
    check("\"Ruiz, An‸\" <a@x.org>", "Ruiz, An", "⟦\"Ruiz, An\"⟧ <a@x.org>", next: .token)
    check("\"‸\"", "", "⟦\"\"⟧")
    check("Ana <‸>", "Ana", "⟦Ana <>⟧")
  }

  @Test func continuationLines() {
    check("bo@x.org,\n an‸", "an", "bo@x.org,\n ⟦an⟧")
    check("bo@x.org,\r\n\tan‸, c@x.org", "an", "bo@x.org,\r\n\t⟦an⟧, c@x.org", next: .separator)
    check("bo@x.org, Ana\n ru‸", "Ana ru", "bo@x.org, ⟪Ana⟫\n ⟦ru⟧")
    check("bo@x.org,\n Ana\n ru‸", "Ana ru", "bo@x.org,⟪\n Ana⟫\n ⟦ru⟧")
    check("bo@x.org,\r\n Ana\r\n B\r\n ru‸", "Ana B ru", "bo@x.org,⟪\r\n Ana\r\n B⟫\r\n ⟦ru⟧")
    check("an‸\n , bo@x.org", "an", "⟦an⟧\n , bo@x.org", next: .separator)
    check("Ana Ru‸iz\n <ana@x.org>", "Ana Ru", "⟦Ana Ruiz⟧\n <ana@x.org>", next: .token)
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
    check("Team: an‸;", "an", "Team: ⟦an⟧;", next: .separator, group: true)
    check("Team: bo@x.org,an‸ ; c@x.org", "an", "Team: bo@x.org,⟦an⟧ ; c@x.org", next: .separator, group: true)
    check("Team:;, an‸", "an", "Team:;, ⟦an⟧")
  }

  @Test func insideBrackets() {
    check("Ana <an‸", "Ana an", "⟦Ana <an⟧")
    check("Ana <an‸>", "Ana an", "⟦Ana <an>⟧")
    check("Ana <an‸, bo@x.org", "Ana an", "⟦Ana <an⟧, bo@x.org", next: .separator)
    check("Ana <an‸ Bo <bo@x.org>", "Ana an", "⟦Ana <an⟧ Bo <bo@x.org>", next: .token)
  }

  @Test func aWholeMailboxUnderTheCaretIsReplacedWhole() {
    check("Ana Ru‸iz <ana@x.org>, bo@x.org", "Ana Ru", "⟦Ana Ruiz <ana@x.org>⟧, bo@x.org", next: .separator)
    check("Ana <ana@‸x.org> (home), bo@x.org", "Ana ana@", "⟦Ana <ana@x.org> (home)⟧, bo@x.org", next: .separator)
    check("an‸a@x.org", "an", "⟦ana@x.org⟧")
    check("ana‸@x.org, bo@x.org", "ana", "⟦ana@x.org⟧, bo@x.org", next: .separator)
    check("a@x.org b‸o@x.org", "b", "a@x.org,! ⟦bo@x.org⟧")
    check(
      "\"Ruiz, A‸na\" <ana@x.org>, bo@x.org", "Ruiz, A", "⟦\"Ruiz, Ana\" <ana@x.org>⟧, bo@x.org", next: .separator)
  }

  @Test func whatMayBeSomebodyElseStays() {
    check("an‸ Ruiz <ana@x.org>", "an", "⟦an⟧ Ruiz <ana@x.org>", next: .token)
    check("an‸ bo@x.org", "an", "⟦an⟧ bo@x.org", next: .token)
    check("‸Ana <ana@x.org>", "", "⟦⟧Ana <ana@x.org>", next: .token)
    check("a‸n rui, bo@x.org", "a", "⟦an⟧ rui, bo@x.org", next: .token)
    check("Ana Ruiz‸ <ana@x.org>", "Ana Ruiz", "⟦Ana Ruiz⟧ <ana@x.org>", next: .token)
    check("bo@x.org an‸ <x@x.org>", "an", "bo@x.org,! ⟦an⟧ <x@x.org>", next: .token)
    check("Bo <bo@x.org> an‸ <x@x.org>, q@x.org", "an", "Bo <bo@x.org>,! ⟦an⟧ <x@x.org>, q@x.org", next: .token)
    check("an‸，bo@x.org", "an", "⟦an⟧，bo@x.org", next: .separator)
    check("an[wo‸rk], bo@x.org", "an[wo", "⟦an[work]⟧, bo@x.org", next: .separator)
  }

  @Test func listsThatAreSeparatedBySemicolons() {
    let john = "Doe, John <j@x.org>; "
    check(john + "an‸", "an", john + "⟦an⟧", separator: "; ")
    check(john + "Lee, An‸", "Lee, An", john + "⟦Lee, An⟧", separator: "; ")
    check(john + "Lee, An‸ <an@x.org>", "Lee, An", john + "⟦Lee, An⟧ <an@x.org>", next: .token, separator: "; ")
    check(john + "Lee, A‸n <an@x.org>", "Lee, A", john + "⟦Lee, An <an@x.org>⟧", separator: "; ")
    check(john + "Lee, An <a‸n@x.org>", "Lee, An a", john + "⟦Lee, An <an@x.org>⟧", separator: "; ")
    check(john + "‸Lee, An <an@x.org>", "", john + "⟦⟧Lee, An <an@x.org>", next: .token, separator: "; ")
    check("an‸; Doe, John <j@x.org>", "an", "⟦an⟧; Doe, John <j@x.org>", next: .separator, separator: "; ")
    check("bo@x.org an‸; c@x.org", "an", "bo@x.org,! ⟦an⟧; c@x.org", next: .separator, separator: "; ")
    check("a@x.org; bo@x.org, an‸", "an", "a@x.org; bo@x.org, ⟦an⟧", separator: "; ")
    // A name and an address behind the comma would make a name of the word before it.
    #expect(marked("an , ‸; bo@x.org") == nil)
  }

  @Test func nothingIsCompletedInNames() {
    #expect(marked("Te‸am: bo@x.org, an@x.org;") == nil)
    #expect(marked("mail‸to:an@x.org") == nil)
    check("‸Team: bo@x.org;", "", "⟦⟧Team: bo@x.org;", next: .token)
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
