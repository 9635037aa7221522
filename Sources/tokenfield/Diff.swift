import Fields

/// The difference of two texts as `diff -u` writes it.
enum Diff {
  /// How many lines stand around a change.
  private static let context = 3

  /// A part of the lines of the old text and what stands in its place.
  private struct Hunk {
    var old: Range<Int>
    var new: [[UInt8]]
  }

  /// The difference that some changes make; none where they make none.
  ///
  /// - Parameters:
  ///   - name: what the file is called.
  ///   - bytes: the old text.
  ///   - changes: in order and apart from each other, in bytes of the old text.
  /// - Returns: whole lines.
  static func unified(_ name: String, _ bytes: [UInt8], _ changes: [Change]) -> [UInt8] {
    let text = Text(bytes)
    let hunks = hunks(text, changes)
    if hunks.isEmpty { return [] }
    var output = Array("--- \(name)\n+++ \(name)\n".utf8)
    var (group, shift) = ([Hunk](), 0)
    for (index, hunk) in hunks.enumerated() {
      group.append(hunk)
      let next = index + 1 < hunks.count ? hunks[index + 1].old.lowerBound : Int.max
      if next != Int.max, next - hunk.old.upperBound <= 2 * context { continue }
      write(group, text, &shift, to: &output)
      group = []
    }
    return output
  }

  /// The lines that the changes touch, those of one line together.
  private static func hunks(_ text: Text, _ changes: [Change]) -> [Hunk] {
    var (hunks, index) = ([Hunk](), 0)
    while index < changes.count {
      let first = text.line(at: changes[index].range.lowerBound)
      var (last, own) = (text.line(at: changes[index].range.upperBound), [changes[index]])
      while index + 1 < changes.count, text.line(at: changes[index + 1].range.lowerBound) <= last {
        index += 1
        own.append(changes[index])
        last = max(last, text.line(at: changes[index].range.upperBound))
      }
      index += 1
      let start = text.lineStart(first)
      let end = last + 1 < text.lineCount ? text.lineStart(last + 1) : text.count
      let inner = own.map { Change($0.range.shifted(by: -start), $0.text) }
      let old = text.bytes(start..<end)
      let new = inner.applied(to: old)
      if new == old { continue }
      hunks.append(Hunk(old: first..<last + 1, new: lines(new)))
    }
    return hunks
  }

  /// The lines of some bytes, each with its end.
  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    var (lines, line) = ([[UInt8]](), [UInt8]())
    for byte in bytes {
      line.append(byte)
      if byte == 10 {
        lines.append(line)
        line = []
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static func write(_ hunks: [Hunk], _ text: Text, _ shift: inout Int, to output: inout [UInt8]) {
    guard let first = hunks.first, let last = hunks.last else { return }
    // Behind the last line end no line begins.
    let count = text.count > 0 && text[text.count - 1] == 10 ? text.lineCount - 1 : text.lineCount
    let shown = max(0, first.old.lowerBound - context)..<min(count, last.old.upperBound + context)
    let removed = hunks.reduce(0) { $0 + min($1.old.upperBound, count) - $1.old.lowerBound }
    let growth = hunks.reduce(0) { $0 + $1.new.count } - removed
    output += Array(
      "@@ -\(shown.lowerBound + 1),\(shown.count) +\(shown.lowerBound + 1 + shift),\(shown.count + growth) @@\n".utf8)
    shift += growth
    var next = shown.lowerBound
    func add(_ sign: String, _ line: [UInt8]) {
      output += Array(sign.utf8) + line
      if line.last != 10 { output += Array("\n\\ No newline at end of file\n".utf8) }
    }
    func old(_ line: Int) -> [UInt8] {
      text.bytes(text.lineStart(line)..<(line + 1 < text.lineCount ? text.lineStart(line + 1) : text.count))
    }
    for hunk in hunks {
      while next < hunk.old.lowerBound {
        add(" ", old(next))
        next += 1
      }
      while next < min(hunk.old.upperBound, count) {
        add("-", old(next))
        next += 1
      }
      for line in hunk.new { add("+", line) }
    }
    while next < shown.upperBound {
      add(" ", old(next))
      next += 1
    }
  }
}
