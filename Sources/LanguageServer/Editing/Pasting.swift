import Candidates
import Fields
import Wire

/// Pasted texts of other makes: links that name recipients (RFC 6068) and cards of people (RFC 6350).
extension Session {
  /// The most text that is looked at for cards, in bytes.
  private static let mostCards = 1 << 20
  /// The most that a link may name, in bytes; no program follows one that is longer.
  private static let longestLink = 1 << 13

  /// Pastes the recipients of a link where they belong, or the people of cards.
  ///
  /// - Returns: nil for any other text; a refusal where it cannot be done whole, since a link that is torn at its commas
  ///   would put people where they do not belong.
  func pastingPeople(_ request: ActingRequest) throws(ResponseError) -> ActingResult? {
    guard request.method == .paste else { return nil }
    if request.editor.grammar == .attachments, try request.params.member("text").string().contains(where: \.isNewline) {
      // The second file would be the description of the first.
      var result = ActingResult(.tooMany)
      result.focus = (request.index, request.editor)
      return result
    }
    guard request.editor.grammar == .addressList else { return nil }
    let text = try request.params.member("text").string()
    if text.utf8.count <= Self.mostCards, text.uppercased().contains("BEGIN:VCARD") {
      guard let people = Self.people(ofCards: text) else { return refused(.syntax, request) }
      return pasted(request.editor.pasting(people), request)
    }
    guard let link = MailtoLink(text) else { return MailtoLink.isLink(text) ? refused(.syntax, request) : nil }
    return pasting(link, request) ?? refused(.notAllowed, request)
  }

  private func refused(_ reason: Reason, _ request: ActingRequest) -> ActingResult {
    var result = ActingResult(reason)
    result.focus = (request.index, request.editor)
    return result
  }

  /// The people of cards as an address list, each with the address that the card prefers; nil where there are none.
  private static func people(ofCards text: String) -> String? {
    guard isCardsOnly(text) else { return nil }
    let flat = text.replacing("\r\n", with: "\n").replacing("\n ", with: "").replacing("\n\t", with: "")
    let records = SourceFormat.vcard.read(Array(text.utf8), mailboxes: Mailboxes.read).records
    var people: [Record] = []
    for record in records where record.kind == .person {
      // Of an address that is broken a part may be one: of somebody else.
      guard isWhole(record.address, in: flat) else { return nil }
      guard let last = people.last, last.name == record.name, last.others.contains(record.address) else {
        people.append(record)
        continue
      }
      // Lower is better, and nothing said is worst.
      func rank(_ record: Record) -> Int { record.preference == 0 ? Int.max : record.preference }
      if rank(record) < rank(last) { people[people.count - 1] = record }
    }
    if people.isEmpty { return nil }
    // A comma at the end: these are whole, and nobody goes on typing in them.
    return people.map { Grammar.addressList.spell(name: $0.name, value: $0.address) + ", " }.joined()
  }

  /// Whether nothing stands before, between and behind the cards.
  private static func isCardsOnly(_ text: String) -> Bool {
    var isIn = false
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.filter { !$0.isWhitespace }.uppercased()
      if words == "BEGIN:VCARD" {
        isIn = true
      } else if !isIn, !words.isEmpty {
        return false
      } else if words == "END:VCARD" {
        isIn = false
      }
    }
    return true
  }

  /// Whether an address is all of a value, or stands in brackets.
  private static func isWhole(_ address: String, in text: String) -> Bool {
    text.ranges(of: address).contains { range in
      let before = range.lowerBound == text.startIndex ? nil : text[..<range.lowerBound].last
      let after = text[range.upperBound...].first
      return before == "<" ? after == ">" : before == ":" && (after.map { $0.isNewline || $0 == " " } ?? true)
    }
  }

  private func pasting(_ link: MailtoLink, _ request: ActingRequest) -> ActingResult? {
    let document = request.document
    let own = document.finding.fields[request.index].name
    var main = [link.to]
    var others: [(name: String, list: String)] = []
    for (name, list) in [("Cc", link.cc), ("Bcc", link.bcc)] where !list.isEmpty {
      if name == own { main.append(list) } else { others.append((name, list)) }
    }
    if main.joined(separator: ",").utf8.count + others.reduce(0, { $0 + $1.list.utf8.count }) > Self.longestLink {
      return nil
    }
    // With nobody beside it an address is typed, as any other that is pasted.
    let text = main.filter { !$0.isEmpty }.joined(separator: ", ")
    let pasted = text.isEmpty ? nil : request.editor.pasting(others.isEmpty ? text : text + ", ")
    if let pasted, !pasted.isHandled || pasted.changes.isEmpty {
      return others.isEmpty ? self.pasted(pasted, request) : nil
    }
    var beside = ActingResult()
    var added: [String] = []
    for (name, list) in others {
      guard let pieces = add(list, toField: name, in: request, to: &beside) else { return nil }
      added += pieces.map { "\($0) to \(name)" }
    }
    var result = ActingResult()
    result.focus = (request.index, request.editor)
    if let pasted { result.add(pasted, request.index, document) }
    result.take(beside)
    if !added.isEmpty {
      let words = "Added " + added.joined(separator: ", ")
      result.announcement = result.announcement.map { "\($0); \(words)" } ?? words
    }
    return result
  }

  private func pasted(_ outcome: EditingOutcome, _ request: ActingRequest) -> ActingResult {
    var result = ActingResult()
    result.add(outcome, request.index, request.document)
    return result
  }

  /// Adds the people of an address list to a field, which is written behind this one if it is not there.
  ///
  /// - Returns: who was added; nil where that cannot be done, or somebody would not be what the list says.
  private func add(
    _ list: String, toField name: String, in request: ActingRequest, to result: inout ActingResult
  ) -> [String]? {
    let document = request.document
    let people = EntryList([Byte.space] + Array(list.utf8), .addressList, ReadingOptions())
    guard !people.entries.isEmpty, people.entries.indices.allSatisfy({ people.isValid(Array(people.text($0))) }) else {
      return nil
    }
    let texts = people.entries.indices.map { String(decoding: people.text($0), as: UTF8.self) }
    if let target = document.fieldIndex(named: name) {
      let editor = document.editor(target, caret: nil, policy: policy(document.finding.fields[target], document))
      let outcome = editor.adding(texts)
      // Somebody who is there already need not be added.
      guard outcome.reason == nil || outcome.reason == .duplicate else { return nil }
      result.add(outcome, target, document)
      result.reason = nil
      return outcome.changes.isEmpty ? [] : texts
    }
    guard let written = write(texts, asField: name, behind: request.index, in: document, to: &result) else {
      return nil
    }
    return written ? texts : nil
  }

  /// Writes a field with entries behind another one.
  ///
  /// - Returns: false where the entries would not be read as they are given; nil for a field that is none.
  func write(
    _ texts: [String], asField name: String, behind index: Int, in document: Document, to result: inout ActingResult
  ) -> Bool? {
    let behind = document.finding.fields[index]
    // A field that is left alone may stand there all the same.
    guard let row = MailField.named(name), row.grammar == behind.grammar, !document.context.isDisabled(row.name),
      !settings.field(row.name).flag("readOnly"), texts.count <= settings.field(row.name).limit ?? .max
    else { return nil }
    let entries = texts.joined(separator: ", ")
    let written = Editor([Byte.space] + Array(entries.utf8), row.grammar)
    guard written.tokens.count == texts.count else { return false }
    let end = behind.range.upperBound
    let line = Array((document.lineEnd(at: end) + row.name + ": " + entries).utf8)
    if let same = result.changes.firstIndex(where: { $0.range == end..<end }) {
      result.changes[same].text += line
    } else {
      result.changes.append(Change(end..<end, line))
    }
    for (number, token) in written.tokens.enumerated() {
      result.events.append((row.name, .didAdd(written.words(token), index: number, .api)))
    }
    result.created.append((row.name, written))
    return true
  }
}

extension Document {
  /// How a line ends whose text ends at a place.
  func lineEnd(at offset: Int) -> String {
    text.count > offset && text[offset] == Byte.carriageReturn ? "\r\n" : "\n"
  }
}

extension ActingResult {
  /// Takes what has been done in other fields; what is written at the end of this one stands behind its own changes.
  fileprivate mutating func take(_ other: ActingResult) {
    for change in other.changes {
      let own = changes.firstIndex { $0.range.upperBound == change.range.lowerBound && change.range.isEmpty }
      if let own { changes[own].text += change.text } else { changes.append(change) }
    }
    events += other.events
    created += other.created
    fields.merge(other.fields) { own, _ in own }
  }
}
