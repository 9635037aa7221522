import Candidates

/// The address reader of these tests: `Name <addr>`, `"quoted" <addr>`, `addr (comment)`, and commas between.
func simpleMailboxes(_ text: [UInt8]) -> [Mailbox] {
  var mailboxes: [Mailbox] = []
  for part in split(String(decoding: text, as: UTF8.self)) {
    let part = trim(part)
    guard !part.isEmpty else { continue }
    if let open = part.lastIndex(of: "<") {
      let address = part[part.index(after: open)...].prefix { $0 != ">" }
      mailboxes.append(Mailbox(name: unquote(trim(String(part[..<open]))), address: trim(String(address))))
    } else if let open = part.firstIndex(of: "(") {
      let comment = part[part.index(after: open)...].prefix { $0 != ")" }
      mailboxes.append(Mailbox(name: String(comment), address: trim(String(part[..<open]))))
    } else {
      mailboxes.append(Mailbox(name: "", address: part))
    }
  }
  return mailboxes
}

private func split(_ text: String) -> [String] {
  var parts = [""]
  var isQuoted = false
  var isEscaped = false
  for character in text {
    if character == ",", !isQuoted {
      parts.append("")
      continue
    }
    if character == "\"", !isEscaped { isQuoted.toggle() }
    isEscaped = character == "\\" && !isEscaped
    parts[parts.count - 1].append(character)
  }
  return parts
}

private func trim(_ text: String) -> String {
  var text = text[...]
  while text.first?.isWhitespace == true { text.removeFirst() }
  while text.last?.isWhitespace == true { text.removeLast() }
  return String(text)
}

private func unquote(_ text: String) -> String {
  guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
  var result = ""
  var isEscaped = false
  for character in text.dropFirst().dropLast() {
    if character == "\\", !isEscaped {
      isEscaped = true
    } else {
      result.append(character)
      isEscaped = false
    }
  }
  return result
}
