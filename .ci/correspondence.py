"""A made-up correspondence of one user over two years, the same one each time, on which rules and checks are measured.

What it takes for granted, and from where:

- About 400 people in circles that overlap: family, friends, a club, a team, the firm around it, two projects with
  people of both and of partners, a customer whose people share a domain, and whoever is written to once or twice.
  The second project begins after 14 months, when the first one fades. One in eight joins later, one in ten leaves,
  and a few people change firm and address.
- Within a circle people are unequal as 1/rank (Zipf), and each has better and worse months (log-normal), as
  correspondence comes in bursts (Barabási, Nature 435, 2005).
- Half of all conversations go to a standing group of the circle, sometimes with one person more or less; groups live
  for some months. The others go to people of the circle one by one. More than half of all mails have one recipient.
- A conversation has one to several mails of the user; a bit more than half are begun by the user. In between the
  others write, and they write unanswered mails, too; so do machines and lists.
- At work one writes from Monday to Friday in the daytime, the others mostly in the evening and at weekends.
- In the user's mail a further recipient stands in Cc (often at work), circulars of the club in Bcc.

Nothing here looks at how anybody ranks or checks.
"""
import base64
import datetime
import json
import math
import os
import random

from people import CUSTOMER, FIRM, OTHER_FIRMS, PAIRS, People, Person

OWN = ["kim.berg@nordlicht.example", "kim@berg.example"]
DAYS, SENT = 730, 5000
# The last day of the two years is this one; a Sunday.
END = datetime.datetime(2026, 5, 31)


class Mail:
    """A mail that was sent or came in; people stand with the address of that day."""

    def __init__(self, day, sender, to, cc=(), bcc=(), is_reply=False, circle=None):
        self.day, self.sender, self.to, self.cc, self.bcc = day, sender, list(to), list(cc), list(bcc)
        self.is_reply, self.circle = is_reply, circle

    @property
    def recipients(self):
        """All but the user, in the order of To, Cc and Bcc."""
        return [one for one in self.to + self.cc + self.bcc if one is not None]


class Group:
    def __init__(self, members, begins, ends, weight):
        self.members, self.begins, self.ends, self.weight = members, begins, ends, weight


class Circle:
    """People who are written to together, and how."""

    def __init__(self, name, members, share, is_work, copies, months, rng, blind=0.0):
        self.name, self.members, self.share, self.is_work = name, members, share, is_work
        self.copies, self.blind, self.months = copies, blind, months
        ranks = list(range(1, len(members) + 1))
        rng.shuffle(ranks)
        self.weights = {person: 1 / rank for person, rank in zip(members, ranks)}
        self.groups = []
        life = 150 if is_work else 500
        for number in range(max(3, len(members) // 2)):
            begins = rng.uniform(-life, DAYS)
            size = min(len(members), 2 + int(rng.expovariate(1 / 2.5)))
            chosen = self.draw(size, rng, max(begins, 0), lambda person, day: 1)
            self.groups.append(Group(chosen, begins, begins + rng.expovariate(1 / life) + 20, 1 / (1 + number % 7)))

    def intensity(self, day):
        first, last = self.months
        return self.share / (1 + math.exp(-(day / 30.4 - first) * 2)) / (1 + math.exp((day / 30.4 - last) * 1.5))

    def draw(self, count, rng, day, mood, without=()):
        chosen = []
        for _ in range(count):
            left = [one for one in self.members
                    if one.begins <= day <= one.ends and one not in chosen and one not in without]
            if not left:
                break
            chosen += rng.choices(left, [self.weights[one] * mood(one, day) for one in left])
        return chosen


class Correspondence:
    """The circles, what was sent and what came in, both in the order of time."""

    def __init__(self, seed=1):
        self.rng = random.Random(seed)
        self.people = People(self.rng)
        self.moods = {}
        self.once = []
        words = ["news", "noreply", "team", "offers", "notifications", "shop"]
        self.machines = [Person(f"Shop {n}", f"Shop {n}", f"{words[n % 6]}@shop-{n}.example") for n in range(60)]
        self.circles = self.make_circles()
        self.sent, self.received = [], []
        while len(self.sent) < SENT * 1.04:
            self.converse(self.rng.uniform(0, DAYS))
        for _ in range(900):
            self.noise(self.rng.uniform(0, DAYS))
        self.sent.sort(key=lambda mail: mail.day)
        self.sent = [mail for mail in self.sent if mail.day < DAYS][-SENT:]
        self.received.sort(key=lambda mail: mail.day)

    def make_circles(self):
        rng, people = self.rng, self.people
        homes = {"team": (13, FIRM), "firm": (66, FIRM), "customer": (25, CUSTOMER), "partners": (14, OTHER_FIRMS[0]),
                 "family": (12, "private"), "friends": (42, "private"), "club": (42, "private")}
        found = {name: [people.make(home) for _ in range(size)] for name, (size, home) in homes.items()}
        pairs = []
        for name, spelled, one, other in PAIRS:
            pairs.append([people.make(homes[place][1], name, spelled) for place in (one, other)])
            for place, person in zip((one, other), pairs[-1]):
                person.shown = person.shown or name
                found[place].append(person)
        self.namesakes = {person: twin for pair in pairs for person, twin in (pair, pair[::-1])}
        for person in people.all:
            if person in self.namesakes:
                continue
            if rng.random() < 1 / 8:
                person.begins = rng.uniform(0, DAYS)
            elif rng.random() < 1 / 10:
                person.ends = rng.uniform(0, DAYS)
        for person in rng.sample(found["customer"] + found["partners"] + found["firm"], 9):
            local, home = person.addresses[0][1].split("@")
            domain = rng.choice([one for one in OTHER_FIRMS if one != home])
            person.addresses.append((rng.uniform(150, 600), people.unique(local, domain)))
        some = lambda name, count: rng.sample(found[name], count)
        always = (-100, 100)
        first = some("team", 7) + some("firm", 6) + some("partners", 6)
        second = some("team", 6) + some("firm", 5) + some("customer", 6) + some("partners", 5)
        club = found["club"] + some("friends", 5)
        return [Circle("team", found["team"], 0.20, True, 0.5, always, rng),
                Circle("firm", found["firm"], 0.11, True, 0.4, always, rng),
                Circle("first project", first, 0.17, True, 0.5, (-100, 15), rng),
                Circle("second project", second, 0.26, True, 0.5, (14, 100), rng),
                Circle("customer", found["customer"], 0.12, True, 0.4, always, rng),
                Circle("family", found["family"], 0.09, False, 0.1, always, rng),
                Circle("friends", found["friends"], 0.09, False, 0.1, always, rng),
                Circle("club", club, 0.08, False, 0.2, always, rng, blind=0.08),
                Circle("once", [], 0.09, False, 0.1, always, rng)]

    def mood(self, person, day):
        """How much the month is one in which the user has to do with somebody."""
        key = (person, int(day // 30))
        if key not in self.moods:
            self.moods[key] = math.exp(self.rng.gauss(0, 0.9))
        return self.moods[key]

    def moment(self, day, circle):
        """A time of that day, or of the next one on which one writes to the circle."""
        rng, day = self.rng, int(day)
        weekday = lambda: (END - datetime.timedelta(days=DAYS - day)).weekday()
        while circle.is_work and weekday() > 4 and rng.random() < 0.95:
            day += 1
        return day + (rng.triangular(8, 18, 10.5) if circle.is_work else rng.triangular(8, 23.5, 20)) / 24

    def choose(self, circle, day):
        """Whom a new conversation goes to, the first of them in To for certain."""
        rng = self.rng
        if circle.name == "once":
            if self.once and rng.random() < 0.3:
                return [self.once[-1 - int(min(rng.expovariate(1 / 5), len(self.once) - 1))]]
            self.once.append(self.people.stranger(len(self.once)))
            return [self.once[-1]]
        groups = [one for one in circle.groups if one.begins <= day <= one.ends]
        if groups and rng.random() < 0.5:
            group = rng.choices(groups, [one.weight for one in groups])[0]
            chosen = [one for one in group.members if one.begins <= day <= one.ends]
            rng.shuffle(chosen)
            if len(chosen) > 1 and rng.random() < 0.2:
                chosen.pop()
            if chosen and rng.random() < 0.2:
                chosen += circle.draw(1, rng, day, self.mood, chosen)
            if chosen:
                return chosen
        return circle.draw(rng.choices([1, 2, 3, 4], [75, 15, 6, 4])[0], rng, day, self.mood)

    def fields(self, circle, chosen):
        """To, Cc and Bcc."""
        rng = self.rng
        if len(chosen) > 3 and rng.random() < circle.blind * 3:
            return [None], [], chosen
        to, cc = chosen[:1], []
        for person in chosen[1:]:
            (cc if rng.random() < circle.copies else to).append(person)
        return to, cc, []

    def draft(self, day):
        """The first mail of a new conversation."""
        circle = self.rng.choices(self.circles, [one.intensity(day) for one in self.circles])[0]
        moment = self.moment(day, circle)
        chosen = self.choose(circle, moment)
        return Mail(moment, None, *self.fields(circle, chosen), circle=circle) if chosen else self.draft(day)

    def converse(self, day):
        rng = self.rng
        mail = self.draft(day)
        circle, chosen = mail.circle, mail.recipients
        is_mine = rng.random() < 0.55
        while True:
            if not is_mine:
                # Somebody writes to the user and to the others; the answer goes to him, the others stay in copy.
                sender = rng.choice(chosen)
                others = [one for one in chosen if one is not sender]
                self.received.append(Mail(mail.day - rng.uniform(0.01, 0.4), sender, [None], others, circle=circle))
                mail = Mail(mail.day, None, [sender], others, is_reply=True, circle=circle)
                if rng.random() < 0.1:
                    self.received[-1].day = mail.day - rng.uniform(1, 5)
            self.sent.append(mail)
            if rng.random() < 0.15:
                self.received.append(Mail(mail.day + rng.uniform(0.01, 1), rng.choice(chosen), [None]))
            if rng.random() < 0.5:
                return
            chosen, is_mine = list(chosen), rng.random() < 0.15
            if len(chosen) > 1 and rng.random() < 0.12:
                chosen.remove(rng.choice(chosen))
            elif circle.members and rng.random() < 0.12:
                chosen += circle.draw(1, rng, mail.day, self.mood, chosen)
            later = mail.day + rng.expovariate(1 if circle.is_work else 0.5)
            mail = Mail(self.moment(later, circle) if int(later) > int(mail.day) else later, None,
                        *self.fields(circle, chosen), is_reply=not is_mine, circle=circle)

    def noise(self, day):
        """Mail that nobody answers: of people, of lists, of machines."""
        rng = self.rng
        if rng.random() < 0.5:
            circle = rng.choices(self.circles[:-1], [one.intensity(day) for one in self.circles[:-1]])[0]
            chosen = circle.draw(rng.randint(1, 4), rng, day, self.mood)
            if chosen:
                self.received.append(Mail(day, chosen[0], [None], chosen[1:]))
            return
        number = int(60 * rng.random() ** 2)
        self.received.append(Mail(day, self.machines[number], [None]))


def mailbox(person, day, own=OWN[0], is_encoded=False):
    """Somebody as a header names him; None is the user."""
    if person is None:
        return f"Kim Berg <{own}>"
    address, name = person.address(day), person.shown
    if not name:
        return address
    if is_encoded and not name.isascii():
        return f"=?utf-8?b?{base64.b64encode(name.encode()).decode()}?= <{address}>"
    return f'"{name}" <{address}>' if any(mark in name for mark in ',."()') else f"{name} <{address}>"


def header(mail, day=None, is_encoded=True):
    """The lines of From, To, Cc and Bcc."""
    day = mail.day if day is None else day
    own = OWN[0] if mail.circle is None or mail.circle.is_work else OWN[1]
    lines = [f"From: {mailbox(mail.sender, day, own, is_encoded)}"]
    for name, people in (("To", mail.to), ("Cc", mail.cc), ("Bcc", mail.bcc)):
        if people:
            lines.append(f"{name}: " + ", ".join(mailbox(one, day, own, is_encoded) for one in people))
    return lines


def write_mbox(path, mails, now):
    """Writes mails so that the day `now` of the correspondence is today."""
    shift = datetime.datetime.now() - datetime.timedelta(days=now)
    with open(path, "w") as file:
        for number, mail in enumerate(mails):
            date = shift + datetime.timedelta(days=mail.day)
            lines = header(mail) + [f"Subject: Number {number}", f"Message-ID: <{number}.{mail.day:.5f}@made.example>",
                                    date.strftime("Date: %a, %d %b %Y %H:%M:%S +0000")]
            if mail.is_reply:
                lines.append(f"In-Reply-To: <{number}.r@made.example>")
            file.write("From MAILER-DAEMON Thu Jan  1 00:00:00 2026\n" + "\n".join(lines) + "\n\nA few words.\n\n")


def make_world(folder):
    """A home with a configuration that names the mail; gives the environment and the paths of what was sent and came in."""
    kept = os.path.join(folder, "kept")
    places = {name: os.path.join(folder, part) for name, part in (
        ("HOME", "."), ("XDG_CONFIG_HOME", ".config"), ("XDG_STATE_HOME", ".state"), ("XDG_CACHE_HOME", ".cache"))}
    sent, inbox = os.path.join(kept, "Sent"), os.path.join(kept, "Inbox")
    os.makedirs(kept, exist_ok=True)
    settings = os.path.join(places["XDG_CONFIG_HOME"], "tokenfield")
    os.makedirs(settings, exist_ok=True)
    with open(os.path.join(settings, "config.json"), "w") as file:
        json.dump({"own": OWN, "sources": [{"kind": "mbox", "path": sent}, {"kind": "mbox", "path": inbox}]}, file)
    return {"PATH": os.environ["PATH"], **places}, sent, inbox


def arguments(words, flags, numbers):
    """What a benchmark was called with: the binary, the flags that stand there, and numbers, given as those that hold if
    none is told."""
    words, told = list(words), dict(numbers)
    for name in numbers:
        if name in words:
            place = words.index(name)
            told[name] = int(words[place + 1])
            del words[place:place + 2]
    there = {name for name in flags if name in words}
    words = [word for word in words if word not in there]
    if len(words) > 1 or any(word.startswith("-") for word in words):
        raise SystemExit(f"unknown: {' '.join(words)}")
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return os.path.abspath(words[0] if words else os.path.join(root, ".build/release/tokenfield")), there, told
