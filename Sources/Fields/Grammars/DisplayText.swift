/// Text for people, put together from pieces of a value: encoded words decoded, control characters gone.
struct DisplayText {
  private let bytes: [UInt8]
  private var text: [UInt8] = []
  /// Adjacent encoded words that wait to be decoded together.
  private var encoded: [Range<Int>] = []
  /// Blanks that stand only if something follows, and vanish between two encoded words.
  private var blanks: [UInt8] = []
  private var areBlanksKept = false

  /// Starts a text of pieces of `bytes`.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The text so far.
  var string: String {
    var all = self
    all.flush()
    if areBlanksKept { all.text += blanks }
    return String(decoding: all.text, as: UTF8.self)
  }

  /// Adds a byte of ordinary text; a control character becomes U+FFFD, or a blank if it is white space.
  mutating func append(_ byte: UInt8) {
    if byte == Byte.space || byte == Byte.tab || byte == Byte.lineFeed || byte == Byte.carriageReturn {
      appendBlank(isKept: true)
      return
    }
    flush()
    text += blanks
    blanks = []
    areBlanksKept = false
    if Characters.isControl(byte) {
      text += [0xef, 0xbf, 0xbd]
    } else {
      text.append(byte)
    }
  }

  /// Adds a blank: one that is kept in any case, or one that there is only one of, and none at the ends.
  mutating func appendBlank(isKept: Bool = false) {
    if isKept || (blanks.isEmpty && !(text.isEmpty && encoded.isEmpty)) { blanks.append(Byte.space) }
    areBlanksKept = areBlanksKept || isKept
  }

  /// Adds an encoded word; blanks between it and one directly before it vanish.
  mutating func appendEncoded(_ word: Range<Int>) {
    if encoded.isEmpty { text += blanks }
    blanks = []
    areBlanksKept = false
    encoded.append(word)
  }

  /// Says that something stands here that keeps encoded words apart.
  mutating func separate() {
    flush()
  }

  /// Adds a part of the text of a quoted string or comment: escapes undone, folds gone, encoded words decoded.
  mutating func append(inner: Range<Int>, keepsBlanks: Bool) {
    var isWordStart = true
    var i = inner.lowerBound
    while i < inner.upperBound {
      let byte = bytes[i]
      if isWordStart, let end = EncodedWord.end(in: bytes, from: i, before: inner.upperBound),
        !bytes[i..<end].contains(Byte.backslash)
      {
        appendEncoded(i..<end)
        i = end
        continue
      }
      isWordStart = false
      switch byte {
      case Byte.backslash where i + 1 < inner.upperBound:
        i += 1
        append(bytes[i])
      case Byte.lineFeed: isWordStart = true
      case Byte.carriageReturn where i + 1 < inner.upperBound && bytes[i + 1] == Byte.lineFeed: break
      case Byte.space, Byte.tab, Byte.carriageReturn:
        isWordStart = true
        appendBlank(isKept: keepsBlanks)
      default: append(byte)
      }
      i += 1
    }
  }

  private mutating func flush() {
    guard !encoded.isEmpty else { return }
    for byte in EncodedWord.text(of: encoded, in: bytes).utf8 {
      if byte == Byte.tab || byte == Byte.lineFeed || byte == Byte.carriageReturn {
        text.append(Byte.space)
      } else if Characters.isControl(byte) {
        text += [0xef, 0xbf, 0xbd]
      } else {
        text.append(byte)
      }
    }
    encoded = []
  }
}
