import Fields
import Wire

/// From field to field.
extension Session {
  /// Where one goes from a field.
  enum Target: Equatable {
    /// Another field, by its number.
    case field(Int)
    /// A line that holds no tokens, or the body: bytes of the document.
    case place(Int)
  }

  /// The order in which one goes through a document: as the user set it, else that of the text, with the body at last.
  func route(_ document: Document) -> FieldRoute {
    let ids = document.fieldIDs
    var names: [String] = []
    if case .array(let list) = settings["links"], !list.isEmpty {
      for case .string(let name) in list { names.append(name.lowercased()) }
    } else {
      names = ids.map { $0.lowercased() }
      if let subject = document.headerPlace(of: "subject") {
        let behind = document.finding.fields.firstIndex { $0.range.lowerBound > subject } ?? ids.count
        names.insert("subject", at: behind)
      }
      if document.bodyPlace != nil { names.append("body") }
    }
    var links = FieldLinks(names)
    for (id, field) in zip(ids, document.finding.fields) {
      guard let next = settings.field(field.name).text("next"), !next.isEmpty else { continue }
      links.link(id.lowercased(), to: next.lowercased() == "none" ? nil : next.lowercased())
    }
    return FieldRoute(links, ids)
  }

  /// Where one goes from a field; nil where there is nothing that could be entered.
  func neighbour(
    _ direction: EditingOutcome.Direction, of index: Int, in document: Document, _ route: FieldRoute? = nil
  ) -> Target? {
    guard direction != .done else { return nil }
    let route = route ?? self.route(document)
    return route.links.first(
      direction == .next, from: route.ids[index].lowercased(), wraps: settings.flag("wrap")
    ) { target($0, in: document, route) }
  }

  /// What a name of the chain leads to; nil for what is not there or cannot be changed.
  private func target(_ name: String, in document: Document, _ route: FieldRoute) -> Target? {
    if name == "body" { return document.bodyPlace.map { .place($0) } }
    guard let index = route.number(name) else { return document.headerPlace(of: name).map { .place($0) } }
    let field = document.finding.fields[index]
    return field.grammar.isEntered && !policy(field, document).isReadOnly ? .field(index) : nil
  }

  /// The name of the field that one comes to from another; nil where it is none.
  func neighbourName(
    _ direction: EditingOutcome.Direction, of index: Int, in document: Document, _ route: FieldRoute
  ) -> String? {
    switch neighbour(direction, of: index, in: document, route) {
    case .field(let index): route.ids[index]
    case .place(let offset): offset == document.bodyPlace ? "body" : "Subject"
    case nil: nil
    }
  }

  /// Where somebody begins to write: the first field for recipients that has none, else the subject if it is empty.
  private func empty(_ document: Document) -> Target? {
    let fields = document.finding.fields
    let hasRecipients = fields.indices.contains {
      fields[$0].scope == .recipients && !document.readings[$0].tokens.isEmpty
    }
    let wanted = fields.indices.first {
      document.readings[$0].tokens.isEmpty && document.readings[$0].groups.isEmpty
        && (fields[$0].scope != .recipients || !hasRecipients) && fields[$0].name != "Bcc"
        && fields[$0].name != "Reply-To"
        && !policy(fields[$0], document).isReadOnly
    }
    if let wanted { return .field(wanted) }
    guard let subject = document.headerPlace(of: "subject"), document.isEmptyLine(before: subject) else { return nil }
    return .place(subject)
  }

  /// `tokenField/navigate`: leaves the field, with its draft by `onBlur`, and comes into another one.
  func navigate(_ request: ActingRequest) throws(ResponseError) -> ActingResult {
    let document = request.document
    let to = try request.params.member("to").string()
    let target = destination(to, in: document) { neighbour($0, of: request.index, in: document) }
    var result = ActingResult()
    guard let target else {
      if to == "done" {
        result.add(request.editor.leaving(), request.index, document)
        return result
      }
      result.isHandled = false
      result.focus = (request.index, request.editor)
      return result
    }
    leave(&result, from: request.editor, request.index, to: target, in: document, leaves: true)
    return result
  }

  /// Where a word leads: a way, a place or the name of a field; nil where there is nothing.
  private func destination(
    _ to: String, in document: Document, neighbour: (EditingOutcome.Direction) -> Target?
  ) -> Target? {
    switch to {
    case "next": neighbour(.next)
    case "previous": neighbour(.previous)
    case "first": entered(document).first.map { .field($0) }
    case "last": entered(document).last.map { .field($0) }
    case "empty": empty(document)
    case "done": nil
    case "body": document.bodyPlace.map { .place($0) }
    default: document.fieldIndex(named: to).map { .field($0) } ?? document.headerPlace(of: to).map { .place($0) }
    }
  }

  /// The fields that one can come into, in the order of the text.
  private func entered(_ document: Document) -> [Int] {
    document.finding.fields.indices.filter {
      document.finding.fields[$0].grammar.isEntered && !policy(document.finding.fields[$0], document).isReadOnly
    }
  }

  /// Goes to a field from a line that holds no tokens, or from the body.
  ///
  /// - Returns: nothing done where no place is given, and where nothing is there.
  func navigateFromOutside(_ params: Reader, _ document: Document) throws(ResponseError) -> ActingResult {
    var result = ActingResult(.outside)
    guard params.optional("field") == nil, let position = params.optional("position") else { return result }
    let caret = document.text.offset(of: try Self.position(position), client.encoding).offset
    let route = route(document)
    let target = destination(try params.member("to").string(), in: document) { direction in
      let isNext = direction == .next
      let subject = document.headerPlace(of: "subject")
      var name: String?
      if let subject, document.text.line(at: subject) == document.text.line(at: caret) { name = "subject" }
      if let body = document.bodyPlace, caret >= body { name = "body" }
      if let name {
        return route.links.first(isNext, from: name, wraps: settings.flag("wrap")) {
          self.target($0, in: document, route)
        }
      }
      let all = entered(document)
      let found =
        isNext
        ? all.first { document.finding.fields[$0].range.lowerBound > caret }
        : all.last { document.finding.fields[$0].range.upperBound < caret }
      return found.map { .field($0) }
    }
    guard let target else { return result }
    result.reason = nil
    switch target {
    case .field(let index):
      let policy = policy(document.finding.fields[index], document)
      result.add(document.editor(index, caret: nil, policy: policy).entering(), index, document)
    case .place(let offset): result.place = offset
    }
    return result
  }

  /// Leaves one field and goes elsewhere: the end of the one is told before the beginning of the other.
  ///
  /// - Parameters:
  ///   - result: what has been done already.
  ///   - editor: the field that is left.
  ///   - index: its number.
  ///   - target: where one goes.
  ///   - document: the document before any change.
  ///   - leaves: whether the field that is left is as in the document, so that its draft may be dealt with.
  func leave(
    _ result: inout ActingResult, from editor: Editor, _ index: Int, to target: Target, in document: Document,
    leaves: Bool
  ) {
    if target == .field(index) { return result.add(editor.entering(), index, document) }
    let left = editor.leaving()
    if leaves {
      result.add(left, index, document)
      result.left = (index, left.editor)
    } else {
      result.events.append((document.fieldID(index), .didEndEditing))
    }
    switch target {
    case .field(let number):
      let policy = policy(document.finding.fields[number], document)
      result.add(document.editor(number, caret: nil, policy: policy).entering(), number, document)
    case .place(let offset):
      result.place = offset
    }
  }
}

extension Document {
  /// Where the body of a mail begins; nil where no line separates one from the header, and for what is no mail.
  var bodyPlace: Int? {
    guard finder == .mail, finding.frame.upperBound <= text.count, finding.frame.upperBound > 0 else { return nil }
    let line = text.lineCount > 0 ? text.line(at: finding.frame.upperBound) : 0
    guard line > 0, text.lineStart(line) == finding.frame.upperBound else { return nil }
    let before = text.lineRange(line - 1)
    return before.isEmpty || text[before.lowerBound] == UInt8(ascii: "-") ? finding.frame.upperBound : nil
  }

  /// Whether nothing but blanks stands between a header's colon and the end of its line.
  func isEmptyLine(before end: Int) -> Bool {
    let line = text.bytes(text.lineStart(text.line(at: end))..<end)
    return line.last { $0 != Byte.space && $0 != Byte.tab } == UInt8(ascii: ":")
  }

  /// The end of a line of a mail's header that holds no tokens, by its name in any case.
  func headerPlace(of name: String) -> Int? {
    guard finder == .mail else { return nil }
    let wanted = Array(name.lowercased().utf8) + [UInt8(ascii: ":")]
    var line = 0
    while line < text.lineCount, text.lineStart(line) < finding.frame.upperBound {
      let range = text.lineRange(line)
      line += 1
      guard range.count >= wanted.count else { continue }
      let head = text.bytes(range.lowerBound..<range.lowerBound + wanted.count)
      if zip(head, wanted).allSatisfy({ ($0 >= 65 && $0 <= 90 ? $0 | 32 : $0) == $1 }) { return range.upperBound }
    }
    return nil
  }
}
