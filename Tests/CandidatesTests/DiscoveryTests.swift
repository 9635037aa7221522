import Candidates
import Testing

/// Which address books are found without being named.
@Suite struct DiscoveryTests {
  private static let home = "/home/ana"
  private static let alias = "alias bo bo@x.org\n"
  private static let card = "BEGIN:VCARD\nFN:A\nEMAIL:a@x.org\nEND:VCARD\n"

  private func sources(
    _ files: [String: String], links: [String: String] = [:], environment: [String: String] = ["HOME": home]
  ) -> [String] {
    FileTree(files, links: links).discovery(environment).sources.map { "\($0.kind.rawValue) \($0.path)" }
  }

  @Test(arguments: [
    ".muttrc", ".mutt/muttrc", ".mutt/aliases", ".neomuttrc", ".neomutt/neomuttrc", ".config/mutt/muttrc",
    ".config/mutt/anything", ".config/neomutt/neomuttrc", ".config/neomutt/my aliases",
  ])
  func muttsFiles(_ name: String) {
    #expect(sources(["/home/ana/\(name)": DiscoveryTests.alias]) == ["mutt-alias /home/ana/\(name)"])
  }

  @Test(arguments: [
    ("set alias_file=~/a", "/home/ana/a"), ("set alias_file = \"~/my a\"", "/home/ana/my a"),
    ("set sort=date alias_file='~/a' x", "/home/ana/a"), ("set x; set alias_file=/etc/a # mine", "/etc/a"),
    ("set alias_file=$HOME/a", "/home/ana/a"), ("set alias_file=${HOME}/a", "/home/ana/a"),
    ("set my_dir=~/m\nset alias_file=$my_dir/a", "/home/ana/m/a"), ("set alias_file=a", "/home/ana/a"),
    ("set alias_file=~/a\nsource $alias_file", "/home/ana/a"), ("source ~/a", "/home/ana/a"),
    ("source a", "/home/ana/a"),
    ("  source \"~/my a\"", "/home/ana/my a"), ("source ~/b ~/a", "/home/ana/a"),
    ("set \\\n alias_file=~/a", "/home/ana/a"),
  ])
  func whatAMuttrcNames(_ line: String, _ path: String) {
    #expect(sources(["/home/ana/.muttrc": line, path: DiscoveryTests.alias]) == ["mutt-alias \(path)"], "\(line)")
  }

  @Test(arguments: [
    ("source \"~/a|\"", "programs are not run"), ("source 'a print |'", "programs are not run"),
    ("set alias_file==a", "cannot be expanded"), ("set alias_file=+a", "cannot be expanded"),
    ("set alias_file=~bo/a", "cannot be expanded"), ("source `echo ~/a`", "cannot be expanded"),
    ("source $NOWHERE/a", "cannot be expanded"), ("source ~/none", "does not exist"),
    ("source '$HOME/a'", "does not exist"), ("set alias_file=~/empty", "holds no aliases"), ("# source ~/a", ""),
    ("bind source ~/a", ""),
  ])
  func whatIsNotFollowed(_ line: String, _ reason: String) {
    let tree = FileTree([
      "/home/ana/.muttrc": line, "/home/ana/a": DiscoveryTests.alias, "/home/ana/empty": "alias ll='ls -l'\n",
    ])
    let discovery = tree.discovery()
    #expect(discovery.sources.isEmpty, "\(line)")
    #expect(reason.isEmpty || discovery.remarks.contains { $0.text.contains(reason) && !$0.isFound }, "\(line)")
  }

  @Test func sourcesOfSources() {
    var files = [
      "/home/ana/.config/neomutt/neomuttrc": "source accounts/one\nsource ~/.config/neomutt/neomuttrc\n",
      "/home/ana/.config/neomutt/accounts/one": "source two\nsource ../neomuttrc",
      "/home/ana/.config/neomutt/accounts/two": DiscoveryTests.alias,
    ]
    #expect(sources(files) == ["mutt-alias /home/ana/.config/neomutt/accounts/two"])
    for number in 0..<100 { files["/home/ana/deep/\(number)"] = "source \(number + 1)\n\(DiscoveryTests.alias)" }
    files["/home/ana/.muttrc"] = "source ~/deep/0"
    #expect(sources(files).count == 16)
  }

  @Test func oneFileUnderTwoNamesIsReadOnce() {
    let files = ["/home/ana/dot/aliases": DiscoveryTests.alias, "/home/ana/.muttrc": "source ~/dot/aliases"]
    let links = ["/home/ana/.mutt": "/home/ana/dot", "/home/ana/.config/mutt": "/home/ana/dot"]
    #expect(sources(files, links: links) == ["mutt-alias /home/ana/dot/aliases"])
  }

  @Test(arguments: [
    ("[addressbooks]\n[[home]]\npath = ~/cards\n", "/home/ana/cards"),
    ("[addressbooks]\n[[home]]\npath = \"~/my cards/\" # x\n", "/home/ana/my cards"),
    (
      "[general]\npath=/no\n[addressbooks]\n  [[a b]]\n  path=$HOME/cards  # x\n[vcard]\npath = /no2\n",
      "/home/ana/cards"
    ),
    ("[addressbooks]\n[[all]]\npath = ~/cards/*\ntype = discover\n", "/home/ana/cards"),
  ])
  func khard(_ text: String, _ path: String) {
    let files = [
      "/home/ana/.config/khard/khard.conf": text, "\(path)/a.vcf": DiscoveryTests.card,
      "/no/b.vcf": DiscoveryTests.card,
      "/no2/b.vcf": DiscoveryTests.card,
    ]
    #expect(sources(files) == ["vcard \(path)"])
  }

  @Test(arguments: [
    ("[storage a]\ntype = \"filesystem\"\npath = \"~/cards\"\nfileext = \".vcf\"\n", true),
    ("[storage a]\ntype=\"filesystem\"\npath=\"~/cards/\"\n", true),
    ("[storage a]\nfileext = \".ics\"\ntype = \"filesystem\"\npath = \"~/cards\"\n", false),
    ("[storage a]\ntype = \"carddav\"\npath = \"~/cards\"\n", false),
    ("[pair a]\ntype = \"filesystem\"\npath = \"~/cards\"\n", false), ("[storage a]\ntype = \"filesystem\"\n", false),
    ("[storage a]\ntype = \"filesystem\"\npath = \"~/none\"\nfileext = \".vcf\"\n", false),
  ])
  func vdirsyncer(_ text: String, _ isFound: Bool) {
    for place in [".config/vdirsyncer/config", ".vdirsyncer/config"] {
      let files = ["/home/ana/\(place)": text, "/home/ana/cards/x/a.vcf": DiscoveryTests.card]
      #expect(sources(files) == (isFound ? ["vcard /home/ana/cards"] : []), "\(text)")
    }
  }

  /// `MAILRC` names the user's file; settings alone are no address book.
  @Test func mailrc() {
    let alias = "set dot\nalias bo bo@x.org\n"
    #expect(sources(["/home/ana/.mailrc": alias]) == ["mailrc /home/ana/.mailrc"])
    #expect(sources(["/home/ana/.mailrc": "set dot\nset from=ana@x.org\n"]) == [])
    let files = ["/home/ana/.mailrc": alias, "/home/ana/own": alias]
    for name in ["~/own", "/home/ana/own"] {
      #expect(sources(files, environment: ["HOME": DiscoveryTests.home, "MAILRC": name]) == ["mailrc /home/ana/own"])
    }
    #expect(sources(files, environment: ["HOME": DiscoveryTests.home, "MAILRC": "own"]) == [])
  }

  @Test(arguments: [".abook/addressbook", ".local/share/abook/addressbook", ".config/abook/addressbook"])
  func abook(_ name: String) {
    #expect(sources(["/home/ana/\(name)": "[0]\nname=Bo\nemail=bo@x.org\n"]) == ["abook /home/ana/\(name)"])
    #expect(sources(["/home/ana/\(name)": "[format]\nprogram=abook\n"]) == [])
    let moved = ["/d/abook/addressbook": "[0]\nemail=bo@x.org\n"]
    for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
      #expect(
        sources(moved, environment: ["HOME": DiscoveryTests.home, variable: "/d"]) == ["abook /d/abook/addressbook"])
    }
  }

  @Test(arguments: [
    (".lbdb/m_inmail.utf-8", "inmail", "a@x.org\tAna\t2026-01-01 10:00\n"),
    (".lbdb/m_inmail.list", "inmail", "a@x.org\tAna\t\n"),
    (".emacs.d/ecompleterc", "ecomplete", "((mail\n(\"a@x.org\" 1 0 \"a@x.org\")\n))"),
    (".ecompleterc", "ecomplete", "((mail\n(\"a@x.org\" 1 0 \"a@x.org\")\n))"),
    (".config/emacs/ecompleterc", "ecomplete", "((mail\n(\"a@x.org\" 1 0 \"a@x.org\")\n))"),
    (".cache/maildir-rank-addr/addressbook.tsv", "maildir-rank-addr", "a@x.org\tAna\n"),
  ])
  func whatProgramsGather(_ name: String, _ kind: String, _ text: String) {
    #expect(sources(["/home/ana/\(name)": text]) == ["\(kind) /home/ana/\(name)"])
    #expect(sources(["/home/ana/\(name)": "((mail\n))\n"]) == [])
  }

  /// maildir-rank-addr writes where its configuration says.
  @Test func rankedElsewhere() {
    let files = [
      "/home/ana/.config/maildir-rank-addr/config": "maildir = \"~/.mail\"\noutputpath = \"~/.mail/book\"\n",
      "/home/ana/.mail/book": "a@x.org\tAna\n", "/home/ana/.cache/maildir-rank-addr/addressbook.tsv": "b@x.org\tBo\n",
    ]
    #expect(sources(files) == ["maildir-rank-addr /home/ana/.mail/book"])
  }

  /// Folders of sent mail: as mutt is told, and below what mbsync and notmuch name.
  @Test func sentMail() {
    let mail = [
      "/home/ana/Mail/Sent/cur/1": "To: a@x.org\n", "/home/ana/Mail/inbox/cur/1": "", "/home/ana/Mail/out": "From a\n",
    ]
    for (file, text, wanted) in [
      (".muttrc", "set folder=~/Mail record=+Sent", "maildir /home/ana/Mail/Sent"),
      (".muttrc", "set record=\"=out\"", "mbox /home/ana/Mail/out"),
      (".muttrc", "set record=~/Mail/out", "mbox /home/ana/Mail/out"),
      (".mbsyncrc", "MaildirStore local\nPath ~/Mail/\n", "maildir /home/ana/Mail/Sent"),
      (".notmuch-config", "[database]\npath=/home/ana/Mail\n", "maildir /home/ana/Mail/Sent"),
      (".notmuch-config", "[database]\npath=Mail\n", "maildir /home/ana/Mail/Sent"),
    ] {
      #expect(sources(mail.merging(["/home/ana/\(file)": text]) { $1 }) == [wanted], "\(text)")
    }
    for text in ["set record=imap://x/Sent", "set record=", "set record=+none", "set folder=imaps://x record==Sent"] {
      #expect(sources(mail.merging(["/home/ana/.muttrc": text]) { $1 }) == [], "\(text)")
    }
  }

  @Test func ownAddresses() {
    let discovery = FileTree([
      "/home/ana/.muttrc": "set from='Ana Ruiz <ana@x.org>'\n",
      "/home/ana/.gitconfig": "[user]\n\temail = git@x.org # me\n[x]\nemail=no@x.org\n",
      "/home/ana/.notmuch-config": "[user]\nprimary_email=ana@y.org\nother_email=a@y.org;b@y.org;\n",
      "/home/ana/.config/aerc/accounts.conf": "[me]\nfrom = Ana <ana@z.org>\naliases = \"*@z.org\"\n",
    ]).discovery()
    #expect(
      discovery.identities == [
        "Ana Ruiz <ana@x.org>", "ana@y.org", "a@y.org", "b@y.org", "Ana <ana@z.org>", "*@z.org", "git@x.org",
      ])
  }

  /// mutt knows own addresses as regular expressions, of which only those are read that are one address.
  @Test func alternates() {
    func own(_ text: String) -> [String] { FileTree(["/home/ana/.muttrc": text]).discovery().identities }
    for (written, address) in [
      ("ana@x.org", "ana@x.org"), (#"'^ana@x\.org$'"#, "ana@x.org"), (#""^ana@x\\.org$""#, "ana@x.org"),
      (#"ana@x\.org"#, "ana@x.org"), (#"'ana\+list@x\.org'"#, "ana+list@x.org"), ("-group me ana@x.org", "ana@x.org"),
    ] {
      #expect(own("alternates \(written)\n") == [address], "\(written)")
    }
    for written in [
      ".*@x.org", "'ana@(x|y).org'", "ana+x@x.org", "'@x\\.org$'", "ana", #"'\<ana@x.org'"#, "'ana@x.org\\'",
      "[a]@x.org",
    ] {
      let discovery = FileTree(["/home/ana/.muttrc": "alternates ok@x.org \(written)\n"]).discovery()
      #expect(discovery.identities == ["ok@x.org"], "\(written)")
      #expect(discovery.remarks.contains { $0.text == "alternates: 1 of 2 are no plain addresses" }, "\(written)")
    }
    #expect(own("alternates a@x.org b@x.org\nunalternates a@x.org\n") == ["b@x.org"])
    #expect(
      own("alternates a@x.org b@x.org\nunalternates *\nalternates c@x.org; set from=d@x.org\n") == [
        "c@x.org", "d@x.org",
      ])
  }

  @Test func oneFolderOfTwoPrograms() {
    let files = [
      "/home/ana/.config/khard/khard.conf": "[addressbooks]\n[[a]]\npath=~/cards\n",
      "/home/ana/.config/vdirsyncer/config": "[storage a]\ntype=\"filesystem\"\npath=\"~/cards/\"\n",
      "/home/ana/cards/a.vcf": DiscoveryTests.card,
    ]
    #expect(sources(files) == ["vcard /home/ana/cards"])
  }

  @Test func xdgFoldersAreHonoured() {
    let files = [
      "/etc/own/mutt/muttrc": DiscoveryTests.alias, "/home/ana/.config/mutt/muttrc": DiscoveryTests.alias,
      "/etc/own/khard/khard.conf": "[addressbooks]\n[[a]]\npath=/cards\n", "/cards/a.vcf": DiscoveryTests.card,
    ]
    #expect(
      sources(files, environment: ["HOME": DiscoveryTests.home, "XDG_CONFIG_HOME": "/etc/own"])
        == ["mutt-alias /etc/own/mutt/muttrc", "vcard /cards"])
    #expect(
      sources(files, environment: ["HOME": DiscoveryTests.home, "XDG_CONFIG_HOME": "relative"])
        == ["mutt-alias /home/ana/.config/mutt/muttrc"])
    #expect(sources(files, environment: [:]) == [])
  }

  @Test func remarksSayWhatWasLookedFor() {
    let remarks = FileTree([
      "/home/ana/.muttrc": DiscoveryTests.alias, "/home/ana/.mutt/aliases": "set x=1",
      "/home/ana/.config/khard/khard.conf": "[addressbooks]\n[[a]]\npath=~/cards\n",
    ]).discovery().remarks.map { "\($0.path) \($0.text)" }
    #expect(
      remarks == [
        "/home/ana/.muttrc holds aliases", "/home/ana/.mutt/muttrc does not exist",
        "/home/ana/.mutt/aliases holds no aliases", "/home/ana/.neomuttrc does not exist",
        "/home/ana/.neomutt/neomuttrc does not exist", "/home/ana/.neomutt/muttrc does not exist",
        "/home/ana/.neomutt/aliases does not exist", "/home/ana/.config/mutt does not exist",
        "/home/ana/.config/neomutt does not exist", "/home/ana/.mailrc does not exist",
        "/home/ana/.abook/addressbook does not exist", "/home/ana/.local/share/abook/addressbook does not exist",
        "/home/ana/.config/abook/addressbook does not exist", "/home/ana/.lbdb/m_inmail.utf-8 does not exist",
        "/home/ana/.lbdb/m_inmail.list does not exist", "/home/ana/.emacs.d/ecompleterc does not exist",
        "/home/ana/.config/emacs/ecompleterc does not exist", "/home/ana/.ecompleterc does not exist",
        "/home/ana/.cache/maildir-rank-addr/addressbook.tsv does not exist",
        "/home/ana/cards is no folder that can be read",
        "/home/ana/.config/vdirsyncer/config does not exist", "/home/ana/.vdirsyncer/config does not exist",
      ])
    #expect(FileTree([:]).discovery([:]).remarks.map(\.path) == ["HOME"])
  }

  @Test func hostileConfigurations() {
    let binary = String(repeating: "\0source ~/a\n", count: 100)
    let files = [
      "/home/ana/.config/mutt/cache": binary, "/home/ana/a": DiscoveryTests.alias,
      "/home/ana/.muttrc":
        "source ''\nsource\nset\nset =\nset alias_file\nset alias_file=\nsource $\nsource ${\nsource ~\n",
      "/home/ana/.config/khard/khard.conf": "[[[[\npath\n=\n[addressbooks\npath=\n[addressbooks]\npath=*/x\npath=\"\n",
      "/home/ana/.config/vdirsyncer/config": "[storage \npath=\"x\n[storage x]\n=\n",
    ]
    #expect(sources(files) == [])
  }
}
