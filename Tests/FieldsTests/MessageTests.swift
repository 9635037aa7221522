import Fields
import Testing

/// What people are told about faults.
@Suite struct MessageTests {
  private func messages(_ text: String, field: String? = nil) -> [String] {
    let value = Array(text.utf8)
    return Grammar.addressList.read(value, ReadingOptions(field: field)).faults.map {
      $0.rule.message($0, text: String(decoding: value[$0.range], as: UTF8.self))
    }
  }

  @Test func nameTheTextAndTheRemedy() {
    #expect(messages("a@gmial.com") == ["“gmial.com” looks like a misspelling of gmail.com"])
    #expect(messages("ines") == ["“ines” has no domain; no alias of that name is known"])
    #expect(messages("ines@") == ["“ines@” has no domain"])
    #expect(messages("a@x.org\nb@x.org") == ["A comma should stand here"])
    #expect(messages("a@x.org; b@x.org") == ["“;” should be a comma"])
    #expect(messages("a@x.org\u{200b}") == ["A character that cannot be seen: U+200B ZERO WIDTH SPACE"])
    #expect(messages("Ana <a@x.org>, a@x.org") == ["“a@x.org” is here already, as “Ana”"])
    #expect(messages("a@x.org, a@x.org") == ["“a@x.org” is here already"])
    #expect(messages("A: B: a@x.org;;") == ["The group “B:” cannot stand in another group"])
    #expect(messages("A: a@x.org;", field: "Return-Path") == ["The group “A:” cannot stand in Return-Path"])
    #expect(messages("a@x.org, b@x.org", field: "Sender") == ["“b@x.org” is one too many; the limit is 1"])
    #expect(
      messages("\"=?utf-8?q?a?=\" <a@x.org>") == ["The encoded word “=?utf-8?q?a?=” must not stand in quotes"])
  }

  @Test func tellObsoleteFormsApart() {
    let text = Array("to \t: a . b@x.org,\n \n c@x.org\n\n".utf8)
    let finding = Finder.mail.find(in: Text(text))
    let faults =
      finding.faults
      + finding.fields.flatMap { field in
        field.grammar.read(Array(text[field.valueRange]), field.options).faults.map { fault in
          Fault(fault.rule, fault.range.shifted(by: field.valueRange.lowerBound), detail: fault.detail)
        }
      }
    #expect(
      faults.map { $0.rule.message($0, text: String(decoding: text[$0.range], as: UTF8.self)) } == [
        "A blank stands between To and its colon; some programs take this for no field",
        "“a . b@x.org” is an obsolete form", "A line of blanks; some servers end the header here",
      ])
  }

  @Test func everyRuleHasOneOfItsOwn() {
    var seen: Set<String> = []
    for rule in Rule.allCases {
      let message = rule.message(Fault(rule, 0..<1, detail: "detail"), text: "text")
      #expect(message.contains("text") || message.contains("detail") || message.count > 15)
      #expect(!message.hasSuffix("."))
      #expect(seen.insert(message).inserted, "\(rule)")
      #expect(!rule.message(Fault(rule, 0..<0), text: "").isEmpty)
    }
    #expect(Rule.allCases.count == 56)
  }

  @Test func stayOnOneShortLine() {
    let long = String(repeating: "x\u{1b}\n", count: 500)
    for rule in Rule.allCases {
      let message = rule.message(Fault(rule, 0..<1), text: long)
      #expect(message.count < 160)
      #expect(!message.utf8.contains { $0 < 0x20 })
    }
  }

  @Test func severities() {
    func rules(_ severity: Severity) -> Set<Rule> { Set(Rule.allCases.filter { $0.severity == severity }) }
    #expect(
      rules(.information) == [
        .needsSMTPUTF8, .obsoleteSyntax, .misplacedTrailer, .ownAddress, .oldAddress, .onlyBcc, .wrongName,
      ])
    #expect(
      rules(.hint) == [
        .emptyItem, .trailingSeparator, .needsQuotes, .mailtoURL, .typoDomain, .unsafeForSender, .groupExpanded,
        .outsideDomain, .tagVariant,
      ])
    #expect(AddressReadings("Ops: a@x.org").reading.faults.map(\.severity) == [.warning])
    #expect(AddressReadings("<a@x.org").reading.faults.map(\.severity) == [.error])
  }
}
