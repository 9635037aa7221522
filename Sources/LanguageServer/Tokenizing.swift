import Fields
package import Wire

/// Reads one text by its kind, without a session.
///
/// `tokenize --jsonl` does it a line, and `tokenField/tokenize` without a document. Offsets are UTF-8 bytes of the text.
package enum Tokenizing {
  /// The kinds of text that can be read, by the names that requests use.
  package static var kinds: [String] {
    let finders = Finder.allCases.compactMap(\.kind)
    return Grammar.allCases.map(\.rawValue).filter { !finders.contains($0) } + finders + SourceTokenizing.kinds
  }

  /// Answers one line: the answer, and whether the line was a request that could be answered.
  package static func answer(line: [UInt8]) -> (answer: JSON, isAnswered: Bool) {
    do {
      let request = try JSON.parse(line)
      do {
        let answer = try answer(Reader(request, path: "request"))
        guard let id = request["id"], case .object(let members) = answer else { return (answer, true) }
        return (.object([JSON.Member(key: "id", value: id)] + members), true)
      } catch {
        guard let id = request["id"] else { return (["error": .string(error.message)], false) }
        return (["id": id, "error": .string(error.message)], false)
      }
    } catch {
      return (["error": .string("not JSON: \(error.reason) at byte \(error.offset)")], false)
    }
  }

  /// Answers `{text, kind | languageId, opts?}` with `{tokens, groups, diagnostics}`.
  ///
  /// - Parameters:
  ///   - request: the parameters; wrong ones are thrown.
  ///   - settings: what the user has set for fields, which bears on a text with a languageId; nil for nothing.
  /// - Returns: the answer.
  /// - Throws: what is wrong with the parameters.
  package static func answer(_ request: Reader, _ settings: Settings? = nil) throws(ResponseError) -> JSON {
    let text = Array(try request.member("text").string().utf8)
    guard case .object(let members) = try tokens(request, text, settings) else { return .null }
    var answer = members
    let isValidOnly = try request.optional("opts")?.optional("valid")?.bool() ?? false
    if isValidOnly, let index = answer.firstIndex(where: { $0.key == "tokens" }) {
      answer[index].value = .array(valid(members))
    }
    if try request.optional("opts")?.optional("mixed")?.bool() ?? false {
      answer.append(JSON.Member(key: "components", value: .array(components(answer, text))))
    }
    return .object(answer)
  }

  /// The tokens of an answer in which nothing is wrong that is worth a warning.
  private static func valid(_ answer: [JSON.Member]) -> [JSON] {
    let answer = JSON.object(answer)
    let faults = (answer["diagnostics"]?.elements ?? []).filter {
      $0["severity"] == "error" || $0["severity"] == "warning"
    }.compactMap(\.span)
    return (answer["tokens"]?.elements ?? []).filter { token in
      guard let span = token.span else { return false }
      let next = faults.firstIndexSorted { $0.lowerBound >= span.lowerBound }
      if next > 0, faults[next - 1].upperBound > span.lowerBound { return false }
      return next == faults.count || faults[next].lowerBound >= span.upperBound
    }
  }

  /// The whole text in order: what is no token as text, and tokens by their index.
  private static func components(_ answer: [JSON.Member], _ text: [UInt8]) -> [JSON] {
    var components: [JSON] = []
    var next = 0
    func addText(to end: Int) {
      guard next < end else { return }
      components.append([
        "text": .string(String(decoding: text[next..<end], as: UTF8.self)), "start": .integer(next),
        "end": .integer(end),
      ])
    }
    for (index, token) in (JSON.object(answer)["tokens"]?.elements ?? []).enumerated() {
      guard let span = token.span, span.lowerBound >= next, span.upperBound <= text.count else { continue }
      addText(to: span.lowerBound)
      components.append([
        "token": .integer(index), "start": .integer(span.lowerBound), "end": .integer(span.upperBound),
      ])
      next = span.upperBound
    }
    addText(to: text.count)
    return components
  }

  private static func tokens(
    _ request: Reader, _ text: [UInt8], _ settings: Settings?
  ) throws(ResponseError) -> JSON {
    let options = try options(request.optional("opts"))
    var finding = try findingOptions(request.optional("opts"))
    if let languageId = try request.optional("languageId")?.string(), request.optional("kind") == nil {
      let path = try request.optional("path")?.string() ?? ""
      finding.path = path
      if let settings, finding.keys == nil {
        let found = settings.finding(in: Text(text), languageId: languageId, path: path, flavor: finding.flavor)
        return document(found, text, options)
      }
      return document(Finder.of(languageId: languageId, path: path, text: Text(text)), text, options, finding)
    }
    let kind = try request.member("kind").string()
    if let finder = Finder.of(kind: kind) { return document(finder, text, options, finder.ofKind(finding)) }
    if let answer = try SourceTokenizing.answer(kind, text, request.optional("opts")) { return answer }
    guard let grammar = Grammar(rawValue: kind) else {
      let near = Spelling.nearest(kind, among: kinds).map { "; did you mean \($0)?" } ?? ""
      throw .invalidParams("unknown kind \(kind)\(near)")
    }
    let reading = grammar.read(text, options)
    var answer = Answer()
    answer.add(reading, of: grammar, text, at: 0, options, field: nil)
    return answer.json(text)
  }

  /// What a document holds, read by its finder.
  private static func document(
    _ finder: Finder, _ text: [UInt8], _ options: ReadingOptions, _ finding: FindingOptions
  ) -> JSON {
    document(finder.find(in: Text(text), finding), text, options)
  }

  private static func document(_ finding: Finding, _ text: [UInt8], _ options: ReadingOptions) -> JSON {
    var answer = Answer()
    let readings = finding.fields.map { field in
      var own = field.options
      own.aliases = options.aliases
      own.max = options.max
      if let caret = options.caret, field.valueRange.lowerBound <= caret, caret <= field.valueRange.upperBound {
        own.caret = caret - field.valueRange.lowerBound
      }
      let value = Array(text[field.valueRange])
      let reading = field.grammar.read(value, own)
      answer.add(reading, of: field.grammar, value, at: field.valueRange.lowerBound, own, field: field.name)
      return reading
    }
    answer.faults += finding.faults
    answer.faults += Finding.duplicates(among: finding.fields, readings) { Array(text[$0.valueRange]) }
    return answer.json(text)
  }

  private static func options(_ reader: Reader?) throws(ResponseError) -> ReadingOptions {
    var options = ReadingOptions()
    guard let reader else { return options }
    options.field = try reader.optional("field")?.string()
    options.max = try reader.optional("max")?.int()
    options.caret = try reader.optional("cursor")?.int()
    if let names = try reader.optional("aliases")?.array() {
      for name in names { options.aliases.insert(try name.string().lowercased()) }
    }
    return options
  }

  private static func findingOptions(_ reader: Reader?) throws(ResponseError) -> FindingOptions {
    var options = FindingOptions()
    guard let reader else { return options }
    if let name = try reader.optional("flavor")?.string() { options.flavor = Flavor(rawValue: name) }
    if let keys = try reader.optional("keys")?.array() {
      var paths: [String] = []
      for key in keys { paths.append(try key.string()) }
      options.keys = paths
    }
    options.hasDefinitions = try reader.optional("definitions")?.bool() ?? false
    return options
  }

  /// Tokens, groups and faults as they are gathered, in bytes of the whole text.
  private struct Answer {
    var tokens: [JSON] = []
    var groups: [JSON] = []
    var faults: [Fault] = []

    mutating func add(
      _ reading: Reading, of grammar: Grammar, _ value: [UInt8], at base: Int, _ options: ReadingOptions, field: String?
    ) {
      for token in reading.tokens {
        var members: [JSON.Member] = [
          JSON.Member(key: "text", value: .string(String(decoding: value[token.range], as: UTF8.self))),
          JSON.Member(key: "display", value: .string(grammar.display(token, in: value))),
          JSON.Member(key: "value", value: .string(grammar.value(token, in: value))),
          JSON.Member(key: "start", value: .integer(token.range.lowerBound + base)),
          JSON.Member(key: "end", value: .integer(token.range.upperBound + base)),
        ]
        if let field { members.append(JSON.Member(key: "field", value: .string(field))) }
        if let number = token.group {
          members.append(JSON.Member(key: "group", value: .string(reading.groups[number].name)))
        }
        members += grammar.traits(token, in: value, reading, options).map(\.member)
        tokens.append(.object(members))
      }
      for group in reading.groups {
        groups.append([
          "name": .string(group.name), "text": .string(String(decoding: value[group.range], as: UTF8.self)),
          "start": .integer(group.range.lowerBound + base), "end": .integer(group.range.upperBound + base),
        ])
      }
      for fault in reading.faults {
        var moved = fault
        moved.range = fault.range.shifted(by: base)
        faults.append(moved)
      }
    }

    func json(_ text: [UInt8]) -> JSON {
      let diagnostics = faults.sorted(by: Fault.isOrdered).map { fault -> JSON in
        [
          "code": .string(fault.rule.rawValue), "start": .integer(fault.range.lowerBound),
          "end": .integer(fault.range.upperBound), "severity": .string(fault.severity.rawValue),
          "message": .string(fault.rule.message(fault, text: String(decoding: text[fault.range], as: UTF8.self))),
        ]
      }
      return ["tokens": .array(tokens), "groups": .array(groups), "diagnostics": .array(diagnostics)]
    }
  }
}

extension Trait {
  /// The trait as a member of a token.
  var member: JSON.Member {
    switch value {
    case .text(let text): JSON.Member(key: name, value: .string(text))
    case .number(let number): JSON.Member(key: name, value: .integer(number))
    case .flag: JSON.Member(key: name, value: true)
    }
  }
}

extension JSON {
  /// The elements of an array; nil for any other value.
  fileprivate var elements: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The bytes from `start` to `end`.
  fileprivate var span: Range<Int>? {
    guard case .integer(let start) = self["start"], case .integer(let end) = self["end"], start <= end else {
      return nil
    }
    return start..<end
  }
}
