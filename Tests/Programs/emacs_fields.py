"""Keys of Emacs' client in fields of several kinds of text, in a real terminal."""
import subprocess

from emacs_client import Emacs, setup
from world import Skipped, equal, eventually, needed


def mixed(world):
    """A test: in a text with both kinds of line ends, what is typed at the end of a line belongs to its list."""
    path = world.path("home/mail/mixed.eml")
    with open(path, "wb") as file:
        file.write(b"From: ana.ruiz@example.org\r\nTo: a@example.org\r\nCc: \nSubject: x\r\n\r\nbody\n")
    emacs = Emacs(world, "+2:1", path)
    emacs.settled()
    world.shows(r"^To: a@example\.org\^M")
    world.keys("C-e")
    emacs.until("(and (tokenfield--in-field-p) t)")
    world.type(", b@example.org,")
    world.shows(r"^To: a@example\.org, b@example\.org, \^M")
    world.type("c@example.org")
    world.keys("Enter")
    world.shows(r"^To: a@example\.org, b@example\.org, c@example\.org, \^M")
    # One step right leaves the line, one step left comes back into it.
    world.keys("C-f")
    emacs.until("(line-number-at-pos)", "3")
    world.keys("C-b")
    emacs.until("(char-after)", "13")
    world.keys("BSpace")
    emacs.until("(length (tokenfield--selection))", "1")
    world.keys("BSpace", "C-n", "C-e")
    world.type("d@example.org")
    world.keys("C-x", "C-s")
    wanted = ("From: ana.ruiz@example.org\r\nTo: a@example.org, b@example.org, \r\nCc: d@example.org\nSubject: x\r\n"
              "\r\nbody\n")
    eventually("the saved draft", lambda: world.read("home/mail/mixed.eml") == wanted)


def transpose(world):
    """A test: M-t behind what is half typed says so; behind an entry it exchanges that one with the one before."""
    emacs = Emacs(world, "+5:6", world.draft)
    emacs.settled()
    world.type("a@example.org, b@example.org, c@example.org, ha")
    emacs.settled()
    world.keys("M-t")
    world.shows("no entry yet")
    world.shows(r"^Bcc: a@example\.org, b@example\.org, c@example\.org, ha$")
    world.keys("BSpace", "BSpace", "M-t")
    world.shows(r"^Bcc: a@example\.org, c@example\.org, b@example\.org")


def tab(world):
    """A test: where nothing can be completed, TAB in front matter changes nothing, and says so."""
    world.write("home/notes/.git/HEAD", "ref: refs/heads/main\n")
    text = "---\ntitle: One\ntags: [garden]\n---\n# Title\n\n- item\n"
    path = world.write("home/notes/new.md", text)
    emacs = Emacs(world, "+3:14", path, more="(package-initialize)\n")
    if emacs.ask("(symbol-name major-mode)") != '"markdown-mode"':
        raise Skipped("elpa-markdown-mode is not installed")
    emacs.settled()
    emacs.until("(and (tokenfield--in-field-p) t)")
    world.keys("Tab")
    world.shows("Nothing to complete")
    equal("the text after TAB", emacs.ask("(buffer-substring-no-properties 1 (point-max))").replace("\\n", "\n"), f'"{text}"')
    # Elsewhere it is that of the mode.
    emacs.ask('(progn (goto-char (point-min)) (search-forward "item"))')
    equal("TAB outside", emacs.ask('(key-binding (kbd "TAB"))'), "markdown-cycle")


def committed(world):
    """A test: `git commit` opens Emacs without any package for git; the mode is on, completes, and lists its keys."""
    needed("git")
    place = world.path("home/project")
    who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    for words in (["init", "-q", place], ["-C", place, *who, "commit", "-q", "--allow-empty", "-m",
                                          "One\n\nReviewed-by: Zed Yo <zed@example.org>"]):
        subprocess.run(["git", *words], env=world.environment, check=True)
    script = world.write("home/init.el", setup() + f"""
(setq tokenfield-limit 10 server-name "emacs" server-socket-dir "{world.path('run')}" inhibit-startup-screen t)
(server-start)
""")
    world.environment["EDITOR"] = f"emacs -nw -Q -l {script}"
    world.start("git", "-C", place, *who, "commit", "--allow-empty")
    emacs = Emacs.running(world)
    emacs.until("(and tokenfield-mode tokenfield--uri (symbol-name major-mode))", '"fundamental-mode"')
    world.type("Two")
    world.keys("Enter", "Enter")
    world.type("Rev")
    world.keys("M-Tab")
    world.shows("^Reviewed-by:")
    world.type("zed")
    emacs.until("(and (tokenfield--field-at (point)) t)")
    world.keys("Tab")
    world.shows(r"^Reviewed-by: Zed Yo <zed@example\.org>$")
    world.keys("C-c", ",", "C-h")
    world.shows("^C-c , c +tokenfield-commit +Make an entry of what is typed")
    world.keys("C-x", "C-s", "C-x", "C-c")
    eventually("the commit", lambda: subprocess.run(
        ["git", "-C", place, "log", "-1", "--format=%B"], env=world.environment, capture_output=True, text=True,
        check=False).stdout.strip() == "Two\n\nReviewed-by: Zed Yo <zed@example.org>")


def bare(world):
    """A test: with `emacs -Q`, which has no mode for Markdown, tags of a note are entries all the same."""
    path = world.write("home/notes/bare.md", "---\ntitle: One\ntags: [garden, work]\n---\n\nText #garden\n")
    emacs = Emacs(world, "+3:20", path, plain=True)
    emacs.until("(and tokenfield-mode tokenfield--uri (symbol-name major-mode))", '"fundamental-mode"')
    emacs.settled()
    emacs.until("(and (tokenfield--in-field-p) t)")
    world.keys("BSpace")
    emacs.until("(length (tokenfield--selection))", "1")
    world.keys("BSpace")
    world.shows(r"^tags: \[garden\]$")
    world.keys("C-x", "C-s")
    eventually("the saved note", lambda: "tags: [garden]\n" in world.read("home/notes/bare.md"))


TESTS = [
    ("emacs markdown without a mode", bare),
    ("emacs mixed line ends", mixed),
    ("emacs transpose", transpose),
    ("emacs tab", tab),
    ("emacs git commit", committed),
]
