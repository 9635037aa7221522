import Wire

/// What a session is started with: all that it will ever know of the machine it runs on.
package struct Startup: Equatable, Sendable {
  /// The text of the user's configuration file (JSON with comments and trailing commas); nil when there is none.
  package var configuration: [UInt8]?
  /// The `key=value` of each `--set`, in order.
  package var assignments: [String]
  /// The file of findings that are never said of an address or a tag; why it cannot be read, if so.
  package var ignored: Result<[UInt8], Unreadable> = .success([])
  /// The version that `initialize` reports.
  package var version: String
  /// Whether an index file of the address books is kept and used, rather than all of them read each time.
  package var keepsIndex: Bool

  /// Why a file cannot be read, in words that name it.
  package struct Unreadable: Error, Equatable, Sendable {
    /// The words.
    package var words: String

    /// Makes one of these words.
    package init(_ words: String) { self.words = words }
  }

  /// Makes a start; nothing in it has to be valid.
  package init(
    configuration: [UInt8]? = nil, assignments: [String] = [], version: String, keepsIndex: Bool = false
  ) {
    self.configuration = configuration
    self.assignments = assignments
    self.version = version
    self.keepsIndex = keepsIndex
  }

  /// The settings that these say, and a warning for every part that could not be used.
  package func settings() -> (settings: Settings, warnings: [String]) {
    var settings = Settings()
    var warnings: [String] = []
    if let configuration {
      do {
        warnings += settings.take(try Commented.parse(configuration), isOwn: true)
      } catch {
        warnings.append("configuration file: \(error.reason) at byte \(error.offset)")
      }
    }
    for assignment in assignments { warnings += settings.take(assignment: assignment) }
    switch ignored {
    case .success(let bytes):
      settings.ignored = IgnoreList(bytes)
      let skipped = settings.ignored.skipped
      if skipped > 0 { warnings.append("ignore: \(skipped == 1 ? "1 line is" : "\(skipped) lines are") passed over") }
    case .failure(let problem): warnings.append("ignore: \(problem.words)")
    }
    return (settings, warnings)
  }
}
