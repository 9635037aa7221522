"""The plug-in of Vim and Neovim: a daemon that dies or misbehaves, files that change below it, windows, and large texts."""
import os
import signal
import sys

from vim_world import every
from world import ROOT, PROGRAM, equal, eventually

THREE = "To: ana@example.org, bo@example.org, cy@example.org\nCc: \nSubject: x\n\nbody\n"


def killed(editor):
    """A daemon that is killed is started again, chips and all, with one message; typing goes on meanwhile."""
    editor.open(THREE)
    editor.until("len(tokenfield#mark#list(bufnr('%'), 0))", 3)
    editor.world.type("1GA, dee@example.org")
    for number in (1, 2):
        process = editor.ask("tokenfield#job#process()")
        os.kill(process, signal.SIGKILL)
        editor.world.type(f"{number}")
        editor.until(f"tokenfield#job#process() > 0 && tokenfield#job#process() != {process}", 1)
        editor.until("tokenfield#server#ready() && len(tokenfield#mark#list(bufnr('%'), 0)) >= 4", 1)
    editor.line(1, THREE.split("\n", 1)[0] + ", dee@example.org12")
    equal("messages", editor.ask("execute('messages')").count("has ended and is started again"), 1)
    editor.world.type(",")
    editor.world.keys("BSpace", "BSpace")
    editor.line(1, THREE.split("\n", 1)[0] + ", ")
    editor.in_step()
    equal("the last error", editor.ask("v:errmsg"), "")


def given_up(editor):
    """A daemon that cannot live is given up with one message, and the keys stay the editor's."""
    editor.world.script("bin/tokenfield", "exit 3\n")
    editor.open(THREE, ready=False)
    editor.ask("execute('call timer_start(1, {-> 0})')")
    eventually("the end", lambda: "left alone" in editor.ask("execute('messages')"), 40)
    equal("messages", editor.ask("execute('messages')").count("tokenfield:"), 2)
    editor.world.type("1GA, x")
    editor.world.keys("BSpace")
    editor.line(1, THREE.split("\n", 1)[0] + ", ")
    equal("the status line", editor.ask("tokenfield#statusline()"), "[tokenfield: no daemon]")
    equal("the last error", editor.ask("v:errmsg"), "")


def misbehaves(mood, reached):
    """A test of one way to misbehave: what is typed is there, and nobody was removed who was not seen selected."""
    def test(editor):
        world = editor.world
        world.script("bin/tokenfield", f'exec "{sys.executable}" "{ROOT}/Tests/Programs/vim_stub.py" "{PROGRAM}" '
                     f'"{world.path("mood")}" "$@" --record "{world.path("record")}"\n')
        editor.open(THREE)
        editor.until("len(tokenfield#mark#list(bufnr('%'), 0))", 3)
        world.write("mood", mood)
        world.type("1GA, dee")
        world.keys("BSpace", "BSpace")
        world.type("d@example.org,")
        world.keys("Enter")
        world.type("x")
        world.keys("BSpace", "Escape")
        world.type("Gofoo, bar")
        world.keys("Escape")
        editor.until("getline(line('$'))", "foo, bar")
        text = editor.text()
        joined = " ".join(text).replace(", ", ",").replace(",", " ")
        people = [word for word in joined.split() if "@" in word]
        equal("people", people, ["ana@example.org", "bo@example.org", "cy@example.org", "dd@example.org"])
        editor.world.type("1G")
        for word in ("why", "fix", "check", "sort", "unique", "add zoe@example.org", "remove ana@example.org", "move Cc"):
            editor.ask(f"execute('silent! Tokenfield! {word}')")
        editor.ask("execute('silent! lclose')")
        if mood not in reached:
            equal("people afterwards", [word for word in " ".join(editor.text()).replace(",", " ").split() if "@" in word],
                  people)
        # When it behaves again, all is as before.
        world.write("mood", "")
        if mood == "dies":
            editor.until("tokenfield#server#ready()", 1)
        world.type("1GO")
        world.keys("Escape")
        world.type("dd1G")
        if mood in ("silent", "deaf", "strange", "dies"):
            editor.run("Tokenfield restart")
        editor.until("len(tokenfield#mark#list(bufnr('%'), 0)) >= 1 && tokenfield#server#ready()", 1)
        world.type("1G2|dac")
        equal("errors", [line for line in editor.ask("execute('messages')").split("\n") if line.startswith("E")], [])
        equal("the last error", editor.ask("v:errmsg"), "")
    return test


def late_key(editor):
    """A key whose answer is late does what it does at once, the next do not wait again, and the late answer does nothing."""
    world = editor.world
    world.script("bin/tokenfield", f'exec "{sys.executable}" "{ROOT}/Tests/Programs/vim_stub.py" "{PROGRAM}" '
                 f'"{world.path("mood")}" "$@" --record "{world.path("record")}"\n')
    editor.open(THREE)
    editor.until("len(tokenfield#mark#list(bufnr('%'), 0))", 3)
    world.type("1GA, ")
    world.write("mood", "late")
    world.keys("BSpace", "BSpace", "BSpace")
    editor.line(1, THREE.split("\n", 1)[0][:-1])
    editor.until("tokenfield#server#busy()", 0)
    equal("the selection", editor.ask("tokenfield#document#of(bufnr('%')).selection"), [])
    editor.line(1, THREE.split("\n", 1)[0][:-1])
    world.write("mood", "")
    editor.clean()


def files(editor):
    """`:e!', a change from outside, another name, a hidden buffer, and one that is wiped out."""
    editor.open(THREE)
    editor.world.type("1GA, dee@example.org")
    editor.world.keys("Escape")
    editor.in_step()
    editor.run("edit!")
    editor.line(1, THREE.split("\n", 1)[0])
    editor.in_step("after :e!")
    editor.until("len(tokenfield#mark#list(bufnr('%'), 0))", 3)
    editor.run("set autoread")
    editor.world.write("home/mail/draft.eml", "Cc: zoe@example.org\nTo: yan@example.org\n\nnew\n")
    editor.run("checktime")
    editor.line(1, "Cc: zoe@example.org")
    editor.in_step("after a change from outside")
    editor.drawn(1, [("zoe@example.org", "Unknown")])
    editor.run("file renamed.eml")
    editor.until("tokenfield#document#of(bufnr('%')).uri =~# 'renamed.eml$' && tokenfield#document#of(bufnr('%')).pushed > 0", 1)
    editor.place(2, 4)
    editor.world.type("A, ")
    editor.world.keys("BSpace", "BSpace")
    editor.line(2, "To: ")
    editor.world.keys("Escape")
    editor.run("write")
    editor.run("set hidden")
    editor.run("edit other.eml")
    editor.ask("setbufline(bufnr('renamed.eml'), 2, 'To: hidden@example.org')")
    editor.run("buffer renamed.eml")
    editor.until("len(tokenfield#mark#list(bufnr('%'), 1))", 1)
    editor.in_step()
    editor.run("bwipeout! other.eml")
    editor.run("set filetype=text")
    editor.until("tokenfield#document#of(bufnr('%')).language", "text")
    editor.clean()


def windows(editor):
    """Two windows on one buffer, folds in one, and a change in the other."""
    editor.open(THREE)
    editor.run("split")
    editor.world.type("1GA, dee@example.org,")
    editor.world.keys("Escape", "C-w", "w")
    editor.world.type("1Gdac")
    editor.line(1, "To: bo@example.org, cy@example.org, dee@example.org, ")
    editor.run("close")
    editor.until("len(tokenfield#mark#list(bufnr('%'), 0))", 3)
    editor.in_step()
    editor.clean()


def large(editor):
    """A body of a megabyte, a line of 40,000 bytes, and a field of 10,000 people: in step, and keys still act."""
    people = ",\n ".join(f"p{number}@example.org" for number in range(10000))
    editor.open(f"To: {people},\n zoe@example.org\nSubject: {'wörd ' * 8000}\n\n" + "a line that nobody reads\n" * 40000,
                before="let g:tokenfield_collapse = 0\nlet g:tokenfield_timeout = 5000")
    editor.place(10001, 1)
    editor.world.type("A, eve@example.org, ")
    editor.line(10001, " zoe@example.org, eve@example.org, ")
    editor.world.keys("BSpace", "BSpace")
    editor.line(10001, " zoe@example.org, ")
    editor.world.keys("Escape")
    editor.world.type("Gofoo")
    editor.world.keys("Escape")
    editor.world.type("10002GAbar")
    editor.world.keys("Escape")
    editor.in_step()
    editor.drawn(10001, [("zoe@example.org", "Unknown")])
    for line in (9990, 10000):
        editor.drawn(line, [(f"p{line - 1}@example.org", "Unknown")])
    editor.clean()


def quiet(editor):
    """Leaving the editor ends the daemon, without a word."""
    editor.open(THREE)
    process = editor.ask("tokenfield#job#process()")
    editor.run("qa!")

    def gone():
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        return os.path.exists(f"/proc/{process}/stat") and open(f"/proc/{process}/stat").read().split()[2] == "Z"
    eventually("the end of the daemon", gone)


MOODS = ("late", "twice", "old", "new", "beyond", "overlap", "garbage", "strange", "silent", "deaf", "dies")
# With these the daemon's answers are right, so commands act.
RIGHT = ("twice", "old", "new", "garbage", "dies", "late")

TESTS = every([("killed", killed), ("given up", given_up), ("a late key", late_key), ("files", files), ("windows", windows),
               ("large", large), ("quiet", quiet)]
              + [(f"a daemon that is {mood}", misbehaves(mood, RIGHT)) for mood in MOODS])
