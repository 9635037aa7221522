/// The fields of people in a Debian control file (deb-src-control(5)): paragraphs of header fields, `#` lines between.
struct ControlFile {
  private(set) var fields: [Field] = []

  /// The fields that hold people, in canonical case, by their names in lower case.
  private static let names = [
    "maintainer": "Maintainer", "uploaders": "Uploaders", "original-maintainer": "Original-Maintainer",
    "xsbc-original-maintainer": "XSBC-Original-Maintainer", "changed-by": "Changed-By",
  ]

  /// Reads a file.
  init(_ text: Text) {
    var paragraph = 0
    var open: (name: String, nameRange: Range<Int>, colon: Int, end: Int)?
    func close() {
      guard let field = open else { return }
      fields.append(
        Field(
          name: field.name, grammar: .maintainers, range: field.nameRange.lowerBound..<field.end,
          nameRange: field.nameRange, valueRange: field.colon + 1..<field.end, scope: .paragraph(paragraph),
          column: field.colon + 1 - field.nameRange.lowerBound))
      open = nil
    }
    for line in 0..<text.lineCount {
      let range = text.lineRange(line)
      if range.allSatisfy({ MailText.isSpace(text[$0]) }) {
        close()
        paragraph += 1
      } else if text[range.lowerBound] == UInt8(ascii: "#") {
        continue
      } else if Byte.isBlank(text[range.lowerBound]) {
        open?.end = range.upperBound
      } else {
        close()
        // No name that is looked for is longer.
        let limit = min(range.upperBound, range.lowerBound + 32)
        guard let colon = (range.lowerBound..<limit).first(where: { text[$0] == Byte.colon }) else { continue }
        let nameRange = range.lowerBound..<colon
        let name = String(decoding: text.bytes(nameRange), as: UTF8.self)
        guard let canonical = Self.names[name.lowercased()] else { continue }
        open = (canonical, nameRange, colon, range.upperBound)
      }
    }
    close()
  }
}
