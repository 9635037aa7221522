"""The plug-in of Vim and Neovim: attaching, telling changes, and what is drawn."""
import json
import os
import re

from vim_world import MAIL, every, sample, told
from world import ROOT, equal, eventually

# Commands that change a draft in every way; `silent!` where one may find nothing to do.
SHAPES = ["2s/$/ x@example.org/", "call append(0, ['X-One: 1', 'X-Two: 2'])", "1,2delete _", "$put ='tail'", "$delete _",
          "%s/e/É/g", "undo", "%delete _", "undo", "normal! 2GA, 张伟 <z@example.org>", "4,6join", "global/o/move 0",
          "undo", "normal! 2G0xxu", "silent! normal! 2GOBcc: b@example.org", "normal! 2Gyyp", "normal! 3GddP",
          "call setline(2, 'To: 👩‍💻 Zoë <zoe@example.org>, \x01 é')", "earlier 1f", "later 1f", "2,3!sort",
          "call setline(1, repeat(['X-Long: ' . repeat('wörd ', 3000)], 3))", "1,3delete _", "read !echo tail"]

TEAM = ", ".join(f"Person Number {number} <p{number}@example.org>" for number in range(60))


def starts(editor):
    """A draft of the sample: chips in each field, findings beside them, one daemon."""
    editor.open(sample("draft.eml"))
    editor.drawn(1, [("Ana Ruiz <ana.ruiz@example.org>", "Unknown")])
    editor.drawn(2, [('"Köhler, Eva" <eva@example.net>', "Chip"), ("<eva@example.net>", "Address"), ("jos", "Chip")])
    editor.drawn(3, [("Omar Haddad <omar@example.com>", "Chip"), ("<omar@example.com>", "Address"),
                     ("eva@example.net", "Duplicate")])
    editor.drawn(4, [("lena@gmial.com", "Unknown")])
    editor.drawn(8, [])
    editor.world.shows(r"is here already")
    editor.world.keys("j")
    editor.until("tokenfield#statusline()", "[To: 2]")
    editor.world.keys("j")
    editor.until("tokenfield#statusline()", "[Cc: 3, 1 wrong]")
    editor.clean()


def one_daemon(editor):
    """Two drafts have one daemon; what is no file of ours is left alone, and so is the daemon of nobody."""
    editor.open()
    editor.world.write("home/mail/other.eml", "To: bo@example.org\n\n")
    editor.world.write("home/mail/plain.txt", "To: bo@example.org\n\n")
    editor.run("edit other.eml")
    editor.drawn(1, [("bo@example.org", "Unknown")])
    editor.run("edit plain.txt")
    editor.until("[&filetype, tokenfield#document#of(bufnr('%'))]", ["text", {}])
    equal("the option of another file", editor.ask("&formatexpr"), "")
    equal("daemons", len(re.findall(r'"method": ?"initialize"', editor.world.read("record"))), 1)
    editor.clean()


def no_program(editor):
    """Without a daemon there is one message, which says where to read on, and the editor is as it was."""
    editor.world.environment["PATH"] = "/usr/bin:/bin"
    os.rename(editor.world.path("bin/tokenfield"), editor.world.path("bin/elsewhere"))
    editor.open(before="let g:tokenfield_command = '/nowhere/tokenfield'", ready=False)
    editor.world.shows("program not found; how to get it: :help tokenfield-install")
    equal("what is set", editor.ask("[&formatexpr, &omnifunc, maparg('<BS>', 'i'), tokenfield#statusline()]"), ["", "", "", ""])
    editor.run("edit other.eml")
    editor.run("setfiletype mail")
    equal("messages", editor.ask("execute('messages')").count("program not found"), 1)
    editor.run("help tokenfield-install")
    editor.until("expand('%:t')", "tokenfield.txt")


def in_step(editor):
    """Whatever changes the text, the daemon has the same text afterwards."""
    editor.open(sample("draft.eml"))
    for shape in SHAPES:
        command = shape.replace('"', '\\"')
        editor.ask(f'execute("{command}", "silent!")')
        editor.run("doautocmd TextChanged")
        editor.in_step(shape)
    editor.place(2, 5)
    editor.world.type("ix, ")
    editor.world.keys("Enter", "Escape")
    editor.world.type("yyppu.J")
    editor.in_step("keys of normal mode")
    editor.world.keys("C-r")
    editor.in_step("redo")
    editor.clean()


def strange_bytes(editor):
    """Bytes that no message can hold: the columns stay right, and a line with them is not edited by the daemon."""
    path = editor.world.write("home/mail/bytes.eml", "")
    with open(path, "wb") as file:
        file.write(b"To: ana@example.org, bo@example.org, \nX: \xff\xfe caf\xe9 \x00 \xed\xa0\x80 end\n\nbody\n")
    editor.open()
    editor.run("edit ++enc=utf-8 ++bad=keep bytes.eml")
    editor.until("len(get(tokenfield#document#of(bufnr('%')), 'fields', {}))", 1)
    uri = editor.ask("tokenfield#document#of(bufnr('%')).uri")

    def columns():
        """The bytes of the lines that were told."""
        return [len(line.encode()) for line in told(editor.world.read("record"), uri).split("\n")[:-1]]

    def same():
        return columns() == editor.ask("map(getline(1, '$'), 'strlen(v:val)')")
    eventually("the columns", same)
    editor.place(1, 30)
    editor.world.type("dac")
    editor.line(1, "To: ana@example.org, ")
    editor.run("%s/end/END/")
    eventually("the end", lambda: "END" in told(editor.world.read("record"), uri) and same())
    editor.place(2, 9)
    editor.world.type("xiü")
    editor.world.keys("Escape")
    eventually("a change among such bytes", lambda: "ü" in told(editor.world.read("record"), uri) and same())
    editor.clean()


def long_field(editor):
    """A `To:` of 60 people is never broken, while prose of the body is, and a long subject is not."""
    editor.open(f"From: ana.ruiz@example.org\nTo: {TEAM}\nSubject: \n\nbody\n")
    equal("what would break it", editor.ask("[&textwidth, &formatoptions =~# 't']"), [72, 1])
    editor.place(2, 1)
    editor.world.type("A, zoe@example.org, yan@example.org, xi@example.org")
    editor.line(2, f"To: {TEAM}, zoe@example.org, yan@example.org, xi@example.org")
    editor.world.keys("Escape")
    editor.world.type("gqq")
    editor.world.type("3GA" + "word " * 30)
    editor.world.keys("Escape")
    editor.line(3, "Subject: " + "word " * 30)
    editor.world.type("5GA" + " word" * 30)
    editor.world.keys("Escape")
    editor.until("line('$') > 5", 1)
    equal("lines", max(len(line) for line in editor.text()[4:]) <= 72, True)
    editor.line(2, f"To: {TEAM}, zoe@example.org, yan@example.org, xi@example.org")
    editor.clean()


def other_files(editor):
    """Front matter, trailers, tags of Org: drawn, and their lines are not broken; running text is the editor's."""
    editor.open("---\ntags: [alpha, beta]\n---\n\nSome #text for @ana here.\n", "note.md")
    editor.drawn(2, [("alpha", "Chip"), ("beta", "Chip")])
    editor.drawn(5, [("#text", "Chip"), ("@ana", "Mention")])
    editor.run("set tw=30 fo+=t")
    editor.place(2, 18)
    editor.world.type("A, gamma, delta, epsilon")
    editor.world.keys("Escape")
    editor.place(5, 1)
    editor.world.type("A and more words than one line can hold")
    editor.world.keys("Escape")
    editor.until("line('$') > 5", 1)
    editor.until("getline(2) =~# 'epsilon'", 1)
    editor.world.write("home/mail/COMMIT_EDITMSG", "Fix\n\nBody.\n\nReviewed-by: Ana <ana@example.org>\n")
    editor.run("edit! COMMIT_EDITMSG")
    editor.drawn(5, [("Ana <ana@example.org>", "Unknown")])
    editor.clean()


def typed(editor):
    """While one types only the draft is drawn anew, and the rest moves along; afterwards it is somebody."""
    editor.open("To: ana@example.org, bo@example.org\n\n")
    editor.drawn(1, [("ana@example.org", "Unknown"), ("bo@example.org", "Unknown")])
    kept = editor.ask("tokenfield#document#of(bufnr('%')).fields.To.chips[2].id")
    editor.place(1, 5)
    editor.world.type("icy@ex")
    editor.drawn(1, [("cy@exana@example.org", "Edit"), ("bo@example.org", "Unknown")])
    editor.world.type("ample.org")
    editor.line(1, "To: cy@example.organa@example.org, bo@example.org")
    editor.world.type(",")
    editor.drawn(1, [("cy@example.org", "Unknown"), ("ana@example.org", "Draft"), ("bo@example.org", "Unknown")])
    equal("the chip that only moved", kept in editor.ask(
        "map(copy(tokenfield#document#of(bufnr('%')).fields.To.chips), 'v:val.id')"), True)
    editor.in_step()
    editor.world.keys("Escape")
    editor.world.type("uu")
    editor.line(1, "To: ana@example.org, bo@example.org")
    editor.until("len(tokenfield#mark#list(bufnr('%'), 0))", 2)
    editor.clean()


def words_beside(editor):
    """Placeholder, title, error and counter stand beside the field, and go when they hold no more."""
    editor.open(MAIL, before="let g:tokenfield_settings = {'fields': {'Cc': {'placeholder': 'Copies', 'max': 2}, "
                             "'To': {'title': 'Who gets it', 'titleAlways': v:true}}}")
    editor.world.shows(r"^ *To: +Who gets it *$")
    editor.world.shows(r"^ *Cc: +Copies +0/2 *$")
    editor.place(3, 4)
    editor.world.type("Abo@example.org")
    editor.world.shows(r"Cc: bo@example.org +Copies +0/2 *$")
    editor.world.type(", ")
    editor.world.shows(r"Cc: bo@example.org, +Copies +1/2 *$")
    editor.clean()


def documented(editor):
    """The help names every option, group, command, map and event, and its tags are those of the text."""
    folder = os.path.join(ROOT, "editors/vim")

    def words(path, pattern):
        with open(os.path.join(folder, path), encoding="utf-8") as file:
            return set(re.findall(pattern, file.read(), re.M))

    with open(os.path.join(folder, "doc/tokenfield.txt"), encoding="utf-8") as file:
        text = file.read()
    options = words("autoload/tokenfield/option.vim", r"^ *\\ '(\w+)':")
    equal("options without help", [name for name in sorted(options) if f"*g:tokenfield_{name}*" not in text], [])
    groups = words("autoload/tokenfield/highlight.vim", r"'(Tokenfield\w+)': ['\[]")
    equal("groups without help", [name for name in sorted(groups) if f"*hl-{name}*" not in text], [])
    commands = words("autoload/tokenfield/command.vim", r"^ *\\ '(\w+)': \['s:")
    shown = text[text.index("*:Tokenfield*"):text.index("*tokenfield-completion*")]
    equal("commands without help", [name for name in sorted(commands) if name not in shown], [])
    maps = words("autoload/tokenfield/keys.vim", r"\['([a-z-]+)', '<")
    equal("maps without help", [name for name in sorted(maps) if f"*<Plug>(tokenfield-{name})*" not in text], [])
    counts = [len(options), len(groups), len(commands), len(maps)]
    equal("how much there is to document", [count > 10 for count in counts], [True] * 4)
    with open(os.path.join(ROOT, "Protocol/tokenfield.json"), encoding="utf-8") as file:
        types = next(one for one in json.load(file)["enumerations"] if one["name"] == "EditingEventType")["values"]
    names = ["Tokenfield" + one["value"][0].upper() + one["value"][1:] for one in types]
    equal("events without help", [name for name in names if name not in text], [])
    editor.open()
    editor.ask("mkdir($HOME . '/doc')")
    editor.world.write("home/doc/tokenfield.txt", text)
    editor.run("helptags ~/doc")
    with open(os.path.join(folder, "doc/tags"), encoding="utf-8") as file:
        tags = file.read()
    eventually("the same tags", lambda: editor.world.read("home/doc/tags") == tags)


def readable(editor):
    """What a chip says can be read on it, an address too: a contrast of 4.5, in dark and light, 256 and all colours."""
    def rgb(colour):
        """Red, green and blue, from `#rrggbb' or a number of the 256 colours."""
        if colour.startswith("#"):
            return [int(colour[place:place + 2], 16) for place in (1, 3, 5)]
        number = int(colour)
        if number >= 232:
            return [8 + 10 * (number - 232)] * 3
        return [[0, 95, 135, 175, 215, 255][part] for part in ((number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6)]

    def light(colour):
        """The luminance by WCAG 2.1."""
        parts = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in rgb(colour)]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    editor.open(script="set t_Co=256\nset notermguicolors")
    for background in ("dark", "light"):
        editor.run(f"set background={background}")
        editor.run("highlight clear | doautocmd ColorScheme")
        for mode in ("gui", "cterm"):
            def colour(group, what):
                return editor.ask(f"synIDattr(hlID('Tokenfield{group}'), '{what}', '{mode}')")

            chip = colour("Chip", "bg")
            for group in ("Chip", "Address", "Unknown", "Duplicate", "Invalid", "Group", "Pending", "Disabled"):
                low, high = sorted((light(colour(group, "fg")), light(colour(group, "bg") or chip)))
                equal(f"contrast of {group} in {background}, {mode}", (high + 0.05) / (low + 0.05) >= 4.5, True)
    editor.clean()


def long_line(editor):
    """Beside a long line Vim is let draw no text, which would cost it half a second a key; it comes back with room."""
    editor.open("To: ana@example..org, bo@example.org\n\n", before="let g:tokenfield_style = 'brackets'")
    texts = "len(filter(prop_list(1), 'v:val.id < 0'))"
    editor.until(f"{texts} >= 5", 1)
    editor.place(1, 1)
    editor.world.type("A, " + "person@example.org " * 60)
    editor.until("strlen(getline(1)) > 1100", 1)
    editor.until(texts, 0)
    editor.world.keys("Escape")
    editor.until("len(sign_getplaced(bufnr('%'), {'group': '*'})[0].signs)", 1)
    editor.in_step()
    equal("texts in a long line", editor.ask(texts), 0)
    editor.place(1, 60)
    editor.world.type("D")
    editor.until(f"{texts} >= 5", 1)
    editor.clean()


TESTS = every([("a long line", long_line), ("documented", documented), ("readable", readable)], ("vim",))
TESTS += every([("starts", starts), ("one daemon", one_daemon), ("no program", no_program), ("in step", in_step),
               ("strange bytes", strange_bytes), ("a long field", long_field), ("other files", other_files),
               ("typed", typed), ("words beside", words_beside)])
