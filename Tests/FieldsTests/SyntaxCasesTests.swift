import Fields
import Foundation
import Testing

/// The cases of every syntax but addresses: each file of `Cases/` by the name of its kind.
@Suite struct SyntaxCasesTests {
  /// How many cases each kind has.
  static let counts = [
    "newsgroups": 8, "keywords": 6, "msg-ids": 6, "git-trailers": 21, "debian-control": 5, "codeowners": 6,
    "org-tags": 25, "yaml-front-matter": 42, "toml-front-matter": 12, "package-json": 6, "inline-tags": 16,
    "logseq-properties": 3, "bibtex-keywords": 6, "latex-keywords": 5,
  ]

  static let cases = counts.keys.sorted().flatMap(SyntaxCase.all)

  @Test func `all cases are there`() {
    #expect(Dictionary(grouping: Self.cases, by: \.kind).mapValues(\.count) == Self.counts)
  }

  @Test(arguments: cases)
  func `reads as the case says`(example: SyntaxCase) {
    let found = SyntaxReading(example)
    #expect(found.tokens.count == example.tokens.count, "\(example.why): \(found.tokens)")
    for (token, expected) in zip(found.tokens, example.tokens) {
      // What a case does not name is of no matter to it.
      let named = token.filter { expected.keys.contains($0.key) }
      #expect(named == expected, "\(example.why)")
    }
    #expect(found.diagnostics == example.diagnostics, "\(example.why)")
  }
}

/// One line of a file of cases, with whatever keys its tokens have.
struct SyntaxCase: CustomTestStringConvertible, Sendable {
  var id = ""
  var kind = ""
  var text = ""
  var why = ""
  /// The tokens, each value in words: `true`, `7`, `red`.
  var tokens: [[String: String]] = []
  /// The diagnostics as `code start end`, in order.
  var diagnostics: [String] = []
  var options = ReadingOptions()
  var finding = FindingOptions()

  var testDescription: String { id }

  init?(_ line: Data) {
    guard let row = try? JSONDecoder().decode(Row.self, from: line) else { return nil }
    (id, kind, text, why) = (row.id, row.kind, row.text, row.why)
    tokens = row.tokens.map { $0.mapValues(\.text) }
    diagnostics = row.diagnostics.map { "\($0.code) \($0.start) \($0.end)" }
    options.field = row.opts?.field
    options.max = row.opts?.max
    options.caret = row.opts?.cursor
    finding.flavor = row.opts?.flavor.flatMap(Flavor.init)
    finding.keys = row.opts?.keys
    finding.hasDefinitions = row.opts?.definitions ?? false
  }

  /// The line as it stands in the file.
  private struct Row: Decodable {
    var id: String
    var kind: String
    var text: String
    var tokens: [[String: Word]]
    var diagnostics: [AddressCase.Diagnostic]
    var opts: Options?
    var why: String
  }

  private struct Options: Decodable {
    var field: String?
    var max: Int?
    var cursor: Int?
    var flavor: String?
    var keys: [String]?
    var definitions: Bool?
  }

  /// A string, number or truth value, in words.
  private struct Word: Decodable {
    var text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self.text = text
      } else if let number = try? container.decode(Int.self) {
        text = "\(number)"
      } else {
        text = "\(try container.decode(Bool.self))"
      }
    }
  }

  /// All cases of a kind; none if its file cannot be read, which a test would notice.
  static func all(_ kind: String) -> [SyntaxCase] {
    guard let url = Bundle.module.url(forResource: "Cases/\(kind)", withExtension: "jsonl"),
      let data = try? Data(contentsOf: url)
    else { return [] }
    return data.split(separator: UInt8(ascii: "\n")).compactMap(SyntaxCase.init)
  }
}

/// What is read of a text that is given with its kind: by the finder of the kind, or as one value.
struct SyntaxReading {
  var tokens: [[String: String]] = []
  var diagnostics: [String] = []
  var faults: [Fault] = []

  init(_ example: SyntaxCase) {
    self.init(example.text, example.kind, example.options, example.finding)
  }

  init(
    _ text: String, _ kind: String, _ options: ReadingOptions = ReadingOptions(),
    _ finding: FindingOptions = FindingOptions()
  ) {
    let bytes = Array(text.utf8)
    if let finder = Finder.of(kind: kind) {
      let found = finder.find(in: Text(bytes), finder.ofKind(finding))
      faults = found.faults
      let readings = found.fields.map { field in
        var own = field.options
        own.max = options.max
        if let caret = options.caret, field.valueRange.lowerBound <= caret, caret <= field.valueRange.upperBound {
          own.caret = caret - field.valueRange.lowerBound
        }
        return add(field.grammar, Array(bytes[field.valueRange]), own, at: field.valueRange.lowerBound, field.name)
      }
      faults += Finding.duplicates(among: found.fields, readings) { Array(bytes[$0.valueRange]) }
    } else if let grammar = Grammar(rawValue: kind) {
      _ = add(grammar, bytes, options, at: 0, nil)
    }
    faults.sort(by: Fault.isOrdered)
    diagnostics = faults.map { "\($0.rule.rawValue) \($0.range.lowerBound) \($0.range.upperBound)" }
  }

  private mutating func add(
    _ grammar: Grammar, _ value: [UInt8], _ options: ReadingOptions, at base: Int, _ field: String?
  ) -> Reading {
    let reading = grammar.read(value, options)
    for token in reading.tokens {
      var row = [
        "text": String(decoding: value[token.range], as: UTF8.self), "display": grammar.display(token, in: value),
        "value": grammar.value(token, in: value), "start": "\(token.range.lowerBound + base)",
        "end": "\(token.range.upperBound + base)",
      ]
      row["field"] = field
      for trait in grammar.traits(token, in: value, reading, options) {
        switch trait.value {
        case .text(let text): row[trait.name] = text
        case .number(let number): row[trait.name] = "\(number)"
        case .flag: row[trait.name] = "true"
        }
      }
      tokens.append(row)
    }
    faults += reading.faults.map { Fault($0.rule, $0.range.shifted(by: base)) }
    return reading
  }
}
