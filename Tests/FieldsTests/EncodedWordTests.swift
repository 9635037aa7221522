import Fields
import Testing

/// Encoded words and the charsets that they name (RFC 2047).
@Suite struct EncodedWordTests {
  private func check(
    _ name: String, _ display: String, broken: [String] = [], at location: SourceLocation = #_sourceLocation
  ) {
    let found = AddressReadings("\(name) <a@x.org>")
    #expect(found.tokens == ["\(display) → a@x.org"], sourceLocation: location)
    #expect(found.faults == broken.map { "bad-encoded-word ⟦\($0)⟧" }, sourceLocation: location)
  }

  @Test func adjacentWords() {
    check("=?utf-8?q?a?=\r\n =?utf-8?q?b?=", "ab")
    check("=?utf-8?q?a?= b =?utf-8?q?c?=", "a b c")
    check("=?utf-8?q?a?= (x) =?utf-8?q?b?=", "a b")
    check("=?utf-8?q?a?==?utf-8?q?b?=", "ab")
    check("=?utf-8?q?J=C3?= =?iso-8859-1?q?=FC?=", "=?utf-8?q?J=C3?=ü", broken: ["=?utf-8?q?J=C3?="])
  }

  @Test func aCharacterSplitBetweenWordsIsJoinedAndMarked() {
    check("=?utf-8?q?In=C3?= =?UTF-8?b?qXM=?=", "Inés", broken: ["=?utf-8?q?In=C3?=", "=?UTF-8?b?qXM=?="])
  }

  @Test func charsets() {
    check("=?us-ascii?q?a?=", "a")
    check("=?us-ascii?q?=E9?=", "=?us-ascii?q?=E9?=", broken: ["=?us-ascii?q?=E9?="])
    check("=?iso-8859-15?q?=A4=BD?=", "€œ")
    check("=?windows-1252?q?=80=93a=94?=", "€“a”")
    check("=?ISO-8859-1?q?=93a=94=E9?=", "“a”é")
    check("=?koi8-r?b?8tXTz9c=?=", "Русов")
    check("=?iso-2022-jp?b?GyRCRnxLXBsoQg==?=", "日本")
    check("=?gb2312?b?1tDOxA==?=", "中文")
    check("=?big5?b?pKQ=?=", "中")
    check("=?euc-kr?b?x9HAuw==?=", "한을")
    check("=?utf-16be?b?TimHZQ==?=", "\u{4e29}\u{8765}")
    check("=?shift_jis?b?k/qWew==?=", "日本")
    check("=?euc-jp?q?=FF?=", "=?euc-jp?q?=FF?=", broken: ["=?euc-jp?q?=FF?="])
    check("=?x-none?q?a?=", "=?x-none?q?a?=", broken: ["=?x-none?q?a?="])
    check("=?utf-8//translit?q?a?=", "=?utf-8//translit?q?a?=", broken: ["=?utf-8//translit?q?a?="])
  }

  @Test func encodings() {
    check("=?utf-8?x?a?=", "=?utf-8?x?a?=", broken: ["=?utf-8?x?a?="])
    check("=?utf-8?q?a=4?=", "=?utf-8?q?a=4?=", broken: ["=?utf-8?q?a=4?="])
    check("=?utf-8?q??=x", "x")
    check("=?utf-8?b?YWI?=", "ab", broken: ["=?utf-8?b?YWI?="])
    check("=?utf-8?b?YQ==YQ==?=", "=?utf-8?b?YQ==YQ==?=", broken: ["=?utf-8?b?YQ==YQ==?="])
    check("=?utf-8?b?Y?=", "=?utf-8?b?Y?=", broken: ["=?utf-8?b?Y?="])
  }

  @Test func whatOnlyLooksLikeOne() {
    check("=?utf-8?q?a b?=", "=?utf-8?q?a b?=")
    check("a=?utf-8?q?b?=", "a=?utf-8?q?b?=")
    check("=?utf-8?=", "=?utf-8?=")
    check("\"\\=?utf-8?q?a?=\"", "=?utf-8?q?a?=")
  }

  @Test func placesWhereNoneMayStand() {
    let found = AddressReadings("=?utf-8?q?ana?=@x.org, <a@=?utf-8?q?b?=.org>")
    #expect(
      found.tokens == [
        "=?utf-8?q?ana?=@x.org → =?utf-8?q?ana?=@x.org", "a@=?utf-8?q?b?=.org → a@=?utf-8?q?b?=.org",
      ])
    #expect(found.faults == ["bad-encoded-word ⟦=?utf-8?q?ana?=⟧", "bad-encoded-word ⟦=?utf-8?q?b?=⟧"])
    check("\"=?utf-8?q?a?= =?utf-8?q?b?=\"", "ab", broken: ["=?utf-8?q?a?=", "=?utf-8?q?b?="])
    check("=?utf-8?q?J._Roth?=", "J. Roth", broken: ["=?utf-8?q?J._Roth?="])
    let comment = AddressReadings("a@x.org (=?utf-8?q?J._R=C3=B6th?= =?utf-8?q?_b?=)")
    #expect(comment.tokens == ["J. Röth b → a@x.org"])
    #expect(comment.faults.isEmpty)
  }
}
