import Testing
import Wire

/// Parameters read, and the path in what is said of wrong ones.
@Suite struct ReaderTests {
  private let reader = Reader([
    "textDocument": ["uri": "file:///a", "version": 3, "no": nil],
    "changes": [["text": "x"], ["text": 7]],
    "open": true,
    "real": .number("2.0"),
  ])

  private func refuse(
    _ message: String, at place: SourceLocation = #_sourceLocation, _ read: () throws(ResponseError) -> some Any
  ) {
    do throws(ResponseError) {
      _ = try read()
      Issue.record("nothing was refused", sourceLocation: place)
    } catch {
      #expect(error == .invalidParams(message), sourceLocation: place)
    }
  }

  @Test func values() throws {
    #expect(try reader.member("textDocument").member("uri").string() == "file:///a")
    #expect(try reader.member("textDocument").member("version").int() == 3)
    #expect(try reader.member("real").int() == 2)
    #expect(try reader.member("open").bool())
    #expect(try reader.member("changes").array().first?.member("text").string() == "x")
    let members = try reader.member("textDocument").members()
    #expect(members.map(\.0) == ["uri", "version", "no"])
    #expect(members.map(\.1.path).last == "params.textDocument.no")
    #expect(Reader(nil).value == .null)
  }

  @Test func optionals() throws {
    #expect(try reader.optional("open")?.bool() == true)
    #expect(reader.optional("absent") == nil)
    #expect(try reader.member("textDocument").optional("no") == nil)
    #expect(try reader.member("open").optional("x") == nil)
    refuse("expected a string at params.open") { () throws(ResponseError) in try reader.optional("open")?.string() }
  }

  @Test func refused() throws {
    let document = try reader.member("textDocument")
    let changes = try reader.member("changes").array()
    refuse("expected a string at params.textDocument.version") { () throws(ResponseError) in
      try document.member("version").string()
    }
    refuse("expected a string at params.textDocument.absent") { () throws(ResponseError) in
      try document.member("absent").string()
    }
    refuse("expected an object at params.absent") { () throws(ResponseError) in
      try reader.member("absent").member("uri")
    }
    refuse("expected an object at params.open") { () throws(ResponseError) in try reader.member("open").member("x") }
    refuse("expected an object at params.open") { () throws(ResponseError) in try reader.member("open").members() }
    refuse("expected an integer at params.open") { () throws(ResponseError) in try reader.member("open").int() }
    refuse("expected true or false at params.real") { () throws(ResponseError) in try reader.member("real").bool() }
    refuse("expected an array at params.open") { () throws(ResponseError) in try reader.member("open").array() }
    refuse("expected a string at params.changes[1].text") { () throws(ResponseError) in
      try changes[1].member("text").string()
    }
    refuse("expected an object at params") { () throws(ResponseError) in try Reader(nil).member("a") }
    refuse("expected an object at settings") { () throws(ResponseError) in try Reader([], path: "settings").members() }
  }
}
