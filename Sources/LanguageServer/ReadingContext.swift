import Fields

/// What of the configuration and of the address books bears on how fields are read.
struct ReadingContext: Equatable, Sendable {
  /// Words that stand for somebody in an address book, folded.
  var aliases: Set<String> = []
  /// How many tokens a field takes, by its lower-case name; 0 for any number.
  var limits: [String: Int] = [:]
  /// How many tokens other fields take; nil for any number.
  var limit: Int?
  /// Whether fields are left alone, and the lower-case names of those for which the opposite holds.
  var isOff = false
  var exceptions: Set<String> = []
  /// Whether tags that differ in case are two, and the lower-case names of fields for which the opposite holds.
  var isExact = false
  var caseExceptions: Set<String> = []
  /// Whose habits texts follow; nil to go by their paths.
  var flavor: Flavor?
  /// Fields that the user has described.
  var custom: [CustomField] = []

  func isDisabled(_ name: String) -> Bool {
    isOff != (!exceptions.isEmpty && exceptions.contains(name.lowercased()))
  }

  /// Whether tags of a field that differ in case are two.
  func tellsCase(_ name: String) -> Bool {
    isExact != (!caseExceptions.isEmpty && caseExceptions.contains(name.lowercased()))
  }

  /// Whether tags that the name of a file says and that differ in case are two.
  func tellsCase(inNameOf path: String) -> Bool { tellsCase(path.hasSuffix(".org") ? "filetags" : "tags") }

  func options(_ field: Field) -> ReadingOptions {
    var options = field.options
    options.aliases = aliases
    let limit = limits.isEmpty ? limit : limits[field.name.lowercased()] ?? limit
    if let limit, limit > 0 { options.max = limit }
    return options
  }
}
