/// Writes one mailbox so that reading it gives the same name and address back.
enum AddressSpeller {
  /// A mailbox as it is written: `"Ruiz, Ana" <ana@example.org>`, `Ana Ruiz <ana@example.org>`, `ana@example.org`.
  ///
  /// - Parameters:
  ///   - name: the name in plain words; left out if nothing of it remains when cleaned, or if it is the address.
  ///   - value: an address, or a word such as an alias. One that no spelling can make an address (`a@b c`) is written in
  ///     quotes, so that it is seen and marked, and no mail goes to a part of it. An empty one gives a name alone.
  /// - Returns: one line, without a separator.
  static func spell(name: String, value: String) -> String {
    let address = canonical(value)
    let typed = name
    var name = clean(typed)
    let key = Identity.key(ofAddress: address)
    if Identity.key(ofAddress: name) == key || Identity.key(ofAddress: typed) == key { name = "" }
    if address.isEmpty { return name.isEmpty ? "" : quoted(name) }
    let isWritable = isAddress(address) || AddressText.isDotAtom(Array(address.utf8)[...])
    let content = isWritable ? address : quoted(address)
    // `mailto` before a colon, or a word that looks like an encoded one, must not be taken for anything else.
    if name.isEmpty { return isWritable ? content : "<\(content)>" }
    return "\(phrase(name)) <\(content)>"
  }

  /// A group as it is written: `Team: ana@example.org, bo@example.org;`.
  ///
  /// - Parameters:
  ///   - name: the name in plain words; without one only the members are written.
  ///   - members: mailboxes as `spell(name:value:)` writes them.
  /// - Returns: one line, without a separator behind it.
  static func spell(group name: String, members: [String]) -> String {
    let name = clean(name)
    let list = members.joined(separator: ", ")
    guard !name.isEmpty else { return list }
    // Before a colon this word would make a link of the group.
    let heading = name.lowercased() == "mailto" ? quoted(name) : phrase(name)
    return list.isEmpty ? "\(heading):;" : "\(heading): \(list);"
  }

  /// A name as a reader would show it: on one line, single blanks, without control and hidden characters.
  static func clean(_ name: String) -> String {
    var text = String.UnicodeScalarView()
    var isBlankDue = false
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0x20, 0x09...0x0d, 0x85, 0x2028, 0x2029: isBlankDue = !text.isEmpty
      case 0..<0x20, 0x7f..<0xa0: continue
      default:
        if Characters.isInvisible(scalar) { continue }
        if isBlankDue { text.append(" ") }
        isBlankDue = false
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// An address with quotes around its local part exactly where they are needed, control and hidden characters gone.
  static func canonical(_ address: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in address.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: continue
      default: if !Characters.isInvisible(scalar) { text.append(scalar) }
      }
    }
    let bytes = Array(String(text).utf8)
    guard let at = bytes.lastIndex(of: Byte.at), at > 0 else { return String(text) }
    let local = content(bytes[..<at])
    // With a second `@` nobody knows which one counts.
    guard local.count < at || !local.contains(Byte.at) else { return String(text) }
    let domain = String(decoding: bytes[at...], as: UTF8.self)
    if AddressText.isDotAtom(local[...]) { return String(decoding: local, as: UTF8.self) + domain }
    return quoted(String(decoding: local, as: UTF8.self)) + domain
  }

  /// What a local part means: without its quotes if it is one quoted string.
  private static func content(_ local: ArraySlice<UInt8>) -> [UInt8] {
    guard local.count >= 2, local.first == Byte.quote, local.last == Byte.quote else { return Array(local) }
    var content: [UInt8] = []
    var i = local.startIndex + 1
    while i < local.endIndex - 1 {
      if local[i] == Byte.quote { return Array(local) }
      if local[i] == Byte.backslash {
        i += 1
        guard i < local.endIndex - 1 else { return Array(local) }
      }
      content.append(local[i])
      i += 1
    }
    return content
  }

  /// Whether reading a canonical address gives it back: nothing in it would end or split it.
  private static func isAddress(_ address: String) -> Bool {
    let bytes = Array(address.utf8)
    guard let at = bytes.lastIndex(of: Byte.at) else { return false }
    let local = bytes[..<at]
    guard local.isEmpty || AddressText.isDotAtom(local) || content(local).count < local.count else { return false }
    var lexer = Lexer(bytes, in: at..<bytes.count, .part(hasOpenEnd: false))
    while let lexeme = lexer.next() {
      switch lexeme.kind {
      case .at, .dot, .atom, .encoded, .literal: continue
      default: return false
      }
    }
    return true
  }

  /// A name in plain words as it is written: bare, or in quotes.
  static func phrase(_ name: String) -> String {
    let bytes = Array(name.utf8)
    var isBare = bytes.allSatisfy { Byte.isAtom($0) || $0 == Byte.space }
    // What looks like an encoded word would be shown decoded.
    for i in bytes.indices.dropLast() where bytes[i] == Byte.equals && bytes[i + 1] == Byte.question { isBare = false }
    return isBare ? name : quoted(name)
  }

  /// A text in quotes: `"` and `\` escaped, and the `=` before a `?`, so that nothing in it reads as an encoded word.
  private static func quoted(_ text: String) -> String {
    var result: [UInt8] = [Byte.quote]
    let bytes = Array(text.utf8)
    for (i, byte) in bytes.enumerated() {
      let beginsEncodedWord = byte == Byte.equals && i + 1 < bytes.count && bytes[i + 1] == Byte.question
      if byte == Byte.quote || byte == Byte.backslash || beginsEncodedWord { result.append(Byte.backslash) }
      result.append(byte)
    }
    result.append(Byte.quote)
    return String(decoding: result, as: UTF8.self)
  }
}
