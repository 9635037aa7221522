/// The addresses of an `alias` line: what mutt reads behind the key.
///
/// Only the backslash is undone here; quotes stay and belong to the address list, as tried in mutt 2.2 and neomutt.
struct AliasText {
  private(set) var bytes: [UInt8] = []
  /// The place in the line of each byte, and of the end.
  private var places: [Int] = []
  /// Where the addresses end and the comment begins.
  private var end = 0
  /// What stands behind the `#`, or nil.
  private(set) var comment: String?

  init(_ text: [UInt8], from start: Int) {
    var place = start
    var hash: [Bool] = []
    while place < text.count {
      places.append(place)
      let byte = text[place]
      place += 1
      if byte == UInt8(ascii: "\\"), place < text.count {
        bytes.append(MuttrcLine.unescaped(text, &place))
        hash.append(false)
      } else {
        bytes.append(byte)
        hash.append(byte == UInt8(ascii: "#"))
      }
    }
    places.append(place)
    end = bytes.count
    var lexer = Lexer(bytes)
    while let place = lexer.next() {
      guard hash[place] else { continue }
      end = place
      comment = PlainText.line(text[(places[place] + 1)...])
      break
    }
  }

  /// The members between top-level commas, trimmed, none of them empty, as ranges of `bytes`.
  var members: [Range<Int>] {
    var members: [Range<Int>] = []
    var start = 0
    var lexer = Lexer(Array(bytes[..<end]))
    while let place = lexer.next() {
      guard bytes[place] == UInt8(ascii: ",") else { continue }
      members.append(trimmed(start..<place, in: bytes))
      start = place + 1
    }
    members.append(trimmed(start..<end, in: bytes))
    return members.filter { !$0.isEmpty }
  }

  /// Where a range of `bytes` stands in the line.
  func place(of range: Range<Int>) -> Range<Int> {
    places[range.lowerBound]..<places[range.upperBound]
  }

  /// Walks over the bytes outside quotes, comments and angle brackets; an opening one that nothing closes is a byte.
  private struct Lexer {
    private let bytes: [UInt8]
    private var place = 0
    /// The opening bytes that nothing behind this place closes.
    private var open: Set<UInt8> = []

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
    }

    mutating func next() -> Int? {
      while place < bytes.count {
        let byte = bytes[place]
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: "<"):
          if !open.contains(byte) {
            if let end = close(of: byte) {
              place = end + 1
              continue
            }
          }
        default: break
        }
        place += 1
        return place - 1
      }
      return nil
    }

    private mutating func close(of opening: UInt8) -> Int? {
      var depth = 0
      var index = place + 1
      while index < bytes.count {
        switch (opening, bytes[index]) {
        case (UInt8(ascii: "<"), UInt8(ascii: ">")): return index
        // The next bracket opens before this one is closed.
        case (UInt8(ascii: "<"), UInt8(ascii: "<")): return nil
        case (UInt8(ascii: "<"), _): break
        case (_, UInt8(ascii: "\\")): index += 1
        case (UInt8(ascii: "\""), UInt8(ascii: "\"")): return index
        case (UInt8(ascii: "("), UInt8(ascii: "(")): depth += 1
        case (UInt8(ascii: "("), UInt8(ascii: ")")):
          if depth == 0 { return index }
          depth -= 1
        default: break
        }
        index += 1
      }
      open.insert(opening)
      return nil
    }
  }
}
