import Testing

/// What holds for each file of Sources (Sources/README.md, "Invariants").
@Suite struct SourceTests {
  static let sources = House.sources()

  /// Words that are not written in Sources, and why.
  static let forbidden: [(word: String, reason: String)] = [
    ("try!", "an error is handled"), ("as!", "a type is asked for"), ("fatalError", "the daemon goes on"),
    ("precondition", "the daemon goes on"), ("@unchecked", "the compiler checks what is sent"),
    ("nonisolated(unsafe)", "the compiler checks what is shared"), ("Regex", "it can take seconds"),
    ("firstMatch(of:", "it can take seconds"), ("wholeMatch(", "it can take seconds"),
    ("Foundation", "it costs memory and time at the start"), ("Dispatch", "one thread serves"),
    ("async ", "one thread serves"), ("await ", "one thread serves"), ("actor ", "one thread serves"),
  ]

  @Test func `all modules are there`() {
    #expect(Set(Self.sources.map(\.module)) == Set(House.imports.keys))
    #expect(Self.sources.count > 100)
  }

  @Test(arguments: sources)
  func `a file imports what its module may`(file: SourceFile) {
    let allowed = House.imports[file.module, default: []].union(House.furtherImports[file.name] ?? [])
    #expect(Set(file.imports).subtracting(allowed).sorted() == [])
  }

  @Test(arguments: sources)
  func `a file has at most 400 lines, tables aside`(file: SourceFile) {
    #expect(file.lineCount <= 400 || file.isGenerated)
  }

  @Test(arguments: sources)
  func `a file traps on nothing and keeps to one thread`(file: SourceFile) {
    let code = file.code
    #expect(Self.forbidden.filter { code.contains($0.word) }.map { "\($0.word): \($0.reason)" } == [])
    #expect(Self.forceUnwraps(code) == [], "a value that may be missing is asked for")
    let isUnsafe = code.contains("unsafe ")
    #expect(
      !isUnsafe || file.module == "Host" || ["Iconv.swift", "IndexBytes.swift"].contains(file.name),
      "unsafe is for Host")
  }

  @Test(arguments: sources)
  func `a file leaves nothing for later`(file: SourceFile) {
    #expect(["TODO", "FIXME"].filter { file.text.contains($0) } == [])
  }

  @Test func `these rules see what they look for`() {
    let file = SourceFile(
      path: "Sources/Wire/A.swift",
      text: """
        package import struct Foundation.Data // try! in a comment
        let a = b! + c[0]!.d + f()! // e!
        let g = !h && i != j
        let k = "l! \\" m!" + \"\"\"
          n!
          \"\"\" /* o! */
        """)
    #expect(file.imports == ["Foundation"])
    #expect(Self.forceUnwraps(file.code) == ["b!", "]!", ")!"])
    #expect(!file.code.contains("try!"))
    #expect(file.code.split(separator: "\n", omittingEmptySubsequences: false).count == 6)
  }

  /// Every `!` behind a value, with the end of that value.
  private static func forceUnwraps(_ code: String) -> [String] {
    let bytes = Array(code.utf8)
    return bytes.indices.dropFirst().compactMap { index in
      guard bytes[index] == UInt8(ascii: "!"), index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "=") else {
        return nil
      }
      let before = bytes[index - 1]
      let isValue =
        before.isLetterOrDigit || [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "?")].contains(before)
      return isValue ? String(decoding: bytes[(index - 1)...index], as: UTF8.self) : nil
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
