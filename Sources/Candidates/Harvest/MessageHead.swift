/// The fields of a message's header that say who wrote to whom, folds undone.
struct MessageHead {
  /// One field: what it is, and its value without line ends.
  typealias Field = (kind: Kind, value: [UInt8])

  /// The fields that are read.
  enum Kind: String, CaseIterable {
    case from, to, cc, bcc, date
    case list = "list-id"
    case post = "list-post"
  }

  /// The fields in the order of the header.
  private(set) var fields: [Field] = []

  /// The longest value that is read, in bytes: what is longer is written by no person.
  private static let longest = 64 << 10

  /// Reads a header block; it ends at the first empty line, or with the bytes.
  init(_ bytes: [UInt8]) {
    var lines = Lines(bytes)
    var current: Kind?
    while let line = lines.next() {
      guard let first = line.first else { break }
      if isBlank(bytes[first]) {
        guard let last = fields.indices.last, current != nil else { continue }
        if fields[last].value.count + line.count > MessageHead.longest {
          fields[last].value = []
        } else {
          fields[last].value += bytes[line]
        }
        continue
      }
      current = MessageHead.kind(bytes[line])
      guard let kind = current, let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) else { continue }
      let value = bytes[(colon + 1)..<line.upperBound]
      fields.append((kind, value.count > MessageHead.longest ? [] : Array(value)))
    }
  }

  private static func kind(_ line: ArraySlice<UInt8>) -> Kind? {
    // Most fields are others, and are passed over by their first letters.
    guard let first = line.first.map(lowercased), "ftcbdl".utf8.contains(first) else { return nil }
    let name = line.prefix(10).prefix { $0 != UInt8(ascii: ":") && !isBlank($0) }
    guard name.count < 10 else { return nil }
    return Kind(rawValue: String(decoding: name.map(lowercased), as: UTF8.self))
  }

  /// The value of the first field of a kind; nil without one.
  func value(_ kind: Kind) -> [UInt8]? {
    fields.first { $0.kind == kind }?.value
  }
}
