import Candidates
import Wire

// LSP 3.17, "Work Done Progress":
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#workDoneProgress

/// What a client is shown while address books are read, where that takes long.
struct BookProgress: Sendable {
  /// The name under which it is shown, and the request that makes it known, until that is answered.
  var token: String?
  var creating: RequestID?
  /// Whether the client has been told of its beginning.
  var isShown = false
  /// How far reading has come.
  var last: Directory.Progress?
}

extension Session {
  /// Shows how far the child has come, if it has said so: it does where reading takes long.
  mutating func showProgress() {
    guard client.showsProgress, let progress = directory.takeProgress() else { return }
    bookProgress.last = progress
    guard let token = bookProgress.token else {
      let number = number()
      let token = "tokenfield/books/\(number)"
      (bookProgress.token, bookProgress.creating) = (token, .integer(number))
      return send(
        .request(
          id: .integer(number), method: AskedMethod.createProgress.rawValue, params: ["token": .string(token)]))
    }
    if bookProgress.isShown { tell(token, [JSON.Member(key: "kind", value: "report")] + words(progress)) }
  }

  /// Takes the answer to the request for a place to show it; false for any other answer.
  mutating func takeProgress(_ id: RequestID?, _ error: ResponseError?) -> Bool {
    guard let id, id == bookProgress.creating, let token = bookProgress.token else { return false }
    bookProgress.creating = nil
    guard error == nil, let last = bookProgress.last else { return true }
    bookProgress.isShown = true
    tell(
      token,
      [
        JSON.Member(key: "kind", value: "begin"), JSON.Member(key: "title", value: "Reading address books"),
        JSON.Member(key: "cancellable", value: true),
      ] + words(last))
    return true
  }

  /// Ends what is shown, if anything is.
  mutating func endProgress() {
    if bookProgress.isShown, let token = bookProgress.token { tell(token, [JSON.Member(key: "kind", value: "end")]) }
    bookProgress = BookProgress()
  }

  /// Gives up reading when the user has had enough of it; what was known before stays.
  mutating func cancelProgress(_ token: JSON?) {
    guard bookProgress.isShown, let own = bookProgress.token, token == .string(own) else { return }
    for ask in [indexing, opening] { if let ask { effects.append(.forget(ask)) } }
    (indexing, opening, awaitsOpening) = (nil, nil, false)
    endProgress()
    directory.finish(problem: "reading was cancelled")
    useBooks()
    log(.info, "address books: reading was cancelled")
  }

  private func words(_ progress: Directory.Progress) -> [JSON.Member] {
    [
      JSON.Member(key: "message", value: .string(progress.path)),
      JSON.Member(
        key: "percentage", value: .integer(min(100, max(0, progress.number - 1) * 100 / max(progress.count, 1)))),
    ]
  }

  /// What waits to be written is replaced, but for the beginning and the end.
  private mutating func tell(_ token: String, _ value: [JSON.Member]) {
    let isReport = value.first?.value == "report"
    notify(.progress, ["token": .string(token), "value": .object(value)], slot: isReport ? token : nil)
  }
}
