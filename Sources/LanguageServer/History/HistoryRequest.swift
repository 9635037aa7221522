package import Wire

/// What the child is told that asks git for people and keys, and looks for the maintainers of files.
package struct HistoryRequest: Equatable, Sendable {
  /// The path of the message that is being written: `/home/ana/project/.git/COMMIT_EDITMSG`.
  package var path: String
  /// Whether people and keys are not asked for: who is who and what begins a comment tell themselves at once.
  var isBrief = false
  /// Whether the message is mail: nobody is asked, and only the maintainers of the tree count.
  var isMail = false
  /// The files that the message changes, from the root of the tree.
  var files: [String] = []
  /// Folders in which the tree of mail is looked for as well, where the mail lies in none.
  var roots: [String] = []

  /// A request for the repository of a message.
  init(path: String, isBrief: Bool = false) {
    (self.path, self.isBrief) = (path, isBrief)
  }

  /// Reads a request; nil when it is none, as one for address books.
  package init?(_ json: JSON) {
    guard let history = json["history"], let path = history["path"]?.string, path.hasPrefix("/") else { return nil }
    self.path = path
    isMail = history["mail"] == .bool(true)
    (files, roots) = (history.texts("files"), history.texts("roots"))
  }

  /// The request as it is written to the child, on one line.
  package var json: JSON {
    var members = [JSON.Member(key: "path", value: .string(path))]
    if isMail { members.append(JSON.Member(key: "mail", value: true)) }
    for (key, texts) in [("files", files), ("roots", roots)] where !texts.isEmpty {
      members.append(JSON.Member(key: key, value: .array(texts.map { .string($0) })))
    }
    return ["history": .object(members)]
  }
}

extension HistoryRequest {
  /// The last line of what the child says.
  ///
  /// - Parameter problem: why git has nothing to say; nil when all is well.
  /// - Returns: nothing when all is well.
  package static func ending(problem: String?) -> [UInt8] {
    problem.map { HistoryStream.bytes(of: .problem($0)) } ?? []
  }
}
