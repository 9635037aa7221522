import Candidates
import Host
import LanguageServer
import Wire

extension Shell {
  /// `tokenfield doctor`: what was found where, and what is wrong with it; exit code 3 if anything is.
  mutating func doctor(_ arguments: Arguments) throws(Stop) -> Outcome {
    let startup = try startup(arguments)
    let (settings, warnings) = startup.settings()
    let books = Books(IndexRequest(settings), in: world)
    let script = Script.begun(startup, in: world)
    let directory = script.session.directory
    let time = Calendar.time(wallNanoseconds() / 1_000_000_000)
    let problems = warnings + script.unreadable.map(\.text) + (directory.problem.map { [$0] } ?? [])
    if arguments.has(.json) {
      print([
        "version": .string(version), "configuration": configurationReport(startup),
        "sources": .array(directory.sources.map { SourceWords.json($0, read: time) }),
        "looked": .array(books.remarks.map { Self.json($0) }), "problems": .array(problems.map { .string($0) }),
      ])
    } else {
      print("tokenfield \(version)")
      print("configuration: \(configurationWords(startup))")
      print("address books:")
      for source in directory.sources { print("  " + SourceWords.line(source)) }
      if directory.sources.isEmpty { print("  none") }
      if !books.remarks.isEmpty {
        print("looked for:")
        for remark in books.remarks { print(Plain.line("  \(remark.path): \(remark.text)")) }
      }
      print("headers in drafts: \(Hint.headers)")
      for problem in problems { print(Plain.line("problem: \(problem)")) }
    }
    return problems.isEmpty && !script.hasFailed ? .well : .failure
  }

  private func configurationWords(_ startup: Startup) -> String {
    guard let path = world.configurationPath else { return "neither XDG_CONFIG_HOME nor HOME is set" }
    return Plain.line(startup.configuration == nil ? "\(path) is not read" : path)
  }

  private func configurationReport(_ startup: Startup) -> JSON {
    ["path": world.configurationPath.map { .string($0) } ?? .null, "isRead": .bool(startup.configuration != nil)]
  }

  private static func json(_ remark: Discovery.Remark) -> JSON {
    ["path": .string(remark.path), "isFound": .bool(remark.isFound), "text": .string(remark.text)]
  }
}

/// What people are told who miss something that another program has turned off.
enum Hint {
  /// How mail programs put the header into the draft.
  static let headers = "mutt and neomutt write them with `set edit_headers`, aerc with `edit-headers=true`"
}
