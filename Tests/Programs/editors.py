"""tokenfield in the real editors: diagnostics of the sample draft, and completion twice in one field.

usage: editors.py [--record]

The program is $TOKENFIELD, or else the release build. Each editor gets a home folder of its own, with a configuration
that names the sample address books, and the set-up lines of the top-level README.md as they stand there. With --record
the parameters of `initialize` that each editor sends are written to Protocol/clients/.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = os.environ.get("TOKENFIELD") or os.path.join(ROOT, ".build/release/tokenfield")
SAMPLE = os.path.join(ROOT, "editors/sample")
CLIENTS = os.path.join(ROOT, "Protocol/clients")
FOUND = ["duplicate", "typo-domain"]
WANTED = 'Bcc: José García <jose.garcia@example.org>, "Köhler, Änne" <anne@example.org>, '
WANTED_BY_OMNIFUNC = "Bcc: José García <jose.garcia@example.org>, Joséphine Baker-Lind <josephine@example.com>, "


class Skipped(Exception):
    """The program that a test needs is not installed."""


def readme(heading):
    """The code block of the README below a line that begins so."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        text = file.read()
    block = re.search(r"\*\*" + re.escape(heading) + r".*?```\w*\n(.*?)```", text, re.S)
    if not block:
        raise AssertionError(f"README.md has no set-up of {heading}")
    return block.group(1)


def world(folder):
    """A home folder: the sample's books and draft, and `tokenfield` in PATH, recording what it is told."""
    home = os.path.join(folder, "home")
    programs = os.path.join(folder, "bin")
    os.makedirs(os.path.join(home, ".config/tokenfield"))
    os.makedirs(programs)
    with open(os.path.join(folder, "more.tsv"), "w", encoding="utf-8") as book:
        book.write("anne@example.org\tKöhler, Änne\t3\t2026-01-01\n")
    books = [{"kind": "mutt-alias", "path": f"{SAMPLE}/aliases"}, {"kind": "vcard", "path": f"{SAMPLE}/people"},
             {"kind": "contacts-tsv", "path": f"{folder}/more.tsv"}]
    with open(os.path.join(home, ".config/tokenfield/config.json"), "w", encoding="utf-8") as file:
        json.dump({"discover": False, "sources": books}, file)
    wrapper = os.path.join(programs, "tokenfield")
    with open(wrapper, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec "{PROGRAM}" "$@" --record "{folder}/record" --log "{folder}/log"\n')
    os.chmod(wrapper, 0o755)
    shutil.copy(f"{SAMPLE}/draft.eml", os.path.join(folder, "draft.eml"))
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "NVIM", "VIM"))}
    environment.update(HOME=home, PATH=programs + ":" + os.environ["PATH"], LC_ALL="C.UTF-8", TERM="xterm")
    return environment


def eventually(what, condition, seconds=20):
    """Waits until a condition holds, and gives what it gave."""
    deadline = time.time() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.time() > deadline:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(0.05)


def equal(what, found, wanted):
    if found != wanted:
        raise AssertionError(f"{what}:\n  found  {found!r}\n  wanted {wanted!r}")


def neovim(program, heading, name, folder):
    try:
        import pynvim
    except ImportError as error:
        raise Skipped("pynvim is not installed") from error
    environment = world(folder)
    setup = os.path.join(folder, "init.lua")
    with open(setup, "w", encoding="utf-8") as file:
        file.write(readme(heading) + "vim.o.completeopt = 'menu,menuone,noselect,noinsert'\n")
    os.environ.update(environment)
    editor = pynvim.attach("child", argv=[program, "--embed", "--headless", "-u", setup, "-i", "NONE", "-n",
                                          os.path.join(folder, "draft.eml")])
    try:
        equal("the file type", editor.eval("&filetype"), "mail")
        editor.command("setlocal formatoptions-=t")

        def codes():
            return sorted(found.get("code") for found in editor.exec_lua("return vim.diagnostic.get(0)"))

        # “jos” is an alias of the sample's books: a finding until they have been read.
        eventually(f"diagnostics ({name})", lambda: codes() == FOUND)
        editor.command("call cursor(5, 1)")
        editor.input("A")
        if name == "neovim-0.7":
            # Its own omnifunc offers only what begins with the typed letters; so they are typed in their case.
            complete(editor, "Jos", "<C-x><C-o>")
            complete(editor, "Jos", "<C-x><C-o>")
        else:
            complete(editor, "jos", "")
            complete(editor, "anne koh", "")
        editor.input("<Esc>")
        lines = eventually("normal mode", lambda: editor.eval("mode()") == "n" and editor.current.buffer[:])
        equal(f"the line ({name})", lines[4].replace("Bcc:  ", "Bcc: "),
              WANTED_BY_OMNIFUNC if name == "neovim-0.7" else WANTED)
        with open(f"{SAMPLE}/draft.eml", encoding="utf-8") as file:
            draft = file.read().splitlines()
        equal(f"the other lines ({name})", lines[:4] + lines[5:], draft[:4] + draft[5:])
        eventually(f"diagnostics after it ({name})", lambda: set(codes()) - {"trailing-separator"} == set(FOUND))
    finally:
        try:
            editor.command("qall!")
        except (EOFError, OSError):
            pass


def complete(editor, text, keys):
    """Types a text, waits for the list, takes its first candidate."""
    editor.input(text)
    if keys:
        eventually("the text", lambda: text in editor.current.line)
        time.sleep(0.3)
        editor.input(keys)
    eventually(f"the list for {text}", lambda: editor.eval("pumvisible()") == 1)
    editor.input("<C-n><C-y>")
    eventually(f"the text instead of {text}", lambda: editor.current.line.rstrip().endswith(">,"))


def eglot(folder):
    if not shutil.which("emacs"):
        raise Skipped("emacs is not installed")
    environment = world(folder)
    with open(os.path.join(folder, "setup.el"), "w", encoding="utf-8") as file:
        file.write(readme("Emacs (eglot)"))
    script = os.path.join(ROOT, "Tests/Programs/eglot.el")
    run = subprocess.run(["emacs", "--batch", "-l", script, os.path.join(folder, "setup.el"),
                          os.path.join(folder, "draft.eml")],
                         env=environment, capture_output=True, text=True, timeout=120, check=False)
    if "eglot is not installed" in run.stdout:
        raise Skipped("eglot is not installed")
    if run.returncode != 0:
        raise AssertionError(run.stdout[-2000:] + run.stderr[-2000:])
    answers = dict(line.split("=", 1) for line in run.stdout.splitlines() if "=" in line)
    equal("diagnostics (eglot)", answers.get("diagnostics"), " ".join(FOUND))
    equal("the line (eglot)", answers.get("line", "").rstrip() + " ", WANTED)


def ale(folder):
    if not shutil.which("vim") or not os.path.isdir("/usr/share/vim-ale"):
        raise Skipped("vim-ale is not installed")
    environment = world(folder)
    out = os.path.join(folder, "out")
    with open(os.path.join(folder, "vimrc"), "w", encoding="utf-8") as file:
        file.write("set nocompatible encoding=utf-8 runtimepath+=/usr/share/vim-ale\nfiletype plugin on\n")
        file.write("runtime plugin/ale.vim\n" + readme("Vim with ALE"))
    keys = (f"for i in range(200) | sleep 50m | let found = ale#engine#GetLoclist(bufnr('')) | "
            f"if len(found) == 2 | break | endif | endfor | "
            f"call writefile([join(sort(map(found, 'v:val.code')))], '{out}') | qall!")
    subprocess.run(["vim", "-Nu", os.path.join(folder, "vimrc"), "-i", "NONE", "-n", "-es", "-c", "set filetype=mail",
                    "-c", "ALELint", "-c", keys, os.path.join(folder, "draft.eml")],
                   env=environment, timeout=60, check=False, stdin=subprocess.DEVNULL, capture_output=True)
    with open(out, encoding="utf-8") as file:
        equal("diagnostics (ALE)", file.read().strip(), " ".join(FOUND))


def record(name, folder):
    """Keeps what an editor said of itself, without what belongs to this machine."""
    with open(os.path.join(folder, "record"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("--> ") and '"initialize"' in line:
                params = json.loads(line[4:])["params"]
                break
        else:
            raise AssertionError("nothing was recorded")
    params["processId"] = None
    home = "file:///home/user/mail"
    for key, value in (("rootUri", home), ("rootPath", "/home/user/mail"),
                       ("workspaceFolders", [{"uri": home, "name": "mail"}])):
        if params.get(key):
            params[key] = value
    with open(os.path.join(CLIENTS, name + ".json"), "w", encoding="utf-8") as file:
        json.dump(params, file, indent=1, ensure_ascii=False, sort_keys=True)
        file.write("\n")


def newer_neovim():
    for place in (os.path.join(ROOT, ".build/venv/bin/nvim"), os.environ.get("NEOVIM", ""), shutil.which("nvim") or ""):
        if place and os.path.exists(place):
            version = subprocess.run([place, "--version"], capture_output=True, text=True, check=False).stdout
            if re.match(r"NVIM v0\.(1[1-9]|[2-9]\d)", version):
                return place
    raise Skipped("Neovim 0.11 is not installed")


def older_neovim():
    place = "/usr/bin/nvim"
    if not os.path.exists(place):
        raise Skipped("Debian's Neovim is not installed")
    return place


TESTS = {
    "neovim-0.11": lambda folder: neovim(newer_neovim(), "Neovim 0.11 or later", "neovim-0.11", folder),
    "neovim-0.7": lambda folder: neovim(older_neovim(), "Neovim 0.7 to 0.10", "neovim-0.7", folder),
    "eglot": eglot,
    "ale": ale,
}


def main():
    count = {"passed": 0, "failed": 0, "skipped": 0}
    if not os.path.exists(PROGRAM):
        sys.exit(f"{PROGRAM} is not built")
    for name, test in TESTS.items():
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(folder)
                if "--record" in sys.argv:
                    record(name, folder)
                count["passed"] += 1
                print(f"{name}: passed", flush=True)
            except Skipped as reason:
                count["skipped"] += 1
                print(f"{name}: skipped: {reason}", flush=True)
            except Exception as problem:  # pylint: disable=broad-except
                count["failed"] += 1
                log = os.path.join(folder, "log")
                words = open(log, encoding="utf-8").read() if os.path.exists(log) else ""
                print(f"{name}: FAILED: {type(problem).__name__}: {problem}\n{words}", flush=True)
    print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
    return 1 if count["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
