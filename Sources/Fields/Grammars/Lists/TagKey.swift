/// What keys of front matter take besides a list.
///
/// Pages give their keywords to search engines as one text with commas, and one category as its name; both are right
/// there, while `tags` is a list for whoever reads it.
enum TagKey {
  /// Drops the fault of a text where a list is usual but not due: of `categories` and `keywords`, where no program has
  /// habits of its own.
  static func allowText(in reading: inout Reading, _ options: ReadingOptions) {
    guard options.surroundings.flavor == .generic, let field = options.field, reading.tokens.count == 1,
      field == "keywords" || field.split(separator: ".").last == "categories", let token = reading.tokens.first,
      token.quoting != .block
    else { return }
    reading.faults.removeAll { $0.rule == .badType && $0.severity == .warning && $0.range == token.range }
  }
}
