import Fields
import Host
import LanguageServer
import Wire

extension Shell {
  /// `tokenfield tokenize`: the tokens of a draft or of a value.
  mutating func tokenize(_ arguments: Arguments) throws(Stop) -> Outcome {
    if arguments.has(.jsonl) { return try tokenizeLines(arguments) }
    try arguments.clash(.json, .null)
    try arguments.clash(.kind, .language)
    let kind = try arguments.choice(.kind, of: Tokenizing.kinds)
    var (request, options): ([JSON.Member], [JSON.Member]) = ([], [])
    let settings = try settingsForTexts(arguments)
    if let text = arguments.value(.text) {
      guard arguments.operands.isEmpty else { throw .usage("tokenize: --text and FILE do not go together") }
      request = [
        JSON.Member(key: "text", value: .string(text)),
        JSON.Member(key: "kind", value: .string(kind ?? Grammar.addressList.rawValue)),
      ]
    } else {
      let draft = try draft(arguments.operands.first, arguments)
      request = [JSON.Member(key: "text", value: .string(String(decoding: draft.bytes, as: UTF8.self)))]
      if let kind {
        request.append(JSON.Member(key: "kind", value: .string(kind)))
      } else {
        request.append(JSON.Member(key: "languageId", value: .string(draft.language)))
        request.append(JSON.Member(key: "path", value: .string(draft.path)))
        if let flavor = draft.flavor { options.append(JSON.Member(key: "flavor", value: .string(flavor.rawValue))) }
        remark(on: draft, draft.finding(settings).finding)
      }
    }
    if arguments.has(.valid) { options.append(JSON.Member(key: "valid", value: true)) }
    if !options.isEmpty { request.append(JSON.Member(key: "opts", value: .object(options))) }
    let answer: JSON
    do throws(ResponseError) {
      answer = try Tokenizing.answer(Reader(.object(request), path: "request"), settings)
    } catch {
      throw .failure("tokenize: \(error.message)")
    }
    guard !arguments.has(.json) else {
      print(answer)
      return .well
    }
    guard case .array(let tokens) = answer["tokens"] else { return .well }
    for token in tokens {
      let value = token["value"]?.words ?? ""
      if arguments.has(.null) {
        write(Array(value.utf8) + [0])
      } else {
        print(Plain.row([token["field"]?.words, value, token["display"]?.words ?? ""].compactMap { $0 }))
      }
    }
    return .well
  }

  /// The settings by which the fields of a draft are found; what cannot be used in them is said.
  private mutating func settingsForTexts(_ arguments: Arguments) throws(Stop) -> Settings {
    let (settings, warnings) = try startup(arguments).settings()
    for warning in warnings { complain(warning) }
    return settings
  }

  /// Answers one request a line; exit code 1 when one of them could not be answered.
  private mutating func tokenizeLines(_ arguments: Arguments) throws(Stop) -> Outcome {
    for other in [Option.json, .null, .kind, .text, .language, .valid, .hermetic, .set] {
      try arguments.clash(.jsonl, other)
    }
    let path = arguments.operands.first.flatMap { $0 == "-" ? nil : $0 }
    var outcome = Outcome.well
    var line: [UInt8] = []
    let problem = readParts(path) { part in
      var rest = part
      while let end = rest.firstIndex(of: Byte.lineFeed) {
        line += rest[..<end]
        rest = rest[(end + 1)...]
        if !answer(&line) { outcome = .findings }
      }
      line += rest
      // Whoever keeps the pipe open waits for the answers to what came so far.
      flush()
      return isHeard && line.count <= World.textLimit
    }
    if let problem { throw .failure(problem.text) }
    guard line.count <= World.textLimit else { throw .failure("a line is longer than \(World.textLimit) bytes") }
    if !answer(&line) { outcome = .findings }
    return outcome
  }

  /// Answers one line, but for an empty one, and forgets it; false when it could not be answered.
  private mutating func answer(_ line: inout [UInt8]) -> Bool {
    defer { line.removeAll(keepingCapacity: line.count < 1 << 16) }
    guard isHeard, !line.allSatisfy({ Byte.isBlank($0) || $0 == Byte.carriageReturn }) else { return true }
    let (answer, isAnswered) = Tokenizing.answer(line: line)
    print(answer)
    return isAnswered
  }

  /// `tokenfield fields`: the fields of a draft; exit code 1 when it has none.
  mutating func fields(_ arguments: Arguments) throws(Stop) -> Outcome {
    let draft = try draft(arguments.operands.first, arguments)
    let (text, finding) = draft.finding(try settingsForTexts(arguments))
    var items: [JSON] = []
    for field in finding.fields {
      let count = field.grammar.read(text.bytes(field.valueRange), field.options).tokens.count
      if arguments.has(.json) {
        items.append([
          "name": .string(field.name), "kind": .string(field.grammar.rawValue),
          "start": .integer(field.range.lowerBound), "end": .integer(field.range.upperBound),
          "valueStart": .integer(field.valueRange.lowerBound), "valueEnd": .integer(field.valueRange.upperBound),
          "tokens": .integer(count),
        ])
      } else {
        let place = text.position(of: field.range.lowerBound, .utf8)
        print(Plain.row([field.name, "\(place.line + 1):\(place.character + 1)", String(count)]))
      }
    }
    if arguments.has(.json) { print(JSON.array(items)) }
    remark(on: draft, finding)
    return finding.fields.isEmpty ? .findings : .well
  }
}
