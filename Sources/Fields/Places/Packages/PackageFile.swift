/// The keywords of a package.json: top-level `"keywords"` (docs.npmjs.com, "package.json").
struct PackageFile {
  private(set) var fields: [Field] = []
  /// An object that is never closed, and keys that are there twice.
  private(set) var faults: [Fault] = []
  private let bytes: [UInt8]
  /// JSON has no string of three quotes.
  private var none: Set<UInt8> = []

  /// Reads a file.
  init(_ text: Text, _ options: FindingOptions) {
    bytes = text.bytes
    readObject(Set(options.keys ?? ["keywords"]))
    faults.sort(by: Fault.isOrdered)
  }

  private func skipSpace(_ start: Int) -> Int {
    var i = start
    while i < bytes.count, MailText.isSpace(bytes[i]) { i += 1 }
    return i
  }

  private mutating func readObject(_ wanted: Set<String>) {
    let open = skipSpace(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    guard open < bytes.count, bytes[open] == UInt8(ascii: "{") else { return }
    var seen: [String: Range<Int>] = [:]
    var isClosed = false
    var i = open + 1
    while i < bytes.count, !isClosed {
      switch bytes[i] {
      case UInt8(ascii: "}"): isClosed = true
      case Byte.openBracket, UInt8(ascii: "{"):
        i = ArrayText.collectionEnd(bytes, i, bytes.count, .json)
        continue
      case Byte.quote:
        let quoted = ArrayText.quoted(bytes, i, bytes.count, .json, &none)
        let colon = skipSpace(quoted.end)
        guard quoted.isClosed, colon < bytes.count, bytes[colon] == Byte.colon else {
          i = quoted.end
          continue
        }
        let name = ArrayText.text(quoted.content, .double, in: bytes, .json)
        let end = valueEnd(colon + 1)
        if wanted.contains(name) {
          if let first = seen[name] { faults.append(Fault(.duplicate, i..<quoted.end, related: first)) }
          seen[name] = seen[name] ?? i..<quoted.end
          fields.append(
            Field(
              name: name, grammar: .jsonTags, range: i..<end, nameRange: i..<quoted.end, valueRange: colon + 1..<end))
        }
        i = end
        continue
      default: break
      }
      i += 1
    }
    if !isClosed { faults.append(Fault(.unclosed, open..<open + 1)) }
  }

  /// The end of a value that begins behind an offset.
  private mutating func valueEnd(_ start: Int) -> Int {
    let i = skipSpace(start)
    guard i < bytes.count else { return start }
    switch bytes[i] {
    case Byte.quote: return ArrayText.quoted(bytes, i, bytes.count, .json, &none).end
    case UInt8(ascii: "{"): return ArrayText.collectionEnd(bytes, i, bytes.count, .json)
    case Byte.openBracket: return arrayEnd(i)
    case Byte.comma, UInt8(ascii: "}"): return start
    default:
      var end = i
      while end < bytes.count, bytes[end] != Byte.comma, bytes[end] != UInt8(ascii: "}"), bytes[end] != Byte.lineFeed {
        end += 1
      }
      while end > start, MailText.isSpace(bytes[end - 1]) { end -= 1 }
      return end
    }
  }

  /// The end of an array: behind its bracket, or before a key or the end of the object around it.
  private mutating func arrayEnd(_ start: Int) -> Int {
    var depth = 0
    var isLineStart = false
    var i = start
    scan: while i < bytes.count {
      switch bytes[i] {
      case Byte.openBracket, UInt8(ascii: "{"): depth += 1
      case Byte.closeBracket, UInt8(ascii: "}"):
        if bytes[i] == UInt8(ascii: "}"), depth == 1 { break scan }
        depth -= 1
        if depth == 0 { return i + 1 }
      case Byte.quote:
        let end = ArrayText.quoted(bytes, i, bytes.count, .json, &none).end
        let next = skipSpace(end)
        if isLineStart, depth == 1, next < bytes.count, bytes[next] == Byte.colon { break scan }
        isLineStart = false
        i = end
        continue
      case Byte.lineFeed: isLineStart = true
      default: if !MailText.isSpace(bytes[i]) { isLineStart = false }
      }
      i += 1
    }
    while i > start, MailText.isSpace(bytes[i - 1]) { i -= 1 }
    return i
  }
}
