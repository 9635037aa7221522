"""The README's set-ups of Neovim, Emacs and Vim, typed into as a user does: findings, completion, and the bytes saved.

In each, `Bcc:` of the sample draft gets José García (from “jos”), then a person whose name has a comma, then one in
another script, who is typed beyond column 72.
"""
import json
import os
import re
import shutil
import subprocess

from world import ROOT, Skipped, equal, eventually, needed, readme

FOUND = ["duplicate", "typo-domain"]
WANTED = 'Bcc: José García <jose.garcia@example.org>, "Köhler, Änne" <anne@example.org>, 张明 <ming@example.org>, '
CARD = r"José García .*jose\.garcia@example\.org"


def unbroken():
    """The line of the README that keeps Vim and Neovim from breaking a long field."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as file:
        return re.search(r"`(autocmd FileType mail setlocal [^`]*)`", file.read()).group(1)


def saved(world, end, field=WANTED):
    """Compares the draft on disk with the sample, byte for byte, but for `Bcc:` and the line ends."""
    with open(os.path.join(ROOT, "editors/sample/draft.eml"), encoding="utf-8", newline="") as file:
        wanted = file.read().replace("Bcc: \n", field + "\n").replace("\n", end)
    eventually("the saved draft", lambda: world.read("home/mail/draft.eml").count("@") >= wanted.count("@"))
    equal("the saved draft", world.read("home/mail/draft.eml"), wanted)


def accept(world, typed, shown, keys, then):
    """Types, waits for a candidate on the screen, presses keys, waits for what the field then holds."""
    world.type(typed)
    for key in keys[:-2]:
        world.shows(re.escape(typed))
        world.keys(key)
    world.shows(shown)
    world.keys(*keys[-2:])
    world.shows(then)


def neovim(program, heading, opener):
    """A test: Neovim's own client; `opener` are the keys that open its list, if it does not open by itself."""
    def test(world):
        nvim = program()
        world.write("home/.config/nvim/init.lua", readme(heading) + f"vim.cmd [[{unbroken()}]]\n")
        socket = world.path("run/nvim")

        def value(expression):
            run = subprocess.run([nvim, "-u", "NONE", "--server", socket, "--remote-expr", f"json_encode({expression})"],
                                 env=world.environment, capture_output=True, text=True, timeout=20, check=False)
            return json.loads(run.stdout or run.stderr)

        def codes():
            return sorted(found["code"] for found in value("luaeval('vim.diagnostic.get(0)')"))

        world.start(nvim, "-i", "NONE", "-n", "--listen", socket, world.draft)
        eventually("Neovim", lambda: os.path.exists(socket))
        # “jos” is a name of the address books: it is a finding until they have been read.
        eventually("the findings", lambda: codes() == FOUND)
        equal("lines of the findings", [found["lnum"] for found in value("luaeval('vim.diagnostic.get(0)')")], [2, 3])
        world.type("5GA")
        world.shows("-- INSERT --")
        choose = (*opener, "C-n", "C-y")
        accept(world, "jos", CARD, choose, r"^ *.*Bcc: José García <jose\.garcia@example\.org>,")
        accept(world, "anne k", r"Köhler, Änne.* anne@example\.org", choose, '"Köhler, Änne" <anne@example.org>,')
        accept(world, "ming", r"张明 .*ming@example\.org", choose, "张明 <ming@example.org>,")
        world.keys("Escape")
        world.type(":w")
        world.keys("Enter")
        saved(world, "\r\n")  # Vim's own file type saves *.eml so.
        eventually("the findings at the end", lambda: codes() == sorted([*FOUND, "trailing-separator"]))
    return test


def newer():
    """Neovim 0.11 or later, from PyPI."""
    for place in (os.path.join(ROOT, ".build/venv/bin/nvim"), shutil.which("nvim")):
        if place and os.path.exists(place):
            run = subprocess.run([place, "--version"], capture_output=True, text=True, check=False)
            if re.match(r"NVIM v0\.(1[1-9]|[2-9]\d)", run.stdout):
                return place
    raise Skipped("Neovim 0.11 is not installed")


def older():
    """Debian's Neovim, 0.7."""
    if not os.path.exists("/usr/bin/nvim"):
        raise Skipped("Debian's Neovim is not installed")
    return "/usr/bin/nvim"


def eglot(world):
    """A test: eglot in a terminal; TAB completes, and the list of several is chosen from in its own buffer."""
    needed("emacs")
    script = os.path.join(ROOT, "Tests/Programs/eglot.el")
    world.write("home/.emacs.d/init.el", readme("**Emacs (eglot)") + f'\n(load "{script}" nil t)\n')
    probe = ["emacs", "--batch", "--eval", '(progn (package-initialize) (unless (locate-library "eglot") (kill-emacs 7)))']
    if subprocess.run(probe, env=world.environment, capture_output=True, check=False).returncode == 7:
        raise Skipped("elpa-eglot is not installed")
    world.environment["TOKENFIELD_FINDINGS"] = world.path("findings")
    world.start("emacs", "-nw", "+5:6", world.draft)
    world.shows(r"\[eglot:")
    eventually("the findings", lambda: world.read("findings").split() == ["3:duplicate", "4:typo-domain"])
    # “jos” becomes “José”, which all begin with; TAB again lists them, and a word more decides.
    world.type("jos")
    world.shows("Bcc: jos")
    world.keys("Tab")
    world.shows("Bcc: José *$")
    world.keys("Tab")
    world.shows(CARD)
    world.type(" G")
    world.keys("Tab")
    world.shows(r"Bcc: José García <jose\.garcia@example\.org>,")
    accept(world, "anne", "anne", ["Tab"], r'"Köhler, Änne" <anne@example\.org>,')
    accept(world, "ming", "ming", ["Tab"], r"张明 <ming@example\.org>,")
    world.keys("C-x", "C-s")
    saved(world, "\n")
    eventually("the findings at the end", lambda: "5:trailing-separator" in world.read("findings").split())


def ale(world):
    """A test: ALE in Vim, whose list opens by itself."""
    needed("vim")
    if not os.path.exists("/usr/share/vim-ale") and not os.path.exists("/usr/share/vim/vimfiles/pack"):
        raise Skipped("vim-ale is not installed")
    world.write("home/.vimrc", "set encoding=utf-8\nfiletype plugin on\n" + readme("**Vim with ALE")
                + unbroken() + "\nset completeopt=menuone,noselect\n"
                + "call timer_start(200, {-> writefile(map(copy(ale#engine#GetLoclist(bufnr(''))), "
                  f"'v:val.lnum . \":\" . get(v:val, \"code\")'), '{world.path('findings')}')}}, {{'repeat': -1}})\n")
    world.start("vim", world.draft)
    eventually("the findings", lambda: sorted(world.read("findings").split()) == ["3:duplicate", "4:typo-domain"])
    world.type("5GA")
    world.shows("-- INSERT --")
    # ALE keeps only what begins with the word before the caret: no person whose name is quoted or is searched by another.
    accept(world, "jos", r"José García <jose\.garcia@example\.org>, .*v ", ("C-n", "C-y"), r"Bcc: José García <.*>,")
    accept(world, "jos", r"José da Silva <.* v ", ("C-n", "C-y"), r"José da Silva <jose\.silva@example\.net>,")
    accept(world, "lena", r"Lena Köhl <.* v ", ("C-n", "C-y"), r"Lena Köhl <lena@gmail\.com>,")
    world.keys("Escape")
    world.type(":w")
    world.keys("Enter")
    saved(world, "\r\n", "Bcc: José García <jose.garcia@example.org>, José da Silva <jose.silva@example.net>, "
                         "Lena Köhl <lena@gmail.com>, ")


def record(world, name):
    """Keeps what an editor said of itself, without what belongs to this machine."""
    params = world.said("initialize")
    params["processId"] = None
    place = "file:///home/user/mail"
    for key, value in (("rootUri", place), ("rootPath", place[len("file://"):]),
                       ("workspaceFolders", [{"uri": place, "name": place}])):
        if params.get(key):
            params[key] = value
    text = json.dumps(params, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
    if world.folder in text or os.uname().nodename in re.findall(r"[\w.-]+", text):
        raise AssertionError(f"{name} names this machine")
    with open(os.path.join(ROOT, f"Protocol/clients/{name}.json"), "w", encoding="utf-8") as file:
        file.write(text)


TESTS = [
    ("neovim 0.11", neovim(newer, "**Neovim 0.11 or later", ())),
    ("neovim 0.7", neovim(older, "**Neovim 0.7 to 0.10", ("C-x", "C-o"))),
    ("eglot", eglot),
    ("ale", ale),
]
CLIENTS = dict(zip([test for _, test in TESTS], ["neovim-0.11", "neovim-0.7", "eglot", "ale"]))
