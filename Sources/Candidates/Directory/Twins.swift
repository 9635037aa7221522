/// Whom somebody may have meant who stands in no source: an address that is one typo away, or another one of that name.
extension Directory {
  /// Somebody who is known.
  package struct Twin: Equatable, Sendable {
    /// The address, as its source has it.
    package var address: String
    /// How often it was used.
    package var count: Int
  }

  /// The mailbox that is most used of those whose address differs from an unknown one by a single slip.
  ///
  /// A slip is a letter left out, put in, taken for another one, or two in the wrong order. The first letter and digits
  /// are taken to be meant, and so is every letter of a short word: `tim@` and `jim@`, `team1@` and `team2@` differ by
  /// design.
  ///
  /// - Parameter address: an address in ASCII, in any case; another one has no twin.
  /// - Returns: nil where the address itself is known, or none is near to it.
  package func twin(of address: String) -> Twin? {
    guard let generation = visible, generation.mailbox(address) == nil else { return nil }
    let bytes = address.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    guard bytes.count <= 254, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\"") }),
      let at = bytes.lastIndex(of: UInt8(ascii: "@"))
    else { return nil }
    var best: (row: UInt32, count: UInt32)?
    func look(_ variant: [UInt8]) {
      guard let row = generation.mailbox(ascii: variant) else { return }
      let count = UInt32(generation[row].count)
      if best.map({ ($0.count, row) < (count, $0.row) }) ?? true { best = (row, count) }
    }
    for part in [0..<at, at + 1..<bytes.count] where part.count > 3 { Slips(bytes, part).forEach(look) }
    guard let best else { return nil }
    return Twin(address: generation.columns(best.row).address, count: Int(best.count))
  }

  /// The only other mailbox that is known under a name of several words.
  ///
  /// - Parameters:
  ///   - name: the name that somebody was given, in any spelling that is searched alike.
  ///   - address: the address that stands with it.
  /// - Returns: nil where nobody or more than one has the name, or this mailbox has it too.
  package func namesake(_ name: String, address: String) -> Twin? {
    let folded = Folding.fold(name)
    guard let generation = visible, folded.contains(0x20), !generation.isShared(folded) else { return nil }
    for match in matches(name, limit: 8, closeness: .exact ... .exact) where match.members.isEmpty {
      guard let row = generation.mailbox(match.address),
        generation.forms(row).contains(where: { Folding.fold(generation.columns($0).name) == folded })
      else { continue }
      return Address.key(match.address) == Address.key(address)
        ? nil : Twin(address: match.address, count: match.count)
    }
    return nil
  }
}

/// All that one slip makes of a part of an address.
private struct Slips {
  private let bytes: [UInt8]
  private let part: Range<Int>
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz.-_".utf8)

  init(_ bytes: [UInt8], _ part: Range<Int>) { (self.bytes, self.part) = (bytes, part) }

  func forEach(_ body: ([UInt8]) -> Void) {
    func isDigit(_ index: Int) -> Bool { (0x30...0x39).contains(bytes[index]) }
    // Two in the wrong order, the first one included.
    for index in part.dropLast() where bytes[index] != bytes[index + 1] && !isDigit(index) && !isDigit(index + 1) {
      var variant = bytes
      variant.swapAt(index, index + 1)
      body(variant)
    }
    guard part.count > 4 else { return }
    for index in part.dropFirst() where !isDigit(index) {
      var variant = bytes
      variant.remove(at: index)
      body(variant)
      for letter in Slips.letters where letter != bytes[index] {
        variant = bytes
        variant[index] = letter
        body(variant)
      }
    }
    for index in part.lowerBound + 1...part.upperBound {
      for letter in Slips.letters {
        var variant = bytes
        variant.insert(letter, at: index)
        body(variant)
      }
    }
  }
}
