"""Persons and places of an English story or history: capitalised names, told apart by the words around them.

Names of one person are joined by rules: given name and full name, short forms, a title with the family name when
only one person of the book can be meant by it.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from quire.wiki.book import Book
from quire.wiki.candidates import Candidate
from quire.wiki.sentences import Sentence
from quire.wiki.words import STOP, lexicon

__all__ = ["people"]

_MALE = (
    "Mr",
    "Sir",
    "Lord",
    "King",
    "Prince",
    "Master",
    "Monsieur",
    "Uncle",
    "Father",
    "Brother",
    "Don",
    "Signor",
    "Herr",
    "Emperor",
    "Duke",
    "Baron",
    "Count",
    "Squire",
)
_FEMALE = (
    "Mrs",
    "Miss",
    "Ms",
    "Lady",
    "Queen",
    "Princess",
    "Madame",
    "Mademoiselle",
    "Aunt",
    "Mother",
    "Sister",
    "Dame",
    "Empress",
    "Duchess",
    "Countess",
    "Signora",
)
_RANKS = (
    "Dr",
    "Doctor",
    "Colonel",
    "Captain",
    "Major",
    "General",
    "Lieutenant",
    "Sergeant",
    "Professor",
    "Reverend",
    "Rev",
    "Admiral",
    "Judge",
    "Inspector",
    "President",
    "Senator",
    "Governor",
    "Bishop",
    "Saint",
    "St",
    "Pope",
    "Cardinal",
    "Commander",
    "Corporal",
    "Marshal",
    "Earl",
    "Marquis",
    "Viscount",
    "Mme",
    "Mlle",
    "M",
    "Col",
    "Capt",
    "Gen",
    "Prof",
    "Lieut",
)
_TITLES = frozenset((*_MALE, *_FEMALE, *_RANKS))
_LINKS = {"de", "von", "van", "la", "le", "du", "of", "da", "di", "the"}
_NAME = r"[A-ZÀ-Þ][a-zà-ÿ]+(?:['’-][A-ZÀ-Þ]?[a-zà-ÿ]+)*|[A-Z]\."
_RUN = re.compile(rf"(?:(?:{_NAME})\.?(?:\s+(?:(?:de|von|van|la|le|du|da|di|of|of the)\s+(?={_NAME}))?)?)+")
_SAID = r"(?:said|says|cried|replied|asked|answered|exclaimed|returned|continued|added|observed|thought|whispered|shouted|repeated|remarked|began|inquired|muttered|murmured|called)"
_ACTS = r"(?:was|had|is|has|did|could|would|might|must|felt|looked|came|went|smiled|knew|turned|took|made|saw|heard|sat|stood|rose|walked|ran|laughed|coloured|bowed|wrote|spoke|nodded|shook|seemed|began|gave|found|told)"
_PLACED = re.compile(
    r"(?:^|\s)(?:in|at|to|from|near|of|into|towards?|through|around|leave|left|reach(?:ed)?|quit(?:ted)?|visit(?:ed)?|for)\s+$"
)
_DAYS = frozenset(
    [
        "Monday",
        "Tuesday",
        "Wednesday",
        "Thursday",
        "Friday",
        "Saturday",
        "Sunday",
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
        "Christmas",
        "Easter",
        "Michaelmas",
        "God",
        "Lord",
        "Heaven",
        "English",
        "French",
        "German",
        "Italian",
        "Spanish",
        "Latin",
        "Greek",
        "Roman",
        "American",
        "Chapter",
        "Volume",
        "Part",
        "Book",
        "Bible",
        "Providence",
        "Christian",
        "Sir",
        "Madam",
        "Miss",
        "Mrs",
        "Mr",
        "Lady",
        "Dear",
        "Papa",
        "Mamma",
        "Mama",
        "Mother",
        "Father",
        "Sister",
        "Brother",
        "Aunt",
        "Uncle",
        "Good",
        "Oh",
        "Ah",
        "Yes",
        "No",
        "Well",
        "I",
        "Colonel",
        "Captain",
        "Doctor",
    ]
)


_GROUNDS = frozenset(
    [
        "Lodge",
        "Park",
        "House",
        "Hall",
        "Street",
        "Square",
        "Abbey",
        "Castle",
        "Road",
        "Lane",
        "Bridge",
        "River",
        "Church",
        "Cottage",
        "Inn",
        "Hotel",
        "Court",
        "Manor",
        "Grange",
        "Place",
        "Bay",
        "Island",
        "Islands",
        "Isle",
        "Lake",
        "Mountain",
        "Mountains",
        "Valley",
        "Forest",
        "Wood",
        "Woods",
        "Green",
        "Field",
        "Fields",
        "Terrace",
        "Avenue",
        "Gardens",
        "Palace",
        "Tower",
        "Station",
        "College",
        "University",
        "School",
        "Heath",
        "Moor",
        "Common",
        "Sea",
        "Ocean",
        "Creek",
        "Point",
        "Cape",
        "Harbour",
        "Harbor",
        "Port",
        "City",
        "Town",
        "Village",
        "County",
        "Shire",
        "Empire",
        "Republic",
        "Kingdom",
    ]
)
"""Words that end the names of places."""


@dataclass(slots=True)
class _Form:
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

    @property
    def text(self) -> str:
        dot = "." if self.title in {"Mr", "Mrs", "Dr", "Ms", "Rev", "Col", "Capt", "Gen", "Prof", "St", "Lieut"} else ""
        return f"{self.title}{dot} {' '.join(self.words)}" if self.title else " ".join(self.words)


def people(book: Book, sentences: Sequence[Sentence], most: int) -> list[Candidate]:
    """Persons and places, those that are named most first."""
    forms = _forms(book, sentences)
    persons, places = _parted(forms)
    out = _joined(persons)
    taken = {name for one in out for name in one.names}
    for form in places:
        if form.text not in taken:
            score = math.log1p(form.count)
            out.append(Candidate(form.text, "place", score, [], ["frequency"]))
    out.sort(key=lambda one: (-one.score, one.title))
    return out[: max(most, 40)]


def _forms(book: Book, sentences: Sequence[Sentence]) -> dict[tuple[str, ...], _Form]:
    lower: Counter[str] = Counter()
    inner: Counter[str] = Counter()
    for one in sentences:
        lower.update(re.findall(r"\b[a-z][a-z'’-]+", one.text))
        inner.update(re.findall(r"(?<=[a-z,;] )[A-ZÀ-Þ][a-zà-ÿ]+", one.text))
    forms: dict[tuple[str, ...], _Form] = {}
    for one in sentences:
        text = one.text
        for run in _RUN.finditer(text):
            for title, words, start, end in _names(run, lower, inner):
                key = (title, *words)
                form = forms.setdefault(key, _Form(words, title))
                form.count += 1
                form.chapters.add(book.passages[one.passage].chapter)
                _look(form, text, start, end)
    return forms


def _names(run: re.Match[str], lower: Counter[str], inner: Counter[str]) -> list[tuple[str, tuple[str, ...], int, int]]:
    """The names in a run of capitalised words: words that are no names cut off at its ends."""
    words = [
        (one.group(), run.start() + one.start(), run.start() + one.end()) for one in re.finditer(r"\S+", run.group())
    ]
    out = []
    group: list[tuple[str, int, int]] = []
    for word, start, _end in [*words, ("", 0, 0)]:
        bare = re.sub(r"['’]s?$", "", word.rstrip("."))
        ended = word.endswith(".") and bare not in _TITLES and len(bare) > 1
        if bare and (bare in _TITLES or (group and (bare in _LINKS or _follows(bare))) or _is_name(bare, lower, inner)):
            group.append((bare, start, start + len(bare)))
            if not (ended or (word != bare and not word.endswith("."))):
                continue
        if group:
            out.append(group)
        group = []
    return [found for one in out if (found := _split_title(one))]


def _follows(word: str) -> bool:
    """Whether a capitalised word right after a name or a title belongs to it: "Mrs. Long", "Lucas Lodge"."""
    return word not in _DAYS and word.lower() not in STOP and len(word) > 1


def _is_name(word: str, lower: Counter[str], inner: Counter[str]) -> bool:
    if word in _DAYS or word.lower() in STOP or (len(word) < 3 and not word.endswith(".")):
        return False
    low = word.lower()
    return inner[word] > 0 and inner[word] >= 2 * lower[low]


def _split_title(group: list[tuple[str, int, int]]) -> tuple[str, tuple[str, ...], int, int] | None:
    title = ""
    at = 0
    while at < len(group) and group[at][0] in _TITLES:
        title = group[at][0]
        at += 1
    rest = group[at:]
    while rest and rest[-1][0] in _LINKS | _TITLES:
        rest = rest[:-1]
    while rest and rest[0][0] in _LINKS and not title:
        rest = rest[1:]
    if not rest or len(rest) > 5:
        return None
    return title, tuple(word for word, _, _ in rest), group[0][1], rest[-1][2]


def _look(form: _Form, text: str, start: int, end: int) -> None:
    before, after = text[max(0, start - 24) : start], text[end : end + 40]
    if form.title:
        form.person += 1
        form.male += form.title in _MALE
        form.female += form.title in _FEMALE
    if re.match(rf"[,”’\"]?\s+(?:\w+ly\s+)?{_SAID}\b", after) or re.search(rf"\b{_SAID}\s+$", before):
        form.person += 2
    elif re.match(rf"\s+(?:\w+ly\s+)?{_ACTS}\b", after):
        form.person += 0.7
    if re.match(r"['’]s\b", after):
        form.person += 0.4
    if re.match(r"[^.]{0,30}\b(?:he|his|him|himself)\b", after):
        form.male += 1
    if re.match(r"[^.]{0,30}\b(?:she|her|herself)\b", after):
        form.female += 1
    if _PLACED.search(before):
        form.place += 1 if not re.search(r"\b(?:to|of|from|for)\s+$", before) else 0.45
    if re.search(r"\b[Tt]he\s+$", before):
        form.plural += 1


def _parted(forms: dict[tuple[str, ...], _Form]) -> tuple[list[_Form], list[_Form]]:
    """Persons and places. A rare full name counts when its parts are known: a given name, a family with a title."""
    titled = {one.words[-1] for one in forms.values() if one.title}
    single = {
        one.words[0]
        for one in forms.values()
        if not one.title and len(one.words) == 1 and one.person > max(1.0, one.place)
    }
    persons, places = [], []
    for form in sorted(forms.values(), key=lambda one: (-one.count, one.text)):
        known = not form.title and 1 < len(form.words) <= 3 and (form.words[-1] in titled or form.words[0] in single)
        if _is_plural(form, forms) or form.plural > 0.5 * form.count:
            continue
        if form.words[-1] in _GROUNDS:
            places += [form] if form.count >= 3 else []
        elif (known and form.place <= 0.5 * form.count) or _is_person(form):
            persons.append(form)
        elif form.place >= 0.25 * form.count and form.count >= 3 and form.words[-1] not in titled:
            places.append(form)
    return persons, places


def _is_person(form: _Form) -> bool:
    if form.count < (2 if form.title or len(form.words) > 1 else 3):
        return False
    return bool(form.title) or (form.person > 0.8 * form.place and form.person >= 1)


def _is_plural(form: _Form, forms: dict[tuple[str, ...], _Form]) -> bool:
    """Whether it is a family, no person: "Miss Bennets", "the Lucases"."""
    last = form.words[-1]
    singles = {last.removesuffix("s"), last.removesuffix("es")} - {last}
    return bool(singles) and any(one.words[-1] in singles for one in forms.values())


class _Person:
    def __init__(self, form: _Form) -> None:
        self.forms = [form]

    @property
    def count(self) -> int:
        return sum(one.count for one in self.forms)

    @property
    def sex(self) -> int:
        """1 male, -1 female, 0 unknown."""
        titled = sum((one.title in _MALE) - (one.title in _FEMALE) for one in self.forms)
        if titled:
            return 1 if titled > 0 else -1
        male, female = sum(one.male for one in self.forms), sum(one.female for one in self.forms)
        if male + female < 4:
            return 0
        return 1 if male > 1.3 * female else -1 if female > 1.3 * male else 0


def _joined(forms: list[_Form]) -> list[Candidate]:
    """Forms as persons."""
    by_key = {(one.title, *one.words): one for one in forms}
    full = [one for one in forms if len(one.words) > 1 and not (set(one.words[1:-1]) - _LINKS and len(one.words) > 4)]
    persons = {one.words: _Person(one) for one in full if not one.title}
    families: dict[str, list[_Person]] = defaultdict(list)
    for words, person in persons.items():
        families[words[-1]].append(person)
    used = {("", *words) for words in persons}
    lone: dict[tuple[str, ...], _Person] = {}

    def attach(form: _Form, person: _Person) -> None:
        person.forms.append(form)
        used.add((form.title, *form.words))

    for form in full:  # "Miss Elizabeth Bennet", "Lady Catherine de Bourgh"
        if form.title and form.words in persons:
            attach(form, persons[form.words])
        elif form.title:
            persons[form.words] = _Person(form)
            families[form.words[-1]].append(persons[form.words])
            used.add((form.title, *form.words))
    _join_families(persons, families)
    given = _given_names(persons)
    singles = (one for one in forms if len(one.words) == 1)
    for form in sorted(singles, key=lambda one: (_turn(one, given), -one.count, one.text)):
        owner = _owner(form, given, families, lone, by_key)
        if owner:
            attach(form, owner)
        else:
            key = (form.title, *form.words)
            lone[key] = _Person(form)
            used.add(key)
    _join_short(lone)
    everyone = list(dict.fromkeys([*persons.values(), *lone.values()]))
    return [_candidate(one) for one in everyone if one.forms and one.count >= 3]


def _join_families(persons: dict[tuple[str, ...], _Person], families: dict[str, list[_Person]]) -> None:
    """Make "Eliza Bennet" and "Elizabeth Bennet" one: the short form of a given name before the same family name."""
    for words, person in list(persons.items()):
        for other_words, other in persons.items():
            same = other is not person and words[-1] == other_words[-1] and len(words) == len(other_words) == 2
            if same and words[0].lower() in _shorts(other_words[0].lower()) and person.forms:
                other.forms += person.forms
                person.forms = []
                families[words[-1]].remove(person)
    for words in [words for words, person in persons.items() if not person.forms]:
        del persons[words]


def _turn(form: _Form, given: dict[str, list[_Person]]) -> int:
    """Given names first, for they tell who is a man; then names with titles; then bare family names."""
    if not form.title:
        return 0 if form.words[0] in given else 3
    return 2 if form.title == "Miss" else 1


def _given_names(persons: dict[tuple[str, ...], _Person]) -> dict[str, list[_Person]]:
    given: dict[str, list[_Person]] = defaultdict(list)
    for words, person in persons.items():
        if not any(not form.title or form.title in {"Miss", "Master", "Mr", "Mrs"} for form in person.forms):
            given[f"{person.forms[0].title} {words[0]}"].append(person)  # "Lady Catherine" is never "Catherine"
            continue
        given[words[0]].append(person)
        for short in _shorts(words[0].lower()):
            given[short.capitalize()].append(person)
    return given


def _owner(
    form: _Form,
    given: dict[str, list[_Person]],
    families: dict[str, list[_Person]],
    lone: dict[tuple[str, ...], _Person],
    by_key: dict[tuple[str, ...], _Form],
) -> _Person | None:
    """Whose name a single word is, with its title; None when it stands for somebody of its own."""
    word, title = form.words[0], form.title
    first = sorted(given.get(f"{title} {word}") or given.get(word) or [], key=lambda one: -one.count)
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
        men = [one for one in family if one.sex >= 0 and not _ranked(one)]
        return men[0] if len(men) == 1 else None
    if title == "Miss":
        women = sorted(
            (one for one in family if one.sex < 0 and not any(form.title in {"Mrs", "Lady"} for form in one.forms)),
            key=lambda one: -one.count,
        )
        return women[0] if len(women) == 1 else None
    if not title:
        rivals = sorted((by_key[key] for key in by_key if key[1:] == (word,) and key[0]), key=lambda one: -one.count)
        if rivals and (len(rivals) == 1 or rivals[0].title == "Mr" or rivals[0].count > 2 * rivals[1].count):
            return _holder(rivals[0], families, lone, given)
        if len(family) == 1:
            return family[0]
    elif title in _RANKS:
        men = [one for one in family if one.sex >= 0 and any(form.title == title for form in one.forms)]
        return men[0] if len(men) == 1 else None
    return None


def _holder(
    form: _Form,
    families: dict[str, list[_Person]],
    lone: dict[tuple[str, ...], _Person],
    given: dict[str, list[_Person]],
) -> _Person | None:
    everyone = [*families.get(form.words[0], []), *lone.values(), *given.get(form.words[0], [])]
    return next((one for one in everyone if form in one.forms), None)


def _ranked(person: _Person) -> bool:
    return any(form.title in _RANKS for form in person.forms)


def _join_short(lone: dict[tuple[str, ...], _Person]) -> None:
    """Short forms of a given name that stands alone: "Kitty" and "Catherine" of one family are one."""
    for key, person in list(lone.items()):
        if key[0] or len(key) != 2:
            continue
        for other_key, other in lone.items():
            if (
                other is not person
                and not other_key[0]
                and key[1].lower() in _shorts(other_key[1].lower())
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


def _shorts(name: str) -> tuple[str, ...]:
    return _nicknames().get(name, ())


def _candidate(person: _Person) -> Candidate:
    """The full name is the title; without one the form that is used most, "Mr. Darcy" before "Darcy"."""
    ranked = sorted(person.forms, key=lambda one: (-one.count, one.text))
    full = [one for one in ranked if len(one.words) > 1 and not one.title]
    titled = [one for one in ranked if one.title and (len(one.words) > 1 or one.count >= 0.3 * ranked[0].count)]
    best = (full or sorted(titled, key=lambda one: (len(one.words) == 1, -one.count)) or ranked)[0]
    names = list(dict.fromkeys([best.text, *(one.text for one in ranked)]))
    return Candidate(names[0], "person", 1 + math.log1p(person.count), names[1:], ["frequency"])
