/// Address books that are one file in a place of their own.
struct UsualBooks {
  /// How the file is written.
  let format: SourceFormat
  /// Where it is, by files that say so, too; nil if that cannot be known.
  let place: (Paths, (String) -> [UInt8]?) -> String?
  /// Whether its bytes hold anybody, and what is said if not.
  private let holds: (isTrue: ([UInt8]) -> Bool, what: String)

  /// All of them, in the order in which they count.
  static var all: [UsualBooks] {
    [
      // POSIX mailx: the environment names the file of the user.
      UsualBooks(
        format: .mailrc,
        place: { paths, _ in
          guard let named = paths.environment["MAILRC"], !named.isEmpty else { return paths.inHome(".mailrc") }
          return named.hasPrefix("/") || named.hasPrefix("~/") ? paths.expanded(named, beside: "/") : nil
        }, holds: (Mailrc.areIn, "aliases")),
      UsualBooks(
        format: .abook, place: { paths, _ in paths.inHome(".abook/addressbook") }, holds: (Abook.areIn, "addresses")),
      // abook took up the XDG folders later: data belongs to the one, and some keep it beside the configuration.
      UsualBooks(
        format: .abook, place: { paths, _ in Folder.join(paths.data, "abook/addressbook") },
        holds: (Abook.areIn, "addresses")),
      UsualBooks(
        format: .abook, place: { paths, _ in Folder.join(paths.configuration, "abook/addressbook") },
        holds: (Abook.areIn, "addresses")),
      // lbdb wrote Latin-9 to the one and writes UTF-8 to the other.
      UsualBooks(
        format: .inmail, place: { paths, _ in paths.inHome(".lbdb/m_inmail.utf-8") }, holds: (Inmail.areIn, "addresses")
      ),
      UsualBooks(
        format: .inmail, place: { paths, _ in paths.inHome(".lbdb/m_inmail.list") }, holds: (Inmail.areIn, "addresses")),
      UsualBooks(
        format: .ecomplete, place: { paths, _ in paths.inHome(".emacs.d/ecompleterc") },
        holds: (Ecomplete.areIn, "addresses")),
      UsualBooks(
        format: .ecomplete, place: { paths, _ in Folder.join(paths.configuration, "emacs/ecompleterc") },
        holds: (Ecomplete.areIn, "addresses")),
      UsualBooks(
        format: .ecomplete, place: { paths, _ in paths.inHome(".ecompleterc") }, holds: (Ecomplete.areIn, "addresses")),
      UsualBooks(format: .maildirRankAddr, place: ranked, holds: ({ $0.contains(UInt8(ascii: "@")) }, "addresses")),
    ]
  }

  /// Where maildir-rank-addr writes to: as its configuration says, else in the cache.
  private static func ranked(_ paths: Paths, _ read: (String) -> [UInt8]?) -> String? {
    let usual = paths.inHome(".cache/maildir-rank-addr/addressbook.tsv")
    let configuration = paths.inHome(".config/maildir-rank-addr/config")
    guard let bytes = read(configuration) else { return usual }
    for case .value("outputpath", let path) in Ini.items(in: bytes) {
      return paths.expanded(path, beside: configuration)
    }
    return usual
  }

  /// Whether a file is a source, and what is said of it.
  func judged(_ bytes: [UInt8]?, reason: String?) -> (isFound: Bool, words: String) {
    guard let bytes else { return (false, reason.map { "cannot be read: \($0)" } ?? "does not exist") }
    return holds.isTrue(bytes) ? (true, "holds \(holds.what)") : (false, "holds no \(holds.what)")
  }
}
