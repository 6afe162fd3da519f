"""Which partition of a plain text into chapters is right: what speaks for each, weighed with learned weights."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter
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

__all__ = [
    "Partition",
    "around_core",
    "doubt_evidence",
    "doubt_odds",
    "evidence",
    "first_sections",
    "line_look",
    "partition_odds",
]

_FEWEST = 3
_SAME = {"worded": "numbered"}
"""Kinds of rows that are told apart by their evidence alone."""


_DOUBTS = ("even", "signs", "numbered", "largest", "count", "front")
"""Evidence of a partition that tells how far its odds can be believed."""
_ALIKE, _FAR_APART = 0.8, 8.0
"""Share of the heads of two partitions that both have, from which on they are one, and log odds that are far apart."""
_SIGNS = re.compile(r"[={}<>|;$\\]|\(\)|//|^#(?!#+\s)|\w\(|[\w]_\w|\]:")
"""Signs of program text and tables; “##” before a title is its mark."""
_FIRST_SECTION = re.compile(r"(\d{1,4})[.．-]1\b(?!\.)")
_LOWER = re.compile(r"[a-z]")
_SECTION = 400
"""Lines below the title of a chapter within which its first section begins."""


class Partition(NamedTuple):
    """A way to part a text: the kind of its rows, and its titles by line with their levels."""

    kind: str
    titles: Mapping[int, tuple[int, str]]
    heads: tuple[int, ...]  # lines at which its chapters begin


def partition_odds(found: Mapping[str, float]) -> float:
    """How much speaks for a partition, compared with the others of its text."""
    return _sum("right", found)


def doubt_evidence(
    at: int, ways: Sequence[tuple[Partition, Mapping[str, float]]], odds: Sequence[float]
) -> dict[str, float]:
    """What speaks for a partition of a text being wrong: its odds, those of another one, its evidence.

    Args:
        at: its place.
        ways: all partitions, each with what speaks for it.
        odds: of each.
    """
    one, found = ways[at]
    own = set(one.heads)
    apart = [
        odds[at] - other
        for (way, _), other in zip(ways, odds, strict=True)
        if way.heads and len(own & set(way.heads)) < _ALIKE * len(own | set(way.heads))
    ]
    nearest = min([_FAR_APART, *apart]) if apart else _FAR_APART / 2
    return {name: found.get(name, 0.0) for name in _DOUBTS} | {"odds": odds[at], "apart": nearest, "bias": 1.0}


def doubt_odds(found: Mapping[str, float]) -> float:
    """The log odds of a partition being wrong."""
    return _sum("wrong", found)


def _sum(kind: str, found: Mapping[str, float]) -> float:
    weights = _weights()[kind]
    return sum(weights.get(name, 0.0) * value for name, value in found.items())


@cache
def _weights() -> Mapping[str, Mapping[str, float]]:
    text = resources.files("quire.read.books").joinpath("partition_weights.json").read_text("utf-8")
    return dict(json.loads(text)["weights"])


def evidence(
    one: Partition,
    lines: Sequence[str],
    before: Sequence[int],
    rules: Sequence[int],
    lists: Sequence[ContentsList],
    *,
    sections: Sequence[tuple[int, int]] = (),
) -> dict[str, float]:
    """What speaks for and against a partition.

    Args:
        one: the partition.
        lines: of the text, without white space around and without its lists of contents.
        before: characters before each line.
        rules: lines of the titles that rules find.
        lists: the lists of contents of the text.
        sections: as `first_sections` finds them.
    """
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
    looks = [(line_look(lines[at])) for at in heads]
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
        "signs": sum(_SIGNS.search(lines[at]) is not None for at in heads) / len(heads),
        "sentence": sum(_LOWER.match(lines[at]) is not None for at in heads) / len(heads),
        "alone": sum(one and other for one, other in zip(alone, below, strict=True)) / len(heads),
        "opens sections": _opened(heads, numbers, len(lines), sections) if len(numbers) == len(heads) else 0.0,
        "count": log(len(heads)),
        "few": float(len(heads) < 5),
        "list": float(bool(lists)),
        "of list": len(own & listed) / len(listed) if listed else 0.0,
        "in list": len(own & listed) / len(own) if listed else 0.0,
        "of rules": len(own & ruled) / len(ruled) if ruled else 0.0,
        "in rules": len(own & ruled) / len(own),
        "rules": float(len(ruled) > _FEWEST),
        "indented": float(" at " in one.kind),
        "parts": float(len({level for level, _ in one.titles.values()}) > 1),
    }


def around_core(
    one: Partition, core: Sequence[int], lines: Sequence[str], lists: Sequence[ContentsList]
) -> dict[str, float]:
    """What speaks for the heads of a partition besides the row whose numbers are whole: prefaces, interludes.

    Args:
        one: the partition.
        core: lines of that row; () for none.
        lines: as for `evidence`.
        lists: as for `evidence`.
    """
    own = set(one.heads)
    held = len(own.intersection(core)) / len(core) if core else 0.0
    extra = own.difference(core)
    out = {"of core": held, "is core": float(held == 1 and not extra)}
    if held < _ALIKE or not extra:
        return out
    usual = Counter(_gap(lines, at) for at in core).most_common(1)[0][0]
    return out | {
        "holds core": 1.0,
        "beyond core": min(2.0, len(extra) / len(core)),
        "beyond core as it": sum(_gap(lines, at) == usual for at in extra) / len(extra),
        "beyond core listed": len(extra.intersection(lists[0].heads)) / len(extra) if lists else 0.0,
    }


def first_sections(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Lines of the first sections of chapters, with the number of the chapter: 3 of “3.1 Boxes”."""
    found = ((at, _FIRST_SECTION.match(line)) for at, line in enumerate(lines) if line[:1].isdigit())
    return [(at, int(hit[1])) for at, hit in found if hit]


def _opened(heads: Sequence[int], numbers: Sequence[int], end: int, sections: Sequence[tuple[int, int]]) -> float:
    """Share of the numbered heads below which a section follows with their number: 3.1 below 3."""
    found = 0
    for at, after, number in zip(heads, [*heads[1:], end], numbers, strict=True):
        first = bisect_left(sections, (at + 1, 0))
        last = bisect_left(sections, (min(after, at + _SECTION), 0))
        found += number > 0 and any(sections[place][1] == number for place in range(first, last))
    return found / len(heads)


def _gap(lines: Sequence[str], at: int) -> int:
    gap = 0
    while gap < 4 and at > gap and not lines[at - gap - 1]:
        gap += 1
    return gap


def line_look(line: str) -> str:
    """How a title looks: in capitals, in Chinese or else, with a full stop or without."""
    letters = [char for char in line if char.isalpha()]
    case = "C" if letters and all(map(str.isupper, letters)) else "W" if line[:1] > "\u2e7f" else "a"
    return case + ("." if line.endswith(".") else "")
