"""Which partition of a plain text into chapters is right: what speaks for each, weighed with learned weights."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import pairwise
from math import log
from statistics import median
from typing import NamedTuple

from quire.heading_numbers import chapter_number
from quire.read.books.contents_list import ContentsList
from quire.read.books.heading_rows import BARE, UNNUMBERED, completeness, is_worded

__all__ = ["Partition", "evidence", "partition_odds"]

_FEWEST = 3
_SAME = {"worded": "numbered"}
"""Kinds of rows that are told apart by their evidence alone."""


class Partition(NamedTuple):
    """A way to part a text: the kind of its rows, and its titles by line with their levels."""

    kind: str
    titles: Mapping[int, tuple[int, str]]
    heads: tuple[int, ...]  # lines at which its chapters begin


def partition_odds(found: Mapping[str, float]) -> float:
    """How much speaks for a partition, compared with the others of its text."""
    weights = _weights()
    return sum(weights.get(name, 0.0) * value for name, value in found.items())


@cache
def _weights() -> Mapping[str, float]:
    text = resources.files("quire.read.books").joinpath("partition_weights.json").read_text("utf-8")
    return dict(json.loads(text)["weights"])


def evidence(
    one: Partition,
    lines: Sequence[str],
    before: Sequence[int],
    rules: Sequence[int],
    lists: Sequence[ContentsList],
) -> dict[str, float]:
    """What speaks for and against a partition."""
    heads = one.heads
    kind = one.kind.partition(" ")[0]
    out = {f"is {_SAME.get(kind, kind)}": 1.0, "in rules' parts": float("in rules" in one.kind)}
    total = before[-1] or 1
    if len(heads) < 2:
        return out | {"one": 1.0, "list": float(bool(lists)), "size": log(1 + total / 50_000)}
    ends = [*heads[1:], len(before) - 1]
    sizes = [before[end] - before[at + 1] for at, end in zip(heads, ends, strict=True)]
    front = before[heads[0]]
    full = [max(1, size) for size in sizes]
    inner = sum(full)
    entropy = -sum(size / inner * log(size / inner) for size in full) / log(len(full))
    usual = median(full)
    rate = log(len(heads) * 100_000 / total)
    wide = sum(1 for line in lines[heads[0] : heads[0] + 400] for char in line[:40] if char > "\u2e7f") > 2000
    numbers = [chapter_number(one.titles[at][1]) for at in heads if at in one.titles]
    known = [number for number in numbers if number]
    steps = [(a, b) for a, b in pairwise(known)]
    alone = [not (at and lines[at - 1]) for at in heads]
    below = [at + 1 < len(lines) and not lines[at + 1] for at in heads]
    gaps = [_gap(lines, at) for at in heads]
    looks = [(_shape(lines[at])) for at in heads]
    listed = set(lists[0].heads) if lists else set()
    ruled = set(rules)
    own = set(heads)
    names = [re.sub(r"[\W_]+", "", one.titles[at][1]).lower() for at in heads if at in one.titles]
    return out | {
        "even": entropy,
        "rate": rate,
        "rate^2": (rate - 1.5 - wide) ** 2,
        "largest": max(full) / total,
        "front": min(1.0, front / total),
        "front/usual": min(5.0, front / usual),
        "tiny": sum(size < 0.1 * usual for size in sizes) / len(sizes),
        "bare": sum(size <= BARE for size in sizes) / len(sizes),
        "numbered": len(known) / len(heads),
        "worded": sum(is_worded(lines[at]) for at in heads) / len(heads),
        "complete": completeness(numbers),
        "up": sum(b == a + 1 for a, b in steps) / len(steps) if steps else UNNUMBERED,
        "lost": min(1.0, sum(b - a - 1 for a, b in steps if 1 < b - a < 30) / len(heads)),
        "begins at one": float(bool(known) and known[0] <= 1),
        "begins late": float(bool(known) and known[0] > 1),
        "above": sum(alone) / len(heads),
        "below": sum(below) / len(heads),
        "same gap": max(map(gaps.count, set(gaps))) / len(heads),
        "same look": max(map(looks.count, set(looks))) / len(heads),
        "wide gap": sum(gap > 1 for gap in gaps) / len(heads),
        "long": sum(len(lines[at]) > 40 + 30 * (not wide) for at in heads) / len(heads),
        "ends": sum(lines[at][-1:] in "，,；;。？！?!：:、…”」" for at in heads) / len(heads),
        "distinct": len(set(names)) / len(names) if names else 0.0,
        "count": log(len(heads)),
        "few": float(len(heads) < 5),
        "list": float(bool(lists)),
        "of list": len(own & listed) / len(listed) if listed else 0.0,
        "in list": len(own & listed) / len(own) if listed else 0.0,
        "of rules": len(own & ruled) / len(ruled) if ruled else 0.0,
        "in rules": len(own & ruled) / len(own),
        "rules": float(len(ruled) > _FEWEST),
        "parts": float(len({level for level, _ in one.titles.values()}) > 1),
    }


def _gap(lines: Sequence[str], at: int) -> int:
    gap = 0
    while gap < 4 and at > gap and not lines[at - gap - 1]:
        gap += 1
    return gap


def _shape(line: str) -> str:
    letters = [char for char in line if char.isalpha()]
    case = "C" if letters and all(map(str.isupper, letters)) else "W" if line[:1] > "\u2e7f" else "a"
    return case + ("." if line.endswith(".") else "")
