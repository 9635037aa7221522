/// A syntax of values: how a list of tokens is read, and how one token is written.
///
/// One case a syntax; every switch over it is exhaustive.
package enum Grammar: String, CaseIterable, Sendable {
  /// A list of addresses as in `To:` (RFC 5322 section 3.4, with UTF-8 by RFC 6532).
  case addressList = "address-list"
}

extension Grammar {
  /// The tokens of a value, and what is wrong with it; never fails, whatever the bytes.
  ///
  /// - Parameters:
  ///   - value: the bytes of the value, after the field's colon, folds included.
  ///   - options: where the value stands.
  /// - Returns: the reading, all ranges relative to the value's first byte.
  package func read(_ value: [UInt8], _ options: ReadingOptions) -> Reading {
    switch self {
    case .addressList: AddressReader.read(value, options)
    }
  }

  /// The same after one change, for which less than everything may have to be read.
  package func read(_ value: [UInt8], _ options: ReadingOptions, after before: PreviousReading) -> Reading {
    switch self {
    case .addressList: AddressRereading.read(value, options, after: before) ?? read(value, options)
    }
  }

  /// What a chip shows for a token: its name in plain words, else a comment, else its value.
  package func display(_ token: Token, in value: [UInt8]) -> String {
    switch self {
    case .addressList: AddressText.display(token, in: value)
    }
  }

  /// The canonical content of a token: an address without comments, blanks, route and needless quotes; "" for none.
  package func value(_ token: Token, in value: [UInt8]) -> String {
    switch self {
    case .addressList: AddressText.value(token, in: value)
    }
  }

  /// What two tokens that mean the same have in common; nil where there is nothing to compare.
  package func key(_ token: Token, in value: [UInt8]) -> String? {
    switch self {
    case .addressList: AddressText.key(token, in: value)
    }
  }

  /// The key of a value that stands in no text, as that of a candidate.
  package func key(ofValue value: String) -> String {
    switch self {
    case .addressList: AddressText.key(ofValue: value)
    }
  }

  /// One token as it is written: quoted only when needed, on one line, without control characters.
  ///
  /// - Parameters:
  ///   - name: the display name in plain words; "" or a name equal to the value is left out.
  ///   - value: the address, or a word.
  /// - Returns: the text of the token, without a separator.
  package func spell(name: String, value: String) -> String {
    switch self {
    case .addressList: AddressSpeller.spell(name: name, value: value)
    }
  }

  /// Several tokens under one name, where the syntax has such groups: quoted only when needed, on one line.
  ///
  /// - Parameters:
  ///   - name: the group's name in plain words; "" for no group.
  ///   - members: tokens as `spell(name:value:)` writes them.
  /// - Returns: the text of the group, without a separator.
  package func spell(group name: String, members: [String]) -> String {
    switch self {
    case .addressList: AddressSpeller.spell(group: name, members: members)
    }
  }

  /// The token that is being typed at the caret; nil where nothing can be completed.
  ///
  /// - Parameters:
  ///   - value: the bytes of the value.
  ///   - caret: an offset into the value; one outside is drawn in.
  /// - Returns: the fragment, all ranges relative to the value's first byte.
  package func fragment(in value: [UInt8], caret: Int) -> Fragment? {
    switch self {
    case .addressList: AddressFragment.fragment(in: value, caret: caret)
    }
  }
}
