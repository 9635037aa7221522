/// The keywords of a paper in LaTeX: `\keywords{…}` and the environments of journals (grammars.md section 9).
struct LatexText {
  private(set) var fields: [Field] = []
  /// Environments that are never closed.
  private(set) var faults: [Fault] = []
  private let bytes: [UInt8]
  /// How many braces stand open, and conditionals that the text has made up to here (`\newif\ifdraft`).
  private var (depth, conditionals): (Int, Set<String>) = (0, [])

  private static let commands: Set<String> = ["keywords", "Keywords"]
  private static let environments: Set<String> = ["keyword", "keywords", "IEEEkeywords"]
  /// Environments whose contents TeX does not read as text, or not at all.
  private static let verbatim: Set<String> = [
    "verbatim", "verbatim*", "Verbatim", "Verbatim*", "BVerbatim", "LVerbatim", "lstlisting", "minted", "comment",
    "filecontents", "filecontents*", "alltt",
  ]

  /// Reads a text.
  init(_ text: Text) {
    bytes = text.bytes
    var i = 0
    while i < bytes.count {
      if bytes[i] == Byte.percent {
        while i < bytes.count, bytes[i] != Byte.lineFeed { i += 1 }
      } else if bytes[i] == Byte.backslash {
        i = readCommand(i)
      } else {
        if bytes[i] == UInt8(ascii: "{") { depth += 1 }
        if bytes[i] == UInt8(ascii: "}") { depth = max(0, depth - 1) }
        i += 1
      }
    }
  }

  /// Commands behind which a control word is no more than its name.
  private static let naming: Set<String> = [
    "let", "futurelet", "def", "edef", "gdef", "xdef", "string", "noexpand", "unless", "expandafter", "meaning",
    "protect",
    "newif",
  ]

  /// Whether a control word does here what it is for: it stands in no braces, which may hold a definition, and behind no
  /// command that only names it.
  private func isExecuted(_ start: Int) -> Bool {
    guard depth == 0 else { return false }
    func word(before offset: Int) -> (text: String, start: Int)? {
      var end = offset
      while end > 0, Byte.isBlank(bytes[end - 1]) || bytes[end - 1] == Byte.equals { end -= 1 }
      var start = end
      while start > 0, (0x61...0x7a).contains(Byte.lowered(bytes[start - 1])) { start -= 1 }
      guard start < end, start > 0, bytes[start - 1] == Byte.backslash else { return nil }
      return (String(decoding: bytes[start..<end], as: UTF8.self), start - 1)
    }
    guard let last = word(before: start) else { return true }
    if Self.naming.contains(last.text) { return false }
    return word(before: last.start).map { $0.text != "let" && $0.text != "futurelet" } ?? true
  }

  /// Reads a command at a backslash; returns the offset behind what was read.
  private mutating func readCommand(_ start: Int) -> Int {
    var end = start + 1
    while end < bytes.count, (0x61...0x7a).contains(Byte.lowered(bytes[end])) { end += 1 }
    guard end > start + 1 else { return start + 2 }
    let name = String(decoding: bytes[(start + 1)..<min(end, start + 20)], as: UTF8.self)
    if name == "verb" || name == "lstinline" { return verbEnd(end) }
    if name == "iffalse", isExecuted(start) { return conditionalEnd(end) }
    if name == "newif" {
      let words = TexText.words(in: bytes[end..<min(bytes.count, end + 60)].prefix { $0 != Byte.lineFeed })
      if let made = words.first { conditionals.insert(made) }
    }
    // What stands behind the document is never read by TeX.
    if name == "endinput", isExecuted(start) { return bytes.count }
    if name == "end", depth == 0,
      bytes[end...].drop(while: { Byte.isBlank($0) }).starts(with: "{document}".utf8)
    {
      return bytes.count
    }
    var i = end
    while i < bytes.count, Byte.isBlank(bytes[i]) { i += 1 }
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

  /// The conditionals of TeX (The TeXbook, chapter 20) and of its later engines.
  private static let primitives: Set<String> = [
    "if", "ifcat", "ifx", "ifnum", "ifdim", "ifodd", "ifvmode", "ifhmode", "ifmmode", "ifinner", "ifvoid", "ifhbox",
    "ifvbox", "ifeof", "ifcase", "iftrue", "iffalse", "ifdefined", "ifcsname", "iffontchar", "ifincsname",
  ]

  /// The offset behind the `\fi` or `\else` of `\iffalse`, with other conditionals within; else the end, as TeX has it.
  private func conditionalEnd(_ start: Int) -> Int {
    var (i, depth) = (start, 0)
    while i < bytes.count {
      if bytes[i] == Byte.percent {
        while i < bytes.count, bytes[i] != Byte.lineFeed { i += 1 }
      }
      guard i < bytes.count, bytes[i] == Byte.backslash else {
        i += 1
        continue
      }
      var end = i + 1
      while end < bytes.count, (0x61...0x7a).contains(Byte.lowered(bytes[end])) { end += 1 }
      let name = bytes[(i + 1)..<end]
      i = max(end, i + 2)
      if name.elementsEqual("fi".utf8) {
        if depth == 0 { return end }
        depth -= 1
      } else if depth == 0, name.elementsEqual("else".utf8) {
        return end
      } else if name.starts(with: "if".utf8) {
        let name = String(decoding: name, as: UTF8.self)
        if Self.primitives.contains(name) || conditionals.contains(name) { depth += 1 }
      }
    }
    return bytes.count
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

  /// What is around a list; one that conditionals cut through is not to be edited, since each entry may be a part of one.
  private func surroundings(_ value: Range<Int>, role: String? = nil) -> Surroundings {
    var surroundings = Surroundings(role: role)
    surroundings.isTorn = TexText.words(in: bytes[value]).contains(where: TexText.isConditional)
    return surroundings
  }

  private mutating func readArgument(_ name: Range<Int>, open: Int) -> Int {
    let end = argumentEnd(open)
    fields.append(
      Field(
        name: "keywords", grammar: .latexKeywords, range: name.lowerBound..<end, nameRange: name,
        valueRange: open..<end,
        surroundings: surroundings(open..<end)))
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
    fields.append(
      Field(
        name: "keywords", grammar: .latexKeywords, range: name.lowerBound..<end, nameRange: name,
        valueRange: name.upperBound..<end, surroundings: surroundings(name.upperBound..<end, role: "environment")))
    return max(end, name.upperBound)
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
