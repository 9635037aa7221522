"""Vim and Neovim with the plug-in of editors/vim: a real editor in the terminal, real keys, and a probe that looks into it.

Each test of the plug-in runs in Vim 9.0, in Debian's Neovim 0.7 and in Neovim 0.11, set up with the lines of the README.
"""
import json
import os
import socket

import editors
from world import PATIENCE, ROOT, SAMPLE, equal, eventually, needed, readme

SETUPS = {
    "vim": (lambda: needed("vim"), "**Vim 9.0", "home/.vimrc", ("-i", "NONE", "-n")),
    "neovim 0.7": (editors.older, "**Neovim with chips", "home/.config/nvim/init.lua", ("-i", "NONE", "-n")),
    "neovim 0.11": (editors.newer, "**Neovim with chips", "home/.config/nvim/init.lua", ("-i", "NONE", "-n")),
}

MAIL = "From: ana.ruiz@example.org\nTo: \nCc: \nSubject: Thursday\n\nHello\n"


class Editor:
    """One editor in the terminal of a world."""

    def __init__(self, world, kind):
        self.world = world
        self.kind = kind
        self.peer = None
        self.rest = b""
        self.server = socket.create_server(("127.0.0.1", 0))
        self.server.settimeout(PATIENCE)
        world.environment["TOKENFIELD_PROBE"] = "127.0.0.1:%d" % self.server.getsockname()[1]
        if not os.path.exists(world.path("home/tokenfield")):
            os.symlink(ROOT, world.path("home/tokenfield"))

    @property
    def is_vim(self):
        """Whether it is Vim, and no Neovim."""
        return self.kind == "vim"

    def open(self, text=MAIL, name="draft.eml", script="", ready=True, before=""):
        """Starts the editor on a file, with a script of Vim's behind the lines of the README, and one before them."""
        program, heading, place, options = SETUPS[self.kind]
        program = program()
        path = self.world.write(f"home/mail/{name}", text)
        extra = self.world.write("extra.vim", script)
        sooner = self.world.write("sooner.vim", before)
        probe = os.path.join(ROOT, "Tests/Programs/vim_probe.vim")
        lines = [f"source {sooner}"], [f"source {extra}", f"source {probe}"]
        if not self.is_vim:
            lines = [[f"vim.cmd [[{line}]]" for line in some] for some in lines]
        self.world.write(place, "\n".join([*lines[0], readme(heading), *lines[1], ""]))
        self.world.start(program, *options, path)
        self.peer, _ = self.server.accept()
        self.peer.settimeout(PATIENCE)
        self.until("v:vim_did_enter", 1)
        if ready:
            self.attached()
        return self

    def attached(self):
        """Waits until the daemon has said what is to be drawn, and has read the address books."""
        self.until("get(tokenfield#document#of(bufnr('%')), 'pushed', -1) >= 0", 1)

    def ask(self, expression):
        """The value of an expression in the editor."""
        self.peer.sendall(json.dumps(expression).encode() + b"\n")
        while b"\n" not in self.rest:
            more = self.peer.recv(1 << 16)
            if not more:
                raise AssertionError("the editor has ended")
            self.rest += more
        line, self.rest = self.rest.split(b"\n", 1)
        answer = json.loads(line)
        if "fault" in answer:
            raise AssertionError(f"{expression}: {answer['fault']}")
        return answer["value"]

    def until(self, expression, wanted):
        """Waits until an expression has a value."""
        seen = [None]

        def same():
            seen[0] = self.ask(expression)
            return seen[0] == wanted or (wanted == 1 and seen[0] is True)
        try:
            eventually(expression, same)
        except AssertionError as error:
            raise AssertionError(f"{error}\n  found  {seen[0]!r}\n  wanted {wanted!r}\n{self.log()}") from error

    def run(self, command):
        """Types a command of the command line."""
        self.world.type(":" + command)
        self.world.keys("Enter")

    def line(self, number, wanted):
        """Waits until a line has a text."""
        self.until(f"getline({number})", wanted)

    def text(self):
        """The lines of the buffer."""
        return self.ask("getline(1, '$')")

    def at(self, line, column):
        """Waits until the cursor is there, both counted from 1."""
        self.until("[line('.'), col('.')]", [line, column])

    def place(self, line, column):
        """Moves the cursor in normal mode, by keys."""
        self.world.keys("Escape")
        self.world.type(f"{line}G{column}|")
        self.until("mode()", "n")

    def chips(self, line):
        """What is drawn in a line: (text, highlight without its first word), in order."""
        marks = self.ask(f"tokenfield#mark#list(bufnr('%'), {line - 1})")
        text = self.ask(f"getline({line})").encode()
        found = [(text[start:end if end >= 0 else None].decode("utf-8", "replace"), group.replace("Tokenfield", ""))
                 for start, end, group in sorted(marks, key=lambda mark: (mark[0], -mark[1], mark[2])) if end != start]
        return found

    def drawn(self, line, wanted):
        """Waits until a line is drawn so."""
        seen = [None]

        def same():
            seen[0] = self.chips(line)
            return seen[0] == wanted
        try:
            eventually("chips", same)
        except AssertionError as error:
            raise AssertionError(f"line {line}:\n  found  {seen[0]}\n  wanted {wanted}\n{self.log()}") from error

    def log(self):
        """The client's log, for what a failed test says."""
        try:
            return "\n".join(self.ask("tokenfield#log#lines()")[-12:])
        except (AssertionError, OSError) as error:
            return f"(no log: {error})"

    def in_step(self, what="what the daemon was told"):
        """Waits until what the daemon was told makes the text of the buffer."""
        uri = self.ask("tokenfield#document#of(bufnr('%')).uri")
        seen = ["", ""]

        def same():
            seen[:] = ["".join(line + "\n" for line in self.text()), told(self.world.read("record"), uri)]
            return seen[0] == seen[1]
        try:
            eventually(what, same)
        except AssertionError as error:
            raise AssertionError(f"{what}:\n  told   {seen[1]!r}\n  wanted {seen[0]!r}\n{self.log()}") from error

    def clean(self):
        """Nothing went wrong: no fault in the client's log, no message of an error on the screen."""
        equal("the client’s log", [line for line in self.ask("tokenfield#log#lines()") if "Vim(" in line or ": E" in line], [])
        equal("the last error", self.ask("v:errmsg"), "")

    def end(self):
        """Closes the probe; the world ends the editor."""
        if self.peer:
            self.peer.close()
        self.server.close()


def told(record, uri):
    """The text of a document that the messages of a recorded session make: columns are bytes."""
    text = b""
    for line in record.splitlines():
        if line[:4] not in ("--> ", "++> "):
            continue
        message = json.loads(line[4:])
        if (message.get("params") or {}).get("textDocument", {}).get("uri") != uri:
            continue
        if message.get("method") == "textDocument/didOpen":
            text = message["params"]["textDocument"]["text"].encode()
        for change in message["params"]["contentChanges"] if message.get("method") == "textDocument/didChange" else ():
            new = change["text"].encode()
            if "range" not in change:
                text = new
                continue
            first, last = (offset(text, change["range"][end]) for end in ("start", "end"))
            text = text[:first] + new + text[last:]
    return text.decode()


def offset(text, place):
    """Where a place of the protocol is in a text."""
    start = 0
    for _ in range(place["line"]):
        start = text.index(b"\n", start) + 1
    return start + place["character"]


def every(tests, kinds=tuple(SETUPS)):
    """The tests as the suite takes them, once for each editor."""
    def one(test, kind):
        def run(world):
            editor = Editor(world, kind)
            try:
                test(editor)
            finally:
                editor.end()
        return run
    return [(f"{kind}: {name}", one(test, kind)) for name, test in tests for kind in kinds]


def sample(name):
    """The text of a file of the sample."""
    with open(os.path.join(SAMPLE, name), encoding="utf-8") as file:
        return file.read()
