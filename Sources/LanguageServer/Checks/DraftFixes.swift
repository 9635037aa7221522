import Fields
import Wire

/// Edits that take away what is wrong with a draft as a whole.
extension Document {
  /// An edit that takes a fault between fields away; nil where there is none that is plainly right.
  ///
  /// - Parameter fault: one of `draftFaults`, in bytes of the document.
  /// - Returns: what it does in words, and the edit in bytes of the document.
  func fix(_ fault: Fault) -> (title: String, changes: [Change])? {
    guard let index = finding.fields.firstIndex(where: { $0.nameRange == fault.range }) else { return nil }
    let field = finding.fields[index]
    switch fault.rule {
    case .secondField:
      guard let first = finding.fields.firstIndex(where: { $0.name == field.name }), first != index,
        let changes = uniting(index, with: first)
      else { return nil }
      return ("Merge into the first \(field.name)", changes)
    case .noSender:
      guard let token = held[index].tokens.first else { return nil }
      let sender = line(of: token.range.shifted(by: field.valueRange.lowerBound))
      let end = field.valueRange.upperBound
      return (
        "Add Sender: \(Self.short(sender))", [Change(end..<end, Array((lineEnd(at: end) + "Sender: " + sender).utf8))]
      )
    case .manyVisible:
      let title = "Move everybody in \(field.name) to Bcc"
      guard let bcc = finding.fields.firstIndex(where: { $0.name == "Bcc" }) else {
        return (title, [Change(field.nameRange, Array("Bcc".utf8))])
      }
      return uniting(index, with: bcc).map { (title, $0) }
    default: return nil
    }
  }

  /// Puts what stands in a field behind what stands in another of the same kind, and takes its lines out.
  ///
  /// - Returns: nil where that would make other entries than there are.
  private func uniting(_ index: Int, with other: Int) -> [Change]? {
    let (field, target) = (finding.fields[index], finding.fields[other])
    guard field.grammar == target.grammar, !field.nameRange.isEmpty else { return nil }
    let (own, theirs) = (value(field), value(target))
    let added = Array(own.drop(while: Byte.isWhite))
    let kept = theirs.lastIndex { !Byte.isWhite($0) && $0 != Byte.comma }.map { $0 + 1 } ?? 0
    let isEmpty = held[other].tokens.isEmpty && held[other].groups.isEmpty
    guard !isEmpty || kept == 0 else { return nil }
    var joined: [UInt8] = []
    if !added.isEmpty {
      let separator = field.grammar == .messageIDs ? "" : ","
      let start = theirs[..<kept].lastIndex(of: Byte.lineFeed).map { kept - $0 } ?? kept + target.column
      let fits = start + 2 + (added.firstIndex(of: Byte.lineFeed) ?? added.count) <= 78
      let joint = isEmpty ? " " : separator + (fits ? " " : lineEnd(at: target.valueRange.upperBound) + " ")
      joined = Array(joint.utf8) + added
    }
    // The new value has to hold those of both, each as it was.
    let reading = target.grammar.read(Array(theirs[..<kept]) + joined, options(target, caret: nil))
    func values(_ reading: Reading, _ value: [UInt8]) -> [String] {
      reading.tokens.map { field.grammar.value($0, in: value) }
    }
    guard
      values(reading, Array(theirs[..<kept]) + joined) == values(held[other], theirs) + values(held[index], own),
      reading.groups.count == held[other].groups.count + held[index].groups.count
    else { return nil }
    let place = target.valueRange.lowerBound + kept
    return [Change(place..<target.valueRange.upperBound, joined), Change(lines(of: field))]
  }

  /// The lines of a field with the end of the last one, or with the one before where the text ends with them.
  private func lines(of field: Field) -> Range<Int> {
    let last = text.line(at: field.range.upperBound)
    if last + 1 < text.lineCount { return field.range.lowerBound..<text.lineStart(last + 1) }
    let first = text.line(at: field.range.lowerBound)
    return (first > 0 ? text.lineRange(first - 1).upperBound : field.range.lowerBound)..<text.count
  }

  /// What stands in a range, on one line.
  private func line(of range: Range<Int>) -> String {
    String(decoding: text.bytes(range), as: UTF8.self).split(whereSeparator: \.isNewline)
      .map { $0.drop(while: { $0 == " " || $0 == "\t" }) }.joined(separator: " ")
  }

  private static func short(_ text: String) -> String {
    text.count > 40 ? text.prefix(39) + "…" : text
  }
}
