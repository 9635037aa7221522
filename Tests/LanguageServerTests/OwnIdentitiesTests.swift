import Candidates
import LanguageServer
import Testing
import Wire

/// Oneself comes first in From and Reply-To.
@Suite struct OwnIdentitiesTests {
  /// A session whose books hold people, and one of whose sources says who the user is.
  private static func talk(_ set: String..., own: [Record]) -> Talk {
    var talk = Talk(set: set)
    guard let ask = talk.indexing else { return talk }
    var writer = RecordWriter()
    for (source, people) in [
      (Source(kind: .contactsTSV, path: "/b"), People.all), (Source(kind: .own, path: "own"), own),
    ] {
      writer.begin(source)
      for record in people { writer.write(record) }
      writer.end(skipped: 0, faults: 0, milliseconds: 0, problem: nil)
    }
    talk.receive(.answered(ask: ask, .part(writer.take())), .answered(ask: ask, .ended(problem: nil)))
    return talk
  }

  private static func offered(_ talk: inout Talk, _ marked: String) -> [String] {
    let (_, position) = talk.open(marked)
    return talk.request("textDocument/completion", Talk.at(position))["items"].array.map { $0["detail"].text }
  }

  @Test(arguments: ["From", "Reply-To", "Resent-From", "Sender"])
  func `own mailboxes come first where one names oneself, each once`(_ name: String) {
    var talk = Self.talk(own: [Record(name: "Me", address: "zoe@example.org"), Record(address: "NOVAK@example.com")])
    let all = Self.offered(&talk, "\(name): |\nTo: \n\n")
    #expect(all.prefix(3) == ["zoe@example.org", "NOVAK@example.com", "ana@example.org"])
    #expect(Set(all.map { $0.lowercased() }).count == all.count)
    // A query that others answer better: the name is that of the books where the configuration has none.
    #expect(Self.offered(&talk, "\(name): ana|\n\n") == ["NOVAK@example.com", "ana@example.org"])
  }

  @Test func `elsewhere one is somebody like others`() {
    var talk = Self.talk(own: [Record(name: "Me", address: "zoe@example.org")])
    #expect(Self.offered(&talk, "To: |\n\n").first == "ana@example.org")
    #expect(Self.offered(&talk, "To: zo|\n\n") == ["zoe@example.org"])
  }

  @Test func `the setting says who one is, before what others were told`() {
    var talk = Self.talk(#"own=["Pia Li <pia@example.cn>","no address"]"#, own: [Record(address: "zoe@example.org")])
    #expect(Self.offered(&talk, "From: |\n\n").prefix(2) == ["pia@example.cn", "zoe@example.org"])
  }
}
