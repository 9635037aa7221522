import Fields
import Foundation
import Testing

/// The cases of address lists, each with its text, tokens, groups and diagnostics: `Cases/address-list.jsonl`.
@Suite struct AddressCasesTests {
  static let cases = AddressCase.all("address-list")

  @Test func allCasesAreThere() {
    #expect(Self.cases.count == 107)
  }

  @Test(arguments: cases)
  func readsAsTheCaseSays(_ example: AddressCase) {
    let value = Array(example.text.utf8)
    var options = ReadingOptions(field: example.opts?.field, max: example.opts?.max, caret: example.opts?.cursor)
    options.aliases = Set((example.opts?.aliases ?? []).map(Identity.fold))
    let reading = Grammar.addressList.read(value, options)
    let tokens = reading.tokens.map { token in
      AddressCase.Token(
        text: String(decoding: value[token.range], as: UTF8.self),
        display: Grammar.addressList.display(token, in: value), value: Grammar.addressList.value(token, in: value),
        start: token.range.lowerBound, end: token.range.upperBound, group: token.group.map { reading.groups[$0].name })
    }
    #expect(tokens == example.tokens, "\(example.why)")
    let groups = reading.groups.map { group in
      AddressCase.Group(
        name: group.name, text: String(decoding: value[group.range], as: UTF8.self), start: group.range.lowerBound,
        end: group.range.upperBound)
    }
    #expect(groups == example.groups ?? [], "\(example.why)")
    let diagnostics = reading.faults.map {
      AddressCase.Diagnostic(code: $0.rule.rawValue, start: $0.range.lowerBound, end: $0.range.upperBound)
    }
    #expect(diagnostics == example.diagnostics, "\(example.why)")
  }
}

/// One line of the file of cases.
struct AddressCase: Decodable, CustomTestStringConvertible {
  struct Token: Decodable, Equatable {
    var text: String
    var display: String
    var value: String
    var start: Int
    var end: Int
    /// The header field, where the case has several.
    var field: String?
    var group: String?
  }

  struct Group: Decodable, Equatable {
    var name: String
    var text: String
    var start: Int
    var end: Int
  }

  struct Diagnostic: Decodable, Equatable {
    var code: String
    var start: Int
    var end: Int
  }

  struct Options: Decodable {
    var field: String?
    var max: Int?
    var aliases: [String]?
    var cursor: Int?
  }

  var id: String
  var text: String
  var tokens: [Token]
  var groups: [Group]?
  var diagnostics: [Diagnostic]
  var opts: Options?
  var why: String

  var testDescription: String { id }

  /// All cases of a kind; none if its file cannot be read, which a test would notice.
  static func all(_ kind: String) -> [AddressCase] {
    guard let url = Bundle.module.url(forResource: "Cases/\(kind)", withExtension: "jsonl"),
      let data = try? Data(contentsOf: url)
    else { return [] }
    return data.split(separator: UInt8(ascii: "\n")).compactMap {
      try? JSONDecoder().decode(AddressCase.self, from: $0)
    }
  }
}
