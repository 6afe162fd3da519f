"""Written names of an English book joined to persons: whose name each form is."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache

from quire.wiki.page_types import PageType
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.subject_candidates import Candidate
from quire.wiki.tokenization import word_list as lexicon

__all__ = ["RANKS", "TITLES_OF_MEN", "TITLES_OF_WOMEN", "NameForm", "join_forms", "short_forms"]

TITLES_OF_MEN = word_list("en", "titles_of_men")
TITLES_OF_WOMEN = word_list("en", "titles_of_women")
RANKS = word_list("en", "ranks")

_OF_FAMILIES = frozenset((*RANKS, "Mr", "Mrs", "Monsieur", "Herr", "Signor")) - {"St", "Saint"}
"""Titles that stand before family names."""

_KIN = frozenset(word_list("en", "kin"))

_MARRIED = frozenset(word_list("en", "titles_of_wives"))

_LINKS = {"de", "von", "van", "la", "le", "du", "of", "da", "di", "the"}

_APART = 5
"""How often "Mr. John Knightley" has to stand, and more often than "John Knightley", to be another than Mr. Knightley:
who says the title and the given name tells two of a family apart."""

_CALLED = 4
"""More than how many times as often as the formal name a short one has to stand to be the title: the book speaks of Tom
Sawyer."""

_SWALLOWED = 12
"""How often a given name may stand alone and still be that of a full name that is met once, of a family that is met
nowhere else: nobody knows whether the many Marys of a book are the Mary Austin of one of its sentences."""


_FEWEST_SIGNS = 4
"""Signs of either sex around a name, taken together, from which on they can settle it."""

_LONGEST = 4
"""Words of a full name, at most, unless all between the first and the last are particles."""

_FEWEST = 3
"""Mentions of a person, at least."""

_TOGETHER, _FEWEST_TOGETHER = 0.05, 3
"""Share of the sentences with one name that also have another, and their number, from which on two people are meant."""

_CLEARLY = 2
"""How many times as often the full name of the head of a family stands as that of any other man of it, at least."""

_PROFESSIONS = frozenset({"Dr", "Doctor", "Professor", "Prof", "Rev", "Reverend", "Mr"})
"""Titles that somebody also called by another may bear: not every Captain Smith is Mr. Smith."""

_TITLE_COUNT = 2
"""Mentions of a full name, at least, that is the title of the page although its first word is no known given name."""

_SHORTEST = 4
"""Letters of a name, at least, that is a short form because a longer given name begins with it."""


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
    chapters: set[str] = field(default_factory=set)
    sentences: set[int] = field(default_factory=set)  # numbers of the sentences that name it

    @property
    def key(self) -> tuple[str, ...]:
        """Title and words: what it is found by."""
        return self.title, *self.words

    @property
    def text(self) -> str:
        """The name as it is written."""
        dot = "." if self.title in {"Mr", "Mrs", "Dr", "Ms", "Rev", "Col", "Capt", "Gen", "Prof", "St", "Lieut"} else ""
        return f"{self.title}{dot} {' '.join(self.words)}" if self.title else " ".join(self.words)


class _Person:
    def __init__(self, form: NameForm, given: NameForm | None = None) -> None:
        self.forms = [form]
        self.given = given

    @property
    def count(self) -> int:
        return sum(one.count for one in self.forms)

    @property
    def sex(self) -> int:
        """1 male, -1 female, 0 unknown; what is told of the given name alone counts where nothing else does."""
        titled = sum((one.title in TITLES_OF_MEN) - (one.title in TITLES_OF_WOMEN) for one in self.forms)
        if titled:
            return 1 if titled > 0 else -1
        male, female = (sum(getattr(one, side) for one in self.forms) for side in ("male", "female"))
        if male + female < _FEWEST_SIGNS and (known := _sexes().get(self.forms[0].words[0].lower())):
            return known
        if male + female < _FEWEST_SIGNS and self.given:
            male, female = male + self.given.male, female + self.given.female
        if male + female < _FEWEST_SIGNS:
            return 0
        return 1 if male > 1.3 * female else -1 if female > 1.3 * male else 0


def join_forms(forms: list[NameForm]) -> list[Candidate]:
    """Forms as persons."""
    by_key = {(one.title, *one.words): one for one in forms}
    full = [
        one for one in forms if len(one.words) > 1 and not (set(one.words[1:-1]) - _LINKS and len(one.words) > _LONGEST)
    ]
    persons = {one.words: _Person(one, by_key.get(("", one.words[0]))) for one in full if not one.title}
    families: dict[str, list[_Person]] = defaultdict(list)
    for words, person in persons.items():
        families[words[-1]].append(person)
    used = {("", *words) for words in persons}
    lone: dict[tuple[str, ...], _Person] = {}

    def attach(form: NameForm, person: _Person) -> None:
        person.forms.append(form)
        used.add((form.title, *form.words))

    for form in full:  # "Miss Elizabeth Bennet", "Lady Catherine de Bourgh"
        if form.title and form.words in persons and not _is_wife(form, persons[form.words]):
            attach(form, persons[form.words])
        elif form.title:
            key = form.words if form.words not in persons else form.key
            persons[key] = _Person(form)
            families[form.words[-1]].append(persons[key])
            used.add((form.title, *form.words))
    _join_families(persons, families)
    given = _given_names(persons)
    singles = (one for one in forms if len(one.words) == 1)
    for form in sorted(singles, key=lambda one: (_turn(one, given, by_key), -one.count, one.text)):
        owner = _owner(form, given, families, lone, by_key)
        if owner:
            attach(form, owner)
        else:
            key = (form.title, *form.words)
            lone[key] = _Person(form)
            used.add(key)
    _join_short(lone)
    for key in [key for key in lone if not key[0] and _of_many(key[1], families, lone)]:
        del lone[key]  # the bare name of a family, whoever of it is meant
    everyone = list(dict.fromkeys([*persons.values(), *lone.values()]))
    return [_candidate(one) for one in everyone if one.forms and one.count >= _FEWEST]


def _join_families(persons: dict[tuple[str, ...], _Person], families: dict[str, list[_Person]]) -> None:
    """Make "Eliza Bennet" and "Elizabeth Bennet" one: the short form of a given name before the same family name."""
    for words, person in list(persons.items()):
        for other_words, other in persons.items():
            same = other is not person and words[-1] == other_words[-1] and len(words) == len(other_words) == 2
            if same and _is_short(words[0], other_words[0]) and person.forms and _dignity(person) == _dignity(other):
                other.forms += person.forms
                person.forms = []
                families[words[-1]].remove(person)
    for words in [words for words, person in persons.items() if not person.forms]:
        del persons[words]


def _is_short(name: str, given: str) -> bool:
    """Whether a given name is a short form of another: "Tom" of "Thomas", "Huck" of "Huckleberry"."""
    return name.lower() in short_forms(given.lower()) or (
        len(name) >= _SHORTEST and given.startswith(name) and given != name
    )


def _dignity(person: _Person) -> bool:
    """Whether somebody bears a title that his or her sons and daughters do not: Sir Thomas is not Tom."""
    return any(form.title in {"Sir", "Lord", "Lady", "Count", "Baron", "Duke", *RANKS} for form in person.forms)


def _is_wife(form: NameForm, person: _Person) -> bool:
    """Whether "Mrs. John Knightley" is the wife of the person with that name."""
    return form.title in _MARRIED and person.sex > 0


def _turn(form: NameForm, given: dict[str, list[_Person]], by_key: dict[tuple[str, ...], NameForm]) -> int:
    """Given names first, for they tell who is a man; then names with titles; then bare family names."""
    if not form.title:
        word = form.words[0]
        return 0 if word in given and not _is_surname(word, given[word][0], by_key) else 3
    return 2 if form.title == "Miss" else 1


def _given_names(persons: dict[tuple[str, ...], _Person]) -> dict[str, list[_Person]]:
    given: dict[str, list[_Person]] = defaultdict(list)
    for person in persons.values():
        words = person.forms[0].words
        if not any(not form.title or form.title in {"Miss", "Master", "Mr", "Mrs"} for form in person.forms):
            given[f"{person.forms[0].title} {words[0]}"].append(person)  # "Lady Catherine" is never "Catherine"
            continue
        if person.forms[0].title in _MARRIED and _sexes().get(words[0].lower()) == 1:
            continue  # "Mrs. John Dashwood" is not John
        for name in {form.words[0] for form in person.forms if len(form.words) > 1}:
            given[name].append(person)
        for short in short_forms(words[0].lower()):
            if person not in given[short.capitalize()]:
                given[short.capitalize()].append(person)
    return given


def _owner(
    form: NameForm,
    given: dict[str, list[_Person]],
    families: dict[str, list[_Person]],
    lone: dict[tuple[str, ...], _Person],
    by_key: dict[tuple[str, ...], NameForm],
) -> _Person | None:
    """Whose name a single word is, with its title; None when it stands for somebody of its own."""
    word, title = form.words[0], form.title
    first = sorted(given.get(f"{title} {word}") or given.get(word) or [], key=lambda one: -one.count)
    first = [one for one in first if _may_be(form, one, families)]
    if title in _KIN:
        first = [one for one in first if any(full.words[0] == word for full in one.forms)]
    if not title and first and _is_surname(word, first[0], by_key):
        first = []  # "Fitzwilliam" is Colonel Fitzwilliam, and not Fitzwilliam Darcy
    family = families.get(word, [])
    if (
        title
        in {
            "",
            "Miss",
            "Lady",
            "Sir",
            "Master",
            "King",
            "Queen",
            "Prince",
            "Princess",
            "Aunt",
            "Uncle",
            "Don",
            "Lord",
            "Saint",
            "St",
        }
        and first
        and not (title == "Miss" and family)
    ) and (len(first) == 1 or first[0].count > 2 * first[1].count):
        return first[0]
    if title == "Mr":
        return _mister(form, family, families)
    if title == "Miss":
        single = [one for one in family if not any(form.title in {"Mrs", "Lady"} for form in one.forms)]
        women = [one for one in single if one.sex < 0] or [one for one in single if one.sex == 0 and one.count > 1]
        women = sorted((one for one in women if _may_be(form, one, families)), key=lambda one: -one.count)
        return women[0] if len(women) == 1 or (women and women[0].count > 3 * women[1].count) else None
    if not title:
        rivals = _bare_rivals(word, by_key)
        if rivals and (len(rivals) == 1 or rivals[0].title == "Mr" or rivals[0].count > 2 * rivals[1].count):
            return _holder(rivals[0], families, lone, given)
        if len(family) == 1:
            return family[0]
    elif title in RANKS:
        return _ranked_man(form, family)
    return None


def _mister(form: NameForm, family: list[_Person], families: dict[str, list[_Person]]) -> _Person | None:
    """The man of a family whom "Mr." names, if only one can be meant."""
    men = [one for one in family if one.sex >= 0 and not _ranked(one) and not _in_one_scene(form, one)]
    men = _head_of_family([one for one in men if not _dignity(one)])
    return men[0] if len(men) == 1 and _may_be(form, men[0], families) else None


def _ranked_man(form: NameForm, family: list[_Person]) -> _Person | None:
    """The man of a family who bears a rank, or the only one where it is a profession: "Professor Bhaer"."""
    men = [one for one in family if one.sex >= 0 and not _in_one_scene(form, one)]
    titled = [one for one in men if any(full.title == form.title for full in one.forms)]
    if not titled and form.title in _PROFESSIONS:
        titled = [one for one in men if not _dignity(one)]
    return titled[0] if len(titled) == 1 else None


def _bare_rivals(word: str, by_key: dict[tuple[str, ...], NameForm]) -> list[NameForm]:
    """Forms of a word with a title, the most frequent first; "Mrs. Joe" is no rival of Joe."""
    found = [by_key[key] for key in by_key if key[1:] == (word,) and key[0]]
    if word.lower() in _sexes():
        found = [one for one in found if one.title not in _MARRIED]
    return sorted(found, key=lambda one: -one.count)


def _head_of_family(men: list[_Person]) -> list[_Person]:
    """Of several men of a family the one whose full name stands most often, and who is not called by his first name."""
    if not men:
        return men
    full = {id(one): sum(form.count for form in one.forms if len(form.words) > 1) for one in men}
    formal = [one for one in men if one.count <= _CALLED * full[id(one)]] or men
    formal.sort(key=lambda one: -full[id(one)])
    clear = len(formal) == 1 or full[id(formal[0])] > _CLEARLY * full[id(formal[1])]
    return formal[:1] if clear else men


def _in_one_scene(form: NameForm, person: _Person) -> bool:
    """Whether sentences name both: who is spoken of by two names in one sentence is mostly two people."""
    for other in person.forms:
        both = len(form.sentences & other.sentences)
        if both >= _FEWEST_TOGETHER and both > _TOGETHER * min(len(form.sentences), len(other.sentences)):
            return True
    return False


def _may_be(form: NameForm, person: _Person, families: dict[str, list[_Person]]) -> bool:
    """Whether a part of a full name can be that of its bearer."""
    full = [one for one in person.forms if len(one.words) > 1]
    if form.title == "Mr":
        told = sum(one.count for one in full if one.title == "Mr")
        return told < _APART or told <= sum(one.count for one in full if not one.title) or form.count < told
    lone = sum(one.count for one in full) == 1 and len(families.get(full[0].words[-1], ())) == 1
    return not (lone and form.count > _SWALLOWED and person.count <= _SWALLOWED)


def _of_many(word: str, families: dict[str, list[_Person]], lone: dict[tuple[str, ...], _Person]) -> bool:
    """Whether a family name is that of several persons."""
    titled = [key for key in lone if key[0] in _OF_FAMILIES and key[1:] == (word,)]
    return len(families.get(word, ())) + len(titled) > 1


def _is_surname(word: str, bearer: _Person, by_key: dict[tuple[str, ...], NameForm]) -> bool:
    """Whether a word stands after titles, as somebody's family name, more often than as a given name."""
    if word.lower() in _sexes() or any(word.lower() in shorts for shorts in _nicknames().values()):
        return False  # "Mrs. Joe" is the wife of a Joe
    titled = [one.count for key, one in by_key.items() if key[1:] == (word,) and key[0] in _OF_FAMILIES]
    full = sum(one.count for one in bearer.forms if one.words[0] == word and len(one.words) > 1)
    return max(titled, default=0) > 3 * full


def _holder(
    form: NameForm,
    families: dict[str, list[_Person]],
    lone: dict[tuple[str, ...], _Person],
    given: dict[str, list[_Person]],
) -> _Person | None:
    everyone = [*families.get(form.words[0], []), *lone.values(), *given.get(form.words[0], [])]
    return next((one for one in everyone if form in one.forms), None)


def _ranked(person: _Person) -> bool:
    return any(form.title in RANKS for form in person.forms)


def _join_short(lone: dict[tuple[str, ...], _Person]) -> None:
    """Short forms of a given name that stands alone: "Kitty" and "Catherine" of one family are one."""
    for key, person in list(lone.items()):
        if key[0] or len(key) != 2:
            continue
        for other_key, other in lone.items():
            if (
                other is not person
                and not other_key[0]
                and key[1].lower() in short_forms(other_key[1].lower())
                and person.sex * other.sex >= 0
            ):
                other.forms += person.forms
                person.forms = []
                break
    for key in [key for key, person in lone.items() if not person.forms]:
        del lone[key]


@cache
def _nicknames() -> dict[str, tuple[str, ...]]:
    table = {}
    for line in lexicon("nicknames.en.txt"):
        name, *shorts = line.split()
        table[name] = tuple(shorts)
    return table


@cache
def _sexes() -> dict[str, int]:
    """Given names that only men (1) or only women (-1) bear."""
    men, women = (line.split() for line in lexicon("given.en.txt"))
    return {**dict.fromkeys(men, 1), **dict.fromkeys(women, -1)}


def short_forms(name: str) -> tuple[str, ...]:
    """The short forms of a given name, in small letters."""
    return _nicknames().get(name, ())


def _candidate(person: _Person) -> Candidate:
    """The full name is the title; without one the form that is used most, "Mr. Darcy" before "Darcy"."""
    ranked = sorted(person.forms, key=lambda one: (-one.count, one.text))
    full = [one for one in ranked if len(one.words) > 1 and not one.title]
    formal = [one for one in full if not any(_is_short(one.words[0], other.words[0]) for other in full)]
    if formal and full[0].count <= _CALLED * formal[0].count:  # "Elizabeth Bennet" before "Eliza Bennet"
        full.sort(key=lambda one: one not in formal)
    if formal and all(one.count < _TITLE_COUNT for one in formal):
        full = [one for one in full if one.words[0].lower() in _sexes()]  # "Mithter Wemmick", "Leghorn Laurie"
    titled = [one for one in ranked if one.title and (len(one.words) > 1 or one.count >= 0.3 * ranked[0].count)]
    best = (full or sorted(titled, key=lambda one: (len(one.words) == 1, -one.count)) or ranked)[0]
    names = list(dict.fromkeys([best.text, *(one.text for one in ranked)]))
    return Candidate(names[0], PageType.PERSON, 1 + math.log1p(person.count), names[1:], ["frequency"])
