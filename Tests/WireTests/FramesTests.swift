import Support
import Testing
import Wire

/// Messages cut out of a stream, good or bad; `✗` stands for a fault.
@Suite struct FramesTests {
  /// What comes out of a stream that goes in by pieces of the sizes that `size` gives.
  private func frames(_ stream: [UInt8], limit: Int = 1 << 20, size: () -> Int) -> [Frame] {
    var frames = Frames(limit: limit)
    var found: [Frame] = []
    var rest = stream[...]
    while !rest.isEmpty {
      let piece = rest.prefix(max(1, size()))
      rest = rest.dropFirst(piece.count)
      frames.append(piece)
      while let frame = frames.next() { found.append(frame) }
    }
    return found
  }

  private func shown(_ frames: [Frame]) -> [String] {
    frames.map {
      switch $0 {
      case .body(let bytes): String(decoding: bytes, as: UTF8.self)
      case .fault(let fault): "✗ \(fault)"
      }
    }
  }

  /// Checks what comes out of a stream, fed whole and byte by byte.
  private func check(
    _ stream: String, _ expected: [String], limit: Int = 1 << 20, at place: SourceLocation = #_sourceLocation
  ) {
    let bytes = Array(stream.utf8)
    #expect(shown(frames(bytes, limit: limit) { bytes.count }) == expected, sourceLocation: place)
    #expect(shown(frames(bytes, limit: limit) { 1 }) == expected, "byte by byte", sourceLocation: place)
  }

  private let good = "Content-Length: 4\r\n\r\ngood"

  @Test func written() {
    #expect(frame(Array("{}".utf8)) == Array("Content-Length: 2\r\n\r\n{}".utf8))
    check(String(decoding: frame(Array("é\r\n".utf8)) + frame([]), as: UTF8.self), ["é\r\n", ""])
  }

  @Test func readHeaders() {
    check("", [])
    check(good + good, ["good", "good"])
    check("content-length:4\r\n\r\ngood" + good, ["good", "good"])
    check("CONTENT-LENGTH \t: \t 4 \t\r\n\r\ngood" + good, ["good", "good"])
    check("Content-Length: 4\n\ngood" + good, ["good", "good"])
    check("Content-Length: 4\n\r\ngood" + good, ["good", "good"])
    check("Content-Length: 0004\r\n\r\ngood" + good, ["good", "good"])
    check("Content-Type: application/vim-jsonrpc; charset=utf-8\r\n" + good, ["good"])
    check("Content-Length: 4\r\nContent-Type: application/vim-jsonrpc; charset=utf-8\r\n\r\ngood", ["good"])
    check("X-Empty:\r\n" + good, ["good"])
    check("Content-Length: 4\r\nContent-Length: 4\r\n\r\ngood" + good, ["good", "good"])
    check("\r\n\n" + good + "\r\n" + good, ["good", "good"])
    check("Content-Length: 0\r\n\r\n" + good, ["", "good"])
    check("Content-Length: 4\r\n\r\n\r\n\r\n" + good, ["\r\n\r\n", "good"])
  }

  @Test func badHeaders() {
    check("X: 1\r\n\r\n{}" + good, ["✗ header without Content-Length", "good"])
    check(
      "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}" + good, ["✗ Content-Length twice, 2 and 3", "good"])
    check("Content-Length: -2\r\n\r\n{}" + good, ["✗ Content-Length is no number: -2", "good"])
    check("Content-Length: +2\r\n\r\n{}" + good, ["✗ Content-Length is no number: +2", "good"])
    check("Content-Length:\r\n\r\n{}" + good, ["✗ Content-Length is no number: ", "good"])
    check("Content-Length: 2 2\r\n\r\n{}" + good, ["✗ Content-Length is no number: 2 2", "good"])
    check("Content-Length: 0x2\r\n\r\n{}" + good, ["✗ Content-Length is no number: 0x2", "good"])
    check("Content-Length: ٢\r\n\r\n{}" + good, ["✗ Content-Length is no number: ??", "good"])
    check("Content-Length: x\r\nContent-Length: 2\r\n\r\n{}" + good, ["✗ Content-Length is no number: x", "good"])
    check(
      "Content-Length: 9223372036854775808\r\n\r\n{}" + good,
      ["✗ Content-Length is too large: 9223372036854775808", "good"])
    check("Content-Length 2\r\n\r\n{}" + good, ["✗ not a header line: Content-Length 2", "good"])
    check("Content-Length: x\r\n\r\n{}\r\n" + good, ["✗ Content-Length is no number: x", "good"])
    check("hello\r\n" + good, ["✗ not a header line: hello", "good"])
    check(": 2\r\n" + good, ["✗ not a header line: : 2", "good"])
    check("{\"a\": 1}\n" + good, ["✗ not a header line: {\"a\": 1}", "good"])
    check("a b: 1\r\nmore\r\nand more\r\n\r\n" + good, ["✗ not a header line: a b: 1", "good"])
    check("X: 1\r\nnonsense\r\n" + good, ["✗ not a header line: nonsense", "good"])
  }

  @Test func wrongLengths() {
    // Too short: the rest of the body stands before the next header.
    check("Content-Length: 2\r\n\r\n{\"a\":1}" + good, ["{\"", "✗ not a header line: a\":1}Content-Length: 4", "good"])
    // Too long: the next header is cut, the one after is whole.
    check(
      "Content-Length: 7\r\n\r\n{}" + good + good, ["{}Conte", "✗ header without Content-Length", "good"])
    check(
      "Content-Length: x\r\n\r\n{}\nContent-Length: y\r\n\r\n" + good,
      [
        "✗ Content-Length is no number: x", "✗ Content-Length is no number: y", "good",
      ])
  }

  @Test func longBodies() {
    check("Content-Length: 9\r\n\r\n123456789" + good, ["✗ message of 9 bytes, more than 8", "good"], limit: 8)
    check("Content-Length: 8\r\n\r\n12345678" + good, ["12345678", "good"], limit: 8)
    var frames = Frames(limit: 8)
    frames.append(Array("Content-Length: 9000000000\r\n\r\n".utf8)[...])
    #expect(shown([frames.next()].compactMap { $0 }) == ["✗ message of 9000000000 bytes, more than 8"])
    let piece = [UInt8](repeating: 0x41, count: 1_000_000)
    for _ in 0..<9_000 {
      frames.append(piece[...])
      #expect(frames.next() == nil)
      #expect(frames.kept == 0)
    }
    frames.append(Array(good.utf8)[...])
    #expect(frames.next() == .body(Array("good".utf8)))
  }

  @Test func longHeaders() {
    let fault = "✗ header of more than 65536 bytes"
    check("X: " + String(repeating: "x", count: 65_533) + "\r\n" + good, [fault, "good"])
    check(String(repeating: "X: 1\r\n", count: 20_000) + "\r\n" + good, [fault, "good"])
    check("X: " + String(repeating: "x", count: 65_000) + "\r\n" + good, ["good"])
    check(String(repeating: "x", count: 300_000) + good, [fault, "good"])
    check("Content-Length: 4\r\nX: " + String(repeating: "x", count: 70_000) + "\r\n\r\ngood" + good, [fault, "good"])
  }

  @Test func endlessLineIsNotKept() {
    var frames = Frames()
    let piece = [UInt8](repeating: 0x41, count: 50_000)
    var faults = 0
    for _ in 0..<2_000 {
      frames.append(piece[...])
      while frames.next() != nil { faults += 1 }
      #expect(frames.kept <= 130_000)
    }
    #expect(faults == 1)
  }

  @Test func insideOfAMessage() {
    var frames = Frames()
    #expect(!frames.isInside)
    for (piece, isInside) in [("Con", true), ("tent-Length: 2\r\n", true), ("\r\n", true), ("{", true), ("}", false)] {
      frames.append(Array(piece.utf8)[...])
      while frames.next() != nil {}
      #expect(frames.isInside == isInside, "\(piece)")
    }
  }

  @Test func timeIsLinear() {
    func check(_ name: String, _ size: Int, _ input: (Int) -> [UInt8], piece: Int?, frames count: (Int) -> Int) {
      let times = growth(size, input) { _ = frames($0, limit: 64 << 20) { piece ?? size } }
      #expect(times < linear, "\(name)")
      let bytes = input(size)
      #expect(frames(bytes, limit: 64 << 20) { piece ?? bytes.count }.count == count(size), "\(name)")
    }
    check("byte by byte", 1_000_000, { frame([UInt8](repeating: 0x20, count: $0)) }, piece: 1) { _ in 1 }
    check("nonsense", 200_000, { Array(String(repeating: "nonsense\n", count: $0).utf8) }, piece: nil) { _ in 1 }
    check("many", 200_000, { Array([[UInt8]](repeating: frame(Array("{}".utf8)), count: $0).joined()) }, piece: nil) {
      $0
    }
    check("large", 4 << 20, { frame([UInt8](repeating: 0x41, count: $0)) }, piece: 64) { _ in 1 }
    let bad = "Content-Length: x\n\n{}\n"
    check("bad", 100_000, { Array(String(repeating: bad, count: $0).utf8) }, piece: nil) { $0 }
  }

  /// Between messages stands whatever a client may print by accident; no message is lost and none is made up.
  @Test func everyMessageIsReadBetweenGarbage() {
    var numbers = Seeded(seed: 5)
    let lines = [
      "warning: x", "", "Content-Type: a", "Content-Length", "Content-Length: many", "Content-Length: 3, 4",
      "\u{0}\u{1}", "{\"jsonrpc\"", "\"Content-Length: 4\"", "é", String(repeating: "z", count: 700),
    ]
    for round in 0..<1_000 {
      var stream: [UInt8] = []
      var sent: [Frame] = []
      for number in 0..<Int.random(in: 1..<8, using: &numbers) {
        for _ in 0..<Int.random(in: 0..<4, using: &numbers) {
          stream += Array((lines.randomElement(using: &numbers) ?? "").utf8)
          // Two line ends, so that what looks like a header line is a header of its own.
          stream += Array((Bool.random(using: &numbers) ? "\r\n\r\n" : "\n\n").utf8)
        }
        let body = Array("{\"id\":\(number),\"round\":\(round)}".utf8)
        sent.append(.body(body))
        stream += frame(body)
      }
      let found = frames(stream) { Int.random(in: 1..<200, using: &numbers) }
      let bodies = found.filter { if case .body = $0 { true } else { false } }
      #expect(bodies == sent, "\(String(decoding: stream, as: UTF8.self))")
    }
  }

  @Test func anyStreamSplitAnyhowIsTheSame() {
    var numbers = Seeded(seed: 3)
    let parts = [
      "Content-Length", ": ", ":", "4", "12", "-1", "99999999999999999999", "\r\n", "\n", "\r\n\r\n", "\r", "{}", " ",
      "good", "Content-Length: 4\r\n\r\ngood", "X: 1\r\n", "content-length:3\n\n", "é", "\u{0}", "Content-Type: a\r\n",
      String(repeating: "y", count: 600),
    ]
    for _ in 0..<3_000 {
      var stream: [UInt8] = []
      for _ in 0..<Int.random(in: 1..<14, using: &numbers) {
        stream += Array((parts.randomElement(using: &numbers) ?? "").utf8)
      }
      let whole = frames(stream, limit: 10) { stream.count }
      #expect(frames(stream, limit: 10) { 1 } == whole, "\(String(decoding: stream, as: UTF8.self))")
      let pieces = frames(stream, limit: 10) { Int.random(in: 1..<40, using: &numbers) }
      #expect(pieces == whole, "\(String(decoding: stream, as: UTF8.self))")
    }
  }

  @Test func aWholeMessageIsReadAfterAnyGarbage() {
    var numbers = Seeded(seed: 4)
    for _ in 0..<2_000 {
      let count = Int.random(in: 0..<400, using: &numbers)
      let garbage = (0..<count).map { _ in UInt8.random(in: 0...255, using: &numbers) }
      let found = frames(garbage + Array(("\n" + good).utf8)) { Int.random(in: 1..<99, using: &numbers) }
      #expect(found.last == .body(Array("good".utf8)))
    }
  }
}
