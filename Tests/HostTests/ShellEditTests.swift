import Foundation
import Support
import Testing
import Wire

/// Commands that edit a field of a file: the same edits that an editor gets.
@Suite struct ShellEditTests {
  let shell: Shell
  private static let draft = "To: Ana <ana@example.org>,\n\tbo@example.org (work)\nCc: \nSubject: x\n\nTo: nobody\n"

  init() throws {
    shell = try Shell()
    try shell.file("draft.eml", Self.draft)
    try shell.file("note.md", "---\ntags: [b, \"c\", a]\n---\n#d\n")
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: shell.home.path + "/" + name, encoding: .utf8)
  }

  @Test func `entries are added, removed, sorted and united, and all else stays`() throws {
    let added = try shell("add", "--field", "cc", "draft.eml", "Cy <cy@example.org>", "\"Ode, Di\" <di@example.org>")
    #expect(added.output == Self.draft.replacing("Cc: ", with: "Cc: Cy <cy@example.org>, \"Ode, Di\" <di@example.org>"))
    #expect(added.code == 0 && added.error == "")
    #expect(try text("draft.eml") == Self.draft)
    let removed = try shell("remove", "--field", "To", "draft.eml", "ANA@example.org")
    #expect(removed.output == Self.draft.replacing("Ana <ana@example.org>,\n\t", with: ""))
    #expect(try shell("sort", "--field", "tags", "note.md").output == "---\ntags: [a, b, \"c\"]\n---\n#d\n")
    #expect(try shell("add", "--field", "tags", "note.md", "c#: x").output.contains("[b, \"c\", a, 'c#: x']"))
    let group = "To: Team: a@x.org, b@x.org;, a@x.org\n\n"
    #expect(
      try shell("expand", "--field", "To", "-", input: group).output == "To: b@x.org, a@x.org\n\n")
    #expect(
      try shell("unique", "--field", "To", "-", input: "To: a@x.org, A <a@X.org>\n\n").output == "To: a@x.org\n\n")
  }

  @Test func `what is not sorted is said`() throws {
    let text = "---\ntags: [b, # one\n  a]\n---\n"
    let call = try shell("sort", "--field", "tags", "--language", "markdown", "-", input: text)
    #expect(call.output == text && call.code == 1)
    #expect(call.error == "tokenfield: -: tags: Not sorted: comments stand between the entries\n")
  }

  @Test func `a file is written back only if it is told to, and as it was otherwise`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: shell.home.path + "/draft.eml")
    let call = try shell("add", "--field", "Cc", "--in-place", "draft.eml", "cy@example.org")
    #expect(call == Shell.Call())
    #expect(try text("draft.eml") == Self.draft.replacing("Cc: ", with: "Cc: cy@example.org"))
    let mode = try FileManager.default.attributesOfItem(atPath: shell.home.path + "/draft.eml")[.posixPermissions]
    #expect(mode as? Int == 0o640)
  }

  @Test func `what is refused is named with its reason, and the rest is done`() throws {
    let call = try shell("remove", "--field", "To", "draft.eml", "nobody@example.org", "bo@example.org")
    #expect(call.code == 1)
    #expect(call.error == "tokenfield: draft.eml: To: nobody@example.org: unknown-token\n")
    #expect(call.output.hasPrefix("To: Ana <ana@example.org>"))
    #expect(!call.output.contains("bo@example.org"))
    let twice = try shell("add", "--field", "To", "draft.eml", "ana@example.org")
    #expect(twice.code == 1 && twice.error.contains("duplicate") && twice.output == Self.draft)
    #expect(try shell("add", "--field", "Bcc", "draft.eml", "a@x.org").code == 3)
    #expect(try shell("add", "draft.eml", "a@x.org").code == 2)
    #expect(try shell("add", "--field", "To", "--in-place", "-", "a@x.org", input: "To: \n\n").code == 2)
    try shell.file("latin.eml", Data([0x54, 0x6F, 0x3A, 0x20, 0xE9, 0x0A, 0x0A]))
    let latin = try shell("add", "--field", "To", "latin.eml", "a@x.org")
    #expect(latin.code == 3 && latin.output == "")
  }

  @Test func `G59 the shell does what the requests do`() throws {
    var random = Seeded(seed: 59)
    let pool = ["a@x.org", "Bo Li <b@x.org>", "\"C, c\" <c@x.org>", "d@x.org (d)", "é@x.org"]
    for _ in 0..<6 {
      let list = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in pool.randomElement(using: &random) }
      let text =
        "To: " + list.joined(separator: [", ", ",\n\t", ",  "].randomElement(using: &random) ?? ", ") + "\n\nx\n"
      try shell.file("d.eml", text)
      let value = pool.randomElement(using: &random) ?? "a@x.org"
      for (command, method, params) in [
        ("add", "tokenField/add", "{\"field\":\"To\",\"texts\":[\(JSON.string(value).text)]}"),
        ("sort", "tokenField/sort", "{\"field\":\"To\"}"), ("unique", "tokenField/unique", "{\"field\":\"To\"}"),
      ] {
        let asked = try shell("request", method, params, "--open", "d.eml")
        let outcome = try JSON.parse(Array(asked.output.utf8))
        let done =
          command == "add"
          ? try shell(command, "--field", "To", "d.eml", value) : try shell(command, "--field", "To", "d.eml")
        #expect(done.output == Self.applied(outcome["edits"] ?? [], to: text), "\(command) \(value): \(text)")
      }
      // What is read is the same, too.
      let tokens = try shell("tokenize", "--kind", "address-list", "--text", list.joined(separator: ", "))
      let read = try shell("tokenize", "d.eml")
      #expect(tokens.lines == read.lines.map { $0.split(separator: "\t").dropFirst().joined(separator: "\t") })
    }
  }

  /// A text after edits whose columns are bytes.
  private static func applied(_ edits: JSON, to text: String) -> String {
    guard case .array(let list) = edits else { return text }
    var bytes = Array(text.utf8)
    let starts = [0] + bytes.indices.filter { bytes[$0] == 10 }.map { $0 + 1 }
    func offset(_ position: JSON?) -> Int {
      guard case .integer(let line)? = position?["line"], case .integer(let column)? = position?["character"] else {
        return 0
      }
      return starts[line] + column
    }
    let changes = list.map { edit -> (Range<Int>, String) in
      guard case .string(let text)? = edit["newText"] else { return (0..<0, "") }
      return (offset(edit["range"]?["start"])..<offset(edit["range"]?["end"]), text)
    }
    for (range, text) in changes.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      bytes.replaceSubrange(range, with: Array(text.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
