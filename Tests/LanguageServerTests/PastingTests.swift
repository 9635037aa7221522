import Fields
import Testing
import Wire

/// What becomes of pasted links and cards.
@Suite struct PastingTests {
  /// The text after a paste at the caret, as a client has it that makes the edits, or pastes by itself.
  private static func pasted(_ marked: String, _ text: String, _ set: String...) -> String {
    var talk = Talk(set: set)
    let (buffer, position) = talk.open(marked)
    let outcome = talk.request(
      "tokenField/paste",
      [
        "textDocument": ["uri": .string(Talk.uri), "version": 1], "position": position, "text": .string(text),
      ])
    if outcome["handled"] == false { return buffer.applying([edit(position, text)]) }
    return buffer.applying(outcome["edits"].array)
  }

  private static func edit(_ position: JSON, _ text: String) -> JSON {
    ["range": ["start": position, "end": position], "newText": .string(text)]
  }

  @Test(arguments: [
    ("mailto:a@x.org?cc=b@y.org", "To: a@x.org\nCc: b@y.org\n\nHi"),
    ("mailto:a@x.org,c@x.org?bcc=b@y.org&cc=d@y.org", "To: a@x.org, c@x.org\nCc: d@y.org\nBcc: b@y.org\n\nHi"),
    ("<MAILTO:a%2Bb@x.org?CC=Bo%20%3Cb@y.org%3E&subject=Hi>", "To: a+b@x.org\nCc: Bo <b@y.org>\n\nHi"),
    ("mailto:?to=a@x.org&cc=b@y.org#top", "To: a@x.org\nCc: b@y.org\n\nHi"),
    ("mailto:a@x.org", "To: a@x.org\n\nHi"), ("mailto:a@x.org,b@x.org", "To: a@x.org, b@x.org\n\nHi"),
    ("mailto:%22a%20b%22@x.org?bcc=c@x.org", "To: \"a b\"@x.org\nBcc: c@x.org\n\nHi"),
    ("mailto:?cc=b@y.org", "To: \nCc: b@y.org\n\nHi"),
  ]) func `G50 the recipients of a link go where they belong`(_ link: String, _ wanted: String) {
    #expect(Self.pasted("To: |\n\nHi", link) == wanted)
  }

  @Test func `G50 fields that are there are added to, and who is there already is not added`() {
    let link = "mailto:a@x.org?cc=b@y.org,d@y.org"
    #expect(
      Self.pasted("To: e@x.org, |\nCc: B <B@Y.org>\n\n", link) == "To: e@x.org, a@x.org\nCc: B <B@Y.org>, d@y.org\n\n"
    )
    #expect(Self.pasted("Cc: |\nTo: x@x.org\n\n", link) == "Cc: a@x.org, b@y.org, d@y.org\nTo: x@x.org\n\n")
    #expect(Self.pasted("To: |\r\n\r\n", "mailto:a@x.org?cc=b@y.org") == "To: a@x.org\r\nCc: b@y.org\r\n\r\n")
  }

  @Test(arguments: [
    "mailto:a@x.org?cc=b%0ABcc:c@x.org", "mailto:?subject=x", "mailto:a@x.org?cc=%22b", "mailto:a@x.org?cc=,",
    "mailto:a%0Ab@x.org", "mailto:a@x.org;b@x.org", "mailto:a@x.org%3E", "mailto:a@x.org?cc=%FF@x.org",
    "mailto:%22Doe%2C%20Jo%22%20%3Cjo@x.org%3E", "mailto:a,b@x.org",
  ]) func `G50 a link that would write anything but its recipients is refused`(_ text: String) {
    #expect(Self.pasted("To: |\n\nHi", text) == "To: \n\nHi")
  }

  @Test func `G50 what is no link is pasted as it is, and one from the source of a page is read`() {
    #expect(Self.pasted("To: |\n\n", "mailto:a@x.org and more").hasPrefix("To: mailto:a@x.org and more"))
    #expect(
      Self.pasted("To: |\n\n", "mailto:a@x.org?cc=b@x.org&amp;bcc=c@x.org")
        == "To: a@x.org\nCc: b@x.org\nBcc: c@x.org\n\n")
  }

  @Test func `G50 a field that cannot be changed, or is left alone, has the link refused`() {
    let link = "mailto:a@x.org,a2@x.org?cc=b@x.org&bcc=e@x.org,e2@x.org"
    for set in ["fields.cc.readOnly=true", "fields.cc.enabled=false", "fields.bcc.max=1", "fields.bcc.readOnly=true"] {
      #expect(Self.pasted("To: |\nCc: x@x.org\n\n", link, set) == "To: \nCc: x@x.org\n\n", "\(set)")
    }
  }

  @Test func `G50 a card with a broken address, or with anything beside it, gives nobody else`() {
    for card in ["EMAIL:jo@x.org> , <evil@x.org", "EMAIL:j o@x.org", "EMAIL:lo\n  ng@x.org"] {
      let text = "BEGIN:VCARD\nVERSION:4.0\nFN:Jo\n\(card)\nEND:VCARD\n"
      #expect(Self.pasted("To: |\n\n", text) == "To: \n\n", "\(card)")
    }
    let card = "BEGIN:VCARD\nVERSION:4.0\nFN:Jo\nEMAIL:jo@x.org\nEND:VCARD\n"
    #expect(Self.pasted("To: |\n\n", card + "q@x.org\n") == "To: \n\n")
    #expect(Self.pasted("To: |\n\n", card + "\n" + card) == "To: Jo <jo@x.org>\n\n")
  }

  @Test func `D27 G50 cards become their people, each with the address that the card prefers`() {
    let cards =
      "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ruiz\\, Ana\r\nEMAIL:ana@home.example\r\nEMAIL;TYPE=PREF:ana@x.org\r\nEND:VCARD\r\n"
      + "BEGIN:VCARD\nVERSION:4.0\nFN:Bo Li\nEMAIL;PREF=2:b2@x.org\nEMAIL;PREF=1:b1@x.org\nEND:VCARD\n"
      + "BEGIN:VCARD\nVERSION:4.0\nFN:Nobody\nEND:VCARD\n"
    #expect(Self.pasted("To: |\n\n", cards) == "To: \"Ruiz, Ana\" <ana@x.org>, Bo Li <b1@x.org>\n\n")
    #expect(Self.pasted("To: c@x.org|\n\n", "BEGIN:VCARD\nEND:VCARD") == "To: c@x.org\n\n")
  }
}
