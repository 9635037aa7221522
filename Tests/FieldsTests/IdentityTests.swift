import Fields
import Foundation
import Support
import Testing

/// What makes two spellings the same, held against Foundation's normal forms.
@Suite struct IdentityTests {
  @Test func keys() {
    let key = Grammar.addressList.key(ofValue:)
    #expect(key("Ines@Example.ORG.") == "ines@example.org")
    #expect(key("ines@xn--bcher-kva.example") == "ines@bücher.example")
    #expect(key("ines@XN--BCHER-KVA.example") == "ines@bücher.example")
    #expect(key("INE\u{301}S@BU\u{308}CHER.example") == "inés@bücher.example")
    #expect(key("\"ines\"@x.org") == "ines@x.org")
    #expect(key("\"Ines@home\"@x.org") == "\"ines@home\"@x.org")
    #expect(key("STRASSE") == key("straße"))
    #expect(key("a@xn--99999999.org") == "a@xn--99999999.org")
    #expect(key("a@b@c") != key("\"a@b\"@c"))
    #expect(key("") == "")
  }

  @Test func keysOfTokensAndValuesAgree() {
    let value = Array("\"a\\ b\"@x.org, Ana <ANA(c)@Bücher.example.>, Team, Bo <>, mailto:a%2Bb@x.org".utf8)
    let tokens = Grammar.addressList.read(value, ReadingOptions()).tokens
    let keys = tokens.map { Grammar.addressList.key($0, in: value) }
    #expect(keys == ["\"a b\"@x.org", "ana@bücher.example", "team", nil, "a+b@x.org"])
    for (token, key) in zip(tokens, keys) where key != nil {
      #expect(Grammar.addressList.key(ofValue: Grammar.addressList.value(token, in: value)) == key)
    }
  }

  @Test func composesAsFoundationDoes() {
    var wrong: [Unicode.Scalar] = []
    for code in UInt32(0)...0x2ffff {
      guard let scalar = Unicode.Scalar(code), !scalar.properties.changesWhenCaseFolded else { continue }
      guard let age = scalar.properties.age, age.major < 15 else { continue }
      let text = String(scalar)
      let folded = Identity.fold(text)
      if Array(folded.unicodeScalars) != Array(text.precomposedStringWithCanonicalMapping.unicodeScalars) {
        wrong.append(scalar)
      }
    }
    #expect(wrong.isEmpty)
  }

  @Test func composesRandomMarksAsFoundationDoes() {
    var random = Seeded(seed: 20)
    let marks: [UInt32] = [
      0x300, 0x301, 0x308, 0x323, 0x327, 0x328, 0x345, 0x5b0, 0x64b, 0x3099, 0x1161, 0x11a8, 0x9bc,
    ]
    // No whole Hangul syllable: Foundation leaves U+AC00 U+11A8 as they are, against UAX #15.
    let bases: [UInt32] = [0x61, 0x65, 0xe9, 0x1e69, 0x3b1, 0x1100, 0x304b, 0x5d0, 0x627, 0x9af, 0xf900]
    for _ in 0..<5000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let code = (Bool.random(using: &random) ? marks : bases).randomElement(using: &random) ?? 0x61
        if let scalar = Unicode.Scalar(code), scalar.value != 0x345 { text.append(scalar) }
      }
      let expected = String(text).precomposedStringWithCanonicalMapping
      #expect(Array(Identity.fold(String(text)).unicodeScalars) == Array(expected.unicodeScalars))
    }
  }

  @Test func composesSyllables() {
    #expect(Array(Identity.fold("\u{ac00}\u{11a8}").unicodeScalars) == ["\u{ac01}"])
    #expect(Array(Identity.fold("\u{1100}\u{1161}\u{11a8}").unicodeScalars) == ["\u{ac01}"])
  }

  @Test func foldsCase() {
    #expect(Identity.fold("ΣΊΣΥΦΟΣ") == Identity.fold("σίσυφος"))
    #expect(Identity.fold("ﬁ") == "fi")
    #expect(Identity.fold("İ") == "i\u{307}")
    #expect(Identity.fold("ДЖОН") == "джон")
    for code in UInt32(0)...0x1ffff {
      guard let scalar = Unicode.Scalar(code) else { continue }
      let folded = Identity.fold(String(scalar))
      #expect(Identity.fold(folded) == folded)
      if let age = scalar.properties.age, age.major < 15, scalar.properties.changesWhenLowercased,
        scalar.value != 0x130, !(0x13a0...0x13f5).contains(scalar.value)
      {
        #expect(Identity.fold(scalar.properties.lowercaseMapping) == folded)
      }
    }
  }
}
