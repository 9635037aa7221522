import Fields
import Wire

/// Files that a draft attaches (`Attach:` of mutt): looked for by a child, marked where they are not there, completed.
extension Session {
  /// Has the files looked for that a document names, and the folders in which one is typing.
  ///
  /// - Parameters:
  ///   - uri: the document.
  ///   - isAnew: whether what is known may be old: the document was saved, or is to be sent.
  mutating func lookForFiles(_ uri: String, isAnew: Bool = false) {
    guard let document = documents[uri], !document.finding.isReceived else { return }
    let paths = document.attachedPaths
    if paths.isEmpty, document.files.isEmpty { return }
    for path in paths where AttachedPath(path).isPlain {
      if !path.isEmpty { files.want(path, isAnew: isAnew) }
      files.want(folder: AttachedPath(path).folder, isAnew: isAnew)
    }
    takeFiles(uri)
    askForFiles()
  }

  private mutating func askForFiles() {
    guard let request = files.ask() else { return }
    looking = askChild(request.json)
  }

  /// Takes what the child says.
  mutating func takeFiles(_ answer: Answer) {
    switch answer {
    case .part(let bytes): files.append(bytes)
    case .opened: break
    case .ended(let problem):
      looking = nil
      if let problem { log(.warning, "files: \(problem)") }
      files.finish()
      for uri in documents.keys.sorted() { takeFiles(uri) }
      suggest()
      askForFiles()
    }
  }

  /// Tells a document what is known of its files, and draws it anew if that is something else.
  private mutating func takeFiles(_ uri: String) {
    guard let document = documents[uri] else { return }
    var known: [String: FileLook?] = [:]
    for path in document.attachedPaths where !path.isEmpty && AttachedPath(path).isPlain {
      known.updateValue(files.looks[path], forKey: path)
    }
    guard known != document.files else { return }
    documents[uri]?.files = known
    documents[uri]?.drawn?.isStale = true
    show(uri)
  }

  /// The files for the path at a place; an empty list while the folder is not known.
  ///
  /// - Returns: nil where no path is typed.
  mutating func completeFile(
    _ index: Int, _ caret: Int, in document: Document
  ) -> (items: [JSON], offers: [DocumentEditing.Offer])? {
    let field = document.finding.fields[index]
    let base = field.valueRange.lowerBound
    let value = document.value(field)
    guard field.grammar == .attachments, !document.finding.isReceived,
      let fragment = field.grammar.fragment(in: value, caret: caret - base, field.options)
    else { return nil }
    let path = AttachedPath(fragment.query)
    guard path.isPlain else { return ([], []) }
    // A folder that one comes into is looked at anew.
    files.want(folder: path.folder, isAnew: path.name.isEmpty)
    askForFiles()
    let place = Place(document: document, index: index, value: value, fragment: fragment, caret: caret, base: base)
    let frame = Frame(place, self)
    let typed = path.name.lowercased()
    var (items, offers): ([JSON], [DocumentEditing.Offer]) = ([], [])
    for entry in files.folders[path.folder] ?? [] where items.count < settings.number("completion.limit") {
      guard entry.name.lowercased().hasPrefix(typed), !entry.name.hasPrefix(".") || typed.hasPrefix(".") else {
        continue
      }
      let spelled = field.grammar.spell(name: "", value: path.start + entry.name + (entry.isFolder ? "/" : ""))
      guard !spelled.isEmpty else { continue }
      let written = frame.before + spelled + frame.after
      let members: [JSON.Member] = [
        JSON.Member(key: "label", value: .string(entry.name + (entry.isFolder ? "/" : ""))),
        JSON.Member(key: "kind", value: entry.isFolder ? 19 : 17),
        JSON.Member(key: "detail", value: .string(path.folder)),
        JSON.Member(key: "sortText", value: .string(Self.padded(items.count))),
        JSON.Member(key: "filterText", value: .string(frame.filterText)),
      ]
      items.append(.object(members + edit(frame.range, written)))
      offers.append(.init(range: place.range, text: Array(written.utf8), spelled: spelled))
    }
    return (items, offers)
  }
}

/// A path in parts.
private struct AttachedPath {
  /// What stands before the last part, as typed.
  var start: String
  /// The last part.
  var name: String
  private let first: Character?

  init(_ path: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    name = parts.last.map(String.init) ?? ""
    start = String(path.dropLast(name.count))
    first = path.first
  }

  /// The folder, as a child looks for it.
  var folder: String { start.isEmpty ? "." : start }

  /// Whether the path names a file by itself: mutt puts others for `=`, `+` and such at its start.
  var isPlain: Bool { first.map { !"=+!<>^&-@$`%".contains($0) } ?? true }
}

extension Document {
  /// The paths that fields of attachments hold, in the order of the text.
  fileprivate var attachedPaths: [String] {
    finding.fields.indices.filter { finding.fields[$0].grammar == .attachments }.map { index in
      let value = value(finding.fields[index])
      return readings[index].tokens.first.map { Grammar.attachments.value($0, in: value) } ?? ""
    }
  }

  /// What is wrong with the files that a field names, in bytes of its value.
  func fileFaults(ofField index: Int) -> [Fault] {
    let field = finding.fields[index]
    guard field.grammar == .attachments, !files.isEmpty, let token = readings[index].tokens.first,
      let look = files[field.grammar.value(token, in: value(field))], let look
    else { return [] }
    let range = token.content ?? token.range
    // What is being typed may become a file yet.
    if let caret, token.range.shifted(by: field.valueRange.lowerBound).touches(caret) { return [] }
    switch look {
    case .file: return []
    case .folder: return [Fault(.missingFile, range, detail: "a folder is there")]
    case .nothing: return [Fault(.missingFile, range)]
    }
  }

  /// Whether it is being found out whether the file of a field is there.
  func isPendingFile(_ index: Int) -> Bool {
    let field = finding.fields[index]
    guard field.grammar == .attachments, let token = readings[index].tokens.first,
      let known = files[field.grammar.value(token, in: value(field))]
    else { return false }
    return known == nil
  }

  /// Takes what is known of the files that are named, for a check without a session.
  mutating func look(for looking: (String) -> FileLook) {
    for path in attachedPaths where !path.isEmpty && AttachedPath(path).isPlain { files[path] = looking(path) }
  }
}
