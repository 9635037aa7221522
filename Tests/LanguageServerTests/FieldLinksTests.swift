import LanguageServer
import Testing
import Wire

/// The chain of fields: every link goes both ways, and a new one ends those that it takes the place of.
@Suite struct FieldLinksTests {
  private func path(_ links: FieldLinks, _ name: String, back: Bool = false, wraps: Bool = false) -> String {
    var names: [String] = []
    _ = links.first(!back, from: name, wraps: wraps) { other -> Bool? in
      names.append(other)
      return nil
    }
    return names.joined(separator: " ")
  }

  @Test func `C1 C2 a link goes both ways`() {
    let links = FieldLinks(["to", "cc", "bcc", "body"])
    #expect(path(links, "to") == "cc bcc body")
    #expect(path(links, "bcc", back: true) == "cc to")
    #expect(path(links, "body") == "")
  }

  @Test func `C3 C4 I16 a new link ends the old ones of both`() {
    var links = FieldLinks(["to", "cc", "bcc"])
    links.link("to", to: "bcc")
    #expect(path(links, "to") == "bcc")
    #expect(path(links, "cc", back: true) == "")
    #expect(path(links, "cc") == "", "bcc was taken away from it")
    #expect(path(links, "bcc", back: true) == "to")
  }

  @Test func `C5 no link behind a field ends both ways`() {
    var links = FieldLinks(["to", "cc", "bcc"])
    links.link("to", to: nil)
    #expect(path(links, "to") == "")
    #expect(path(links, "cc", back: true) == "")
    #expect(path(links, "cc") == "bcc")
  }

  @Test func `C18 behind the last field comes the first if it is wanted, and a circle ends`() {
    var links = FieldLinks(["to", "cc", "bcc"])
    #expect(path(links, "cc", wraps: true) == "bcc to")
    #expect(path(links, "to", back: true, wraps: true) == "bcc cc")
    links.link("bcc", to: "to")
    #expect(path(links, "cc") == "bcc to")
    #expect(path(links, "cc", wraps: true) == "bcc to")
    links.link("to", to: "to")
    #expect(path(links, "to") == "", "a field does not follow itself")
  }

  @Test func `C1 C8 from the subject and from the body one goes on along the chain`() {
    var talk = Talk()
    talk.open("To: a@x.org\nSubject: x\nCc: b@x.org\n\nbody\n")
    func go(_ to: String, _ line: Int, _ column: Int) -> JSON? {
      let position: JSON = ["line": .integer(line), "character": .integer(column)]
      let outcome = talk.request(
        "tokenField/navigate",
        ["textDocument": ["uri": .string(Talk.uri), "version": 1], "position": position, "to": .string(to)])
      return outcome["caret"]
    }
    #expect(go("next", 1, 9) == ["line": 2, "character": 11])
    #expect(go("previous", 1, 9) == ["line": 0, "character": 11])
    #expect(go("previous", 4, 2) == ["line": 2, "character": 11])
    #expect(go("next", 4, 2) == nil)
    #expect(go("body", 1, 9) == ["line": 4, "character": 0])
    #expect(go("To", 4, 2) == ["line": 0, "character": 11])
  }
}
