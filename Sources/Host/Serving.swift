package import LanguageServer

/// What a loop runs: something that is told events and says what it wants done.
///
/// The loop is generic over it, so that tests can serve sessions of their own.
package protocol Serving {
  /// Takes one event and gives what is to be done, in that order; it must not wait for anything.
  mutating func receive(_ event: Event) -> [Effect]
}

/// One thing that passed between a session and the world, for whoever records it.
package enum Exchange: Equatable, Sendable {
  /// The session is about to receive this.
  case event(Event)
  /// The session wanted this, and the loop is about to do it.
  case effect(Effect)
}
