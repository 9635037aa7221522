import Candidates
import Wire

/// Reading the address books: what the child says of them, and the file in which it keeps what it found.
extension Session {
  /// Takes some of what the child says, which may name a file that holds all the rest.
  mutating func takeBooks(_ bytes: [UInt8]) {
    directory.append(sourceWatch.rest(of: bytes))
    showProgress()
    guard let path = directory.takeOffer() else { return }
    if let opening { effects.append(.forget(opening)) }
    let ask = number()
    opening = ask
    effects.append(.ask(ask, .open(path: path)))
  }

  /// Ends a reading, when the file has been opened that it has named.
  mutating func endBooks(_ problem: String?) {
    indexing = nil
    guard opening == nil else {
      awaitsOpening = true
      return
    }
    endProgress()
    directory.finish(problem: problem)
    useBooks()
    reportSources(isAgain: isReadingAgain)
    watchSources()
  }

  /// Takes the file that was named; the books are read without one if it cannot be used.
  mutating func takeFile(_ answer: Answer) {
    let problem: String?
    switch answer {
    case .opened(let bytes): problem = directory.rest(on: bytes)
    case .ended(let words): problem = words ?? "cannot be opened"
    case .part: return
    }
    opening = nil
    if let problem {
      log(.warning, "index: \(problem)")
      readSources(keeps: false)
    } else if awaitsOpening {
      awaitsOpening = false
      endBooks(nil)
    } else {
      // What was known the last time serves until the child has seen whether it still holds.
      useBooks()
    }
  }

  mutating func useBooks() {
    hasRead = true
    gatherIdentities()
    refreshDocuments()
    answerWaiting()
    suggest()
  }

  /// Has the address books read again, if any are to be read; a reading that is under way is given up.
  ///
  /// - Parameters:
  ///   - isAgain: Whether they are the same, of which a file has changed.
  ///   - keeps: Whether an index file may be used; nil for what the session was started with.
  /// - Returns: Whether none are to be read, so that documents have been refreshed already.
  @discardableResult
  mutating func readSources(isAgain: Bool = false, keeps: Bool? = nil) -> Bool {
    for ask in [indexing, opening] { if let ask { effects.append(.forget(ask)) } }
    (indexing, opening, awaitsOpening) = (nil, nil, false)
    endProgress()
    isReadingAgain = isAgain
    beginWatch()
    var request = IndexRequest(settings)
    request.isAgain = isAgain
    request.keeps = keeps ?? startup.keepsIndex
    directory.begin()
    guard !request.isEmpty else {
      hasRead = true
      directory.finish(problem: nil)
      gatherIdentities()
      refreshDocuments()
      answerWaiting()
      return true
    }
    indexing = askChild(request.json)
    return false
  }
}
