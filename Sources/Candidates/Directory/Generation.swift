/// All that was read in one run over the sources.
///
/// Rows of an index file have the first numbers, and stay as they are in it; what changes of them is kept beside.
struct Generation {
  /// The index file below everything else, if there is one.
  let base: PackedIndex?
  /// Rows of the file as they are now.
  private(set) var changed: [UInt32: Row] = [:]
  var reports: [SourceReport] = []
  var shelves: [Shelf] = []
  var aliases: Set<String> = []
  /// The rows of groups.
  var groups: [UInt32] = []
  /// The rows of people who have a nickname or an alias.
  var nicknamed: Set<UInt32> = []
  /// How many lines were not understood.
  var malformed = 0
  var table = MailboxTable()
  /// Names that belong to more than one mailbox.
  var names = NameTable()
  /// Who was written to together.
  var circles: Circles
  /// What all uses of all mailboxes come to.
  var total: UInt32
  /// What the user has said of people.
  var wishes = Wishes()
  /// The rows of mailboxes whose address needs more than lower case to be compared.
  var unusual: [String: UInt32] = [:]
  /// Whether records of a known source are being read, and which of the reports is its.
  var isInSource = false
  var source = 0
  /// Whether what comes adds to a source that was read.
  var isLearning = false
  /// The index file that the stream has named last, how many it has named, and the lines behind the last.
  var file: String?
  var files = 0
  var overlay: [UInt8] = []
  /// Which source is being read, as was said last.
  var reading: Directory.Progress?
  /// What came behind the last line end.
  var pending: [UInt8] = []
  /// Whether the line being read is too long and thrown away.
  var isOverlong = false
  var tabs: [Int] = []

  /// How much folded text one mailbox can gather from many records.
  static let textLimit = 2048

  /// A generation above an index file, or of nobody.
  init(base: PackedIndex? = nil, lines: [UInt8] = []) {
    self.base = base
    circles = Circles(base)
    total = base?.total ?? 0
    guard let base else { return }
    aliases = base.aliases
    groups = base.groups
    append(base.reports)
    append(lines)
    close()
  }

  /// How many rows the file has: the number of the first that is not in it.
  var first: UInt32 { UInt32(base?.count ?? 0) }
  /// The rows that are not in the file.
  var ownRows: Range<UInt32> {
    first..<first + UInt32(max(shelves.count - 1, 0) * Shelf.size + (shelves.last?.rows.count ?? 0))
  }

  private func place(_ row: UInt32) -> (shelf: Int, index: Int) {
    let own = Int(row - first)
    return (own / Shelf.size, own % Shelf.size)
  }

  subscript(row: UInt32) -> Row {
    if let base, row < first { return changed[row] ?? base.row(row) }
    let place = place(row)
    return shelves[place.shelf].rows[place.index]
  }

  /// Changes a row; its texts stay.
  mutating func change(_ row: UInt32, _ body: (inout Row) -> Void) {
    guard row >= first else {
      var own = self[row]
      body(&own)
      changed[row] = own
      return
    }
    let place = place(row)
    shelves[place.shelf].change(place.index, body)
  }

  /// Makes a row one that no search finds.
  mutating func hide(_ row: UInt32) {
    guard row >= first else {
      return change(row) {
        $0.kind = .form
        $0.folded.count = 0
      }
    }
    let place = place(row)
    shelves[place.shelf].hide(place.index)
  }

  /// The folded texts of a row.
  func folded(_ row: UInt32) -> [UInt8] {
    let range = self[row].folded.range
    if let base, row < first { return base.bytes.copy(range) }
    return Array(shelves[place(row).shelf].folded[range])
  }

  /// The masks of a row that is not in the file.
  func masks(_ row: UInt32) -> (letters: UInt64, starts: UInt64, lengths: UInt32) {
    let (place, index) = place(row)
    return (shelves[place].letters[index], shelves[place].starts[index], shelves[place].lengths[index])
  }

  /// Calls for the key of each word of a row that is not in the file.
  func forEachWord(_ row: UInt32, _ body: (UInt32) -> Void) {
    WordKey.forEach(shelves[place(row).shelf].folded, self[row].folded.range, body)
  }

  /// Whether somebody has a nickname or an alias.
  func isNicknamed(_ row: UInt32) -> Bool {
    nicknamed.contains(row) || row < first && base?.isNicknamed(row) ?? false
  }

  /// Whether what is kept of a row is what was written.
  func isSound(_ row: UInt32) -> Bool {
    row >= first || base?.isSound(row) ?? false
  }

  /// The bytes by which ordinary addresses are compared.
  static func plainKey(_ address: ArraySlice<UInt8>) -> some Sequence<UInt8> {
    (address.last == UInt8(ascii: ".") ? address.dropLast() : address).lazy.map(lowercased)
  }

  func head(_ hash: UInt64, _ address: ArraySlice<UInt8>) -> UInt32? {
    mailbox(hash) { row in
      self[row].kind == .head
        && Generation.plainKey(self.address(row)).elementsEqual(Generation.plainKey(address))
    }
  }

  private func mailbox(_ hash: UInt64, _ isSame: (UInt32) -> Bool) -> UInt32? {
    table.row(hash, where: isSame) ?? base?.mailbox(hash, isSame)
  }

  /// The row of a mailbox whose address needs more than lower case, by what it is compared by.
  func unusualMailbox(_ key: String) -> UInt32? {
    if let row = unusual[key] { return row }
    return base?.unusual(key) { Address.key(String(decoding: address($0), as: UTF8.self)) }
  }

  /// The columns of a row as bytes.
  func shown(_ row: UInt32) -> ArraySlice<UInt8> {
    let range = self[row].shown.range
    if let base, row < first { return base.bytes.copy(range)[...] }
    return shelves[place(row).shelf].shown[range]
  }

  /// The address of a row; for a group what stands in its place.
  func address(_ row: UInt32) -> ArraySlice<UInt8> {
    shown(row).prefix { $0 != StreamLine.tab }
  }

  /// The row of the mailbox with this address.
  func mailbox(_ address: String) -> UInt32? {
    let bytes = Array(address.utf8)
    if Address.isSpecial(bytes) { return unusualMailbox(Address.key(address)) }
    return head(MailboxTable.hash(Generation.plainKey(bytes[...])), bytes[...])
  }

  /// The same for an address in lower case and in ASCII.
  func mailbox(ascii address: [UInt8]) -> UInt32? {
    head(MailboxTable.hash(Generation.plainKey(address[...])), address[...])
  }

  /// The row of the mailbox whose address has this hash.
  func mailbox(hash: UInt64) -> UInt32? {
    mailbox(hash) { self[$0].kind == .head && MailboxTable.hash(Generation.plainKey(address($0))) == hash }
  }

  /// The columns of a row.
  func columns(_ row: UInt32) -> Columns {
    Columns(shown(row))
  }

  /// The first record with a folded name; nil for a new name.
  func named(_ name: ArraySlice<UInt8>) -> UInt32? {
    if let row = names.row(name) { return row }
    let hash = MailboxTable.hash(name)
    return base?.name(hash >> 32) { MailboxTable.hash(Folding.fold(columns($0).name)) == hash }
  }

  /// The source of a record.
  func source(of row: UInt32) -> Source {
    let number = Int(self[row].source)
    return number < reports.count ? reports[number].source : Source(kind: .contactsTSV, path: "")
  }

  /// Whether a folded name belongs to more than one mailbox.
  func isShared(_ name: [UInt8]) -> Bool {
    names.isShared(name) || base?.isShared(MailboxTable.hash(name)) ?? false
  }

  /// The lines of the stream that say how reading each source went.
  var reportLines: [UInt8] {
    var writer = RecordWriter()
    for report in reports { writer.write(report) }
    return writer.take()
  }

  /// Where a record came in the order in which all were read.
  private func sequence(_ row: UInt32) -> UInt32 {
    if let base, row < first { return base.sequence(row) }
    return row
  }

  /// The rows of a mailbox, the first read first; at most some hundred of them.
  func forms(_ head: UInt32) -> [UInt32] {
    var forms: [UInt32] = []
    var row = head
    while row != Row.none, forms.count < 200 {
      forms.append(row)
      row = self[row].next
    }
    return forms.sorted { sequence($0) < sequence($1) }
  }
}
