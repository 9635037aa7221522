import Fields
import Testing

/// The cases of header blocks, each with its text, tokens, groups and diagnostics: `Cases/mail-headers.jsonl`.
@Suite struct PlacesCasesTests {
  static let cases = AddressCase.all("mail-headers")

  @Test func allCasesAreThere() {
    #expect(Self.cases.count == 6)
  }

  @Test(arguments: cases)
  func readsAsTheCaseSays(_ example: AddressCase) {
    let text = Text(Array(example.text.utf8))
    let finding = Finder.mail.find(in: text)
    let readings = finding.fields.map { $0.grammar.read(text.bytes($0.valueRange), $0.options) }
    var tokens: [AddressCase.Token] = []
    var groups: [AddressCase.Group] = []
    var faults = finding.faults + Finding.duplicates(among: finding.fields, readings) { text.bytes($0.valueRange) }
    for (field, reading) in zip(finding.fields, readings) {
      let value = text.bytes(field.valueRange)
      let base = field.valueRange.lowerBound
      tokens += reading.tokens.map { token in
        AddressCase.Token(
          text: String(decoding: value[token.range], as: UTF8.self), display: field.grammar.display(token, in: value),
          value: field.grammar.value(token, in: value), start: token.range.lowerBound + base,
          end: token.range.upperBound + base, field: field.name, group: token.group.map { reading.groups[$0].name })
      }
      groups += reading.groups.map { group in
        AddressCase.Group(
          name: group.name, text: String(decoding: value[group.range], as: UTF8.self),
          start: group.range.lowerBound + base, end: group.range.upperBound + base)
      }
      faults += reading.faults.map { Fault($0.rule, $0.range.shifted(by: base)) }
    }
    #expect(tokens == example.tokens, "\(example.why)")
    #expect(groups == example.groups ?? [], "\(example.why)")
    let diagnostics = faults.sorted(by: Fault.isOrdered).map {
      AddressCase.Diagnostic(code: $0.rule.rawValue, start: $0.range.lowerBound, end: $0.range.upperBound)
    }
    #expect(diagnostics == example.diagnostics, "\(example.why)")
  }

  @Test func marksThePersonThatIsLessInView() {
    check("Cc: ⟦A <A@X.example>⟧\nTo: a@x.example\n\n")
    check("To: a@x.example\nBcc: b@x.example, ⟦a@x.example⟧\nCc: ⟦a@x.example⟧\n\n")
    check("Resent-To: a@x.example\nTo: a@x.example\nResent-Cc: ⟦a@x.example⟧\nFrom: a@x.example\n\n")
    check("To: a@x.example\nTo: b@x.example, ⟦a@x.example⟧\n\n")
    check("Cc: a@x.example\nCc: b@x.example\n\n")
    check("To: \nCc: ,\n\n")
  }

  /// Reads a header block in which the repeated entries of other fields stand between `⟦ ⟧`.
  private func check(_ marked: String, _ location: SourceLocation = #_sourceLocation) {
    var bytes: [UInt8] = []
    var expected: [Range<Int>] = []
    var start = 0
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦": start = bytes.count
      case "⟧": expected.append(start..<bytes.count)
      default: bytes += String(scalar).utf8
      }
    }
    let text = Text(bytes)
    let fields = Finder.mail.find(in: text).fields
    let readings = fields.map { $0.grammar.read(text.bytes($0.valueRange), $0.options) }
    let faults = Finding.duplicates(among: fields, readings) { text.bytes($0.valueRange) }
    #expect(faults.map(\.range) == expected, sourceLocation: location)
    #expect(faults.allSatisfy { $0.rule == .duplicate && $0.related != nil }, sourceLocation: location)
  }
}
