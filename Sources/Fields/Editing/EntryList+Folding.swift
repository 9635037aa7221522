// Lines of a mail header that get no longer than they should: RFC 5322 2.1.1 and 2.2.3.

extension EntryList {
  /// How many characters a line of a header should have at most (RFC 5322 2.1.1).
  static let lineLimit = 78

  /// Entries with separators between them, in a mail header on a new line wherever one would get too long.
  ///
  /// Only what is written is folded: what stands there keeps its lines, and what somebody types stays on its own.
  ///
  /// - Parameters:
  ///   - texts: entries as they are written.
  ///   - offset: the byte of the value where they are put in.
  ///   - isBehind: whether they are put behind an entry, so that a separator stands before them, too.
  ///   - isTyped: whether the first of them is what somebody types behind that entry.
  /// - Returns: the bytes; every separator is the one of this list.
  func joined(_ texts: [[UInt8]], at offset: Int, isBehind: Bool = false, isTyped: Bool = false) -> [UInt8] {
    guard let fold, !hasFold(joiner) else {
      return (isBehind ? joiner : []) + Array(texts.joined(separator: joiner))
    }
    return joined(texts, with: fold, column: column(of: offset), isBehind: isBehind, isTyped: isTyped)
  }

  private func joined(
    _ texts: [[UInt8]], with fold: [UInt8], column: Int, isBehind: Bool, isTyped: Bool
  ) -> [UInt8] {
    let joiner = joiner
    var (bytes, column): ([UInt8], Int) = ([], column)
    for (number, text) in texts.enumerated() {
      if number > 0 || isBehind {
        let mark = number + 1 < texts.count ? separator.count : 0
        let first = Self.characters(text.prefix { $0 != Byte.lineFeed })
        let isTooLong = column + joiner.count + first + mark > Self.lineLimit
        let between = isTooLong && (number > 0 || !isTyped) ? separator + fold : joiner
        bytes += between
        column = hasFold(between) ? 1 : column + joiner.count
      }
      bytes += text
      let last = text.lastIndex(of: Byte.lineFeed).map { text[($0 + 1)...] }
      column = last.map(Self.characters) ?? column + Self.characters(text[...])
    }
    return bytes
  }

  /// What stands between entries that are put before another one and that: in a mail header a new line where its own
  /// would get too long.
  func joiner(behind joined: [UInt8], at offset: Int) -> [UInt8] {
    let joiner = joiner
    guard let fold, !hasFold(joiner) else { return joiner }
    let last = joined.lastIndex(of: Byte.lineFeed).map { joined[($0 + 1)...] }
    let column = last.map(Self.characters) ?? column(of: offset) + Self.characters(joined[...])
    let rest = Self.characters(value[offset...].prefix { $0 != Byte.lineFeed && $0 != Byte.carriageReturn })
    return column + joiner.count + rest > Self.lineLimit ? separator + fold : joiner
  }

  /// What puts entries on a new line behind a separator that ends the list; nil where the first has room on this one.
  func folding(_ texts: [[UInt8]], behind separator: Range<Int>) -> [Change]? {
    let white = white(after: separator.upperBound)
    guard let fold, !hasFold(white), let first = texts.first?.prefix(while: { $0 != Byte.lineFeed }),
      column(of: separator.upperBound) + 1 + Self.characters(first) > Self.lineLimit
    else { return nil }
    return [Change(white, fold + joined(texts, with: fold, column: 1, isBehind: false, isTyped: false))]
  }

  /// What goes on with a header on its next line, as it does in this one; nil in a list that is no mail header.
  var fold: [UInt8]? {
    guard grammar == .addressList, let name = options.field, MailField.canonical(name) != nil else { return nil }
    if let newline = value.firstIndex(of: Byte.lineFeed) {
      let blanks = value[(newline + 1)...].prefix(while: Byte.isBlank)
      if !blanks.isEmpty { return lineEnd + blanks }
    }
    return lineEnd + [Byte.space]
  }

  /// How many characters stand before a place on its line.
  private func column(of offset: Int) -> Int {
    let before = value[..<offset]
    guard let newline = before.lastIndex(of: Byte.lineFeed) else { return options.column + Self.characters(before) }
    return Self.characters(before[(newline + 1)...])
  }

  static func characters(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.count { $0 & 0xC0 != 0x80 }
  }
}
