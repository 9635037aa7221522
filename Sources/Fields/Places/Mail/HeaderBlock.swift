/// The header block of a mail draft, message or patch (grammars.md 2.3, drafts.md).
///
/// The block begins at line 1, after one mbox `From ` line, and ends at the first empty line or at message-mode's
/// separator. Lines of git send-email (`GIT:`) are skipped anywhere. A line that begins with a blank goes on with the
/// field above, whatever it looks like. Any other line that is no field is a broken fold: an editor has wrapped a long
/// field at column 0, and a mail program that meets it loses what follows; so the block goes on.
struct HeaderBlock {
  /// The header fields that hold lists.
  private(set) var fields: [Field] = []
  /// Broken folds, and blanks before a colon.
  private(set) var faults: [Fault] = []
  /// The end of the block: behind the empty line or the separator line, or the end of the text.
  private(set) var end = 0
  /// Whether a line behind which the body starts was met.
  private(set) var isClosed = false
  /// Whether a field that only a delivered message has was met.
  private(set) var isReceived = false
  /// Whether any field is one that mail programs write.
  private(set) var isMail = false
  /// Whether the text began with a field at all.
  private(set) var isPresent = false
  /// Whether the first field of the block holds addresses.
  var beginsWithAddresses: Bool { first != nil && first == fields.first?.nameRange.lowerBound }
  /// Where the name of the first field stands, whatever it holds.
  private var first: Int?
  /// Whether lines end with CR and LF.
  private let hasReturns: Bool

  /// message-mode's, mu4e's and notmuch's line between header and body (`mail-header-separator`).
  private static let separator = Array("--text follows this line--".utf8)
  private static let mailbox = Array("From ".utf8)
  private static let git = Array("GIT:".utf8)

  /// The field that a continuation line would go on with.
  private enum Open {
    case nothing
    case other
    case list(MailField, nameRange: Range<Int>, colon: Int, end: Int)
    /// A list that a skipped line cut through.
    case interrupted(MailField)
    case interruptedOther
  }
  private var open = Open.nothing

  /// Reads the block at the start of `text`.
  init(_ text: Text) {
    hasReturns = text.hasReturns
    var line = 0
    let hasMark = text.starts(with: [0xEF, 0xBB, 0xBF], at: 0)
    if text.starts(with: Self.mailbox, at: hasMark ? 3 : 0) { line = 1 }
    while line < text.lineCount {
      var range = text.lineRange(line)
      if line == 0, hasMark { range = 3..<max(3, range.upperBound) }
      if !read(range, of: text) { break }
      line += 1
    }
    close()
    // A line without its end may go on to be another: the body starts behind a line end only.
    if line + 1 >= text.lineCount { isClosed = false }
    if isPresent {
      end = text.lineStart(isClosed ? line + 1 : line)
    }
  }

  /// Takes one line; false when it ends the block.
  private mutating func read(_ line: Range<Int>, of text: Text) -> Bool {
    if line.isEmpty || text.isEqual(to: Self.separator, in: line) {
      isClosed = isPresent
      return false
    }
    if text.starts(with: Self.git, at: line.lowerBound) {
      interrupt()
      isPresent = true
      return true
    }
    if Byte.isBlank(text[line.lowerBound]) { return readContinuation(line) }
    guard let header = FieldName(line, of: text) else {
      guard isPresent else { return false }
      close()
      faults.append(Fault(.brokenFold, line))
      return true
    }
    close()
    isPresent = true
    first = first ?? header.nameRange.lowerBound
    let name = String(decoding: text.bytes(header.nameRange), as: UTF8.self)
    let folded = name.lowercased()
    if folded == "received" || folded == "return-path" { isReceived = true }
    guard let row = MailField.named(name) else {
      if MailField.wellKnown.contains(folded) { isMail = true }
      open = .other
      return true
    }
    isMail = true
    if header.colon > header.nameRange.upperBound {
      faults.append(Fault(.obsoleteSyntax, header.nameRange.upperBound..<header.colon, detail: row.name))
    }
    open = .list(row, nameRange: header.nameRange, colon: header.colon, end: line.upperBound)
    return true
  }

  /// Takes a line that begins with a blank; false when there is nothing that it could go on with.
  private mutating func readContinuation(_ line: Range<Int>) -> Bool {
    switch open {
    case .list(let row, let nameRange, let colon, _):
      open = .list(row, nameRange: nameRange, colon: colon, end: line.upperBound)
    case .interrupted(let row):
      let start = line.lowerBound
      open = .list(row, nameRange: start..<start, colon: start - 1, end: line.upperBound)
    case .interruptedOther: open = .other
    case .other: break
    case .nothing:
      guard isPresent else { return false }
      // Behind a broken fold: the line belongs to what was torn off.
      faults.append(Fault(.brokenFold, line))
    }
    return true
  }

  /// Ends the open field, which a line in between may go on to tear apart.
  private mutating func interrupt() {
    let before = open
    close()
    switch before {
    case .list(let row, _, _, _), .interrupted(let row): open = .interrupted(row)
    case .other, .interruptedOther: open = .interruptedOther
    case .nothing: break
    }
  }

  /// Ends the open field and keeps it if it holds a list.
  private mutating func close() {
    if case .list(let row, let nameRange, let colon, let end) = open {
      var surroundings = Surroundings()
      surroundings.hasReturns = hasReturns
      fields.append(
        Field(
          name: row.name, grammar: row.grammar, range: nameRange.lowerBound..<end, nameRange: nameRange,
          valueRange: (colon + 1)..<end, scope: row.scope, column: colon + 1 - nameRange.lowerBound,
          surroundings: surroundings))
    }
    open = .nothing
  }
}

/// The name of a header field at the start of a line: RFC 5322 2.2, ftext, then blanks (obsolete), then a colon.
private struct FieldName {
  var nameRange: Range<Int>
  var colon: Int

  init?(_ line: Range<Int>, of text: Text) {
    var at = line.lowerBound
    while at < line.upperBound, (33...126).contains(text[at]), text[at] != UInt8(ascii: ":") { at += 1 }
    guard at > line.lowerBound else { return nil }
    nameRange = line.lowerBound..<at
    while at < line.upperBound, Byte.isBlank(text[at]) { at += 1 }
    guard at < line.upperBound, text[at] == UInt8(ascii: ":") else { return nil }
    colon = at
  }
}

extension Text {
  /// Whether `bytes` stand at `offset`.
  func starts(with bytes: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset + bytes.count <= count else { return false }
    for (index, byte) in bytes.enumerated() where self[offset + index] != byte { return false }
    return true
  }

  /// Whether `bytes` are all that stands in `range`.
  func isEqual(to bytes: [UInt8], in range: Range<Int>) -> Bool {
    range.count == bytes.count && starts(with: bytes, at: range.lowerBound)
  }
}
