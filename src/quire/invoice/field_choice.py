"""One value of several candidates by the evidence for each, weighed together.

Every candidate has signs: what speaks for or against it. Their weighted sum is its score, and a softmax over all
candidates of the page and the answer "none of these" makes a probability of it, which is the confidence of the value.
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

_MOST = 0.995  # nothing is surer than what was measured can tell
_KEPT = 3  # candidates beside the chosen one that are told


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
    weights = _weights()[field]
    scores = [sum(weights.get(name, 0.0) * size for name, size in one.signs.items()) for one in candidates]
    top = max(scores, default=0.0)
    shares = [math.exp(score - max(top, 0.0)) for score in scores]
    whole = sum(shares) + math.exp(-max(top, 0.0))
    by_value: dict[str, float] = {}
    best: dict[str, int] = {}
    for at, (one, share) in enumerate(zip(candidates, shares, strict=True)):
        by_value[one.value] = by_value.get(one.value, 0.0) + share / whole
        if one.value not in best or scores[at] > scores[best[one.value]]:
            best[one.value] = at
    ranked = sorted(by_value.items(), key=lambda item: -item[1])
    if not ranked or ranked[0][1] < LEAST:
        return None
    others = tuple((value, round(share, 4)) for value, share in ranked[1 : 1 + _KEPT])
    return Choice(candidates[best[ranked[0][0]]], min(ranked[0][1], _MOST), others)


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    text = resources.files("quire.invoice").joinpath("choices.json").read_text("utf-8")
    loaded: dict[str, dict[str, float]] = json.loads(text)["weights"]
    return loaded
