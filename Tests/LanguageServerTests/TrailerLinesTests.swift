import LanguageServer
import Testing
import Wire

/// A second person of a trailer that holds one.
@Suite struct TrailerLinesTests {
  /// Adds texts to a field and gives the message as it is then, and why not, if so.
  private func adding(
    _ texts: [JSON], to field: String, _ text: String, set: [String] = []
  ) -> (text: String, reason: String?, fields: [String]) {
    var talk = Talk(set: set)
    let uri = "untitled:message"
    var (buffer, _) = talk.open(text, languageId: "gitcommit", uri: uri)
    let outcome = talk.request(
      "tokenField/add",
      [
        "textDocument": ["uri": .string(uri), "version": 1], "field": .string(field), "texts": .array(texts),
      ])
    let changes = outcome["edits"].array
    for (version, edit) in changes.reversed().enumerated() {
      talk.change(
        [["range": edit["range"] ?? .null, "text": edit["newText"] ?? .null]], version: 2 + version, uri: uri)
      let range = buffer.range(edit["range"])
      var bytes = Array(buffer.text.utf8)
      bytes.replaceSubrange(range, with: edit["newText"].text.utf8)
      buffer.text = String(decoding: bytes, as: UTF8.self)
    }
    return (buffer.text, outcome["reason"] == nil ? nil : outcome["reason"].text, talk.fields(buffer, uri: uri))
  }

  @Test func `another person is another line behind the last one of that key`() {
    let message = "Fix\n\nAcked-by: A <a@x.org>\nAcked-by: B <b@x.org>\nCc: d@x.org\n"
    let added = adding(["C, D <c@x.org>"], to: "Acked-by", message)
    #expect(
      added.text == "Fix\n\nAcked-by: A <a@x.org>\nAcked-by: B <b@x.org>\nAcked-by: C, D <c@x.org>\nCc: d@x.org\n")
    #expect(added.reason == nil)
    #expect(added.fields.count == 4)
  }

  @Test func `lines end as the others do, and the last one needs no end`() {
    #expect(
      adding(["b@x.org", "c@x.org"], to: "Acked-by", "Fix\r\n\r\nAcked-by: a@x.org\r\nCc: d@x.org\r\n").text
        == "Fix\r\n\r\nAcked-by: a@x.org\r\nAcked-by: b@x.org\r\nAcked-by: c@x.org\r\nCc: d@x.org\r\n")
    #expect(
      adding(["b@x.org"], to: "acked-by", "Fix\n\nAcked-by: a@x.org").text
        == "Fix\n\nAcked-by: a@x.org\nAcked-by: b@x.org")
  }

  @Test func `who is there already under the key is not added`() {
    let message = "Fix\n\nAcked-by: a@x.org\nAcked-by: B <b@x.org>\n"
    let added = adding(["Bo <B@x.org>", "c@x.org", "c@x.org"], to: "Acked-by", message)
    #expect(added.text == message + "Acked-by: c@x.org\n")
    #expect(added.reason == "duplicate")
    let allowed = adding(["b@x.org"], to: "Acked-by", message, set: ["fields.Acked-by.duplicate=allow"])
    #expect(allowed.text == message + "Acked-by: b@x.org\n")
  }

  @Test func `an empty trailer, one of texts and a limit of the user's own stay as they are`() {
    #expect(adding(["b@x.org"], to: "Acked-by", "Fix\n\nAcked-by:\n").text == "Fix\n\nAcked-by: b@x.org\n")
    #expect(adding(["2"], to: "Ticket", "Fix\n\nTicket: 1\n").reason == "too-many")
    let limited = adding(["b@x.org"], to: "Acked-by", "Fix\n\nAcked-by: a@x.org\n", set: ["fields.Acked-by.max=1"])
    #expect(limited.reason == "too-many")
    let closed = adding(
      ["b@x.org"], to: "Acked-by", "Fix\n\nAcked-by: a@x.org\n", set: ["fields.Acked-by.readOnly=true"])
    #expect(closed.reason == "disabled")
  }

  @Test func `no line of another field is written by what is added`() {
    let message = "Fix\n\nAcked-by: a@x.org\n"
    for text in ["b@x.org\nBcc: e@x.org", "B\r\nCc: e@x.org <b@x.org>", "a, b@x.org, c@x.org"] {
      let added = adding([.string(text)], to: "Acked-by", message)
      #expect(added.fields.allSatisfy { $0.hasPrefix("Acked-by:") }, "\(added.text)")
    }
  }
}
