/// What stands next in a stream of messages.
package enum Frame: Equatable, Sendable {
  /// The bytes of one message, without its header.
  case body([UInt8])
  /// Something that was not read, in words; reading goes on behind it.
  case fault(String)
}

/// A body with the header that goes before it: `Content-Length: 2`, an empty line, `{}`.
package func frame(_ body: [UInt8]) -> [UInt8] {
  Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
}

/// Cuts messages out of a stream that comes in pieces of any size.
///
/// LSP 3.17, [base protocol](https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#baseProtocol).
/// What comes out does not depend on how the stream was split, and each byte is looked at a fixed number of times. After
/// a bad header reading goes on at the next `Content-Length`; README.md has the outcome of each.
package struct Frames: Sendable {
  /// Header blocks above this many bytes are refused.
  static let headerLimit = 64 << 10
  /// While a header is looked for, this much of the end of a line is looked at.
  static let tailLimit = 256

  private enum State {
    /// At the start of a header line.
    case header
    /// Before the rest of a body of this many bytes.
    case body(Int)
    /// Before this many bytes of a body above the limit.
    case skipping(Int)
    /// At the start of a line, of which `dropped` bytes are gone already, looking for a header. A line that was
    /// refused itself is searched only behind its start, so that reading moves on.
    case searching(dropped: Int, isRefused: Bool)
  }

  private let limit: Int
  private var buffer: [UInt8] = []
  /// The first byte not yet read.
  private var head = 0
  /// The first byte not yet searched for a line end.
  private var seen = 0
  private var state = State.header
  private var block = HeaderBlock()

  /// A stream whose bodies have at most `limit` bytes; longer ones are skipped without being kept.
  package init(limit: Int = 64 << 20) { self.limit = limit }

  /// Whether the stream stands inside a message, which is then cut off if it ends here.
  package var isInside: Bool {
    if case .header = state { return head < buffer.count || block.size > 0 }
    return true
  }

  /// How many bytes are held because they are not read yet.
  package var kept: Int { buffer.count - head }

  /// Takes the next piece of the stream; call `next()` until it has no more before the following piece.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    if head == buffer.count {
      // A buffer that held one large message is given back.
      buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
      (head, seen) = (0, 0)
      if case .skipping(let rest) = state {
        let gone = min(rest, bytes.count)
        state = gone == rest ? .header : .skipping(rest - gone)
        bytes = bytes.dropFirst(gone)
      }
    } else if head > buffer.count - head {
      buffer.removeSubrange(..<head)
      seen = max(0, seen - head)
      head = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next message or fault, nil when more bytes are needed.
  package mutating func next() -> Frame? {
    while true {
      switch state {
      case .body(let length):
        guard buffer.count - head >= length else { return nil }
        let body = Array(buffer[head..<head + length])
        move(to: head + length)
        state = .header
        return .body(body)
      case .skipping(let rest):
        let gone = min(rest, buffer.count - head)
        move(to: head + gone)
        state = gone == rest ? .header : .skipping(rest - gone)
        if gone < rest { return nil }
      case .header:
        let end = lineEnd()
        let size = block.size + (end ?? buffer.count) - head
        if size > Self.headerLimit {
          return refuse("header of more than \(Self.headerLimit) bytes")
        }
        guard let end else { return nil }
        if let fault = readLine(to: end) { return .fault(fault) }
      case .searching(let dropped, let isRefused):
        if !search(dropped, isRefused) { return nil }
      }
    }
  }

  private mutating func move(to place: Int) {
    head = place
    seen = place
  }

  /// The place behind the next line end.
  private mutating func lineEnd() -> Int? {
    while seen < buffer.count {
      seen += 1
      if buffer[seen - 1] == 0x0A { return seen }
    }
    return nil
  }

  /// Gives up the header and looks for another from this line on.
  private mutating func refuse(_ fault: String) -> Frame {
    block = HeaderBlock()
    seen = head
    state = .searching(dropped: 0, isRefused: true)
    return .fault(fault)
  }

  private mutating func readLine(to end: Int) -> String? {
    let line = HeaderBlock.trimmed(buffer[head..<end])
    if !line.isEmpty || block.size == 0 {
      guard line.isEmpty || block.read(line) else {
        if case .fault(let fault) = refuse("not a header line: \(HeaderBlock.excerpt(line))") { return fault }
        return nil
      }
      // An empty line before a header is passed over: some clients end bodies with one.
      if !line.isEmpty { block.size += end - head }
      move(to: end)
      return nil
    }
    move(to: end)
    let outcome = block.outcome
    block = HeaderBlock()
    switch outcome {
    case .length(let length) where length <= limit:
      state = .body(length)
      return nil
    case .length(let length):
      state = .skipping(length)
      return "message of \(length) bytes, more than \(limit)"
    case .fault(let fault):
      state = .searching(dropped: 0, isRefused: false)
      return fault
    }
  }

  /// Looks at one line for a header; false when more bytes are needed.
  private mutating func search(_ dropped: Int, _ isRefused: Bool) -> Bool {
    guard let end = lineEnd() else {
      let excess = buffer.count - head - Self.tailLimit
      if excess > Self.tailLimit {
        head += excess
        state = .searching(dropped: dropped + excess, isRefused: isRefused)
      }
      return false
    }
    let isWhole = dropped + end - head <= Self.tailLimit
    let tail = buffer[max(head, end - Self.tailLimit)..<end]
    if isWhole, !isRefused, HeaderBlock.isLength(tail) {
      seen = head
      state = .header
    } else if let start = HeaderBlock.lengthAtEnd(of: tail), !isRefused || !isWhole || start > head {
      move(to: start)
      state = .header
    } else {
      move(to: end)
      state = .searching(dropped: 0, isRefused: false)
    }
    return true
  }
}
