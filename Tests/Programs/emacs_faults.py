"""Emacs with our own client when something goes wrong, by keys in a real terminal: daemons that stop, die, or stay."""
import os
import signal
import subprocess
import sys

from emacs_client import FOLDER, Emacs
from world import equal, eventually

TEXT = "(buffer-substring-no-properties (point-min) (point-max))"
LIVING = """(length (seq-filter (lambda (process) (and (string-prefix-p "tokenfield" (process-name process))
  (process-command process) (process-live-p process))) (process-list)))"""
DAEMON = "(process-id (jsonrpc--process tokenfield--connection))"


def stubbed(world, manner, text, place):
    """Emacs with a text, and a daemon that misbehaves."""
    path = world.write("home/note.txt", text)
    emacs = Emacs(world, place, path, more=f"""
(setq tokenfield-program '("{sys.executable}" "-B" "{FOLDER}/stub.py" "{manner}"))
""")
    emacs.until("(and tokenfield--uri t)")
    return emacs


def told(emacs):
    """The text as the stub has it."""
    emacs.ask("(progn (setq test-told nil) (tokenfield--call :test/text (list :uri tokenfield--uri)"
              " (lambda (text) (setq test-told (list text)))))")
    return eventually("the text of the daemon", lambda: emacs.ask("(car (bound-and-true-p test-told))").strip("nil"))


def stopped(world):
    """A test: what is typed while the daemon is stopped is told when it goes on, and keys are asked about again."""
    emacs = stubbed(world, "mirror", "To: Ana <ana@example.org>\n\nbody\n", "+1:26")
    emacs.ask("(setq tokenfield-limit 0.1)")
    daemon = int(emacs.ask(DAEMON))
    os.kill(daemon, signal.SIGSTOP)
    emacs.until("(process-status (jsonrpc--process tokenfield--connection))", "stop")
    world.type(",x")
    world.keys("BSpace")
    world.type("eva@example.org")
    world.shows(r"^To: Ana <ana@example\.org>,eva@example\.org$")
    emacs.until('(and (string-search "Not sent" (format "%s" tokenfield--notes)) t)')
    os.kill(daemon, signal.SIGCONT)
    emacs.until("(process-status (jsonrpc--process tokenfield--connection))", "run")
    emacs.until("(and (tokenfield--in-field-p) t)")
    equal("the daemon's text", told(emacs), emacs.ask(TEXT))
    equal("the daemon", emacs.ask(DAEMON), str(daemon))


def late(world):
    """A test: no key is asked about while an answer is late, and each one again as soon as it has come."""
    emacs = stubbed(world, "late", "To: Ana <ana@example.org>\n\nbody\n", "+1:26")
    emacs.until("(and (tokenfield--in-field-p) t)")
    emacs.ask("(setq tokenfield-limit 0.1)")
    world.keys("BSpace")
    world.shows(r"^To: Ana <ana@example\.org$")
    equal("whether keys are asked about", emacs.ask("(tokenfield--in-field-p)"), "nil")
    emacs.ask("(tokenfield--call :test/release (list :uri tokenfield--uri) #'ignore)")
    emacs.until("(and (tokenfield--in-field-p) t)")
    equal("the text", emacs.ask("(buffer-substring 1 26)"), '"To: Ana <ana@example.org\n"'.replace("\n", "\\n"))


def death(world):
    """A test: when the daemon dies while an entry is selected, no key cuts a letter, and the entry can be removed later."""
    emacs = Emacs(world, "+5:6", world.draft)
    emacs.settled()
    world.type("ana@example.org, bo@example.org")
    world.keys("C-a", "C-e")
    emacs.ask("(tokenfield-commit)")
    emacs.settled()
    world.keys("BSpace")
    emacs.until("(length (tokenfield--selection))", "1")
    before = emacs.ask(TEXT)
    emacs.ask("(setq tokenfield--wait 600)")
    os.kill(int(emacs.ask(DAEMON)), signal.SIGKILL)
    emacs.until("(null tokenfield--connection)")
    for keys in (["BSpace"], ["C-d"], ["C-w"], ["Enter"], ["Tab"]):
        world.keys(*keys)
        world.shows("Tokenfield does not answer")
        equal(f"the text after {keys}", emacs.ask(TEXT), before)
        emacs.ask('(message "waiting")')
        world.shows("waiting")
    world.keys("M-x")
    world.type("tokenfield-restart\r")
    emacs.settled()
    equal("the selection", emacs.ask("(length (tokenfield--selection))"), "1")
    world.keys("BSpace")
    world.shows(r"^Bcc: ana@example\.org,? *$")


def alone(world):
    """A test: after ends and restarts, however fast, there is one daemon, and never two at once."""
    emacs = Emacs(world, "+5:6", world.draft)
    emacs.settled()

    def daemons():
        found = subprocess.run(["pgrep", "-f", world.path("record")], capture_output=True, text=True, check=False)
        return found.stdout.split()

    for _ in range(4):
        for pid in daemons():
            try:
                os.kill(int(pid), signal.SIGKILL)
            except ProcessLookupError:
                pass
        # Flymake is turned off and on: what it was told before counts no more.
        emacs.ask("(progn (tokenfield-restart) (flymake-mode 0) (tokenfield-restart) (flymake-mode 1) (tokenfield-restart))")
        for _ in range(5):
            if len(daemons()) > 1:
                raise AssertionError(f"several daemons: {daemons()}")
    emacs.settled()
    equal("how many daemons", len(daemons()), 1)
    # One that does not end by itself is ended before the next is started.
    emacs.ask(f"""(setq tokenfield-program '("{sys.executable}" "-B" "{FOLDER}/stub.py" "deaf"))""")
    emacs.ask("(tokenfield-restart)")
    stub = f"{FOLDER}/stub.py deaf"
    emacs.until("(and tokenfield--uri t)")
    first = emacs.ask(DAEMON)
    for _ in range(3):
        equal("the daemons after a restart", emacs.ask(f"(progn (tokenfield-restart) {LIVING})"), "1")
    emacs.until(f"(and tokenfield--uri (/= {DAEMON} {first}))")
    emacs.until(LIVING, "1")
    if os.path.exists(f"/proc/{first}/cmdline"):
        with open(f"/proc/{first}/cmdline", encoding="utf-8") as file:
            if stub in file.read().replace("\0", " "):
                raise AssertionError("the old daemon is there still")
    said = emacs.ask('(with-current-buffer "*Messages*" (buffer-string))')
    if "rror" in said or "bsolete" in said:
        raise AssertionError(f"what was said:\n{said}")


TESTS = [
    ("emacs stopped daemon", stopped),
    ("emacs late daemon", late),
    ("emacs dead daemon", death),
    ("emacs one daemon", alone),
]
