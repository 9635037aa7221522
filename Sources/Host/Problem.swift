#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system refused, in words that can be shown to a user.
package struct Problem: Error, Equatable, Sendable {
  /// What it happened to: a path, `standard output`, a program.
  package var subject: String
  /// Why, in plain words without a full stop: `No such file or directory`.
  package var reason: String

  /// Both in one line: `SUBJECT: REASON`.
  package var text: String { "\(subject): \(reason)" }

  /// Whether there is no such thing.
  package var isAbsence: Bool { [ENOENT, ENOTDIR].map(words).contains(reason) }

  /// A problem in words of one's own.
  package init(_ subject: String, _ reason: String) {
    self.subject = subject
    self.reason = reason
  }

  /// A problem in the words that the system has for an error number.
  init(_ subject: String, code: Int32) {
    self.init(subject, words(code))
  }
}

/// The words that the system has for an error number.
func words(_ code: Int32) -> String {
  guard let text = unsafe strerror(code) else { return "error \(code)" }
  return unsafe String(cString: text)
}
