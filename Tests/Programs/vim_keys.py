"""The plug-in of Vim and Neovim: keys in fields, each pressed in the terminal."""
from vim_world import every
from world import equal

THREE = "To: Ana Ruiz <ana@example.org>, bo@example.org, cy@example.org\nCc: \nSubject: x\n\nbody\n"
ANA, BO, CY = "Ana Ruiz <ana@example.org>", "bo@example.org", "cy@example.org"


def selected(editor, line, wanted):
    """Waits until these texts are selected, as the screen says."""
    editor.until(f"map(filter(tokenfield#mark#list(bufnr('%'), {line - 1}), "
                 "'v:val[2] ==# \"TokenfieldSelected\"'), 'strpart(getline(" + str(line) +
                 "), v:val[0], v:val[1] - v:val[0])')", wanted)


def backspace(editor):
    """Backspace selects, then removes; each removal is one step of undo; in a draft it deletes a character."""
    editor.open(THREE)
    editor.place(1, 1)
    editor.world.type("A, dx")
    editor.world.keys("BSpace")
    editor.line(1, f"To: {ANA}, {BO}, {CY}, d")
    editor.world.keys("BSpace")
    editor.line(1, f"To: {ANA}, {BO}, {CY}, ")
    selected(editor, 1, [])
    editor.world.keys("BSpace")
    selected(editor, 1, [CY])
    equal("the status line", editor.ask("tokenfield#statusline()"), "[To: 3, 1 selected]")
    editor.world.keys("BSpace")
    editor.line(1, f"To: {ANA}, {BO}, ")
    editor.world.type("x")
    editor.world.keys("BSpace", "BSpace")
    selected(editor, 1, [BO])
    editor.world.keys("BSpace")
    editor.line(1, f"To: {ANA}, ")
    editor.world.type("eve@example.org")
    editor.line(1, f"To: {ANA}, eve@example.org")
    editor.world.keys("Escape")
    editor.in_step()
    # What was typed and deleted is a step, too: the `x', and `dx' behind the comma.
    for text in (f"To: {ANA}, ", f"To: {ANA}, {BO}, ", f"To: {ANA}, {BO}, ", f"To: {ANA}, {BO}, {CY}, ",
                 f"To: {ANA}, {BO}, {CY}, ", f"To: {ANA}, {BO}, {CY}"):
        editor.world.type("u")
        editor.line(1, text)
    editor.world.keys("C-r", "C-r", "C-r")
    editor.line(1, f"To: {ANA}, {BO}, ")
    editor.in_step()
    editor.clean()


def held(editor):
    """Backspace that is held down empties the draft and stops: nobody is selected or removed."""
    editor.open(THREE)
    editor.place(1, 1)
    editor.world.type("A, zoe")
    editor.world.keys(*["BSpace"] * 12)
    editor.line(1, f"To: {ANA}, {BO}, {CY}, ")
    selected(editor, 1, [])
    editor.clean()


def not_selected(editor):
    """A selection ends when the cursor moves, when something else is typed elsewhere, and when insert mode ends."""
    editor.open(THREE)
    editor.place(1, 1)
    editor.world.type("A, ")
    editor.world.keys("BSpace")
    selected(editor, 1, [CY])
    editor.world.keys("Left")
    selected(editor, 1, [])
    editor.world.keys("Right", "BSpace")
    selected(editor, 1, [CY])
    editor.world.keys("Escape")
    selected(editor, 1, [])
    editor.line(1, f"To: {ANA}, {BO}, {CY}, ")
    editor.clean()


def replaced(editor):
    """A character typed over a selection takes its place, and nobody else goes."""
    editor.open(THREE)
    editor.place(1, 1)
    editor.world.type("A, ")
    editor.world.keys("BSpace")
    selected(editor, 1, [CY])
    editor.world.type("zoe@example.org")
    editor.line(1, f"To: {ANA}, {BO}, zoe@example.org, ")
    editor.in_step()
    editor.clean()


def delete(editor):
    """Delete before a recipient selects and removes it."""
    editor.open(THREE)
    editor.place(1, 5)
    editor.world.type("i")
    editor.until("mode()", "i")
    editor.world.keys("DC")
    selected(editor, 1, [ANA])
    editor.world.keys("DC")
    editor.line(1, f"To: {BO}, {CY}")
    editor.world.keys("Escape")
    editor.world.type("u")
    editor.line(1, THREE.split("\n", 1)[0])
    editor.clean()


def enter_and_tab(editor):
    """Enter and separators commit a draft, then go on; Tab and Shift-Tab go from field to field; no line is broken."""
    editor.open(THREE)
    editor.place(1, 1)
    editor.world.type("A, dee@example.org")
    editor.world.keys("Enter")
    editor.line(1, f"To: {ANA}, {BO}, {CY}, dee@example.org, ")
    editor.world.keys("Enter")
    editor.at(2, 5)
    # In one go it would be a burst.
    editor.world.type("eve@example.org")
    editor.line(2, "Cc: eve@example.org")
    editor.world.type("; fay@example.org")
    editor.line(2, "Cc: eve@example.org, fay@example.org")
    editor.world.keys("Tab")
    editor.line(2, "Cc: eve@example.org, fay@example.org, ")
    editor.world.keys("BTab")
    editor.until("[line('.'), mode()]", [1, "i"])
    editor.world.keys("Tab")
    editor.until("[line('.'), mode()]", [2, "i"])
    editor.world.keys("Tab")
    editor.at(3, 11)
    editor.line(1, f"To: {ANA}, {BO}, {CY}, dee@example.org, ")
    editor.in_step()
    editor.clean()


def blanks(editor):
    """One comma and one blank stand between two, however they are typed; in quotes they are text."""
    editor.open("To: \n\n")
    editor.place(1, 4)
    editor.world.type('Aana@example.org, bo@example.org,cy@example.org,  "Ruiz, Ana" <r@example.org>, ')
    editor.line(1, 'To: ana@example.org, bo@example.org, cy@example.org,  "Ruiz, Ana" <r@example.org>, ')
    editor.clean()


def repeated(editor):
    """`.' repeats what was typed with its separators, counts and macros work, `:normal' too."""
    editor.open("To: \nCc: \nBcc: \n\n")
    editor.place(1, 4)
    editor.world.type("Aana@example.org,bo@example.org,")
    editor.line(1, "To: ana@example.org, bo@example.org, ")
    editor.world.keys("Escape")
    editor.world.type("j.")
    editor.line(2, "Cc: ana@example.org, bo@example.org, ")
    editor.run(r"3normal Acy@example.org,")
    editor.line(3, "Bcc: cy@example.org, ")
    editor.world.type("1Gqq")
    editor.world.type("A")
    editor.world.keys("BSpace", "BSpace", "Escape")
    editor.line(1, "To: ana@example.org, ")
    editor.world.type("q2G@q")
    editor.line(2, "Cc: ana@example.org, ")
    editor.world.type("@@")
    editor.line(2, "Cc: ")
    editor.in_step()
    editor.clean()


def text_objects(editor):
    """`ic' is a chip, `ac' with what goes when it is removed; counts, `.', `v', `y', and nothing outside of fields."""
    editor.open(THREE)
    editor.place(1, 7)
    editor.world.type("dac")
    editor.line(1, f"To: {BO}, {CY}")
    editor.world.type("u")
    editor.place(1, 40)
    editor.world.type("dac")
    editor.line(1, f"To: {ANA}, {CY}")
    editor.world.type(".")
    editor.line(1, f"To: {ANA}")
    editor.world.type("uu")
    editor.line(1, THREE.split("\n", 1)[0])
    editor.place(1, 5)
    editor.world.type("d2ac")
    editor.line(1, f"To: {CY}")
    editor.world.type("u")
    editor.place(1, 7)
    editor.world.type("cic")
    editor.world.type("zoe@example.org")
    editor.world.keys("Escape")
    editor.line(1, f"To: zoe@example.org, {BO}, {CY}")
    editor.place(1, 30)
    editor.world.type("yic")
    editor.until("getreg('\"')", BO)
    editor.place(1, 30)
    editor.world.type("vac")
    editor.until("mode()", "v")
    editor.world.keys("Escape")
    editor.place(5, 2)
    editor.world.type("dac")
    editor.world.type("x")
    editor.line(5, "bdy")
    editor.world.type("2Gdac")
    editor.line(2, "Cc: ")
    editor.in_step()
    editor.clean()


def motions(editor):
    """`]f' and `[f' go from field to field, with counts."""
    editor.open(THREE)
    editor.place(1, 5)
    editor.world.type("]f")
    editor.until("line('.')", 2)
    editor.world.type("[f")
    editor.until("line('.')", 1)
    editor.world.type("2]f")
    editor.until("line('.')", 3)
    editor.clean()


def arrows(editor):
    """With the option, arrows take a chip as one step, and with Shift they select."""
    editor.open(THREE, before="let g:tokenfield_arrows = 1")
    editor.place(1, 1)
    editor.world.type("A, ")
    editor.world.keys("S-Left")
    selected(editor, 1, [CY])
    editor.world.keys("S-Left")
    selected(editor, 1, [BO, CY])
    editor.world.keys("BSpace")
    editor.line(1, f"To: {ANA}, ")
    editor.clean()


def theirs(editor):
    """Keys that the user has mapped stay the user's; <Plug> maps reach ours; abbreviations expand before a separator."""
    editor.open("To: \n\n", before="inoremap <BS> <Cmd>let g:mine = 1<CR>\nimap <C-B> <Plug>(tokenfield-backspace)\n"
                "nnoremap ]f <Cmd>let g:next = 1<CR>\niabbrev bb bo@example.org")
    editor.place(1, 4)
    editor.world.type("Abb,")
    editor.line(1, "To: bo@example.org, ")
    editor.world.keys("BSpace")
    editor.until("get(g:, 'mine', 0)", 1)
    editor.world.keys("C-b", "C-b")
    editor.line(1, "To: ")
    editor.world.keys("Escape")
    editor.world.type("]f")
    editor.until("get(g:, 'next', 0)", 1)
    editor.clean()


def outside(editor):
    """Outside of fields, and with 'paste', every key is the editor's; what is pasted comes in as it is."""
    editor.open(THREE)
    editor.place(5, 1)
    editor.world.type("Aa,b; c")
    editor.world.keys("BSpace", "Tab")
    editor.world.type("x")
    editor.world.keys("Enter")
    editor.until("getline(5, 6)", ["bodya,b; \tx", ""])
    editor.world.keys("Escape")
    editor.run("set paste")
    editor.place(2, 4)
    editor.world.type("Aa@example.org,b@example.org")
    editor.line(2, "Cc: a@example.org,b@example.org")
    editor.world.keys("Escape")
    editor.run("set nopaste")
    editor.world.type("A, ")
    editor.world.tmux("set-buffer", "c@example.org,d@example.org")
    editor.world.tmux("paste-buffer", "-p")
    editor.line(2, "Cc: a@example.org,b@example.org, c@example.org,d@example.org")
    editor.in_step()
    editor.clean()


def written_over(editor):
    """In Replace mode keys are the editor's own: Backspace brings back what was written over."""
    editor.open("To: abc@d.ef, ghi@j.kl\n\n")
    editor.place(1, 5)
    editor.world.type("Rxy,")
    editor.line(1, "To: xy,@d.ef, ghi@j.kl")
    editor.world.keys("BSpace", "BSpace", "BSpace")
    editor.line(1, "To: abc@d.ef, ghi@j.kl")
    editor.world.keys("Escape")
    editor.clean()


def undone(editor):
    """A commit, a candidate that is taken and a removal are a step of undo each; `.', counts and macros repeat them whole."""
    editor.open("To: \nCc: \nBcc: \n\n")
    editor.place(1, 4)
    editor.world.type("A")
    for typed in ("ana@example.org", ",", "bo@example.org", ",", "cy"):
        editor.world.type(typed)
        editor.until(f"stridx(getline(1), '{typed}', strlen(getline(1)) - {len(typed) + 1}) > 0", 1)
    editor.line(1, "To: ana@example.org, bo@example.org, cy")
    editor.world.keys("Escape")
    for text in ("To: ana@example.org, bo@example.org, ", "To: ana@example.org, bo@example.org",
                 "To: ana@example.org, ", "To: ana@example.org", "To: "):
        editor.world.type("u")
        editor.line(1, text)
    editor.world.keys(*["C-r"] * 5)
    editor.line(1, "To: ana@example.org, bo@example.org, cy")
    editor.place(2, 4)
    editor.world.type("Aomar h")
    editor.world.shows(r"Omar Haddad +omar@example\.com")
    editor.world.keys("C-n", "C-y")
    editor.line(2, "Cc: Omar Haddad <omar@example.com>, ")
    editor.world.type("zoe")
    editor.world.keys("Escape")
    editor.line(2, "Cc: Omar Haddad <omar@example.com>, zoe")
    editor.world.type("u")
    editor.line(2, "Cc: Omar Haddad <omar@example.com>, ")
    editor.world.type("u")
    editor.line(2, "Cc: ")
    editor.place(3, 5)
    editor.world.type("Ae@x.org,f@x.org,")
    editor.line(3, "Bcc: e@x.org, f@x.org, ")
    editor.world.keys("Escape")
    editor.world.type("2G.")
    editor.line(2, "Cc: e@x.org, f@x.org, ")
    editor.place(3, 6)
    editor.world.type("D2Ag@x.org,")
    editor.world.keys("Escape")
    editor.line(3, "Bcc: g@x.org, g@x.org, ")
    equal("the register of what was inserted", editor.ask("getreg('.')"), "g@x.org, ")
    editor.in_step()
    editor.clean()


def burst(editor):
    """What a terminal without bracketed paste types comes in as it is: no line of it goes to another field."""
    editor.open("To: \nCc: zoe@example.org\n\nbody\n", before="set noautoindent")
    editor.place(1, 4)
    editor.world.type("A")
    editor.until("mode()", "i")
    editor.world.type("x")
    editor.line(1, "To: x")
    people = "".join(f"p{number}@example.org, \n" for number in range(40))
    editor.world.tmux("set-buffer", people.replace("\n", "\n ") + "last@example.org")
    editor.world.tmux("paste-buffer")
    editor.until("join(getline(1, '$')) =~# 'last@example.org'", 1)
    text = " ".join(editor.text())
    equal("people", [word.strip(",;") for word in text.split() if "@" in word],
          ["xp0@example.org", *[f"p{number}@example.org" for number in range(1, 40)], "last@example.org", "zoe@example.org"])
    editor.until("getline(line('$') - 2)", "Cc: zoe@example.org")
    editor.world.keys("Escape")
    editor.in_step()
    editor.clean()


TESTS = every([("backspace", backspace), ("replace mode", written_over), ("backspace held down", held), ("a selection ends", not_selected),
               ("typing over a selection", replaced),
               ("delete", delete), ("enter and tab", enter_and_tab), ("blanks", blanks), ("repeated", repeated),
               ("text objects", text_objects), ("motions", motions), ("arrows", arrows), ("keys of the user", theirs),
               ("outside of fields", outside), ("undo of each step", undone), ("a burst of keys", burst)])
