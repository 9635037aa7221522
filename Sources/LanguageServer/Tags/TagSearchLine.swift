import Fields
import Wire

/// The lines by which the child that looks for a tag tells the daemon what it found: one JSON object each.
///
/// `{"file":PATH,"places":[[l,c,l,c,DEFINES]…],"edits":[[l,c,l,c,TEXT]…],"fields":[NAME…],"merged":N,"holdsNew":BOOL}`, for
/// a file with many places several of them, with `"says":true`, `"becomes":PATH` or `"stays":REASON` for its name;
/// `{"refused":PATH,"line":N,"name":…,"syntax":…,"near":…}`,
/// `{"skipped":PATH,"reason":…}`, `{"ended":{"notes":N,"skipped":N,"isCut":BOOL}}`.
enum TagSearchLine {
  /// So many places or edits stand on one line.
  private static let most = 500

  /// What is said of a file.
  ///
  /// - Returns: the lines; and why its places cannot be told, where that is so.
  static func lines(
    _ path: String, _ bytes: [UInt8], _ hits: TagHits, _ encoding: PositionEncoding
  ) -> (lines: [JSON], reason: String?) {
    if !hits.places.isEmpty, let reason = reason(bytes) { return ([skipped(path, reason)], reason) }
    var cursor = PositionCursor(Text(bytes), encoding)
    func numbers(_ range: Range<Int>) -> [JSON] {
      let (start, end) = (cursor.position(of: range.lowerBound), cursor.position(of: range.upperBound))
      return [start.line, start.character, end.line, end.character].map { .integer($0) }
    }
    var lines: [JSON] = hits.refused.prefix(20).map { refusal in
      [
        "refused": .string(path), "line": .integer(cursor.position(of: refusal.range.lowerBound).line),
        "name": .string(refusal.name), "syntax": .string(refusal.syntax),
        "near": refusal.near.map { JSON.string($0) } ?? JSON.null,
      ]
    }
    let places = hits.places.map { JSON.array(numbers($0.range) + [.bool($0.isDefinition)]) }
    let edits = hits.changes.map {
      JSON.array(numbers($0.range) + [.string(String(decoding: $0.text, as: UTF8.self))])
    }
    for start in stride(from: 0, to: max(places.count, edits.count, 1), by: most) {
      let isFirst = start == 0
      let members: [JSON.Member] = [
        JSON.Member(key: "file", value: .string(path)),
        JSON.Member(key: "places", value: .array(Array(places.dropFirst(start).prefix(most)))),
        JSON.Member(key: "edits", value: .array(Array(edits.dropFirst(start).prefix(most)))),
        JSON.Member(key: "fields", value: .array(isFirst ? hits.fields.sorted().map { .string($0) } : [])),
        JSON.Member(key: "merged", value: .integer(isFirst ? hits.merged : 0)),
        JSON.Member(key: "holdsNew", value: .bool(hits.holdsNew)),
      ]
      lines.append(.object(members + (isFirst ? hits.name.members : [])))
    }
    return (lines, nil)
  }

  /// Why an editor would count places in a file otherwise than is done here; nil if it would not.
  private static func reason(_ bytes: [UInt8]) -> String? {
    let isMac = bytes.indices.contains { $0 + 1 < bytes.count && bytes[$0] == 13 && bytes[$0 + 1] != 10 }
    return isMac ? "has line ends of CR alone" : nil
  }

  static func skipped(_ path: String, _ reason: String) -> JSON {
    ["skipped": .string(path), "reason": .string(reason)]
  }

  static func ended(notes: Int, skipped: Int, isCut: Bool) -> JSON {
    ["ended": ["notes": .integer(notes), "skipped": .integer(skipped), "isCut": .bool(isCut)]]
  }
}

extension NameHit {
  /// What is said of a name beside the file.
  fileprivate var members: [JSON.Member] {
    switch self {
    case .none: []
    case .says: [JSON.Member(key: "says", value: true)]
    case .becomes(let path): [JSON.Member(key: "becomes", value: .string(path))]
    case .stays(let reason): [JSON.Member(key: "stays", value: .string(reason))]
    }
  }

  /// Reads what is said of a name; nil where nothing is.
  fileprivate init?(_ line: JSON) {
    if let path = line["becomes"]?.string {
      self = .becomes(path)
    } else if let reason = line["stays"]?.string {
      self = .stays(reason)
    } else if line["says"] == .bool(true) {
      self = .says
    } else {
      return nil
    }
  }
}

/// What has come of a search of files.
struct TagFindings: Sendable {
  /// One file.
  struct File: Sendable {
    /// Places and edits as a client reads them.
    var places: [(range: JSON, isDefinition: Bool)] = []
    var edits: [(range: JSON, text: String)] = []
    var fields: [String] = []
    var merged = 0
    var holdsNew = false
    /// What the name of the file has to do with the tag.
    var name = NameHit.none
  }

  /// A place that cannot hold the new name.
  struct Refusal: Equatable, Sendable {
    var path: String
    /// The line, from 0.
    var line: Int
    var name: String
    var syntax: String
    var near: String?
  }

  /// By path.
  var files: [String: File] = [:]
  var refused: [Refusal] = []
  /// The first that were left out, and the number of all.
  var skipped: [(path: String, reason: String)] = []
  var skippedCount = 0
  var isCut = false
  /// Whether the child has said that it came to its end.
  var isWhole = false
  private var stream = LineStream(limit: TagStream.limit)

  /// Takes some bytes of what a child says, cut anywhere; lines that are none are passed over.
  mutating func append(_ part: [UInt8]) {
    for line in stream.lines(endedBy: part) {
      if let json = try? JSON.parse(line) { take(json) }
    }
  }

  private mutating func take(_ line: JSON) {
    if let path = line["file"]?.string {
      var file = files.removeValue(forKey: path) ?? File()
      for place in line["places"]?.elements ?? [] {
        guard let range = Self.range(place) else { continue }
        file.places.append((range, place.elements.last == .bool(true)))
      }
      for edit in line["edits"]?.elements ?? [] {
        guard let range = Self.range(edit), let text = edit.elements.last?.string else { continue }
        file.edits.append((range, text))
      }
      file.fields += (line["fields"]?.elements ?? []).compactMap(\.string)
      file.merged += line["merged"]?.whole ?? 0
      file.holdsNew = line["holdsNew"] == .bool(true)
      if let hit = NameHit(line) { file.name = hit }
      files[path] = file
    } else if let path = line["refused"]?.string, let name = line["name"]?.string {
      refused.append(
        Refusal(
          path: path, line: line["line"]?.whole ?? 0, name: name, syntax: line["syntax"]?.string ?? "",
          near: line["near"]?.string))
    } else if let path = line["skipped"]?.string {
      if skipped.count < 20 { skipped.append((path, line["reason"]?.string ?? "")) }
    } else if let end = line["ended"] {
      (skippedCount, isCut, isWhole) = (end["skipped"]?.whole ?? 0, end["isCut"] == .bool(true), true)
    }
  }

  private static func range(_ place: JSON) -> JSON? {
    let numbers = place.elements.prefix(4).compactMap(\.whole)
    guard numbers.count == 4 else { return nil }
    func position(_ first: Int) -> JSON {
      ["line": .integer(numbers[first]), "character": .integer(numbers[first + 1])]
    }
    return ["start": position(0), "end": position(2)]
  }
}

extension JSON {
  /// The elements of an array; none for any other value.
  fileprivate var elements: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
