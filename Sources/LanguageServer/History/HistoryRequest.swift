package import Wire

/// What the child is told that asks git for people and keys.
package struct HistoryRequest: Equatable, Sendable {
  /// The path of the message that is being written: `/home/ana/project/.git/COMMIT_EDITMSG`.
  package var path: String
  /// Whether people and keys are not asked for: who is who and what begins a comment tell themselves at once.
  var isBrief = false

  /// A request for the repository of a message.
  init(path: String, isBrief: Bool = false) {
    (self.path, self.isBrief) = (path, isBrief)
  }

  /// Reads a request; nil when it is none, as one for address books.
  package init?(_ json: JSON) {
    guard let path = json["history"]?["path"]?.string, path.hasPrefix("/") else { return nil }
    self.path = path
  }

  /// The request as it is written to the child, on one line.
  package var json: JSON { ["history": ["path": .string(path)]] }
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
