import Fields
import Wire

/// What is set for one field, over what is set for all.
struct FieldSettings: Equatable, Sendable {
  /// Values by the part of the key behind the field's name.
  private var values: [String: JSON] = [:]
  /// What tokens have to keep, and what is made of them before.
  private(set) var validation = Validation()
  private(set) var transform = Transform()

  /// A field for which nothing is set.
  static let standard = FieldSettings()

  /// The rows of the table of settings.
  static let rows: [SettingRow] =
    own.map { SettingRow(key: "fields.<name>.\($0.key)", kind: $0.kind, standard: $0.standard, help: $0.help) } + [
      SettingRow(
        key: "defaults.<key>", kind: .field, standard: nil,
        help: "What holds for every field for which fields.<name>.<key> says nothing.")
    ]

  /// The keys behind a field's name.
  static var keys: [String] { own.map(\.key) }

  private static let own: [SettingRow] = [
    SettingRow(key: "enabled", kind: .flag, standard: true, help: "Whether the field is looked at at all."),
    SettingRow(
      key: "max", kind: .number(0...100_000), standard: 0,
      help: "The most tokens the field takes; 0 for no limit beyond the standard's."),
    SettingRow(key: "readOnly", kind: .flag, standard: false, help: "Whether no request changes the field."),
    SettingRow(
      key: "fixed", kind: .list, standard: [],
      help: "Addresses or tags that stay: they can be selected and copied, not removed, changed or moved."),
    SettingRow(
      key: "validators", kind: .steps, standard: [],
      help: "What tokens have to keep, in order: nonEmpty, email, email-seed, phone, pattern(…), minLength(n), "
        + "maxLength(n), charset(…), noneOf(…), oneOf(…)."),
    SettingRow(
      key: "transform", kind: .steps, standard: [],
      help: "What is made of a token before it is taken, in order: lower, upper, dashes, underscores, "
        + "stripPrefix(…), accepted for candidates too."),
    SettingRow(
      key: "invalid", kind: .choice(["keep", "reject"]), standard: "keep",
      help: "Whether a token that breaks a rule of form or length is taken and marked."),
    SettingRow(
      key: "required", kind: .flag, standard: false,
      help: "Whether it is a fault that the field is empty; To is required while nobody is in Cc and Bcc."),
    SettingRow(
      key: "validateOn", kind: .choices(Judging.Moment.allCases.map(\.rawValue)), standard: ["change"],
      help: "When what is wrong in the field is said: at each change, when it is left, when the document is saved, or "
        + "when it is checked for sending."),
    SettingRow(
      key: "clearOnFocus", kind: .flag, standard: false,
      help: "Whether nothing is said of the field from when one comes into it until it changes or is left."),
    SettingRow(
      key: "freeText", kind: .choice(EditingPolicy.FreeText.allCases.map(\.rawValue)), standard: "any",
      help: "What is taken without being a candidate: any text, only a valid one, or none but what the address books "
        + "or oneOf have."),
    SettingRow(
      key: "duplicate", kind: .choice(EditingPolicy.OnDuplicate.allCases.map(\.rawValue)), standard: "warn",
      help: "What becomes of a text that is there already: it stays a draft, goes, moves the other to the end, or is "
        + "taken."),
    SettingRow(
      key: "caseSensitive", kind: .flag, standard: nil,
      help: "Whether tokens that differ in case are two, whatever the field's syntax says; domains never do."),
    SettingRow(key: "separators", kind: .list, standard: nil, help: "Typed texts that commit what stands before them."),
    SettingRow(
      key: "separatorOnReject", kind: .choice(["insert", "swallow"]), standard: "insert",
      help: "Whether a separator behind what cannot be committed is written all the same."),
    SettingRow(
      key: "acceptFirst", kind: .list, standard: [],
      help: "Keys (Enter, Tab, a separator) that take the first candidate of the list for what is typed, though nobody "
        + "chose it."),
    SettingRow(
      key: "onBackspace", kind: .choice(EditingPolicy.AtChip.allCases.map(\.rawValue)), standard: "select",
      help:
        "What Backspace does behind an entry, and Delete before one; parts takes the last word of an accepted mention."
    ),
    SettingRow(
      key: "onEnter", kind: .choice(EditingPolicy.AfterCommit.allCases.map(\.rawValue)), standard: "commit",
      help: "What Enter does after it has committed what was typed."),
    SettingRow(
      key: "onTab", kind: .choice(EditingPolicy.OnTab.allCases.map(\.rawValue)), standard: "commit",
      help: "What Tab does; none leaves it to the editor."),
    SettingRow(
      key: "onBlur", kind: .choice(EditingPolicy.Leaving.allCases.map(\.rawValue)), standard: "keep",
      help: "What becomes of what was typed when the field is left."),
    SettingRow(
      key: "afterDelete", kind: .choice(EditingPolicy.AfterDelete.allCases.map(\.rawValue)), standard: "caret",
      help: "Where one is after selected tokens were deleted: at their place, or on the token before."),
    SettingRow(
      key: "typeOverSelected", kind: .choice(EditingPolicy.TypeOver.allCases.map(\.rawValue)), standard: "replace",
      help: "What typing does while tokens are selected."),
    SettingRow(
      key: "label", kind: .text, standard: nil,
      help: "What the field is called in place of its own name; an empty text draws none."),
    SettingRow(key: "title", kind: .text, standard: "", help: "What stands above the field."),
    SettingRow(
      key: "selectedTitle", kind: .text, standard: "", help: "What stands above the field while one is in it."),
    SettingRow(key: "placeholder", kind: .text, standard: "", help: "What an empty field shows."),
    SettingRow(
      key: "titleAlways", kind: .flag, standard: false,
      help: "Whether the title is shown although the field is empty."),
    SettingRow(key: "icon", kind: .text, standard: "", help: "A sign that clients draw before the field."),
    SettingRow(
      key: "accessory", kind: .text, standard: "",
      help: "A text that clients draw at the right of the field's first row while it is edited."),
    SettingRow(
      key: "next", kind: .text, standard: "",
      help: "The field that follows, whatever the order of the text; none for nothing, body for the body."),
    SettingRow(
      key: "direction", kind: .choice(["auto"] + TextDirection.allCases.map(\.rawValue)), standard: "auto",
      help: "In which direction the field runs; auto goes by its first letter."),
  ]

  /// What is set for each field that has settings of its own, by its name in lower case; under "" for all others.
  ///
  /// - Parameters:
  ///   - values: the settings by their full keys.
  ///   - validators: those of fields that the user has described, by their names in lower case.
  /// - Returns: none where nothing is set for any field.
  static func all(_ values: [String: JSON], validators: [String: JSON]) -> [String: FieldSettings] {
    var shared: [String: JSON] = [:]
    var named: [String: [String: JSON]] = [:]
    // In the order of the keys, lest one name in two cases has either value.
    for (key, value) in values.sorted(by: { $0.key > $1.key }) {
      let parts = key.split(separator: ".", omittingEmptySubsequences: false)
      if parts.count == 2, parts[0] == "defaults" { shared[String(parts[1])] = value }
      guard parts.count == 3, parts[0] == "fields" else { continue }
      named[parts[1].lowercased(), default: [:]][String(parts[2])] = value
    }
    for (name, steps) in validators where named[name]?["validators"] == nil {
      named[name, default: [:]]["validators"] = steps
    }
    guard !shared.isEmpty || !named.isEmpty else { return [:] }
    var all = named.mapValues { FieldSettings($0.merging(shared) { own, _ in own }) }
    all[""] = FieldSettings(shared)
    return all
  }

  private init(_ values: [String: JSON] = [:]) {
    self.values = values
    var problems: [String] = []
    validation = Validation(Self.steps(values["validators"], problems: &problems), problems: &problems)
    transform = Transform(Self.steps(values["transform"], problems: &problems), problems: &problems)
  }

  /// One warning for each part of a list of steps that cannot be used.
  static func problems(_ value: JSON, of key: String) -> [String] {
    var problems: [String] = []
    let steps = Self.steps(value, problems: &problems)
    if key.hasSuffix(".validators") {
      _ = Validation(steps, problems: &problems)
    } else {
      _ = Transform(steps, problems: &problems)
    }
    return problems.map { "\(key): \($0)" }
  }

  /// The steps of a text, or of a list of texts and of objects with one member each: `{"maxLength": 20}`.
  private static func steps(_ value: JSON?, problems: inout [String]) -> [RuleStep] {
    switch value {
    case .string(let text)?: return RuleStep.steps(of: text, problems: &problems)
    case .array(let list)?:
      var steps: [RuleStep] = []
      for item in list {
        switch item {
        case .string(let text): steps += RuleStep.steps(of: text, problems: &problems)
        case .object(let members) where members.count == 1:
          steps += members.map { RuleStep($0.key, argument($0.value, problems: &problems)) }
        default: problems.append("expected a name, or an object with one")
        }
      }
      return steps
    default: return []
    }
  }

  private static func argument(_ value: JSON, problems: inout [String]) -> RuleStep.Argument {
    switch value {
    case .string(let text): return .text(text)
    case .integer(let number): return .number(number)
    case .array(let list):
      let texts = list.compactMap(\.string)
      // Only validators of which one is enough are given in objects, too.
      let hasSteps = list.contains { if case .object = $0 { true } else { false } }
      return hasSteps ? .steps(steps(value, problems: &problems)) : .list(texts)
    default: return .none
    }
  }
}

extension FieldSettings {
  private func value(_ key: String) -> JSON? {
    values[key] ?? Self.own.first { $0.key == key }?.standard
  }

  func flag(_ key: String) -> Bool { value(key) == .bool(true) }

  /// Whether tokens that differ in case are two; nil where nobody has set it.
  var isCaseSensitive: Bool? {
    if case .bool(let flag)? = values["caseSensitive"] { flag } else { nil }
  }

  /// A text; nil for an empty one.
  func text(_ key: String) -> String? {
    guard case .string(let text)? = value(key), !text.isEmpty else { return nil }
    return text
  }

  /// What is drawn before a field; "" for nothing.
  func label(_ field: Field) -> String {
    if case .string(let text)? = values["label"] { text } else { field.label }
  }

  /// The most tokens; nil for any number.
  var limit: Int? {
    if case .integer(let number)? = value("max"), number > 0 { number } else { nil }
  }

  private func choice<Choice: RawRepresentable>(_ key: String, _ standard: Choice) -> Choice
  where Choice.RawValue == String {
    // What a field's own syntax says stands where nobody has set anything.
    guard values[key] != nil else { return standard }
    return text(key).flatMap(Choice.init(rawValue:)) ?? standard
  }

  /// The texts of a list; nil where nothing is set.
  func texts(_ key: String) -> [String]? {
    guard case .array(let list)? = values[key] else { return nil }
    return list.compactMap(\.string)
  }

  /// What keys and operations do in a field of a syntax, as far as settings say.
  func policy(_ grammar: Grammar, _ custom: CustomSyntax? = nil) -> EditingPolicy {
    var policy = EditingPolicy(for: grammar, custom)
    guard !values.isEmpty else { return policy }
    if let separators = texts("separators") {
      (policy.separators, policy.commitsAtBlank) = (separators, separators.contains(" "))
    }
    policy.onBackspace = choice("onBackspace", policy.onBackspace)
    policy.onEnter = choice("onEnter", policy.onEnter)
    policy.onTab = choice("onTab", policy.onTab)
    policy.onBlur = choice("onBlur", policy.onBlur)
    policy.afterDelete = choice("afterDelete", policy.afterDelete)
    policy.typeOverSelected = choice("typeOverSelected", policy.typeOverSelected)
    policy.duplicate = choice("duplicate", policy.duplicate)
    policy.freeText = choice("freeText", policy.freeText)
    policy.keepsInvalid = text("invalid") != "reject"
    policy.insertsRejectedSeparator = text("separatorOnReject") != "swallow"
    policy.isCaseSensitive = isCaseSensitive
    policy.isReadOnly = flag("readOnly")
    policy.fixed = Set((texts("fixed") ?? []).map(grammar.key(ofEntry:)))
    policy.validation = validation
    policy.transform = transform
    return policy
  }
}
