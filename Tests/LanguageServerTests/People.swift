import Candidates

/// An address book for tests.
enum People {
  static let ana = person("Ruiz, Ana", "ana@example.org", count: 9)
  static let bo = person("O'Neil, \"Bo\"", "bo@example.net", count: 8)
  static let nia = person("Nia \"Nina\" Ode", "nia@example.org", count: 7)
  static let ines = person("Inês Reis", "ines@example.org", count: 6)
  static let bare = person("kim@example.org", "kim@example.org", count: 5)
  static let anna = person("Ana Novak", "novak@example.com", count: 4)
  static let money = person("Cash $5 {x} \\ y", "cash@example.org", count: 3)
  static let plain = person("Pia Li", "pia@example.cn", count: 2)
  static let team: Record = {
    var team = Record(kind: .group, name: "Team, all")
    team.members = [
      Mailbox(name: "Ruiz, Ana", address: "ana@example.org"), Mailbox(name: "", address: "bo@example.net"),
      Mailbox(name: "Pia Li", address: "pia@example.cn"),
    ]
    return team
  }()

  static let all = [ana, bo, nia, ines, bare, anna, money, plain, team]

  static func person(_ name: String, _ address: String, count: Int) -> Record {
    var record = Record(name: name, address: address)
    record.count = count
    return record
  }
}
