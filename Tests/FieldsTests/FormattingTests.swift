import Fields
import Support
import Testing

/// Lists of people written as one would write them anew.
@Suite struct FormattingTests {
  private func list(_ value: String, hasReturns: Bool = false, field: String = "To") -> EntryList {
    var options = ReadingOptions(field: field, column: field.utf8.count + 1)
    options.surroundings.hasReturns = hasReturns
    return EntryList(Array(value.utf8), .addressList, options)
  }

  private func formatted(_ value: String, hasReturns: Bool = false) -> String {
    let list = list(value, hasReturns: hasReturns)
    return String(decoding: list.formatting().applied(to: list.value), as: UTF8.self)
  }

  @Test func `one comma and one blank`() {
    #expect(
      formatted("a@x.org,b@x.org ;  c@x.org d@x.org,,e@x.org, ") == " a@x.org, b@x.org, c@x.org, d@x.org, e@x.org")
    #expect(formatted(" Team:a@x.org,b@x.org;,c@x.org") == " Team:a@x.org,b@x.org;, c@x.org")
    #expect(
      formatted(" \"Doe, J\" <j@x.org> ,  K. R (x, y) <k@x.org>") == " \"Doe, J\" <j@x.org>, K. R (x, y) <k@x.org>")
    #expect(formatted("") == "")
    #expect(formatted("  ") == "  ")
  }

  @Test func `a new line where one would get longer than 78 characters`() {
    let people = (1...9).map { "person\($0)@example.org" }
    let due =
      " " + [people[..<3], people[3..<6], people[6...]].map { $0.joined(separator: ", ") }.joined(separator: ",\n ")
    #expect(formatted(people.joined(separator: ",")) == due)
    #expect(formatted(people.joined(separator: ","), hasReturns: true) == due.replacing("\n", with: "\r\n"))
    for line in ("To:" + due).split(separator: "\n") { #expect(line.count <= 78) }
    // The blanks of a fold stay those of the list.
    #expect(formatted(" a@x.org,\n\tb@x.org,c@x.org") == " a@x.org, b@x.org, c@x.org")
    #expect(formatted(people[..<5].joined(separator: ",") + ",\n\t" + people[5]).contains("\n\tperson4"))
  }

  @Test func `an entry on each line, and a list below its name`() {
    #expect(formatted(" a@x.org ,\n b@x.org,\n  c@x.org,") == " a@x.org,\n b@x.org,\n c@x.org")
    #expect(formatted("\n a@x.org,b@x.org") == "\n a@x.org, b@x.org")
  }

  @Test(arguments: [
    " a@x.org,(note) ,b@x.org", " \"Ana <a@x.org>,b@x.org", " a@x.org> x,b@x.org", " <a@x.org,b@x.org",
  ]) func `what is unclear stays`(_ value: String) {
    #expect(formatted(value) == value)
  }

  @Test func `other lists and other fields stay`() {
    #expect(list("a,b", field: "X-Other").formatting() == [])
    #expect(EntryList(Array("a,b".utf8), .newsgroups, ReadingOptions(field: "Newsgroups")).formatting() == [])
  }

  @Test func `twice is once, and nobody is lost, whatever stands there`() {
    var random = Seeded(seed: 81)
    let pieces = [
      "a@x.org", "Ana Ruiz <ana@example.org>", "\"Doe, J\" <j@x.org>", ",", ", ", ";", "\n ", "\r\n\t", "(c)", "Team:",
      "<", ">", "\"", "é", " ", "ines", ",,", "bartholomew.longname@subdomain.example.org", "\\", "=?utf-8?q?=C3=A9?=",
    ]
    for number in 0..<2000 {
      let value = (0..<Int.random(in: 1...14, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      let before = list(value)
      let changes = before.formatting()
      let after = EntryList(changes.applied(to: before.value), .addressList, before.options)
      func words(_ list: EntryList) -> [String] {
        list.reading.tokens.map {
          list.grammar.display($0, in: list.value) + " " + list.grammar.value($0, in: list.value)
        }
      }
      #expect(words(after) == words(before), "seed 81, number \(number): \(value.debugDescription)")
      #expect(after.formatting() == [], "seed 81, number \(number): \(value.debugDescription)")
      #expect(changes == changes.normalized)
    }
  }
}
