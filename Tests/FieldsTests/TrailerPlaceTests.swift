import Fields
import Testing

/// Where the key of a trailer can be written.
@Suite struct TrailerPlaceTests {
  /// The place at the `|` of a marked message as `⟦what is replaced⟧ query`, with `:` where a colon follows and `?` among
  /// prose; nil where no key can stand.
  private func place(_ marked: String, comment: String? = nil, separators: String = "") -> String? {
    var rules = TrailerRules()
    rules.comment = comment.map { Array($0.utf8) }
    rules.readSeparators(separators)
    let parts = marked.split(separator: "|", omittingEmptySubsequences: false)
    let text = Text(Array(parts.joined().utf8))
    guard let place = TrailerPlace(at: parts[0].utf8.count, in: text, rules) else { return nil }
    let replaced = String(decoding: text.bytes(place.range), as: UTF8.self)
    return "⟦\(replaced)⟧ \(place.query)\(place.hasSeparator ? ":" : "")\(place.isSure ? "" : "?")"
  }

  @Test func `a key begins a line of the last paragraph`() {
    #expect(place("Fix\n\nSig|") == "⟦Sig⟧ Sig")
    #expect(place("Fix\n\n|") == "⟦⟧ ")
    #expect(place("Fix\n\nBody\n\nAcked-by: a\nCo-a|\n\n") == "⟦Co-a⟧ Co-a")
    #expect(place("Fix\n\nBody\n\nCc: a\n x\n# c\n|\n# help\n") == "⟦⟧ ")
    #expect(place("Fix\r\n\r\nSig|\r\n") == "⟦Sig⟧ Sig")
  }

  @Test func `among prose a word may be the start of a key`() {
    #expect(place("Fix\n\nSome prose\nsig|\n") == "⟦sig⟧ sig?")
    #expect(place("Fix\n\nsig|\nSome prose\n") == "⟦sig⟧ sig?")
  }

  @Test func `what follows is kept`() {
    #expect(place("Fix\n\nSig|ned: a\n") == "⟦Signed⟧ Sig:")
    #expect(place("Fix\n\nSig|ned  \n") == "⟦Signed⟧ Sig")
    #expect(place("Fix\n\n|: a\n") == nil)
    #expect(place("Fix\n\nSig| more\n") == nil)
    #expect(place("Fix\n\n Sig|\n") == nil)
    #expect(place("Fix\n\nCc: a|\n") == nil)
  }

  @Test func `no key stands in the title, before more prose, in a comment or behind the message`() {
    #expect(place("Sig|") == nil)
    #expect(place("Fix\nSig|\n") == nil)
    #expect(place("Fix\n# c\nSig|\n") == nil)
    #expect(place("Fix\n\nSig|\n\nmore\n") == nil)
    #expect(place("Fix\n\n#|\n") == nil)
    #expect(place("Fix\n\n---\nSig|\n") == nil)
    #expect(place("Fix\n\nCc: a\n# ------------------------ >8 ------------------------\nSig|\n") == nil)
    #expect(place("|") == nil)
    #expect(place("\nSig|") == "⟦Sig⟧ Sig")
  }

  @Test func `comments begin as git is configured, and as the text shows`() {
    #expect(place("Fix\n\nSig|\n\n; help\n", comment: ";") == "⟦Sig⟧ Sig")
    #expect(place("Fix\n\nSig|\n\n; help\n") == nil)
    #expect(place("Fix\n\nSig|\n\n// help\n", comment: "//") == "⟦Sig⟧ Sig")
    #expect(place("Fix\n\nSig|\n\n% Please enter the commit message for your changes.\n", comment: ";") == "⟦Sig⟧ Sig")
    #expect(place("Fix\n\nSig|\n\n// Please enter the commit message for your changes.\n// x\n") == "⟦Sig⟧ Sig")
    #expect(place("Fix\n\nSig|\n\n# help\n", comment: "") == "⟦Sig⟧ Sig")
  }

  @Test func `what separates a key from its value is as git is configured`() {
    #expect(place("Fix\n\nSig|# a\n", separators: ":#") == "⟦Sig⟧ Sig:")
    #expect(place("Fix\n\nSig| = a\n", separators: "=") == "⟦Sig⟧ Sig:")
    #expect(place("Fix\n\nSig|: a\n", separators: "=") == nil)
    #expect(place("Fix\n\nSig|: a\n", separators: "é") == "⟦Sig⟧ Sig:")
    #expect(place("Fix\n\nSig|-x\n", separators: "-") == "⟦Sig⟧ Sig:")
    #expect(place("Fix\n\nSig| x\n", separators: " ") == "⟦Sig⟧ Sig:")
    #expect(place("Fix\n\nSig-o|: x\n", separators: ":-") == nil)
  }

  @Test func `what git writes behind a key`() {
    var rules = TrailerRules()
    #expect(rules.ending("Cc") == ": ")
    rules.readSeparators("=:")
    rules.endings = ["bug": " #"]
    #expect(rules.ending("Cc") == "= ")
    #expect(rules.ending("Bug") == " #")
  }

  @Test func `an offset outside of the text has no place`() {
    let text = Text(Array("Fix\n\nSig".utf8))
    #expect(TrailerPlace(at: -1, in: text) == nil)
    #expect(TrailerPlace(at: 9, in: text) == nil)
  }
}
