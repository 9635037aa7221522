import Fields
import Wire

/// Findings that are never said again of an address or a tag (Protocol/README.md, `textDocument/codeAction`).
extension Session {
  /// The command of plain LSP that does it.
  static let never = "tokenField.ignore"

  /// `tokenField.ignore`: a finding of an address or a tag is silent from now on, in all documents.
  mutating func ignore(_ params: Reader) throws(ResponseError) -> JSON {
    let (code, text) = (try params.member("code").string(), try params.member("text").string())
    guard let rule = Rule(rawValue: code), settings.ignored.add(rule, text) else {
      throw .invalidParams("\(code) is never ignored for one address or tag, or the text cannot be one")
    }
    let ask = number()
    effects.append(.ask(ask, .learn(request: Array(IgnoreRequest.json(rule, text).text.utf8))))
    ignoring.insert(ask)
    // Nobody has to be looked up again: what is known is only said no more.
    for uri in documents.keys.sorted() {
      documents[uri]?.drawn?.isStale = true
      show(uri)
    }
    if client.pullsDiagnostics, client.refreshesDiagnostics { self.ask(.diagnosticRefresh) }
    return .null
  }

  /// Takes what a child says that wrote such a line.
  mutating func takeIgnored(_ answer: Answer, to ask: Int) {
    switch answer {
    case .part(let bytes):
      if let words = (try? JSON.parse(bytes))?["problem"]?.string { log(.warning, "ignore: \(words)") }
    case .opened: break
    case .ended(let problem):
      ignoring.remove(ask)
      if let problem { log(.warning, "ignore: \(problem)") }
    }
  }

  /// What is offered beside the remedy of a finding.
  func neverAction(_ fault: Fault, _ field: Field, _ document: Document, _ diagnostic: Diagnostic) -> CodeAction? {
    guard IgnoreList.rules.contains(fault.rule),
      let text = document.subject(of: fault, field), IgnoreList.line(fault.rule, text) != nil
    else { return nil }
    // Whoever stays as they are is not up to the user.
    if policy(field, document).fixed.contains(field.grammar.key(ofValue: text)) { return nil }
    let short = text.count > 40 ? text.prefix(39) + "…" : text[...]
    var action = CodeAction(title: "Never for \(short)", kind: .quickFix, changes: [], diagnostic: diagnostic)
    action.never = ["code": .string(fault.rule.rawValue), "text": .string(text)]
    return action
  }
}

extension Document {
  /// The address or the tag that a fault is about.
  ///
  /// - Parameters:
  ///   - fault: in bytes of the field's value.
  ///   - field: the field.
  /// - Returns: nil where it is about none.
  func subject(of fault: Fault, _ field: Field) -> String? {
    guard let index = finding.fields.firstIndex(of: field) else { return nil }
    let value = value(field)
    guard let token = readings[index].tokens.first(where: { $0.range.overlaps(fault.range) }) else { return nil }
    return field.grammar.word(token, in: value)
  }

  /// Faults without those that the user never wants to see of an address or a tag.
  func heeding(_ ignored: IgnoreList, _ faults: [Fault], ofField index: Int) -> [Fault] {
    guard !ignored.isEmpty, faults.contains(where: { IgnoreList.rules.contains($0.rule) }) else { return faults }
    let (field, tokens) = (finding.fields[index], readings[index].tokens)
    let value = value(field)
    return faults.filter { fault in
      guard IgnoreList.rules.contains(fault.rule) else { return true }
      // The tokens are in order and apart.
      var (low, high) = (0, tokens.count)
      while low < high {
        let middle = (low + high) / 2
        if tokens[middle].range.upperBound <= fault.range.lowerBound { low = middle + 1 } else { high = middle }
      }
      guard low < tokens.count, tokens[low].range.overlaps(fault.range) else { return true }
      return !ignored.holds(fault.rule, field.grammar.word(tokens[low], in: value))
    }
  }
}
