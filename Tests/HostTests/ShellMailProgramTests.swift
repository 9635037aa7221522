import Foundation
import Testing

/// `query` as mutt, neomutt and aerc call it, each in a pseudo-terminal of script(1).
@Suite(.serialized) struct ShellMailProgramTests {
  let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.addBooks()
  }

  /// Runs a mail program, types the keys one after the other as soon as the screen shows what comes before each, and
  /// gives all that was drawn, without the escape sequences.
  private func screen(_ program: String, _ steps: [(awaits: String, keys: String)], ends: String) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["script", "-qfc", "stty rows 24 cols 100; \(program)", "/dev/null"]
    process.environment = shell.environment.merging(["TERM": "xterm"]) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: shell.home.path)
    let keyboard = Pipe()
    let drawn = shell.home.path + "/drawn"
    try Data().write(to: URL(fileURLWithPath: drawn))
    process.standardInput = keyboard
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: drawn))
    process.standardError = process.standardOutput
    try process.run()
    defer { process.terminate() }
    func text() -> String {
      let text = (try? Data(contentsOf: URL(fileURLWithPath: drawn))).map { String(decoding: $0, as: UTF8.self) } ?? ""
      let sequence = "\u{1B}(\\[[0-9;?]*[ -/]*[@-~]|\\][^\u{07}\u{1B}]*(\u{07}|\u{1B}\\\\)|[()][0-9A-Z]|[=>])"
      return text.replacingOccurrences(of: sequence, with: " ", options: .regularExpression)
    }
    for (awaits, keys) in steps {
      #expect(eventually { text().contains(awaits) }, "\(program) does not show \(awaits)")
      keyboard.fileHandleForWriting.write(Data(keys.utf8))
    }
    #expect(eventually { text().contains(ends) }, "\(program) does not show \(ends)")
    return text()
  }

  @Test(arguments: ["mutt", "neomutt"])
  func queryCommand(_ program: String) throws {
    for folder in ["cur", "new", "tmp"] { try shell.file("Mail/\(folder)/.keep", "") }
    try shell.file("muttrc", "set query_command=\"\(Shell.program) query --mutt -- %s\"\n")
    let screen = try screen(
      "\(program) -n -F muttrc -f Mail", [("q:Quit", "Q"), ("Query", "ruiz\r")], ends: "plays go")
    #expect(screen.contains("José Ruiz"))
    #expect(screen.contains("Ruiz, Ana"))
  }

  @Test func addressBookCommand() throws {
    for folder in ["cur", "new", "tmp"] { try shell.file("Mail/INBOX/\(folder)/.keep", "") }
    try shell.file("editor", "#!/bin/sh\nsleep 20\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: shell.home.path + "/editor")
    try shell.file(
      ".config/aerc/accounts.conf",
      "[me]\nsource = maildir://\(shell.home.path)/Mail\ndefault = INBOX\nfrom = Me <me@example.org>\n")
    try shell.file(
      ".config/aerc/aerc.conf",
      """
      [general]
      unsafe-accounts-conf=true
      [ui]
      completion-delay=0
      [compose]
      editor=\(shell.home.path)/editor
      header-layout=To|From,Subject
      address-book-cmd=\(Shell.program) query -- %s

      """)
    try FileManager.default.copyItem(
      atPath: "/usr/share/aerc/binds.conf", toPath: shell.home.path + "/.config/aerc/binds.conf")
    let screen = try screen(
      "aerc", [("Connected", ":compose\r"), ("To:", "bo@x.example, ruiz")], ends: "<ana@example.org>")
    #expect(screen.contains("José Ruiz <jose@example.org>"))
    #expect(screen.contains("\"Ruiz, Ana\" <ana@example.org>"))
  }
}
