package import LanguageServer

/// What a loop runs: something that is told events and says what it wants done.
///
/// The loop is generic over it, so that tests can serve sessions of their own.
package protocol Serving {
  /// Takes one event and gives what is to be done, in that order; it must not wait for anything.
  mutating func receive(_ event: Event) -> [Effect]
  /// Does one part of what it has received and not done yet; nil when there is none.
  ///
  /// The loop asks for part after part before `drained`, and looks in between whether anybody still reads the answers.
  mutating func advance() -> [Effect]?
}

extension Serving {
  /// Nothing: all is done as it is received.
  package mutating func advance() -> [Effect]? { nil }
}

/// One thing that passed between a session and the world, for whoever records it.
package enum Exchange: Equatable, Sendable {
  /// The session is about to receive this.
  case event(Event)
  /// The session wanted this, and the loop is about to do it.
  case effect(Effect)
}
