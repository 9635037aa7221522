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

    /// Whether it may bear on what stands behind the next comma.
    var reachesFar: Bool {
      switch self {
      case .semicolon, .lineEnd, .wideSeparator, .colon, .route, .ignored, .openQuoted, .openComment, .openLiteral: true
      default: false
      }
    }

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
