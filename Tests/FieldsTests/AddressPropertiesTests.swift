import Fields
import Support
import Testing

/// What holds for readings of any bytes.
@Suite struct AddressPropertiesTests {
  /// What is wrong with a reading, whatever was read.
  private func problems(_ value: [UInt8], _ options: ReadingOptions = ReadingOptions()) -> [String] {
    let grammar = Grammar.addressList
    let reading = grammar.read(value, options)
    var problems: [String] = []
    func require(_ holds: Bool, _ words: String) {
      if !holds { problems.append(words) }
    }
    var end = -1
    for token in reading.tokens {
      require(token.range.lowerBound >= max(end, 0), "tokens stand in order")
      require(!token.range.isEmpty && token.range.upperBound <= value.count, "tokens lie in the value")
      if end == token.range.lowerBound {
        require(
          reading.faults.contains { $0.rule == .missingSeparator && $0.range == end..<end }, "tokens are separated")
      }
      end = token.range.upperBound
      for part in [token.name, token.content, token.angle, token.comment].compactMap({ $0 }) {
        require(token.range.clamped(to: part) == part, "parts lie in their token")
      }
      // White space at the ends belongs to no token.
      require(![0x20, 0x09].contains(value[token.range.lowerBound]), "tokens are trimmed")
      let text = grammar.value(token, in: value)
      require(!grammar.display(token, in: value).isEmpty, "every token has a label")
      require(grammar.key(token, in: value) == (text.isEmpty ? nil : grammar.key(ofValue: text)), "keys are of values")
      if let group = token.group {
        require(reading.groups[group].range.clamped(to: token.range) == token.range, "members lie in their group")
      }
    }
    let faults = reading.faults
    require(zip(faults, faults.dropFirst()).allSatisfy { !Fault.isOrdered($1, $0) }, "faults are sorted")
    require(faults.allSatisfy { $0.range.lowerBound >= 0 && $0.range.upperBound <= value.count }, "faults lie inside")
    require(faults.allSatisfy { !$0.range.isEmpty || $0.rule == .missingSeparator }, "faults are about something")
    require(Set(faults.map { "\($0.rule) \($0.range)" }).count == faults.count, "no fault is reported twice")
    let marks = reading.marks
    require(zip(marks, marks.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound }, "marks are apart")
    let others = marks.filter { $0.kind != .comment }
    require(
      !reading.tokens.contains { token in others.contains { token.range.overlaps($0.range) } }, "marks are no tokens")
    return problems.map { "\($0): " + String(decoding: value, as: UTF8.self).debugDescription }
  }

  private static let alphabet: [[UInt8]] =
    [
      "a", "b", "@", ".", ",", ";", ":", "<", ">", "(", ")", "[", "]", "\"", "\\", " ", "\t", "\r", "\n", "\r\n ",
      "\n ",
    ]
    .map { Array($0.utf8) }
    + [
      "=?utf-8?q?a?=", "=?", "?=", "mailto:", "é", "，", "a@b.org", "<a@b.org>", "\u{200b}", "\u{0}", "Ana", "x: ", "%2",
      "?", "mailto:a@", "@[1",
    ]
    .map { Array($0.utf8) } + [[0xff], [0xc3], [0xe3, 0x80]]

  @Test func anyBytes() {
    var random = Seeded(seed: 1)
    for _ in 0..<8_000 {
      var value: [UInt8] = []
      for _ in 0..<Int.random(in: 0...14, using: &random) { value += Self.alphabet.randomElement(using: &random) ?? [] }
      let options = ReadingOptions(caret: Int.random(in: 0...8, using: &random), isToBeSent: true)
      #expect(problems(value, options) == [])
    }
  }

  @Test func mutatedCases() {
    var random = Seeded(seed: 2)
    for example in AddressCase.all("address-list") where example.text.utf8.count < 300 {
      for _ in 0..<25 {
        var value = Array(example.text.utf8)
        for _ in 0...Int.random(in: 0...2, using: &random) {
          let place = Int.random(in: 0...value.count, using: &random)
          switch Int.random(in: 0..<3, using: &random) {
          case 0: value.insert(contentsOf: Self.alphabet.randomElement(using: &random) ?? [], at: place)
          case 1 where place < value.count: value.remove(at: place)
          default: value.removeSubrange(place..<min(value.count, place + Int.random(in: 0...9, using: &random)))
          }
        }
        #expect(problems(value) == [])
      }
    }
  }

  @Test func everyTokenReadsAlikeByItself() {
    var random = Seeded(seed: 3)
    var count = 0
    for _ in 0..<8_000 {
      var value: [UInt8] = []
      for _ in 0..<Int.random(in: 0...10, using: &random) { value += Self.alphabet.randomElement(using: &random) ?? [] }
      let reading = Grammar.addressList.read(value, ReadingOptions())
      // What is never closed, and commas in names, mean something only among other tokens.
      guard !reading.faults.contains(where: { $0.rule == .unclosed || $0.rule == .needsQuotes }) else { continue }
      for token in reading.tokens {
        count += 1
        let text = Array(value[token.range])
        let alone = Grammar.addressList.read(text, ReadingOptions())
        let comment = Comment(rawValue: String(decoding: value, as: UTF8.self).debugDescription)
        #expect(alone.tokens.map(\.range) == [0..<text.count], comment)
        guard let first = alone.tokens.first else { continue }
        #expect(Grammar.addressList.display(first, in: text) == Grammar.addressList.display(token, in: value), comment)
        #expect(Grammar.addressList.value(first, in: text) == Grammar.addressList.value(token, in: value), comment)
      }
    }
    #expect(count > 2_500)
  }

  @Test func tokensOfAnotherValueAreNoDanger() {
    let long = Array("Ana Ruiz (home) <ana@example.org>, \"Bo\" <mailto:bo@example.org>, mailto:c@x".utf8)
    for token in Grammar.addressList.read(long, ReadingOptions()).tokens {
      for count in 0..<long.count {
        let short = Array(long[..<count])
        _ = Grammar.addressList.display(token, in: short)
        _ = Grammar.addressList.value(token, in: short)
        _ = Grammar.addressList.key(token, in: short)
      }
    }
  }

  /// Time must grow with the length alone: each of these has made some reader of mail take for ever.
  @Test(arguments: [
    "<", "(", "\"", ",", ")", ">", "@", "[", ":", ";", "\\", ".", "a@", "@[", "<@a,", "(\\", "=?", "a ", "a b@c ",
    "\"a",
    "a:", "a@b ", "<a@b", "\\\"", "=?a?b?c?=", " \n", "\n", "(@", "()", "\"@", ",;", "a,b<c@d>;", "mailto:%", "x@[1,",
    "a@b，", ".@", "a@b.c (", "<,", "a. ", "\u{200b}", "\u{0}", "é",
  ])
  func hostileValuesAreReadInLinearTime(_ piece: String) {
    for tail in ["", " a@b"] {
      let text = { (count: Int) in Array(repeating: Array(piece.utf8), count: count).flatMap { $0 } + Array(tail.utf8) }
      let reading = growth(16_000, text) { _ = Grammar.addressList.read($0, ReadingOptions()) }
      #expect(reading < linear, "\(piece)\(tail)")
      let completing = growth(16_000, text) { _ = Grammar.addressList.fragment(in: $0, caret: $0.count / 2) }
      #expect(completing < linear, "\(piece)\(tail)")
      // Computing the words of all tokens is linear too.
      let words = growth(4_000, text) { value in
        for token in Grammar.addressList.read(value, ReadingOptions()).tokens {
          _ = Grammar.addressList.display(token, in: value)
          _ = Grammar.addressList.value(token, in: value)
          _ = Grammar.addressList.key(token, in: value)
        }
      }
      #expect(words < linear, "\(piece)\(tail)")
    }
  }

  @Test func tenThousandRecipients() {
    let list = (0..<10_000).map { "Person Number \($0) <person.\($0)@example\($0 % 50).org>" }.joined(separator: ", ")
    let reading = Grammar.addressList.read(Array(list.utf8), ReadingOptions())
    #expect(reading.tokens.count == 10_000)
    #expect(reading.faults.map(\.rule) == [.tooLong])
  }
}
