import Fields
package import Wire

/// The tags that a project says may be used, with other words for them.
package struct TagList: Hashable, Sendable {
  /// The file that says it.
  package private(set) var path: String
  /// The tags in the order of the file, each once.
  package private(set) var tags: [String] = []
  /// Other words, each with the tag that is meant.
  package private(set) var synonyms: [(word: String, tag: String)] = []
  /// Why the file, or a part of it, cannot be read; nil when all is well.
  ///
  /// Otherwise nobody knows what is missing, and no tag is unknown.
  package private(set) var problem: String?
  private var places: [String: Int] = [:]
  private var meanings: [String: String] = [:]

  /// How many tags and other words are taken; no list that somebody keeps has as many.
  private static let most = 100_000

  /// A list without tags.
  package init(path: String) { self.path = path }

  /// Whether two lists say the same.
  package static func == (one: TagList, other: TagList) -> Bool {
    one.path == other.path && one.tags == other.tags && one.problem == other.problem
      && one.synonyms.elementsEqual(other.synonyms) { $0 == $1 }
  }

  /// Hashes what tells lists apart for the most part.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(path)
    hasher.combine(tags)
  }

  /// Adds a tag; what cannot be one is left out.
  mutating func add(_ text: String) {
    guard let name = TagName(text), places[name.key] == nil else { return }
    guard tags.count < Self.most else { return fail("more than \(Self.most) tags") }
    places[name.key] = tags.count
    tags.append(name.text)
  }

  /// Adds another word for a tag.
  mutating func add(synonym word: String, of tag: String) {
    guard let word = TagName(word), let tag = TagName(tag), meanings[word.key] == nil else { return }
    guard synonyms.count < Self.most else { return fail("more than \(Self.most) other words") }
    meanings[word.key] = tag.text
    synonyms.append((word.text, tag.text))
  }

  /// Says why a part cannot be read; the first reason stays.
  mutating func fail(_ reason: String) { problem = problem ?? reason }

  // MARK: Asking

  /// How the list spells a tag, whatever its case; nil for one that it does not have.
  func spelling(of text: String) -> String? {
    TagName(text).flatMap { places[$0.key] }.map { tags[$0] }
  }

  /// The tag that another word stands for; nil for a tag of the list itself, and for what it does not know.
  func meaning(of text: String) -> String? {
    guard let name = TagName(text), places[name.key] == nil else { return nil }
    return meanings[name.key]
  }

  /// The tag that is one slip away: a letter left out, put in, taken for another, or two in the wrong order.
  ///
  /// - Returns: nil for words of less than four letters, of which another one is near to nearly each.
  func nearest(to text: String) -> String? {
    guard let name = TagName(text), name.key.unicodeScalars.count > 3 else { return nil }
    let key = Array(name.key.unicodeScalars)
    return tags.first { Slip.isOne(key, Array(Identity.fold($0).unicodeScalars)) }
  }

  // MARK: Between processes

  /// The list on one line.
  package var json: JSON {
    let pairs = synonyms.map { JSON.array([.string($0.word), .string($0.tag)]) }
    return [
      "list", .string(path), .array(tags.map { .string($0) }), .array(pairs), problem.map { .string($0) } ?? .null,
    ]
  }

  /// Reads such a line; nil for one that is none.
  init?(_ json: JSON) {
    guard case .array(let parts) = json, parts.count == 5, parts[0] == "list", let path = parts[1].string,
      case .array(let tags) = parts[2], case .array(let pairs) = parts[3]
    else { return nil }
    self.init(path: path)
    for tag in tags.compactMap(\.string) { add(tag) }
    for case .array(let pair) in pairs where pair.count == 2 {
      if let word = pair[0].string, let tag = pair[1].string { add(synonym: word, of: tag) }
    }
    problem = parts[4].string
  }
}

/// Words that differ by one slip.
enum Slip {
  /// Whether one word becomes the other by one letter that is left out, put in or changed, or by two that change places.
  static func isOne(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
    guard abs(one.count - other.count) <= 1, one != other else { return false }
    let start = zip(one, other).prefix { $0 == $1 }.count
    let (left, right) = (one[start...], other[start...])
    if left.count != right.count {
      return left.count > right.count ? left.dropFirst().elementsEqual(right) : left.elementsEqual(right.dropFirst())
    }
    if left.dropFirst().elementsEqual(right.dropFirst()) { return true }
    return left.count > 1 && left[start] == right[start + 1] && left[start + 1] == right[start]
      && left.dropFirst(2).elementsEqual(right.dropFirst(2))
  }
}
