/// Words in the quotes of the shell (POSIX.1-2024, section 2.2 of the shell language).
enum ShellWord {
  /// A text in single quotes.
  static func single(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  /// A text in double quotes; a backslash stands before whatever means something there.
  static func double(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if "\"\\$`".unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// What stands between double quotes.
  ///
  /// What the shell puts in stays as it is written where `keepsInserted` says so.
  static func undoubled(_ bytes: ArraySlice<UInt8>, keepsInserted: Bool = false) -> [UInt8] {
    let all = Array(bytes)
    var result: [UInt8] = []
    var isLooking = keepsInserted
    var i = 0
    while i < all.count {
      if isLooking, isInserted(all, i) {
        if let end = ShellScan.end(all, i) {
          result += all[i..<end]
          i = end
          continue
        }
        isLooking = false
      }
      if all[i] == Byte.backslash, i + 1 < all.count {
        if all[i + 1] == Byte.lineFeed {
          i += 2
          continue
        }
        if "\"\\$`".utf8.contains(all[i + 1]) { i += 1 }
      }
      result.append(all[i])
      i += 1
    }
    return result
  }

  /// Whether the shell puts something in at a place, `$(…)`, `${…}` or `` `…` ``.
  static func isInserted(_ bytes: [UInt8], _ i: Int) -> Bool {
    if bytes[i] == UInt8(ascii: "`") { return true }
    return bytes[i] == UInt8(ascii: "$") && i + 1 < bytes.count && "({".utf8.contains(bytes[i + 1])
  }

  /// What a word means, quotes and backslashes taken out; a quote that is never closed goes to the end, and what the shell
  /// puts in stays as it is written.
  static func text(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let all = Array(bytes)
    var result: [UInt8] = []
    // Where one part is never ended, no other is looked for.
    var isLooking = true
    var i = 0
    while i < all.count {
      let sign = all[i] == UInt8(ascii: "$") && i + 1 < all.count && "'\"".utf8.contains(all[i + 1]) ? 1 : 0
      switch all[i + sign] {
      case UInt8(ascii: "'"), Byte.quote:
        let end = ShellScan.end(all, i)
        let inner = all[i + sign + 1..<(end ?? all.count + 1) - 1]
        if all[i + sign] == Byte.quote {
          result += undoubled(inner, keepsInserted: true)
        } else {
          result += sign == 1 ? unescaped(inner) : Array(inner)
        }
        i = end ?? all.count
      case Byte.backslash where i + 1 < all.count:
        if all[i + 1] != Byte.lineFeed { result.append(all[i + 1]) }
        i += 2
      default:
        let end = isLooking && isInserted(all, i) ? ShellScan.end(all, i) : nil
        if end == nil, isInserted(all, i) { isLooking = false }
        result += all[i..<(end ?? i + 1)]
        i = end ?? i + 1
      }
    }
    return result
  }

  /// What stands in `$'…'`; an escape that says a number stays as it is written.
  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var i = bytes.startIndex
    while i < bytes.endIndex {
      if bytes[i] == Byte.backslash, i + 1 < bytes.endIndex {
        switch bytes[i + 1] {
        case UInt8(ascii: "n"): result.append(Byte.lineFeed)
        case UInt8(ascii: "t"): result.append(Byte.tab)
        case UInt8(ascii: "'"), Byte.quote, Byte.backslash, Byte.question: result.append(bytes[i + 1])
        default: result += bytes[i...i + 1]
        }
        i += 2
      } else {
        result.append(bytes[i])
        i += 1
      }
    }
    return result
  }

  /// The offset behind the quote that closes the one at an offset; nil if none does before a limit or the end of its line.
  static func quoteEnd(_ bytes: ArraySlice<UInt8>, _ start: Int, _ limit: Int) -> Int? {
    let quote = bytes[start]
    var i = start + 1
    while i < limit, bytes[i] != Byte.lineFeed {
      if bytes[i] == quote { return i + 1 }
      i += quote == Byte.quote && bytes[i] == Byte.backslash && i + 1 < limit && bytes[i + 1] != Byte.lineFeed ? 2 : 1
    }
    return nil
  }
}
