"""Which strings of a Chinese story or history are names of persons: a model of where they stand in the book.

A second stage after the rules of `names_zh` and `speakers_zh`. Candidates are what speaks, what is introduced by name,
what ends with a title, a surname with one or two characters, and what the rules took. A logistic regression weighs the
rules' answer, the variety of neighbours, speeches, verbs before persons, the given name, and how common a word is.
Learned on four novels and a history whose persons were listed by hand; each was also predicted by the others.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache

from quire.wiki.subjects.lexicon import word_list
from quire.wiki.subjects.name_model_zh import given_name_score
from quire.wiki.subjects.substring_counts import SubstringCounts
from quire.wiki.tokenization import dictionary
from quire.wiki.tokenization import word_list as lexicon

__all__ = ["PersonEvidence", "is_role", "person_evidence", "person_score", "person_titles"]

_HAN = r"[\u3400-\u9fff]"
_MANNER = (
    r"(?:大|冷|微|含|苦|赔|陪|忙|急|因|便|又|亦|乃|遂|正|方|早|也|都|却|只|就|才|先|再|随|连忙|慌忙|听了|听说|厉声|高声|一面"
    rf"|[向对]{_HAN}{{1,4}}?)"
)
_SAYS = re.compile(
    rf"{_MANNER}{{0,2}}[笑怒惊喜泣哭叹喝叫骂问答奏谢拜说回]{{0,2}}着?[曰道说][：:，“「]|{_MANNER}?[问答笑叹][：:“「]"
)
_SPEAKER = re.compile(rf"(?<!{_HAN})({_HAN}{{2,5}}?)(?={_SAYS.pattern})")
_INTRODUCED = re.compile(
    rf"(?:名叫|名唤|唤作|叫作|叫做|姓{_HAN}，?名|名曰|名为|，名|乃|正是|却是|便是)({_HAN}{{2,4}})(?=[，。；：！？、”])"
)
_WEIGHTS = {
    "bias": -5.01,
    "often": 0.83,
    "acts": 1.35,
    "spoken to": 1.95,
    "varied after": 2.78,
    "varied before": 1.38,
    "one after": -2.86,
    "one before": -0.75,
    "surname": 0.5,
    "given name": 0.47,
    "role": -1.96,
    "frequent word": -2.03,
    "two characters": -2.41,
    "three characters": -1.26,
    "longer": -1.34,
    "particles": -2.7,
    "ends as a place": -0.36,
    "by the rules": 2.58,
    "speeches": 0.84,
    "counted": -2.31,
    "given is a word": -0.48,
    "introduced": 1.15,
}
"""Learned weights; a score above 0 is a person as likely as not."""
_MEAN_COUNT = 2.5
"""Of the logarithms of the counts."""
_RAREST, _RANGE, _RARE_GIVEN, _RANGE_GIVEN = -16.0, 6.0, -14.0, 4.0
"""Log probability of the rarest words and the range up to frequent ones: of a name, of a given name."""
_FEWEST, _FEWEST_SPEECHES = 4, 3
"""Mentions of a candidate, and speeches of one that only speaks, at least."""
_LONGEST = 5
"""Characters of a candidate, at most."""
_PARTICLES = frozenset("".join(word_list("zh", "not_in_names"))) | frozenset("说道曰问之而且来去到把将被向见")
_COUNTED = frozenset("".join((*word_list("zh", "demonstratives"), *word_list("zh", "numerals"))))
_TO = frozenset("".join(word_list("zh", "before_persons")))
_ACTS = frozenset("".join(word_list("zh", "after_names")))
_BOUNDARY = "，"
_NOT_LAST = frozenset("".join(word_list("zh", "not_at_the_end_of_names")))


@dataclass(slots=True)
class PersonEvidence:
    """What was seen of a candidate: mentions, speeches, introductions, neighbours ("，" is a boundary)."""

    count: int = 0
    speeches: int = 0
    introduced: int = 0
    after: Counter[str] = field(default_factory=Counter)
    before: Counter[str] = field(default_factory=Counter)


def person_evidence(text: str, known: Collection[str]) -> dict[str, PersonEvidence]:
    """Every candidate with what stands around it, in one pass over the text.

    Args:
        text: the book in simplified characters.
        known: candidates that are found elsewhere.
    """
    introduced = Counter(hit.group(1) for hit in _INTRODUCED.finditer(text))
    speaking = Counter(hit.group(1) for hit in _SPEAKER.finditer(text))
    candidates = {*known, *introduced, *_titled(text)}
    candidates.update(name for name, count in speaking.items() if count >= _FEWEST_SPEECHES)
    sizes: dict[str, set[int]] = defaultdict(set)
    for name in candidates:
        sizes[name[:2]].add(len(name))
    found: dict[str, PersonEvidence] = defaultdict(PersonEvidence)
    for at in range(len(text) - 1):
        for size in sizes.get(text[at : at + 2], ()):
            name = text[at : at + size]
            if name in candidates:
                _note(found[name], text, at, at + size)
    for name, one in found.items():
        one.introduced = introduced[name]
    return {name: one for name, one in found.items() if one.count >= _FEWEST}


def _titled(text: str) -> set[str]:
    """What ends with a title and stands in the text often enough."""
    titles = sorted(person_titles(), key=len, reverse=True)
    counts: Counter[str] = Counter()
    for hit in re.finditer("|".join(titles), text):
        for size in (1, 2, 3):
            name = text[max(0, hit.start() - size) : hit.end()]
            if len(name) <= _LONGEST and re.fullmatch(f"{_HAN}+", name):
                counts[name] += 1
    return {name for name, count in counts.items() if count >= _FEWEST}


@cache
def person_titles() -> frozenset[str]:
    """Words that stand after a name or surname and name its bearer."""
    return frozenset(
        (
            *word_list("zh", "titles"),
            *word_list("zh", "spoken_titles"),
            *word_list("zh", "titles_of_women"),
            *word_list("zh", "titles_after_names"),
        )
    )


def _note(one: PersonEvidence, text: str, start: int, end: int) -> None:
    after, before = text[end : end + 1], text[start - 1 : start] if start else ""
    one.count += 1
    one.after[after if "\u3400" <= after <= "\u9fff" else _BOUNDARY] += 1
    one.before[before if "\u3400" <= before <= "\u9fff" else _BOUNDARY] += 1
    one.speeches += _SAYS.match(text, end) is not None


def person_score(
    name: str, one: PersonEvidence, surname: str, tally: SubstringCounts, size: int, *, by_rules: bool
) -> float:
    """The log odds that a candidate is a person's name.

    Args:
        name: the candidate.
        one: its evidence.
        surname: with which it begins, or "".
        tally: of the book.
        size: characters of the book.
        by_rules: whether the rules took it.
    """
    given, entry = name[len(surname) :], dictionary().get(name)
    word = dictionary().get(given) if surname else None
    other = entry is not None and not entry.tag.startswith("nr")
    acts = sum(one.after[char] for char in _ACTS) + one.before[_BOUNDARY] + sum(one.before[char] for char in _TO)
    values: Mapping[str, float] = {
        "bias": 1.0,
        "often": math.log(one.count) - _MEAN_COUNT,
        "acts": acts / one.count,
        "spoken to": sum(one.before[char] for char in _TO) / one.count,
        "varied after": _variety(one.after, one.count),
        "varied before": _variety(one.before, one.count),
        "one after": _most(one.after) / one.count,
        "one before": _most(one.before) / one.count,
        "surname": float(bool(surname) and len(given) in {1, 2}),
        "given name": given_name_score(given, tally, size) if surname and len(given) in {1, 2} else 0.0,
        "role": float(name in _roles()),
        "frequent word": max(0.0, (entry.weight - _RAREST) / _RANGE) if other and entry else 0.0,
        "two characters": float(len(name) == 2),
        "three characters": float(len(name) == 3),
        "longer": float(len(name) > 3),
        "particles": sum(char in _PARTICLES for char in name) / len(name),
        "ends as a place": float(name[-1] in _NOT_LAST),
        "by the rules": float(by_rules),
        "speeches": math.log1p(one.speeches),
        "counted": float(name[0] in _COUNTED),
        "given is a word": (
            max(0.0, (word.weight - _RARE_GIVEN) / _RANGE_GIVEN) if word and not word.tag.startswith("nr") else 0.0
        ),
        "introduced": math.log1p(one.introduced),
    }
    return sum(_WEIGHTS[key] * value for key, value in values.items())


def _variety(around: Counter[str], count: int) -> float:
    """Entropy of the neighbours against what as many mentions could have, 0..1."""
    entropy = -sum(part / count * math.log(part / count) for part in around.values())
    return entropy / math.log(count + 1)


def _most(around: Counter[str]) -> int:
    return max((count for char, count in around.items() if char != _BOUNDARY), default=0)


def is_role(name: str) -> bool:
    """Whether a word names anybody of a kind, or is no name at all: 老爷, 众人, 低声."""
    return name in _roles() or name in person_titles()


@cache
def _roles() -> frozenset[str]:
    files = ("roles.zh.txt", "no_names.zh.txt")
    return frozenset(word for file in files for line in lexicon(file) for word in line.split())
