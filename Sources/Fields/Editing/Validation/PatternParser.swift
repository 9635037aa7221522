/// Reads a pattern from left to right.
struct PatternParser {
  private let scalars: [Unicode.Scalar]
  private var next = 0
  private var depth = 0
  /// How deep groups may stand in each other, and how often something may be asked for by number.
  private static let limits = (depth: 40, times: 1000)

  init(_ source: String) {
    scalars = Array(source.unicodeScalars)
  }

  /// The whole pattern.
  mutating func parse() throws(Pattern.Fault) -> PatternTree {
    let tree = try alternatives()
    if next < scalars.count { throw fault("this parenthesis closes nothing") }
    return tree
  }

  /// The class that a text in brackets is, or one without them: `[a-z]`, `a-z`.
  static func scalarClass(_ text: String) throws(Pattern.Fault) -> ScalarClass {
    var parser = PatternParser(text.hasPrefix("[") ? text : "[\(text)]")
    guard parser.take("[") else { throw parser.fault("a class is due") }
    let found = try parser.bracketed()
    if parser.next < parser.scalars.count { throw parser.fault("nothing may follow the class") }
    return found
  }

  private func fault(_ words: String) -> Pattern.Fault {
    Pattern.Fault(place: min(next, scalars.count) + 1, words: words)
  }

  private var peek: Unicode.Scalar? { next < scalars.count ? scalars[next] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    next += 1
    return true
  }

  private mutating func alternatives() throws(Pattern.Fault) -> PatternTree {
    var parts = [try sequence()]
    while take("|") { parts.append(try sequence()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func sequence() throws(Pattern.Fault) -> PatternTree {
    var parts: [PatternTree] = []
    while let scalar = peek, scalar != "|", scalar != ")" {
      let part = try atom()
      parts.append(try repeated(part))
    }
    return parts.count == 1 ? parts[0] : parts.isEmpty ? .nothing : .all(parts)
  }

  private mutating func atom() throws(Pattern.Fault) -> PatternTree {
    guard let scalar = peek else { return .nothing }
    switch scalar {
    case "*", "+", "?", "{": throw fault("there is nothing to repeat")
    case "(": return try group()
    case "[":
      next += 1
      return .one(try bracketed())
    case "\\": return .one(try escape(inClass: false))
    default: next += 1
    }
    switch scalar {
    case "^": return .atStart
    case "$": return .atEnd
    case ".": return .one(.any)
    default: return .one(ScalarClass(ranges: [scalar.value...scalar.value]))
    }
  }

  private mutating func group() throws(Pattern.Fault) -> PatternTree {
    let start = next
    next += 1
    if take("?"), !take(":") { throw fault("only (?: is known of groups that begin with a question mark") }
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.limits.depth else { throw fault("groups stand too deep in each other") }
    let tree = try alternatives()
    guard take(")") else {
      next = start
      throw fault("this parenthesis is never closed")
    }
    return tree
  }

  /// What stands behind an atom and says how often it may come; a `?` behind that changes nothing where the whole text
  /// has to match.
  private mutating func repeated(_ part: PatternTree) throws(Pattern.Fault) -> PatternTree {
    let tree: PatternTree
    if take("*") {
      tree = .times(part, least: 0, most: nil)
    } else if take("+") {
      tree = .times(part, least: 1, most: nil)
    } else if take("?") {
      tree = .times(part, least: 0, most: 1)
    } else if take("{") {
      let least = try number()
      var most: Int? = least
      if take(",") { most = peek == "}" ? nil : try number() }
      if let most, most < least { throw fault("the second number is less than the first") }
      guard take("}") else { throw fault("a brace is due") }
      tree = .times(part, least: least, most: most)
    } else {
      return part
    }
    _ = take("?")
    return tree
  }

  private mutating func number() throws(Pattern.Fault) -> Int {
    let start = next
    var number = 0
    while let digit = peek, ("0"..."9").contains(digit) {
      number = number * 10 + Int(digit.value - 0x30)
      guard number <= Self.limits.times else { throw fault("the number is above \(Self.limits.times)") }
      next += 1
    }
    if next == start { throw fault("a number is due") }
    return number
  }

  /// A class, behind its opening bracket; a bracket that stands first is one of its characters.
  private mutating func bracketed() throws(Pattern.Fault) -> ScalarClass {
    let start = next
    var found = ScalarClass()
    found.isTurned = take("^")
    var isFirst = true
    while let scalar = peek, scalar != "]" || isFirst {
      isFirst = false
      var lower = scalar.value
      if scalar == "\\" {
        let one = try escape(inClass: true)
        found.named += one.named
        guard let single = one.ranges.first else { continue }
        lower = single.lowerBound
      } else {
        next += 1
      }
      var upper = lower
      if peek == "-", next + 1 < scalars.count, scalars[next + 1] != "]" {
        next += 1
        upper = peek?.value ?? lower
        if peek == "\\" {
          guard let single = try escape(inClass: true).ranges.first else { throw fault("a character is due") }
          upper = single.lowerBound
        } else {
          next += 1
        }
        if upper < lower { throw fault("the range runs backwards") }
      }
      found.ranges.append(lower...upper)
    }
    guard take("]") else {
      next = max(0, start - 1)
      throw fault("this bracket is never closed")
    }
    return found
  }

  /// A backslash and what it makes of the next character.
  private mutating func escape(inClass: Bool) throws(Pattern.Fault) -> ScalarClass {
    next += 1
    guard let scalar = peek else { throw fault("nothing follows the backslash") }
    var found = ScalarClass()
    switch scalar {
    case "w", "W": found.named = [(.word, scalar == "W")]
    case "d", "D": found.named = [(.digit, scalar == "D")]
    case "s", "S": found.named = [(.space, scalar == "S")]
    case "t": found.ranges = [0x09...0x09]
    case "n": found.ranges = [0x0a...0x0a]
    default:
      let isLetter = scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      if isLetter { throw fault("\\\(scalar) is not known") }
      found.ranges = [scalar.value...scalar.value]
    }
    next += 1
    return found
  }
}
