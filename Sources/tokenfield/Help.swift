import Wire

/// What the program says of itself; all of it comes from the table of commands.
enum Help {
  /// The list of commands.
  static var overview: String {
    let commands = Command.allCases.map { (left: $0.rawValue, right: $0.summary) }
    return """
      tokenfield reads, checks and completes the recipients of mail drafts.

      usage: tokenfield COMMAND [options] [FILE…]

      \(table(commands))

      Without FILE, or with -, standard input is read. `tokenfield help COMMAND` shows the options of a command.
      Exit codes: 0 well, 1 findings or no match, 2 usage, 3 a source or a file failed.
      """
  }

  /// The options of a command.
  static func text(of command: Command) -> String {
    var parts = ["usage: " + usage(of: command), capitalised(command.summary) + "."]
    if !command.options.isEmpty {
      parts.append(table(command.options.map { (spelling(of: $0), $0.summary) }))
    }
    if !command.remarks.isEmpty { parts.append(command.remarks.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n")
  }

  /// How a command is called, on one line.
  static func usage(of command: Command) -> String {
    let options = command.options.map { command.needs($0) ? spelling(of: $0) : "[\(spelling(of: $0))]" }
    return (["tokenfield", command.rawValue] + options + [command.operands.usage]).filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The whole table, for programs that make completions and manuals of it.
  static var json: JSON {
    .array(
      Command.allCases.map { command in
        [
          "name": .string(command.rawValue), "summary": .string(command.summary),
          "operands": .string(command.operands.usage),
          "options": .array(
            command.options.map { option in
              [
                "name": .string(option.spelling), "value": option.value.map { .string($0) } ?? .null,
                "summary": .string(option.summary),
              ]
            }),
        ]
      })
  }

  private static func spelling(of option: Option) -> String {
    option.value.map { "\(option.spelling) \($0)" } ?? option.spelling
  }

  private static func table(_ rows: [(left: String, right: String)]) -> String {
    let width = rows.map(\.left.count).max() ?? 0
    return rows.map { row in
      "  " + row.left + String(repeating: " ", count: width - row.left.count + 2) + row.right
    }.joined(separator: "\n")
  }

  private static func capitalised(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }
}
