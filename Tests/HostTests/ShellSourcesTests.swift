import Foundation
import Testing

/// Sources of people through the program itself.
@Suite struct ShellSourcesTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  /// The words that set sources and nothing else.
  private static func only(_ sources: String) -> [String] {
    ["--set", "discover=false", "--set", "sources=[\(sources)]"]
  }

  @Test func `people of the settings are found, and a broken entry costs nobody else`() throws {
    let list = #"{"kind":"static","people":["Ana Ruiz <ana@example.org>","bo","team: a@example.org, b@example.org;"]}"#
    let query = try shell(["query"] + Self.only(list) + ["ana"])
    #expect(query.code == 0 && query.output == "ana@example.org\tAna Ruiz\t\n")
    #expect(
      query.errors == ["tokenfield: static people: 1 of 3 entries cannot be used: people[1]: “bo” is not an address"])
    #expect(try shell(["query"] + Self.only(list) + ["team"]).output == "a@example.org, b@example.org\tteam (2)\t\n")
    // Two lists of one name are two.
    let two = #"{"kind":"static","people":["a@example.org"]},{"kind":"static","people":["b@example.org"]}"#
    #expect(try shell(["query"] + Self.only(two) + ["example"]).lines.count == 2)
  }
}
