/// All that was read in one run over the sources.
struct Generation {
  private(set) var reports: [SourceReport] = []
  private(set) var shelves: [Shelf] = []
  private(set) var aliases: Set<String> = []
  /// The rows of groups.
  private(set) var groups: [UInt32] = []
  /// The rows of people who have a nickname or an alias.
  private(set) var nicknamed: Set<UInt32> = []
  /// How many lines were not understood.
  private(set) var malformed = 0
  private var table = MailboxTable()
  /// Names that belong to more than one mailbox.
  private(set) var names = NameTable()
  /// Who was written to together.
  private(set) var circles = Circles()
  /// What all uses of all mailboxes come to.
  private(set) var total: UInt32 = 0
  /// The hashes of those whom the user wants to see first, and of those whom he never wants to see.
  private(set) var pinned: Set<UInt64> = []
  private(set) var never: Set<UInt64> = []
  /// The rows of mailboxes whose address needs more than lower case to be compared.
  private var unusual: [String: UInt32] = [:]
  /// Whether records of a known source are being read, and which of the reports is its.
  private var isInSource = false
  private var source = 0
  /// Whether what comes adds to a source that was read.
  private var isLearning = false
  /// What came behind the last line end.
  private var pending: [UInt8] = []
  /// Whether the line being read is too long and thrown away.
  private var isOverlong = false
  private var tabs: [Int] = []

  /// How much folded text one mailbox can gather from many records.
  private static let textLimit = 2048

  subscript(row: UInt32) -> Row {
    shelves[Int(row) / Shelf.size].rows[Int(row) % Shelf.size]
  }

  /// Takes some bytes of the stream, cut anywhere.
  mutating func append(_ part: [UInt8]) {
    var start = 0
    if !pending.isEmpty || isOverlong {
      guard let end = part.firstIndex(of: StreamLine.end) else {
        if pending.count + part.count > StreamLine.limit { isOverlong = true }
        if isOverlong { pending = [] } else { pending += part }
        return
      }
      if isOverlong {
        malformed += 1
      } else {
        pending += part[..<end]
        let line = pending
        pending = []
        take(line, 0..<line.count)
      }
      isOverlong = false
      start = end + 1
    }
    var index = start
    while index < part.count {
      if part[index] == StreamLine.end {
        take(part, start..<index)
        start = index + 1
      }
      index += 1
    }
    if start < part.count { pending = Array(part[start...]) }
  }

  /// Says that nothing more will come: half a line is none.
  mutating func close() {
    if !pending.isEmpty || isOverlong { malformed += 1 }
    pending = []
    isOverlong = false
    if isInSource, !reports.isEmpty { reports[source].problem = "reading was broken off" }
    isInSource = false
  }

  /// Takes whole lines of one source behind all others: what has come about since everything was read.
  mutating func learn(_ lines: [UInt8]) {
    guard pending.isEmpty, !isInSource else { return }
    isLearning = true
    append(lines)
    close()
    isLearning = false
  }

  private mutating func take(_ bytes: [UInt8], _ line: Range<Int>) {
    tabs.removeAll(keepingCapacity: true)
    var index = line.lowerBound
    while index < line.upperBound {
      if bytes[index] == StreamLine.tab { tabs.append(index) }
      index += 1
    }
    tabs.append(line.upperBound)
    let kind = StreamLine(rawValue: String(decoding: bytes[line.lowerBound..<tabs[0]], as: UTF8.self))
    let isUnderstood: Bool
    switch kind {
    case .source: isUnderstood = takeSource(bytes)
    case .person, .group: isUnderstood = takeRecord(bytes, isGroup: kind == .group)
    case .together: isUnderstood = takeCircle(bytes)
    case .pinned, .never, .plain: isUnderstood = kind.map { takeWish($0, bytes) } ?? false
    case .ended: isUnderstood = takeEnd(bytes)
    case nil: isUnderstood = false
    }
    if !isUnderstood { malformed += 1 }
  }

  /// The bytes of a column, counted behind the first.
  private func column(_ number: Int, of bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes[tabs[number] + 1..<tabs[number + 1]]
  }

  private func number(_ column: Int, of bytes: [UInt8]) -> Int? {
    var result = 0
    for byte in self.column(column, of: bytes) {
      guard byte >= 48, byte < 58, result < 1 << 40 else { return nil }
      result = result * 10 + Int(byte - 48)
    }
    return result
  }

  private mutating func takeSource(_ bytes: [UInt8]) -> Bool {
    isInSource = false
    guard tabs.count == 3, reports.count < UInt16.max,
      let kind = SourceFormat(rawValue: String(decoding: column(0, of: bytes), as: UTF8.self))
    else { return false }
    var path: [UInt8] = []
    var isEscaped = false
    for byte in column(1, of: bytes) {
      if isEscaped {
        path.append(byte == UInt8(ascii: "t") ? 9 : byte == UInt8(ascii: "n") ? 10 : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        path.append(byte)
      }
    }
    let named = Source(kind: kind, path: String(decoding: path, as: UTF8.self))
    isInSource = true
    if isLearning, let known = reports.firstIndex(where: { $0.source == named }) {
      source = known
      return true
    }
    source = reports.count
    reports.append(SourceReport(source: named))
    return true
  }

  private mutating func takeEnd(_ bytes: [UInt8]) -> Bool {
    guard tabs.count == 6, isInSource, let count = number(0, of: bytes), let skipped = number(1, of: bytes),
      let faults = number(2, of: bytes), let milliseconds = number(3, of: bytes)
    else { return false }
    isInSource = false
    // What was learned since adds to what was read.
    if isLearning { return true }
    let problem = String(decoding: column(4, of: bytes), as: UTF8.self)
    reports[source].count = count
    reports[source].skipped = skipped
    reports[source].faults = faults
    reports[source].milliseconds = milliseconds
    reports[source].problem = problem.isEmpty ? nil : problem
    return true
  }

  private mutating func takeRecord(_ bytes: [UInt8], isGroup: Bool) -> Bool {
    let columns = StreamLine.Column.self
    guard tabs.count == columns.allCases.count || tabs.count == columns.allCases.count + 1, isInSource,
      let count = number(columns.count.rawValue, of: bytes),
      let preference = number(columns.preference.rawValue, of: bytes), preference <= 100
    else { return false }
    let address = column(columns.address.rawValue, of: bytes)
    guard !address.isEmpty, shelves.count < Int(UInt32.max) / Shelf.size else { return false }
    let key = column(columns.key.rawValue, of: bytes)
    if !key.isEmpty { aliases.insert(String(decoding: key, as: UTF8.self).lowercased()) }
    let number = nextRow()
    let last = Day.number(column(columns.last.rawValue, of: bytes))
    let isSaid = tabs.count > columns.allCases.count
    guard
      let score = isSaid ? self.number(columns.score.rawValue, of: bytes) : Int(Frecency.told(count: count, last: last))
    else { return false }
    total = Frecency.sum(total, UInt32(clamping: score))
    let row = Row(
      folded: Range32(start: 0, count: 0), shown: Range32(start: 0, count: 0), best: number, order: number,
      count: UInt32(clamping: count), own: UInt32(clamping: count),
      last: last, score: UInt32(clamping: score), source: UInt16(clamping: source),
      preference: preference == 0 ? 101 : UInt8(preference), kind: isGroup ? .group : .head)
    let shown = bytes[tabs[columns.address.rawValue] + 1..<tabs[columns.folded.rawValue]]
    let folded = bytes[tabs[columns.folded.rawValue] + 1..<tabs[columns.folded.rawValue + 1]]
    reports[source].count += 1
    if isGroup {
      addGroup(row, number: number, folded: folded, shown: shown)
    } else {
      let head = addPerson(row, number: number, address: address, folded: folded, shown: shown)
      if !key.isEmpty || !column(columns.nicknames.rawValue, of: bytes).isEmpty { nicknamed.insert(head) }
    }
    return true
  }

  private mutating func takeCircle(_ bytes: [UInt8]) -> Bool {
    guard tabs.count > 3, tabs.count - 2 <= Circle.most, isInSource, let score = number(0, of: bytes) else {
      return false
    }
    let hashes = (1..<tabs.count - 1).map { MailboxTable.hash(Generation.plainKey(column($0, of: bytes))) }
    circles.add(hashes, score: UInt32(clamping: score))
    return true
  }

  /// Takes what the user has said of somebody; what is said later counts.
  private mutating func takeWish(_ kind: StreamLine, _ bytes: [UInt8]) -> Bool {
    guard tabs.count == 2, isInSource else { return false }
    let hash = MailboxTable.hash(Generation.plainKey(column(0, of: bytes)))
    pinned.remove(hash)
    never.remove(hash)
    if kind == .pinned { pinned.insert(hash) }
    if kind == .never { never.insert(hash) }
    return true
  }

  /// The number that the next row will have; a full shelf is followed by a new one.
  private mutating func nextRow() -> UInt32 {
    if shelves.last?.isFull ?? true { shelves.append(Shelf()) }
    let last = shelves.count - 1
    return UInt32(last * Shelf.size + shelves[last].rows.count)
  }

  private mutating func add(_ row: Row, folded: some Collection<UInt8>, shown: ArraySlice<UInt8>) {
    shelves[shelves.count - 1].add(row, folded: folded, shown: shown)
  }

  private mutating func change(_ row: UInt32, _ body: (inout Row) -> Void) {
    shelves[Int(row) / Shelf.size].change(Int(row) % Shelf.size, body)
  }

  private mutating func addGroup(_ row: Row, number: UInt32, folded: ArraySlice<UInt8>, shown: ArraySlice<UInt8>) {
    // The same list of the same name in two books is one.
    let hash = MailboxTable.hash(shown)
    let same = table.row(hash) { other in
      self[other].kind == .group && self.shown(other).elementsEqual(shown)
    }
    guard same == nil else { return }
    add(row, folded: folded, shown: shown)
    groups.append(number)
    table.insert(hash, row: number)
  }

  /// Adds a record, and gives the row of the mailbox that it belongs to.
  private mutating func addPerson(
    _ row: Row, number: UInt32, address: ArraySlice<UInt8>, folded: ArraySlice<UInt8>, shown: ArraySlice<UInt8>
  ) -> UInt32 {
    noteName(number: number, address: address, folded: folded, shown: shown)
    let isUnusual = Address.isSpecial(address)
    let name = isUnusual ? Address.key(String(decoding: address, as: UTF8.self)) : ""
    let hash = isUnusual ? 0 : MailboxTable.hash(Generation.plainKey(address))
    guard let head = isUnusual ? unusual[name] : head(hash, address) else {
      add(row, folded: folded, shown: shown)
      if isUnusual { unusual[name] = number } else { table.insert(hash, row: number) }
      return number
    }
    // One more record of a known mailbox: it adds to what is known, and only new texts to what is searched.
    let old = self[head]
    var text = Array(shelves[Int(head) / Shelf.size].folded[old.folded.range])
    let before = text.count
    Generation.merge(folded, into: &text)
    var merged = old
    merged.count = old.count.addingReportingOverflow(row.count).overflow ? .max : old.count + row.count
    merged.last = max(old.last, row.last)
    merged.score = Frecency.sum(old.score, row.score)
    merged.preference = min(old.preference, row.preference)
    var form = row
    form.kind = .form
    form.best = Row.none
    if text.count == before || text.count > Generation.textLimit {
      form.next = old.next
      merged.next = number
      if isBetter(row, shown, than: old.best) { merged.best = number }
      add(form, folded: EmptyCollection(), shown: shown)
      change(head) { $0 = merged }
      return head
    } else {
      // The rows of a shelf lie in the order of their texts, so the mailbox moves to the new place.
      merged.best = isBetter(row, shown, than: old.best) ? number : old.best
      merged.own = row.own
      merged.source = row.source
      merged.next = head
      add(merged, folded: text, shown: shown)
      shelves[Int(head) / Shelf.size].hide(Int(head) % Shelf.size)
      if isUnusual { unusual[name] = number } else { table.replace(hash, row: head, with: number) }
      if nicknamed.contains(head) { nicknamed.insert(number) }
      return number
    }
  }

  private mutating func noteName(
    number: UInt32, address: ArraySlice<UInt8>, folded: ArraySlice<UInt8>, shown: ArraySlice<UInt8>
  ) {
    // The name is the first of the folded texts, if there is one.
    guard folded.first == StreamLine.item, let tab = shown.firstIndex(of: StreamLine.tab), tab + 1 < shown.endIndex,
      shown[tab + 1] != StreamLine.tab
    else { return }
    let name = folded.dropFirst().prefix { $0 != StreamLine.item && $0 != StreamLine.other }
    guard let other = names.row(name) else { return names.insert(name, row: number) }
    let known = self.shown(other).prefix { $0 != StreamLine.tab }
    if Generation.plainKey(known).elementsEqual(Generation.plainKey(address)) { return }
    let keys = [known, address].map { Address.key(String(decoding: $0, as: UTF8.self)) }
    if keys[0] != keys[1] { names.share(name) }
  }

  /// Whether a record's name is the one to show: any name rather than none, then the one used more often.
  private func isBetter(_ row: Row, _ shown: ArraySlice<UInt8>, than best: UInt32) -> Bool {
    let hasName = { (columns: ArraySlice<UInt8>) in
      guard let tab = columns.firstIndex(of: StreamLine.tab), tab + 1 < columns.endIndex else { return false }
      return columns[tab + 1] != StreamLine.tab
    }
    let isNamed = hasName(shown)
    return isNamed == hasName(self.shown(best)) ? row.own > self[best].own : isNamed
  }

  /// Adds those texts of one record to another's that are not among them.
  private static func merge(_ folded: ArraySlice<UInt8>, into text: inout [UInt8]) {
    var start = folded.startIndex
    while start < folded.endIndex {
      var end = start + 1
      while end < folded.endIndex, folded[end] > StreamLine.item || folded[end] < StreamLine.other { end += 1 }
      if !contains(text, folded[start..<end]) { text += folded[start..<end] }
      start = end
    }
  }

  private static func contains(_ text: [UInt8], _ part: ArraySlice<UInt8>) -> Bool {
    var index = 0
    while index + part.count <= text.count {
      if text[index..<index + part.count].elementsEqual(part) {
        let end = index + part.count
        if end == text.count || text[end] == StreamLine.item || text[end] == StreamLine.other { return true }
      }
      index += 1
    }
    return false
  }

  /// The bytes by which ordinary addresses are compared.
  static func plainKey(_ address: ArraySlice<UInt8>) -> some Sequence<UInt8> {
    (address.last == UInt8(ascii: ".") ? address.dropLast() : address).lazy.map(lowercased)
  }

  private func head(_ hash: UInt64, _ address: ArraySlice<UInt8>) -> UInt32? {
    table.row(hash) { row in
      self[row].kind == .head
        && Generation.plainKey(shown(row).prefix { $0 != StreamLine.tab })
          .elementsEqual(Generation.plainKey(address))
    }
  }

  /// The columns of a row as bytes.
  func shown(_ row: UInt32) -> ArraySlice<UInt8> {
    shelves[Int(row) / Shelf.size].shown[self[row].shown.range]
  }

  /// The address of a row; for a group what stands in its place.
  func address(_ row: UInt32) -> ArraySlice<UInt8> {
    shown(row).prefix { $0 != StreamLine.tab }
  }

  /// The row of the mailbox with this address.
  func mailbox(_ address: String) -> UInt32? {
    let bytes = Array(address.utf8)
    if Address.isSpecial(bytes) { return unusual[Address.key(address)] }
    return head(MailboxTable.hash(Generation.plainKey(bytes[...])), bytes[...])
  }

  /// The same for an address in lower case and in ASCII.
  func mailbox(ascii address: [UInt8]) -> UInt32? {
    head(MailboxTable.hash(Generation.plainKey(address[...])), address[...])
  }

  /// The row of the mailbox whose address has this hash.
  func mailbox(hash: UInt64) -> UInt32? {
    table.row(hash) { self[$0].kind == .head }
  }

  /// The columns of a row.
  func columns(_ row: UInt32) -> Columns {
    Columns(shown(row))
  }

  /// The rows of a mailbox, the first read first; at most some hundred of them.
  func forms(_ head: UInt32) -> [UInt32] {
    var forms: [UInt32] = []
    var row = head
    while row != Row.none, forms.count < 200 {
      forms.append(row)
      row = self[row].next
    }
    return forms.sorted()
  }
}
