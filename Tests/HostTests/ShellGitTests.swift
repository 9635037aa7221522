import Foundation
import Testing

/// The history of real repositories, as the child reads it; where git is missing nothing is compared, and a line says so.
@Suite struct ShellGitTests {
  let shell: Shell

  init() throws { shell = try Shell() }

  private func hasGit() throws -> Bool {
    if try shell.sh("git --version").code == 0 { return true }
    print("not compared with git: there is no git")
    return false
  }

  /// A repository with commits by people who changed their names and addresses.
  private func addRepository() throws {
    let script = #"""
      set -e
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
      git init -q p; cd p
      commit() {
        export GIT_AUTHOR_NAME="$1" GIT_AUTHOR_EMAIL="$2" GIT_COMMITTER_NAME="$1" GIT_COMMITTER_EMAIL="$2"
        git commit -q --allow-empty -m "$3"
      }
      commit Ana ana@old.example 'One

      Signed-off-by: Ana <ana@old.example>
      reviewed-by: "Ruiz, Bo" <bo@example.org>'
      commit Ana ANA@old.example 'Two

      Reviewed-by: Bo Ruiz <bo@example.org>
      Reviewed-by: Nobody <>
      https://example.org/x'
      commit 'bo r' bo@laptop.example 'Three'
      commit joint pair@example.org 'Four'
      commit Other pair@example.org 'Five'
      commit GitHub noreply@github.com 'Six'
      cat > .mailmap <<'E'
      # people
      Ana Vela <ana@new.example> <ana@old.example>
      Bo Ruiz <bo@example.org> <bo@laptop.example>
      Bo Ruiz <bo@example.org>
      Cy <cy@example.org> Joint <pair@example.org>
      broken line
      E
      git config trailer.see.key 'See-also: '
      """#
    let call = try shell.sh(script)
    #expect(call.code == 0, "\(call.error)")
  }

  @Test func `check asks the repository of a message as the daemon does, but for a hermetic one`() throws {
    guard try hasGit() else { return }
    try addRepository()
    let script =
      "cd p; git config core.commentChar ';'; printf 'T\\n\\nSigned-off-by: A <ana@old.example>\\n; no\\n' > .git/COMMIT_EDITMSG"
    #expect(try shell.sh(script).code == 0)
    let file = "p/.git/COMMIT_EDITMSG"
    let call = try shell("check", "--fail-on", "never", file)
    #expect(call.lines.count == 1 && call.lines.first?.hasSuffix("[old-address]") == true, "\(call)")
    #expect(call.lines.first?.hasPrefix("\(file):3:16: ") == true, "\(call)")
    let alone = try shell("check", "--fail-on", "never", "--hermetic", file)
    #expect(!alone.output.contains("old-address"), "\(alone)")
    let off = try shell("check", "--fail-on", "never", "--set", "git.enabled=false", file)
    #expect(!off.output.contains("old-address"), "\(off)")
  }

  @Test func `check separates keys and values as git is configured`() throws {
    guard try hasGit() else { return }
    try addRepository()
    let script = "cd p; git config trailer.separators '=#'; printf 'T\\n\\nCc= <b@x\\nSee #\\n' > .git/COMMIT_EDITMSG"
    #expect(try shell.sh(script).code == 0)
    let call = try shell("check", "--fail-on", "never", "p/.git/COMMIT_EDITMSG")
    #expect(call.output.contains(":3:5: ") && call.lines.count == 1, "\(call)")
  }

  private func lines(_ path: String, _ environment: String = "") throws -> [String] {
    try shell.sh("\(environment) $T index", input: "{\"history\":{\"path\":\"\(path)\"}}\n").lines
  }

  /// `name <address>` of each line about a person.
  private func people(_ lines: [String]) -> [String] {
    lines.compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      return columns[0] == "person" ? "\(columns[5]) <\(columns[4])>" : nil
    }
  }

  @Test func `people are those whom git names by the mailmap`() throws {
    guard try hasGit() else { return }
    try addRepository()
    let lines = try lines(shell.home.path + "/p/.git/COMMIT_EDITMSG")
    let theirs = try shell.sh("cd p && git log --use-mailmap --format='%aN <%aE>'").lines
    let ours = people(lines)
    #expect(Set(ours) == Set(theirs))
    #expect(Set(ours).count == ours.count)
    #expect(ours.contains("Cy <cy@example.org>") && ours.contains("Other <pair@example.org>"))
    // Two commits each, but for Bo, who reviewed two and wrote one.
    #expect(
      lines.contains {
        $0.hasPrefix("person\t3\t")
          && $0.contains("bo@example.org\tBo Ruiz\tRuiz, Bo\u{1F}bo r\u{1F}bo@laptop.example\t")
      })
    #expect(lines.contains { $0.hasPrefix("person\t2\t") && $0.contains("ana@new.example\tAna Vela\t") })
  }

  @Test func `keys are those of commits, as most of them have them, and those of the configuration`() throws {
    guard try hasGit() else { return }
    try addRepository()
    #expect(try shell.sh("cd p && git config trailer.fixed.ifexists replace").code == 0)
    let lines = try lines(shell.home.path + "/p/.git/COMMIT_EDITMSG")
    let keys = lines.filter { $0.hasPrefix("key\t") }
    #expect(keys == ["key\tReviewed-by\t3", "key\tSigned-off-by\t1", "key\tSee-also\t0"])
    // git takes a line for one of its own by the key, and by the name that the configuration gives it.
    let names = lines.filter { $0.hasPrefix("trailer\t") }
    #expect(names == ["trailer\tSee-also", "trailer\tfixed", "trailer\tsee"])
  }

  @Test func `a message of a tree beside the first one and of a module belongs to that tree`() throws {
    guard try hasGit() else { return }
    try addRepository()
    let script = """
      export GIT_CONFIG_GLOBAL=/dev/null; cd p && git worktree add -q ../w && cd .. && git init -q q && cd q
      git -c protocol.file.allow=always submodule --quiet add ../p m
      echo 'New <new@example.org> <pair@example.org>' > m/.mailmap
      echo 'Tree <tree@example.org> <pair@example.org>' > ../w/.mailmap
      """
    #expect(try shell.sh(script).code == 0)
    let tree = try lines(shell.home.path + "/p/.git/worktrees/w/COMMIT_EDITMSG")
    #expect(people(tree).contains("Tree <tree@example.org>"))
    let module = try lines(shell.home.path + "/q/.git/modules/m/COMMIT_EDITMSG")
    #expect(people(module).contains("New <new@example.org>"))
    // What an editor was told by a git of another repository is not asked.
    let elsewhere = try lines(shell.home.path + "/p/.git/COMMIT_EDITMSG", "GIT_DIR=\(shell.home.path)/q/.git")
    #expect(people(elsewhere).contains("Cy <cy@example.org>"))
  }

  @Test func `without commits, without a repository and without git there is one line`() throws {
    guard try hasGit() else { return }
    try shell.file("none/COMMIT_EDITMSG", "x\n")
    #expect(try shell.sh("git init -q e").code == 0)
    let none = try lines(shell.home.path + "/none/COMMIT_EDITMSG").filter { $0.hasPrefix("problem") }
    #expect(none.count == 1 && none[0].contains("not a git repository"))
    let empty = try lines(shell.home.path + "/e/.git/COMMIT_EDITMSG").filter { $0.hasPrefix("problem") }
    #expect(empty.count == 1 && empty[0].contains("does not have any commits yet"))
    #expect(
      try lines(shell.home.path + "/e/.git/COMMIT_EDITMSG", "PATH=/none:relative") == ["problem\tgit: no such program"])
  }

  @Test func `a repository that would have git start programs starts none`() throws {
    guard try hasGit() else { return }
    try addRepository()
    let script = """
      cd p; for key in core.fsmonitor core.pager pager.log log.showSignature gpg.program core.sshCommand \
      trailer.see.command trailer.see.cmd core.editor diff.external core.hooksPath core.askPass credential.helper; do
      git config $key "touch $HOME/started"; done
      git config log.showSignature true
      """
    #expect(try shell.sh(script).code == 0)
    #expect(try !people(lines(shell.home.path + "/p/.git/COMMIT_EDITMSG")).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: shell.home.path + "/started"))
  }

  @Test func `keys and people of the history are completed`() throws {
    guard try hasGit() else { return }
    try addRepository()
    try shell.file("p/.git/COMMIT_EDITMSG", "Fix\n\nReviewed-by: old\n\nsee\n")
    func items(_ place: String) throws -> [String] {
      let call = try shell(
        "complete", "--json", "--at", place, "--set", "discover=false", "p/.git/COMMIT_EDITMSG")
      return (call.json as? [[String: Any]] ?? []).map {
        "\($0["label"] ?? ""): \(($0["textEdit"] as? [String: Any])?["newText"] ?? "")"
      }
    }
    #expect(try items("5:4") == ["See-also: See-also: "])
    try shell.file("p/.git/COMMIT_EDITMSG", "Fix\n\nReviewed-by: old\n")
    #expect(try items("3:17") == ["Ana Vela: Ana Vela <ana@new.example>"])
  }
}
