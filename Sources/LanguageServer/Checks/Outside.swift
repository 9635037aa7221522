import Fields
import Wire

/// People elsewhere (`outside`).
extension Settings {
  /// Whether an address is of none of the domains that the user named as their own, nor of a part of one.
  func isOutside(_ address: String) -> Bool {
    guard case .array(let domains) = self["outside"], !domains.isEmpty, let at = address.lastIndex(of: "@") else {
      return false
    }
    let own = address[address.index(after: at)...].lowercased()
    return !domains.contains { domain in
      guard case .string(let name) = domain else { return false }
      let folded = name.lowercased()
      return own == folded || own.hasSuffix("." + folded)
    }
  }
}

extension Document {
  /// In a longer field nobody reads who is outside, and chips show it.
  private static let most = 1000

  /// The recipients of a field who are outside of the user's own domains, in bytes of its value.
  func outsideFaults(ofField index: Int, _ settings: Settings) -> [Fault] {
    guard isDraft, finding.fields[index].scope == .recipients, held[index].tokens.count <= Self.most,
      case .array(let domains) = settings["outside"], !domains.isEmpty
    else { return [] }
    let (grammar, value) = (finding.fields[index].grammar, value(finding.fields[index]))
    return held[index].tokens.filter { settings.isOutside(grammar.value($0, in: value)) }
      .map { Fault(.outsideDomain, $0.range) }
  }
}
