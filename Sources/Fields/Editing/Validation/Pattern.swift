/// A regular expression that a text must match as a whole.
///
/// All ways through the pattern are followed side by side, so that no text takes longer than its length times that of the
/// pattern. There are groups, alternatives, classes, `? * + {m,n}`, the anchors `^` and `$`, and `\w \d \s` with their
/// opposites; there is nothing that remembers or looks ahead.
package struct Pattern: Equatable, Sendable {
  /// The pattern as it was written.
  package let source: String
  private let program: [Step]

  /// One step of the program that a pattern is.
  enum Step: Equatable, Sendable {
    /// Takes one scalar of a class.
    case one(ScalarClass)
    /// Goes on at both places.
    case either(Int, Int)
    /// Goes on elsewhere.
    case go(Int)
    case atStart, atEnd
    /// The end of the pattern.
    case found
  }

  /// What is wrong with a pattern, and where.
  package struct Fault: Error, Equatable, Sendable {
    /// The character at which it shows, from 1.
    package var place: Int
    /// What is wrong, in plain words.
    package var words: String
  }

  /// Reads a pattern; throws for one that cannot be read, or that is too large.
  package init(_ source: String) throws(Fault) {
    var parser = PatternParser(source)
    let tree = try parser.parse()
    var compiler = PatternCompiler()
    try compiler.write(tree)
    self.source = source
    program = compiler.program + [.found]
  }

  /// Whether a text matches from its first scalar to its last.
  package func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    // The place for which a step was last followed: each is followed once a place.
    var followed = [Int](repeating: -1, count: program.count)
    var steps: [Int] = []
    follow(0, at: 0, of: scalars.count, &followed, &steps)
    for (place, scalar) in scalars.enumerated() {
      guard !steps.isEmpty else { return false }
      var next: [Int] = []
      for step in steps {
        guard case .one(let wanted) = program[step], wanted.contains(scalar) else { continue }
        follow(step + 1, at: place + 1, of: scalars.count, &followed, &next)
      }
      steps = next
    }
    return steps.contains { program[$0] == .found }
  }

  /// How many scalars of a text the pattern takes from the first one on, as many as it can; nil if it does not match there.
  package func prefix(of text: String) -> Int? {
    let scalars = Array(text.unicodeScalars)
    var followed = [Int](repeating: -1, count: program.count)
    var steps: [Int] = []
    var longest: Int?
    follow(0, at: 0, of: scalars.count, &followed, &steps)
    for (place, scalar) in scalars.enumerated() {
      if steps.contains(where: { program[$0] == .found }) { longest = place }
      var next: [Int] = []
      for step in steps {
        guard case .one(let wanted) = program[step], wanted.contains(scalar) else { continue }
        follow(step + 1, at: place + 1, of: scalars.count, &followed, &next)
      }
      steps = next
      if steps.isEmpty { return longest }
    }
    return steps.contains { program[$0] == .found } ? scalars.count : longest
  }

  /// Adds the steps that can come next from one step on, without taking a scalar.
  private func follow(_ start: Int, at place: Int, of end: Int, _ followed: inout [Int], _ steps: inout [Int]) {
    var open = [start]
    while let step = open.popLast() {
      guard followed[step] != place else { continue }
      followed[step] = place
      switch program[step] {
      case .either(let first, let second): open += [second, first]
      case .go(let other): open.append(other)
      case .atStart: if place == 0 { open.append(step + 1) }
      case .atEnd: if place == end { open.append(step + 1) }
      case .one, .found: steps.append(step)
      }
    }
  }
}

/// A pattern as it is read, before it is a program.
indirect enum PatternTree {
  case nothing
  case one(ScalarClass)
  case atStart, atEnd
  case all([PatternTree])
  case any([PatternTree])
  /// As often as this, or as often as one likes from the least on.
  case times(PatternTree, least: Int, most: Int?)
}

/// Writes the program of a pattern.
struct PatternCompiler {
  private(set) var program: [Pattern.Step] = []
  private var work = 0
  /// How many steps a pattern may have: with `{m,n}` within `{m,n}` a short one would have millions.
  private static let limit = 4000

  mutating func write(_ tree: PatternTree) throws(Pattern.Fault) {
    work += 1
    guard work <= 4 * Self.limit, program.count <= Self.limit else {
      throw Pattern.Fault(place: 1, words: "the pattern is too large")
    }
    switch tree {
    case .nothing: break
    case .one(let wanted): program.append(.one(wanted))
    case .atStart: program.append(.atStart)
    case .atEnd: program.append(.atEnd)
    case .all(let parts): for part in parts { try write(part) }
    case .any(let parts):
      var ends: [Int] = []
      for part in parts.dropLast() {
        let fork = program.count
        program.append(.found)
        try write(part)
        ends.append(program.count)
        program.append(.found)
        program[fork] = .either(fork + 1, program.count)
      }
      if let last = parts.last { try write(last) }
      for end in ends { program[end] = .go(program.count) }
    case .times(let part, let least, let most):
      for _ in 0..<least { try write(part) }
      guard let most else {
        let fork = program.count
        program.append(.found)
        try write(part)
        program.append(.go(fork))
        program[fork] = .either(fork + 1, program.count)
        return
      }
      var forks: [Int] = []
      for _ in least..<max(least, most) {
        forks.append(program.count)
        program.append(.found)
        try write(part)
      }
      for fork in forks { program[fork] = .either(fork + 1, program.count) }
    }
  }
}
