/// The keywords of a paper in LaTeX: `\keywords{…}` and the environments of journals (grammars.md section 9).
struct LatexText {
  private(set) var fields: [Field] = []
  /// Environments that are never closed.
  private(set) var faults: [Fault] = []
  private let bytes: [UInt8]

  private static let commands: Set<String> = ["keywords", "Keywords"]
  private static let environments: Set<String> = ["keyword", "keywords", "IEEEkeywords"]
  /// Environments whose contents TeX does not read as text, or not at all.
  private static let verbatim: Set<String> = [
    "verbatim", "verbatim*", "Verbatim", "Verbatim*", "BVerbatim", "LVerbatim", "lstlisting", "minted", "comment",
    "filecontents", "filecontents*", "alltt",
  ]

  /// How many braces are open.
  private var depth = 0
  private var conditionals = TexConditionals()

  /// Reads a text.
  init(_ text: Text) {
    bytes = text.bytes
    var i = 0
    while i < bytes.count {
      switch bytes[i] {
      case Byte.percent: i = commentEnd(i)
      case Byte.backslash: i = readCommand(i)
      default:
        if bytes[i] == UInt8(ascii: "{") { depth += 1 }
        if bytes[i] == UInt8(ascii: "}") { depth = max(0, depth - 1) }
        conditionals.pass(bytes[i])
        i += 1
      }
    }
  }

  private func commentEnd(_ start: Int) -> Int {
    bytes[start...].firstIndex(of: Byte.lineFeed) ?? bytes.count
  }

  private func skipBlanks(_ start: Int) -> Int {
    bytes[start...].firstIndex { !Byte.isBlank($0) } ?? bytes.count
  }

  /// Reads a command at a backslash; returns the offset behind what was read.
  private mutating func readCommand(_ start: Int) -> Int {
    let end = TexText.commandEnd(bytes, start, bytes.count)
    guard start + 1 < end, TexText.isLetter(bytes[start + 1]) else {
      conditionals.pass(0)
      return end
    }
    let name = String(decoding: bytes[(start + 1)..<min(end, start + 20)], as: UTF8.self)
    let isExecuted = conditionals.take(name) && depth == 0
    if name == "verb" || name == "lstinline" { return verbEnd(end) }
    if isExecuted {
      if name == "iffalse", !conditionals.isDoubtful { return conditionals.skipped(bytes, end) }
      conditionals.count(name)
      if conditionals.open == 0, endsText(name, start, end) { return bytes.count }
    }
    let i = skipBlanks(end)
    guard i < bytes.count, bytes[i] == UInt8(ascii: "{") else { return end }
    if Self.commands.contains(name) { return readArgument(start..<end, open: i) }
    guard name == "begin" else { return end }
    let limit = min(bytes.count, i + 20)
    guard let close = bytes[i..<limit].firstIndex(of: UInt8(ascii: "}")) else { return end }
    let environment = String(decoding: bytes[(i + 1)..<close], as: UTF8.self)
    if Self.verbatim.contains(environment) { return verbatimEnd(close + 1, environment) }
    guard Self.environments.contains(environment) else { return close + 1 }
    return readEnvironment(start..<close + 1, environment)
  }

  /// Whether a command ends what TeX reads: `\\end{document}`, and `\\endinput` at the start of a line.
  private func endsText(_ name: String, _ start: Int, _ end: Int) -> Bool {
    if name == "endinput" { return start == 0 || bytes[start - 1] == Byte.lineFeed }
    return name == "end" && bytes[skipBlanks(end)...].starts(with: "{document}".utf8)
  }

  /// The offset behind `\verb|…|`, whose ends are the same sign, on one line; else behind its name.
  private func verbEnd(_ name: Int) -> Int {
    var i = name
    if i < bytes.count, bytes[i] == UInt8(ascii: "*") { i += 1 }
    guard i < bytes.count, bytes[i] > Byte.space, bytes[i] != UInt8(ascii: "{"), bytes[i] != Byte.openBracket else {
      return name
    }
    var end = i + 1
    while end < bytes.count, bytes[end] != Byte.lineFeed {
      if bytes[end] == bytes[i] { return end + 1 }
      end += 1
    }
    return name
  }

  /// Where an environment ends whose contents are no text: before its `\end`, or with the text, as TeX has it.
  private func verbatimEnd(_ start: Int, _ environment: String) -> Int {
    let closer = Array("\\end{\(environment)}".utf8)
    return bytes[start...].indices.first { bytes[$0] == Byte.backslash && bytes[$0...].starts(with: closer) }
      ?? bytes.count
  }

  private mutating func readArgument(_ name: Range<Int>, open: Int) -> Int {
    let end = argumentEnd(open)
    add(name, open..<end, Surroundings())
    return max(end, open + 1)
  }

  private mutating func readEnvironment(_ name: Range<Int>, _ environment: String) -> Int {
    let closer = Array("\\end{\(environment)}".utf8)
    var end = name.upperBound
    var isClosed = false
    while end < bytes.count {
      if bytes[end] == Byte.backslash, bytes[end...].starts(with: "\\end{".utf8) {
        isClosed = bytes[end...].starts(with: closer)
        break
      }
      if bytes[end] == Byte.lineFeed, isBlankLine(end + 1), end > name.upperBound { break }
      if bytes[end] == Byte.percent {
        while end < bytes.count, bytes[end] != Byte.lineFeed { end += 1 }
      } else {
        end += bytes[end] == Byte.backslash && end + 1 < bytes.count && bytes[end + 1] == Byte.percent ? 2 : 1
      }
    }
    if !isClosed { faults.append(Fault(.unclosed, name)) }
    while end > name.upperBound, MailText.isSpace(bytes[end - 1]) { end -= 1 }
    add(name, name.upperBound..<end, Surroundings(role: "environment"))
    return max(end, name.upperBound)
  }

  /// Adds a field; a list of which TeX may read only a part is torn, since nobody can say what its entries are.
  private mutating func add(_ name: Range<Int>, _ value: Range<Int>, _ surroundings: Surroundings) {
    var surroundings = surroundings
    surroundings.isTorn = TexText.hasCommand(bytes, value, where: TexConditionals.isPart)
    fields.append(
      Field(
        name: "keywords", grammar: .latexKeywords, range: name.lowerBound..<value.upperBound, nameRange: name,
        valueRange: value, surroundings: surroundings))
  }

  /// The end of the argument whose brace stands at an offset: behind the brace that closes it, or before an empty line.
  private func argumentEnd(_ open: Int) -> Int {
    var depth = 0
    var i = open
    scan: while i < bytes.count {
      switch bytes[i] {
      case Byte.backslash: i += 1
      case Byte.percent: while i + 1 < bytes.count, bytes[i + 1] != Byte.lineFeed { i += 1 }
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { return i + 1 }
      case Byte.lineFeed where isBlankLine(i + 1): break scan
      default: break
      }
      i += 1
    }
    var end = min(i, bytes.count)
    while end > open + 1, MailText.isSpace(bytes[end - 1]) { end -= 1 }
    return end
  }

  private func isBlankLine(_ start: Int) -> Bool {
    var i = start
    while i < bytes.count, bytes[i] != Byte.lineFeed {
      guard MailText.isSpace(bytes[i]) else { return false }
      i += 1
    }
    return true
  }
}
