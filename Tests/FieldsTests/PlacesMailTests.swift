import Fields
import Testing

/// The header blocks that mail programs write, and what becomes of them in editors.
@Suite struct PlacesMailTests {
  @Test func readsADraftOfNeomutt() {
    check(
      """
      ⟦From: Ana Ruiz <ana@example.org>⟧
      ⟦To: bo@example.org,
      \tpia@example.org⟧
      ⟦Cc: ⟧
      ⟦Bcc:⟧
      Subject: Hi
      ⟦Reply-To:⟧
      X-Label: a:b

      From: quoted@example.org
      To: body@example.org

      """, ["From", "To", "Cc", "Bcc", "Reply-To"])
  }

  @Test func readsADraftOfMessageMode() {
    let finding = check(
      """
      ⟦From: ana@example.org⟧
      ⟦To: bo@example.org⟧
      Subject: x
      Fcc: sent +sent -inbox
      --text follows this line--
      Cc: body@example.org

      """, ["From", "To"])
    #expect(!finding.isBodyOnly)
  }

  @Test func endsTheBlockAtTheSeparatorOnly() {
    // Anything more or less than the separator is a line of the header that belongs to nothing.
    check(
      """
      ⟦To: bo@example.org⟧
      {--text follows this line}
      ⟦Cc: pia@example.org⟧

      """, ["To", "Cc"])
  }

  @Test func readsADraftOfAlot() {
    check("Subject: x\n⟦From: ana@example.org⟧\n⟦To: ⟧\n\nbody\n", ["From", "To"])
  }

  @Test func skipsLinesOfSendEmail() {
    check(
      """
      From Ana Ruiz <ana@example.org> # This line is ignored.
      GIT: Lines beginning in "GIT:" will be removed.
      GIT: To: nobody@example.org
      ⟦From: Ana Ruiz <ana@example.org>⟧
      ⟦To: bo@example.org,
          pia@example.org⟧
      GIT:
      ⟦Reply-To: ⟧
      Subject:\u{20}
      ⟦In-Reply-To: ⟧

      To: body@example.org
      """, ["From", "To", "Reply-To", "In-Reply-To"])
  }

  @Test func goesOnWithAFieldBehindASkippedLine() {
    let finding = check(
      "⟦To: bo@example.org,⟧\nGIT: a remark\n⟦ pia@example.org⟧\n⟦Cc: x@example.org⟧\n\n", ["To", "To", "Cc"])
    #expect(finding.fields[1].nameRange.isEmpty)
    #expect(finding.fields[1].valueRange == finding.fields[1].range)
    check("Subject: a\nGIT: b\n c@example.org\n⟦Cc: x@example.org⟧\n\n", ["Cc"])
  }

  @Test func readsAPatch() {
    check(
      """
      From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001
      ⟦From: Ana Ruiz <ana@example.org>⟧
      Date: Mon, 1 Jan 2024 00:00:00 +0000
      Subject: [PATCH 1/2] Say: more
       of it
      ⟦To: bo@example.org⟧
      ⟦Cc: pia@example.org,
          li@example.cn⟧

      Cc: stable@example.org
      Signed-off-by: Ana Ruiz <ana@example.org>
      ---
       a.txt | 2 +-
      """, ["From", "To", "Cc"], .patch)
  }

  @Test func findsNothingInADiff() {
    let finding = check("diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-To: a\n+To: b\n", [], .patch)
    #expect(finding.isBodyOnly)
    check("Index: a.txt\n===\n--- a.txt\n", [], .patch)
    check("Note: a change\n\nTo: bo@example.org\n", [], .patch)
  }

  @Test func findsNothingInABodyAlone() {
    #expect(check("Hello Bo,\n\nTo: be or not\n", []).isBodyOnly)
    #expect(check("Note: this is prose\nthat goes on.\n\nTo: body@example.org\n", []).isBodyOnly)
    #expect(check("Dear all: we meet\nat ten. From: here\n", []).isBodyOnly)
    #expect(check("Note: bring cake\n\nTo: body@example.org\n", []).isBodyOnly)
    #expect(check("Note: bring cake", []).isBodyOnly)
    #expect(!check("Subject: cake\n\nTo: body@example.org\n", []).isBodyOnly)
    #expect(check("", []).isBodyOnly)
    #expect(check("\nTo: body@example.org\n", []).isBodyOnly)
    #expect(check(" To: indented@example.org\n", []).isBodyOnly)
    #expect(check("--text follows this line--\nTo: x@example.org\n", []).isBodyOnly)
    #expect(check("From ana@example.org Mon Sep 17 00:00:00 2001\n\nTo: x@example.org\n", []).isBodyOnly)
    #expect(check("https://example.org/x is the page\nHello\n", []).isBodyOnly)
  }

  @Test func knowsAMessageThatWasReceived() {
    let finding = check(
      "⟦Return-Path: <bo@example.org>⟧\nReceived: from a\n by b; x\n⟦To: ana@example.org⟧\n\n> To: x\n",
      ["Return-Path", "To"])
    #expect(finding.isReceived)
    #expect(check("Received: from a\n⟦To: ana@example.org⟧\n\n", ["To"]).isReceived)
    #expect(!check("X-Received: from a\n⟦To: ana@example.org⟧\n\nReceived: x\n", ["To"]).isReceived)
  }

  @Test func marksWhatVimWrapsAtColumnZero() {
    let finding = check(
      """
      ⟦To: Ana Ruiz <ana@example.org>, Bo Li <bo@example.org>,⟧
      {Pia Novak <pia@example.org>, "Ode, Jo" <jo@example.org>,}
      {li@example.cn}
      ⟦Cc: x@example.org⟧
      Subject: y

      body
      """, ["To", "Cc"])
    #expect(finding.faults.allSatisfy { $0.severity == .error })
    // What is indented below the torn line belongs to it, not to the field above.
    check("⟦To: a@example.org,⟧\n{b@example.org,}\n{ c@example.org}\nSubject: y\n\n", ["To"])
    check("Subject: a long\n{line}\n⟦To: x@example.org⟧\n\n", ["To"])
  }

  @Test func goesOnWithAFieldInIndentedLines() {
    check("⟦To: ana@example.org,\n Cc: bo@example.org⟧\n\n", ["To"])
    check("⟦To:\n\tana@example.org,\n \n bo@example.org⟧\nSubject: x\n\n", ["To"])
    check("Subject: x\n To: y@example.org\n⟦Cc: z@example.org⟧\n\n", ["Cc"])
  }

  @Test func readsCarriageReturns() {
    check(
      "⟦To: ana@example.org,\r\n\tbo@example.org⟧\r\n⟦Cc: ⟧\r\nSubject: x\r\n\r\nTo: body@example.org\r\n",
      ["To", "Cc"])
    check("⟦To: a@example.org⟧\r\n--text follows this line--\r\nCc: b@example.org\r\n", ["To"])
    check("⟦To: a@example.org,⟧\r\n{b@example.org}\r\n\r\n", ["To"])
  }

  @Test func takesABlankBeforeTheColon() {
    let finding = check("⟦To{ }: ana@example.org⟧\n⟦Cc{\t }:⟧\nSubject : x\n\n", ["To", "Cc"], rule: .obsoleteSyntax)
    #expect(finding.fields[0].column == 4)
    #expect(finding.fields[0].nameRange == 0..<2)
  }

  @Test func passesOverAMark() {
    check("\u{FEFF}⟦To: ana@example.org⟧\n\nTo: body@example.org\n", ["To"])
    check("\u{FEFF}From x@example.org Mon Sep 17 00:00:00 2001\n⟦To: ana@example.org⟧\n\n", ["To"])
    #expect(check("\u{FEFF}", []).isBodyOnly)
    #expect(check("\u{FEFF}\nTo: ana@example.org\n", []).isBodyOnly)
  }

  @Test func takesNamesInAnyCase() {
    check(
      "⟦to: a@example.org⟧\n⟦REPLY-TO: b@example.org⟧\n⟦resent-cc: c@example.org⟧\n\n", ["To", "Reply-To", "Resent-Cc"])
    check("Too: a@example.org\n-To: x@example.org\nTö: y@example.org\n⟦To: b@example.org⟧\n\n", ["To"], faults: 1)
  }

  @Test func readsABlockWithoutItsEnd() {
    check("⟦To:⟧", ["To"])
    check("⟦To: ana@example.org⟧\n⟦Cc:⟧", ["To", "Cc"])
    check("⟦To: ana@example.org,\n ⟧", ["To"])
  }

  @Test func knowsEveryAddressField() {
    for row in MailField.all {
      let finding = check("⟦\(row.name.uppercased()): ana@example.org⟧\n\n", [row.name])
      #expect(finding.fields.first?.scope == row.scope)
      #expect(MailField.named(row.name.lowercased()) == row)
    }
    #expect(MailField.named("references")?.grammar == .messageIDs)
    #expect(MailField.named("Subject") == nil)
    #expect(MailField.named("") == nil)
  }

  /// Reads a text in which fields stand between `⟦ ⟧` and faults between `{ }`, and compares both with what is found.
  @discardableResult
  private func check(
    _ marked: String, _ names: [String], _ finder: Finder = .mail, rule: Rule = .brokenFold, faults: Int? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) -> Finding {
    var bytes: [UInt8] = []
    var fields: [Range<Int>] = []
    var marks: [Range<Int>] = []
    var opened = (field: 0, fault: 0)
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦": opened.field = bytes.count
      case "⟧": fields.append(opened.field..<bytes.count)
      case "{": opened.fault = bytes.count
      case "}": marks.append(opened.fault..<bytes.count)
      default: bytes += String(scalar).utf8
      }
    }
    let finding = finder.find(in: Text(bytes))
    #expect(finding.fields.map(\.name) == names, sourceLocation: location)
    #expect(finding.fields.map(\.range) == fields, sourceLocation: location)
    if let faults {
      #expect(finding.faults.count == faults, sourceLocation: location)
    } else {
      #expect(finding.faults.map(\.range) == marks, sourceLocation: location)
      #expect(finding.faults.allSatisfy { $0.rule == rule }, sourceLocation: location)
    }
    for field in finding.fields {
      #expect(field.range.upperBound == field.valueRange.upperBound, sourceLocation: location)
      #expect(field.range.contains(field.nameRange.lowerBound), sourceLocation: location)
      guard !field.nameRange.isEmpty else { continue }
      #expect(bytes[field.valueRange.lowerBound - 1] == UInt8(ascii: ":"), sourceLocation: location)
      #expect(field.column == field.valueRange.lowerBound - field.range.lowerBound, sourceLocation: location)
      let name = String(decoding: bytes[field.nameRange], as: UTF8.self)
      #expect(name.lowercased() == field.name.lowercased(), sourceLocation: location)
    }
    return finding
  }
}
