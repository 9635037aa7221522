/// The version of the program, as `--version`, `initialize` and `doctor` report it.
let version = "0.1.0"

/// What the program can be told to do: the one table from which the dispatch, the help and the usage errors come.
enum Command: String, CaseIterable {
  case serve, check, format, tokenize, fields, add, remove, sort, unique, expand, complete, query, why, learn, history,
    pin, never, forget, remember,
    rename, request, replay, sources, doctor, settings, index, help

  /// What it does, in half a sentence.
  var summary: String {
    switch self {
    case .serve: "serve an editor over standard input and output (the Language Server Protocol)"
    case .check: "show what is wrong in drafts, one finding a line"
    case .format: "write the lists of people in the header of a draft anew: separators, blanks, lines of 78 characters"
    case .tokenize: "show the tokens of a draft or of one value"
    case .fields: "show the fields of a draft"
    case .add: "add entries to a field of a draft"
    case .remove: "remove entries from a field of a draft"
    case .sort: "sort the entries of a field"
    case .unique: "remove the entries of a field that are there already"
    case .expand: "put the members of groups and aliases in their places"
    case .complete: "show the candidates at a place in a draft, or for a value"
    case .query: "search the address books: one line a match, address, name and note between tabs"
    case .why: "say why candidates stand in their order, and why an address is not among them"
    case .learn: "remember the recipients of a message that was sent"
    case .history: "show, forget or export whom you have written to"
    case .pin: "offer people before all others that answer as well"
    case .never: "never offer people"
    case .forget: "no longer count how people were used until today, in any address book"
    case .remember: "take back what pin, never and forget have said of people"
    case .rename: "rename a tag in the notes of folders"
    case .request: "run one request of the protocol and print its result"
    case .replay: "run transcripts and say where the answers differ"
    case .sources: "show where candidates come from: one source a line, with how many it has and what is wrong with it"
    case .doctor: "show which address books were found where, and what is wrong with them"
    case .settings: "show all settings with their values"
    case .index: "read address books for the daemon (started by it; not for hand use)"
    case .help: "show this list, or the options of one command"
    }
  }

  /// What stands behind the options, and how many words of it.
  var operands: (usage: String, count: ClosedRange<Int>) {
    switch self {
    case .serve, .sources, .doctor, .settings, .index: ("", 0...0)
    case .check: ("[FILE…]", 0...Int.max)
    case .format, .tokenize, .fields, .complete, .learn: ("[FILE]", 0...1)
    case .history: ("show|export|forget [ADDRESS…]", 1...Int.max)
    case .add, .remove: ("FILE VALUE…", 2...Int.max)
    case .sort, .unique, .expand: ("FILE", 1...1)
    case .query: ("[--] [WORD…]", 0...Int.max)
    case .why: ("[--] QUERY…", 1...Int.max)
    case .pin, .never, .forget, .remember: ("ADDRESS…", 1...Int.max)
    case .rename: ("OLD NEW DIR…", 3...Int.max)
    case .request: ("METHOD [PARAMS]", 1...2)
    case .replay: ("FILE…", 1...Int.max)
    case .help: ("[COMMAND]", 0...1)
    }
  }

  /// The options that it takes, in the order of its help.
  var options: [Option] {
    switch self {
    case .serve: [.record, .log, .set, .hermetic]
    case .check: [.fix, .diff, .json, .failOn, .language, .hermetic, .set]
    case .format: [.inPlace, .diff, .language, .hermetic, .set]
    case .tokenize: [.json, .jsonl, .null, .kind, .text, .language, .valid, .hermetic, .set]
    case .fields: [.json, .language, .hermetic, .set]
    case .add, .remove, .sort, .unique, .expand: [.field, .inPlace, .language, .hermetic, .set]
    case .complete: [.at, .kind, .text, .cursor, .json, .language, .hermetic, .set]
    case .query: [.mutt, .limit, .json, .hermetic, .set]
    case .why: [.with, .json, .hermetic, .set]
    case .pin, .never, .forget, .remember: []
    case .learn: [.language, .hermetic, .set]
    case .history: [.json, .all]
    case .rename: [.dryRun, .field, .hermetic, .set]
    case .request: [.open, .language, .hermetic, .set]
    case .replay: [.update]
    case .sources, .doctor: [.json, .hermetic, .set]
    case .settings: [.json, .hermetic, .set]
    case .index: []
    case .help: [.json]
    }
  }

  /// Whether nothing can be done without an option.
  func needs(_ option: Option) -> Bool {
    switch self {
    case .add, .remove, .sort, .unique, .expand: option == .field
    default: false
    }
  }

  /// What else there is to say, after the options.
  var remarks: [String] {
    switch self {
    case .serve, .index, .settings: []
    case .check:
      [
        "A finding is written FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE], columns in UTF-8 bytes from 1.",
        "Exit code 1 says that there is a finding of the level of --fail-on (error) or above.",
        "With --fix files are written back, and what is left is shown; with --diff as well, none is written, the differences",
        "are printed as diff -u does, and exit code 1 says that there are any.",
        "A file without fields is named on standard error, unless --language says what it is, as in a hook.",
      ]
    case .format:
      [
        "The draft is printed, or written back with --in-place. Nobody is moved, changed or left out; a list with comments",
        "between its entries, or with a quote that is never closed, stays as it is.",
        "With --diff the differences are printed as diff -u does, and exit code 1 says that there are any.",
      ]
    case .tokenize:
      [
        "A line is FIELD, VALUE and DISPLAY between tabs; without FIELD for a single value.",
        "With --jsonl each line of input is one {\"id\",\"kind\",\"text\"}, and each line of output its answer,",
        "which is written as soon as nothing more has come.",
      ]
    case .fields: ["A line is NAME, LINE:COLUMN and the number of tokens between tabs."]
    case .add, .remove, .sort, .unique, .expand:
      [
        "The draft is printed, or written back with --in-place; all else in it stays as it is.",
        "What was refused is named on standard error with the reason, and gives exit code 1.",
      ]
    case .complete: ["A line is ADDRESS, NAME and NOTE between tabs; --json prints the items that an editor gets."]
    case .query:
      [
        "mutt, neomutt: set query_command=\"tokenfield query --mutt -- %s\"",
        "aerc: address-book-cmd=tokenfield query -- %s",
      ]
    case .why:
      [
        "The first ten candidates of the address books are shown, with what decides in the order in which it does: how the",
        "candidate answers, pinned or not, how much and how lately it was used, and what the others of a draft add, whom",
        "--with names. Programs that are asked while one types are not. 256 of the numbers is twice as much.",
        "Exit code 1 says that nobody answers.",
      ]
    case .pin, .never, .forget, .remember:
      [
        "What is said is kept beside the history, counts in every session that reads its address books after it, and is",
        "read with the setting discover only. Somebody who is never offered stays known to checks.",
        "forget takes people out of the history as well, which remember cannot bring back.",
        "Exit code 1 says that there was nothing to take back.",
      ]
    case .learn:
      [
        "A recipient of To, Cc and Bcc counts three times as much as one that was chosen from a list.",
        "With the setting history.enabled off nothing is written.",
      ]
    case .history:
      [
        "show prints ADDRESS, NAME, the times accepted and sent, and the last day between tabs, the most used first.",
        "export prints ADDRESS, NAME, COUNT and DAY between tabs, as an address book of the kind contacts-tsv.",
        "forget takes people out of the file; --all takes all of them. Exit code 1 says that nobody was in it.",
      ]
    case .rename:
      [
        "A line is FILE:LINE: OLD → NEW, and the last one counts; a tag that is in use already is said so.",
        "With --field categories or keywords those of front matter are renamed, with another NAME those of a field that",
        "the settings describe. OLD/X becomes NEW/X in notes. The files are those that tags are counted in (tags.maxFiles, tags.maxBytes).",
        "If NEW cannot be written in one of the places, these are named and nothing is changed.",
        "Exit code 1 says that OLD stands nowhere or NEW cannot be written, 3 that a file was left out.",
      ]
    case .request: ["With --open, PARAMS get the file's textDocument unless they name one."]
    case .replay: ["A client NAME of a transcript in DIR/transcripts is looked up in DIR/clients/NAME.json."]
    case .sources:
      [
        "A line is KIND, PATH, COUNT, SKIPPED, FAULTS, MILLISECONDS, READ and a remark between tabs: SKIPPED entries have",
        "no address, FAULTS lines cannot be read, READ is when it was read; the remark says what is wrong, or why it is empty.",
        "Exit code 1 says that nobody is known, 3 that a source cannot be read.",
      ]
    case .doctor: ["It reads what the daemon would read, and changes nothing."]
    case .help: []
    }
  }
}

/// What a command's end means; the raw value is the exit code.
enum Outcome: Int32 {
  /// All is well.
  case well = 0
  /// There are findings, or there is no match.
  case findings = 1
  /// The command line makes no sense.
  case usage = 2
  /// A source or a file failed.
  case failure = 3
}

/// Why a command ends before its work is done.
enum Stop: Error, Equatable {
  /// The command line makes no sense; one line that names what is wrong with it.
  case usage(String)
  /// Something outside failed; one line.
  case failure(String)
}
