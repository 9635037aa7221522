package import Fields
package import Wire

/// What the child that counts tags is told.
package struct TagRequest: Equatable, Sendable {
  /// Folders that the user named, as given.
  package var folders: [String]
  /// Folders that the client has open; the user's home and `/` are not looked through for that alone.
  package var roots: [String]
  /// A file with one tag a line; "" for none.
  package var file: String
  /// How many files are read at most.
  package var maxFiles: Int
  /// The largest file that is read, in bytes.
  package var maxBytes: Int
  /// Whose habits notes follow; nil to go by their paths.
  package var flavor: Flavor?

  /// Files that name people who can be mentioned, as given.
  package var mentions: [String] = []
  /// Fields that the user has described, as the setting says them, and as they are looked for.
  private(set) var described: JSON = [] {
    didSet { custom = CustomFieldList(described).fields }
  }
  private(set) var custom: [CustomField] = []

  /// What settings and the client's folders ask for; folders that the user named stand for those of the client.
  init(_ settings: Settings, roots: [String]) {
    if case .array(let list) = settings["tags.folders"] { folders = list.compactMap(\.string) } else { folders = [] }
    self.roots = folders.isEmpty ? roots : []
    file = settings.text("tags.file")
    maxFiles = settings.number("tags.maxFiles")
    maxBytes = settings.number("tags.maxBytes")
    flavor = Flavor(rawValue: settings.text("flavor"))
    mentions = settings.mentions.files.map(\.path)
    take(settings[CustomFieldList.key])
  }

  private mutating func take(_ described: JSON?) {
    if case .array(let list)? = described, !list.isEmpty { self.described = .array(list) }
  }

  /// Some folders, under the limits that settings have.
  package init(_ settings: Settings, in folders: [String]) {
    self.init(settings, roots: [])
    (self.folders, file, mentions) = (folders, "", [])
  }

  /// Reads a request; nil when it is none, as one for address books.
  package init?(_ json: JSON) {
    guard let tags = json["tags"], case .object = tags else { return nil }
    func number(_ key: String) -> Int { if case .integer(let number) = tags[key] { max(0, number) } else { 0 } }
    (folders, roots, file) = (tags.texts("folders"), tags.texts("roots"), tags["file"]?.string ?? "")
    mentions = tags.texts("mentions")
    (maxFiles, maxBytes) = (number("maxFiles"), number("maxBytes"))
    flavor = tags["flavor"]?.string.flatMap { Flavor(rawValue: $0) }
    take(tags[CustomFieldList.key])
  }

  /// Whether there is nothing to read.
  package var isEmpty: Bool { folders.isEmpty && roots.isEmpty && file.isEmpty && mentions.isEmpty }

  /// The same without what is counted.
  var mentionsOnly: TagRequest {
    var request = self
    (request.folders, request.roots, request.file) = ([], [], "")
    return request
  }

  /// The request as it is written to the child, on one line.
  package var json: JSON {
    var members = [
      JSON.Member(key: "folders", value: .array(folders.map { .string($0) })),
      JSON.Member(key: "roots", value: .array(roots.map { .string($0) })),
      JSON.Member(key: "file", value: .string(file)), JSON.Member(key: "maxFiles", value: .integer(maxFiles)),
      JSON.Member(key: "maxBytes", value: .integer(maxBytes)),
    ]
    if let flavor { members.append(JSON.Member(key: "flavor", value: .string(flavor.rawValue))) }
    if !mentions.isEmpty { members.append(JSON.Member(key: "mentions", value: .array(mentions.map { .string($0) }))) }
    if !custom.isEmpty { members.append(JSON.Member(key: CustomFieldList.key, value: described)) }
    return ["tags": .object(members)]
  }
}

extension TagRequest {
  /// By what rules files are read: under other ones what is remembered of them says nothing.
  package var habits: String {
    (flavor?.rawValue ?? "auto") + (custom.isEmpty ? "" : " " + Fingerprint.of(Array(described.text.utf8)))
  }

  /// How fields of a file are found that is looked at for its name; nil for one that is passed over.
  ///
  /// - Parameters:
  ///   - name: the name without its folders.
  ///   - finder: which files are looked at for their formats.
  /// - Returns: the finder; `none` where only fields that the user has described can stand, or only the name says tags.
  func finder(_ name: String, _ finder: (String) -> Finder?) -> Finder? {
    let isOther = custom.contains { $0.seeks(file: name) } || DenoteName(path: name) != nil
    return finder(name) ?? (isOther ? Finder.none : nil)
  }

  /// A name for the file in which the child remembers what it has read for this request.
  package var cacheName: String {
    let places: JSON = ["folders": .array(folders.map { .string($0) }), "roots": .array(roots.map { .string($0) })]
    return "tags-" + Fingerprint.of(Array((places.text + (flavor?.rawValue ?? "")).utf8))
  }
}
