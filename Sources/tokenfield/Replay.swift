import Host
import LanguageServer
import Wire

extension Shell {
  /// `tokenfield replay`: runs transcripts, and shows the first line of each that differs, or with `--update` mends it.
  mutating func replay(_ arguments: Arguments) throws(Stop) -> Outcome {
    var outcome = Outcome.well
    let updates = arguments.has(.update)
    if updates, arguments.operands.contains("-") { throw .usage("replay: --update needs files") }
    for path in arguments.operands {
      switch try replay(path, updates: updates) {
      case .well: break
      case let worse: if worse.rawValue > outcome.rawValue { outcome = worse }
      }
    }
    return outcome
  }

  private mutating func replay(_ path: String, updates: Bool) throws(Stop) -> Outcome {
    let expected = String(decoding: try world.input(path), as: UTF8.self)
    let found: String
    do throws(TranscriptFault) {
      let startup = Startup(assignments: ["discover=false"], version: version)
      found = try Transcript(expected).run(startup) { client in parameters(of: client, beside: path) }.text
    } catch {
      complain("\(path):\(error.line): \(error.reason)")
      return .failure
    }
    guard let (line, old, new) = Self.difference(expected, found) else { return .well }
    guard !updates else {
      if let problem = replaceFile(path, with: Array(found.utf8)) {
        complain(problem.text)
        return .failure
      }
      print("\(path): updated from line \(line) on")
      return .well
    }
    print("\(path):\(line):")
    if let old { print("- \(Plain.line(old))") }
    if let new { print("+ \(Plain.line(new))") }
    return .findings
  }

  /// The first line, from 1, that is not the same in both texts.
  static func difference(_ expected: String, _ found: String) -> (line: Int, expected: String?, found: String?)? {
    guard expected != found else { return nil }
    let (old, new) = (lines(expected), lines(found))
    var line = 0
    while line < old.count, line < new.count, old[line] == new[line] { line += 1 }
    return (line + 1, line < old.count ? String(old[line]) : nil, line < new.count ? String(new[line]) : nil)
  }

  private static func lines(_ text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// What was recorded of a client, in the folder `clients` beside the one of the transcript.
  private func parameters(of client: String, beside path: String) -> JSON? {
    guard !client.contains("/") else { return nil }
    var folder = world.real(path).split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    folder += ["clients", client[...] + ".json"]
    guard let bytes = try? world.input(folder.joined(separator: "/")) else { return nil }
    return try? JSON.parse(bytes)
  }
}
