import Fields
import LanguageServer
import Support
import Testing
import Wire

/// What programs leave in folders, and documents that are read again when that is known.
@Suite struct FlavorMarksTests {
  private func flavor(_ file: String, _ marks: String...) -> Flavor? {
    FlavorMarks.flavor(ofFile: file) { marks.contains($0) }
  }

  @Test func `each program leaves something`() {
    #expect(flavor("/n/a.md", "/n/.obsidian") == .obsidian)
    #expect(flavor("/n/sub/deep/a.md", "/n/.zk") == .zk)
    #expect(flavor("/n/pages/a.md", "/n/logseq/config.edn") == .logseq)
    #expect(flavor("/n/pages/a.md", "/n/logseq") == nil)
    #expect(flavor("/s/content/a.md", "/s/hugo.yaml") == .hugo)
    #expect(flavor("/s/content/a.md", "/s/config.toml", "/s/content") == .hugo)
    #expect(flavor("/s/content/a.md", "/s/config.toml") == nil)
    #expect(flavor("/s/_posts/a.md", "/s/_config.yml") == .jekyll)
    #expect(flavor("/a.md", "/.zk") == .zk)
  }

  @Test func `the nearest folder counts, and only those above`() {
    #expect(flavor("/s/notes/a.md", "/s/_config.yml", "/s/notes/.obsidian") == .obsidian)
    #expect(flavor("/s/a.md", "/s/_config.yml", "/s/notes/.obsidian") == .jekyll)
    #expect(flavor("/s/a.md", "/s/_config.yml", "/s/.obsidian") == .obsidian)
    #expect(flavor("a.md", ".zk", "/.zk") == nil)
    #expect(flavor("", "/.zk") == nil)
  }

  @Test func `a path of any depth ends`() {
    var asked = 0
    let deep = String(repeating: "/d", count: 5000) + "/a.md"
    let found = FlavorMarks.flavor(ofFile: deep) { _ in
      asked += 1
      return false
    }
    #expect(found == nil && asked < 2000)
  }

  @Test(arguments: [31, 32] as [UInt64])
  func `documents are read as a fresh session reads them, whenever the answers come`(seed: UInt64) {
    var random = Seeded(seed: seed)
    let folders = ["/v", "/s", "/v/sub"]
    let flavors: [String: Flavor] = ["/v": .obsidian, "/s": .jekyll, "/v/sub": .zk]
    for _ in 0..<40 {
      var talk = Talk()
      var texts: [String: String] = [:]
      var version = 1
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let folder = folders.randomElement(using: &random) ?? "/v"
        let uri = "file://\(folder)/\(Int.random(in: 0...2, using: &random)).md"
        if texts[uri] == nil || Bool.random(using: &random) {
          let text = "---\ntags: \(["a b", "[A, a]", "[\"1\"]"].randomElement(using: &random) ?? "")\n---\n#x/ y\n"
          version += 1
          if texts[uri] == nil {
            talk.open(text, languageId: "markdown", uri: uri, version: version)
          } else {
            talk.change([["text": .string(text)]], version: version, uri: uri)
          }
          texts[uri] = text
        }
        if Bool.random(using: &random) { answer(&talk, flavors) }
      }
      answer(&talk, flavors)
      for (uri, text) in texts.sorted(by: { $0.key < $1.key }) {
        let folder = folders.first { uri == "file://\($0)/\(uri.suffix(4))" } ?? ""
        var fresh = Talk(options: ["flavor": .string(flavors[folder]?.rawValue ?? "generic")])
        fresh.open(text, languageId: "markdown", uri: uri)
        #expect(talk.codes(uri: uri) == fresh.codes(uri: uri), "\(seed): \(uri) \(text)")
        let named = Talk.document(uri)
        #expect(talk.request("tokenField/fields", named) == fresh.request("tokenField/fields", named))
      }
    }
  }

  /// Answers every ask for marks until none is left.
  private func answer(_ talk: inout Talk, _ flavors: [String: Flavor]) {
    var rounds = 0
    while rounds < 10 {
      rounds += 1
      let asks = talk.takeEffects().compactMap { effect -> (Int, FlavorRequest)? in
        guard case .ask(let number, .index(let bytes)) = effect, let json = try? JSON.parse(bytes),
          let request = FlavorRequest(json)
        else { return nil }
        return (number, request)
      }
      if asks.isEmpty { return }
      for (number, request) in asks {
        let bytes = request.answer { path in
          flavors.contains { folder, flavor in
            let mark = flavor == .obsidian ? ".obsidian" : flavor == .zk ? ".zk" : "_config.yml"
            return path == folder + "/" + mark
          }
        }
        talk.receive(.answered(ask: number, .part(bytes)), .answered(ask: number, .ended(problem: nil)))
      }
    }
    Issue.record("asked without end")
  }
}
