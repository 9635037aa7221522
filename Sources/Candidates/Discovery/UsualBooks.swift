/// Address books that are one file in a place of their own.
struct UsualBooks {
  /// How the file is written.
  let format: SourceFormat
  /// Where it is; nil if that cannot be known.
  let place: (Paths) -> String?
  /// Whether its bytes hold anybody, and what is said if not.
  private let holds: (isTrue: ([UInt8]) -> Bool, what: String)

  /// All of them, in the order in which they count.
  static var all: [UsualBooks] {
    [
      // POSIX mailx: the environment names the file of the user.
      UsualBooks(
        format: .mailrc,
        place: { paths in
          guard let named = paths.environment["MAILRC"], !named.isEmpty else { return paths.inHome(".mailrc") }
          return named.hasPrefix("/") || named.hasPrefix("~/") ? paths.expanded(named, beside: "/") : nil
        }, holds: (Mailrc.areIn, "aliases")),
      UsualBooks(format: .abook, place: { $0.inHome(".abook/addressbook") }, holds: (Abook.areIn, "addresses")),
      // abook took up the XDG folders later: data belongs to the one, and some keep it beside the configuration.
      UsualBooks(
        format: .abook, place: { Folder.join($0.data, "abook/addressbook") }, holds: (Abook.areIn, "addresses")),
      UsualBooks(
        format: .abook, place: { Folder.join($0.configuration, "abook/addressbook") },
        holds: (Abook.areIn, "addresses")),
    ]
  }

  /// Whether a file is a source, and what is said of it.
  func judged(_ bytes: [UInt8]?, reason: String?) -> (isFound: Bool, words: String) {
    guard let bytes else { return (false, reason.map { "cannot be read: \($0)" } ?? "does not exist") }
    return holds.isTrue(bytes) ? (true, "holds \(holds.what)") : (false, "holds no \(holds.what)")
  }
}
