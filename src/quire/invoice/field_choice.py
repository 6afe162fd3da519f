"""One value of several candidates by the evidence for each, weighed together.

Every candidate has signs: what speaks for or against it. Their weighted sum is its score, and a softmax over all
candidates of the page and the answer "none of these" makes a probability of it. How often a choice with such a
probability is right, `confidence.py` says: names of one shop share the probability, and each may be right.
`choices.json` holds the weights; `learn/field_choice.py` fits them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from quire.invoice.phrases import Phrase

Signs = dict[str, float]
"""Name of a sign: its size, about 0 to 1."""

LEAST = 0.2
"""Probability below which a candidate is no answer."""

MOST = 0.9999
"""No choice is surer."""

KEPT = 3
"""Candidates beside the chosen one that are told."""


class Candidate(NamedTuple):
    """A value that may be a field's: what says so, and where."""

    value: str
    phrase: Phrase
    start: int  # characters of the phrase
    end: int
    signs: Signs


class Choice(NamedTuple):
    """The chosen candidate."""

    chosen: Candidate
    probability: float
    others: tuple[tuple[str, float], ...]  # further values with their probabilities, the likeliest first


def choose(field: str, candidates: Sequence[Candidate]) -> Choice | None:
    """The likeliest candidate; None when none is likely enough.

    Candidates of one value share what speaks for it.
    """
    ranked, best = ranking(_weights()[field], [(one.value, one.signs) for one in candidates])
    if not ranked or ranked[0][1] < LEAST:
        return None
    others = tuple((value, round(share, 4)) for value, share in ranked[1 : 1 + KEPT])
    return Choice(candidates[best[ranked[0][0]]], min(ranked[0][1], MOST), others)


def ranking(
    weights: Mapping[str, float], candidates: Sequence[tuple[str, Signs]]
) -> tuple[list[tuple[str, float]], dict[str, int]]:
    """Values with their probabilities, the likeliest first, and which candidate has the most evidence for each."""
    scores = _scores(weights, [signs for _, signs in candidates])
    by_value: dict[str, float] = {}
    best: dict[str, int] = {}
    for at, ((value, _), share) in enumerate(zip(candidates, shares_of(scores), strict=True)):
        by_value[value] = by_value.get(value, 0.0) + share
        if value not in best or scores[at] > scores[best[value]]:
            best[value] = at
    return sorted(by_value.items(), key=lambda item: -item[1]), best


def scores_of(field: str, signs: Sequence[Signs]) -> list[float]:
    """How much speaks for each of several alternatives, by the weights of a field."""
    return _scores(_weights()[field], signs)


def shares_of(scores: Sequence[float]) -> list[float]:
    """The probability of each alternative beside "none of these", which has no score."""
    top = max((0.0, *scores))
    shares = [math.exp(score - top) for score in scores]
    whole = sum(shares) + math.exp(-top)
    return [share / whole for share in shares]


def _scores(weights: Mapping[str, float], signs: Sequence[Signs]) -> list[float]:
    return [sum(weights.get(name, 0.0) * size for name, size in one.items()) for one in signs]


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    """The weights of the signs of candidates by field."""
    text = resources.files("quire.invoice").joinpath("choices.json").read_text("utf-8")
    loaded: dict[str, dict[str, float]] = json.loads(text)["weights"]
    return loaded
