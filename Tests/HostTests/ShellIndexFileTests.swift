import Foundation
import Testing

/// The file in which people are kept between two runs.
@Suite struct ShellIndexFileTests {
  private let shell: Shell
  private let manager = FileManager.default

  init() throws {
    shell = try Shell()
    try shell.addBooks()
  }

  private var folder: String { shell.home.path + "/.cache/tokenfield" }

  private func files() -> [String] {
    ((try? manager.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".index") }.map {
      folder + "/" + $0
    }
  }

  private func data(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

  @Test func `it is made once, for its user alone, and answers the same`() throws {
    let first = try shell("query", "--json", "e")
    let path = try #require(files().first)
    #expect(try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    let bytes = try data(path)
    let node = try manager.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(try shell("query", "--json", "e") == first)
    #expect(try manager.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == node, "the same file")
    #expect(try data(path) == bytes)
    #expect(files().count == 1)
  }

  @Test func `a book that has changed is read again, and one that is gone is left out`() throws {
    #expect(try shell("query", "zoltan").code == 1)
    try shell.file("people.tsv", "zoltan@example.org\tZoltan\t\n")
    #expect(try shell("query", "zoltan").output == "zoltan@example.org\tZoltan\t\n")
    try manager.removeItem(atPath: shell.home.path + "/people.tsv")
    #expect(try shell("query", "zoltan").code != 0)
  }

  @Test func `a torn, foreign or damaged file is made anew`() throws {
    let wanted = try shell("query", "--json", "e")
    let path = try #require(files().first)
    let whole = try data(path)
    var flipped = whole
    flipped[flipped.count / 2] ^= 4
    var older = whole
    older[8] &+= 1
    for bytes in [whole.prefix(100), Data(), Data(repeating: 0, count: 5000), flipped, older, whole + Data([0])] {
      try bytes.write(to: URL(fileURLWithPath: path))
      #expect(try shell("query", "--json", "e") == wanted)
      let mended = try data(path)
      #expect(mended != Data(bytes))
      #expect(try shell("query", "--json", "e") == wanted)
      #expect(try data(path) == mended, "it is right again")
    }
  }

  @Test func `without a place for it people are found all the same, and it is said once`() throws {
    let wanted = try shell("query", "--json", "e")
    try manager.removeItem(atPath: shell.home.path + "/.cache")
    try Data().write(to: URL(fileURLWithPath: shell.home.path + "/.cache"))
    let found = try shell("query", "--json", "e")
    #expect(found.output == wanted.output && found.code == 0)
    #expect(found.errors.count == 1, "\(found.errors)")
  }

  @Test func `a link in its place is followed by nobody`() throws {
    _ = try shell("query", "e")
    let path = try #require(files().first)
    try shell.file("mine", "precious")
    try manager.removeItem(atPath: path)
    try manager.createSymbolicLink(atPath: path, withDestinationPath: shell.home.path + "/mine")
    #expect(try shell("query", "jose").code == 0)
    #expect(try String(contentsOfFile: shell.home.path + "/mine", encoding: .utf8) == "precious")
  }

  @Test func `who was written to counts at once`() throws {
    try shell.file("people.tsv", "bo@example.org\tBo One\t\nbo2@example.org\tBo Two\t\n")
    #expect(try shell("query", "bo").lines.first == "bo@example.org\tBo One\t")
    let path = try #require(files().first)
    let node = try manager.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    _ = try shell("learn", input: "To: bo2@example.org\n\n")
    #expect(try shell("query", "bo").lines.first == "bo2@example.org\tBo Two\t")
    #expect(try manager.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == node, "without reading all again")
  }

  @Test func `many at once make one file`() throws {
    let script = "{ " + (0..<8).map { _ in "\(Shell.program) query jose & " }.joined() + "} | cat"
    let found = try shell.sh(script)
    #expect(found.lines == Array(repeating: "jose@example.org\tJosé Ruiz\tplays go", count: 8))
    #expect(found.errors == [] && files().count == 1)
  }

  @Test func `hermetic commands and doctor keep none`() throws {
    _ = try shell("query", "--hermetic", "jose")
    _ = try shell("doctor")
    #expect(files().isEmpty)
  }
}
