/// The smallest part of an address list that has a meaning of its own: a word, a special, a comment, a run of blanks.
///
/// Lexemes follow each other without gaps; a list of them covers every byte that was read.
struct Lexeme: Equatable {
  /// What it is.
  var kind: Kind
  /// The offset of its first byte.
  var start: Int
  /// The offset after its last byte.
  var end: Int

  /// Its bytes as a range.
  var range: Range<Int> { start..<end }

  enum Kind: UInt8 {
    /// Blanks, folds and bare carriage returns.
    case blank
    /// A comment, closed.
    case comment
    /// A comment that nothing closes.
    case openComment
    /// A `"` or `(` that nothing closes and that is passed over; or what follows the `?` of a link.
    case ignored
    /// A run of letters and other ordinary characters.
    case atom
    /// A quoted string, closed.
    case quoted
    /// A quoted string that nothing closes and that runs to the end.
    case openQuoted
    /// An encoded word, `=?utf-8?q?Ana?=`, specials in it included.
    case encoded
    /// A backslash outside quotes and what it escapes.
    case escape
    /// A domain literal, `[192.0.2.7]`.
    case literal
    /// A domain literal that nothing closes.
    case openLiteral
    /// A source route, from its first `@` or comma to its colon.
    case route
    /// A comma that belongs to a name: `Ruiz, Ana <ana@example.org>; …`.
    case nameComma
    case dot
    case at
    case less
    case greater
    case openBracket
    case closeBracket
    case closeParenthesis
    case colon
    case comma
    case semicolon
    /// A line end that no blank follows.
    case lineEnd
    /// A comma or semicolon of another script, after an address.
    case wideSeparator

    /// Whether it stands between words and means nothing: CFWS and what is passed over.
    var isSpace: Bool {
      switch self {
      case .blank, .comment, .openComment, .ignored: true
      default: false
      }
    }

    /// Whether it is a word of a phrase, or a piece of one.
    var isWord: Bool {
      switch self {
      case .atom, .quoted, .openQuoted, .encoded, .escape: true
      default: false
      }
    }

    /// Whether it ends an element, whatever stands around it.
    var isSeparator: Bool {
      switch self {
      case .comma, .semicolon, .lineEnd, .wideSeparator: true
      default: false
      }
    }
  }
}

/// The bytes that mean something in mail syntax.
enum Byte {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let openParenthesis = UInt8(ascii: "(")
  static let closeParenthesis = UInt8(ascii: ")")
  static let comma = UInt8(ascii: ",")
  static let dot = UInt8(ascii: ".")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let less = UInt8(ascii: "<")
  static let equals = UInt8(ascii: "=")
  static let greater = UInt8(ascii: ">")
  static let question = UInt8(ascii: "?")
  static let at = UInt8(ascii: "@")
  static let openBracket = UInt8(ascii: "[")
  static let backslash = UInt8(ascii: "\\")
  static let closeBracket = UInt8(ascii: "]")
  static let hyphen = UInt8(ascii: "-")
  static let percent = UInt8(ascii: "%")
  static let delete: UInt8 = 0x7f

  /// Whether a byte is a blank within a line.
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == tab
  }

  /// Whether a byte is a blank or belongs to a line end.
  static func isWhite(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == lineFeed || byte == carriageReturn
  }

  /// Whether a byte can stand in an atom: atext of RFC 5322 and 6532, and control characters, which are faults anyway.
  @inline(__always)
  static func isAtom(_ byte: UInt8) -> Bool {
    if byte >= 0x80 { return true }
    // One bit a byte: white space, and the specials of RFC 5322 section 3.2.3.
    let specials: UInt64 = byte < 64 ? 0x5c00_5305_0000_2600 : 0x0000_0000_3800_0001
    return specials & (1 << UInt64(byte & 63)) == 0
  }

  /// A letter in lower case; any other byte as it is.
  static func lowered(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5a ? byte | 0x20 : byte
  }

  /// Whether a byte is an ASCII letter or digit.
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (byte >= 0x30 && byte <= 0x39) || (lowered(byte) >= 0x61 && lowered(byte) <= 0x7a)
  }
}
