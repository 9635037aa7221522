import LanguageServer

/// Every option of every command; one name means the same wherever it is taken.
enum Option: String, CaseIterable {
  case all, at, cursor
  case dryRun = "dry-run"
  case failOn = "fail-on"
  case diff, field, fix
  case inPlace = "in-place"
  case hermetic, json, jsonl, kind, language, limit, log, mutt
  case null = "nul"
  case open, record, set, text, update, valid, with

  /// The name as it is typed.
  var spelling: String { "--\(rawValue)" }

  /// What stands behind the name; nil for an option that is there or not.
  var value: String? {
    switch self {
    case .at: "LINE:COLUMN"
    case .cursor: "BYTE"
    case .failOn: "LEVEL"
    case .field: "NAME"
    case .kind: "KIND"
    case .language: "ID"
    case .limit: "N"
    case .log, .open, .record: "FILE"
    case .set: "KEY=VALUE"
    case .text: "TEXT"
    case .with: "ADDRESS"
    case .all, .diff, .dryRun, .fix, .hermetic, .inPlace, .json, .jsonl, .mutt, .null, .update, .valid: nil
    }
  }

  /// What it does, in half a sentence.
  var summary: String {
    switch self {
    case .all: "everybody"
    case .at: "the place of the caret, from 1, the column in UTF-8 bytes"
    case .cursor: "how many bytes of TEXT stand before the caret (all)"
    case .diff: "print what would be changed, and change nothing; of check with --fix"
    case .dryRun: "say what would be changed, and change nothing"
    case .failOn: "the quietest finding that gives exit code 1: error, warning, hint or never"
    case .field: "the field, as `tokenfield fields` names it"
    case .fix: "mend what can be mended without changing who or what is named"
    case .inPlace: "write the draft back instead of printing it"
    case .hermetic: "leave the user's configuration and the usual address books alone"
    case .json: "print JSON"
    case .jsonl: "answer one JSON request a line"
    case .valid: "only tokens in which nothing is wrong"
    case .kind: "the kind of TEXT: \(Tokenizing.kinds.joined(separator: ", "))"
    case .language: "the language that an editor would name, such as mail or diff"
    case .limit: "at most so many matches (\(Query.limit))"
    case .log: "add log lines to FILE as well"
    case .mutt: "print a line before the matches, which mutt and neomutt take as a message"
    case .null: "end each token's value with a NUL byte and print nothing else"
    case .open: "open FILE first"
    case .record: "add a transcript of the session to FILE"
    case .set: "set one setting; may be repeated"
    case .text: "take TEXT instead of a file"
    case .with: "somebody who is in the draft already; may be repeated"
    case .update: "write the answers of now into each FILE instead"
    }
  }
}
