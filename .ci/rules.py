"""Rules by which mail programs rank whom one writes to, for comparison: each learns mails and scores an address.

All of them match alike: each word that was typed is the beginning of a word of the name or the address, whatever the
case and the accents. They know each mail as soon as it was sent, which the programs they come from do not.

- `alphabetical`: by the name, or the address of whom has none.
- `frequency`: by the number of mails that were sent to somebody.
- `maildir-rank-addr`: three classes, 2 for To and Bcc of the user's own mails, 1 for Cc, 0 for whoever else stands in a
  mail; within a class the place by number and the place by the last time are added (its file ranking.go).
- `mu cfind`: people of mails that name the user first; of two of whom one was seen in the last 15 days, the one seen
  last; others by the number of mails they stand in (its file mu-contacts-cache.cc).
- `decayed`: of no program; shows what is within reach. Each use fades with a half-life, and who stood in the mails to
  those of the draft counts more (Roth and others, "Suggesting Friends Using the Implicit Social Graph", 2010).
"""
import collections
import unicodedata


def fold(text):
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def words(text):
    return "".join(letter if letter.isalnum() or unicodedata.category(letter)[0] == "M" else " " for letter in text).split()


class Contacts:
    """All addresses that were seen, and the words by which they are found."""

    def __init__(self, own):
        self.own, self.shown, self.words, self.found = set(own), {}, {}, {}

    def learn(self, mail):
        for person in [mail.sender] + mail.recipients if mail.sender else mail.recipients:
            address = person.address(mail.day)
            if self.shown.get(address) == (person.shown or address):
                continue
            self.found = {}
            self.shown[address] = person.shown or address
            self.words[address] = words(fold(person.shown)) + words(fold(address))

    def matching(self, typed):
        if typed not in self.found:
            parts = words(fold(typed))
            self.found[typed] = {address for address, known in self.words.items()
                                 if all(any(word.startswith(part) for word in known) for part in parts)}
        return self.found[typed]


class Rule:
    """Orders all addresses, the best first."""

    name = ""

    def __init__(self, contacts):
        self.contacts, self.ordered = contacts, ((), [])

    def learn(self, mail):
        pass

    def key(self, address):
        raise NotImplementedError

    def order(self, day, present):
        """The rules of programs do not ask who is present, so that one order serves a whole mail."""
        if self.ordered[0] != (day, len(self.contacts.shown)):
            self.ordered = (day, len(self.contacts.shown)), self.sorted(day)
        return self.ordered[1]

    def sorted(self, day):
        return sorted(self.contacts.shown, key=self.key)


class Alphabetical(Rule):
    name = "alphabetical"

    def key(self, address):
        return fold(self.contacts.shown[address]), address


class Frequency(Rule):
    name = "frequency"

    def __init__(self, contacts):
        super().__init__(contacts)
        self.count = collections.Counter()

    def learn(self, mail):
        if mail.sender is None:
            self.count.update(person.address(mail.day) for person in mail.recipients)

    def key(self, address):
        return -self.count[address], address


class MaildirRankAddr(Rule):
    name = "maildir-rank-addr"

    def __init__(self, contacts):
        super().__init__(contacts)
        self.known = {}

    def learn(self, mail):
        fields = [(mail.to, 2), (mail.cc, 1), (mail.bcc, 2)] if mail.sender is None else [
            ([mail.sender], 0), (mail.to, 0), (mail.cc, 0)]
        for people, class_ in fields:
            for person in people:
                if person is not None:
                    counts, last = self.known.setdefault(person.address(mail.day), ([0, 0, 0], [0, 0, 0]))
                    counts[class_] += 1
                    last[class_] = max(last[class_], mail.day)

    def sorted(self, day):
        ordered = []
        for class_ in (2, 1, 0):
            members = [address for address, (counts, _) in self.known.items()
                       if counts[class_] and not any(counts[class_ + 1:])]
            often = sorted(members, key=lambda address: (-self.known[address][0][class_], address))
            lately = sorted(members, key=lambda address: (-self.known[address][1][class_], address))
            place = collections.Counter({address: number for number, address in enumerate(often)})
            place.update({address: number for number, address in enumerate(lately)})
            # It leaves open who of two with the same sum is first: here who was written to last.
            ordered += sorted(lately, key=lambda address: place[address])
        return ordered


class MuCfind(Rule):
    name = "mu cfind"

    def __init__(self, contacts):
        super().__init__(contacts)
        self.count, self.last = collections.Counter(), {}

    def learn(self, mail):
        # Every mail here is from or to the user, so that everybody is personal.
        for person in mail.recipients + ([mail.sender] if mail.sender else []):
            address = person.address(mail.day)
            self.count[address] += 1
            self.last[address] = max(self.last.get(address, 0), mail.day)

    def sorted(self, day):
        # What is the same comes in the order of the alphabet turned round.
        turned = sorted(self.contacts.shown, reverse=True)
        recent = lambda address: self.last[address] if self.last[address] > day - 15 else 0
        return sorted(turned, key=lambda address: (-recent(address), -self.count[address]))


class Decayed(Rule):
    name = "decayed"

    def __init__(self, contacts, half=30.0, copied=0.33, seen=0.1, together=16.0, further=16.0):
        """`half`: days; `copied`, `seen`: what Cc and a mail of theirs count beside To; `together`: how much the share in
        the mails to those of the draft counts, of what all uses of all are; `further`: how much more a mail counts for
        each further one of them."""
        super().__init__(contacts)
        self.half, self.copied, self.seen, self.together, self.further = half, copied, seen, together, further
        self.sum, self.total = collections.Counter(), 0.0
        self.groups, self.groups_of = collections.Counter(), collections.defaultdict(list)

    def learn(self, mail):
        # All fade alike: who is first is the same whether the old fade or the new ones weigh more.
        weight = 2 ** ((mail.day - 365) / self.half)
        copied = set(mail.cc)
        uses = [(mail.sender, self.seen)] if mail.sender is not None else [
            (person, self.copied if person in copied else 1.0) for person in mail.recipients]
        for person, factor in uses:
            self.sum[person.address(mail.day)] += weight * factor
            self.total += weight * factor
        if len(uses) > 1:
            group = tuple(sorted(person.address(mail.day) for person, _ in uses))
            if group not in self.groups:
                for address in group:
                    self.groups_of[address].append(group)
            self.groups[group] += weight

    def order(self, day, present):
        score = dict.fromkeys(self.contacts.shown, 0.0)
        score.update(self.sum)
        met = collections.Counter(group for one in present for group in self.groups_of[one])
        weights = {group: self.groups[group] * self.further ** (count - 1) for group, count in met.items()}
        unit = self.together * self.total / (sum(weights.values()) or 1)
        for group, weight in weights.items():
            for address in group:
                score[address] += unit * weight
        return sorted(score, key=lambda address: (-score[address], address))


def all_rules(contacts):
    return [rule(contacts) for rule in (Alphabetical, Frequency, MaildirRankAddr, MuCfind, Decayed)]
