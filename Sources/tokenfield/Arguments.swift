import LanguageServer

/// A command line, read by the table of commands.
struct Arguments: Equatable {
  /// What is to be done.
  let command: Command
  /// Whether help was asked for instead.
  private(set) var wantsHelp = false
  /// The words that are no options.
  private(set) var operands: [String] = []
  private var values: [(option: Option, value: String)] = []

  /// Reads the words behind a command: `--name value`, `--name=value`, `--` before words that begin with a dash.
  init(_ words: [String], of command: Command) throws(Stop) {
    self.command = command
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      } else if word == "--help" || word == "-h" {
        wantsHelp = true
      } else if word.hasPrefix("--") {
        try take(word, &rest)
      } else if word.hasPrefix("-"), word != "-" {
        throw Self.unknown(word, of: command)
      } else {
        operands.append(word)
      }
    }
    guard !wantsHelp else { return }
    let count = command.operands.count
    if operands.count < count.lowerBound {
      throw .usage("\(command.rawValue): \(command.operands.usage) is missing")
    }
    if operands.count > count.upperBound {
      throw .usage("\(command.rawValue): \(operands[count.upperBound]) is one word too many")
    }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(Stop) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = command.options.first(where: { $0.rawValue == parts[0] }) else {
      throw Self.unknown("--" + parts[0], of: command)
    }
    switch (option.value, parts.count > 1 ? String(parts[1]) : nil) {
    case (nil, nil): values.append((option, ""))
    case (nil, _): throw .usage("\(command.rawValue): \(option.spelling) takes no value")
    case (_, let value?): values.append((option, value))
    case (let placeholder?, nil):
      guard let value = rest.popFirst() else {
        throw .usage("\(command.rawValue): \(option.spelling) needs a value, \(option.spelling) \(placeholder)")
      }
      values.append((option, value))
    }
  }

  /// An option that the command does not take, with the nearest that it does.
  private static func unknown(_ word: String, of command: Command) -> Stop {
    let known = command.options.map(\.spelling) + ["--help"]
    let near = Spelling.nearest(word, among: known).map { "; did you mean \($0)?" } ?? ""
    return .usage("\(command.rawValue): unknown option \(word)\(near)")
  }

  /// Whether an option was given.
  func has(_ option: Option) -> Bool {
    values.contains { $0.option == option }
  }

  /// The value of an option, of the last one if it was given more than once.
  func value(_ option: Option) -> String? {
    values.last { $0.option == option }?.value
  }

  /// The values of an option that may be repeated.
  func values(_ option: Option) -> [String] {
    values.filter { $0.option == option }.map(\.value)
  }

  /// The whole number that an option gives; nil when it was not given.
  func number(_ option: Option, _ range: ClosedRange<Int>) throws(Stop) -> Int? {
    guard let text = value(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw wrong(option, "expected a whole number, \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The one of several names that an option gives; nil when it was not given.
  func choice(_ option: Option, of names: [String]) throws(Stop) -> String? {
    guard let text = value(option), !names.contains(text) else { return value(option) }
    let near = Spelling.nearest(text, among: names).map { "did you mean \($0)?" }
    throw wrong(option, near ?? "expected one of \(names.joined(separator: ", "))")
  }

  /// An error about the value of an option.
  func wrong(_ option: Option, _ words: String) -> Stop {
    .usage("\(command.rawValue): \(option.spelling) \(value(option) ?? ""): \(words)")
  }

  /// An error about two options that do not go together.
  func clash(_ one: Option, _ other: Option) throws(Stop) {
    guard has(one), has(other) else { return }
    throw .usage("\(command.rawValue): \(one.spelling) and \(other.spelling) do not go together")
  }

  /// Whether two command lines say the same.
  static func == (one: Arguments, other: Arguments) -> Bool {
    one.command == other.command && one.wantsHelp == other.wantsHelp && one.operands == other.operands
      && one.values.elementsEqual(other.values, by: ==)
  }
}
