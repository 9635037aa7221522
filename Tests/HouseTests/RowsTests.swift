import Foundation
import Support
import Testing

/// Rows of the table of features, and the tests and transcripts that hold them.
///
/// A test is named by the rows that it shows: `` func `A44 the press that empties the draft selects nothing`() ``.
@Suite struct RowsTests {
  /// The rows of each test, by its name without them.
  static let tests: [(rows: [String], words: String)] = House.files.filter {
    $0.hasPrefix("Tests/") && $0.hasSuffix("Tests.swift") && !$0.hasSuffix("/RowsTests.swift")
  }.sorted().flatMap { path -> [(rows: [String], words: String)] in
    House.text(path).split(separator: "\n").compactMap { line in
      guard let start = line.range(of: "func `"), let end = line[start.upperBound...].firstIndex(of: "`") else {
        return nil
      }
      let words = line[start.upperBound..<end].split(separator: " ").map(String.init)
      let rows = words.prefix(while: isRow)
      return rows.isEmpty ? nil : (Array(rows), words.dropFirst(rows.count).joined(separator: " "))
    }
  }

  /// Whether a word is the id of a row: `A44`, `H2`.
  private static func isRow(_ word: String) -> Bool {
    guard let first = word.first, "ABCDEFGHI".contains(first) else { return false }
    return word.count > 1 && word.dropFirst().allSatisfy(\.isNumber)
  }

  /// The table as Tests/README.md has it, by row; what a transcript shows is written there by hand.
  private static var table: [(row: String, shown: String)] {
    House.text("Tests/README.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|", omittingEmptySubsequences: true).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      return cells.count == 2 && isRow(cells[0]) ? (cells[0], cells[1]) : nil
    }
  }

  @Test func `the table of rows names each test of a row, and no other`() {
    let known = Set(Self.tests.flatMap { test in test.rows.map { "\($0): \(test.words)" } })
    let told = Set(Self.table.filter { !$0.shown.hasPrefix("`") }.map { "\($0.row): \($0.shown)" })
    #expect(known.subtracting(told).sorted() == [], "not in Tests/README.md")
    #expect(told.subtracting(known).sorted() == [], "only in Tests/README.md")
    #expect(known.count > 60)
  }

  @Test func `each transcript that the table names is there`() {
    let names = Self.table.filter { $0.shown.hasPrefix("`") }.map { $0.shown.filter { $0 != "`" } }
    #expect(names.filter { !House.files.contains("Protocol/transcripts/\($0).transcript") } == [])
    #expect(!names.isEmpty)
  }
}
