import Foundation
import Testing
import Wire

/// Where things are, and what says so.
@Suite struct LayoutTests {
  @Test func `nothing but the known lies at the top`() {
    let top = Set(House.files.compactMap { $0.split(separator: "/").first.map(String.init) })
    let known: Set = ["Package.swift", "Sources", "Tests", "Protocol", "editors", "README.md"]
    #expect(top.filter { !$0.hasPrefix(".") } == known)
  }

  @Test func `every folder that is an entrance has a README`() {
    let folders = ["", "Sources/", "Tests/", "Protocol/", "editors/"] + House.imports.keys.map { "Sources/\($0)/" }
    for folder in folders.sorted() {
      let length = House.text("\(folder)README.md").count
      #expect(length > 60, "\(folder)README.md")
    }
  }

  @Test(arguments: House.imports.keys.sorted())
  func `a module's README names each of its files`(module: String) {
    let readme = House.text("Sources/\(module)/README.md")
    let words = Set(readme.split { !$0.isLetter && !$0.isNumber && $0 != "+" }.map(String.init))
    let missing = House.sources(in: "Sources/\(module)").map { $0.name.dropLast(".swift".count) }
      .filter { !words.contains(String($0)) }
    #expect(missing == [])
  }

  @Test func `help lists each command that the README shows`() throws {
    let commands = Set(Self.commands(in: House.text("README.md")))
    #expect(commands.count >= 5)
    let help = try #require(House.run(House.program, ["help", "--json"]), "\(House.program)")
    guard case .array(let rows) = try JSON.parse(Array(help.utf8)) else {
      Issue.record("help --json is no list")
      return
    }
    let known = rows.compactMap { row -> String? in
      if case .string(let name) = row["name"] { name } else { nil }
    }
    #expect(commands.subtracting(known).sorted() == [])
  }

  /// The words behind `tokenfield` in code of a Markdown text.
  private static func commands(in text: String) -> [String] {
    var commands: [String] = []
    var isFenced = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") {
        isFenced.toggle()
        continue
      }
      let parts = line.split(separator: "`", omittingEmptySubsequences: false)
      let codes = isFenced ? [line] : parts.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      for code in codes {
        let words = code.split { " \"=".contains($0) }
        for (word, next) in zip(words, words.dropFirst()) where word == "tokenfield" || word.hasSuffix("/tokenfield") {
          if next.allSatisfy({ $0.isLowercase && $0.isASCII }) { commands.append(String(next)) }
        }
      }
    }
    return commands
  }
}
