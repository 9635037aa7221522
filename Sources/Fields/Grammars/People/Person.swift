/// A name and an address in brackets where the name is whatever stands before them: `Vela, Jr., Ines <ines@example.org>`.
///
/// git and Debian take names so, without the quotes of RFC 5322.
enum Person {
  /// Reads a person whose brackets begin at `less`; `range` ends behind the `>`, or where it should stand.
  ///
  /// - Returns: the token and what is wrong with its address.
  static func read(
    _ bytes: [UInt8], _ range: Range<Int>, less: Int, _ options: ReadingOptions
  ) -> (token: Token, faults: [Fault]) {
    let inner = AddressReader.read(Array(bytes[less..<range.upperBound]), plain(options)).shifted(by: less)
    var token = inner.tokens.first ?? Token(range: range, form: .name)
    token.range = range
    token.group = nil
    var end = less
    while end > range.lowerBound, MailText.isSpace(bytes[end - 1]) { end -= 1 }
    token.name = range.lowerBound < end ? range.lowerBound..<end : nil
    // Of a second token within the brackets nothing is shown; it has been marked.
    return (token, inner.faults.filter { $0.rule != .unsafeForSender })
  }

  /// What is passed on to the reader of addresses: nothing that hangs on the field.
  static func plain(_ options: ReadingOptions) -> ReadingOptions {
    ReadingOptions(aliases: options.aliases, misspellings: options.misspellings)
  }

  /// The text of a range on one line: each line end with the blanks around it one blank, lines with `#` in front left
  /// out where the syntax has such comments.
  static func unfolded(_ range: Range<Int>, in bytes: [UInt8], hasComments: Bool = false) -> String {
    var text: [UInt8] = []
    var i = range.lowerBound
    while i < range.upperBound {
      if bytes[i] == Byte.lineFeed {
        while text.last.map(MailText.isSpace) ?? false { text.removeLast() }
        text.append(Byte.space)
        i += 1
        while hasComments, i < range.upperBound, bytes[i] == UInt8(ascii: "#") {
          while i < range.upperBound, bytes[i] != Byte.lineFeed { i += 1 }
          i += 1
        }
        while i < range.upperBound, Byte.isBlank(bytes[i]) { i += 1 }
        continue
      }
      let isBeforeLineEnd =
        bytes[i] == Byte.carriageReturn && i + 1 < range.upperBound && bytes[i + 1] == Byte.lineFeed
      if !isBeforeLineEnd { text.append(Characters.isControl(bytes[i]) ? Byte.space : bytes[i]) }
      i += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A person as it is written, the name bare where nothing in it could be taken for anything else.
  ///
  /// - Parameters:
  ///   - name: the name in plain words.
  ///   - value: the address.
  ///   - isBare: whether a name can stand without quotes.
  /// - Returns: the person on one line.
  static func spell(name: String, value: String, isBare: (String) -> Bool) -> String {
    let quoted = AddressSpeller.spell(name: name, value: value)
    let text = AddressSpeller.clean(name)
    guard !text.isEmpty, quoted.hasSuffix(">"), isBare(text) else { return quoted }
    let address = AddressSpeller.spell(name: "x", value: value)
    // A name that is the address was left out.
    return AddressSpeller.spell(name: "", value: value) == quoted ? quoted : text + address.dropFirst()
  }
}
