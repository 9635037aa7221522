import Candidates
import Foundation
import Testing

/// What is searched instead of what is written.
@Suite struct FoldingTests {
  private func folded(_ text: String) -> String {
    String(decoding: Folding.fold(text), as: UTF8.self)
  }

  @Test(arguments: [
    ("Ines Vela", "ines vela"), ("Inês", "ines"), ("Ine\u{302}s", "ines"), ("JOSÉ", "jose"), ("Müller", "muller"),
    ("Łukasz Żuk", "lukasz zuk"), ("Øystein Åse", "oystein ase"), ("Đorđe", "dorde"), ("Ħamrun", "hamrun"),
    ("Weiß", "weiss"), ("WEISSSTRAẞE", "weissstrasse"), ("Ægir Œuvre", "aegir oeuvre"),
    ("İbrahim ışık", "ibrahim isik"),
    ("Þórdís Sigurðardóttir", "thordis sigurdardottir"), ("O'Neil", "oneil"), ("O’Neil", "oneil"), ("O‘Neil", "oneil"),
    ("Σωκράτης", "σωκρατησ"), ("ΣΩΚΡΑΤΗΣ", "σωκρατησ"), ("Семёнов", "семенов"), ("ИЙ", "ии"), ("ﬁna", "fina"),
    ("Ａｎａ＠ｘ．ｏｒｇ", "ana@x.org"),
    ("𝓐𝓷ª №²", "ana no2"), ("ǆ", "dz"), ("ｶﾞ", "カ\u{3099}"), ("㈱", "株"), ("ㄱ", "\u{1100}"), ("ﺏ", "ب"),
    ("a´b`c¨d", "abcd"),
    ("王小明", "王小明"), ("が", "か\u{3099}"), ("다", "\u{1103}\u{1161}"), ("각", "\u{1100}\u{1161}\u{11A8}"),
    ("\"Ruiz, Ana\" (work)", "ruiz ana work"), ("  a \t b\n", "a b"), ("a\u{A0}b\u{3000}c", "a b c"),
    ("Mary\u{2010}Jane", "mary-jane"), ("a\u{200B}b\u{FEFF}\u{AD}c", "abc"), ("x\u{202E}y", "xy"),
    ("first.last+tag@example.org", "first.last+tag@example.org"), ("Ana – Café", "ana - cafe"), ("«Ana»", "ana"),
    ("👩🏽‍🌾", "👩🏽🌾"), ("\u{E0041}a", "a"), ("", ""), (" , ", ""),
  ])
  func examples(_ text: String, _ wanted: String) {
    #expect(Array(folded(text).unicodeScalars) == Array(wanted.unicodeScalars), "\(text)")
  }

  @Test func foldingTwiceChangesNothing() {
    for code in UInt32(0)..<0x30000 {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let once = folded(String(scalar))
      #expect(folded(once) == once, "U+\(String(code, radix: 16))")
    }
  }

  @Test func wordsOfAQuery() {
    let words = { (query: String) in Folding.words(query).map { String(decoding: $0, as: UTF8.self) } }
    #expect(words("ana rui") == ["ana", "rui"])
    #expect(words("Ruiz, Ána") == ["ruiz", "ana"])
    #expect(words(" ,;\"") == [])
  }

  /// Letters that are no base and marks to Unicode, but are to people who search.
  private static let own = Set("ŁłØøǾǿŉĐđĦħŦŧıȷÞþÐðƉɖÆæŒœǼǽǢǣℏ𝚥".unicodeScalars)

  /// Every letter is what Foundation's decomposition and the standard library's case mappings make of it.
  @Test func lettersAgreeWithFoundation() {
    var checked = 0
    for code in UInt32(0)..<0x30000 {
      guard let scalar = Unicode.Scalar(code), scalar.properties.isAlphabetic, !FoldingTests.own.contains(scalar),
        let age = scalar.properties.age, age.major <= 14, scalar.properties.generalCategory != .modifierLetter,
        // Cherokee folds to upper case (Unicode 16, section 5.18), which no mapping to lower case says.
        !(0x13A0..<0x1400).contains(code), !(0xAB70..<0xABC0).contains(code)
      else { continue }
      var wanted = String.UnicodeScalarView()
      let lower = String(scalar).decomposedStringWithCompatibilityMapping.lowercased().uppercased().lowercased()
      for part in lower.decomposedStringWithCompatibilityMapping.unicodeScalars {
        let isVoicing = part == "\u{3099}" || part == "\u{309A}"
        if part.properties.canonicalCombiningClass != .notReordered, !isVoicing { continue }
        if part != "ʼ", part != "ʹ" { wanted.append(part) }
      }
      checked += 1
      // A dot between letters is punctuation, and a mark alone a blank.
      if String(wanted) == " " { wanted = String.UnicodeScalarView() }
      let sigma = String(wanted).replacingOccurrences(of: "ς", with: "σ").replacingOccurrences(of: "·", with: "")
      #expect(
        Array(folded(String(scalar)).unicodeScalars) == Array(sigma.unicodeScalars), "U+\(String(code, radix: 16))")
    }
    #expect(checked > 100_000)
  }

  /// Latin, Greek and Cyrillic are what Foundation's own folding makes of them.
  @Test func europeanLettersAgreeWithFoundation() {
    for code in UInt32(0x41)..<0x530 {
      guard let scalar = Unicode.Scalar(code), scalar.properties.isAlphabetic, !FoldingTests.own.contains(scalar),
        scalar.properties.generalCategory != .modifierLetter, scalar.properties.generalCategory != .nonspacingMark
      else { continue }
      let text = String(scalar)
      let wanted = text.decomposedStringWithCompatibilityMapping.replacing("·", with: "")
        .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      #expect(folded(text) == wanted, "U+\(String(code, radix: 16))")
    }
  }
}
