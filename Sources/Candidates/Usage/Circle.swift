/// People who were written to in one mail, and what all mails to just these come to.
package struct Circle: Equatable, Sendable {
  /// The addresses; two or more, each once.
  package var addresses: [String]
  /// What `Frecency` makes of the mails.
  package var score: UInt32

  /// A mail to more people is no correspondence.
  static let most = 25

  /// The circle without some of its people, by the keys of their addresses; nil where fewer than two are left.
  func without(_ keys: Set<String>) -> Circle? {
    let others = addresses.filter { !keys.contains(Address.key($0)) }
    return others.count > 1 ? Circle(addresses: others, score: score) : nil
  }
}
