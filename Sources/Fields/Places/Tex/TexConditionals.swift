/// The conditionals of a text of TeX: `\if…`, `\else`, `\fi` (The TeXbook, chapter 20).
///
/// Where it is in doubt whether something is skipped it is read: a tag too many is seen, one too few is not.
struct TexConditionals {
  /// How many conditionals are open that TeX has come to.
  private(set) var open = 0
  /// Names that begin a conditional, beyond those of TeX.
  private var names: Set<String> = []
  /// The last two commands, with nothing but blanks and `=` between them and what comes; "" for none.
  private var last = (first: "", second: "")
  /// Whether a line has ended since the last command: one may, on which nothing else stands.
  private var hasLineEnd = false
  /// Whether the name of the last command goes on, as `\if@x` does in packages.
  private var isInName = false

  /// Conditionals of TeX itself.
  private static let primitives: Set<String> = [
    "if", "ifx", "ifnum", "ifdim", "ifodd", "ifvmode", "ifhmode", "ifmmode", "ifinner", "ifcat", "ifvoid", "ifhbox",
    "ifvbox", "ifeof", "ifcase", "iftrue", "iffalse", "ifdefined", "ifcsname", "iffontchar", "ifincsname",
  ]
  /// Commands that take the next one as it is instead of executing it.
  private static let takers: Set<String> = [
    "let", "def", "edef", "gdef", "xdef", "newcommand", "renewcommand", "providecommand", "newif", "string", "noexpand",
    "meaning", "show", "if", "ifx", "ifcat", "ifdefined",
  ]
  /// Commands that take the next two.
  private static let takersOfTwo: Set<String> = ["let", "futurelet", "if", "ifx", "ifcat"]
  /// Commands behind which a conditional begins that may be another one than it seems.
  private static let turners: Set<String> = ["unless", "expandafter", "endcsname"]

  /// Whether a command is part of a conditional, of TeX or of a package: `\if…`, `\else`, `\or`, `\fi`.
  ///
  /// - Parameter name: without the backslash.
  /// - Returns: false for `\iff`, which is a sign.
  static func isPart(_ name: String) -> Bool {
    name.hasPrefix("if") && name != "iff" || name == "else" || name == "or" || name == "fi"
  }

  /// Passes over a byte that is no command.
  mutating func pass(_ byte: UInt8) {
    if isInName, byte == Byte.at || TexText.isLetter(byte) { return }
    isInName = false
    if Byte.isBlank(byte) || byte == Byte.equals || byte == Byte.carriageReturn { return }
    if byte == Byte.lineFeed, !hasLineEnd {
      hasLineEnd = true
    } else {
      last = ("", "")
    }
  }

  /// Takes a command; whether TeX executes it here, as far as can be told from what stands right before it.
  mutating func take(_ name: String) -> Bool {
    let isTaken = Self.takers.contains(last.second) || Self.takersOfTwo.contains(last.first)
    if last.second == "newif", name.hasPrefix("if") { names.insert(name) }
    // `\let\ifdraft\iffalse` makes a conditional of it as `\newif` does.
    if last.first == "let", name == "iffalse" || name == "iftrue" { names.insert(last.second) }
    (last, hasLineEnd, isInName) = ((last.second, name), false, true)
    return !isTaken
  }

  /// Whether the command that was taken last is executed, but not simply: `\unless\iffalse` reads what follows.
  var isDoubtful: Bool { Self.turners.contains(last.first) }

  /// Whether a command begins a conditional.
  private func begins(_ name: String) -> Bool { Self.primitives.contains(name) || names.contains(name) }

  /// Counts a command that is executed.
  mutating func count(_ name: String) {
    if begins(name) { open += 1 }
    if name == "fi" { open = max(0, open - 1) }
  }

  /// The offset behind what `\iffalse` skips, which ends with its `\fi` or `\else`; else the end, as TeX has it.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - start: the offset behind `\iffalse`.
  /// - Returns: an offset up to the end.
  mutating func skipped(_ bytes: [UInt8], _ start: Int) -> Int {
    (last, isInName) = (("", ""), false)
    var (i, depth) = (start, 0)
    while i < bytes.count {
      if bytes[i] == Byte.percent { i = bytes[i...].firstIndex(of: Byte.lineFeed) ?? bytes.count }
      guard i < bytes.count, bytes[i] == Byte.backslash else {
        i += 1
        continue
      }
      let end = TexText.commandEnd(bytes, i, bytes.count)
      let name = String(decoding: bytes[min(i + 1, end)..<min(end, i + 20)], as: UTF8.self)
      i = end
      if name == "fi" {
        if depth == 0 { return end }
        depth -= 1
      } else if name == "else", depth == 0 {
        // What comes is read, up to the end of the conditional.
        open += 1
        return end
      } else if begins(name) {
        depth += 1
      }
    }
    return bytes.count
  }
}
