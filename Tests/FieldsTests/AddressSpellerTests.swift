import Fields
import Support
import Testing

/// Writing one mailbox, and reading it back.
@Suite struct AddressSpellerTests {
  private func check(
    _ name: String, _ value: String, _ expected: String, at location: SourceLocation = #_sourceLocation
  ) {
    #expect(Grammar.addressList.spell(name: name, value: value) == expected, sourceLocation: location)
  }

  @Test func quotesOnlyWhenNeeded() {
    check("Ana Ruiz", "ana@x.org", "Ana Ruiz <ana@x.org>")
    check("Zoë Łuczak", "z@x.org", "Zoë Łuczak <z@x.org>")
    check("Ruiz, Ana", "ana@x.org", "\"Ruiz, Ana\" <ana@x.org>")
    check("K. Reyes", "k@x.org", "\"K. Reyes\" <k@x.org>")
    check("O'Neil, \"Bo\"", "bo@x.net", "\"O'Neil, \\\"Bo\\\"\" <bo@x.net>")
    check("a\\b", "bo@x.net", "\"a\\\\b\" <bo@x.net>")
    check("Jose\u{301}", "j@x.org", "Jose\u{301} <j@x.org>")
    check("Ops: x", "o@x.org", "\"Ops: x\" <o@x.org>")
  }

  @Test func leavesOutWhatSaysNothing() {
    check("", "ana@x.org", "ana@x.org")
    check(" \u{200b}\n", "ana@x.org", "ana@x.org")
    check("ana@x.org", "ana@x.org", "ana@x.org")
    check("Ana@X.org", "ana@x.org", "ana@x.org")
    check("", "", "")
    check("\u{0}", "\u{1}", "")
  }

  @Test func nothingSmugglesALineOrARecipient() {
    check("X\r\nBcc: eve@x.net", "x@x.org", "\"X Bcc: eve@x.net\" <x@x.org>")
    check("X\u{2028}Y\u{2029}Z\u{85}W\u{b}V", "x@x.org", "X Y Z W V <x@x.org>")
    check("X\u{202e}Y\u{7}\u{9b}", "x@x.org", "XY <x@x.org>")
    check("X>, eve@x.net, <", "x@x.org", "\"X>, eve@x.net, <\" <x@x.org>")
    check("Ana", "x@x.org>, <eve@x.net", "Ana <\"x@x.org>, <eve@x.net\">")
    check("", "x@x.org, eve@x.net", "<\"x@x.org, eve@x.net\">")
    check("Ana", "a@x.org\r\nBcc: e@x.net", "Ana <\"a@x.orgBcc: e@x.net\">")
    check("=?utf-8?q?Eve?=", "x@x.org", "\"\\=?utf-8?q?Eve?=\" <x@x.org>")
  }

  @Test func localPartsGetTheirQuotes() {
    check("", "a b@x.org", "\"a b\"@x.org")
    check("Ana", "a\"b@x.org", "Ana <\"a\\\"b\"@x.org>")
    check("Ana", "\"a b\"@x.org", "Ana <\"a b\"@x.org>")
    check("Ana", "\"ab\"@x.org", "Ana <ab@x.org>")
    check("Ana", ".a@x.org", "Ana <\".a\"@x.org>")
    check("Ana", "a@[192.0.2.1]", "Ana <a@[192.0.2.1]>")
    // With two `@` nobody knows which one counts: it is seen and marked, and no mail goes anywhere.
    check("Ana", "a@b@x.org", "Ana <\"a@b@x.org\">")
    check("Ana", "a@x y", "Ana <\"a@x y\">")
  }

  @Test func wordsAndNamesAlone() {
    check("", "team", "team")
    check("Team", "team", "team")
    check("The Team", "team", "The Team <team>")
    check("Ana", "", "\"Ana\"")
    check("", "two words", "<\"two words\">")
    check("", "mailto:a", "<\"mailto:a\">")
  }

  /// Names and addresses of every kind; the same ones on every run.
  private struct Names {
    var random = Seeded(seed: 7)

    static let pieces = [
      "Ana", "Ruiz", " ", "  ", ",", ";", ":", "<", ">", "(", ")", "[", "]", "@", "\\", "\"", ".", "=?utf-8?q?a?=",
      "=?", "?=", "\r\n", "\n ", "\t", "\u{0}", "\u{7f}", "\u{85}", "\u{2028}", "\u{200b}", "\u{200d}", "\u{feff}", "é",
      "e\u{301}", "李", "，", "、", "😀", "👩‍👧", "\u{a0}", "mailto:", "mailto", "'", "a@b.org", "\u{10ffff}", "\u{ad}",
    ]

    mutating func name() -> String {
      var name = ""
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        if Int.random(in: 0..<4, using: &random) == 0,
          let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10ffff, using: &random))
        {
          name.unicodeScalars.append(scalar)
        } else {
          name += Self.pieces.randomElement(using: &random) ?? ""
        }
      }
      return name
    }

    mutating func address() -> (local: String, domain: String) {
      let domains = ["x.org", "bücher.example", "[192.0.2.1]", "a-b.c", "xn--bcher-kva.example", "[IPv6:2001:db8::1]"]
      var local = name()
      // One that begins with a quote may be a quoted string already; those are tested by hand.
      if local.unicodeScalars.first(where: { $0.value > 0x20 }) == "\"" { local = "q" + local }
      return (local.isEmpty ? "a" : local, domains.randomElement(using: &random) ?? "x.org")
    }
  }

  /// A name as it should be shown: line breaks and blanks are one blank, what cannot be seen is gone.
  private func cleaned(_ name: String) -> String {
    let blanks: Set<UInt32> = [0x9, 0xa, 0xb, 0xc, 0xd, 0x20, 0x85, 0x2028, 0x2029]
    let scalars = name.unicodeScalars.filter { isShown($0) || blanks.contains($0.value) }
    let words = scalars.split { blanks.contains($0.value) }
    return words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
  }

  /// A text with a backslash before each quote, backslash and `=` before `?`.
  private func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    let all = Array(text.unicodeScalars)
    for (index, scalar) in all.enumerated() {
      let isEncodedWord = scalar == "=" && index + 1 < all.count && all[index + 1] == "?"
      if scalar == "\"" || scalar == "\\" || isEncodedWord { result.append("\\") }
      result.append(scalar)
    }
    return String(result)
  }

  private func isDotAtom(_ text: String) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return words.allSatisfy { word in !word.isEmpty && !word.contains { " ()<>[]:;@,\\\"".utf8.contains($0) } }
  }

  private func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0, 0x200b, 0xfeff, 0x202a...0x202e, 0x2066...0x2069, 0x2028, 0x2029: false
    default: true
    }
  }

  @Test func whatIsSpelledReadsBack() {
    let grammar = Grammar.addressList
    var names = Names()
    var wrong: [String] = []
    for _ in 0..<20_000 {
      let name = names.name()
      var (local, domain) = names.address()
      let text = grammar.spell(name: name, value: "\(local)@\(domain)")
      local = String(String.UnicodeScalarView(local.unicodeScalars.filter(isShown)))
      let isGuess = local.utf8.contains(UInt8(ascii: "@"))
      let written = local.isEmpty || isDotAtom(local) ? local : "\"\(escaped(local))\""
      let expected = isGuess ? "" : "\(written)@\(domain)"

      let value = Array(text.utf8)
      let tokens = grammar.read(value, ReadingOptions()).tokens
      guard tokens.count == 1, let token = tokens.first, token.range == 0..<value.count else {
        wrong.append("not one token: \(text.debugDescription)")
        continue
      }
      let display = grammar.display(token, in: value)
      let shown = cleaned(name)
      let isNamed = !shown.isEmpty && grammar.key(ofValue: shown) != grammar.key(ofValue: expected)
      let label: String? = isNamed ? shown : isGuess ? nil : expected
      if scalars(grammar.value(token, in: value)) != scalars(expected) {
        wrong.append("value: \(text.debugDescription)")
      }
      if let label, scalars(display) != scalars(label) { wrong.append("display: \(text.debugDescription)") }
      if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) { wrong.append("controls: \(text.debugDescription)") }
      guard !isGuess else { continue }
      let again = grammar.spell(name: display, value: expected)
      if scalars(again) != scalars(text) { wrong.append("again: \(text.debugDescription)") }
    }
    #expect(wrong == [])
  }

  @Test func namesAndWordsWithoutAddressReadBack() {
    var names = Names()
    for _ in 0..<5_000 {
      let name = names.name()
      let text = Grammar.addressList.spell(name: name, value: "")
      let value = Array(text.utf8)
      let tokens = Grammar.addressList.read(value, ReadingOptions()).tokens
      #expect(tokens.count == (cleaned(name).isEmpty ? 0 : 1))
      #expect(tokens.allSatisfy { Grammar.addressList.value($0, in: value).isEmpty })
      #expect(tokens.allSatisfy { scalars(Grammar.addressList.display($0, in: value)) == scalars(cleaned(name)) })
    }
  }

  @Test func aListOfWhatIsSpelledReadsBack() {
    var names = Names()
    for _ in 0..<2_000 {
      var texts: [String] = []
      for index in 0..<4 {
        texts.append(Grammar.addressList.spell(name: names.name(), value: "\(index)\(names.address().local)@x.org"))
      }
      let value = Array(texts.joined(separator: ", ").utf8)
      let tokens = Grammar.addressList.read(value, ReadingOptions()).tokens
      #expect(tokens.map { String(decoding: value[$0.range], as: UTF8.self) } == texts)
    }
  }

  private func scalars(_ text: String) -> [Unicode.Scalar] {
    Array(text.unicodeScalars)
  }
}
