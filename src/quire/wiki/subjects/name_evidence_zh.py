"""What speaks for and against a string of a Chinese story or history being somebody's name.

Looked at are a surname with one or two characters, what speaks, acts at the start of a clause, is introduced by name or
ends with a title, and the given names among them. What stands right before and after each of them, how often it
speaks, how free and how evenly spread it stands, and how its characters are used elsewhere is its evidence.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from operator import add

from quire.wiki.step_progress import Progress, no_progress
from quire.wiki.subjects.lexicon import word_list
from quire.wiki.tokenization import dictionary
from quire.wiki.tokenization import word_list as lexicon

__all__ = [
    "DOUBTFUL_SURNAMES",
    "NEVER_NAMED",
    "NO_NAME",
    "RANGE",
    "RAREST",
    "NameEvidence",
    "NameForm",
    "Pieces",
    "fewest_mentions",
    "form_at",
    "form_of",
    "given_name_score",
    "given_of",
    "is_role",
    "is_short",
    "name_forms",
    "person_titles",
    "surname_of",
    "surnames",
    "title_of",
]

_HAN = r"[\u3400-\u9fff]"
_WHOLE = re.compile(f"{_HAN}+")
_MANNER = (
    r"(?:大|冷|微|含|苦|赔|陪|忙|急|因|便|又|亦|乃|遂|正|方|早|也|都|却|只|就|才|先|再|随|连忙|慌忙|听了|听说|厉声|高声|一面"
    rf"|[向对]{_HAN}{{1,4}}?)"
)
SAYS = re.compile(
    rf"{_MANNER}{{0,2}}[笑怒惊喜泣哭叹喝叫骂问答奏谢拜说回]{{0,2}}着?[曰道说][：:，“「]|{_MANNER}?[问答笑叹][：:“「]"
)
_SPEAKER = re.compile(rf"(?<!{_HAN})({_HAN}{{2,5}}?)(?={SAYS.pattern})")
_INTRODUCED = re.compile(
    rf"(?:名叫|名唤|唤作|叫作|叫做|姓{_HAN}，?名|名曰|名为|，名|乃|正是|却是|便是)({_HAN}{{2,4}})(?=[，。；：！？、”])"
)
_FEWEST, _FEWEST_SPEECHES, _FEWEST_OPENING = 3, 2, 3
"""Mentions of a candidate, speeches of one that only speaks, clauses that one opens which only acts, at least."""
_SHORT = 60_000
"""Characters of a text in which names need one mention less."""
_LONGEST = 5
"""Characters of a candidate, at most."""
_SLICES = 40
"""Parts of a book over which mentions are spread."""
_BOUNDARY = "，"
_SMOOTHED, _CHARACTERS = 0.3, 6000
"""What a character counts that no name of the dictionary has, and how many characters names may have."""
RAREST, RANGE = -16.0, 6.0
"""Log probability of the rarest words of the dictionary, and the range up to the frequent ones."""
_ONE_CHARACTER = -3.0
"""Log share of the mentions of one character, which is the least that is counted."""
NEVER_NAMED = frozenset("的了着们这那你我他她它是不在")
"""Characters that no name has."""
_ACTS = frozenset("".join(word_list("zh", "after_names")))
DOUBTFUL_SURNAMES = frozenset("".join(word_list("zh", "doubtful_surnames")))
"""Surnames that are mostly other words."""
_COUNTED = frozenset("".join((*word_list("zh", "demonstratives"), *word_list("zh", "numerals"))))
_AFTER = _ACTS | frozenset("的了着是不在之为者曰道等此其而家人子们一二三")
NO_NAME = NEVER_NAMED | _AFTER
"""Characters that hardly a given name has."""
_BEFORE = frozenset("".join(word_list("zh", "before_persons"))) | frozenset(
    "那这一个是的了有在到之不见只又说道乃者人子老小大"
)
"""Characters after and before a name that each have a weight."""
_KINDS = {"nr": "person", "ns": "place", "n": "noun", "v": "verb", "a": "adjective", "d": "adverb", "m": "numeral"}


@cache
def surnames() -> frozenset[str]:
    """All surnames of one and two characters."""
    found: set[str] = set()
    for line in lexicon("surnames.zh.txt"):
        found.update(line.split() if " " in line else line)
    return frozenset(found)


def surname_of(name: str) -> str:
    """The surname a name begins with; "" when it begins with none."""
    known = surnames()
    return name[:2] if name[:2] in known and len(name) > 2 else name[:1] if name[:1] in known else ""


def given_of(name: str) -> str:
    """The name without its surname."""
    return name[len(surname_of(name)) :]


@cache
def person_titles() -> frozenset[str]:
    """Words that stand after a name or surname and name its bearer."""
    return frozenset(
        (
            *word_list("zh", "titles"),
            *word_list("zh", "spoken_titles"),
            *word_list("zh", "titles_of_women"),
            *word_list("zh", "titles_after_names"),
            *word_list("zh", "honorifics"),
        )
    )


def title_of(name: str) -> str:
    """The longest title with which a name ends; the rest has at least one character."""
    return next((name[at:] for at in range(1, len(name)) if name[at:] in person_titles()), "")


@cache
def _roles() -> frozenset[str]:
    files = ("roles.zh.txt", "no_names.zh.txt")
    return frozenset(word for file in files for line in lexicon(file) for word in line.split())


def is_role(name: str) -> bool:
    """Whether a word names anybody of a kind, or is no name at all: 老爷, 众人, 低声."""
    return name in _roles() or name in person_titles()


@dataclass(slots=True)
class NameForm:
    """A string that may be a name, with what was seen of it ("，" stands for every boundary)."""

    text: str
    places: list[int] = field(default_factory=list)
    speeches: int = 0
    introduced: int = 0
    after: Counter[str] = field(default_factory=Counter)
    before: Counter[str] = field(default_factory=Counter)
    surname: str = field(init=False)
    title: str = field(init=False)

    def __post_init__(self) -> None:
        self.surname, self.title = surname_of(self.text), title_of(self.text)

    @property
    def count(self) -> int:
        """Mentions."""
        return len(self.places)

    @property
    def given(self) -> str:
        """What is left without the surname."""
        return self.text[len(self.surname) :]

    @property
    def shape(self) -> str:
        """How the name is made."""
        if self.title:
            return "titled surname" if self.text == self.surname + self.title else "titled"
        if self.surname and len(self.given) in {1, 2}:
            return f"surname and {len(self.given)}"
        return f"bare {min(len(self.text), 4)}"


class Pieces:
    """How often every piece of one to four characters stands in a text."""

    def __init__(self, text: str) -> None:
        self.size = len(text)
        pairs = map(add, text, islice(text, 1, None))
        threes = map(add, map(add, text, islice(text, 1, None)), islice(text, 2, None))
        self._counts = [Counter(text), Counter(pairs), Counter(threes)]
        self._text = text

    def count(self, piece: str) -> int:
        """What `text.count(piece)` gives, but for pieces that overlap themselves."""
        if not piece:
            return self.size
        return self._counts[len(piece) - 1][piece] if len(piece) <= len(self._counts) else self._text.count(piece)

    def of(self, size: int) -> Counter[str]:
        """All pieces of two or three characters."""
        return self._counts[size - 1]


def name_forms(
    text: str, known: Iterable[str] = (), sure: Container[str] = (), tick: Progress = no_progress
) -> tuple[list[NameForm], Pieces]:
    """Every candidate with what stands around it, and the counts of the text.

    Args:
        text: the book in simplified characters.
        known: names that the book states elsewhere (courtesy names).
        sure: those of them that may stand only once.
        tick: told how far it is.
    """
    pieces = Pieces(text)
    introduced = Counter(hit.group(1) for hit in _INTRODUCED.finditer(text))
    candidates = {one for one in _candidates(text, pieces) if NEVER_NAMED.isdisjoint(one)} | {*introduced, *known}
    sizes: dict[str, set[int]] = defaultdict(set)
    for name in candidates:
        sizes[name[:2]].add(len(name))
    found = {name: NameForm(name) for name in sorted(candidates)}
    for at in range(len(text) - 1):
        for size in sizes.get(text[at : at + 2], ()):
            form = found.get(text[at : at + size])
            if form is not None:
                _note(form, text, at, at + size)
        if not at % 100_000:
            tick(at / len(text))
    for name, form in found.items():
        form.introduced = introduced[name]
    fewest = fewest_mentions(text)
    return [form for form in found.values() if form.count >= fewest or (form.count and form.text in sure)], pieces


def form_of(name: str, text: str) -> NameForm:
    """One name with what stands around it."""
    return form_at(name, text, (hit.start() for hit in re.finditer(re.escape(name), text)))


def form_at(name: str, text: str, places: Iterable[int]) -> NameForm:
    """One name with what stands around it at some places."""
    form = NameForm(name)
    for at in places:
        _note(form, text, at, at + len(name))
    return form


def _note(form: NameForm, text: str, start: int, end: int) -> None:
    after, before = text[end : end + 1], text[start - 1 : start] if start else ""
    form.places.append(start)
    form.after[after if "\u3400" <= after <= "\u9fff" else _BOUNDARY] += 1
    form.before[before if "\u3400" <= before <= "\u9fff" else _BOUNDARY] += 1
    form.speeches += SAYS.match(text, end) is not None


def fewest_mentions(text: str) -> int:
    """How often a name stands in a text, at least: a short one names many persons twice."""
    return _FEWEST - 1 if is_short(text) else _FEWEST


def is_short(text: str) -> bool:
    """Whether a text is so short that it names many persons only once or twice."""
    return len(text) < _SHORT


def _candidates(text: str, pieces: Pieces) -> Iterator[str]:
    known = surnames()
    fewest = fewest_mentions(text)
    for size in (2, 3):
        for piece, count in pieces.of(size).items():
            if count >= fewest and piece[0] in known and _WHOLE.fullmatch(piece):
                yield piece
                if size == 3:
                    yield piece[1:]
    double = "|".join(sorted(one for one in known if len(one) == 2))
    for size in (1, 2):
        yield from _often((hit.group(1) for hit in re.finditer(f"(?=((?:{double}){_HAN}{{{size}}}))", text)), fewest)
    yield from _often((hit.group(1) for hit in _SPEAKER.finditer(text)), _FEWEST_SPEECHES)
    acts = "".join(sorted(_ACTS))
    for size in (2, 3, 4):
        opening = re.compile(rf"(?<!{_HAN})({_HAN}{{{size}}})(?=[{acts}])")
        yield from _often((hit.group(1) for hit in opening.finditer(text)), _FEWEST_OPENING)
    for hit in re.finditer("|".join(sorted(person_titles(), key=lambda one: (-len(one), one))), text):
        for size in (1, 2, 3):
            name = text[max(0, hit.start() - size) : hit.end()]
            if len(name) <= _LONGEST and _WHOLE.fullmatch(name):
                yield name


def _often(found: Iterable[str], fewest: int) -> Iterator[str]:
    return (name for name, count in Counter(found).items() if count >= fewest)


class NameEvidence:
    """What tells names of persons from other strings, with the whole book at hand."""

    def __init__(self, forms: Iterable[NameForm], pieces: Pieces) -> None:
        self._pieces = pieces
        self._forms = {form.text: form for form in forms}
        self._slice = max(1, pieces.size // _SLICES)

    @classmethod
    def of_text(cls, forms: Collection[NameForm], text: str) -> NameEvidence:
        """The evidence of candidates of a text, with how often it introduces each by name."""
        introduced = Counter(hit.group(1) for hit in _INTRODUCED.finditer(text))
        for form in forms:
            form.introduced = introduced[form.text]
        return cls(forms, Pieces(text))

    def of(self, form: NameForm) -> dict[str, float]:
        """The evidence of one candidate."""
        name, count, shape = form.text, form.count, form.shape
        kind = shape.partition(" ")[0]
        pieces = self._pieces
        free = min(form.after[_BOUNDARY], form.before[_BOUNDARY]) / count
        values = {
            shape: 1.0,
            f"often, {shape}": math.log(count),
            f"varied after, {kind}": _variety(form.after, count),
            f"varied before, {kind}": _variety(form.before, count),
            "one after": _most(form.after) / count,
            "one before": _most(form.before) / count,
            f"speaks, {kind}": min(1.0, 4 * form.speeches / count),
            "speeches": math.log1p(form.speeches),
            f"speeches, {kind}": math.log1p(form.speeches),
            f"acts, {kind}": sum(form.after[char] for char in _ACTS) / count,
            f"opens, {kind}": form.before[_BOUNDARY] / count,
            "free": free,
            "introduced": math.log1p(form.introduced),
            "spread": len({at // self._slice for at in form.places}) / min(count, _SLICES),
            "goes on before the last character": self._goes_on(form, name[:-1]),
            "goes on after the first character": self._goes_on(form, name[1:]),
            "counted": float(name[0] in _COUNTED),
            "role": float(name in _roles()),
            "ends as a role": float(name[-2:] in _roles() and len(name) > 2),
            "characters often": sum(math.log((pieces.count(char) + 1) / pieces.size) for char in name) / len(name),
        }
        values.update(_dictionary_evidence(form))
        values.update(self._evidence_of_parts(form))
        if form.surname and not form.title and len(form.given) in {1, 2}:
            values |= {
                "given name": given_name_score(form.given, pieces),
                "surname": _surname_score(form.surname, pieces),
                "given name alone": math.log((pieces.count(form.given) + 1) / (count + 1)),
            }
        elif form.title:
            values |= {
                f"title, {form.title}": 1.0,
                "surname before the title": _surname_score(form.surname, pieces) if form.surname else 0.0,
            }
        elif len(name) == 2:
            values["as a given name"] = given_name_score(name, pieces)
        values |= {f"after {char}": part / count for char, part in form.after.items() if char in _AFTER}
        values |= {f"before {char}": part / count for char, part in form.before.items() if char in _BEFORE}
        return values

    def _goes_on(self, form: NameForm, part: str) -> float:
        """How seldom a part of a name goes on as the name; one character goes on as many."""
        seldom = math.log(form.count / max(form.count, self._pieces.count(part)))
        return seldom if len(part) > 1 else max(_ONE_CHARACTER, seldom)

    def _evidence_of_parts(self, form: NameForm) -> dict[str, float]:
        """How the name without its first characters stands by itself, and how often a surname stands before it."""
        shape, out = form.shape.partition(" ")[0], {}
        rest = self._forms.get(form.given if form.surname else form.text[1:])
        if rest is not None and not form.title and len(form.text) > 2:
            out[f"rest speaks, {shape}"] = math.log1p(rest.speeches)
            out[f"rest opens, {shape}"] = rest.before[_BOUNDARY] / rest.count
        if shape == "bare":
            sure = surnames() - DOUBTFUL_SURNAMES
            named = sum(part for char, part in form.before.items() if char in sure)
            out["after surnames"] = named / form.count
        return out


def _dictionary_evidence(form: NameForm) -> dict[str, float]:
    name, words = form.text, dictionary()
    out: dict[str, float] = {}
    if (entry := words.get(name)) is not None:
        kind = _kind(entry.tag)
        out[f"word, {kind}"] = 1.0
        out[f"frequent word, {'person' if kind == 'person' else 'other'}"] = max(0.0, (entry.weight - RAREST) / RANGE)
    if form.surname and (word := words.get(form.given)) is not None and len(form.given) > 1 and not form.title:
        out[f"given name is a word, {_kind(word.tag)}"] = max(0.0, (word.weight - RAREST) / RANGE)
    if (last := words.get(name[-1])) is not None:
        out[f"last character, {_kind(last.tag)}"] = max(0.0, (last.weight - RAREST) / RANGE)
    if (first := words.get(name[0])) is not None:
        out[f"first character, {_kind(first.tag)}"] = max(0.0, (first.weight - RAREST) / RANGE)
    if len(name) > 2:
        for part, where in ((name[:2], "first"), (name[-2:], "last")):
            word = words.get(part)
            if word is not None and not word.tag.startswith("nr"):
                out[f"{where} two are a word"] = max(0.0, (word.weight - RAREST) / RANGE)
    return out


def _kind(tag: str) -> str:
    return _KINDS.get(tag[:2]) or _KINDS.get(tag[:1], "other")


@cache
def _named() -> tuple[Counter[str], ...]:
    """Characters of the dictionary's names: surnames; given names, alone, first of two, last of two."""
    out: tuple[Counter[str], ...] = (Counter(), Counter(), Counter(), Counter())
    for name, entry in dictionary().items():
        if entry.tag.startswith("nr") and len(name) in {2, 3}:
            out[0][name[0]] += 1
            if len(name) == 2:
                out[1][name[1]] += 1
            else:
                out[2][name[1]] += 1
                out[3][name[2]] += 1
    return out


@cache
def _totals() -> tuple[int, ...]:
    return tuple(one.total() for one in _named())


def _share(char: str, at: int) -> float:
    return math.log((_named()[at][char] + _SMOOTHED) / (_totals()[at] + _SMOOTHED * _CHARACTERS))


def given_name_score(given: str, pieces: Pieces) -> float:
    """Mean log probability of the characters as a given name's, against that in the book."""
    which = (1,) if len(given) == 1 else (2, 3)
    parts = (
        _share(char, at) - math.log((pieces.count(char) + 1) / pieces.size)
        for char, at in zip(given, which, strict=True)
    )
    return sum(parts) / len(given)


def _surname_score(surname: str, pieces: Pieces) -> float:
    """The same of a surname; that of two characters is sure."""
    if len(surname) > 1:
        return 3.0
    return _share(surname, 0) - math.log((pieces.count(surname) + 1) / pieces.size)


def _variety(around: Mapping[str, int], count: int) -> float:
    """Entropy of the neighbours against what as many mentions could have, 0..1."""
    entropy = -sum(part / count * math.log(part / count) for part in around.values())
    return entropy / math.log(count + 1)


def _most(around: Mapping[str, int]) -> int:
    return max((count for char, count in around.items() if char != _BOUNDARY), default=0)
