/// The address list as one syntax among others.
enum AddressSyntax: Syntax {
  static func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    AddressReader.read(value, options)
  }

  static func read(_ value: [UInt8], _ options: ReadingOptions, after before: PreviousReading) -> Reading {
    AddressRereading.read(value, options, after: before) ?? read(value, options)
  }

  static func display(_ token: Token, in value: [UInt8]) -> String {
    AddressText.display(token, in: value)
  }

  static func value(_ token: Token, in value: [UInt8]) -> String {
    AddressText.value(token, in: value)
  }

  static func key(_ token: Token, in value: [UInt8]) -> String? {
    AddressText.key(token, in: value)
  }

  static func key(ofValue value: String) -> String {
    AddressText.key(ofValue: value)
  }

  static func spell(name: String, value: String) -> String {
    AddressSpeller.spell(name: name, value: value)
  }

  static func spell(group name: String, members: [String]) -> String {
    AddressSpeller.spell(group: name, members: members)
  }

  static func fragment(in value: [UInt8], caret: Int, _ options: ReadingOptions) -> Fragment? {
    AddressFragment.fragment(in: value, caret: caret)
  }
}
