import Fields
import Host
import LanguageServer

/// A text that a command was given, under the name and language by which its fields are found.
struct Draft {
  /// The name as the user wrote it; `-` for standard input.
  var name: String
  /// The language as an editor would name it; empty when it is to be found out.
  var language: String
  /// The bytes, whatever they are.
  var bytes: [UInt8]

  /// The URI under which a session opens it.
  var uri: String {
    guard name != "-" else { return "untitled:stdin" }
    return FilePath.uri(of: path)
  }

  /// The path by which the language may be found out; empty for standard input.
  var path: String {
    name == "-" ? "" : resolve(name) ?? name
  }

  /// Whose habits the folders above the file say that it follows.
  var flavor: Flavor? {
    FlavorMarks.flavor(ofFile: path) { resolve($0) != nil }
  }

  /// The lists of tags that count for the file.
  func tagLists(_ settings: Settings, _ world: World) -> [TagList] {
    let fields = finding(settings).finding.fields
    return TagList.lists(forFile: path, fields, named: settings.text("tags.file"), world.isThere) {
      try? readFile(world.expanded($0), limit: $1).get()
    }
  }

  /// The text, and which fields the user's settings have in it.
  ///
  /// - Parameters:
  ///   - settings: what the user has set.
  ///   - isComplete: whether fields that they leave alone are among them.
  /// - Returns: the text and what was found.
  func finding(_ settings: Settings, isComplete: Bool = false) -> (text: Text, finding: Finding) {
    let text = Text(bytes)
    let found = settings.finding(
      in: text, languageId: language, path: path, flavor: flavor, isComplete: isComplete)
    return (text, found)
  }
}

extension Shell {
  /// The text of a file, of standard input, or of `--text`.
  func draft(_ path: String?, _ arguments: Arguments) throws(Stop) -> Draft {
    let name = path ?? "-"
    return Draft(name: name, language: arguments.value(.language) ?? "", bytes: try world.input(path))
  }

  /// Says of a draft without fields that there are none, so that nobody takes silence for praise.
  mutating func remark(on draft: Draft, _ finding: Finding) {
    guard finding.fields.isEmpty else { return }
    complain("\(draft.name): " + (finding.isBodyOnly ? "no header, so no fields; \(Hint.headers)" : "no fields found"))
  }
}
