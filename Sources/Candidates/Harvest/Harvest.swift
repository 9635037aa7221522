/// Whom somebody has written to, and who has written, gathered from the headers of kept mail.
///
/// In a message of one's own, or in a folder of sent mail, who stands in To and Bcc counts three times, who stands in Cc
/// once. Of mail that came in the sender is known and counts nothing. A list is called as its List-Id says.
struct Harvest {
  /// Whether the message at hand lies in a folder of sent mail.
  var isSent = false
  private let today: String
  private let corrections: Corrections
  private let mailboxes: MailboxReader
  private var own: Set<String>
  private var people: [String: Known] = [:]
  private var order = 0
  /// Names of lists by the keys of their addresses.
  private var lists: [String: String] = [:]
  /// The same values come again and again.
  private var read: [[UInt8]: [Mailbox]] = [:]

  private struct Known {
    var address: String
    /// Names with how often each was used, and the order of the last use.
    var names: [String: (count: Int, order: Int)] = [:]
    var count = 0
    var last = ""
    var score: UInt32 = 0
    var order: Int
  }

  /// More recipients of one field are no correspondence.
  private static let most = 100
  /// What all mails to the same people come to, by the keys of their addresses.
  private var together: [[String]: UInt32] = [:]
  private static let (remembered, variants) = (50_000, 4)

  /// A harvest of nothing yet.
  ///
  /// - Parameters:
  ///   - own: The user's own addresses.
  ///   - today: The day, as `YYYY-MM-DD`; a later one is that of a clock that was wrong, and says nothing.
  ///   - corrections: What was forgotten, mail by mail; who was so stays known.
  ///   - mailboxes: Reads address lists.
  init(
    own: [String] = [], today: String = "9999-12-31", corrections: Corrections = Corrections(),
    mailboxes: @escaping MailboxReader
  ) {
    self.own = Set(own.map(Address.key))
    self.today = today
    self.corrections = corrections
    self.mailboxes = mailboxes
  }

  /// Takes the header block of a message.
  mutating func add(_ head: [UInt8]) {
    let head = MessageHead(head)
    let senders = people(head.value(.from))
    if let name = head.value(.list) { takeList(name, head.value(.post)) }
    let isMine = senders.contains { own.contains(Address.key($0.address)) }
    // Who writes what is kept as sent is the user.
    if isSent { for sender in senders { own.insert(Address.key(sender.address)) } }
    let written = head.value(.date).map { Day.text(mail: $0) } ?? ""
    let day = written > today ? "" : written
    guard isSent || isMine else {
      for sender in senders.prefix(1) where !Harvest.isMachine(sender.address) { add(sender, 0, Frecency.seen, day) }
      return
    }
    var circle: [String] = []
    for field in head.fields {
      let weight: (count: Int, score: Int)
      switch field.kind {
      case .to, .bcc: weight = (3, Frecency.written)
      case .cc: weight = (1, Frecency.copied)
      default: continue
      }
      let recipients = people(field.value)
      guard recipients.count <= Harvest.most else { continue }
      for recipient in recipients { circle.append(add(recipient, weight.count, weight.score, day)) }
    }
    addCircle(circle, day)
  }

  private mutating func addCircle(_ keys: [String], _ day: String) {
    let circle = Set(keys).subtracting(own).filter { !corrections.isForgotten($0, on: day) }.sorted()
    guard (2...Circle.most).contains(circle.count), !day.isEmpty else { return }
    let score = Frecency.mail(day: Day.since1970(Day.number(Array(day.utf8)[...])))
    together[circle] = Frecency.sum(together[circle] ?? 0, score)
  }

  /// What one use on a day comes to; nil where the day is not known.
  private func score(_ weight: Int, _ day: String) -> UInt32? {
    day.isEmpty ? nil : Frecency.use(day: Day.since1970(Day.number(Array(day.utf8)[...])), weight: weight)
  }

  /// The people of a value; nobody of one that is broken.
  private mutating func people(_ value: [UInt8]?) -> [Mailbox] {
    guard let value, value.contains(UInt8(ascii: "@")) else { return [] }
    if let known = read[value] { return known }
    let found = mailboxes(value).compactMap { mailbox -> Mailbox? in
      guard Address.isUsable(mailbox.address) else { return nil }
      let name = PlainText.name(mailbox.name)
      return Mailbox(name: name.lowercased() == mailbox.address.lowercased() ? "" : name, address: mailbox.address)
    }
    if read.count < Harvest.remembered { read[value] = found }
    return found
  }

  /// Adds one use, and gives the key of the mailbox.
  @discardableResult
  private mutating func add(_ mailbox: Mailbox, _ count: Int, _ weight: Int, _ day: String) -> String {
    order += 1
    let key = Address.key(mailbox.address)
    var known = people[key] ?? Known(address: mailbox.address, order: order)
    let isForgotten = corrections.isForgotten(key, on: day)
    known.count = min(known.count + (isForgotten ? 0 : count), 1 << 30)
    known.last = max(known.last, isForgotten ? "" : day)
    if !mailbox.name.isEmpty {
      known.names[mailbox.name] = ((known.names[mailbox.name]?.count ?? 0) + 1, order)
    }
    if !isForgotten, let score = score(weight, day) { known.score = Frecency.sum(known.score, score) }
    people[key] = known
    return key
  }

  /// Takes `Name <users.list.example>`, and the address from `<mailto:users@list.example>` or from the id itself.
  private mutating func takeList(_ id: [UInt8], _ post: [UInt8]?) {
    guard let open = id.lastIndex(of: UInt8(ascii: "<")), let close = id[open...].firstIndex(of: UInt8(ascii: ">"))
    else {
      return
    }
    var name = PlainText.line(id[..<open])
    if name.hasPrefix("\""), name.hasSuffix("\""), name.utf8.count > 2 { name = String(name.dropFirst().dropLast()) }
    name = PlainText.name(name)
    guard !name.isEmpty else { return }
    var address = PlainText.line(id[(open + 1)..<close])
    if let dot = address.firstIndex(of: ".") { address.replaceSubrange(dot...dot, with: "@") }
    let mark = Array("<mailto:".utf8)
    if let post, let start = post.indices.first(where: { post[$0...].starts(with: mark) }) {
      address = PlainText.line(
        post[(start + mark.count)...].prefix { $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "?") })
    }
    if Address.isUsable(address) { lists[Address.key(address)] = name }
  }

  /// Whether nobody reads what is sent to an address.
  private static func isMachine(_ address: String) -> Bool {
    let local = address.lowercased().prefix { $0 != "@" }.filter { $0 != "-" && $0 != "_" && $0 != "." }
    return ["noreply", "donotreply", "bounce", "mailerdaemon", "nepasrepondre"].contains { local.contains($0) }
  }

  /// What it comes to: one record a mailbox, in the order in which they were met first.
  var records: [Record] {
    people.filter { !own.contains($0.key) }.sorted { $0.value.order < $1.value.order }.map { key, known in
      let names = known.names.sorted { ($0.value.count, $0.value.order) > ($1.value.count, $1.value.order) }.map(\.key)
      // Who writes through a list is not the list.
      let name = lists[key] ?? names.first ?? ""
      var record = Record(name: name, address: known.address)
      record.nicknames = lists[key] == nil ? Array(names.dropFirst().prefix(Harvest.variants)) : []
      record.count = known.count
      record.last = known.last
      record.score = known.score
      return record
    }
  }

  /// Who was written to in one mail, the ones written to last at the end.
  var circles: [Circle] {
    together.map { Circle(addresses: $0.key, score: $0.value) }.sorted {
      $0.score != $1.score ? $0.score < $1.score : $0.addresses.lexicographicallyPrecedes($1.addresses)
    }
  }
}
