"""The world that a test of a real program runs in: a home folder of its own, a terminal, and the set-up of the README."""
import json
import os
import re
import shutil
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.path.abspath(os.environ.get("TOKENFIELD") or os.path.join(ROOT, ".build/release/tokenfield"))
SAMPLE = os.path.join(ROOT, "editors/sample")
PATIENCE = 20


class Skipped(Exception):
    """The program that a test needs is not installed."""


def needed(program):
    """The path of a program; the test is skipped without it."""
    place = shutil.which(program)
    if not place:
        raise Skipped(f"{program} is not installed")
    return place


def readme(heading):
    """The code block of the top-level README.md behind a heading that begins so."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        text = file.read()
    block = re.search(re.escape(heading) + r".*?```\w*\n(.*?)```", text, re.S)
    if not block:
        raise AssertionError(f"README.md has no set-up below “{heading}”")
    return block.group(1)


def eventually(what, condition, seconds=PATIENCE):
    """Waits until a condition gives something, and gives that."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.03)


def equal(what, found, wanted):
    """Says what differs, if anything does."""
    if found != wanted:
        raise AssertionError(f"{what}:\n  found  {found!r}\n  wanted {wanted!r}")


class World:
    """A home folder with the sample's address books, `tokenfield` in PATH, and one terminal of 120 × 30 cells."""

    def __init__(self, folder, people=()):
        self.folder = folder
        self.home = os.path.join(folder, "home")
        self.draft = self.path("home/mail/draft.eml")
        self.socket = os.path.join(folder, "tmux")
        for name in ("home/.config", "home/.cache", "home/.local/share", "home/.local/state", "home/mail", "run", "tmp",
                     "bin"):
            os.makedirs(self.path(name), mode=0o700)
        shutil.copy(f"{SAMPLE}/draft.eml", self.draft)
        books = [{"kind": "mutt-alias", "path": f"{SAMPLE}/aliases"}, {"kind": "vcard", "path": f"{SAMPLE}/people"},
                 {"kind": "contacts-tsv", "path": f"{SAMPLE}/contacts.tsv"}]
        if people:
            books.append({"kind": "query-tsv", "path": self.path("people.tsv")})
            self.write("people.tsv", "\n" + "".join(f"{address}\t{name}\n" for address, name in people))
        self.write("home/.config/tokenfield/config.json", json.dumps({"discover": False, "sources": books}))
        # The set-ups of the README name no options; this keeps what a client says, and what a mail program asks.
        self.script("bin/tokenfield", f"""case $1 in
  serve) exec "{PROGRAM}" "$@" --record "{self.path("record")}" --log "{self.path("log")}" ;;
  query) code=0; "{PROGRAM}" "$@" || code=$?; echo "$*: $code" >> "{self.path("asked")}"; exit $code ;;
  *) exec "{PROGRAM}" "$@" ;;
esac
""")
        kept = ("PATH", "LANG", "USER", "LOGNAME")
        self.environment = {key: os.environ[key] for key in kept if key in os.environ}
        self.environment.update(
            HOME=self.home, PATH=f"{self.path('bin')}:{os.environ['PATH']}", LC_ALL="C.UTF-8", TERM="xterm-256color",
            XDG_CONFIG_HOME=self.path("home/.config"), XDG_CACHE_HOME=self.path("home/.cache"),
            XDG_DATA_HOME=self.path("home/.local/share"), XDG_STATE_HOME=self.path("home/.local/state"),
            XDG_RUNTIME_DIR=self.path("run"), TMPDIR=self.path("tmp"), SHELL="/bin/sh", EMAIL="ana.ruiz@example.org")

    def path(self, name):
        """A place in the folder."""
        return os.path.join(self.folder, name)

    def write(self, name, text):
        """Writes a file."""
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, 0o600)
        return path

    def script(self, name, text):
        """Writes a shell script that can be run."""
        path = self.write(name, "#!/bin/sh\n" + text)
        os.chmod(path, 0o700)
        return path

    def read(self, name):
        """The text of a file, byte for byte; empty without it."""
        try:
            with open(self.path(name), encoding="utf-8", newline="") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    # The terminal.

    def tmux(self, *words):
        """Runs a command of the world's own tmux."""
        run = subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *words], env=self.environment,
                             capture_output=True, text=True, check=False, timeout=PATIENCE)
        return run.stdout

    def start(self, *command):
        """Starts a program in the terminal."""
        needed("tmux")
        self.tmux("start-server", ";", "set-option", "-g", "escape-time", "0", ";", "set-option", "-g", "status", "off",
                  ";", "set-option", "-g", "default-terminal", "xterm-256color", ";", "set-option", "-g",
                  "remain-on-exit", "on", ";", "new-session", "-d", "-x", "120", "-y", "30", "-c",
                  self.path("home/mail"), *command)

    def keys(self, *names):
        """Presses keys by their tmux names."""
        self.tmux("send-keys", *names)

    def type(self, text):
        """Types a text as it stands."""
        self.tmux("send-keys", "-l", "--", text)

    def screen(self):
        """What the terminal shows."""
        return self.tmux("capture-pane", "-p")

    def shows(self, pattern, seconds=PATIENCE):
        """Waits until the terminal shows what a regular expression matches."""
        try:
            return eventually(pattern, lambda: re.search(pattern, self.screen(), re.M), seconds)
        except AssertionError as error:
            raise AssertionError(f"the screen does not show /{pattern}/:\n{self.screen().rstrip()}") from error

    def insist(self, text, prompt, done):
        """Types an answer to a prompt that stays until it is taken, again when the program has thrown it away.

        mutt drops what was typed while it takes the terminal back from an editor, though its prompt is there already.
        """
        deadline = time.monotonic() + PATIENCE
        while True:
            self.type(text)
            try:
                return eventually(f"an effect of “{text}”", done, 3)
            except AssertionError:
                if time.monotonic() > deadline or not re.search(prompt, self.screen(), re.M):
                    return eventually(f"an effect of “{text}”", done)

    def end(self):
        """Ends what runs in the terminal, and removes the folder, into which a program that ends may still write."""
        if os.path.exists(self.socket):
            self.tmux("kill-server")
        eventually("the folder’s end", lambda: shutil.rmtree(self.folder, ignore_errors=True) or
                   not os.path.exists(self.folder))

    # What a client said.

    def said(self, method):
        """The parameters of the first message of a method that an editor sent."""
        for line in self.read("record").splitlines():
            if line.startswith("--> "):
                message = json.loads(line[4:])
                if message.get("method") == method:
                    return message["params"]
        raise AssertionError(f"no {method} was recorded")
