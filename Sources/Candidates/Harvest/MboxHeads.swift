/// Cuts the header blocks out of an mbox that comes in parts.
///
/// One stands between a line that begins with `From ` at the start, or behind an empty line, and the next empty line. Of
/// bodies only the starts of lines are looked at. RFC 4155.
struct MboxHeads {
  private var head: [UInt8] = []
  /// The start of the line that has not ended yet.
  private var line: [UInt8] = []
  private var isInHead = false
  private var isAfterEmpty = true

  /// The longest header block that is read, in bytes; a longer one is none.
  static let longest = 256 << 10
  /// So much of a line of a body is kept.
  private static let start = 8

  /// Takes a part, and hands on the header blocks that end in it.
  mutating func append(_ part: ArraySlice<UInt8>, _ body: ([UInt8]) -> Void) {
    var rest = part
    while let end = rest.firstIndex(of: 10) {
      keep(rest[..<end])
      endLine(body)
      rest = rest[(end + 1)...]
    }
    keep(rest)
  }

  /// Ends the text.
  mutating func finish(_ body: ([UInt8]) -> Void) {
    if !line.isEmpty { endLine(body) }
    if isInHead, !head.isEmpty { body(head) }
    self = MboxHeads()
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    let room = (isInHead ? MboxHeads.longest : MboxHeads.start) - line.count
    if room > 0 { line += bytes.prefix(room) }
  }

  private mutating func endLine(_ body: ([UInt8]) -> Void) {
    if line.last == 13 { line.removeLast() }
    defer { line.removeAll(keepingCapacity: true) }
    if isInHead {
      if line.isEmpty || head.count + line.count >= MboxHeads.longest {
        if line.isEmpty { body(head) }
        head.removeAll(keepingCapacity: true)
        (isInHead, isAfterEmpty) = (false, line.isEmpty)
      } else if !line.starts(with: "From ".utf8) {
        head += line
        head.append(10)
      }
    } else {
      if isAfterEmpty, line.starts(with: "From ".utf8) { isInHead = true }
      isAfterEmpty = line.isEmpty
    }
  }
}
