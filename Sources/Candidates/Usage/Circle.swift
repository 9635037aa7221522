/// People who were written to in one mail, and what all mails to just these come to.
package struct Circle: Equatable, Sendable {
  /// The addresses; two or more, each once.
  package var addresses: [String]
  /// What `Frecency` makes of the mails.
  package var score: UInt32

  /// A mail to more people is no correspondence.
  static let most = 25
}
