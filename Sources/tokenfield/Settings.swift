import LanguageServer
import Wire

extension Shell {
  /// `tokenfield settings`: every row of the table, with the value that counts.
  mutating func settings(_ arguments: Arguments) throws(Stop) -> Outcome {
    let (settings, warnings) = try startup(arguments).settings()
    if arguments.has(.json) {
      print(
        JSON.array(
          Settings.rows.map { row in
            [
              "key": .string(row.key), "takes": .string(row.kind.words), "default": row.standard,
              "value": settings[row.key], "help": .string(row.help),
            ]
          }))
    } else {
      for row in Settings.rows {
        let value = settings[row.key]
        let standard = value == row.standard ? "" : " (default \(row.standard.text))"
        print("\(row.key) = \(value.text)\(standard)")
        print("    \(row.help) Takes \(row.kind.words).")
      }
    }
    for warning in warnings { complain(warning) }
    return warnings.isEmpty ? .well : .findings
  }
}
