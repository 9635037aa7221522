/// Days as other programs write them: seconds since 1970, and the dates of mail.
extension Day {
  /// The day of a time in seconds since 1970, in UTC; empty for what is no time of a mail.
  static func text(seconds: Int) -> String {
    guard seconds > 0, seconds < 253_402_300_800 else { return "" }
    // Years that begin in March have their leap day at the end, in eras of 400 years.
    let days = seconds / 86_400 + 719_468
    let inEra = days % 146_097
    let year = (inEra - inEra / 1_460 + inEra / 36_524 - inEra / 146_096) / 365
    let inYear = inEra - (365 * year + year / 4 - year / 100)
    let march = (5 * inYear + 2) / 153
    let day = inYear - (153 * march + 2) / 5 + 1
    let month = march < 10 ? march + 3 : march - 9
    let whole = days / 146_097 * 400 + year + (month <= 2 ? 1 : 0)
    let digits = { (number: Int, width: Int) in
      let text = String(number)
      return String(repeating: "0", count: max(width - text.count, 0)) + text
    }
    return "\(digits(whole, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }
  /// The day that a `Date` field names, as `YYYY-MM-DD` in the zone of its writer; empty for what is no date.
  ///
  /// `[Mon,] 30 Nov 2026 10:00:00 +0000`; years of two digits are read as RFC 5322 section 4.3 says.
  static func text(mail bytes: some Collection<UInt8>) -> String {
    let words = bytes.prefix(200).split { isBlank($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "-") }
    // A weekday stands before the day, if at all.
    guard let first = words.firstIndex(where: { $0.first.map { (48...57).contains($0) } ?? false }), first < 2,
      words.count > first + 2, let day = Int(String(decoding: words[first], as: UTF8.self)), (1...31).contains(day),
      let month = months.firstIndex(where: { $0.elementsEqual(words[first + 1].prefix(3).map(lowercased)) }),
      var year = Int(String(decoding: words[first + 2], as: UTF8.self)), (0...9999).contains(year)
    else { return "" }
    if words[first + 2].count <= 2 { year += year < 50 ? 2000 : 1900 } else if year < 1000 { year += 1900 }
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return year > 9999 ? "" : "\(year)-\(digits(month + 1))-\(digits(day))"
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { Array($0.utf8) }
}
