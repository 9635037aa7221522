import Wire

/// A request that has not been answered yet.
struct Held: Sendable {
  var id: RequestID
  var method: String
  var params: JSON?
  /// How many changes of its document stood before it, of those that came with it.
  var changes = 0
}

/// What has arrived and waits to be acted on, in the order in which it came.
struct Queue: Sendable {
  /// One message.
  enum Item: Sendable {
    /// A request, and whether a change of its document stands behind it.
    case request(Held, isFollowed: Bool)
    case notification(NotificationMethod, JSON?)
    /// A message that cannot be read and is answered all the same.
    case refusal(Refusal)
    /// A request that was taken back.
    case nothing
  }

  private var items: [Item] = []
  private var first = 0
  /// How many changes of each document have come since nothing waited.
  private var changes: [String: Int] = [:]

  /// Whether nothing waits.
  var isEmpty: Bool { first == items.count }

  /// Puts a message at the end.
  mutating func append(_ item: Item) {
    switch item {
    case .request(var request, let isFollowed):
      if let uri = Self.uri(request.params) { request.changes = changes[uri, default: 0] }
      items.append(.request(request, isFollowed: isFollowed))
    case .notification(.didChange, let params):
      if let uri = Self.uri(params) { changes[uri, default: 0] += 1 }
      items.append(item)
    default: items.append(item)
    }
  }

  /// Takes the first message out; nil when nothing waits.
  mutating func next() -> Item? {
    guard first < items.count else { return nil }
    var item = items[first]
    items[first] = .nothing
    first += 1
    if case .request(let request, _) = item, let uri = Self.uri(request.params) {
      item = .request(request, isFollowed: changes[uri, default: 0] > request.changes)
    }
    if first == items.count { self = Queue() }
    return item
  }

  /// Whether the next message is a change of this document.
  func goesOn(changing uri: String?) -> Bool {
    guard let uri, first < items.count, case .notification(.didChange, let params) = items[first] else { return false }
    return Self.uri(params) == uri
  }

  /// Takes a request back; whether there was one of this id.
  mutating func remove(_ id: RequestID) -> Bool {
    // Clients take back what they asked last.
    let place = items[first...].lastIndex { if case .request(let request, _) = $0 { request.id == id } else { false } }
    guard let place else { return false }
    items[place] = .nothing
    return true
  }

  /// Whether a request for this is among those that wait.
  func holds(_ method: RequestMethod) -> Bool {
    items[first...].contains {
      if case .request(let request, _) = $0 { request.method == method.rawValue } else { false }
    }
  }

  /// The document that parameters name.
  static func uri(_ params: JSON?) -> String? {
    params?["textDocument"]?["uri"]?.string
  }
}
