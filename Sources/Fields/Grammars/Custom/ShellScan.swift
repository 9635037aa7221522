/// Finds where the parts of a word of the shell end that hold blanks and brackets of their own: quotes, `$(…)`, `${…}`,
/// `$((…))`, `<(…)` and `` `…` ``, one in the other and over lines (bash, "Shell Grammar"; POSIX.1-2024, section 2).
///
/// It keeps a list of what is open instead of calling itself, so that no text is too deep.
struct ShellScan {
  /// What a place stands in.
  private enum Context: Equatable {
    /// Double quotes.
    case double
    /// `${…}`.
    case parameter
    /// `${…}` within double quotes.
    case quotedParameter
    /// `$(…)`, `<(…)` and what stands in brackets in them.
    case command
    /// `$((…))`, and brackets in it.
    case arithmetic
    /// `case`, up to its `in`.
    case caseWord
    /// What a branch of `case` is for, up to its bracket.
    case casePattern
    /// The commands of a branch.
    case caseBody
  }

  private let bytes: [UInt8]
  private var i: Int
  private var open: [Context] = []
  /// Whether a command may begin here, whose first word may be `case`.
  private var isCommandStart = false
  /// Where the last escape ended: what stands there begins no word.
  private var escapeEnd = -1

  /// Whether a part begins at a place that has an end to be looked for.
  static func begins(_ bytes: [UInt8], _ i: Int) -> Bool {
    switch bytes[i] {
    case UInt8(ascii: "'"), Byte.quote, UInt8(ascii: "`"): return true
    case UInt8(ascii: "$"):
      return i + 1 < bytes.count && "({['\"".utf8.contains(bytes[i + 1])
    case Byte.less, Byte.greater: return i + 1 < bytes.count && bytes[i + 1] == Byte.openParenthesis
    default: return false
    }
  }

  /// Where the part ends that begins at a place; nil if nothing ends it, or if it cannot be told where it ends.
  static func end(_ bytes: [UInt8], _ start: Int) -> Int? {
    var scan = ShellScan(bytes: bytes, i: start)
    guard scan.enter() else { return nil }
    while !scan.open.isEmpty {
      guard scan.i < bytes.count, scan.step() else { return nil }
    }
    return scan.i
  }

  private init(bytes: [UInt8], i: Int) { (self.bytes, self.i) = (bytes, i) }

  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  /// Opens the part at `i`, or passes over it if nothing can stand in it; false if nothing ends it.
  private mutating func enter() -> Bool {
    switch (bytes[i], byte(i + 1)) {
    case (UInt8(ascii: "'"), _): return pass(to: UInt8(ascii: "'"), from: i + 1, hasEscapes: false)
    case (UInt8(ascii: "`"), _): return pass(to: UInt8(ascii: "`"), from: i + 1, hasEscapes: true)
    case (Byte.quote, _): open(.double, 1)
    case (UInt8(ascii: "$"), UInt8(ascii: "'")): return pass(to: UInt8(ascii: "'"), from: i + 2, hasEscapes: true)
    case (UInt8(ascii: "$"), Byte.quote): open(.double, 2)
    case (UInt8(ascii: "$"), UInt8(ascii: "{")):
      open(open.last == .double || open.last == .quotedParameter ? .quotedParameter : .parameter, 2)
    case (UInt8(ascii: "$"), Byte.openParenthesis) where byte(i + 2) == Byte.openParenthesis:
      open(.command, 2)
      open(.arithmetic, 1)
    case (_, Byte.openParenthesis): open(.command, 2)
    // `$[…]` is an old way to count, and only some shells know it.
    default: return false
    }
    return true
  }

  private mutating func open(_ context: Context, _ width: Int) {
    open.append(context)
    i += width
    isCommandStart = context == .command
  }

  private mutating func pass(to mark: UInt8, from start: Int, hasEscapes: Bool) -> Bool {
    i = start
    while i < bytes.count {
      if bytes[i] == mark {
        i += 1
        isCommandStart = false
        return true
      }
      i += hasEscapes && bytes[i] == Byte.backslash ? 2 : 1
    }
    return false
  }

  /// Takes what stands at `i`; false where nobody can tell what it is.
  private mutating func step() -> Bool {
    let here = bytes[i]
    if here == Byte.backslash {
      i += 2
      (escapeEnd, isCommandStart) = (i, false)
      return true
    }
    switch open.last {
    case .double:
      if here == Byte.quote { return close() }
      return isInserted(here) ? enter() : skip()
    case .parameter:
      if here == UInt8(ascii: "}") { return close() }
      guard Self.begins(bytes, i) else { return skip() }
      return here != Byte.less && here != Byte.greater && enter()
    case .quotedParameter:
      if here == UInt8(ascii: "}") { return close() }
      // Shells differ in what a single quote is here.
      if here == UInt8(ascii: "'") { return false }
      return isInserted(here) || here == Byte.quote ? enter() : skip()
    case .arithmetic: return stepArithmetic(here)
    case .caseWord, .command, .caseBody, .casePattern: return stepCommand(here)
    case nil: return true
    }
  }

  private func isInserted(_ here: UInt8) -> Bool {
    if here == UInt8(ascii: "`") { return true }
    guard here == UInt8(ascii: "$"), let next = byte(i + 1) else { return false }
    return "({[".utf8.contains(next)
  }

  private mutating func skip() -> Bool {
    i += 1
    isCommandStart = false
    return true
  }

  private mutating func close() -> Bool {
    open.removeLast()
    return skip()
  }

  private mutating func stepArithmetic(_ here: UInt8) -> Bool {
    if here == Byte.openParenthesis {
      open(.arithmetic, 1)
      return true
    }
    if here == Byte.closeParenthesis {
      _ = close()
      // `$((a) b)` is a command after all, in which other things are read in other ways.
      return open.last != .command || byte(i) == Byte.closeParenthesis
    }
    return Self.begins(bytes, i) && here != Byte.less && here != Byte.greater ? enter() : skip()
  }

  private mutating func stepCommand(_ here: UInt8) -> Bool {
    switch here {
    case Byte.space, Byte.tab:
      i += 1
      return true
    case UInt8(ascii: "#") where i == escapeEnd || i > 0 && bytes[i - 1] == Byte.closeParenthesis:
      // Behind a blank that is no blank, or behind `$(…)`, it begins no comment, and behind `(…)` it does.
      return false
    case UInt8(ascii: "#") where isWordStart:
      while i < bytes.count, bytes[i] != Byte.lineFeed { i += 1 }
      return true
    case Byte.closeParenthesis: return closeBracket()
    case Byte.openParenthesis:
      if open.last == .casePattern {
        // It may stand before a pattern, and in the patterns of bash.
        guard isCommandStart else { return false }
        return skip()
      }
      guard open.last != .caseWord else { return false }
      // `((…))` counts, and `x=(…)`, `f()` and `@(…)` hold words.
      guard isWordStart || byte(i + 1) == Byte.closeParenthesis, byte(i + 1) != Byte.openParenthesis else {
        return false
      }
      open(.command, 1)
      return true
    case Byte.less where byte(i + 1) == Byte.less:
      // What stands in a here-document ends at a word of its own.
      guard byte(i + 2) == Byte.less else { return false }
      i += 3
      isCommandStart = false
      return true
    case Byte.semicolon
    where open.last == .caseBody && (byte(i + 1) == Byte.semicolon || byte(i + 1) == UInt8(ascii: "&")):
      open[open.count - 1] = .casePattern
      i += 2
      if byte(i) == UInt8(ascii: "&") { i += 1 }
      isCommandStart = true
      return true
    case Byte.lineFeed, Byte.carriageReturn, Byte.semicolon, UInt8(ascii: "&"), UInt8(ascii: "|"):
      i += 1
      if open.last != .caseWord, open.last != .casePattern { isCommandStart = true }
      return true
    default: break
    }
    if Self.begins(bytes, i) { return enter() }
    return isWordStart ? takeWord() : skip()
  }

  private var isWordStart: Bool { i == 0 || i != escapeEnd && " \t\r\n;&|()".utf8.contains(bytes[i - 1]) }

  private mutating func closeBracket() -> Bool {
    switch open.last {
    case .casePattern:
      open[open.count - 1] = .caseBody
      i += 1
      isCommandStart = true
      return true
    case .command: return close()
    default: return false
    }
  }

  /// Words behind which a command begins.
  private static let beginners: Set<String> = ["then", "do", "else", "elif", "if", "while", "until", "!", "{", "time"]

  /// Takes the letters of a word, which may be one that `case` is made of.
  private mutating func takeWord() -> Bool {
    let start = i
    while let next = byte(i), Byte.isAlphanumeric(next) || next == UInt8(ascii: "!") || next == UInt8(ascii: "{") {
      if i - start > 8 { break }
      i += 1
    }
    if i == start { i += 1 }
    let isWhole = byte(i).map { " \t\r\n;&|()".utf8.contains($0) } ?? true
    let word = isWhole ? String(decoding: bytes[start..<i], as: UTF8.self) : ""
    switch (open.last, word) {
    case (.caseWord, "in"):
      open[open.count - 1] = .casePattern
      isCommandStart = true
    case (.casePattern, "esac") where isCommandStart, (.caseBody, "esac") where isCommandStart:
      open.removeLast()
      isCommandStart = false
    case (.command, "case") where isCommandStart, (.caseBody, "case") where isCommandStart:
      // The word itself may be called `in`.
      while let next = byte(i), Byte.isBlank(next) { i += 1 }
      open.append(.caseWord)
      isCommandStart = false
      if bytes[i...].starts(with: "in ".utf8) { return false }
    case (.command, _), (.caseBody, _): isCommandStart = isCommandStart && Self.beginners.contains(word)
    default: isCommandStart = false
    }
    return true
  }
}
