"""How likely a surname with one or two characters is somebody's name: a model of given names and of what stands around.

A logistic regression. The given name is judged by the names of the dictionary against the book's own characters, the
place by how many different characters stand on both sides: a name stands anywhere in a clause, and a part of a word
always beside the same character. Learned on one novel in the
spoken language and one history in classical Chinese with their persons listed by hand; each was also predicted by the
other.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from quire.wiki.subjects.substring_counts import SubstringCounts
from quire.wiki.tokenization import dictionary

__all__ = ["Candidate", "given_name_score", "name_score"]

_WEIGHTS = {
    "bias": -3.82,
    "often": 1.09,
    "acts": 2.06,
    "varied after": 2.06,
    "varied before": 0.58,
    "given name": 0.33,
    "together": 0.17,
    "known name": 0.54,
    "other word": -0.57,
    "frequent word": -0.62,
    "two characters": -0.01,
    "given is a word": -0.2,
    "doubtful surname": -1.15,
    "one after": -2.01,
    "one before": -0.95,
    "free after": -0.01,
    "free before": 0.17,
    "not in names": -0.89,
    "not at the end": -0.72,
}
"""Learned weights; a score above 0 is a name as likely as not."""

_SMOOTHED, _CHARACTERS = 0.3, 6000
"""What a character counts that no name of the dictionary has, and how many characters names may have."""
_MEAN_COUNT = 2.5
"""Of the logarithms of the counts."""
_RAREST, _RANGE = -16.0, 6.0
"""Log probability of the rarest words of the dictionary, and the logarithms up to the frequent ones."""
_RARE_GIVEN, _RANGE_GIVEN = -14.0, 4.0


class Candidate(NamedTuple):
    """What may be a name, and what stands around it in the book; "，" stands for every boundary."""

    surname: str
    given: str
    occurrences: int
    acts: int  # verbs of speech and deed after it, boundaries and ranks before it
    after: Counter[str]
    before: Counter[str]


def name_score(one: Candidate, tally: SubstringCounts, size: int, marks: Mapping[str, bool]) -> float:
    """The log odds that a candidate is a name.

    Args:
        one: the candidate; its given name has one or two characters.
        tally: of the book.
        size: characters of the book.
        marks: whether the surname is mostly another word, and whether characters stand in it that names hardly have:
            "doubtful surname", "not in names", "not at the end".
    """
    entry, word = dictionary().get(one.surname + one.given), dictionary().get(one.given)
    named = entry is not None and entry.tag.startswith("nr")
    a_word = len(one.given) > 1 and word is not None and not word.tag.startswith("nr")
    values = {
        "bias": 1.0,
        "often": math.log(one.occurrences) - _MEAN_COUNT,
        "acts": one.acts / one.occurrences,
        "varied after": _entropy(one.after) / math.log(one.occurrences + 1),
        "varied before": _entropy(one.before) / math.log(one.occurrences + 1),
        "given name": given_name_score(one.given, tally, size),
        "together": math.log(one.occurrences * size / (tally.count(one.surname) * tally.count(one.given))),
        "known name": float(named),
        "other word": float(entry is not None and not named),
        "frequent word": max(0.0, (entry.weight - _RAREST) / _RANGE) if entry is not None and not named else 0.0,
        "two characters": float(len(one.given) > 1),
        "given is a word": max(0.0, (word.weight - _RARE_GIVEN) / _RANGE_GIVEN) if a_word and word else 0.0,
        "one after": _most(one.after) / one.occurrences,
        "one before": _most(one.before) / one.occurrences,
        "free after": one.after["，"] / one.occurrences,
        "free before": one.before["，"] / one.occurrences,
        **{name: float(holds) for name, holds in marks.items()},
    }
    return sum(_WEIGHTS[name] * value for name, value in values.items())


@cache
def _given_names() -> tuple[Counter[str], ...]:
    """Characters of the dictionary's given names: alone, first of two, last of two."""
    out: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
    for name, entry in dictionary().items():
        if entry.tag.startswith("nr") and len(name) == 2:
            out[0][name[1]] += 1
        elif entry.tag.startswith("nr") and len(name) == 3:
            out[1][name[1]] += 1
            out[2][name[2]] += 1
    return out


@cache
def _totals() -> tuple[int, ...]:
    return tuple(one.total() for one in _given_names())


def given_name_score(given: str, tally: SubstringCounts, size: int) -> float:
    """Mean log probability of the characters as a given name's, against that in the book."""
    which = (0,) if len(given) == 1 else (1, 2)
    found = 0.0
    for char, at in zip(given, which, strict=True):
        named = (_given_names()[at][char] + _SMOOTHED) / (_totals()[at] + _SMOOTHED * _CHARACTERS)
        found += math.log(named) - math.log((tally.count(char) + 1) / size)
    return found / len(given)


def _entropy(around: Counter[str]) -> float:
    total = around.total()
    return -sum(count / total * math.log(count / total) for count in around.values())


def _most(around: Counter[str]) -> int:
    """Count of the most frequent character that is no boundary."""
    return max((count for char, count in around.items() if "\u3400" <= char <= "\u9fff"), default=0)
