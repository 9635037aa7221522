"""Emacs with our own client: its tests in batch, and typing into a real terminal as a user does.

The files of `emacs/` run in `emacs --batch`; Debian's company, Orderless, Vertico, Markdown mode, notmuch, mu4e and
Magit's commit mode take part where they are installed. The terminal is set up with the lines of the README.
"""
import glob
import json
import os
import re
import subprocess

from world import ROOT, Skipped, equal, eventually, needed, readme

CLIENT = os.path.join(ROOT, "editors/emacs")
FOLDER = os.path.join(ROOT, "Tests/Programs/emacs")
# `emacs -Q` does not know of Debian's packages by itself.
PACKAGES = ('(progn (require (quote package))'
            ' (add-to-list (quote package-directory-list) "/usr/share/emacs/site-lisp/elpa") (package-initialize))')
SETUP = "**Emacs 28 or later"


def setup():
    """The lines of the README, with the place of this repository."""
    lines = readme(SETUP)
    place = re.search(r'"[^"]*/editors/emacs"', lines)
    return lines.replace(place.group(0), json.dumps(CLIENT))


def batch(world, *arguments, folder=None):
    """Runs Emacs without a terminal, and gives what it printed; a failure is one of the test."""
    run = subprocess.run([needed("emacs"), "-Q", "--batch", "--eval", PACKAGES, *arguments], env=world.environment,
                         cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=600, check=False)
    if run.returncode:
        failures = re.findall(r"^Test .*? condition:\n.*?^   FAILED", run.stdout, re.M | re.S)
        raise AssertionError("\n".join(failures) or run.stdout[-4000:])
    return run.stdout


def ert(name):
    """A test: a file of tests in batch."""
    def test(world):
        said = batch(world, "-L", CLIENT, "-L", FOLDER, "-l", f"tokenfield-{name}-tests",
                     "-f", "ert-run-tests-batch-and-exit")
        if not re.search(r"Ran [1-9]\d* tests", said):
            raise AssertionError(f"no test was run:\n{said}")
    return test


def house(world):
    """A test: the package compiles without a warning, its words are in order, and package-lint finds nothing."""
    copy = world.path("emacs")
    os.makedirs(copy)
    files = sorted(glob.glob(f"{CLIENT}/*.el"))
    for file in files:
        with open(file, encoding="utf-8") as source:
            text = source.read()
        world.write(f"emacs/{os.path.basename(file)}", text)
        if text.count("\n") > 400:
            raise AssertionError(f"{file} has more than 400 lines")
    names = [os.path.basename(file) for file in files]
    batch(world, "-L", ".", "--eval", "(setq byte-compile-error-on-warn t)", "-f", "batch-byte-compile", *names, folder=copy)
    said = batch(world, "-L", ".", "--eval", f"""(progn (require 'checkdoc)
      (mapc #'checkdoc-file '({" ".join(json.dumps(name) for name in names)})))""", folder=copy)
    equal("what checkdoc says", [line for line in said.splitlines() if ".el:" in line], [])
    probe = batch(world, "--eval", '(princ (if (locate-library "package-lint") "there" "absent"))')
    if "absent" in probe:
        raise Skipped("elpa-package-lint is not installed")
    # It knows no Emacs after 27, so it takes 28.1 for one that nobody has.
    said = batch(world, "-L", ".", "--eval", f"""(progn (require 'package-lint)
      (setq package-lint-main-file "tokenfield.el")
      (dolist (file '({" ".join(json.dumps(name) for name in names)}))
        (with-temp-buffer
          (insert-file-contents file t)
          (emacs-lisp-mode)
          (dolist (found (package-lint-buffer)) (message "%s:%s" file found)))))""", folder=copy)
    equal("what package-lint says", [line for line in said.splitlines()
                                     if re.match(r"\S+\.el:\(", line) and "uninstallable" not in line], [])


class Emacs:
    """Emacs in the terminal, which is asked about itself by emacsclient."""

    def __init__(self, world, *arguments, more="", plain=False):
        needed("emacs")
        self.look_into(world)
        # Nothing but the README's lines, what lets the test look into Emacs, and patience for a busy machine.
        script = world.write("home/.emacs.d/init.el", setup() + more + f"""
(setq tokenfield-limit 10 native-comp-async-report-warnings-errors nil ring-bell-function #'ignore server-name "emacs" server-socket-dir "{world.path('run')}" inhibit-startup-screen t)
(server-start)
""")
        options = ["-Q", "-l", script] if plain else []
        world.start("emacs", "-nw", *options, *arguments)
        eventually("Emacs", lambda: self.ask("t") == "t")

    def look_into(self, world):
        """Names the socket by which Emacs is asked."""
        self.world = world
        self.socket = world.path("run/emacs")

    @classmethod
    def running(cls, world):
        """An Emacs that another program has started, with a server of the same name."""
        needed("emacs")
        emacs = cls.__new__(cls)
        emacs.look_into(world)
        eventually("Emacs", lambda: emacs.ask("t") == "t")
        return emacs

    def ask(self, form):
        """What a form gives in the selected window, as it is printed; empty if Emacs does not answer."""
        run = subprocess.run(["emacsclient", "-s", self.socket, "--eval",
                              f"(with-current-buffer (window-buffer (selected-window)) {form})"],
                             env=self.world.environment, capture_output=True, text=True, timeout=20, check=False)
        return run.stdout.strip()

    def until(self, form, wanted="t"):
        """Waits until a form gives what is wanted."""
        try:
            eventually(form, lambda: self.ask(form) == wanted)
        except AssertionError as error:
            raise AssertionError(f"{form}: {self.ask(form)!r}, not {wanted!r}") from error

    def settled(self):
        """Waits until what is drawn is what stands there."""
        self.until("(and tokenfield--drawn (tokenfield--current-p tokenfield--drawn))")

    def faces(self):
        """The texts and faces of all chips."""
        return self.ask("""(mapconcat (lambda (field) (mapconcat (lambda (chip)
          (format "%s=%s" (buffer-substring-no-properties (overlay-start chip) (overlay-end chip))
                  (substring (symbol-name (overlay-get chip 'face)) 11)))
          (cl-remove-if-not #'overlay-buffer (tokenfield-field-chips field)) "|")) tokenfield--fields "|")""")


def draft(world):
    """A test: a new user with `emacs -Q` and the README's lines writes a mail; the bytes saved are compared."""
    emacs = Emacs(world, "+5:6", world.draft, plain=True)
    emacs.until("(symbol-name major-mode)", '"message-mode"')
    emacs.settled()
    # “jos” is a name of the address books: it is a finding until they have been read.
    emacs.until("""(sort (mapcar (lambda (found) (plist-get (flymake-diagnostic-data found) :code))
                                 (flymake-diagnostics)) #'string<)""", '("duplicate" "typo-domain")')
    for wanted in ("jos=token", "eva@example.net=duplicate", "lena@gmial.com=unknown"):
        eventually(wanted, lambda: wanted in emacs.faces())
    # Typing, and one of several from the list.
    world.type("jos")
    world.shows("^Bcc: jos")
    world.keys("Tab")
    world.shows(r"José García jose\.garcia@example\.org")
    world.type(" gar")
    world.keys("Tab")
    world.shows(r"^Bcc: José García <jose\.garcia@example\.org>,")
    world.type("anne")
    world.keys("Tab")
    world.shows(r'"Köhler, Änne" <anne@example\.org>,')
    world.type("ming")
    world.keys("Tab")
    world.shows(r"张明 <ming@example\.org>,")
    # A wrong one is selected and removed, and comes back with undo.
    world.keys("BSpace")
    emacs.until("(length (tokenfield--selection))", "1")
    world.keys("BSpace")
    world.shows(r'"Köhler, Änne" <anne@example\.org>,? *$')
    world.keys("C-/")
    world.shows(r"张明 <ming@example\.org>,")
    world.keys("C-x", "C-s")
    wanted = ('Bcc: José García <jose.garcia@example.org>, "Köhler, Änne" <anne@example.org>, '
              '张明 <ming@example.org>, \n')
    with open(os.path.join(ROOT, "editors/sample/draft.eml"), encoding="utf-8") as file:
        saved = file.read().replace("Bcc: \n", wanted)
    eventually("the saved draft", lambda: world.read("home/mail/draft.eml") == saved)
    # The finding is mended by a command; the body is typed as ever.
    world.keys("M-x")
    world.type("tokenfield-fix\r")
    world.shows(r"^Cc: Omar Haddad <omar@example\.com>,\n  lena@gmial\.com")


def note(world):
    """A test: tags of a Markdown note, in front matter and text."""
    world.write("home/notes/.git/HEAD", "ref: refs/heads/main\n")
    world.write("home/notes/old.md", "---\ntags: [workshop, homework]\n---\n")
    path = world.write("home/notes/new.md", "---\ntags: [garden, garden]\n---\n# Title\n\nText with #garden.\n")
    emacs = Emacs(world, "+2:22", path, more="(add-to-list 'auto-mode-alist '(\"\\\\.md\\\\'\" . text-mode))\n"
                  "(setq tokenfield-languages '((text-mode . \"markdown\")))\n")
    emacs.settled()
    for wanted in ("garden=token", "garden=duplicate", "#garden=token"):
        eventually(wanted, lambda: wanted in emacs.faces())
    world.keys("C-d")
    world.keys("C-e", "C-b")
    emacs.settled()
    world.keys("BSpace")
    emacs.until("(length (tokenfield--selection))", "1")
    world.keys("BSpace")
    world.shows(r"^tags: \[garden\]")
    world.type(", works")
    world.keys("C-c", ",", "Tab")
    world.shows(r"^tags: \[garden, workshop\]")
    world.keys("M->")
    world.type("More text.")
    world.keys("Enter")
    world.type("#home")
    world.keys("M-Tab")
    world.keys("C-x", "C-s")
    eventually("the saved note", lambda: world.read("home/notes/new.md").startswith(
        "---\ntags: [garden, workshop]\n---\n# Title\n\nText with #garden.\nMore text.\n#homework"))


def commit(world):
    """A test: the trailers of a commit message, in Magit's mode for them."""
    probe = batch(world, "--eval", '(princ (if (locate-library "git-commit") "there" "absent"))')
    if "absent" in probe:
        raise Skipped("elpa-git-commit is not installed")
    place = world.path("home/project")
    for words in (["init", "-q", place], ["-C", place, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit",
                                          "-q", "--allow-empty", "-m", "One\n\nReviewed-by: Zed Yo <zed@example.org>"]):
        subprocess.run(["git", *words], env=world.environment, check=True)
    path = world.write("home/project/.git/COMMIT_EDITMSG", "\n# Please enter the message.\n")
    emacs = Emacs(world, path, more="(require 'git-commit)\n(global-git-commit-mode)\n")
    emacs.until("(and git-commit-mode tokenfield-mode (tokenfield--language))", '"git-commit"')
    world.keys("M-<")
    world.type("Two")
    world.keys("Enter", "Enter")
    world.type("Rev")
    world.keys("M-Tab")
    world.shows("^Reviewed-by:")
    world.type("zed")
    emacs.until("(and (tokenfield--field-at (point)) t)")
    world.keys("Tab")
    world.shows(r"^Reviewed-by: Zed Yo <zed@example\.org>$")
    eventually("its chip", lambda: "Zed Yo <zed@example.org>=" in emacs.faces())
    world.keys("Enter")
    world.type("Body")
    world.shows("^Body$")


def sending(world):
    """A test: a message that is not ready is sent only when the user says so, once asked; a ready one at once."""
    emacs = Emacs(world, more=f"""
(setq tokenfield-check-before-sending t message-kill-buffer-on-exit t mail-user-agent 'message-user-agent
      message-send-mail-function (lambda () (write-region nil nil "{world.path('sent')}" nil 'quiet)))
""")
    world.keys("C-x", "m")
    world.shows("^To:")
    emacs.settled()
    world.type("jos gar")
    world.keys("Tab")
    world.shows(r"^To: José García <jose\.garcia@example\.org>, *$")
    # A word that is no address: message-mode takes it, the daemon does not.
    world.type("nobody")
    world.keys("M->")
    world.type("Hello.")
    world.keys("C-c", "C-c")
    world.shows(r"Send anyway\? \(y or n\)")
    world.type("n")
    world.shows("Not sent")
    equal("what was sent", world.read("sent"), "")
    # The word is removed; the comma behind the last recipient goes by itself.
    emacs.ask('(progn (goto-char (point-min)) (search-forward "nobody") (delete-char -6))')
    world.keys("C-c", "C-c")
    eventually("what was sent", lambda: "Hello." in world.read("sent"))
    sent = world.read("sent")
    if not re.search(r"^To: .*<jose\.garcia@example\.org>$", sent, re.M):
        raise AssertionError(f"what was sent:\n{sent}")


def company(world):
    """A test: company's list opens by itself in a terminal, and the chosen one is written."""
    probe = batch(world, "--eval", '(princ (if (locate-library "company") "there" "absent"))')
    if "absent" in probe:
        raise Skipped("elpa-company is not installed")
    emacs = Emacs(world, "+5:6", world.draft, more="(package-initialize)\n(global-company-mode)\n"
                  "(setq company-idle-delay 0.1 company-minimum-prefix-length 2)\n")
    emacs.settled()
    world.type("jos")
    world.shows(r"José García +jose\.garcia@example\.org")
    world.shows(r"José da Silva +jose\.silva@example\.net")
    world.keys("Down")
    world.keys("Enter")
    world.shows(r"^Bcc: José .*<jose\.\w+@example\.\w+>, *$")
    emacs.settled()


TESTS = [(f"emacs {name}", ert(name)) for name in ("text", "survival", "keys", "chips", "completion", "tools")] + [
    ("emacs package", house),
    ("emacs draft", draft),
    ("emacs note", note),
    ("emacs commit", commit),
    ("emacs sending", sending),
    ("emacs company", company),
]
CLIENTS = {draft: "emacs"}
