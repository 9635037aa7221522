package import Candidates
package import Wire

/// What the child is told that asks a program for people.
package struct CommandRequest: Equatable, Sendable {
  /// What the source is called.
  package var name: String
  /// The program and its words, in which the query stands.
  package var argv: [String]
  /// How the output is written.
  package var format: SourceFormat
  /// Whether the first line of it is a message.
  package var skipsFirst: Bool
  /// After so many milliseconds the program is ended.
  package var milliseconds: Int

  /// The most output that is read, in bytes, and the most people that are told.
  package static let (outputLimit, most) = (4 << 20, 200)

  /// What a program said that was run to its end.
  package struct Said: Equatable, Sendable {
    /// The output, cut at `outputLimit`.
    package var output: [UInt8]
    /// The first line of its complaints, or how it ended; nil when all is well.
    package var problem: String?
    /// Whether it ended by itself with exit code 1, as programs do that found nobody.
    package var isEmptyHanded: Bool

    /// Makes an answer.
    package init(output: [UInt8], problem: String? = nil, isEmptyHanded: Bool = false) {
      (self.output, self.problem, self.isEmptyHanded) = (output, problem, isEmptyHanded)
    }
  }

  /// A request to a source for a query; nil for a query that no program is asked.
  package init?(_ source: CommandSource, query: String) {
    guard let argv = source.arguments(for: query) else { return nil }
    (name, self.argv, format) = (source.name, argv, source.format)
    (skipsFirst, milliseconds) = (source.skipsFirst, source.milliseconds)
  }

  /// Reads a request; nil when it is none, as one for address books.
  package init?(_ json: JSON) {
    guard let command = json["command"], let name = command["name"]?.string, !command.texts("argv").isEmpty,
      let format = command["format"]?.string.flatMap({ SourceFormat(rawValue: $0) }),
      let milliseconds = command["timeout"]?.whole
    else { return nil }
    (self.name, argv, self.format) = (name, command.texts("argv"), format)
    (skipsFirst, self.milliseconds) = (command["skipFirst"] == .bool(true), milliseconds)
  }

  /// The request as it is written to the child, on one line.
  package var json: JSON {
    var members: [JSON.Member] = [
      JSON.Member(key: "name", value: .string(name)),
      JSON.Member(key: "argv", value: .array(argv.map { .string($0) })),
      JSON.Member(key: "format", value: .string(format.rawValue)),
    ]
    if skipsFirst { members.append(JSON.Member(key: "skipFirst", value: true)) }
    members.append(JSON.Member(key: "timeout", value: .integer(milliseconds)))
    return ["command": .object(members)]
  }

  /// Answers the request: the whole work of the child, but for running the program.
  ///
  /// - Parameter run: runs the program.
  /// - Returns: the lines of the answer, as those of an address book.
  package func answer(running run: (CommandRequest) -> Said) -> [UInt8] {
    let said = run(self)
    var output = said.output
    if skipsFirst { output = Array(output.drop { $0 != UInt8(ascii: "\n") }.dropFirst()) }
    let reading = format.read(output, mailboxes: Mailboxes.read)
    var writer = RecordWriter()
    writer.begin(Source(kind: .command, path: name))
    for record in reading.records.prefix(Self.most) { writer.write(record) }
    // Who was told counts, however the program ended: a directory says so when it knows more than it tells.
    let isAnswer = !reading.records.isEmpty || said.isEmptyHanded
    writer.end(
      skipped: reading.skipped, faults: reading.faultCount, milliseconds: 0, problem: isAnswer ? nil : said.problem)
    return writer.take()
  }
}
