extension JSON {
  /// Appends the shortest text of the value: no blanks, members in their order, only the escapes that must be.
  ///
  /// A `number` is printed as it stands; one made by hand has to be a JSON number.
  package func print(into output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let number): output.append(contentsOf: String(number).utf8)
    case .number(let text): output.append(contentsOf: text.utf8)
    case .string(let text): Self.print(text, into: &output)
    case .array(let values):
      output.append(UInt8(ascii: "["))
      var isFirst = true
      for value in values {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        value.print(into: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in members {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        Self.print(member.key, into: &output)
        output.append(UInt8(ascii: ":"))
        member.value.print(into: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// The shortest text of the value.
  package var text: String {
    var output: [UInt8] = []
    print(into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private static func print(_ text: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    let bytes = text.utf8
    // Runs without escapes are copied whole.
    var run = bytes.startIndex
    var place = run
    while place != bytes.endIndex {
      let byte = bytes[place]
      let next = bytes.index(after: place)
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        output.append(contentsOf: bytes[run..<place])
        escape(byte, into: &output)
        run = next
      }
      place = next
    }
    output.append(contentsOf: bytes[run...])
    output.append(UInt8(ascii: "\""))
  }

  private static func escape(_ byte: UInt8, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: output.append(UInt8(ascii: "b"))
    case 0x09: output.append(UInt8(ascii: "t"))
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0C: output.append(UInt8(ascii: "f"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0x00..<0x20:
      output.append(contentsOf: "u00".utf8)
      output.append(UInt8(ascii: "0") + byte >> 4)
      let low = byte & 0x0F
      output.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    default: output.append(byte)
    }
  }
}
