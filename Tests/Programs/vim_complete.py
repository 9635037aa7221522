"""The plug-in of Vim and Neovim: completion."""
from vim_world import every
from world import equal


def by_itself(editor):
    """The menu opens after a pause, what is chosen is written whole, and it does not open again on what was written."""
    editor.open()
    editor.place(2, 4)
    editor.world.type("Ajos")
    editor.world.shows(r"José García +jose\.garcia@example\.org")
    editor.line(2, "To: jos")
    editor.world.keys("C-n", "C-y")
    editor.line(2, "To: José García <jose.garcia@example.org>, ")
    editor.world.type("anne k")
    editor.world.shows(r"Köhler, Änne +anne@example\.org")
    editor.world.keys("C-n")
    editor.world.type(",")
    editor.line(2, 'To: José García <jose.garcia@example.org>, "Köhler, Änne" <anne@example.org>, ')
    editor.world.type("张")
    editor.world.shows(r"张明 +ming@example\.org")
    editor.world.keys("C-n", "Enter")
    editor.line(2, 'To: José García <jose.garcia@example.org>, "Köhler, Änne" <anne@example.org>, 张明 <ming@example.org>, ')
    editor.until("pumvisible()", 0)
    editor.until("line('$')", 6)
    editor.until("len(tokenfield#document#of(bufnr('%')).fields.To.chips)", 6)
    editor.in_step()
    editor.clean()


def nothing_chosen(editor):
    """What nobody chose is never taken, by no key; CTRL-E leaves what was typed."""
    editor.open()
    editor.place(2, 4)
    editor.world.type("Aomar")
    editor.world.shows(r"Omar Haddad +omar@example\.com")
    editor.world.keys("C-e")
    editor.until("pumvisible()", 0)
    editor.line(2, "To: omar")
    editor.world.type("x")
    editor.world.keys("BSpace")
    editor.world.shows(r"Omar Haddad +omar@example\.com")
    editor.world.type(", ")
    editor.until("getline(2) =~# '^To: omar, *$'", 1)
    editor.until("pumvisible()", 0)
    editor.clean()


def unasked(editor):
    """With the editor's own 'completeopt' nothing is written that nobody chose, however slowly one types on."""
    editor.open(before="set completeopt=menu,preview")
    editor.place(2, 4)
    editor.world.type("Aj")
    editor.until("pumvisible()", 1)
    for typed in ("jo", "jos"):
        editor.world.type(typed[-1])
        editor.world.shows(r"José García +jose\.garcia@example\.org")
        editor.line(2, f"To: {typed}")
    editor.line(2, "To: jos")
    editor.world.keys("C-e", "Escape")
    editor.until("&completeopt", "menu,preview")
    editor.clean()


def asked_for(editor):
    """'omnifunc' completes with the user's own 'completeopt', which stays as it was."""
    editor.open(before="set completeopt=menuone,noselect,preview\nlet g:tokenfield_complete = 0")
    editor.place(2, 4)
    editor.world.type("Ahaddad")
    editor.world.keys("C-x", "C-o")
    editor.world.shows(r"Omar Haddad +omar@example\.com")
    editor.world.keys("C-n", "C-y")
    editor.line(2, "To: Omar Haddad <omar@example.com>, ")
    editor.world.type("team")
    equal("a menu", editor.ask("pumvisible()"), 0)
    equal("the option", editor.ask("&completeopt"), "menuone,noselect,preview")
    editor.clean()


def folded(editor):
    """A person whose name began on the line above is replaced whole, and a missing comma is written."""
    editor.open("To: bo@example.org,\n omar\n haddad\nSubject: x\n\n", before="set completeopt=menuone,noselect")
    editor.place(3, 7)
    editor.world.type("A")
    editor.world.keys("C-x", "C-o")
    editor.world.shows(r"Omar Haddad +omar@example\.com")
    editor.world.keys("C-n", "C-y")
    editor.until("join(getline(1, '$'), '|')", "To: bo@example.org,| Omar Haddad <omar@example.com>, |Subject: x|")
    editor.in_step()
    editor.clean()


def tags(editor):
    """Tags of front matter and of running text; elsewhere no menu opens."""
    editor.open("---\ntags: [work, workshop, wood]\n---\n\nA day of #work here.\n\n", "note.md")
    editor.place(6, 1)
    editor.world.type("Aof #wo")
    editor.world.shows(r"^ *of #wo\n.*wood|wood *$|#?wood")
    editor.world.keys("C-n", "C-y")
    editor.until("getline(6) =~# '^of #wo[ro]'", 1)
    editor.clean()


def card(editor):
    """The card of the highlighted candidate is shown beside the menu, where the user wants such a window."""
    editor.open(before="set completeopt=menuone,noselect" + ",popup")
    editor.place(2, 4)
    editor.world.type("Aomar")
    editor.world.shows(r"Omar Haddad +omar@example\.com")
    editor.world.keys("C-n")
    editor.world.shows(r"Address: omar@example\.com")
    editor.world.keys("C-y")
    editor.line(2, "To: Omar Haddad <omar@example.com>, ")
    editor.clean()


def new_field(editor):
    """A line that has just become a field, or is typed below lines that nobody was told of yet, gets its menu too."""
    editor.open("From: ana.ruiz@example.org\nSubject: x\n\nbody\n")
    editor.place(1, 1)
    editor.world.type("oCc: omar h")
    editor.world.shows(r"Omar Haddad +omar@example\.com")
    editor.world.keys("C-n", "C-y")
    editor.line(2, "Cc: Omar Haddad <omar@example.com>, ")
    editor.world.keys("Escape")
    editor.world.type("Go")
    for number in range(5):
        editor.world.type(f"line {number}")
        editor.world.keys("Enter")
    editor.world.keys("C-Home", "Enter", "Up")
    editor.world.type("To: jos")
    editor.world.shows(r"José García +jose\.garcia@example\.org")
    editor.world.keys("C-n", "C-y")
    editor.line(1, "To: José García <jose.garcia@example.org>, ")
    editor.world.keys("Escape")
    editor.in_step()
    editor.clean()


TESTS = every([("completion in a new field", new_field), ("completion by itself", by_itself), ("nothing chosen", nothing_chosen), ("typed on", unasked), ("completion asked for", asked_for),
               ("completion of a folded entry", folded), ("completion of tags", tags)])
TESTS += every([("the card of a candidate", card)], ("vim", "neovim 0.11"))
