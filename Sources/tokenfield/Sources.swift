import Candidates
import Host
import LanguageServer
import Wire

extension Shell {
  /// `tokenfield sources`: where candidates come from, and how reading went; exit code 1 when nobody is known, 3 when a
  /// source cannot be read.
  mutating func sources(_ arguments: Arguments) throws(Stop) -> Outcome {
    let startup = try startup(arguments)
    let (settings, warnings) = startup.settings()
    let script = Script.begun(startup, in: world)
    let directory = script.session.directory
    let time = Calendar.time(wallNanoseconds() / 1_000_000_000)
    let reason = Self.emptiness(directory, settings)
    let hasFailed = script.hasFailed || !warnings.isEmpty
    if arguments.has(.json) {
      print([
        "sources": .array(directory.sources.map { SourceWords.json($0, read: time) }),
        "empty": reason.map { .string($0) } ?? .null, "problems": .array(warnings.map { .string($0) }),
      ])
    } else {
      for report in directory.sources { print(SourceWords.row(report, read: time)) }
    }
    for line in warnings { complain(line) }
    if let problem = directory.problem { complain(problem) }
    if let reason, !arguments.has(.json) { complain(reason) }
    return hasFailed ? .failure : reason == nil ? .well : .findings
  }

  /// Why nobody is known; nil when somebody is.
  private static func emptiness(_ directory: Directory, _ settings: Settings) -> String? {
    guard directory.sources.allSatisfy({ $0.count == 0 && $0.kind != .command }) else { return nil }
    if !directory.sources.isEmpty { return "no source names anybody" }
    guard settings.flag("discover") else { return "no sources: none is set, and none is looked for (discover is off)" }
    return "no sources: none is set, and none was found in its usual place (see tokenfield doctor)"
  }
}

/// How reading a source went, in the words of `sources` and `doctor`.
enum SourceWords {
  /// One line: KIND, PATH, COUNT, SKIPPED, FAULTS, MILLISECONDS, READ and a remark between tabs.
  static func row(_ report: SourceReport, read: String) -> String {
    Plain.row([
      report.kind.rawValue, report.path, String(report.count), String(report.skipped), String(report.faults),
      String(report.milliseconds), read, report.problem ?? emptiness(report) ?? "",
    ])
  }

  /// One line for people.
  static func line(_ report: SourceReport) -> String {
    if report.kind == .command {
      return Plain.line("\(report.path) (\(report.kind.rawValue)): \(report.problem ?? emptiness(report) ?? "")")
    }
    // What was said of people is no people.
    let isOfPeople = report.kind != .corrections
    var parts = isOfPeople ? ["\(report.count) \(report.count == 1 ? "candidate" : "candidates")"] : []
    if report.skipped > 0 { parts.append("\(report.skipped) without an address") }
    if report.faults > 0 { parts.append("\(report.faults) \(report.faults == 1 ? "fault" : "faults")") }
    parts.append("\(report.milliseconds) ms")
    if let words = report.problem ?? emptiness(report) { parts.append(words) }
    return Plain.line("\(report.path) (\(report.kind.rawValue)): \(parts.joined(separator: ", "))")
  }

  /// The report for programs.
  static func json(_ report: SourceReport, read: String) -> JSON {
    [
      "kind": .string(report.kind.rawValue), "path": .string(report.path), "count": .integer(report.count),
      "skipped": .integer(report.skipped), "faults": .integer(report.faults),
      "milliseconds": .integer(report.milliseconds), "problem": report.problem.map { .string($0) } ?? .null,
      "read": .string(read), "empty": emptiness(report).map { .string($0) } ?? .null,
    ]
  }

  /// Why a source that was read names nobody; nil where it names somebody, and where its problem says why.
  static func emptiness(_ report: SourceReport) -> String? {
    guard report.count == 0, report.problem == nil, report.kind != .corrections else { return nil }
    if report.kind == .command { return "asked while one types" }
    if report.faults > 0, report.skipped == 0 { return "nothing in it can be read" }
    if report.skipped > 0 { return "nobody in it has an address" }
    switch report.kind {
    case .maildir, .mbox: return "no mail in it names anybody"
    case .gitLog: return "it has no commits"
    case .notmuch, .mu: return "the program names nobody"
    case .static: return "its list is empty"
    default: return stamp(report.path)?.size == 0 ? "the file is empty" : "it names nobody"
    }
  }
}
