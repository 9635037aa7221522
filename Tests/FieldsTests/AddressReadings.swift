import Fields

/// A reading of an address list in words that a test can hold against what it expects.
struct AddressReadings {
  /// Each token as `display → value`, with `(group)` behind it.
  var tokens: [String]
  /// Each fault as `code ⟦text⟧`.
  var faults: [String]
  /// The reading itself.
  var reading: Reading

  /// Reads a value.
  init(_ text: String, _ options: ReadingOptions = ReadingOptions()) {
    self.init(Array(text.utf8), options)
  }

  /// Reads a value of any bytes.
  init(_ value: [UInt8], _ options: ReadingOptions = ReadingOptions()) {
    let reading = Grammar.addressList.read(value, options)
    self.reading = reading
    tokens = reading.tokens.map { token in
      let group = token.group.map { " (\(reading.groups[$0].name))" } ?? ""
      return Grammar.addressList.display(token, in: value) + " → " + Grammar.addressList.value(token, in: value) + group
    }
    faults = reading.faults.map { fault in
      "\(fault.rule.rawValue) ⟦\(String(decoding: value[fault.range], as: UTF8.self))⟧"
    }
  }
}
