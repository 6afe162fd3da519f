"""Where one column of line items ends and the next begins: the borders under which the cells are what headings say.

A heading may stand in the middle of its column while the texts below begin at its left or end at its right, so the
widest white between two headings is often inside a column. Between the middles of two headings there is one border; of
all ways to set them the one is taken under which the fewest texts are cut, columns of figures hold figures, and the
fewest cells are empty or hold two texts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.invoice.item_headers import ColumnHeader, WordRow, split_runs

_ROWS = 16  # that are looked at, spread over the table
_SPOTS = 14  # places that are tried between two headings
_CUT, _STRANGE, _SHARED, _EMPTY, _SPLIT, _RARE = 3.0, 1.5, 1.0, 0.6, 0.3, 0.2
"""What it costs: a cut word, a text among figures, a further text of a cell, an empty cell, two near words parted, an
empty cell of a column that often has some."""

_ROOM = 0.01  # what ten points of white around a border are worth, up to it
_WHITE = 10.0  # points
_SPACE = 0.45  # heights: words of one text are as near
_FIGURES = frozenset({"quantity", "unit_price", "amount", "gross", "tax", "tax_rate", "discount"})
_SELDOM = frozenset({"other", "code", "unit", "tax", "tax_rate", "discount", "date", "number"})
_FIGURE = re.compile(
    r"(?i)[^\w\s]{0,2}\s?[^\W\d]{0,5}\.?\s?[^\w\s]{0,2}\s?\d[\d.,'’ ]*\s?(?:[^\w\s]{1,2}|[^\W\d]{1,8}\.?)?\)?|[-–—]"
)
_LETTER = re.compile(r"[^\W\d_]")


def item_borders(rows: Sequence[WordRow], heads: Sequence[ColumnHeader]) -> list[float]:
    """The x between each two columns, from left to right.

    Args:
        rows: the rows below the headings, those with figures.
        heads: the headings, from left to right.
    """
    if len(heads) < 2:
        return []
    some = rows[:: max(1, -(-len(rows) // _ROWS))]
    tables = [_Row(row) for row in some]
    ways: list[_Way] = [_Way(0.0, [], (0,) * len(tables))]
    for head, after in pairwise(heads):
        made = []
        for x, worth in _spots(some, head.centre, after.centre):
            ends = tuple(row.left_of(x) for row in tables)
            cut = worth + sum(row.cut(x) for row in tables)
            cost, way = min((way.cost + _cost(tables, head.kind, way.ends, ends), way.borders) for way in ways)
            made.append(_Way(cost + cut, [*way, x], ends))
        ways = made
    whole = tuple(len(row.words) for row in tables)
    return min((way.cost + _cost(tables, heads[-1].kind, way.ends, whole), way.borders) for way in ways)[1]


class _Way(NamedTuple):
    """The first borders of a way to set them."""

    cost: float
    borders: list[float]
    ends: tuple[int, ...]  # how many words of each row stand left of the last


class _Row:
    """A row whose cells are asked for many times."""

    def __init__(self, words: WordRow) -> None:
        self.words = words
        self._costs: dict[tuple[str, int, int], float] = {}

    def left_of(self, x: float) -> int:
        """How many words stand left of an x, by their middles."""
        return sum((word.box.x0 + word.box.x1) / 2 <= x for word in self.words)

    def cut(self, x: float) -> float:
        """What it costs that a border goes through a word, or between two words of one text."""
        if any(word.box.x0 < x < word.box.x1 for word in self.words):
            return _CUT
        near = (
            a.box.x1 <= x <= b.box.x0 and a.run == b.run and b.box.x0 - a.box.x1 < _SPACE * a.size
            for a, b in pairwise(self.words)
        )
        return _SPLIT * any(near)

    def cost(self, kind: str, start: int, end: int) -> float:
        """How little the words from one to another are a cell of a column."""
        key = kind, start, end
        if key not in self._costs:
            self._costs[key] = self._cost(*key)
        return self._costs[key]

    def _cost(self, kind: str, start: int, end: int) -> float:
        if start >= end:
            return _RARE if kind in _SELDOM else _EMPTY
        words = self.words[start:end]
        text = " ".join(word.text for word in words)
        strange = not _FIGURE.fullmatch(text) if kind in _FIGURES else kind == "name" and not _LETTER.search(text)
        return _STRANGE * strange + _SHARED * (len(split_runs(words)) - 1)


def _cost(rows: Sequence[_Row], kind: str, starts: Sequence[int], ends: Sequence[int]) -> float:
    """How little the words of rows from one to another are the cells of a column."""
    return sum(row.cost(kind, a, b) for row, a, b in zip(rows, starts, ends, strict=True))


def _spots(rows: Sequence[WordRow], low: float, high: float) -> list[tuple[float, float]]:
    """The places of a border between two x with what each costs for the little white around it."""
    near = [w.box for row in rows for w in row if w.box.x1 > low and w.box.x0 < high]
    ends = sorted({low, high, *(x for box in near for x in (box.x0, box.x1) if low < x < high)})
    found = []
    for a, b in pairwise(ends):
        x = (a + b) / 2
        found.append((sum(box.x0 < x < box.x1 for box in near), -(b - a), x))
    found.sort()
    spots = [(x, _ROOM * (1 - min(-room, _WHITE) / _WHITE)) for _, room, x in found[:_SPOTS]]
    return sorted(spots) or [((low + high) / 2, 0.0)]
