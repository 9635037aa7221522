import Fields
import Testing

/// Which finder a document has: by what the client calls it, else by its name, else by what stands in it.
@Suite struct PlacesFinderTests {
  static let draft = "From: ana@example.org\nTo: bo@example.org\nSubject: x\n\nbody\n"
  static let prose = "Dear Bo,\n\nit rains.\n"

  @Test(arguments: [
    "mail", "Mail", "message", "eml", "notmuch-message", "mu4e-compose", "org-msg-edit", "gitsendemail",
  ])
  func takesMailAtItsWord(_ languageId: String) {
    #expect(finder(languageId, "file:///x", Self.prose) == .mail)
    #expect(finder(languageId, "", "") == .mail)
  }

  @Test(arguments: ["diff", "patch", "git-format-patch"])
  func takesPatchesAtTheirWord(_ languageId: String) {
    #expect(finder(languageId, "file:///0001-x.eml", Self.prose) == .patch)
  }

  @Test(arguments: [
    "file:///tmp/neomutt-host-1000-4711-12345678901234567890", "/tmp/mutt-host-1000-1-2", "/var/tmp/mutt-host-1-2-3",
    "/tmp/mutt.abc", "file:///tmp/aerc-compose-42.eml", "/tmp/alot.a1b2c3.eml", "/home/ana/x.eml", "/home/ana/X.EML",
    "/home/ana/Mail/drafts/*message*-20240101-010203", "file:///home/ana/Mail/drafts/%2Amessage%2A-20240101-010203",
    "/home/ana/Mail/Drafts/cur/1700000000.4711.host:2,DS", "/home/ana/Mail/Drafts/new/1.host",
    "/home/ana/project/.git/.gitsendemail.msg.XyZ", "/home/ana/inbox.mbox",
  ])
  func knowsDraftsByName(_ path: String) {
    #expect(finder("", path, Self.prose) == .mail)
    #expect(finder("plaintext", path, "") == .mail)
  }

  @Test(arguments: ["/home/ana/0001-Say-more.patch", "file:///tmp/v2-0002-x.patch"])
  func knowsPatchesByName(_ path: String) {
    #expect(finder("", path, Self.draft) == .patch)
  }

  @Test(arguments: [
    "/home/ana/mutt-notes.txt", "/tmp/neomuttrc", "/home/ana/.config/neomutt/neomuttrc", "/tmp/mutt-x/muttrc.txt",
    "/tmp/emutt-x", "/home/ana/drafts.txt", "/home/ana/Mail/Inbox/cur/1.host:2,S", "/home/ana/eml", "",
    "/home/ana/control", "/home/ana/debian/tests/control", "/home/ana/codeowners.txt",
  ])
  func takesNoOtherName(_ path: String) {
    #expect(finder("", path, Self.prose) == .none)
  }

  @Test(arguments: [
    ("gitcommit", Finder.commit), ("git-commit", .commit), ("NeogitCommitMessage", .commit),
    ("debcontrol", .debianControl), ("debian-control", .debianControl), ("codeowners", .codeOwners),
    ("org", .org), ("org-mode", .org), ("markdown", .markdown), ("mdx", .markdown), ("rmd", .markdown),
    ("quarto", .markdown), ("bib", .bibliography), ("bibtex", .bibliography), ("tex", .latex), ("latex", .latex),
    ("plaintex", .latex),
  ])
  func `takes languages at their word`(languageId: String, expected: Finder) {
    #expect(finder(languageId, "file:///x", Self.prose) == expected)
  }

  @Test(arguments: [
    ("/tmp/b4-abc/COMMIT_EDITMSG", Finder.commit), ("file:///home/ana/project/.git/MERGE_MSG", .commit),
    ("/home/ana/project/debian/control", .debianControl), ("/home/ana/project/CODEOWNERS", .codeOwners),
    ("/home/ana/project/.gitlab/CODEOWNERS", .codeOwners), ("/home/ana/notes.org", .org),
    ("/home/ana/note.md", .markdown), ("/home/ana/x/package.json", .packageFile), ("/home/ana/refs.bib", .bibliography),
    ("/home/ana/paper.tex", .latex),
  ])
  func `knows files by their names`(path: String, expected: Finder) {
    #expect(finder("", path, Self.prose) == expected)
    #expect(finder("plaintext", path, Self.prose) == expected)
  }

  @Test(arguments: ["", "text", "plaintext", "Plain", "txt", "fundamental"])
  func knowsMailByWhatStandsInIt(_ languageId: String) {
    func check(_ text: String, _ isMail: Bool, _ location: SourceLocation = #_sourceLocation) {
      #expect(finder(languageId, "/home/ana/note", text) == (isMail ? .mail : .none), sourceLocation: location)
    }
    check(Self.draft, true)
    check("To: \nSubject: \n\n", true)
    check("Bcc: x@example.org\n", true)
    check("GIT: remark\nTo: \n\n", true)
    check(Self.prose, false)
    check("", false)
    check("Note: this is prose\nTo: be or not\n", true)
    check("To: whom it may\nconcern\n\n", false)
    check("Subject: x\nDate: y\n\n", false)
    check("Reply-To: x@example.org\n\n", false)
    check("Title: x\n\nTo: y\n", false)
  }

  @Test func knowsMailThoughAFoldIsBroken() {
    func check(_ text: String, _ isMail: Bool, _ location: SourceLocation = #_sourceLocation) {
      #expect(finder("", "", text) == (isMail ? .mail : .none), sourceLocation: location)
    }
    for name in ["From", "To", "Cc", "bcc", "Reply-To", "Sender", "Resent-To"] {
      check("\(name): ana@example.org,\nbo@example.org\n\nbody\n", true)
    }
    check("To: Ana\nRuiz <ana@example.org>\nCc: bo@example.org\n\n", true)
    check("From x Mon\nGIT: remark\nTo: \nCc: Bo <bo@example.org>,\nPia <pia@example.org>\n", true)
    check("\u{FEFF}To: ana@example.org,\nbo@example.org\n", true)
    // What stands in a line that was torn off counts for nothing: it may be prose.
    check("To: whom it may\nconcern, write to ana@example.org\n\n", false)
    check("To: meet\nat 10\n\nana@example.org\n", false)
    check("From: 10 @ home\nto @ 11\n\n", false)
    check("From: @example\nand @bo\n\n", false)
    check("Subject: x\nTo: ana@example.org,\nbo@example.org\n\n", false)
    check("Dear Bo,\nTo: ana@example.org\n\n", false)
  }

  @Test(arguments: ["swift", "yaml", "toml", "json"])
  func leavesOtherLanguagesAlone(_ languageId: String) {
    #expect(finder(languageId, "/home/ana/x", Self.draft) == .none)
    #expect(Finder.none.find(in: Text(Array(Self.draft.utf8))) == Finding(frame: 0..<0))
  }

  private func finder(_ languageId: String, _ path: String, _ text: String) -> Finder {
    .of(languageId: languageId, path: path, text: Text(Array(text.utf8)))
  }
}
