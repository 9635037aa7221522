/// A block of HTML in Markdown, by what ends it (CommonMark 0.31, section 4.6).
enum HTMLBlock: Equatable, Sendable {
  /// `<pre>`, `<script>`, `<style>` and `<textarea>`: the end tag of any of them.
  case verbatim
  /// `<!--`: `-->`.
  case comment
  /// `<?`: `?>`.
  case instruction
  /// `<!` and a letter: `>`.
  case declaration
  /// `<![CDATA[`: `]]>`.
  case data
  /// A tag of a block, or one alone on its line: an empty line.
  case tag

  /// The block that a line begins whose first sign is `<`.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - line: from the `<` to the end of the line.
  ///   - interrupts: whether the line would go on with a paragraph, which not every tag ends.
  ///   - isMDX: whether tags are those of JSX, with Markdown in them.
  /// - Returns: nil for text.
  static func begun(_ bytes: [UInt8], _ line: Range<Int>, interrupts: Bool, isMDX: Bool) -> HTMLBlock? {
    let rest = bytes[line]
    let next = line.lowerBound + 1
    guard next < line.upperBound else { return nil }
    if rest.starts(with: "<!--".utf8) { return .comment }
    if let name = name(bytes, next..<line.upperBound), isOne(of: verbatimTags, bytes[name]),
      name.upperBound == line.upperBound || Byte.isBlank(bytes[name.upperBound])
        || bytes[name.upperBound] == Byte.greater
    {
      return .verbatim
    }
    if isMDX { return nil }
    if bytes[next] == UInt8(ascii: "?") { return .instruction }
    if rest.starts(with: "<![CDATA[".utf8) { return .data }
    if bytes[next] == UInt8(ascii: "!") {
      return next + 1 < line.upperBound && isLetter(bytes[next + 1]) ? .declaration : nil
    }
    let start = bytes[next] == UInt8(ascii: "/") ? next + 1 : next
    guard let name = name(bytes, start..<line.upperBound) else { return nil }
    let end = name.upperBound
    let isEnded =
      end == line.upperBound || Byte.isBlank(bytes[end]) || bytes[end] == Byte.greater
      || bytes[end..<line.upperBound].starts(with: "/>".utf8)
    if isEnded, isOne(of: blockTags, bytes[name]) { return .tag }
    guard !interrupts, let close = tagEnd(bytes, end..<line.upperBound, isClosing: start > next) else { return nil }
    return bytes[close..<line.upperBound].allSatisfy(MailText.isSpace) ? .tag : nil
  }

  /// Whether a part of a line ends the block; for `tag`, whether the line is empty.
  func isEnded(by line: Range<Int>, in bytes: [UInt8]) -> Bool {
    switch self {
    case .verbatim:
      return line.contains { offset in
        guard bytes[offset] == Byte.less, offset + 1 < line.upperBound, bytes[offset + 1] == UInt8(ascii: "/"),
          let name = Self.name(bytes, offset + 2..<line.upperBound), name.upperBound < line.upperBound
        else { return false }
        return bytes[name.upperBound] == Byte.greater && Self.isOne(of: Self.verbatimTags, bytes[name])
      }
    case .comment: return Self.find("-->", in: bytes, line)
    case .instruction: return Self.find("?>", in: bytes, line)
    case .declaration: return bytes[line].contains(Byte.greater)
    case .data: return Self.find("]]>", in: bytes, line)
    case .tag: return bytes[line].allSatisfy(MailText.isSpace)
    }
  }

  private static func find(_ text: String, in bytes: [UInt8], _ line: Range<Int>) -> Bool {
    let first = text.utf8.first
    return line.contains { bytes[$0] == first && bytes[$0..<line.upperBound].starts(with: text.utf8) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(Byte.lowered(byte)) }

  /// The name of a tag at the start of a range, no longer than any that is known.
  private static func name(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int>? {
    guard let first = range.first, isLetter(bytes[first]) else { return nil }
    let end = range.dropFirst().first { !Byte.isAlphanumeric(bytes[$0]) && bytes[$0] != Byte.hyphen }
    return range.lowerBound..<(end ?? range.upperBound)
  }

  /// The end of a tag behind its name, quotes of attributes respected; nil if it is none that ends on the line.
  private static func tagEnd(_ bytes: [UInt8], _ range: Range<Int>, isClosing: Bool) -> Int? {
    var i = range.lowerBound
    guard i < range.upperBound, Byte.isBlank(bytes[i]) || bytes[i] == Byte.greater || bytes[i] == UInt8(ascii: "/")
    else { return nil }
    while i < range.upperBound {
      switch bytes[i] {
      case Byte.greater: return i + 1
      case Byte.less, UInt8(ascii: "#"), Byte.at: return nil
      case Byte.equals:
        if isClosing { return nil }
        i += 1
        if i < range.upperBound, bytes[i] == Byte.quote || bytes[i] == UInt8(ascii: "'") {
          let quote = bytes[i]
          guard let close = bytes[i + 1..<range.upperBound].firstIndex(of: quote) else { return nil }
          i = close + 1
        } else {
          while i < range.upperBound, bytes[i] > Byte.space, bytes[i] != Byte.greater { i += 1 }
        }
      default: i += 1
      }
    }
    return nil
  }

  private static func isOne(of names: Set<String>, _ name: ArraySlice<UInt8>) -> Bool {
    name.count < 12 && names.contains(String(decoding: name.map(Byte.lowered), as: UTF8.self))
  }

  private static let verbatimTags: Set<String> = ["pre", "script", "style", "textarea"]

  private static let blockTags: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
    "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "frame",
    "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link",
    "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}
