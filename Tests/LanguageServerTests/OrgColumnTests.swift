import Fields
import Testing
import Wire

/// Tags of Org headlines keep the column at which they end.
@Suite struct OrgColumnTests {
  private static let uri = "file:///home/ana/plan.org"

  /// The text after a request that acts in the first field of tags.
  private static func after(_ text: String, _ method: String, _ more: KeyValuePairs<String, JSON>) -> String {
    var talk = Talk()
    let (buffer, _) = talk.open(text, languageId: "org", uri: uri)
    let params: [JSON.Member] =
      [
        JSON.Member(key: "textDocument", value: ["uri": .string(uri), "version": 1]),
        JSON.Member(key: "field", value: "tags"),
      ] + more.map { JSON.Member(key: $0.key, value: $0.value) }
    return buffer.applying(talk.request("tokenField/\(method)", .object(params))["edits"].array)
  }

  /// A headline whose tags end at a column.
  private static func line(_ title: String, _ tags: String, width: Int = 0, to column: Int = 77) -> String {
    let blanks = column - (width == 0 ? title.count : width) - tags.count
    return title + String(repeating: " ", count: blanks) + tags + "\n"
  }

  @Test func `tags that end at column 77 end there whatever is added and removed`() {
    let text = Self.line("* Plan", ":work:")
    #expect(Self.after(text, "add", ["texts": ["home"]]) == Self.line("* Plan", ":work:home:"))
    let two = Self.line("** Plan", ":work:home:") + "text\n"
    #expect(Self.after(two, "remove", ["index": 0]) == Self.line("** Plan", ":home:") + "text\n")
    #expect(Self.after(two, "sort", [:]) == Self.line("** Plan", ":home:work:") + "text\n")
  }

  @Test func `columns are cells, and one blank stays where there is no room`() {
    let wide = Self.line("* 計画", ":work:", width: 6)
    #expect(Self.after(wide, "add", ["texts": ["x"]]) == Self.line("* 計画", ":work:x:", width: 6))
    let long = "* " + String(repeating: "x", count: 66)
    #expect(Self.after(Self.line(long, ":work:"), "add", ["texts": ["longer"]]) == long + " :work:longer:\n")
  }

  @Test func `another column is kept if another headline has it, too`() {
    let other = Self.line("* B", ":b:", to: 60)
    let first = Self.line("* Plan", ":work:", to: 60)
    #expect(Self.after(first + other, "add", ["texts": ["x"]]) == Self.line("* Plan", ":work:x:", to: 60) + other)
    #expect(Self.after(first, "add", ["texts": ["x"]]) == first.replacing(":work:", with: ":work:x:"))
  }

  @Test func `tags right behind the title, or behind a tab, move nothing`() {
    #expect(Self.after("* Plan :work:\n", "add", ["texts": ["x"]]) == "* Plan :work:x:\n")
    #expect(Self.after("* Plan\t\t:work:\n", "add", ["texts": ["x"]]) == "* Plan\t\t:work:x:\n")
    #expect(Self.after(Self.line("* Plan", ":work:"), "clear", [:]).hasPrefix("* Plan"))
  }

  @Test func `the client that makes the edit and then undoes it has what it had`() {
    var talk = Talk(experimental: ["tokenField": [:]])
    let text = Self.line("* Plan", ":work:")
    let (buffer, _) = talk.open(text, languageId: "org", uri: Self.uri)
    let outcome = talk.request(
      "tokenField/add",
      ["textDocument": ["uri": .string(Self.uri), "version": 1], "field": "tags", "texts": ["home"], "tokens": true])
    let changed = buffer.applying(outcome["edits"].array)
    talk.change([["text": .string(changed)]], version: 2, uri: Self.uri)
    let state = talk.request("tokenField/state", ["textDocument": ["uri": .string(Self.uri)], "field": "tags"])
    #expect(state["tokens"].array.map { $0["value"].text } == ["work", "home"])
    let now = Buffer(text: changed, encoding: .utf8)
    #expect(state["tokens"].array.map { now[$0["range"]] } == ["work", "home"])
    #expect(outcome["state"]?["tokens"].array.map { now[$0["range"]] } == ["work", "home"])
  }
}
