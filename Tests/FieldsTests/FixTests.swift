import Fields
import Support
import Testing

/// Edits that take a fault away: what they write, and that nobody else is touched.
@Suite struct FixTests {
  /// What each fix of a value makes of it, with its title.
  private func fixes(_ text: String, _ options: ReadingOptions = ReadingOptions()) -> [String] {
    let value = Array(text.utf8)
    return Grammar.addressList.read(value, options).faults.compactMap { fault in
      Grammar.addressList.fix(fault, in: value, options).map { fix in
        "\(fix.title)\(fix.isPreferred ? "" : "?") → \(String(decoding: fix.changes.applied(to: value), as: UTF8.self))"
      }
    }
  }

  @Test(arguments: [
    (" a@x.org, Bo <A@x.org>, c@x.org", "Remove Bo, which is here already →  a@x.org, c@x.org"),
    (" Ana <a@gmial.com>", "Change gmial.com to gmail.com →  Ana <a@gmail.com>"),
    (" K. Reyes <k@x.org>, b@x.org", "Put “K. Reyes” in quotes →  \"K. Reyes\" <k@x.org>, b@x.org"),
    (" T: K. Reyes <k@x.org>;", "Put “K. Reyes” in quotes →  T: \"K. Reyes\" <k@x.org>;"),
    (" Ines ines@x.org, b@x.org", "Put < > around ines@x.org →  Ines <ines@x.org>, b@x.org"),
    (" a@x.org,, b@x.org", "Remove the empty place →  a@x.org, b@x.org"),
    (" a@x.org, , b@x.org", "Remove the empty place →  a@x.org, b@x.org"),
    (" , a@x.org", "Remove the empty place →  a@x.org"),
    (" a@x.org, ", "Remove the comma at the end →  a@x.org"),
    (" a@x.org b@x.org", "Put a comma here →  a@x.org, b@x.org"),
    (" a@x.org; b@x.org", "Write a comma instead of ; →  a@x.org, b@x.org"),
    (" a@x.org；b@x.org", "Write a comma instead of ； →  a@x.org, b@x.org"),
    (" a\u{200b}@x.org", "Remove the character that cannot be seen →  a@x.org"),
    (" mailto:a@x.org?subject=Hi", "Write a@x.org instead of the link →  a@x.org"),
  ])
  func `a fault is mended`(text: String, expected: String) {
    #expect(fixes(text).contains(expected), "\(fixes(text))")
  }

  @Test(arguments: [
    (" Doe, J <j@x.org>", " \"Doe, J\" <j@x.org>"),
    (" a@x.org, Doe, Jane Ann <j@x.org>, b@x.org", " a@x.org, \"Doe, Jane Ann\" <j@x.org>, b@x.org"),
    (" K. Doe, J <j@x.org>", " \"K. Doe, J\" <j@x.org>"),
    (" Doe, j@x.org", nil), (" Doe, \"J\" <j@x.org>", nil), (" Doe; J <j@x.org>", nil),
    (" Doe,\n J <j@x.org>", nil), (" Doe, , J <j@x.org>", nil), (" doe@, J <j@x.org>", nil),
    (" T: Doe, J <j@x.org>;", nil), (" Doe, T: J <j@x.org>;", nil), (" Doe (x), J <j@x.org>", nil),
    (" a@x.org, J <j@x.org>", nil), (" =?utf-8?q?D=C3=B6e?=, J <j@x.org>", nil), (" Doe, J <j@x.org> K", nil),
    (" Doe, J (c) <j@x.org>", nil), (" \"Doe\", J <j@x.org>", nil), (" Doe, Jr., J", nil),
  ])
  func `G2 a name that a comma cut in two becomes one only by somebody's hand`(text: String, expected: String?) {
    let value = Array(text.utf8)
    let made = Grammar.addressList.read(value, ReadingOptions()).faults.compactMap {
      Grammar.addressList.rejoining($0, in: value, ReadingOptions())
    }
    #expect(
      made.map { String(decoding: $0.changes.applied(to: value), as: UTF8.self) } == (expected.map { [$0] } ?? []))
    #expect(made.allSatisfy { !$0.isPreferred })
  }

  @Test func `one too many goes only if somebody wants that`() {
    #expect(fixes(" a@x.org, b@x.org", ReadingOptions(field: "Sender")) == ["Remove b@x.org? →  a@x.org"])
  }

  @Test func `what nobody can know is not offered`() {
    for text in [" \"Ana <a@x.org>", " ana", " a@@x.org", " a@x..org", " Ana", " T: a@x.org, A@x.org;"] {
      #expect(fixes(text) == [], "\(text)")
    }
  }

  @Test func `each fix takes its fault away and leaves everybody else`() {
    let pieces = [
      "a@x.org", "A@X.org", "K. Reyes <k@x.org>", "Ines i@x.org", "g@gmial.com", "mailto:m@x.org?cc=z@x.org", "ana", "",
      "\"Li, Mei\" <mei@x.org>", "T: t@x.org, K. T <k2@x.org>;", "n\u{200b}n@x.org", "b@x.org c@x.org",
      "Ana \u{7} <an@x.org>",
      "x@-y.org", "(note) d@x.org", "é <e@x.org>", "\"open <o@x.org>",
    ]
    let separators = [", ", ",", "; ", ",\n ", " , ", "；", " ", ",\r\n\t"]
    var random = Seeded(seed: 21)
    var made = 0
    for number in 0..<20_000 {
      var text = " "
      for index in 0..<Int.random(in: 1...6, using: &random) {
        if index > 0 { text += separators.randomElement(using: &random) ?? "," }
        text += pieces.randomElement(using: &random) ?? ""
      }
      let value = Array(text.utf8)
      let options = ReadingOptions(field: Bool.random(using: &random) ? "To" : "Sender")
      let before = Grammar.addressList.read(value, options)
      for fault in before.faults {
        guard let fix = Grammar.addressList.fix(fault, in: value, options) else { continue }
        made += 1
        let changed = fix.changes.applied(to: value)
        let after = Grammar.addressList.read(changed, options)
        func values(_ reading: Reading, _ value: [UInt8], without fault: Range<Int>?) -> [String] {
          reading.tokens.filter { token in fault.map { !$0.overlaps(token.range) } ?? true }
            .map { Grammar.addressList.value($0, in: value) }
        }
        let others = values(before, value, without: fault.range)
        var left = values(after, changed, without: nil)
        for other in others {
          if let place = left.firstIndex(of: other) { left.remove(at: place) } else { left.append("lost \(other)") }
        }
        let isLost = left.contains { $0.hasPrefix("lost") } || left.count > 1
        if isLost
          || after.faults.filter({ $0.rule == fault.rule }).count
            >= before.faults.filter({ $0.rule == fault.rule }).count
        {
          Issue.record(
            "\(number): \(text.debugDescription), \(fix.title): \(String(decoding: changed, as: UTF8.self).debugDescription)"
          )
        }
      }
    }
    #expect(made > 10_000)
  }
}
