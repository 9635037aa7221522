/// Where the parts of a text that was joined from lines of a file stand in that file.
struct Origins {
  /// The first place of each part in the text, and its place in the file; in order.
  private var parts: [(text: Int, file: Int)]

  /// The origins of a text whose first part stands at a place of the file.
  init(_ file: Int) {
    parts = [(0, file)]
  }

  /// Adds a part that begins at a place of the text, behind all before it.
  mutating func append(_ text: Int, _ file: Int) {
    parts.append((text, file))
  }

  /// The place in the file of a place in the text.
  func file(_ place: Int) -> Int {
    var low = 0
    var high = parts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if parts[middle].text <= place { low = middle } else { high = middle }
    }
    return parts[low].file + place - parts[low].text
  }
}
