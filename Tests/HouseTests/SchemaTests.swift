import Candidates
import Fields
import LanguageServer
import Testing
import Wire

/// The schema says what the code does, and the code does what the schema says.
@Suite struct SchemaTests {
  let schema: Schema

  init() throws { schema = try Schema.load() }

  @Test func `requests are those that are answered and asked`() {
    func names(_ direction: JSON) -> [String] {
      schema.section("requests").filter { $0["messageDirection"] == direction }.compactMap { $0["method"]?.text }
    }
    check(names("clientToServer"), RequestMethod.allCases.map(\.rawValue))
    check(names("serverToClient"), AskedMethod.allCases.map(\.rawValue))
  }

  @Test func `notifications are those that are read and sent`() {
    func names(_ direction: JSON) -> [String] {
      schema.section("notifications").filter { $0["messageDirection"] == direction }.compactMap { $0["method"]?.text }
    }
    check(names("clientToServer"), NotificationMethod.allCases.map(\.rawValue))
    check(names("serverToClient"), PushMethod.allCases.map(\.rawValue))
  }

  @Test func `faults have the severities of the rules`() {
    check(
      schema.section("faults").map { "\($0["code"]?.text ?? "") \($0["severity"]?.text ?? "")" },
      Rule.allCases.map { "\($0.rawValue) \($0.severity.rawValue)" })
    for fault in schema.section("faults") {
      #expect(fault["range"]?.text?.isEmpty == false && fault["means"]?.text?.isEmpty == false)
      #expect(["session", "files", "sources", "none"].contains(fault["reach"]?.text))
    }
  }

  @Test func `settings are the rows of the table`() {
    let rows = Settings.rows.map { row -> JSON in
      let range: [JSON.Member] =
        switch row.kind {
        case .number(let range):
          [
            JSON.Member(key: "minimum", value: .integer(range.lowerBound)),
            JSON.Member(key: "maximum", value: .integer(range.upperBound)),
          ]
        case .choice(let names), .choices(let names):
          [JSON.Member(key: "values", value: .array(names.map { .string($0) }))]
        case .flag, .text, .list, .steps, .field: []
        }
      let key = JSON.Member(key: "key", value: .string(row.key))
      let kind = JSON.Member(key: "kind", value: Self.name(row.kind))
      let standard = JSON.Member(key: "default", value: row.standard)
      let help = JSON.Member(key: "help", value: .string(row.help))
      return .object([key, kind] + range + [standard, help])
    }
    check(schema.section("settings").map(Self.printed), rows.map(Self.printed))
  }

  @Test func `each setting does something`() {
    let codes = House.sources().filter { $0.name != "Settings.swift" || $0.module != "LanguageServer" }.map(\.text)
    let keys = Settings.rows.map(\.key).filter { !$0.contains("<") }
    #expect(keys.filter { key in !codes.contains { $0.contains("\"\(key)\"") } } == [], "never asked for")
  }

  @Test func `kinds and severities are those of the code`() {
    func values(_ name: String) -> [String] {
      let enumeration = schema.section("enumerations").first { $0["name"]?.text == name }
      return (enumeration?["values"]?.elements ?? []).compactMap { $0["value"]?.text }
    }
    check(values("FieldKind"), Grammar.allCases.map(\.rawValue))
    check(values("CodeActionKind"), CodeAction.Kind.allCases.map(\.rawValue))
    check(values("Severity"), Severity.allCases.map(\.rawValue))
    check(values("Reason"), Reason.allCases.map(\.rawValue))
    check(values("EditingMode"), Editor.Mode.allCases.map(\.rawValue))
    check(values("EventSource"), EditingEvent.Source.allCases.map(\.rawValue))
    check(values("PositionEncodingKind"), PositionEncoding.allCases.map(\.rawValue))
    check(values("SourceKind"), SourceFormat.allCases.map(\.rawValue))
  }

  @Test func `every type that is named is there`() {
    func references(_ json: JSON) -> [String] {
      switch json {
      case .array(let elements): elements.flatMap(references)
      case .object(let members):
        members.flatMap { references($0.value) } + (json["kind"] == "reference" ? [json["name"]?.text ?? ""] : [])
      default: []
      }
    }
    let names = (schema.section("structures") + schema.section("enumerations")).compactMap { $0["name"]?.text }
    #expect(Set(names).count == names.count)
    #expect(Set(references(schema.json)).subtracting(["LSPAny", "LSPObject"]).sorted() == names.sorted())
  }

  @Test func `the README has a paragraph for each finding, and names each method and setting`() {
    let readme = House.text("Protocol/README.md")
    #expect(Rule.allCases.map(\.rawValue).filter { !readme.contains("#### \($0)\n") } == [])
    let methods = (schema.section("requests") + schema.section("notifications")).compactMap { $0["method"]?.text }
    #expect(methods.filter { !readme.contains("`\($0)`") } == [])
    #expect(Settings.rows.map(\.key).filter { !readme.contains("`\($0)`") } == [])
  }

  @Test(arguments: [
    #"{"kind":"address-list","text":"Ops: ines <ines@example.org>;, ines"}"#,
    #"{"id":7,"kind":"mail-headers","text":"To: a@example.org\nCc: A@example.org (home)\n"}"#,
    #"{"id":"x","languageId":"mail","text":"To: a,\n"}"#,
    #"{"kind":"source-mutt-alias","text":"alias team a@example.org, b@example.org\nalias\n"}"#,
    #"{"kind":"source-abook","text":"[0]\nemail=a@example.org\nnick=ana\nstray\n"}"#,
    #"{"kind":"source-mailmap","text":"Ana <a@example.org> <b@example.org>\n"}"#,
    #"{"kind":"source-json","text":"[{\"email\":\"a@example.org\",\"frequency\":7}]"}"#,
    #"{"kind":"source-query-tsv","text":"a@example.org\tAna\tnote\n","opts":{"skipFirst":false}}"#,
    #"{"kind":"source-vcard","text":"BEGIN:VCARD\nFN:Ana\nEMAIL;TYPE=work;PREF=1:a@example.org\nEND:VCARD\n"}"#,
  ])
  func `a line of the batch is answered as the schema says`(line: String) throws {
    let request = try JSON.parse(Array(line.utf8))
    #expect(schema.faults(request, Schema.reference("BatchRequest"), at: "request") == [])
    let (answer, isAnswered) = Tokenizing.answer(line: Array(line.utf8))
    #expect(isAnswered)
    #expect(schema.faults(answer, Schema.reference("BatchAnswer"), at: "answer") == [])
  }

  @Test(arguments: ["{", #"{"id":1,"text":"a"}"#, #"{"kind":"none","text":""}"#])
  func `a line of the batch is refused as the schema says`(line: String) {
    let (answer, isAnswered) = Tokenizing.answer(line: Array(line.utf8))
    #expect(!isAnswered)
    #expect(schema.faults(answer, Schema.reference("BatchFailure"), at: "answer") == [])
  }

  @Test func `findings of files are as the schema says`() {
    let text = Array("To: ines,, a@example.org\nstray\nCc: a@example.org; \u{7}\n".utf8) + [0xFF]
    let check = Check(
      text, languageId: "mail", path: "draft.eml", settings: Settings(), aliases: [], looking: { _ in .file })
    #expect(check.findings.count >= 4)
    for finding in check.findings {
      #expect(schema.faults(finding.json("draft.eml"), Schema.reference("CheckFinding"), at: finding.code) == [])
    }
  }

  private func check(_ schema: [String], _ code: [String], at location: SourceLocation = #_sourceLocation) {
    #expect(Set(schema).subtracting(code).sorted() == [], "only in the schema", sourceLocation: location)
    #expect(Set(code).subtracting(schema).sorted() == [], "only in the code", sourceLocation: location)
    #expect(Set(schema).count == schema.count, sourceLocation: location)
  }

  private static func name(_ kind: SettingKind) -> JSON {
    switch kind {
    case .flag: "flag"
    case .number: "number"
    case .choice: "choice"
    case .choices: "choices"
    case .text: "text"
    case .list: "list"
    case .steps: "steps"
    case .field: "field"
    }
  }

  private static func printed(_ json: JSON) -> String {
    var output: [UInt8] = []
    json.print(into: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
