/// Code in MDX: statements, expressions in braces and tags of JSX (https://mdxjs.com/docs/what-is-mdx/).
enum MDX {
  /// What a line has of a piece of code.
  enum Code: Equatable {
    /// It ends there.
    case ended(Int)
    /// It goes on, within so many brackets.
    case open(Int)
  }

  /// Whether a line begins with `import` or `export`.
  static func isStatement(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    guard line.count > 6 else { return false }
    let rest = bytes[line]
    guard rest.starts(with: "import".utf8) || rest.starts(with: "export".utf8) else { return false }
    return " \t{\"'*".utf8.contains(bytes[line.lowerBound + 6])
  }

  /// How many brackets are open behind a line of statements.
  static func depth(_ bytes: [UInt8], _ line: Range<Int>, _ depth: Int) -> Int {
    var depth = depth
    walk(bytes, line) { byte, _ in
      if "{([".utf8.contains(byte) { depth += 1 }
      if "})]".utf8.contains(byte) { depth -= 1 }
      return true
    }
    return max(0, depth)
  }

  /// A line of an expression, which begins with its first brace where none is open.
  static func expression(_ bytes: [UInt8], _ line: Range<Int>, _ depth: Int) -> Code {
    var (depth, end) = (depth, Int?.none)
    walk(bytes, line) { byte, offset in
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
      if depth <= 0 { end = offset + 1 }
      return end == nil
    }
    return end.map { .ended($0) } ?? .open(depth)
  }

  /// A line of a tag, behind its `<`.
  static func tag(_ bytes: [UInt8], _ line: Range<Int>, _ depth: Int) -> Code {
    var (depth, end) = (depth, Int?.none)
    walk(bytes, line) { byte, offset in
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth = max(0, depth - 1) }
      if depth == 0, byte == Byte.greater { end = offset + 1 }
      return end == nil
    }
    return end.map { .ended($0) } ?? .open(depth)
  }

  /// Goes through a line, over its strings, as long as it is told to.
  private static func walk(_ bytes: [UInt8], _ line: Range<Int>, _ take: (UInt8, Int) -> Bool) {
    var i = line.lowerBound
    var hopeless: Set<UInt8> = []
    while i < line.upperBound {
      let byte = bytes[i]
      if "\"'`".utf8.contains(byte), !hopeless.contains(byte) {
        // A quote that nothing closes on the line is an apostrophe.
        if let close = bytes[(i + 1)..<line.upperBound].firstIndex(of: byte) {
          i = close + 1
          continue
        }
        hopeless.insert(byte)
      }
      guard take(byte, i) else { return }
      i += 1
    }
  }
}
