/// Which of several texts are taken, and what is to be said of the others.
struct Choice {
  private let editor: Editor
  private let tokens: [EditedToken]
  /// The first token of each key whose reader made no hash of it.
  private var keys: [String: Int] = [:]
  /// The first token of each hash of a key.
  private var hashes: [Int: Int] = [:]
  private var count: Int
  private(set) var taken: [[UInt8]] = []
  private(set) var words: [TokenText] = []
  private(set) var events: [EditingEvent] = []
  private(set) var reason: Reason?
  /// Tokens that were there already, whom one of the texts meant.
  private(set) var ignored: [String] = []
  private let judge: Judge?

  init(_ editor: Editor, count: Int, except index: Int? = nil) {
    self.editor = editor
    self.count = count
    judge = editor.judge
    tokens = editor.tokens
    for (number, token) in tokens.enumerated() where number != index {
      let hash = token.entry.flatMap { editor.list.keyHash(ofEntry: $0) }
      if let hash {
        if hashes[hash] == nil { hashes[hash] = number }
      } else if let key = editor.key(token), keys[key] == nil {
        keys[key] = number
      }
    }
  }

  /// The token, or the one taken before, that has the same key.
  private func existing(_ key: String, _ hash: Int?) -> Int? {
    if let own = keys[key] { return own }
    guard let hash, let first = hashes[hash] else { return nil }
    if editor.key(tokens[first]) == key { return first }
    // Two keys of one hash: where letters of either case count as others, else hardly ever.
    return tokens.indices.first { editor.key(tokens[$0]) == key }
  }

  mutating func reject(_ text: String, _ why: Reason) {
    events.append(.didReject(text, why))
    reason = why
  }

  /// Takes one entry, to be inserted behind those taken before; false if it stays outside.
  @discardableResult
  mutating func take(_ typed: [UInt8], at index: Int) -> Bool {
    let text = String(decoding: typed, as: UTF8.self)
    guard !editor.list.isOpen(typed) else {
      reject(text, .syntax)
      return false
    }
    let admission = editor.admission(of: typed, .api, judge)
    if let why = admission.reason {
      reject(text, why)
      return false
    }
    let piece = admission.text
    let alone = editor.list.sample(piece)
    let key = editor.policy.duplicate == .allow ? nil : alone.entries.first.flatMap { editor.key($0, alone) }
    if let key, let existing = existing(key, alone.keyHash(ofEntry: 0)) {
      let isNew = existing >= tokens.count
      events.append(.didIgnore(text, .duplicate, existing: isNew ? index + existing - tokens.count : existing))
      reason = .duplicate
      if !isNew { ignored.append(key) }
    } else if let max = editor.policy.max, count >= max {
      events.append(.didReachLimit(max))
      reject(text, .tooMany)
    } else {
      let words = editor.words(ofText: piece)
      if let key { keys[key] = tokens.count + taken.count }
      add(piece, words, at: index)
      return true
    }
    return false
  }

  /// Why a text is not taken by the rules of the field, those that mark only among them.
  func invalidity(of piece: [UInt8]) -> Reason? {
    editor.admission(of: piece, .paste, judge, isStrict: true).reason
  }

  /// Takes an entry whatever is wrong with it, so that its text is not lost.
  mutating func keep(_ piece: [UInt8], at index: Int) {
    add(piece, editor.words(ofText: piece), at: index)
  }

  private mutating func add(_ piece: [UInt8], _ words: TokenText, at index: Int) {
    events.append(.didAdd(words, index: index + taken.count, .api))
    self.words.append(words)
    taken.append(piece)
    count += 1
  }
}
