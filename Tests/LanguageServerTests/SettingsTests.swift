import Fields
import LanguageServer
import Testing
import Wire

/// Where settings come from, which one wins, and what is said of those that cannot be used.
@Suite struct SettingsTests {
  @Test(arguments: [
    ("{\"completion\":{\"limt\":3}}", "unknown setting completion.limt; did you mean completion.limit?"),
    ("{\"discovr\":false}", "unknown setting discovr; did you mean discover?"),
    (
      "{\"severity\":{\"missing-domian\":\"off\"}}",
      "unknown setting severity.missing-domian; did you mean severity.missing-domain?"
    ),
    ("{\"qqqqqqqqqqqq\":1}", "unknown setting qqqqqqqqqqqq"),
    ("{\"fields\":{\"To\":{\"enabld\":false}}}", "unknown setting fields.To.enabld; did you mean fields.To.enabled?"),
    ("{\"completion\":{\"limit\":\"3\"}}", "completion.limit: expected a whole number from 1 to 1000"),
    ("{\"completion\":{\"limit\":0}}", "completion.limit: expected a whole number from 1 to 1000"),
    ("{\"completion\":{\"present\":\"hidden\"}}", "completion.present: expected one of hide, mark, show"),
    ("{\"discover\":1}", "discover: expected true or false"),
    ("{\"sources\":{}}", "sources: expected a list"),
    ("{\"sources\":[\"/x.vcf\"]}", "sources[0]: expected an object {kind, path}"),
    (
      "{\"sources\":[{\"path\":\"/x\"}]}",
      "sources[0].kind: expected one of "
        + "vcard, mutt-alias, query-tsv, contacts-tsv, mailrc, abook, ldif, mailmap, json, history, maildir-rank-addr, inmail, ecomplete, maintainers, command, maildir, mbox, git-log, notmuch, mu, static, not nothing"
    ),
    ("{\"sources\":[{\"kind\":\"vcard\"}]}", "sources[0].path: expected a path"),
    ("{\"sources\":[{\"kind\":\"vcard\",\"path\":\"\"}]}", "sources[0].path: expected a path"),
    (
      "{\"sources\":[{\"kind\":\"vcard\",\"pth\":\"/x\"}]}",
      "unknown setting sources[0].pth; did you mean sources[0].path?"
    ),
    ("{\"completion\":5}", "completion: expected an object"),
    ("{\"fields\":{\"To\":5}}", "fields.To: expected an object"),
    ("{\"severity\":{\"duplicate\":\"loud\"}}", "severity.duplicate: expected one of off, hint, info, warning, error"),
    ("{\"log\":{\"file\":\"/x\"}}", "log.file counts only in the user's own file or on the command line"),
    ("5", "settings: expected an object"),
  ])
  func saysOnceWhatItCannotUse(_ tree: String, warning: String) throws {
    var settings = Settings()
    #expect(settings.take(try JSON.parse(Array(tree.utf8))) == [warning])
    for row in Settings.rows { #expect(settings[row.key] == Settings()[row.key]) }
    var talk = Talk(options: try JSON.parse(Array(tree.utf8)))
    #expect(talk.takeLog() == ["initializationOptions: \(warning)"])
    talk.notify("workspace/didChangeConfiguration", ["settings": ["tokenfield": try JSON.parse(Array(tree.utf8))]])
    #expect(talk.takeLog() == ["settings: \(warning)"])
  }

  @Test func takesWhatIsBesideWhatItCannotUse() {
    var settings = Settings()
    let warnings = settings.take(["completion": ["limit": "x", "minQuery": 2], "bad": 1, "discover": false])
    #expect(warnings.count == 2)
    #expect(settings.number("completion.minQuery") == 2)
    #expect(settings.number("completion.limit") == 30)
    #expect(settings["discover"] == false)
    #expect(settings.take(nil) == [])
    // `null` gives the default back.
    #expect(settings.take(["discover": nil, "completion": ["minQuery": nil]]) == [])
    #expect(settings == Settings())
  }

  @Test func takesTheSourcesBesideOneThatItCannotUse() {
    var settings = Settings()
    let good: JSON = ["kind": "vcard", "path": "/x"]
    #expect(settings.take(["sources": [good, 5, good]]) == ["sources[1]: expected an object {kind, path}"])
    #expect(settings["sources"] == [good, good])
    #expect(settings.hasWrongSources)
    #expect(settings.take(["sources": [good]]) == [])
    #expect(!settings.hasWrongSources)
  }

  @Test func hasADefaultOfItsKindInEveryRow() {
    for row in Settings.rows {
      #expect(!row.help.isEmpty && row.help.hasSuffix("."), "\(row.key)")
      var settings = Settings()
      let key = row.key.replacing("<name>", with: "To").replacing("<code>", with: "duplicate").replacing(
        "<key>", with: "onTab")
      // What is set for all is, while nothing is set, as the row for one field says.
      let standard = row.kind == .field ? settings["fields.To.onTab"] : row.standard
      #expect(settings[key] == standard, "\(row.key)")
      #expect(settings.take(assignment: "\(key)=\(row.standard.text)") == [], "\(row.key)")
      #expect(settings[key] == standard)
    }
    #expect(Settings()["no.such"] == .null)
  }

  @Test func takesWhatTheCommandLineSays() {
    var settings = Settings()
    #expect(settings.take(assignment: "completion.limit=5") == [])
    #expect(settings.take(assignment: "log.file=/tmp/a b=c") == [])
    #expect(settings.take(assignment: "severity.duplicate=off") == [])
    #expect(settings.take(assignment: "log.level=\"error\"") == [])
    #expect(settings.number("completion.limit") == 5)
    #expect(settings.text("log.file") == "/tmp/a b=c")
    #expect(settings.text("severity.duplicate") == "off")
    #expect(settings.text("log.level") == "error")
    #expect(settings.take(assignment: "discover") == ["--set discover: expected key=value"])
    #expect(settings.take(assignment: "=1").count == 1)
    #expect(settings.take(assignment: "completion..limit=1").count == 1)
    #expect(settings.take(assignment: "completion=1") == ["completion: expected an object"])
  }

  @Test func letsTheLaterLayerWin() {
    let file =
      "{\n  // as people write it\n  \"completion\": {\"limit\": 1, /* x */ \"minQuery\": 4,},\n  \"log\": {\"file\": \"/l\"},\n}"
    let startup = Startup(configuration: Array(file.utf8), assignments: ["completion.limit=2"], version: "1")
    let (settings, warnings) = startup.settings()
    #expect(warnings == [])
    #expect(settings.number("completion.limit") == 2)
    #expect(settings.number("completion.minQuery") == 4)
    #expect(settings.text("log.file") == "/l")
    // A client's word comes after the file, a change while it runs after that, and the command line after all.
    let options: JSON = ["completion": ["limit": 3]]
    var firm = Talk(options: options, set: ["completion.limit=2"], configuration: file, people: People.all)
    firm.open("To: example|\n\n")
    let place = Talk.at(["line": 0, "character": 11])
    #expect(firm.request("textDocument/completion", place)["items"].array.count == 2)
    firm.notify("workspace/didChangeConfiguration", ["settings": ["completion": ["limit": 1]]])
    #expect(firm.request("textDocument/completion", place)["items"].array.count == 2)

    var talk = Talk(options: options, configuration: file, people: People.all)
    talk.open("To: example|\n\n")
    func count() -> Int {
      talk.request("textDocument/completion", Talk.at(["line": 0, "character": 11]))["items"].array.count
    }
    #expect(count() == 3)
    talk.notify("workspace/didChangeConfiguration", ["settings": ["completion": ["limit": 1]]])
    #expect(count() == 1)
    talk.notify("workspace/didChangeConfiguration", ["settings": nil])
    #expect(count() == 1)
  }

  @Test func goesOnWithoutAFileThatCannotBeRead() {
    for file in ["{\"completion\": ", "[]", "\u{FEFF}{\"no\": 1}"] {
      var talk = Talk(configuration: file)
      #expect(talk.takeLog().count == 1, "\(file)")
      talk.open("To: a@@x.example\n\n")
      #expect(talk.codes() == ["extra-at"])
    }
  }

  @Test func changesHowLoudAFindingIs() {
    var talk = Talk(options: ["severity": ["duplicate": "error", "extra-at": "off", "missing-domain": "hint"]])
    talk.open("To: a@x.example, a@x.example, b@@x.example, bo\n\n")
    func found() -> [String] {
      talk.request("textDocument/diagnostic", Talk.document())["items"].array.map {
        "\($0["code"].text) \($0["severity"]?.whole ?? 0)"
      }
    }
    #expect(found() == ["duplicate 1", "missing-domain 4"])
    _ = talk.takePushes()
    talk.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["tokenfield": ["severity": ["duplicate": "off", "extra-at": nil, "missing-domain": "info"]]]])
    #expect(found() == ["extra-at 1", "missing-domain 3"])
    #expect(talk.takePushes().count == 1)
  }

  @Test func leavesAFieldAlone() {
    var talk = Talk(options: ["fields": ["cc": ["enabled": false]]], people: People.all)
    let (buffer, position) = talk.open("To: a@x.example\nCc: a@x.example, b@@x|\n\n")
    #expect(talk.fields(buffer) == ["To: a@x.example"])
    #expect(talk.codes() == [])
    #expect(talk.request("textDocument/completion", Talk.at(position)) == nil)
    // While it runs, too.
    talk.notify("workspace/didChangeConfiguration", ["settings": ["fields": ["cc": ["enabled": true]]]])
    #expect(talk.fields(buffer).count == 2)
    #expect(talk.codes() == ["duplicate", "extra-at"])
    talk.notify("workspace/didChangeConfiguration", ["settings": ["fields": ["To": ["enabled": false]]]])
    #expect(talk.fields(buffer) == ["Cc: a@x.example, b@@x"])
    #expect(talk.codes() == ["extra-at"])
  }

  @Test func limitsAField() {
    var talk = Talk(options: ["fields": ["to": ["max": 1]]])
    let (buffer, _) = talk.open("To: a@x.example, b@x.example\nCc: a@y.example, b@y.example\n\n")
    let found = talk.request("textDocument/diagnostic", Talk.document())["items"].array
    #expect(found.map { $0["code"].text } == ["too-many"])
    #expect(found.map { buffer[$0["range"]] } == ["b@x.example"])
    talk.notify("workspace/didChangeConfiguration", ["settings": ["fields": ["to": ["max": 0]]]])
    #expect(talk.codes() == [])
  }

  @Test func refreshesOnceForOneChange() {
    for settings in [["sources": [], "discover": false], ["discover": false], ["completion": ["limit": 5]]] as [JSON] {
      var talk = Talk(
        startup: .init(configuration: Array(#"{"sources":[{"kind":"vcard","path":"/x"}]}"#.utf8), version: "1"))
      _ = talk.request(
        "initialize", ["capabilities": ["workspace": ["semanticTokens": ["refreshSupport": true]]]])
      talk.notify("initialized", [:])
      talk.open("To: a@x.example\n\n")
      _ = talk.takeEffects()
      talk.notify("workspace/didChangeConfiguration", ["settings": settings])
      let refreshes = talk.takeEffects().filter { effect in
        guard case .send(let body, _) = effect, case .success(.request(_, let method, _)) = Message.read(body) else {
          return false
        }
        return method == "workspace/semanticTokens/refresh"
      }
      #expect(refreshes.count == 1, "\(settings.text)")
    }
  }

  @Test func readsTheBooksAnewWhenTheyChange() {
    var talk = Talk(people: People.all)
    _ = talk.takeEffects()
    talk.notify("workspace/didChangeConfiguration", ["settings": ["completion": ["limit": 5]]])
    #expect(talk.indexing == nil)
    talk.notify(
      "workspace/didChangeConfiguration",
      ["settings": ["discover": false, "sources": [["kind": "vcard", "path": "/home/ana/x.vcf"]]]])
    let request = talk.effects.compactMap { if case .ask(_, .index(let request)) = $0 { request } else { nil } }
    #expect(
      request.map { String(decoding: $0, as: UTF8.self) }
        == ["{\"discover\":false,\"sources\":[{\"kind\":\"vcard\",\"path\":\"/home/ana/x.vcf\"}]}"])
    // Those known so far stay until the new ones are here.
    let (_, position) = talk.open("To: pi|\n\n")
    #expect(!talk.request("textDocument/completion", Talk.at(position))["items"].array.isEmpty)
    talk.deliver([People.ana])
    #expect(talk.request("textDocument/completion", Talk.at(position))["items"] == [])
    // With nothing to read, nobody is known.
    talk.notify("workspace/didChangeConfiguration", ["settings": ["sources": nil]])
    let (_, other) = talk.open("To: ana|\n\n")
    #expect(talk.request("textDocument/completion", Talk.at(other))["items"] == [])
  }
}
