extension JSON {
  /// Appends the shortest text of the value: no blanks, members in their order, only the escapes that must be.
  ///
  /// A `number` is printed as it stands; one made by hand has to be a JSON number.
  package func print(into output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
    case .integer(let number): Self.print(number, into: &output)
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

  /// Appends a string in quotes: all of it at once, since few strings need escapes, which are put in afterwards.
  private static func print(_ text: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    let start = output.count
    output.append(contentsOf: text.utf8)
    if let first = firstToEscape(output, from: start) { escape(from: first, in: &output) }
    output.append(UInt8(ascii: "\""))
  }

  /// The place of the first byte from `start` on that cannot stand in a string as it is.
  private static func firstToEscape(_ output: [UInt8], from start: Int) -> Int? {
    let bytes = output.span
    var place = start
    while place < bytes.count {
      if mustEscape(bytes[place]) { return place }
      place += 1
    }
    return nil
  }

  private static func mustEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// Writes the end of the output again with its escapes; runs without any are copied whole.
  private static func escape(from first: Int, in output: inout [UInt8]) {
    let text = Array(output[first...])
    output.removeLast(text.count)
    var run = 0
    for place in text.indices where mustEscape(text[place]) {
      output.append(contentsOf: text[run..<place])
      escape(text[place], into: &output)
      run = place + 1
    }
    output.append(contentsOf: text[run...])
  }

  /// Appends the decimal digits of a number, from the last on, and turns them round.
  private static func print(_ number: Int, into output: inout [UInt8]) {
    if number < 0 { output.append(UInt8(ascii: "-")) }
    let start = output.count
    var rest = number.magnitude
    repeat {
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    var (low, high) = (start, output.count - 1)
    while low < high {
      output.swapAt(low, high)
      low += 1
      high -= 1
    }
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
