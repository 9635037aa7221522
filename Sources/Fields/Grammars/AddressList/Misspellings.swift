/// Domains that nobody means, and the one that was meant: the one list of them.
///
/// Only exact matches count. A distance between words would accuse real providers: gmx.de, mail.com, ymail.com.
enum Misspellings {
  /// What was meant by a domain in any case; nil if it is not known to be misspelt.
  static func remedy(_ domain: ArraySlice<UInt8>) -> String? {
    guard lengths.contains(domain.count) else { return nil }
    return table.first { domain.elementsEqual($0.domain) { Byte.lowered($0) == $1 } }?.remedy
  }

  /// The misspellings and remedies, for documentation.
  static let pairs: [(domain: String, remedy: String)] = [
    ("gmial.com", "gmail.com"), ("gmai.com", "gmail.com"), ("gmal.com", "gmail.com"), ("gamil.com", "gmail.com"),
    ("gnail.com", "gmail.com"), ("gmail.con", "gmail.com"), ("gmail.co", "gmail.com"), ("gmail.cm", "gmail.com"),
    ("hotmial.com", "hotmail.com"), ("hotmai.com", "hotmail.com"), ("hotmail.con", "hotmail.com"),
    ("yaho.com", "yahoo.com"), ("yahooo.com", "yahoo.com"), ("yahoo.con", "yahoo.com"),
    ("outlok.com", "outlook.com"), ("outlook.con", "outlook.com"), ("iclould.com", "icloud.com"),
    ("icloud.con", "icloud.com"),
  ]

  private static let table = pairs.map { (domain: Array($0.domain.utf8), remedy: $0.remedy) }
  private static let lengths = 8...11
}
