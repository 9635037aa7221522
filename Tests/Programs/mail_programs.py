"""The address-book commands of mutt, neomutt and aerc: what a `To:` becomes, seen in the draft and in what is sent."""
import email.policy
import os

from world import needed, readme, equal, eventually

# People whose names are hard on a mail program, beside those of the sample.
PEOPLE = [("ming@example.org", "张明"), ("obrien@example.org", "Fiona O’Brien (Sales)"),
          ("quoted@example.org", 'Wim "Dutch" Kok'), ("bare@example.org", ""),
          ("anne@example.org", "Köhler, Änne")]

JOSE = ("José García", "jose.garcia@example.org")
SILVA = ("José da Silva", "jose.silva@example.net")
EVA = ("Köhler, Eva", "eva@example.net")
OMAR = ("Omar Haddad", "omar@example.com")

# What is typed at `To:`, the place of the choice in the menu (None: there is no menu), and who is then written to.
QUERIES = {
    "one match": ("omar", None, [OMAR]),
    "several matches, the first": ("jos", 0, [JOSE]),
    "several matches, the second": ("jos", 1, [SILVA]),
    "a name with a comma": ("eva", None, [EVA]),
    "a name with a comma, from a menu": ("kohl", 1, [EVA]),
    "two words": ("da sil", None, [SILVA]),
    "two words in any order": ("silva jose", None, [SILVA]),
    "behind another recipient": ("x@example.org, eva", None, [("", "x@example.org"), EVA]),
    "another script": ("张", None, [("张明", "ming@example.org")]),
    "brackets in a name": ("brien", None, [("Fiona O’Brien (Sales)", "obrien@example.org")]),
    "quotes in a name": ("dutch", None, [('Wim "Dutch" Kok', "quoted@example.org")]),
    "no name": ("bare", None, [("", "bare@example.org")]),
}


def set_up(world):
    """The programs that a mail program starts: one editor that keeps the draft, one sender that keeps the message."""
    world.write("home/mail/inbox", "")
    world.script("bin/see", f'cp "$1" "{world.path("written")}"\necho Hello >> "$1"\n')
    world.script("bin/keep", f'printf "%s\\n" "$@" > "{world.path("recipients")}"\ncat > "{world.path("message")}"\n'
                             f'mv "{world.path("message")}" "{world.path("sent")}"\n')


def people(text, field="To"):
    """The names and addresses of a field of a message, as a strict reader of RFC 5322 takes them."""
    message = email.message_from_string(text, policy=email.policy.default)
    if message[field] is None:
        return []
    equal(f"faults of the {field}", [str(fault) for fault in message[field].defects], [])
    return [(address.display_name, address.addr_spec) for address in message[field].addresses]


def sent(world, wanted):
    """Waits for the message, and compares its recipients with the wanted ones, by its header and by its envelope."""
    text = eventually("the message", lambda: world.read("sent"))
    equal("recipients of the message", people(text), wanted)
    envelope = world.read("recipients").split()
    equal("recipients of the envelope", sorted(set(envelope) - {"--"}), sorted(address for _, address in wanted))


def open_mutt(world, program):
    """Starts mutt or neomutt with the lines of the README, at the prompt `To:`."""
    needed(program)
    set_up(world)
    mail = world.path("home/mail")
    lines = [line for line in readme("## In a mail program").splitlines() if line.startswith("set ")]
    equal("lines of the README for mutt", len(lines), 3)
    world.write("home/.muttrc", "\n".join(lines) + f"""
set from="ana.ruiz@example.org" realname="Ana Ruiz" folder="{mail}" spoolfile="{mail}/inbox" mbox_type=mbox
set record="" postponed="{mail}/postponed" editor="see" sendmail="keep" charset=utf-8 send_charset=utf-8
set beep=no use_domain=no
""")
    world.start(program, "-n", "-F", world.path("home/.muttrc"))
    world.shows(r"Msgs:0")
    world.type("m")
    world.shows(r"^To: *$")


def finish_mutt(world):
    """From the filled prompt to the sent message."""
    world.keys("Enter")
    world.shows(r"^Subject: *$")
    world.type("Thursday")
    world.keys("Enter")
    world.shows(r"^y:Send")
    world.insist("y", r"^y:Send", lambda: world.read("sent"))


def query_mutt(program, typed, choice, wanted):
    """A test: types a query at `To:`, presses Ctrl-T, chooses, sends."""
    def test(world):
        open_mutt(world, program)
        world.type(typed)
        world.shows(r"^To: .*" + typed.split()[-1])
        world.keys("C-t")
        if choice is not None:
            world.shows(r"^ +1 .*@")
            for _ in range(choice):
                world.keys("Down")
            world.keys("Enter")
        world.shows(r"^To: .*" + wanted[-1][1].replace(".", r"\."))
        finish_mutt(world)
        equal("recipients of the draft", people(eventually("the draft", lambda: world.read("written"))), wanted)
        sent(world, wanted)
    return test


def nobody(program):
    """A test: nobody is found; the prompt keeps what was typed, and mutt's query menu says so."""
    def test(world):
        open_mutt(world, program)
        world.type("omar@example.com, zzz")
        world.shows(r"zzz")
        world.keys("C-t")
        eventually("the query", lambda: world.read("asked") == "query --mutt -- zzz: 1\n")
        world.type("@example.net")
        world.shows(r"^To: omar@example\.com, zzz@example\.net *$")
        finish_mutt(world)
        sent(world, [("", "omar@example.com"), ("", "zzz@example.net")])
        world.shows(r"Msgs:0")
        world.type("Q")
        world.shows(r"^Query: *$")
        world.type("yyy")
        world.keys("Enter")
        eventually("the second query", lambda: "query --mutt -- yyy: 1\n" in world.read("asked"))
        # Neomutt shows no message of a command that finds nothing.
        world.shows(r"^No match for yyy" if program == "mutt" else r"Msgs:0")
    return test


def group(program):
    """A test: an alias of several people becomes all of them."""
    def test(world):
        open_mutt(world, program)
        world.type("team")
        world.shows(r"^To: team")
        world.keys("C-t")
        world.shows(r"^To: .*jose\.garcia")
        finish_mutt(world)
        sent(world, [("", "eva@example.net"), ("", "omar@example.com"), ("", "jose.garcia@example.org")])
    return test


def open_aerc(world):
    """Starts aerc with the line of the README and an account of one empty maildir, in the field `To`."""
    needed("aerc")
    set_up(world)
    # aerc shows its fields while the editor runs.
    world.script("bin/see", f'while [ -d "{world.folder}" ] && [ ! -e "{world.path("go")}" ]; do sleep 0.05; done\n'
                             'echo Hello >> "$1"\n')
    for name in ("cur", "new", "tmp"):
        os.makedirs(world.path(f"home/mail/box/INBOX/{name}"))
    world.write("home/.config/aerc/accounts.conf", f"""[box]
source = maildir://{world.path("home/mail/box")}
outgoing = keep
default = INBOX
from = Ana Ruiz <ana.ruiz@example.org>
copy-to =
""")
    line = [line for line in readme("## In a mail program").splitlines() if line.startswith("address-book-cmd")]
    equal("lines of the README for aerc", len(line), 1)
    world.write("home/.config/aerc/aerc.conf", f"[compose]\neditor = see\nheader-layout = To|From,Subject\n{line[0]}\n")
    world.start("aerc")
    world.shows(r"Connected|no messages")
    world.type(":compose")
    world.keys("Enter")
    world.shows(r"^To:")


def query_aerc(typed, choice, wanted):
    """A test: types in the field `To`, takes a candidate of the list, sends."""
    def test(world):
        open_aerc(world)
        world.type(typed)
        world.shows(wanted[-1][1].replace(".", r"\."))
        for _ in range(choice):
            world.keys("Down")
        world.keys("Down", "Enter")
        world.shows(r"^To: .*" + wanted[-1][1].replace(".", r"\."))
        world.write("go", "")
        world.shows(r"Send this email\?")
        world.insist("y", r"Send this email\?", lambda: world.read("sent"))
        sent(world, wanted)
    return test


TESTS = []
for mutt in ("mutt", "neomutt"):
    TESTS += [(f"{mutt}: {name}", query_mutt(mutt, *query)) for name, query in QUERIES.items()]
    TESTS += [(f"{mutt}: nobody", nobody(mutt)), (f"{mutt}: an alias of several", group(mutt))]
TESTS += [(f"aerc: {name}", query_aerc(typed, choice or 0, wanted))
          for name, (typed, choice, wanted) in QUERIES.items()]
