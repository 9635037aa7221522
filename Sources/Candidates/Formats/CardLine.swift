/// One content line of a vCard, unfolded: `item1.EMAIL;TYPE=work:ines@example.org`.
///
/// RFC 6350 section 3.3.
struct CardLine {
  /// The property's name in upper case, without its group.
  private(set) var name = ""
  /// The parameters in order; a bare one of vCard 2.1 has an empty name.
  private(set) var parameters: [(name: String, values: [String])] = []
  /// The bytes of the line without its folds.
  private var text: [UInt8]
  /// Where the value starts in `text`.
  private var valueStart = 0
  /// Where parts of `text` stand in the file: place in `text`, place in the file.
  private var origins: Origins

  /// Reads one unfolded line, or nil where there is no property: no colon outside quotes, or no proper name before it.
  init?(text: [UInt8], origins: Origins) {
    self.text = text
    self.origins = origins
    var start = 0
    var isQuoted = false
    var end: Int?
    var ends: [Int] = []
    for (place, byte) in text.enumerated() {
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if !isQuoted, byte == UInt8(ascii: ";") {
        ends.append(place)
      } else if !isQuoted, byte == UInt8(ascii: ":") {
        end = place
        break
      }
    }
    // A quote that never closes cannot hide the colon.
    guard let colon = end ?? text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    ends = ends.filter { $0 < colon } + [colon]
    if let dot = text[..<ends[0]].lastIndex(of: UInt8(ascii: ".")) { start = dot + 1 }
    let name = text[start..<ends[0]]
    guard !name.isEmpty, name.allSatisfy(CardLine.isNameByte) else { return nil }
    self.name = String(decoding: name, as: UTF8.self).uppercased()
    valueStart = colon + 1
    for (left, right) in zip(ends, ends.dropFirst()).prefix(CardLine.limit) where left + 1 < right {
      parameters.append(CardLine.parameter(text[left + 1..<right]))
    }
  }

  /// How many parameters of a line are read.
  private static let limit = 50

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch lowercased(byte) {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// `TYPE=work,"a;b"` → TYPE, [work, a;b]; the escapes `^n ^^ ^'` are those of RFC 6868.
  private static func parameter(_ text: ArraySlice<UInt8>) -> (name: String, values: [String]) {
    var name: [UInt8] = []
    var values: [[UInt8]] = [[]]
    var hasName = false
    var isQuoted = false
    var isEscaped = false
    for byte in text {
      if isEscaped {
        isEscaped = false
        switch byte {
        case UInt8(ascii: "n"): values[values.count - 1].append(32)
        case UInt8(ascii: "^"): values[values.count - 1].append(byte)
        case UInt8(ascii: "'"): values[values.count - 1].append(UInt8(ascii: "\""))
        default: values[values.count - 1] += [UInt8(ascii: "^"), byte]
        }
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == UInt8(ascii: "^"), hasName {
        isEscaped = true
      } else if byte == UInt8(ascii: "="), !hasName {
        hasName = true
        name = values[0]
        values = [[]]
      } else if byte == UInt8(ascii: ","), !isQuoted {
        values.append([])
      } else {
        values[values.count - 1].append(byte)
      }
    }
    return (
      String(decoding: name, as: UTF8.self).uppercased(),
      values.map { PlainText.line($0) }.filter { !$0.isEmpty }
    )
  }

  /// All values of a parameter; those without a name count for `TYPE`, `ENCODING` and `PREF`, as in vCard 2.1.
  func values(of parameter: String) -> [String] {
    parameters.filter { $0.name == parameter }.flatMap(\.values)
  }

  /// The values of bare parameters: `EMAIL;INTERNET;PREF:` → INTERNET, PREF.
  var bare: [String] { values(of: "") }

  /// Where the value stands in the file, without the blanks around it; nil if it is empty.
  var valueRange: Range<Int>? {
    let range = trimmed(valueStart..<text.count, in: text)
    guard let first = range.first, let last = range.last else { return nil }
    return origins.file(first)..<origins.file(last) + 1
  }

  /// The value as text, before its escapes are undone.
  var value: String {
    let raw = text[valueStart...]
    guard !parameters.isEmpty else { return String(decoding: raw, as: UTF8.self) }
    let encoding = (values(of: "ENCODING") + bare).map { $0.uppercased() }
    var bytes = Array(raw)
    if encoding.contains("QUOTED-PRINTABLE") {
      bytes = TransferEncoding.escaped(raw)
    } else if encoding.contains("B") || encoding.contains("BASE64") {
      bytes = TransferEncoding.base64(raw) ?? bytes
    }
    let charset = values(of: "CHARSET").first.flatMap { Charset(name: $0.utf8) }
    return charset?.decode(bytes) ?? String(decoding: bytes, as: UTF8.self)
  }

  /// The parts of a value between separators that no `\` precedes, escapes undone: `Nes,Fox` → Nes, Fox.
  ///
  /// Encoded words, which mail programs leave in names, are decoded; an address has none (RFC 2047 section 5).
  func parts(at separator: UInt8?, isName: Bool = true) -> [String] {
    let clean = { (text: String) in isName ? PlainText.name(text) : PlainText.line(text) }
    let value = value
    if !value.utf8.contains(where: { $0 == UInt8(ascii: "\\") || $0 == separator }) { return [clean(value)] }
    var parts: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in value.utf8 {
      if isEscaped {
        isEscaped = false
        switch byte {
        case UInt8(ascii: "n"), UInt8(ascii: "N"): parts[parts.count - 1].append(10)
        case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
          parts[parts.count - 1].append(byte)
        default: parts[parts.count - 1] += [UInt8(ascii: "\\"), byte]
        }
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == separator {
        parts.append([])
      } else {
        parts[parts.count - 1].append(byte)
      }
    }
    if isEscaped { parts[parts.count - 1].append(UInt8(ascii: "\\")) }
    return parts.map { clean(String(decoding: $0, as: UTF8.self)) }
  }

  /// The whole value, escapes undone.
  var plain: String { parts(at: nil).first ?? "" }

  /// The whole value as an address or a link.
  var link: String { parts(at: nil, isName: false).first ?? "" }
}
