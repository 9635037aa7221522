import Candidates
import LanguageServer
import Testing
import Wire

/// People that the settings list themselves.
@Suite struct StaticPeopleTests {
  private static func read(_ people: String) -> (people: [String], skipped: Int, problem: String?)? {
    let json = try? JSON.parse(Array(#"{"kind":"static","people":\#(people)}"#.utf8))
    guard let list = json.flatMap({ StaticPeople($0) }) else { return nil }
    let (reading, problem) = list.read()
    let shown = reading.records.map { record in
      record.kind == .group
        ? "\(record.name): \(record.members.map { "\($0.name)<\($0.address)>" }.joined(separator: ", "))"
        : "\(record.name)<\(record.address)>" + record.nicknames.map { " \($0)" }.joined()
    }
    return (shown, reading.skipped, problem)
  }

  @Test(arguments: [
    (#""Ana Ruiz <ana@x.org>""#, ["Ana Ruiz<ana@x.org>"]), (#""ana@x.org""#, ["<ana@x.org>"]),
    (#""\"Ruiz, Ana\" <ana@x.org>, bo@x.org""#, ["Ruiz, Ana<ana@x.org>", "<bo@x.org>"]),
    (#""team: Ana <a@x.org>, b@x.org;""#, ["team: Ana<a@x.org>, <b@x.org>"]),
    (#""c@x.org, team: a@x.org;, d@x.org""#, ["<c@x.org>", "team: <a@x.org>", "<d@x.org>"]),
    (#"{"address":"a@x.org","name":"Ana","nickname":"an"}"#, ["Ana<a@x.org> an"]),
    (#"{"name":"team","members":["Ana <a@x.org>","b@x.org, c@x.org"]}"#, ["team: Ana<a@x.org>, <b@x.org>, <c@x.org>"]),
  ])
  func `an entry is a text as in a header, or an object`(_ entry: String, _ people: [String]) {
    let read = Self.read("[\(entry)]")
    #expect(read?.people == people && read?.skipped == 0 && read?.problem == nil)
  }

  @Test(arguments: [
    (#""team""#, "“team” is not an address"), (#""""#, "“” holds nobody"), ("5", "expected a text or an object"),
    (#""team: a@x.org, bo;""#, "“bo” is not an address"), (#""team:;""#, "“team:;” holds nobody"),
    (#"{"adress":"a@x.org"}"#, "unknown key adress; did you mean address?"),
    (#"{"name":"Ana"}"#, "expected an address"), (#"{"address":"Ana <a@x.org>"}"#, "“Ana <a@x.org>” is not an address"),
    (#"{"address":"a@x.org","name":5}"#, "name: expected a text"),
    (#"{"name":"team","members":["a@x.org","b"]}"#, "“b” is not an address"),
    (#"{"name":"team","members":[]}"#, "“team” holds nobody"), (#"{"members":["a@x.org"]}"#, "a group needs a name"),
    (#""a b@x.org""#, "“a b@x.org” is not an address"),
  ])
  func `an entry that is broken is left out as a whole and named, and the others are served`(
    _ entry: String, _ words: String
  ) {
    let read = Self.read(#"["first@x.org",\#(entry),"last@x.org"]"#)
    #expect(read?.people == ["<first@x.org>", "<last@x.org>"] && read?.skipped == 1)
    #expect(read?.problem == "1 of 3 entries cannot be used: people[1]: \(words)")
  }

  @Test func `of many that are broken the first is named`() {
    let read = Self.read(#"["a@x.org","b","c",{}]"#)
    #expect(read?.problem == "3 of 4 entries cannot be used, the first of them: people[1]: “b” is not an address")
  }

  @Test(arguments: [
    (#"{"kind":"static"}"#, "sources[0].people: expected a list of people"),
    (#"{"kind":"static","people":"a@x.org"}"#, "sources[0].people: expected a list of people"),
    (#"{"kind":"static","poeple":[]}"#, "unknown setting sources[0].poeple; did you mean sources[0].people?"),
    (#"{"kind":"static","people":[],"name":5}"#, "sources[0].name: expected a text"),
  ])
  func `a list that is none is said`(_ source: String, _ words: String) {
    let warnings = Startup(assignments: ["sources=[\(source)]"], version: "1").settings().warnings
    #expect(warnings == [words])
  }

  @Test func `what is shown of an entry is one line`() {
    let read = Self.read(#"[{"address":"a@x.org","name":"A\n\u0085B"},"a\n\u001bb"]"#)
    #expect(read?.people == ["A B<a@x.org>"])
    #expect(read?.problem?.unicodeScalars.allSatisfy { $0.value >= 32 } == true)
  }
}
