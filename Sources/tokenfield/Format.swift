import Fields
import LanguageServer

extension Shell {
  /// `tokenfield format`: the lists of people in the header of a draft, written as one would write them anew.
  mutating func format(_ arguments: Arguments) throws(Stop) -> Outcome {
    let path = arguments.operands.first ?? "-"
    if arguments.has(.inPlace), path == "-" { throw .usage("format: --in-place wants a file") }
    try arguments.clash(.inPlace, .diff)
    let (settings, warnings) = try startup(arguments).settings()
    for warning in warnings { complain(warning) }
    let draft = try draft(path, arguments)
    let changes = Check.formattingChanges(
      draft.bytes, languageId: draft.language, path: draft.path, settings: settings)
    guard arguments.has(.diff) else {
      try write(changes.applied(to: draft.bytes), of: draft, isInPlace: arguments.has(.inPlace))
      return .well
    }
    write(Diff.unified(Plain.line(draft.name), draft.bytes, changes))
    return changes.isEmpty ? .well : .findings
  }
}
