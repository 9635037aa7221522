package import Fields

/// Looks through folders for a tag: what a child does for an editor, and `tokenfield rename` by itself.
package struct TagSearch {
  /// What comes of it, file by file.
  package enum Found {
    /// A file that holds the tag or the new one, with its bytes.
    case file(String, [UInt8], TagHits)
    /// Something that was left out, and why.
    case skipped(String, reason: String)
  }

  private let request: TagRequest
  private let world: TagScan.World
  private let query: TagQuery
  /// What fields are not looked at.
  private let context: ReadingContext
  /// Whether bytes before the text count: an editor shows a file without its byte order mark.
  private let dropsMark: Bool
  /// Files without links that are not looked at.
  private let except: Set<String>
  private var seen: Set<String> = []
  /// Other names, which are links, of files that hold the tag: by the path without links.
  package private(set) var links: [String: [String]] = [:]

  /// How many files were read and left out, and whether there were more than may be read.
  package private(set) var (notes, skipped, isCut) = (0, 0, false)

  /// A search through folders for the command line; nil for a kind of tags that there is none of.
  ///
  /// - Parameters:
  ///   - tag: the tag.
  ///   - name: what it is to be called.
  ///   - field: `tags`, `categories`, `keywords`, or the name or source of a field that the user has described.
  ///   - request: the folders and the limits.
  ///   - settings: which fields are left alone.
  ///   - world: the machine.
  package init?(
    _ tag: TagName, to name: TagName, of field: String = "tags", _ request: TagRequest, _ settings: Settings,
    in world: TagScan.World
  ) {
    let own = settings.describedFields.filter { !$0.holdsPeople }
    let sources = own.map { $0.syntax.vocabulary.isEmpty ? $0.name.lowercased() : $0.syntax.vocabulary }
    let known = TagVocabulary(name: field.lowercased()).flatMap { $0.isSearched ? $0 : nil }
    let described = sources.contains(field.lowercased()) ? TagVocabulary.named(field.lowercased()) : nil
    guard let kind = known ?? described else { return nil }
    self.init(TagQuery(tag: tag, name: name, kind: kind), request, settings.readingContext, in: world)
  }

  init(
    _ query: TagQuery, _ request: TagRequest, _ context: ReadingContext, in world: TagScan.World,
    except: [String] = [], dropsMark: Bool = false
  ) {
    (self.query, self.request, self.world, self.context) = (query, request, world, context)
    (self.except, self.dropsMark) = (Set(except.map(world.real)), dropsMark)
  }

  /// Looks through the folders.
  ///
  /// - Parameter take: takes what is found; false ends the work.
  /// - Returns: whether the work came to its end.
  package mutating func run(_ take: (Found) -> Bool) -> Bool {
    let sieve = TagSieve([query.tag] + (query.isMerging ? [query.name].compactMap { $0 } : []))
    let request = request
    var walk = TagWalk(request, in: world, finder: { request.finder($0, Finder.ofTags(path:)) })
    let isWhole = walk.run { found in
      switch found {
      case .folder: return true
      case .skipped(let path, let reason):
        skipped += 1
        return take(.skipped(path, reason: reason.words(request.maxBytes)))
      case .note(let path, let finder, let flavor):
        let isDescribed = !request.custom.isEmpty && request.custom.contains { $0.applies(toFile: path.lastName) }
        // Of a file of another format only the name counts.
        if finder == .none, !isDescribed {
          notes += 1
          return lookAtName(of: path, take)
        }
        let (bytes, skip) = world.text(path, request.maxBytes)
        if let skip {
          skipped += 1
          return take(.skipped(path, reason: skip.words(request.maxBytes)))
        }
        notes += 1
        // What the user has described may be written in any way.
        guard isDescribed || sieve.mayHold(bytes, finder) else { return lookAtName(of: path, take) }
        return look(into: path, finder, bytes, flavor, take)
      }
    }
    isCut = walk.isCut
    return isWhole
  }

  /// What the name alone of a file says; the file is renamed only if no other one has the new name.
  private func nameHit(_ path: String) -> NameHit {
    let hit = query.nameHit(path, isExact: context.tellsCase(inNameOf: path))
    guard case .becomes(let new) = hit, world.isThere(new) else { return hit }
    return .stays("\(new.lastName) is there already")
  }

  private mutating func lookAtName(of path: String, _ take: (Found) -> Bool) -> Bool {
    var hits = TagHits()
    hits.name = nameHit(path)
    guard !hits.isEmpty else { return true }
    let real = world.real(path)
    guard seen.insert(real).inserted else {
      links[real, default: []].append(path)
      return true
    }
    return take(.file(path, [], hits))
  }

  private mutating func look(
    into path: String, _ finder: Finder, _ bytes: [UInt8], _ flavor: Flavor?, _ take: (Found) -> Bool
  ) -> Bool {
    var context = context
    context.flavor = context.flavor ?? flavor
    // A byte order mark is no text: a tag may stand right behind it.
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let plain = mark == 0 ? bytes : Array(bytes.dropFirst(mark))
    let text = Text(plain)
    var hits = TagHits(Self.lists(in: text, finder, path: path, context), query, context, in: text)
    hits.name = nameHit(path)
    guard !hits.isEmpty else { return true }
    if !dropsMark { hits.shift(by: mark) }
    // One file by two names would be changed twice.
    let real = world.real(path)
    if except.contains(real) { return lookAtName(of: path, take) }
    guard seen.insert(real).inserted else {
      links[real, default: []].append(path)
      return true
    }
    // Bytes that are no text would be others when an editor had written the file, and nobody could say where they are.
    if !hits.places.isEmpty, !bytes.isUTF8 {
      skipped += 1
      return take(.skipped(path, reason: "is no UTF-8"))
    }
    return take(.file(path, dropsMark ? plain : bytes, hits))
  }

  /// The lists of tags in a text; none of a message that was received.
  static func lists(
    in text: Text, _ finder: Finder, path: String, _ context: ReadingContext
  ) -> [(field: Field, list: EntryList)] {
    let options = FindingOptions(path: path, flavor: context.flavor, hasDefinitions: finder == .org)
    var finding = finder.find(in: text, options)
    finding.add(context.custom, toFile: path, in: text)
    if finding.isReceived { return [] }
    return finding.fields.filter { TagVocabulary($0) != nil && !context.isDisabled($0.name) }.map { field in
      (field, EntryList(text.bytes(field.valueRange), field.grammar, field.options))
    }
  }
}

extension String {
  /// A path without its folders.
  fileprivate var lastName: String { split(separator: "/").last.map(String.init) ?? self }
}

extension [UInt8] {
  /// Whether these bytes are text.
  fileprivate var isUTF8: Bool {
    !contains { $0 >= 0x80 } || String(validating: self, as: UTF8.self) != nil
  }
}

extension TagWalk.Skip {
  /// The reason in words.
  fileprivate func words(_ limit: Int) -> String {
    switch self {
    case .folder: "a folder that cannot be read"
    case .tooWide: "is looked through only if tags.folders names it"
    case .unreadable: "cannot be read, or is longer than \(limit) bytes"
    case .binary: "holds no text"
    }
  }
}
