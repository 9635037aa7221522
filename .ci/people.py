"""The people of a made-up correspondence: their names, their addresses, and the circles to which they belong.

Frequent names are frequent here too, so that there are several Johns: of a hundred people one or two have the most
frequent given name, and one the most frequent family name, as in the US census of 1990. One in sixteen has a name of
another script. Five names are those of two people each, who belong to different circles (`PAIRS`), and a few more by
chance.
Domains are examples but for those of a few large providers, whose misspellings are known to all who check addresses.
No address was taken from anywhere.
"""

GIVEN = ("John James Mary Michael Robert Anna David Linda Jennifer Peter Maria Thomas Eva José Karen Jürgen "
         "Andreas Susan Daniel Julia Christopher Paul Sarah Mark Lena Laura Stefan Nancy Lisa Martin Betty Helen "
         "Markus Sandra Kevin Donna Carol Ruth Sharon Michelle Ahmet Łukasz Øystein Inês François Mehmet Zoë "
         "Siobhán Mary-Jane Kate Wendy Jonas Marta Oliver Nina Ida Hugo Carla Viktor Paula Agnieszka Alberto "
         "Beatriz Birgit Brian Camille Cédric Chiara Claudia Dagmar Diego Dorota Edward Elena Emil Erik Esther "
         "Felix Fatma Frank Gabriel Giulia Grace Gustav Hannah Harald Heike Henrik Ingrid Irene Ivan Jakob Javier "
         "Katarzyna Klaus Lars Leon Lucía Magnus Marek Mathilde Miguel Monika Natalia Nils Olga Oscar Patrick "
         "Pilar Rachel Rafael Renate Rosa Samuel Silke Simon Sofia Steven Teresa Tomáš Ulrike Valérie Walter Yusuf "
         "Zofia").split()
FAMILY = ("Smith Johnson Müller Miller Brown García Davis Wilson Schmidt Martin Kowalski Hansen O'Brien Wright "
          "Walker Kim Yılmaz Novák Fernández Whitfield Keller Wójcik Nguyễn Larsen Rossi Dubois Costa Jansen Berger "
          "Petrov Sato Haas Lund Moreau Ricci Vogel Weber Young Zimmer Adler Baker Bianchi Carter Conti Demir "
          "Ekström Fischer Fontaine Gallo Girard Grant Holm Horváth Huber Ibsen Ivanov Jung Kaplan Klein Koch Kovač "
          "Lang Leclerc Lindqvist López Marino Meyer Molina Mori Murphy Nagy Nowak Olsen Ortega Park Parker Pereira "
          "Quinn Reid Richter Romero Roth Santos Sauer Scott Seidel Silva Stein Szabó Tanaka Taylor Thomsen Toth "
          "Turner Vargas Vidal Wagner Watson Winter Wolf Ziegler Acker Almeida Anders Arnold Barbosa Bauer Beck "
          "Bergström Blanc Böhm Bosch Brandt Campbell Castro Chevalier Clarke Coleman Cruz Dietrich Duarte Eriksen "
          "Esposito Faber Ferrari Flores Foster Frank Garnier Greco Hahn Hayes Hofmann Hughes Iglesias Jensen "
          "Kaiser Kaya Kowal Krause Laurent Lehmann Lewis Mancini Marsh Navarro Nilsson Öztürk Palmer Peeters "
          "Popescu Ramos Rasmussen Russo Schulz Serrano Simmons Šimek Sørensen Torres Ueda Ulrich Visser Weiss Wood "
          "Yamada Zając").split()
# Names of other scripts and how addresses spell them: given names, family names, and what stands between the two.
# Where nothing does, the family name comes first.
OTHER_SCRIPTS = [
    ("Пётр:petr Ольга:olga Анна:anna Иван:ivan", "Семёнов:semenov Мельник:melnyk Котик:kotyk", " "),
    ("Σωκράτης:sokratis Ελένη:eleni Νίκος:nikos", "Παππάς:pappas Νικολάου:nikolaou", " "),
    ("伟:wei 小明:xiaoming 静:jing 花:hua", "王:wang 李:li 陈:chen", ""), ("민수:minsu 지우:jiwoo", "김:kim 박:park", ""),
    ("محمد:mohamed دنيا:donia", "حسن:hassan صالح:saleh", " "), ("דנה:dana יוסי:yossi", "לוי:levi כהן:cohen", " "),
    ("สมชาย:somchai", "ใจดี:jaidee", " "), ("Նարեկ:narek Անի:ani", "Սարգսյան:sargsyan", " "),
]
# Two people each, with the circles to which they belong.
PAIRS = [("Ana Ruiz", "ana.ruiz", "customer", "club"), ("John Miller", "john.miller", "team", "friends"),
         ("Thomas Müller", "thomas.mueller", "firm", "family"), ("王伟", "wang.wei", "partners", "club"),
         ("Anna Schmidt", "anna.schmidt", "customer", "friends")]
PROVIDERS = ["gmail.com"] * 5 + ["outlook.com"] * 2 + [
    "yahoo.com", "gmx.de", "icloud.com", "post.example", "inbox.example"]
FIRM, CUSTOMER = "nordlicht.example", "brandt-werke.example"
OTHER_FIRMS = ["meridian-labs.example", "haldane.example", "studio-kreis.example", "veldmann.example"]
ROLES = ["info", "office", "service", "booking", "billing", "contact", "support", "praxis", "tickets", "hello"]
SPELLINGS = {"ü": "ue", "ö": "oe", "ä": "ae", "ø": "o", "ł": "l", "ı": "i", "ß": "ss"}


def plain(text):
    """A name as addresses spell it."""
    import unicodedata
    text = "".join(SPELLINGS.get(letter, letter) for letter in text.lower())
    text = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in text if letter.isascii() and (letter.isalnum() or letter in ". "))


class Person:
    """Somebody with a name, or none, and one address at a time."""

    def __init__(self, spoken, shown, address):
        self.spoken = spoken
        self.shown = shown
        self.addresses = [(-1000, address)]
        self.begins, self.ends = -1000, 10_000
        self.weight = 1.0

    def address(self, day):
        return [address for since, address in self.addresses if since <= day][-1]


class People:
    """Makes people; no address is given twice."""

    def __init__(self, rng):
        self.rng = rng
        self.taken = set()
        self.names = set()
        self.all = []

    def unique(self, local, domain):
        address, number = f"{local}@{domain}", 2
        while address in self.taken:
            address, number = f"{local}{number}@{domain}", number + 1
        self.taken.add(address)
        return address

    def make(self, home, name=None, spelled=None):
        """A person whose address is one of the home: `private`, or the domain of a firm."""
        rng = self.rng
        is_drawn = name is None
        # A name that somebody has already is mostly drawn anew: the lists are shorter than those of life.
        while name is None or is_drawn and name in self.names and rng.random() < 0.9:
            spelled = None
            given, family = (names[int(len(names) * rng.random() ** 1.15)] for names in (GIVEN, FAMILY))
            name = f"{given} {family}"
            if rng.random() < 1 / 16:
                *lists, between = rng.choice(OTHER_SCRIPTS)
                given, family = (rng.choice(names.split()).split(":") for names in lists)
                name = f"{given[0]} {family[0]}" if between else family[0] + given[0]
                spelled = f"{given[1]}.{family[1]}"
        spelled = spelled or ".".join(plain(part) for part in name.split(" ", 1))
        self.names.add(name)
        given, _, family = spelled.partition(".")
        shown = name
        if home == "private":
            year = str(rng.randrange(60, 100))
            local = rng.choice([spelled, spelled, given + family, given[0] + family, given + year,
                                f"{given}.{family}{year}"])
            domain = rng.choice(PROVIDERS)
            # Who has never said a name to a mail program.
            if rng.random() < 0.15:
                shown = ""
        else:
            domain = home
            local = spelled if home in (FIRM, OTHER_FIRMS[0]) else f"{given[0]}.{family}"
            # As directories of firms write it.
            if home == CUSTOMER and " " in name and name.isascii():
                first, last = name.split(" ", 1)
                shown = f"{last}, {first}"
        person = Person(name, shown, self.unique(local, domain))
        self.all.append(person)
        return person

    def stranger(self, number):
        """Somebody with whom one has to do once: a person, or an office without a name."""
        rng = self.rng
        if rng.random() < 0.45:
            return self.make("private" if rng.random() < 0.5 else rng.choice(OTHER_FIRMS))
        word = rng.choice("hotel garage zahnarzt museum verlag reisen bank schule optik umzug".split())
        shown = "" if rng.random() < 0.6 else f"{word.capitalize()} {rng.choice(FAMILY)}"
        person = Person(shown, shown, self.unique(rng.choice(ROLES), f"{word}-{number}.example"))
        self.all.append(person)
        return person
