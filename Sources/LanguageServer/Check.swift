package import Candidates
package import Fields
package import Wire

/// The findings of one file, as `tokenfield check` prints them: lines and columns from 1, columns in UTF-8 bytes.
package struct Check: Sendable {
  /// One finding, in the numbers of compilers.
  package struct Finding: Equatable, Sendable {
    /// The code, the severity in words and the message.
    package var code: String
    package var severity: Severity
    package var message: String
    /// Line and column of the first byte, from 1.
    package var line: Int
    package var column: Int
    /// Line and column behind the last byte, from 1.
    package var endLine: Int
    package var endColumn: Int
    /// Byte offsets.
    package var start: Int
    package var end: Int
    /// The field's canonical name, if it is in one.
    package var field: String?
  }

  /// What was found, in the order of the text.
  package var findings: [Finding]
  /// Whether nothing was judged, since the message is one that was received.
  package var isReceived: Bool
  /// What was found in the text.
  package var finding: Fields.Finding
  /// Whether somebody is to get the message.
  package var hasRecipients: Bool

  /// Checks a text.
  ///
  /// - Parameters:
  ///   - text: the bytes of the file.
  ///   - languageId: as a client would say it; empty to go by name and content.
  ///   - path: the file's path.
  ///   - settings: the user's.
  ///   - aliases: words that stand for somebody in an address book, in lower case.
  ///   - flavor: whose habits the folders above the file say it follows, where the settings do not say.
  ///   - directory: the address books, for recipients who may be taken for others; nil where nobody has read them.
  ///   - tagLists: the lists of tags that count for the file.
  ///   - repository: what the repository of a commit message says; nil where nobody has asked it.
  ///   - looking: what stands at a path that the text names.
  package init(
    _ text: [UInt8], languageId: String, path: String, settings: Settings, aliases: Set<String>, flavor: Flavor? = nil,
    directory: Directory? = nil, tagLists: [TagList] = [],
    repository: RepositoryFacts? = nil, looking: (String) -> FileLook
  ) {
    var context = settings.readingContext
    context.flavor = context.flavor ?? flavor
    context.aliases = aliases
    var document = Document(uri: path, languageId: languageId, version: 0, text: text, context: context)
    document.repository = repository
    document.editing.judging.take(document, .send, settings)
    document.look(for: looking)
    if let directory { _ = document.meetStrangers(directory, isWhole: true) }
    _ = document.reviewTags(TagJudge(tagLists, nil, settings), isWhole: true)
    isReceived = document.finding.isReceived
    finding = document.finding
    hasRecipients =
      document.isDraft
      && document.finding.fields.indices.contains {
        document.finding.fields[$0].scope == .recipients && !document.held[$0].tokens.isEmpty
      }
    var cursor = PositionCursor(document.text, .utf8)
    findings = document.diagnostics(settings).map { diagnostic in
      let start = cursor.position(of: diagnostic.range.lowerBound)
      let end = cursor.position(of: diagnostic.range.upperBound)
      return Finding(
        code: diagnostic.rule.rawValue, severity: diagnostic.severity, message: diagnostic.message,
        line: start.line + 1, column: start.character + 1, endLine: end.line + 1, endColumn: end.character + 1,
        start: diagnostic.range.lowerBound, end: diagnostic.range.upperBound, field: diagnostic.field)
    }
  }
}

extension Check {
  /// The edits that take findings away and change nothing of whom or what a text names, in bytes of it.
  ///
  /// - Parameters: as of `init`.
  /// - Returns: changes in order and apart from each other; none for a message that was received.
  package static func safeChanges(
    _ text: [UInt8], languageId: String, path: String, settings: Settings, flavor: Flavor? = nil
  ) -> [Change] {
    var context = settings.readingContext
    context.flavor = context.flavor ?? flavor
    return Document(uri: path, languageId: languageId, version: 0, text: text, context: context)
      .safeChanges(settings, work: .max)
  }
}

extension Check.Finding {
  /// `FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE]`.
  package func line(_ file: String) -> String {
    "\(file):\(line):\(column): \(severity.rawValue): \(message) [\(code)]"
  }

  /// The finding as `check --json` prints it.
  package func json(_ file: String) -> JSON {
    var members: [JSON.Member] = [
      JSON.Member(key: "file", value: .string(file)),
      JSON.Member(key: "line", value: .integer(line)), JSON.Member(key: "column", value: .integer(column)),
      JSON.Member(key: "endLine", value: .integer(endLine)), JSON.Member(key: "endColumn", value: .integer(endColumn)),
      JSON.Member(key: "start", value: .integer(start)), JSON.Member(key: "end", value: .integer(end)),
      JSON.Member(key: "severity", value: .string(severity.rawValue)), JSON.Member(key: "code", value: .string(code)),
      JSON.Member(key: "message", value: .string(message)),
    ]
    if let field { members.append(JSON.Member(key: "field", value: .string(field))) }
    return .object(members)
  }
}
