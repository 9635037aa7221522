import Wire

/// Lines of what a child says, whose parts are cut anywhere.
struct LineStream: Sendable {
  private let limit: Int
  /// What came behind the last line end.
  private var pending: [UInt8] = []

  /// A stream of lines of at most so many bytes; of a longer one the start is taken for all of it, which then is no line.
  init(limit: Int) { self.limit = limit }

  /// Takes a part, and gives the lines that end in it, without their ends.
  mutating func lines(endedBy part: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    for (index, byte) in part.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(pending + part[start..<index])
      pending = []
      start = index + 1
    }
    if pending.count < limit { pending += part[start...] }
    return lines
  }
}

extension Session {
  /// Has a child do what a request says; what it says comes back to the number.
  mutating func askChild(_ request: JSON) -> Int {
    let ask = number()
    effects.append(.ask(ask, .index(request: Array(request.text.utf8))))
    return ask
  }
}

extension JSON {
  /// The texts of a list under a key; none where there is no list.
  func texts(_ key: String) -> [String] {
    if case .array(let list) = self[key] { list.compactMap(\.string) } else { [] }
  }
}
