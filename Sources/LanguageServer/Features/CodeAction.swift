import Fields
import Wire

// LSP 3.17, "Code Action Request":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_codeAction

/// One thing that is offered at a place: an edit of the document, and the command that does the same.
package struct CodeAction {
  /// What it does, in plain words that name the token.
  var title: String
  var kind: Kind
  /// The edit, in bytes of the document.
  var changes: [Change]
  /// The finding that it takes away.
  var diagnostic: Diagnostic?
  var isPreferred = false
  /// The request that acts in the same way, with what it takes beyond the document; nil where there is none.
  var command: (method: RequestMethod, arguments: [JSON.Member])?
  /// What `tokenField.ignore` takes, for an action that changes no text.
  var never: JSON?

  /// The kinds by which clients ask and sort.
  package enum Kind: String, CaseIterable, Sendable {
    case quickFix = "quickfix"
    case move = "refactor.move"
    case rewrite = "refactor.rewrite"
    case sort = "source.sort.tokenField"
    case unique = "source.unique.tokenField"
    case fixAll = "source.fixAll.tokenField"

    /// Whether a client that wants only these kinds wants this one: `refactor` stands for all that begin so.
    func isAmong(_ kinds: [String]?) -> Bool {
      kinds?.contains { rawValue == $0 || rawValue.hasPrefix($0 + ".") || $0.isEmpty } ?? true
    }
  }
}

extension Session {
  /// How code actions are announced: their kinds only to a client that takes more than commands.
  var codeActionProvider: JSON {
    guard client.takesCodeActions else { return true }
    return ["codeActionKinds": .array(CodeAction.Kind.allCases.map { .string($0.rawValue) })]
  }

  /// `textDocument/codeAction`: what can be done with the tokens in a range, and about what is wrong there.
  func codeActions(_ params: Reader) throws(ResponseError) -> JSON {
    guard let document = try document(params) else { return .null }
    let range = try range(params.member("range"), in: document.text)
    let context = params.optional("context")
    var kinds: [String]?
    if let only = context?.optional("only") {
      kinds = []
      for kind in try only.array() { kinds?.append(try kind.string()) }
    }
    guard !document.isDoubtful, !document.finding.isReceived else { return [] }
    var actions: [CodeAction] = []
    if CodeAction.Kind.quickFix.isAmong(kinds) { actions += quickFixes(range, in: document) }
    if CodeAction.Kind.fixAll.isAmong(kinds) { actions += fixingAll(document) }
    if CodeAction.Kind.allCases.contains(where: { $0 != .quickFix && $0 != .fixAll && $0.isAmong(kinds) }) {
      actions += refactorings(range, in: document)
    }
    var shown: [JSON] = []
    if case .array(let list)? = context?.value["diagnostics"] { shown = list }
    var cursor = cursor(document.text)
    return .array(
      actions.filter { $0.kind.isAmong(kinds) }.compactMap { json($0, in: document, shown, &cursor) })
  }

  private func json(
    _ action: CodeAction, in document: Document, _ shown: [JSON], _ cursor: inout PositionCursor
  ) -> JSON? {
    guard client.takesCodeActions else { return command(action, in: document) }
    var members = [
      JSON.Member(key: "title", value: .string(action.title)),
      JSON.Member(key: "kind", value: .string(action.kind.rawValue)),
    ]
    if let diagnostic = action.diagnostic {
      // As the client sent it, so that it finds it again.
      let own = json(diagnostic, in: document, &cursor)
      let same = shown.first { $0["range"] == own["range"] && $0["code"] == own["code"] }
      members.append(JSON.Member(key: "diagnostics", value: [same ?? own]))
    }
    if let never = action.never {
      let command: JSON = ["title": .string(action.title), "command": .string(Self.never), "arguments": [never]]
      return .object(members + [JSON.Member(key: "command", value: command)])
    }
    if action.isPreferred { members.append(JSON.Member(key: "isPreferred", value: true)) }
    let edits = action.changes.normalized.map { json($0, &cursor) }
    members.append(JSON.Member(key: "edit", value: workspaceEdit(edits, of: document)))
    return .object(members)
  }

  /// The action as a command, for a client that knows nothing else.
  private func command(_ action: CodeAction, in document: Document) -> JSON? {
    if let never = action.never {
      return ["title": .string(action.title), "command": .string(Self.never), "arguments": [never]]
    }
    guard let (method, arguments) = action.command,
      let command = Self.commands.first(where: { $0.method == method })?.command
    else { return nil }
    let identified: JSON = ["uri": .string(document.uri), "version": .integer(document.version)]
    let argument = JSON.object([JSON.Member(key: "textDocument", value: identified)] + arguments)
    return ["title": .string(action.title), "command": .string(command), "arguments": [argument]]
  }

  // MARK: What is wrong

  /// How many findings of a range are looked at, lest a range of everything cost a reading for each.
  private static let mostFindings = 16

  private func quickFixes(_ range: Range<Int>, in document: Document) -> [CodeAction] {
    var (actions, silencing) = (draftFixes(range, in: document), [CodeAction]())
    for (index, field) in document.finding.fields.enumerated() where field.range.touches(range) {
      let policy = policy(field, document)
      if policy.isReadOnly { continue }
      let base = field.valueRange.lowerBound
      let across = document.crossFaults.filter { field.valueRange.contains($0.range.lowerBound) }
        .map { Fault($0.rule, $0.range.shifted(by: -base), detail: $0.detail) }
      let faults = (document.faults(ofField: index, settings) + across)
        .filter { $0.range.shifted(by: base).touches(range) }
      guard !faults.isEmpty else { continue }
      let (value, options) = (document.value(field), document.context.options(field))
      let reading = document.readings[index]
      for fault in faults.prefix(max(0, Self.mostFindings - actions.count)) {
        guard let diagnostic = document.diagnostic(fault, shift: base, field: field.name, settings) else { continue }
        if let action = neverAction(fault, field, document, diagnostic) { silencing.append(action) }
        guard let fix = fix(fault, field, value, options) else { continue }
        let changes = fix.changes.map { Change($0.range.shifted(by: base), $0.text) }
        // One edit may take several findings away.
        if actions.contains(where: { $0.title == fix.title && $0.changes == changes }) { continue }
        let token = fix.token.flatMap { reading.tokens.indices.contains($0) ? reading.tokens[$0] : nil }
        if let token, !policy.fixed.isEmpty {
          let key = field.grammar.key(ofValue: field.grammar.value(token, in: value))
          if policy.fixed.contains(key) { continue }
        }
        var action = CodeAction(
          title: fix.title, kind: .quickFix, changes: changes, diagnostic: diagnostic, isPreferred: fix.isPreferred)
        if let token { action.command = command(fix, token, value, base, document) }
        actions.append(action)
      }
    }
    return actions + silencing
  }

  /// What can be done about what is wrong with a draft as a whole, where it is marked in a range.
  private func draftFixes(_ range: Range<Int>, in document: Document) -> [CodeAction] {
    document.draftFaults(settings).filter { $0.range.touches(range) }.compactMap { fault in
      guard let diagnostic = document.diagnostic(fault, shift: 0, field: nil, settings),
        let fix = document.fix(fault), !isProtected(fix.changes, document)
      else { return nil }
      return CodeAction(title: fix.title, kind: .quickFix, changes: fix.changes, diagnostic: diagnostic)
    }
  }

  /// Whether an edit touches a field that is not to be changed, or in which somebody stays.
  private func isProtected(_ changes: [Change], _ document: Document) -> Bool {
    document.finding.fields.contains { field in
      guard changes.contains(where: { field.range.touches($0.range) }) else { return false }
      let policy = policy(field, document)
      return policy.isReadOnly || !policy.fixed.isEmpty
    }
  }

  /// How many bytes may be read again to mend all that can be mended safely, so that nobody waits for it.
  private static let mostWork = 4 << 20

  private func fixingAll(_ document: Document) -> [CodeAction] {
    let changes = document.safeChanges(settings, work: Self.mostWork)
    if changes.isEmpty { return [] }
    return [CodeAction(title: "Mend what can be mended safely", kind: .fixAll, changes: changes)]
  }

  private func fix(_ fault: Fault, _ field: Field, _ value: [UInt8], _ options: ReadingOptions) -> Fix? {
    let domain = settings.text("defaultDomain")
    if fault.rule == .missingDomain, !domain.isEmpty {
      return field.grammar.completing(domain: domain, for: fault, in: value, options)
        ?? field.grammar.rejoining(fault, in: value, options)
    }
    return field.grammar.fix(fault, in: value, options) ?? field.grammar.rejoining(fault, in: value, options)
  }

  /// The command that does what a fix of one token does.
  private func command(
    _ fix: Fix, _ token: Token, _ value: [UInt8], _ base: Int, _ document: Document
  ) -> (RequestMethod, [JSON.Member])? {
    let selected = JSON.Member(key: "selection", value: [json(token.range.shifted(by: base), in: document.text)])
    if fix.removes { return (.remove, [selected]) }
    guard token.group == nil,
      fix.changes.allSatisfy({
        token.range.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= token.range.upperBound
      })
    else { return nil }
    let start = token.range.lowerBound
    let own = fix.changes.map { Change($0.range.shifted(by: -start), $0.text) }
    let text = String(decoding: own.applied(to: Array(value[token.range])), as: UTF8.self)
    return (.replace, [selected, JSON.Member(key: "text", value: .string(text))])
  }

  // MARK: What can be done

  /// What can be done with the field at the start of a range; of a range that begins elsewhere all its fields can be sorted
  /// and rid of duplicates, as editors ask when they save.
  private func refactorings(_ range: Range<Int>, in document: Document) -> [CodeAction] {
    if let index = document.fieldIndex(at: range.lowerBound) { return refactorings(range, index, in: document) }
    let touched = document.finding.fields.indices.filter { document.finding.fields[$0].range.touches(range) }
    return touched.prefix(Self.mostFindings).flatMap { refactorings(range, $0, in: document) }
      .filter { $0.kind == .sort || $0.kind == .unique }
  }

  private func refactorings(_ range: Range<Int>, _ index: Int, in document: Document) -> [CodeAction] {
    let field = document.finding.fields[index]
    let policy = policy(field, document)
    guard !policy.isReadOnly else { return [] }
    // What is being typed is a token here: one asks about what one sees.
    let editor = document.editor(index, caret: nil, policy: policy).ended()
    let base = field.valueRange.lowerBound
    let tokens = editor.tokens
    func place(_ token: EditedToken) -> Range<Int>? {
      token.entry.map { editor.list.entries[$0].range.shifted(by: base) }
    }
    let touched = tokens.indices.filter { place(tokens[$0]).map { $0.touches(range) } ?? false }
    let names = touched.map { Self.name(editor.words(tokens[$0])) }
    var actions: [CodeAction] = []
    let columns = OrgColumns(document.finder == .org ? document.finding.fields : [], in: document.text)
    func offer(
      _ title: String, _ kind: CodeAction.Kind, _ outcome: EditingOutcome, _ method: RequestMethod,
      _ arguments: [JSON.Member]
    ) {
      guard outcome.reason == nil, !outcome.changes.isEmpty else { return }
      let column = columns.change(of: document.finding.fields[index], for: outcome.editor.value)
      let changes = outcome.changes.map { Change($0.range.shifted(by: base), $0.text) } + (column.map { [$0] } ?? [])
      actions.append(CodeAction(title: title, kind: kind, changes: changes, command: (method, arguments)))
    }
    let selected = JSON.Member(
      key: "selection",
      value: .array(touched.compactMap { place(tokens[$0]).map { json($0, in: document.text) } }))
    if let one = touched.first, touched.count == 1 {
      actions += moves(one, names[0], of: editor, index, selected, in: document)
      offer("Replace \(names[0]) by its members", .rewrite, expand(one, in: editor), .expand, [selected])
    }
    if !touched.isEmpty {
      let what = touched.count == 1 ? names[0] : "\(touched.count) entries"
      offer("Remove \(what)", .rewrite, editor.removing(touched), .remove, [selected])
    }
    let start = JSON.Member(key: "position", value: json(base..<base, in: document.text)["start"] ?? .null)
    for form in ListForm.allCases {
      let to = JSON.Member(key: "to", value: .string(form.rawValue))
      let how = form == .lines ? "on a line each" : "in brackets"
      offer("Write \(field.label) \(how)", .rewrite, editor.converting(to: form), .convert, [start, to])
    }
    offer(
      "Split \(field.label) at commas", .rewrite, editor.converting(to: .brackets, splittingAtCommas: true), .convert,
      [start, JSON.Member(key: "splitAtCommas", value: true)])
    offer("Sort \(field.label)", .sort, editor.sorting(), .sort, [start])
    offer("Remove duplicates from \(field.label)", .unique, editor.uniting(), .unique, [start])
    return actions
  }

  private static func name(_ words: TokenText) -> String {
    let name = words.display.isEmpty ? words.raw : words.display
    return name.count > 40 ? name.prefix(39) + "…" : name
  }

  /// A token moved to each other field of recipients, one that is not there yet included.
  private func moves(
    _ index: Int, _ name: String, of editor: Editor, _ own: Int, _ selected: JSON.Member, in document: Document
  ) -> [CodeAction] {
    let fields = document.finding.fields
    let scope = fields[own].scope
    guard fields[own].grammar == .addressList, scope != .none else { return [] }
    let request = ActingRequest(
      method: .move, params: Reader(["index": .integer(index)]), document: document, index: own, editor: editor)
    return MailField.all.filter { $0.scope == scope && $0.name != fields[own].name }.compactMap { target in
      guard let result = try? move(request, to: target.name), result.reason == nil, !result.changes.isEmpty else {
        return nil
      }
      return CodeAction(
        title: "Move \(name) to \(target.name)", kind: .move, changes: result.changes,
        command: (.move, [selected, JSON.Member(key: "toField", value: .string(target.name))]))
    }
  }
}
