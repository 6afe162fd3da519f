"""Tables that stand side by side: told by their captions on one height, or by rules that end between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.tables.edges import Edge
from quire.model.page import Line

SAME = 3.0  # points; rules of one table begin and end within this
GAP = 8.0  # points between the rules of two tables
MIN_WIDTH = 60.0  # points, of a rule as wide as a table
MIN_RULES = 2  # of each table
LEVEL = 1.5  # points between the baselines of two captions side by side, or of two texts of a row
MIN_ROWS = 2  # of several texts, in each table
_FIRST = frozenset("TFtf表图附")  # what numbered captions begin with: a cheap test
_NUMBERED = re.compile(r"(?:Tab(?:le|\.)|Fig(?:ure|\.))\s*[A-Z]?\d|附?[表图]\s*\d", re.IGNORECASE)


class _Part(NamedTuple):
    """An upright cut between two tables, and how far it reaches."""

    at: float
    top: float
    end: float
    lo: float = 0.0  # where the left table begins, when rules tell


def groups(lines: Sequence[Line], group: Sequence[int], rules: Sequence[Edge]) -> list[list[int]]:
    """The indices of a group of lines, parted where tables stand side by side.

    Args:
        lines: The lines of a page.
        group: Indices of those that may hold tables in common.
        rules: The level rules of the page.
    """
    rest = list(group)
    found: list[list[int]] = []
    for part in [*_by_rules(rules), *_by_captions([lines[i] for i in group])]:
        inside = [i for i in rest if part.top < lines[i].baseline < part.end]
        left = [i for i in inside if lines[i].x1 <= part.at]
        right = [i for i in inside if lines[i].x0 >= part.at]
        if any(lines[i].x0 < part.lo for i in left):
            continue  # labels of rows, beside which only the figures have rules
        if len(left) + len(right) == len(inside) and all(_has_rows([lines[i] for i in side]) for side in (left, right)):
            found += [left, right]
            rest = sorted(set(rest) - set(inside))
    return [rest, *found] if rest else found


def _by_rules(rules: Sequence[Edge]) -> Iterator[_Part]:
    """Cuts between rules that stand at the same heights and end at the same places, at least twice, none across."""
    if len(rules) < 2 * MIN_RULES:
        return
    wide = [rule for rule in rules if rule.hi - rule.lo >= MIN_WIDTH]
    pairs: list[tuple[Edge, Edge]] = []
    for i, one in enumerate(wide):
        for other in wide[i + 1 :]:
            if other.at - one.at > SAME:
                break
            a, b = (one, other) if one.lo < other.lo else (other, one)
            if b.lo - a.hi >= GAP:
                pairs.append((a, b))
    done: list[_Part] = []
    for a, b in pairs:
        alike = [
            p for p in pairs if all(abs(x - y) <= SAME for x, y in ((p[0].lo, a.lo), (p[0].hi, a.hi), (p[1].lo, b.lo)))
        ]
        top, end = alike[0][0].at, max(rule.at for rule in wide if _of(rule, a) or _of(rule, b))
        at = (a.hi + b.lo) / 2
        across = any(top - SAME <= e.at <= end + SAME and e.lo < at - GAP and e.hi > at + GAP for e in rules)
        if len(alike) >= MIN_RULES and not across and all(part.top != top for part in done):
            done.append(_Part(at, top, end + 1, a.lo - SAME))
    yield from done


def _of(rule: Edge, other: Edge) -> bool:
    return abs(rule.lo - other.lo) <= SAME and abs(rule.hi - other.hi) <= SAME


def _by_captions(lines: Sequence[Line]) -> Iterator[_Part]:
    """Cuts left of captions that stand beside others, up and down to the next lines that cross them."""
    captions = [line for line in lines if line.words[0].text[0] in _FIRST and _NUMBERED.match(line.text)]
    if len(captions) < 2:
        return
    captions.sort(key=lambda line: (round(line.baseline / LEVEL), line.x0))
    for left, right in pairwise(captions):
        if abs(left.baseline - right.baseline) > LEVEL or right.x0 - left.x1 < GAP:
            continue
        at = right.x0 - 2.0
        crossing = [line.baseline for line in lines if line.x0 < at < line.x1]
        top = max((y for y in crossing if y < left.baseline), default=0.0)
        end = min((y for y in crossing if y > left.baseline), default=float("inf"))
        yield _Part(at, top + 1, end - 1)


def _has_rows(lines: Sequence[Line]) -> bool:
    """Whether some lines stand beside others, so that they may be a table of their own."""
    bases = sorted(line.baseline for line in lines)
    return sum(b - a < LEVEL for a, b in pairwise(bases)) >= MIN_ROWS
