import Testing

/// A Swift file, with its code told apart from its comments and strings.
struct SourceFile: CustomTestStringConvertible {
  /// The path from the root of the repository.
  var path: String
  var text: String

  var testDescription: String { path }

  /// The last part of the path.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The module, for a file below `Sources`.
  var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

  var lineCount: Int { text.utf8.count { $0 == UInt8(ascii: "\n") } }

  /// Whether the file was written by a program, from tables of Unicode: its first line says so.
  var isGenerated: Bool { text.hasPrefix("// Written by ") && text.prefix { $0 != "\n" }.hasSuffix("do not edit.") }

  /// What the file imports.
  var imports: [String] {
    code.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard let index = words.firstIndex(of: "import"), index <= 2, index + 1 < words.count else { return nil }
      let isImport = words[..<index].allSatisfy { word in
        ["package", "public", "internal", "private", "fileprivate"].contains(word) || word.hasPrefix("@")
      }
      return isImport ? words[words.endIndex - 1].split(separator: ".").first.map(String.init) : nil
    }
  }

  /// The text with blanks for comments and for what stands in quotes; lines stay where they are.
  var code: String {
    var code: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let length = Self.skipped(rest)
      if length == 0 {
        code.append(byte)
        rest = rest.dropFirst()
      } else {
        code += rest.prefix(length).map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
        rest = rest.dropFirst(length)
      }
    }
    return String(decoding: code, as: UTF8.self)
  }

  /// How many bytes the comment or string takes that starts here; 0 where none does.
  private static func skipped(_ text: ArraySlice<UInt8>) -> Int {
    if text.starts(with: "//".utf8) {
      return text.firstIndex(of: UInt8(ascii: "\n")).map { $0 - text.startIndex } ?? text.count
    }
    if text.starts(with: "/*".utf8) { return length(of: text, until: Array("*/".utf8), from: 2) }
    if text.starts(with: "\"\"\"".utf8) { return length(of: text, until: Array("\"\"\"".utf8), from: 3) }
    let quote = Array("\"".utf8)
    return text.starts(with: quote) ? length(of: text, until: quote, from: 1) : 0
  }

  private static func length(of text: ArraySlice<UInt8>, until end: [UInt8], from start: Int) -> Int {
    var at = text.startIndex + start
    while at < text.endIndex {
      if text[at] == UInt8(ascii: "\\"), end != Array("*/".utf8) {
        at = text[(at + 1)...].first == UInt8(ascii: "(") ? interpolationEnd(text, at + 2) : at + 2
        continue
      }
      if text[at...].starts(with: end) { return at + end.count - text.startIndex }
      at += 1
    }
    return text.count
  }

  /// The end of an interpolation whose parenthesis opens before `start`; strings in it are stepped over.
  private static func interpolationEnd(_ text: ArraySlice<UInt8>, _ start: Int) -> Int {
    var at = start
    var depth = 1
    while at < text.endIndex, depth > 0 {
      let length = skipped(text[at...])
      if length == 0 {
        if text[at] == UInt8(ascii: "(") { depth += 1 }
        if text[at] == UInt8(ascii: ")") { depth -= 1 }
      }
      at += max(length, 1)
    }
    return at
  }
}
