/// Text that is safe to print to a terminal and in a column.
enum Plain {
  /// A text on one line: what controls a terminal, ends a line or turns the direction of writing becomes a blank.
  static func line(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { line.append(isControl(scalar) ? " " : scalar) }
    return String(line)
  }

  /// Several texts between tabs.
  static func row(_ columns: [String]) -> String {
    columns.map(line).joined(separator: "\t")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
