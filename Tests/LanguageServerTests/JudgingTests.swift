import Testing
import Wire

/// When what is wrong in a field is said: at each change, or when it is left, saved or sent.
@Suite struct JudgingTests {
  /// A client that tells where its caret is, and the codes of the findings that it shows.
  private struct Client {
    var talk: Talk
    var version = 1
    var shown: [String] = []

    init(_ marked: String, _ set: String...) {
      talk = Talk(experimental: ["tokenField": [:]], set: set)
      talk.open(marked)
      look()
    }

    /// Takes the last list that was pushed: `To: bad-dot`.
    mutating func look() {
      guard let push = talk.takePushes().last else { return }
      shown = push["diagnostics"].array.map { $0["code"].text }
    }

    /// Puts a text in the place of a part of a line.
    mutating func type(_ text: String, line: Int, _ columns: ClosedRange<Int>) -> [String] {
      version += 1
      let range = SyncTests.range((line, columns.lowerBound), (line, columns.upperBound))
      talk.change([["range": range, "text": .string(text)]], version: version)
      look()
      return shown
    }

    mutating func go(line: Int, _ column: Int) -> [String] {
      let position: JSON = ["line": .integer(line), "character": .integer(column)]
      talk.notify("tokenField/didMoveCaret", Talk.at(position))
      look()
      return shown
    }

    mutating func save() -> [String] {
      talk.notify("textDocument/didSave", Talk.document())
      look()
      return shown
    }

    mutating func check() -> [String] {
      _ = talk.request("tokenField/check", Talk.document())
      look()
      return shown
    }
  }

  @Test func `E6 that nobody is in To is said when it is left, saved or checked, and no longer when somebody is`() {
    var client = Client("To: \nCc: \n\n")
    #expect(client.shown == [])
    #expect(client.go(line: 0, 4) == [])
    #expect(client.type("a", line: 0, 4...4) == ["missing-domain"])
    #expect(client.type("", line: 0, 4...5) == [])
    #expect(client.go(line: 3, 0) == ["no-recipient"])
    #expect(client.go(line: 0, 4) == ["no-recipient"])
    #expect(client.type("a@example.org", line: 1, 4...4) == [])
    #expect(client.type("", line: 1, 4...17) == [])
    #expect(client.save() == ["no-recipient"])
    #expect(client.type("a@example.org", line: 0, 4...4) == [])
    #expect(client.type("", line: 0, 4...17) == [])
    #expect(client.check() == ["no-recipient"])
  }

  @Test func `G6 what was typed and is no entry is said when it is saved or checked, until it is changed`() {
    var client = Client("To: \nCc: b@example.org\n\n")
    #expect(client.type("an", line: 0, 4...4) == ["missing-domain"])
    #expect(client.save() == ["leftover", "missing-domain"])
    // What is typed elsewhere changes nothing of it.
    #expect(client.type("\n", line: 2, 0...0) == ["leftover", "missing-domain"])
    #expect(client.type("x", line: 0, 0...0) == [])
    #expect(client.type("", line: 0, 0...1) == ["leftover", "missing-domain"])
    #expect(client.type("a@example.org", line: 0, 6...6) == [])
    #expect(client.save() == [])
    #expect(client.type(", c", line: 1, 17...17) == ["missing-domain"])
    #expect(client.check() == ["leftover", "missing-domain"])
    #expect(client.type("", line: 1, 17...20) == [])
    // A whole new text has nothing that was typed.
    #expect(client.type(", c", line: 1, 17...17) == ["missing-domain"])
    #expect(client.check() == ["leftover", "missing-domain"])
    client.version += 1
    client.talk.change([["text": "To: an\n\n"]], version: client.version)
    client.look()
    #expect(client.shown == ["missing-domain"])
  }

  @Test func `E6 an empty Bcc or Reply-To is no fault, and none is where somebody is in Cc`() {
    for text in ["To: a@example.org\nCc: \nBcc: \nReply-To: \n\n", "Cc: \nBcc: \n\n"] {
      var client = Client(text)
      #expect(client.save() == [], "\(text.debugDescription)")
    }
    // Whoever gets it is hidden from everybody: worth knowing, and no fault.
    var hidden = Client("To: \nBcc: a@example.org\n\n")
    #expect(hidden.save() == ["only-bcc"])
    var received = Client("Received: x\nTo: \n\n")
    #expect(received.save() == [])
    var silenced = Client("To: \n\n", "severity.no-recipient=off")
    #expect(silenced.save() == [])
    var required = Client("To: a@example.org\nReply-To: \n\n", "fields.reply-to.required=true")
    #expect(required.save() == ["missing-value"])
  }

  @Test func `E6 the field is drawn with the words of the fault`() {
    var talk = Talk(experimental: ["tokenField": [:]])
    talk.open("To: \n\n")
    _ = talk.takePushes("tokenField/publishChips")
    talk.notify("textDocument/didSave", Talk.document())
    let drawn = talk.takePushes("tokenField/publishChips").last?["fields"].array.first
    #expect(drawn?["error"] == "“To” is empty; the message would go to nobody")
    #expect(drawn?["state"] == "error")
  }

  @Test func `E20 what is wrong is said when the field is left`() {
    var client = Client("To: b@@example.org\n\n", "fields.to.validateOn=[\"blur\"]")
    #expect(client.shown == ["extra-at"])
    #expect(client.type(", c@@x.org", line: 0, 18...18) == [])
    #expect(client.go(line: 0, 20) == [])
    #expect(client.save() == [])
    #expect(client.check() == [])
    #expect(client.go(line: 2, 0) == ["extra-at", "extra-at"])
    #expect(client.go(line: 0, 5) == ["extra-at", "extra-at"])
    #expect(client.type("x", line: 0, 4...4) == [])
  }

  @Test func `E20 what is wrong is said when the document is saved, or checked`() {
    var saved = Client("To: \n\n", "fields.to.validateOn=[\"save\"]")
    #expect(saved.type("a@@x.org", line: 0, 4...4) == [])
    #expect(saved.go(line: 2, 0) == [])
    #expect(saved.save() == ["extra-at"])
    #expect(saved.type("x", line: 2, 0...0) == ["extra-at"])
    var sent = Client("To: \n\n", "defaults.validateOn=[\"send\"]")
    #expect(sent.type("a@@x.org", line: 0, 4...4) == [])
    #expect(sent.save() == [])
    #expect(sent.check() == ["extra-at"])
  }

  @Test func `E20 who comes to mend it is not told again before the text changes`() {
    var client = Client("To: a@@x.org, b@@x.org\n\nbody", "fields.to.clearOnFocus=true")
    #expect(client.shown == ["extra-at", "extra-at"])
    #expect(client.go(line: 0, 5) == [])
    #expect(client.go(line: 2, 0) == ["extra-at", "extra-at"])
    #expect(client.go(line: 0, 5) == [])
    #expect(client.type("", line: 0, 6...7) == ["extra-at"])
  }

  @Test func `E20 nobody twice is said when it is time, too`() {
    var client = Client("To: a@x.org\nCc: \n\n", "fields.cc.validateOn=[\"blur\"]")
    #expect(client.type("a@x.org", line: 1, 4...4) == [])
    #expect(client.go(line: 3, 0) == ["duplicate"])
  }

  @Test func `E20 a time that nobody knows is none`() {
    var client = Client("To: \n\n", "fields.to.validateOn=[\"never\"]")
    #expect(client.talk.takeLog().count == 1)
    #expect(client.type("a@@x.org", line: 0, 4...4) == ["extra-at"])
  }
}
