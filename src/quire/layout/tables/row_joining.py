"""Visual rows of an open table joined to logical rows: which row goes on with the text of the row above."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.grids import is_slanted
from quire.layout.tables.gutters import Columns, span_of
from quire.tables.edges import Edge

_ITEM = re.compile(
    r"(?:[•●▪■–—-]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)]|\([ivx]+\)|[一二三四五六七八九十]+、|（[一二三四五六七八九十]+）|\d+[、.．])"
)
_DIGITS = re.compile(r"\d+")
MANY = 3  # columns: single words in so many do not all wrap behind each other
RULED = -3.0  # evidence of a rule between two rows
JOINS = 1.0  # evidence from which on two visual rows are one


@dataclass(slots=True)
class Joiner:
    """Decides for consecutive visual rows below the header."""

    columns: Columns
    rows: Sequence[Row]
    rules: Sequence[Edge]  # long horizontal rules inside the table
    _figure_columns: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        """Find the columns that hold figures in the main."""
        pieces = [(c, p) for row in self.rows for c, p in self._by_column(row).items()]
        figures = Counter(c for c, p in pieces if p.amount)
        texts = Counter(c for c, p in pieces if not p.amount)
        self._figure_columns = frozenset(c for c, n in figures.items() if n > texts[c])

    def starts(self) -> list[bool]:
        """For each row whether a logical row starts with it."""
        return [True, *(evidence < JOINS for evidence in self.evidence())]

    def evidence(self) -> list[float]:
        """For each row but the first the evidence that it goes on with the row above; `JOINS` and more are enough."""
        steps = [self._step(a, b) for a, b in pairwise(self.rows)]
        usual = median(steps) if steps else 0.0
        tight = min(steps) if steps else 0.0
        parted = [self._ruled(a, b) for a, b in pairwise(self.rows)]
        by_rules = sum(parted) >= max(2, 0.5 * sum(1 for row in self.rows if row.amounts or len(row.pieces) > 1) - 1)
        found: list[float] = []
        for i, (above, row) in enumerate(pairwise(self.rows)):
            if parted[i]:
                found.append(RULED)
                continue
            evidence = 0.8 if by_rules else 0.0
            if steps[i] > 1.25 * tight and steps[i] > tight + 2:
                evidence -= 0.6
            elif usual > 1.25 * tight:
                evidence += 0.6
            found.append(evidence + self.goes_on(above, row))
        return found

    def _step(self, above: Row, row: Row) -> float:
        """How far below a row stands: by the cells of one column, since cells of one row may sit at several heights."""
        upper, lower = self._by_column(above), self._by_column(row)
        below = [lower[c].line.baseline - upper[c].line.baseline for c in lower.keys() & upper.keys()]
        return min(below, default=row.baseline - above.baseline)

    def _ruled(self, above: Row, row: Row) -> bool:
        width = self.columns.extents[-1][1] - self.columns.extents[0][0]
        lo, hi = above.baseline - 0.1 * above.height, row.baseline - 0.4 * row.height
        return any(lo <= e.at <= hi and e.hi - e.lo >= 0.5 * width for e in self.rules)

    def goes_on(self, above: Row, row: Row) -> float:
        """Evidence that `row` continues cells of `above`."""
        upper, lower = self._by_column(above), self._by_column(row)
        if any(p.amount for p in row.pieces) and any(p.amount for p in above.pieces):
            return -2.0
        if 0 not in lower:
            return self._cells_go_on(upper, lower)
        if len(lower) == 1:
            return self._label_goes_on(upper, above, row)
        if len(upper) == 1 and 0 in upper:
            return self._label_began_above(above, row)
        return self._all_go_on(upper, lower)

    def _by_column(self, row: Row) -> dict[int, Piece]:
        return {span_of(p.x0, p.x1, self.columns.borders)[0]: p for p in row.pieces}

    def _cells_go_on(self, upper: dict[int, Piece], lower: dict[int, Piece]) -> float:
        """The first column is empty below: text under text goes on; figures do not."""
        figures = self._figure_columns
        if any(p.amount and c in figures for c, p in lower.items()):
            return -1.0 if not all(c in upper for c in lower) or 0 in upper else 0.0
        if all(c in upper and c not in figures for c in lower):
            return 1.2
        return 0.2

    def _label_goes_on(self, upper: dict[int, Piece], above: Row, row: Row) -> float:
        """A label alone below a row: the rest of a label that was too long, or a new label."""
        if 0 not in upper:
            return -0.5
        first, second = upper[0], row.pieces[0]
        evidence = self._wraps(first, second)
        if len(above.pieces) == 1 and first.text.rstrip().endswith((":", "：")):
            return -1.0
        return evidence if _same_look(first, second) else evidence - 1.0

    def _label_began_above(self, above: Row, row: Row) -> float:
        """A label alone above a row with a label and cells: its first line, or a heading of a group."""
        first, second = above.pieces[0], row.pieces[0]
        if first.text.rstrip().endswith((":", "：")) or not _same_look(first, second):
            return -1.0
        return self._wraps(first, second)

    def _all_go_on(self, upper: dict[int, Piece], lower: dict[int, Piece]) -> float:
        if any(p.amount for p in lower.values()) or not all(c in upper for c in lower):
            return -1.0
        if len(lower) >= MANY and all(_is_word(upper[c]) for c in lower):
            return -1.0
        wraps = [self._wraps(upper[c], lower[c], c) for c in lower]
        return min(wraps) if len(wraps) > 1 else wraps[0]

    def _wraps(self, first: Piece, second: Piece, column: int = 0) -> float:
        """Evidence that the text of `second` stands below because it did not fit behind `first`."""
        left, right = self.columns.extents[column]
        word = second.line.words[0]
        need = min(word.x1 - word.x0, 3 * word.style.size if word.text[0] > "\u2e80" else 1e9) + 0.2 * word.style.size
        if word.text[0] > "\u2e80":
            need = word.style.size
        fits = first.x1 + need < right - 1
        evidence = -1.6 if fits else 0.6
        start = second.text[0]
        if (
            start.islower()
            or start in "(（,，;；)）"
            or first.text.rstrip().endswith(
                (",", "，", "-", "–", "—", "&", "、", "/", " of", " and", " the", " to", " in", " for", " on", " or")
            )
        ):
            evidence += 0.9
        if _ITEM.match(second.text) or _are_parallel(first.text, second.text):
            evidence -= 0.8
        if second.x0 > first.x0 + 3 and not fits:
            evidence += 0.4
        if second.x0 < first.x0 - 3:
            evidence -= 0.8
        return evidence if first.x1 - left > 0.3 * (right - left) else evidence - 0.5


def _is_word(piece: Piece) -> bool:
    """Whether a text is a single word of a script with spaces."""
    return len(piece.line.words) == 1 and piece.text[0] < "\u2e80"


def _are_parallel(first: str, second: str) -> bool:
    """Whether two texts differ in numbers only: "Bond 11 of 2012", "Bond 12 of 2013"."""
    return first != second and _DIGITS.sub("#", first) == _DIGITS.sub("#", second)


def _same_look(a: Piece, b: Piece) -> bool:
    x, y = a.line.words[-1].style, b.line.words[0].style
    return x.bold == y.bold and abs(x.size - y.size) < 0.6 and is_slanted([a.line]) == is_slanted([b.line])
