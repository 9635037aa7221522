import Fields
import Wire

/// Fields that a user has described in the settings.
struct CustomFieldList: Equatable, Sendable {
  private(set) var fields: [CustomField] = []
  /// What tokens have to keep, by the fields' names in lower case.
  private(set) var validators: [String: JSON] = [:]
  /// What was wrong with the entries that were left out, one line each.
  private(set) var problems: [String] = []

  /// The setting that it is read from.
  static let key = "customFields"

  private static let members = [
    "name", "languageIds", "files", "prefix", "pattern", "form", "end", "separators", "quoting", "kind", "source",
    "validators",
  ]

  /// No fields.
  init() {}

  /// Reads the value of the setting; an entry that cannot be used is left out as a whole.
  init(_ value: JSON) {
    guard case .array(let list) = value else { return }
    for (index, item) in list.enumerated() {
      do throws(Wrong) {
        let field = try Self.field(item)
        let steps = item["validators"] ?? .null
        if steps != .null {
          guard SettingKind.steps.takes(steps) else { throw Wrong("validators", SettingKind.steps.words) }
          if let problem = FieldSettings.problems(steps, of: ".validators").first {
            throw Wrong(words: "\(problem.dropFirst())")
          }
          validators[field.name.lowercased()] = steps
        }
        fields.append(field)
      } catch {
        problems.append("\(Self.key)[\(index)]\(error.words)")
      }
    }
  }

  /// What is wrong with an entry.
  private struct Wrong: Error {
    var words: String

    init(words: String) { self.words = "." + words }

    init(_ key: String, _ expected: String) { words = (key.isEmpty ? "" : "." + key) + ": expected \(expected)" }
  }

  private static func field(_ item: JSON) throws(Wrong) -> CustomField {
    guard case .object(let members) = item else { throw Wrong("", "an object") }
    for member in members where !Self.members.contains(member.key) {
      let near = Spelling.nearest(member.key, among: Self.members).map { "; did you mean \($0)?" } ?? ""
      throw Wrong(words: "\(member.key): unknown\(near)")
    }
    guard let name = item["name"]?.string, !name.isEmpty, !name.contains(where: { $0.isNewline || $0 == "." }) else {
      throw Wrong("name", "a name without dots")
    }
    let kind = try choice(item, "kind", ["tags", "people"])
    let form = try choice(item, "form", ["list", "text"])
    var field = CustomField(
      name: name, languageIds: try texts(item, "languageIds").map { $0.lowercased() },
      files: try texts(item, "files"), start: .anywhere, holdsPeople: kind == "people")
    guard !(field.languageIds.isEmpty && field.files.isEmpty) else {
      throw Wrong("", "languageIds or files, which say where the field stands")
    }
    if field.files.contains(where: { $0.contains("/") }) { throw Wrong("files", "names without folders") }
    field.syntax.vocabulary = (item["source"]?.string ?? "").lowercased()
    if item["source"].map({ $0.string == nil || kind == "people" }) ?? false {
      throw Wrong("source", "a name, and that of tags only")
    }
    return form == "text" ? try text(field, item) : try list(field, item)
  }

  /// Tags in running text.
  private static func text(_ field: CustomField, _ item: JSON) throws(Wrong) -> CustomField {
    for key in ["pattern", "end", "separators", "quoting"] where item[key] != nil {
      throw Wrong(words: "\(key): means nothing in running text")
    }
    guard !field.holdsPeople else { throw Wrong("kind", "tags in running text") }
    var field = field
    field.syntax.sigils = try texts(item, "prefix")
    guard !field.syntax.sigils.isEmpty, field.syntax.sigils.allSatisfy(isWord) else {
      throw Wrong("prefix", "one or more signs without blanks")
    }
    return field
  }

  /// A list on a line, or up to a bracket.
  private static func list(_ field: CustomField, _ item: JSON) throws(Wrong) -> CustomField {
    var field = field
    switch (item["prefix"], item["pattern"]) {
    case (.string(let prefix)?, nil) where !prefix.isEmpty && !prefix.contains(where: \.isNewline):
      field.start = .prefix(prefix)
    case (nil, .string(let source)?):
      do {
        let pattern = try Pattern(source)
        guard !pattern.matches("") else { throw Wrong("pattern", "one that takes something") }
        field.start = .pattern(pattern)
      } catch let fault as Pattern.Fault {
        throw Wrong(words: "pattern: \(fault.words) at \(fault.place)")
      } catch let wrong as Wrong {
        throw wrong
      } catch {
        throw Wrong("pattern", "a pattern")
      }
    case (nil, nil): throw Wrong("", "prefix or pattern, with which the field begins")
    case (_?, _?): throw Wrong("pattern", "prefix or pattern, not both")
    default: throw Wrong(item["prefix"] == nil ? "pattern" : "prefix", "a string on one line that is not empty")
    }
    let end = try choice(item, "end", ["line", ")", "]", "}", ">"])
    field.syntax.closing = end == "line" ? nil : end.utf8.first
    if field.holdsPeople {
      for key in ["separators", "quoting"] where item[key] != nil {
        throw Wrong(words: "\(key): lists of people are written as in mail")
      }
      // Each of these brackets may stand in an address, and a list that ends too early costs recipients.
      guard field.syntax.closing == nil else { throw Wrong("end", "line, for people") }
      return field
    }
    if item["separators"] != nil {
      field.syntax.separators = try texts(item, "separators")
      let isRight = field.syntax.separators.allSatisfy { text in
        text == " " || isWord(text) && !text.contains { $0.isLetter || $0.isNumber || "\"'\\".contains($0) }
      }
      guard isRight, !field.syntax.separators.isEmpty else {
        throw Wrong("separators", "a blank, or signs that are no quotes")
      }
    }
    let quoting = try choice(item, "quoting", CustomSyntax.Quoting.allCases.map(\.rawValue))
    field.syntax.quoting = CustomSyntax.Quoting(rawValue: quoting) ?? .none
    return field
  }

  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7f }
  }

  /// One of some names; the first where nobody says.
  private static func choice(_ item: JSON, _ key: String, _ names: [String]) throws(Wrong) -> String {
    guard let value = item[key] else { return names[0] }
    guard let name = value.string, names.contains(name) else { throw Wrong(key, SettingKind.choice(names).words) }
    return name
  }

  /// Texts, or one.
  private static func texts(_ item: JSON, _ key: String) throws(Wrong) -> [String] {
    switch item[key] {
    case nil: return []
    case .string(let text)?: return [text]
    case .array(let list)?:
      let texts = list.compactMap(\.string)
      guard texts.count == list.count else { throw Wrong(key, "a list of strings") }
      return texts
    default: throw Wrong(key, "a list of strings")
    }
  }
}
