"""What speaks for and against two written names of an English book being those of one person.

Every pair of names that share a word, or whose given names are forms of one, is looked at: which part they share and
with which titles, who else bears that part, sex, whether they stand in one sentence, and where in the book.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from quire.wiki.subjects.lexicon import word_list
from quire.wiki.tokenization import word_list as lexicon

__all__ = [
    "RANKS",
    "TITLES_OF_MEN",
    "TITLES_OF_WOMEN",
    "WIVES",
    "NameForm",
    "Names",
    "is_short",
    "sex_of_given",
    "short_forms",
]

TITLES_OF_MEN = word_list("en", "titles_of_men")
TITLES_OF_WOMEN = word_list("en", "titles_of_women")
RANKS = word_list("en", "ranks")
WIVES = frozenset(word_list("en", "titles_of_wives"))
_KIN = frozenset(word_list("en", "kin"))
_DOTTED = frozenset({"M", "Mr", "Mrs", "Dr", "Ms", "Rev", "Col", "Capt", "Gen", "Prof", "St", "Lieut"})
_CALLED_BY_GIVEN = frozenset(
    {"Sir", "Lady", "Lord", "King", "Queen", "Prince", "Princess", "Emperor", "Empress", "Don", "Dame"}
)
_PARTICLES = frozenset(word_list("en", "name_particles"))
_CLASSES = {
    "": "bare",
    "Mr": "mister",
    "M": "mister",
    "Mister": "mister",
    "Mester": "mister",
    "Monsieur": "mister",
    "Herr": "mister",
    "Signor": "mister",
    **dict.fromkeys(WIVES, "wife"),
    "Master": "young",
    "Miss": "miss",
    "Mademoiselle": "miss",
    "Mlle": "miss",
    **dict.fromkeys(_KIN, "kin"),
    **dict.fromkeys(_CALLED_BY_GIVEN, "by given name"),
}
"""Kinds of titles; all others are ranks."""

_LEAST_SHORT = 4
"""Letters of a name, at least, that is a short form because a longer given name begins with it."""
_NEAR = 3
"""Sentences around a name that are its neighbourhood."""
_CLEARLY = 3
"""How many times as often as a given name a word stands as a family name that is one, more than."""
_TOGETHER, _TOGETHER_SHARE = 3, 0.05
"""Sentences with both a father and his son, at least, and their share of those with either: so of any two persons."""
_ARMS = frozenset({"Mr", "Gen", "Bri", "Col", "Maj", "Cap", "Lie", "Ens", "Ser", "Cor", "Adm", "Com"})
"""How military ranks begin, and what no officer is called: General, Gen., Lieutenant."""
_ENDINGS = ("y", "ie", "ey")
"""Endings of pet names."""
_SHORTEST = 3
"""Letters of a name that has pet names, at least."""
_SONS, _DAUGHTERS = ("ovitch", "evitch", "ovich", "evich"), ("ovna", "evna")
_WIDEST = 60
"""Names that share one word, at most, that are compared with each other: the most frequent ones."""
_SURE = 4.0
"""Signs of a sex around a name that count as much as doubt."""


@dataclass(slots=True)
class NameForm:
    """A written name with what was seen around it."""

    words: tuple[str, ...]  # without the title
    title: str
    count: int = 0
    person: float = 0.0
    place: float = 0.0
    male: int = 0
    female: int = 0
    plural: int = 0
    called: int = 0  # times it is spoken to
    said: int = 0  # times it speaks
    inside: int = 0  # times it stands behind "in", "at"
    behind: int = 0  # times it stands behind another preposition of places
    chapters: set[str] = field(default_factory=set)
    sentences: set[int] = field(default_factory=set)  # numbers of the sentences that name it
    parts: tuple[str, ...] = field(init=False)  # words without particles: Villefort of "Madame de Villefort"

    def __post_init__(self) -> None:
        self.parts = tuple(word for word in self.words if word not in _PARTICLES) or self.words

    @property
    def key(self) -> tuple[str, ...]:
        """Title and words: what it is found by."""
        return self.title, *self.words

    @property
    def text(self) -> str:
        """The name as it is written."""
        dot = "." if self.title in _DOTTED else ""
        return (f"{self.title}{dot} " if self.title else "") + " ".join(self.words)

    @property
    def full(self) -> bool:
        """Whether it has a given name and a family name."""
        return len(self.parts) > 1

    @property
    def kind(self) -> str:
        """The kind of its title."""
        return _CLASSES.get(self.title, "rank")

    @property
    def told_sex(self) -> int:
        """1 for a title of men, -1 for one of women, else 0."""
        return (self.title in TITLES_OF_MEN) - (self.title in TITLES_OF_WOMEN or self.title in WIVES)

    @property
    def sex(self) -> float:
        """From -1, a woman, to 1, a man: by the title, the given name, or the pronouns after it."""
        if self.told_sex:
            return float(self.told_sex)
        if known := (sex_of_given(self.parts[0]) if self.full or not self.title else 0) or _sex_of_patronymic(
            self.parts[-1]
        ):
            return 0.9 * known
        return (self.male - self.female) / (self.male + self.female + _SURE)


class Names:
    """All names of a book, ready to be compared."""

    def __init__(self, forms: Sequence[NameForm]) -> None:
        self.forms = forms
        self._by_word: dict[str, list[int]] = defaultdict(list)
        self._alone = {form.parts[0]: form for form in forms if not form.title and not form.full}
        for at, form in enumerate(forms):
            for word in dict.fromkeys(form.parts):
                self._by_word[word].append(at)
        self._around: dict[int, set[int]] = {}

    def pairs(self) -> dict[tuple[int, int], dict[str, float]]:
        """Every pair worth a look, by the places of its names, with its evidence."""
        found: dict[tuple[int, int], dict[str, float]] = {}
        groups: Iterable[list[int]] = self._by_word.values()
        shorts: dict[str, list[int]] = defaultdict(list)
        for word, places in self._by_word.items():
            for short in short_forms(word.lower()):
                shorts[short.capitalize()].extend(places)
        groups = [*groups, *([*places, *self._by_word.get(short, ())] for short, places in shorts.items())]
        groups += [[*self._by_word[short], *self._by_word[longer]] for short, longer in self._beginnings()]
        for places in groups:
            widest = sorted(dict.fromkeys(places), key=lambda at: -self.forms[at].count)[:_WIDEST]
            kept = sorted(widest)
            for at, one in enumerate(kept):
                for two in kept[at + 1 :]:
                    if (one, two) not in found and (values := self.evidence(one, two)):
                        found[one, two] = values
        return found

    def _beginnings(self) -> Iterator[tuple[str, str]]:
        """Words with those that begin with them: Huck and Huckleberry."""
        words = sorted(self._by_word)
        for at, word in enumerate(words):
            if len(word) >= _LEAST_SHORT:
                end = bisect_right(words, f"{word}\uffff", lo=at)
                yield from ((word, longer) for longer in words[at + 1 : min(end, at + _WIDEST)])

    def evidence(self, one: int, two: int) -> dict[str, float]:
        """The evidence that two names are one person's; nothing where no part of them is the same."""
        left, right = self.forms[one], self.forms[two]
        if (len(left.parts), left.count) > (len(right.parts), right.count):
            one, two, left, right = two, one, right, left
        relation = _relation(left, right)
        if not relation:
            return {}
        both = len(left.sentences & right.sentences)
        least = min(left.count, right.count)
        rivals = self._rivals(left, right, relation)
        share = right.count / (right.count + rivals)
        alone = self._alone.get(right.parts[0]) if right.full else None
        called = math.log(((alone.count if alone else 0) + 1) / (left.count + 1))
        return {
            relation: 1.0,
            f"{relation}, {left.kind}": 1.0,
            f"{relation}, {left.kind} and {right.kind}": float(left.kind != right.kind),
            " and ".join(sorted({left.kind, right.kind})): float(left.kind != right.kind),
            f"{relation}, title after": float(left.kind == "bare" != right.kind),
            "same sex": max(0.0, left.sex * right.sex),
            "other sex": max(0.0, -left.sex * right.sex),
            "titles of other sexes": float(left.told_sex * right.told_sex < 0),
            "one sentence": min(1.0, both / least * 5),
            "sentences together": math.log1p(both),
            "near": self._near(one, two) / least,
            "same chapters": len(left.chapters & right.chapters) / min(len(left.chapters), len(right.chapters)),
            "share": share,
            f"share, {relation}": share,
            f"called by the given name, {relation}, {left.kind}": max(-3.0, min(3.0, called)),
            "no rival": float(rivals == 0),
            f"no rival, {relation}, {left.kind}": float(rivals == 0),
            "rarer": math.log((left.count + 1) / (right.count + 1)),
            "seldom": float(least == 1),
            "often": math.log1p(least),
        }

    def against(self, one: int, two: int) -> float:
        """What speaks against one person of two names that share no word: from 0 to 2."""
        left, right = self.forms[one], self.forms[two]
        both = len(left.sentences & right.sentences)
        return max(0.0, -left.sex * right.sex) + min(1.0, both / min(left.count, right.count) * 5)

    def excluded(self, one: int, two: int) -> bool:
        """Whether two names cannot be one person's whatever else speaks for it.

        A title of a man and one of a woman; a given name that is somebody's family name; father and son; a general and
        a captain of one name in the same chapters; Martha and Matty in the same sentences.
        """
        left, right = self.forms[one], self.forms[two]
        if (len(left.parts), left.count) > (len(right.parts), right.count):
            left, right = right, left
        relation = _relation(left, right)
        return (
            left.told_sex * right.told_sex < 0
            or (relation == "given name" and self._is_surname(left, right))
            or (relation == "family name" and left.kind == "mister" and self._is_another_man(left, right))
            or (relation == "same word" and _of_other_rank(left, right))
            or (relation.startswith(("short form", "pet form")) and self._together(left, right))
        )

    def _is_surname(self, left: NameForm, right: NameForm) -> bool:
        """Whether a word stands after titles far more often than before this family name."""
        if left.kind not in {"mister", "rank", "bare"} or sex_of_given(left.parts[0]):
            return False
        titled = (self.forms[at].count for at in self._by_word[left.parts[0]] if self._is_family(at))
        return max(titled, default=0) > _CLEARLY * right.count

    def _is_another_man(self, left: NameForm, right: NameForm) -> bool:
        """Whether "Mr. Knightley" stands in one sentence with "Mr. John Knightley", or with the given name."""
        return any(
            self._together(left, other) for other in (right, self._alone.get(right.parts[0])) if other is not None
        )

    @staticmethod
    def _together(left: NameForm, right: NameForm) -> bool:
        """Whether two names stand in one sentence more often than two of one person do."""
        both = len(left.sentences & right.sentences)
        return both >= _TOGETHER and both > _TOGETHER_SHARE * min(left.count, right.count)

    def _is_family(self, at: int) -> bool:
        form = self.forms[at]
        return not form.full and form.kind in {"mister", "wife", "rank"}

    def _near(self, one: int, two: int) -> int:
        """Sentences with the rarer name that the other one stands near but not in."""
        left, right = sorted((one, two), key=lambda at: self.forms[at].count)
        if right not in self._around:
            self._around[right] = {at + step for at in self.forms[right].sentences for step in range(-_NEAR, _NEAR + 1)}
        return len(self.forms[left].sentences & self._around[right] - self.forms[right].sentences)

    def _rivals(self, left: NameForm, right: NameForm, relation: str) -> int:
        """Mentions of other names that the shorter name could belong to in the same way."""
        word = left.parts[0]
        count = 0
        for at in self._by_word.get(word, ()):
            other = self.forms[at]
            if other is left or other is right or _relation(left, other) != relation or other.sex * left.sex < -0.2:
                continue
            if (
                right.full
                and other.full
                and (other.parts == right.parts or is_same_given(other.parts[0], right.parts[0]))
            ):
                continue
            count += other.count
        return count


def _relation(left: NameForm, right: NameForm) -> str:
    """Which part two names share; the left one has no more words."""
    if left.parts == right.parts:
        return "same full name" if left.full else "same word"
    return _relation_of_full(left, right) if left.full else _relation_of_word(left.parts[0], right)


def _relation_of_word(word: str, right: NameForm) -> str:
    alike = _likeness(word, right.parts[0])
    if not right.full:
        return alike
    if word == right.parts[-1]:
        return "family name"
    if word in right.parts:
        return "given name" if word == right.parts[0] else "middle name"
    return f"{alike} of the given name" if alike else ""


def _relation_of_full(left: NameForm, right: NameForm) -> str:
    given, last = left.parts[0] == right.parts[0], left.parts[-1] == right.parts[-1]
    if given and last:
        return "with a middle name"
    if last and (alike := _likeness(left.parts[0], right.parts[0])):
        return f"{alike} and family name"
    if last and _initial(left.parts[0], right.parts[0]):
        return "short form and family name"
    if set(left.parts) < set(right.parts):
        return "part of the name"
    return "other given name" if last else "other family name" if given else ""


def _of_other_rank(left: NameForm, right: NameForm) -> bool:
    """Whether two of one name have different ranks in the same chapters: who is promoted keeps no old one."""
    ranks = {left.title[:3], right.title[:3]}
    return len(ranks) > 1 and ranks <= _ARMS and len(left.chapters & right.chapters) > 1


def _initial(one: str, two: str) -> bool:
    return min(len(one), len(two)) == 1 and one[0] == two[0]


def is_same_given(one: str, two: str) -> bool:
    """Whether two given names are forms of one: "Tom" and "Thomas", "Huck" and "Huckleberry"."""
    return one == two or bool(_likeness(one, two))


def is_short(name: str, given: str) -> bool:
    """Whether a given name is a short form of another."""
    return bool(_shortness(name, given))


def _likeness(one: str, two: str) -> str:
    """How one of two different given names is a form of the other, or ""."""
    return "" if one == two else _shortness(one, two) or _shortness(two, one)


def _shortness(name: str, given: str) -> str:
    if name.lower() in _nicknames().get(given.lower(), ()):
        return "short form"
    if name.lower() in _pet_forms(given.lower()):
        return "pet form"
    return "beginning" if len(name) >= _LEAST_SHORT and given.startswith(name) and given != name else ""


@cache
def _nicknames() -> Mapping[str, tuple[str, ...]]:
    table = {}
    for line in lexicon("nicknames.en.txt"):
        name, *shorts = line.split()
        table[name] = tuple(shorts)
    return table


@cache
def _sexes() -> Mapping[str, int]:
    men, women = (line.split() for line in lexicon("given.en.txt"))
    known = {**dict.fromkeys(men, 1), **dict.fromkeys(women, -1)}
    shorts: dict[str, set[int]] = defaultdict(set)
    for name, forms in _nicknames().items():
        for short in forms:
            shorts[short].add(known.get(name, 0))
    return {**{short: sexes.pop() for short, sexes in shorts.items() if len(sexes) == 1}, **known}


def sex_of_given(name: str) -> int:
    """1 for a given name that only men bear, -1 for one that only women bear, else 0."""
    return _sexes().get(name.lower(), 0)


def _sex_of_patronymic(name: str) -> int:
    """1 for a Russian father's name of a man, -1 for one of a woman, else 0."""
    return name.endswith(_SONS) - name.endswith(_DAUGHTERS)


def short_forms(name: str) -> tuple[str, ...]:
    """The short forms of a given name, in small letters: those of the table and those by an ending."""
    return (*_nicknames().get(name, ()), *_pet_forms(name))


def _pet_forms(name: str) -> tuple[str, ...]:
    """Those by an ending: tessy of tess, bobby of bob."""
    if len(name) < _SHORTEST:
        return ()
    stem = name.rstrip("e") or name
    return tuple(f"{stem}{letter}{end}" for letter in ("", stem[-1]) for end in _ENDINGS)
