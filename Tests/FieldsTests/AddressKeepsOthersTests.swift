import Fields
import Support
import Testing

/// An accepted candidate never costs or changes another recipient, wherever the caret stands.
@Suite struct AddressKeepsOthersTests {
  /// Recipients as they stand in lists, with the addresses of each.
  private static let recipients: [(text: String, addresses: [String])] = [
    ("bo@y.org", ["bo@y.org"]), ("Bo Lee <bl@y.org>", ["bl@y.org"]), ("\"Lee, Cy\" <cy@y.org>", ["cy@y.org"]),
    ("dd@y.org (Dee (D) , x)", ["dd@y.org"]), ("Team: t1@y.org, \"T, 2\" <t2@y.org>;", ["t1@y.org", "t2@y.org"]),
    ("=?utf-8?Q?E=2C?= <ee@y.org>", ["ee@y.org"]), ("<ff@y.org>", ["ff@y.org"]), ("José G <gg@y.org>", ["gg@y.org"]),
    ("undisclosed-recipients:;", []), ("\"h h\"@y.org", ["\"h h\"@y.org"]),
    ("\"I \\\"i\\\"\" <ii@y.org>", ["ii@y.org"]),
    ("Kj <@r.org:kk@y.org>", ["kk@y.org"]), ("ll@[1.2.3.4]", ["ll@[1.2.3.4]"]),
    ("Mm\u{301} 😀 <mm@y.org>", ["mm@y.org"]),
    ("mailto:nn@y.org", ["nn@y.org"]), ("Oo [work] <oo@y.org>", ["oo@y.org"]), ("Pp <mailto:pp@y.org>", ["pp@y.org"]),
    ("\"qq@y.org\" <q2@y.org>", ["q2@y.org"]), ("\"Rr (r@z)\" <rr@y.org>", ["rr@y.org"]),
  ]
  private static let typed = [
    "an", "Ruiz", "\"Ruiz, An", "ana rui", "张", "ana@", "aa@z.org", "Ruiz, An", "<ana", "Ana <ana", "\"", "",
    "\"Ana\" ru",
    "(x", "Ana <", "\"Ruiz, An\" <", "an,", "an;", "=?utf-8?q?An?=",
  ]
  private static let candidates = [
    ("Ana Ruiz", "new@z.org"), ("", "new@z.org"), ("Ruiz, Ana", "new@z.org"), ("Ana (R) \"A\"", "new@z.org"),
    ("Close ) \"", "new@z.org"),
  ]

  @Test(arguments: [1, 2, 3, 4]) func drafts(seed: UInt64) {
    var random = Seeded(seed: seed)
    for _ in 0..<2_000 {
      let draft = Draft(&random)
      let carets = [draft.typedEnd] + (0..<4).map { _ in Int.random(in: 0...draft.bytes.count, using: &random) }
      for caret in carets { check(draft, caret, &random) }
    }
  }

  /// A list of recipients with something that is being typed among them.
  private struct Draft {
    var bytes: [UInt8] = []
    var typedEnd = 0
    /// Where the recipients stand whose text is whole, with their addresses.
    var spans: [(range: Range<Int>, addresses: [String])] = []

    init(_ random: inout Seeded) {
      let count = Int.random(in: 0...3, using: &random)
      let place = Int.random(in: 0...count, using: &random)
      let end = ["\n", "\r\n"].randomElement(using: &random) ?? "\n"
      let isOutlook = Int.random(in: 0..<4, using: &random) == 0
      let separators = isOutlook ? ["; ", ";", ";\(end) "] : [", ", ",", ",\(end) ", ",\(end)\t", " , "]
      // Names may hold commas there, and a colon would end it.
      let here =
        isOutlook ? recipients.filter { !$0.text.contains(":") } + [("Doe, John <dj@y.org>", ["dj@y.org"])] : recipients
      var others = here.shuffled(using: &random)
      for index in 0...count {
        if index > 0 { bytes += Array((separators.randomElement(using: &random) ?? ", ").utf8) }
        if index == place {
          bytes += Array((typed.randomElement(using: &random) ?? "").utf8)
          typedEnd = bytes.count
        } else if let recipient = others.popLast() {
          let start = bytes.count
          bytes += Array(recipient.text.utf8)
          spans.append((start..<bytes.count, recipient.addresses))
        }
      }
    }
  }

  private func addresses(_ bytes: [UInt8]) -> [String] {
    Grammar.addressList.read(bytes, ReadingOptions()).tokens.filter { $0.form == .address || $0.form == .link }
      .map { Grammar.addressList.value($0, in: bytes) }
  }

  private func check(_ draft: Draft, _ caret: Int, _ random: inout Seeded) {
    guard let fragment = Grammar.addressList.fragment(in: draft.bytes, caret: caret),
      let candidate = Self.candidates.randomElement(using: &random)
    else { return }
    let spelled = Grammar.addressList.spell(name: candidate.0, value: candidate.1)
    guard fragment.takesQuotes || !spelled.contains("\"") else { return }
    let edited = fragment.applying(spelled, to: draft.bytes, endsWithSeparator: Bool.random(using: &random))
    let marked = String(decoding: draft.bytes[..<caret] + Array("‸".utf8) + draft.bytes[caret...], as: UTF8.self)
    let result = String(decoding: edited, as: UTF8.self)
    let before = addresses(draft.bytes)
    var after = addresses(edited)
    #expect(after.filter { $0 == candidate.1 }.count == 1, "\(marked) → \(result)")
    after.removeAll { $0 == candidate.1 }
    for (range, addresses) in draft.spans where caret <= range.lowerBound || range.upperBound < caret {
      for address in addresses {
        // A quote that is open elsewhere may hide a recipient from the reader; then its text has to stay.
        let stays = before.contains(address) ? after.contains(address) : result.contains(address)
        #expect(stays, "\(marked) → \(result)")
      }
    }
    for address in after where !address.contains("z.org") {
      #expect(
        before.contains(address) || draft.spans.contains { $0.addresses.contains(address) }, "\(marked) → \(result)")
    }
  }

  @Test func aPropositionIsMadeWhereOneTypes() {
    var random = Seeded(seed: 7)
    var (offered, count) = (0, 0)
    for _ in 0..<2_000 {
      let draft = Draft(&random)
      count += 1
      if Grammar.addressList.fragment(in: draft.bytes, caret: draft.typedEnd) != nil { offered += 1 }
    }
    #expect(offered * 100 >= count * 90, "\(offered) of \(count)")
  }
}
