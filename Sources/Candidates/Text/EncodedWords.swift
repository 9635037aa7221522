/// Encoded words in names: `=?ISO-8859-1?Q?J=F6rg?=` → `Jörg`.
///
/// RFC 2047.
enum EncodedWords {
  /// The text with its encoded words decoded; those that cannot be stay as they are.
  ///
  /// Blanks between two of them are dropped, and the bytes of neighbours with one character set are joined before they
  /// are decoded, since writers cut in the middle of characters.
  static func decode(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "?")), text.utf8.contains(UInt8(ascii: "=")) else { return text }
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    var copied = 0
    while index < bytes.count {
      guard let first = word(in: bytes, at: index) else {
        index += 1
        continue
      }
      var end = first.end
      var content = first.content
      var raw = index..<end
      var decoded: [UInt8] = []
      while true {
        // Neighbours of the same character set join; one of another starts anew but loses the blank before it.
        let next = blanks(in: bytes, from: end)
        guard next > end, let neighbour = word(in: bytes, at: next) else { break }
        if neighbour.charset == first.charset, neighbour.name == first.name {
          content += neighbour.content
          end = neighbour.end
          raw = index..<end
        } else {
          break
        }
      }
      if let text = first.charset?.decode(content) {
        decoded = Array(text.utf8)
      } else {
        decoded = Array(bytes[raw])
      }
      result += bytes[copied..<index]
      result += decoded
      copied = end
      let next = blanks(in: bytes, from: end)
      if next > end, word(in: bytes, at: next) != nil { copied = next }
      index = copied
    }
    return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  private struct Word {
    var charset: Charset?
    var name: [UInt8]
    var content: [UInt8]
    var end: Int
  }

  private static func blanks(in bytes: [UInt8], from start: Int) -> Int {
    var index = start
    while index < bytes.count, isBlank(bytes[index]) || bytes[index] == 10 || bytes[index] == 13 { index += 1 }
    return index
  }

  /// The encoded word that starts exactly here: `=?charset[*language]?B|Q?text?=`.
  private static func word(in bytes: [UInt8], at start: Int) -> Word? {
    guard start + 6 < bytes.count, bytes[start] == UInt8(ascii: "="), bytes[start + 1] == UInt8(ascii: "?") else {
      return nil
    }
    var marks: [Int] = []
    var index = start + 2
    while index < bytes.count, marks.count < 3 {
      if bytes[index] == UInt8(ascii: "?") {
        marks.append(index)
      } else if bytes[index] <= 32 || index - start > 1000 {
        return nil
      }
      index += 1
    }
    guard marks.count == 3, index < bytes.count, bytes[index] == UInt8(ascii: "=") else { return nil }
    let name = Array(bytes[start + 2..<marks[0]].prefix { $0 != UInt8(ascii: "*") }.map(lowercased))
    let text = bytes[marks[1] + 1..<marks[2]]
    guard marks[1] == marks[0] + 2, !name.isEmpty else { return nil }
    switch lowercased(bytes[marks[0] + 1]) {
    case UInt8(ascii: "b"):
      guard let content = TransferEncoding.base64(text) else { return nil }
      return Word(charset: Charset(name: name), name: name, content: content, end: index + 1)
    case UInt8(ascii: "q"):
      let content = TransferEncoding.escaped(text.map { $0 == UInt8(ascii: "_") ? 32 : $0 })
      return Word(charset: Charset(name: name), name: name, content: content, end: index + 1)
    default: return nil
    }
  }
}
