"""The plug-in of Vim and Neovim: commands, findings and remedies, events, collapsing, and the styles."""
import subprocess

from vim_world import MAIL, every, sample
from world import PROGRAM, equal

DRAFT = "To: Ana Ruiz <ana@example.org>, bo@example.org, cy@example.org\nCc: team\nSubject: x\n\nbody\n"
ANA, BO, CY = "Ana Ruiz <ana@example.org>", "bo@example.org", "cy@example.org"


def edits(editor):
    """Adding, moving, removing, expanding, sorting: each by name, each one step of undo."""
    editor.open(DRAFT)
    editor.until("tokenfield#document#of(bufnr('%')).fields.Cc.chips[0].class", "token")
    editor.run("Tokenfield add Cc: Bo Li <li@example.org>")
    editor.line(2, "Cc: team, Bo Li <li@example.org>")
    editor.at(1, 1)
    editor.run("Tokenfield add e@x.org")
    editor.line(1, f"To: {ANA}, {BO}, {CY}, e@x.org")
    editor.world.type("u")
    editor.line(1, f"To: {ANA}, {BO}, {CY}")
    editor.place(1, 35)
    editor.run("Tokenfield move Cc")
    editor.line(1, f"To: {ANA}, {CY}")
    editor.line(2, f"Cc: team, Bo Li <li@example.org>, {BO}")
    editor.world.type("u")
    editor.until("getline(1, 2)", [f"To: {ANA}, {BO}, {CY}", "Cc: team, Bo Li <li@example.org>"])
    editor.run("Tokenfield move 1")
    editor.line(1, f"To: {BO}, {ANA}, {CY}")
    editor.world.type("A, ")
    editor.world.keys("Escape")
    editor.run("Tokenfield move Cc")
    editor.line(2, f"Cc: team, Bo Li <li@example.org>, {CY}")
    editor.world.type("uu")
    editor.line(1, f"To: {BO}, {ANA}, {CY}")
    editor.run("Tokenfield sort")
    editor.line(1, f"To: {ANA}, {BO}, {CY}")
    editor.place(1, 6)
    editor.run("Tokenfield remove")
    editor.line(1, f"To: {BO}, {CY}")
    editor.run("Tokenfield remove cy@example.org")
    editor.line(1, f"To: {BO}")
    editor.place(2, 6)
    editor.run("Tokenfield expand")
    editor.until("join(getline(2, 3)) =~# '^Cc: .*Köhler, Eva.*Omar Haddad.*José García.*Bo Li <li@example.org>$'", 1)
    editor.in_step()
    editor.clean()


def refusals(editor):
    """What cannot be done is said in words, and nothing changes."""
    editor.open(DRAFT)
    editor.run("Tokenfield remove nobody@example.org")
    editor.world.shows("tokenfield: there is nobody like that")
    editor.run("Tokenfield move Nowhere")
    editor.world.shows("tokenfield: there is no such field")
    editor.run("Tokenfield frobnicate")
    editor.world.shows("tokenfield: commands are add, attach, check")
    editor.run("Tokenfield forget ana@example.org")
    editor.world.shows("is not among those you have written to")
    editor.place(5, 1)
    editor.run("Tokenfield remove")
    editor.until("getline(1, 5)", DRAFT.split("\n")[:5])
    editor.run("set nomodifiable")
    editor.place(1, 6)
    for command in ("add eve@example.org", "remove"):
        editor.run("Tokenfield " + command)
        editor.world.shows("nothing was changed")
        editor.run("redraw!")
    editor.until("getline(1, 5)", DRAFT.split("\n")[:5])
    equal("the last error", editor.ask("v:errmsg"), "")


def completed(editor):
    """Commands, fields and who stands there are completed on the command line."""
    editor.open(DRAFT)
    equal("commands", editor.ask("getcompletion('Tokenfield re', 'cmdline')"), ["remove", "restart"])
    equal("fields", editor.ask("getcompletion('Tokenfield add C', 'cmdline')"), ["Cc:"])
    equal("people", editor.ask("getcompletion('Tokenfield remove b', 'cmdline')"), ["bo@example.org"])


def check(editor):
    """A check says whether the draft could be sent, and lists what is in the way."""
    editor.open("To: ana@example..org, bo@example.org\nSubject: x\n\nbody\n")
    editor.run("Tokenfield check")
    editor.world.shows("tokenfield: not ready")
    editor.until("map(getloclist(0), 'v:val.lnum . v:val.type')[0:0]", ["1E"])
    editor.run("lclose")
    editor.run("1s/\\.\\././")
    editor.run("Tokenfield check")
    editor.world.shows("tokenfield: ready to be sent")
    editor.clean()


def remedies(editor):
    """A finding is mended by `:Tokenfield fix`; with a bang its first remedy is taken at once."""
    editor.open(sample("draft.eml"))
    editor.place(4, 5)
    editor.run("Tokenfield! fix")
    editor.line(4, "  lena@gmail.com")
    editor.place(3, 40)
    editor.run("Tokenfield fix")
    editor.world.shows("What is to be done")
    editor.world.shows(r"\d[.:] Move eva@example.net to Bcc")
    editor.world.type("1")
    editor.world.keys("Enter")
    editor.until("join(getline(3, 4)) =~# 'eva@example.net'", 0)
    editor.world.keys("Escape")
    editor.world.type("u")
    editor.until("join(getline(3, 4)) =~# 'eva@example.net'", 1)
    editor.world.type("u")
    editor.until("getline(1, '$')", sample("draft.eml").rstrip("\n").split("\n"))
    editor.clean()


def cards(editor):
    """`:Tokenfield why` shows who somebody is; `doctor` and `log` open texts."""
    editor.open(sample("draft.eml"))
    editor.until("tokenfield#document#of(bufnr('%')).fields.To.chips[2].class", "token")
    editor.place(2, 8)
    editor.run("Tokenfield why")
    editor.world.shows("Nickname: eva")
    editor.world.type("l")
    editor.run("Tokenfield log")
    editor.world.shows(r"started .*serve")
    editor.run("close")
    editor.run("Tokenfield doctor")
    editor.world.shows("state: ready")
    editor.clean()


def events(editor):
    """`User Tokenfield…' autocommands for what happens, in order, with the event at hand; they may change text."""
    editor.open("To: \nCc: \n\n", script="let g:seen = []\n"
                "for s:name in ['BeginEditing', 'EndEditing', 'ChangeText', 'Add', 'Remove', 'Select', 'Unselect', "
                "'ChangeReady', 'Enable', 'Disable']\n"
                "  execute 'autocmd User TokenfieldDid' . s:name . ' call add(g:seen, g:tokenfield_event.type)'\n"
                "endfor\nautocmd User TokenfieldAnnounce call add(g:seen, g:tokenfield_event.text)\n"
                "autocmd User TokenfieldDidAdd ++nested call setline(4, 'added ' . g:tokenfield_event.token.value)")
    editor.place(1, 4)
    editor.world.type("Aana@example.org,")
    editor.line(4, "added ana@example.org")
    editor.world.keys("BSpace", "BSpace", "Escape")
    editor.world.type("G")
    editor.until("index(g:seen, 'didRemove') > 0 && index(g:seen, 'didEndEditing', index(g:seen, 'didRemove')) > 0", 1)
    # The autocommand has written elsewhere, which may have been the caret for a moment.
    quiet = ("didChangeText", "didChangeReady", "didBeginEditing", "didEndEditing")
    told = editor.ask("g:seen")
    equal("events", [event for event in told if event not in quiet],
          ["didAdd", "Added ana@example.org, 1 of 1", "didSelect", "Selected ana@example.org, 1 of 1", "didRemove",
           "didUnselect", "Removed ana@example.org, 0 left"])
    focus = [event for event in told if event in ("didBeginEditing", "didEndEditing")]
    equal("the first and the last", [focus[0], focus[-1]], ["didBeginEditing", "didEndEditing"])
    equal("told at once", editor.ask("exists('g:tokenfield_event')"), 0)
    editor.ask("tokenfield#server#request('tokenField/setFieldState', {'textDocument': {'uri': "
               "tokenfield#document#of(bufnr('%')).uri}, 'field': 'Cc', 'enabled': v:false}, {r, f -> 0})")
    editor.until("index(g:seen, 'didDisable') > 0", 1)
    editor.clean()


def collapsed(editor):
    """A field over several rows is one row while the cursor is elsewhere; operators count its lines all the same."""
    people = ",\n ".join(f"Person {number} <p{number}@example.org>" for number in range(12))
    editor.open(f"From: ana@example.org\nTo: {people}\nSubject: x\n\nbody\n")
    editor.world.shows(r"^ *To: Person 0.* and \d+ more")
    editor.world.type("j")
    editor.world.shows(r"^ *Person 11 <p11@example.org>")
    editor.world.type("Gk")
    editor.world.shows(r"^ *To: Person 0.* and \d+ more")
    editor.world.type("ggdj")
    editor.until("getline(1)", " Person 1 <p1@example.org>,")
    editor.world.type("u")
    editor.until("line('$')", 16)
    editor.world.type("G")
    editor.world.shows(r"^ *To: Person 0.* and \d+ more")
    editor.run("Tokenfield! collapse")
    editor.world.shows(r"^ *Person 11 <p11@example.org>")
    equal("the window's own folding", editor.ask("[&foldmethod, &foldtext, foldclosed(2)]"), ["manual", "foldtext()", -1])
    editor.clean()


def accessible(editor):
    """The accessible style: nothing but attributes, no menu by itself, and what happens is said in the last line."""
    editor.open("To: \n\n", before="let g:tokenfield_style = 'accessible'")
    editor.place(1, 4)
    editor.world.type("Aomar")
    editor.world.type("x@example.org,")
    editor.world.shows("Added omarx@example.org, 1 of 1")
    editor.world.keys("BSpace")
    editor.world.shows("Selected omarx@example.org, 1 of 1")
    equal("a menu", editor.ask("pumvisible()"), 0)
    groups = editor.ask("map(['Chip', 'Selected', 'Invalid', 'Duplicate', 'Unknown', 'Group'], "
                        "'join(filter([\"bold\", \"italic\", \"reverse\", \"underline\", \"strikethrough\"], "
                        "\"synIDattr(synIDtrans(hlID(\\\"Tokenfield\" . v:val . \"\\\")), v:val, \\\"cterm\\\") ==# 1\"))')")
    equal("states that look alike", len(set(groups)), len(groups))
    editor.clean()


def concealed(editor):
    """Hiding addresses is a choice, and is done only where the daemon allows it."""
    editor.open(sample("draft.eml"), before="let g:tokenfield_conceal = 1\nlet g:tokenfield_diagnostics = 0")
    editor.place(8, 1)
    editor.world.shows(r"^ *To: \"Köhler, Eva\" *, jos")
    editor.world.shows("From: Ana Ruiz <ana.ruiz@example.org>")
    editor.place(2, 1)
    editor.world.type("A")
    editor.world.shows(r"To: \"Köhler, Eva\" <eva@example.net>, jos")
    editor.clean()


def caps(editor):
    """Caps and brackets stand around chips in the styles of these names, as the terminal can, and go with them."""
    editor.open("To: ana@example.org, bo@example.org\n\n", before="let g:tokenfield_style = 'brackets'")
    editor.world.shows(r"To: \[ana@example.org\], \[bo@example.org\]")
    editor.place(1, 6)
    editor.world.type("dac")
    editor.world.shows(r"To: \[bo@example.org\] *$")
    editor.place(1, 1)
    editor.world.type("A, ")
    editor.world.keys("BSpace", "BSpace")
    editor.line(1, "To: ")
    editor.world.shows(r"To: *$")
    editor.clean()


def health(editor):
    """:checkhealth says what is found."""
    editor.open(MAIL)
    editor.run("checkhealth tokenfield")
    editor.world.shows(r"program: .*/bin/tokenfield")
    editor.world.shows(r"daemon: ready")
    editor.world.shows("address books")


def alone(editor):
    """`vim.lsp.enable('tokenfield')` starts no second daemon where the plug-in is; without it that is all there is."""
    clients = "luaeval('#vim.lsp.get_clients({ name = \"tokenfield\" })')"
    editor.open(sample("draft.eml"), before="set completeopt=menuone,noselect\nlua vim.lsp.enable('tokenfield')")
    editor.until("luaeval('#vim.diagnostic.get(0)')", 2)
    equal("clients", editor.ask(clients), 0)
    editor.run("let g:tokenfield_enabled = 0")
    editor.run("edit ../mail/other.eml")
    editor.until(f"{clients} == 1 && &omnifunc =~# 'vim.lsp.omnifunc'", 1)
    equal("attached", editor.ask("tokenfield#document#of(bufnr('%'))"), {})
    editor.world.type("iTo: omar")
    editor.world.keys("C-x", "C-o")
    editor.world.shows("Omar Haddad")
    editor.clean()


def beside(editor):
    """With the option, `vim.lsp.enable('tokenfield')` gives completion and findings; the plug-in then leaves these to it."""
    editor.open(sample("draft.eml"), before="set completeopt=menuone,noselect\nlet g:tokenfield_lsp = 1\n"
                                             "lua vim.lsp.enable('tokenfield')")
    editor.until("get(b:, 'tokenfield_yields', 0)", 1)
    editor.until("luaeval('#vim.diagnostic.get(0)')", 2)
    editor.until("luaeval('#vim.lsp.get_clients({ bufnr = 0, name = \"tokenfield\" })')", 1)
    editor.drawn(2, [('"Köhler, Eva" <eva@example.net>', "Chip"), ("<eva@example.net>", "Address"), ("jos", "Chip")])
    editor.place(2, 1)
    editor.world.type("A, da s")
    editor.world.keys("C-x", "C-o")
    editor.until("pumvisible()", 1)
    editor.clean()


def detached(editor):
    """A buffer can be given back as it was."""
    editor.open(DRAFT)
    editor.run("Tokenfield detach")
    editor.drawn(1, [])
    equal("what is left", editor.ask("[&formatexpr, &omnifunc, maparg('<BS>', 'i'), maparg('ac', 'o')]"), ["", "", "", ""])
    editor.run("Tokenfield attach")
    editor.until("len(tokenfield#mark#list(bufnr('%'), 0))", 3)
    editor.clean()


def journey(editor):
    """A first mail: three people, one by an alias; one goes to Cc, one is deleted and comes back; `tokenfield check` agrees."""
    editor.open(MAIL)
    editor.place(2, 4)
    editor.world.type("Aomar h")
    editor.world.shows(r"Omar Haddad +omar@example\.com")
    editor.world.keys("C-n", "C-y")
    editor.world.type("eva, zoe@example.org,")
    editor.line(2, "To: Omar Haddad <omar@example.com>, eva, zoe@example.org, ")
    editor.world.keys("Escape")
    editor.place(2, 38)
    editor.run("Tokenfield expand")
    editor.line(2, 'To: Omar Haddad <omar@example.com>, "Köhler, Eva" <eva@example.net>, zoe@example.org, ')
    editor.place(2, 10)
    editor.run("Tokenfield move Cc")
    editor.line(3, "Cc: Omar Haddad <omar@example.com>")
    editor.place(2, 1)
    editor.world.type("A")
    editor.world.keys("BSpace")
    editor.world.keys("BSpace")
    editor.line(2, 'To: "Köhler, Eva" <eva@example.net>, ')
    editor.world.keys("Escape")
    editor.world.type("u")
    editor.line(2, 'To: "Köhler, Eva" <eva@example.net>, zoe@example.org, ')
    editor.run("write")
    editor.until("&modified", 0)
    run = subprocess.run([PROGRAM, "check", editor.world.draft], env=editor.world.environment, capture_output=True,
                         text=True, check=False, timeout=20)
    equal("what check says", (run.returncode, run.stdout.count("\n"), "trailing-separator" in run.stdout), (0, 1, True))
    editor.in_step()
    editor.clean()


TESTS = every([("a first mail", journey), ("edits by command", edits), ("refusals", refusals), ("completion of commands", completed),
               ("check", check),
               ("remedies", remedies), ("cards", cards), ("events", events), ("collapsed", collapsed),
               ("the accessible style", accessible), ("concealed", concealed), ("detached", detached)])
TESTS += every([("brackets", caps)], ("vim", "neovim 0.11"))
TESTS += every([("health", health)], ("neovim 0.7", "neovim 0.11"))
TESTS += every([("beside vim.lsp", beside), ("vim.lsp alone", alone)], ("neovim 0.11",))
