"""Visual rows of a table joined to rows: which one goes on with the text of the row above, by all signs together.

The one definition for documents and statements. A text goes on below where its next word did not fit behind it, where
it stops in the middle (a conjunction, a comma, an open bracket) and where no white or rule parts the rows. Two
texts may be parts of one figure that a narrow cell broke.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.tables.column_gutters import Reach
from quire.tables.edges import Edge
from quire.tables.medians import median

_ITEM = re.compile(
    r"(?:[•●▪■–—-]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)]|\([ivx]+\)|[一二三四五六七八九十]+、|（[一二三四五六七八九十]+）|\d+[、.．])"
)
_OPEN_END = re.compile(
    r"(?:\b(?:and|or|of|to|the|in|for|by|from|with|on|at|a|an|net|other|including|less|per|as|than|non)"
    r"|[,、，（(/&\-–—]|及|和|的|与|與|或)$",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")
_IN_BRACKETS = re.compile(r"[(（][^()（）]{4,}[)）]")  # a unit or a remark; shorter ones are numbers of items
MANY = 3  # columns: single words in so many do not all wrap behind each other
RULED = -3.0  # evidence of a rule between two rows
BETWEEN = 3.0  # of none, where rules part nearly all rows
MISSED = 1.5  # of none there, where some may not have been found
CLOSER = 2.0  # of a step below the usual one of rows there; against it, of any other; both set by hand on scans
PARTED = 0.75  # of the rows with figures are parted by rules there, of
FEWEST = 3  # pairs at least
SPACE = 0.2  # of the size, between two words
TIGHT = 0.93  # of the usual step: lines of one text are closer
PITCH = 2.2  # of the height, from a line to the next of its row there
MOST_LINES = 8  # of a label that a bracket holds together
OPEN = 2.5  # evidence of an open bracket, or of a conjunction at the end
SAME_SIZE = 0.6  # points between the sizes of the lines of one text at most
JOINS = 1.0  # evidence from which on two visual rows are one


Look = tuple[bool, float, bool]
"""Whether a word is bold, its size in points, whether it is slanted."""


class Text(NamedTuple):
    """What stands in one column of a visual row, points."""

    text: str
    x0: float
    x1: float
    baseline: float
    size: float
    word: float  # how wide its first word is
    amount: bool
    looks: tuple[Look, Look]  # of its first word and its last
    words: int


class TextRow(NamedTuple):
    """A visual row: its texts by the number of their column, 0 for that of labels."""

    cells: dict[int, Text]
    baseline: float
    height: float


def joins(
    rows: Sequence[TextRow], extents: Sequence[Reach], rules: Sequence[Edge], *, missed: bool = False
) -> list[float]:
    """For each row but the first the evidence that it goes on with the row above; `JOINS` and more are enough.

    Args:
        rows: The visual rows below the header, from top to bottom.
        extents: Of the columns.
        rules: Long horizontal rules inside the table.
        missed: A rule may not have been found, as in a scan: that there is none proves less.
    """
    return _Joiner(rows, extents, rules).evidence(missed=missed)


class _Joiner:
    """Decides for consecutive visual rows below the header."""

    def __init__(self, rows: Sequence[TextRow], extents: Sequence[Reach], rules: Sequence[Edge]) -> None:
        self._rows = rows
        self._extents = extents
        self._rules = rules
        figures = Counter(c for row in rows for c, text in row.cells.items() if text.amount)
        texts = Counter(c for row in rows for c, text in row.cells.items() if not text.amount)
        self._figure_columns = frozenset(c for c, n in figures.items() if n > texts[c])

    def evidence(self, *, missed: bool) -> list[float]:
        """For each row but the first the evidence that it goes on with the row above."""
        pairs = list(pairwise(self._rows))
        steps = [_step(a, b) for a, b in pairs]
        usual = median(steps) if steps else 0.0
        tight = min(steps) if steps else 0.0
        parted = [self._is_parted(a, b) for a, b in pairs]
        by_rules = sum(parted) >= max(2, 0.5 * sum(len(row.cells) > 1 or _holds(row) for row in self._rows) - 1)
        filled = [i for i, row in enumerate(self._rows) if _holds(row)]
        ends = [any(parted[a:b]) for a, b in pairwise(filled)]
        nearly = len(ends) >= FEWEST and sum(ends) >= PARTED * len(ends)
        inside = self._in_brackets()
        found: list[float] = []
        for i, (above, row) in enumerate(pairs):
            if parted[i]:
                found.append(RULED)
                continue
            near = nearly and steps[i] < PITCH * max(above.height, row.height)
            if near and not missed:
                found.append(BETWEEN)
                continue
            evidence = 0.8 if by_rules else 0.0
            if near:
                evidence = MISSED + (CLOSER if steps[i] < TIGHT * self._pitch() else -CLOSER)
            elif steps[i] > 1.25 * tight and steps[i] > tight + 2:
                evidence -= 0.6
            elif usual > 1.25 * tight or steps[i] < TIGHT * usual:
                evidence += 0.6
            evidence += self._goes_on(above, row)
            found.append(evidence if i + 1 not in inside else max(OPEN, evidence + OPEN))
        return found

    def _in_brackets(self) -> set[int]:
        """The rows whose label goes on with brackets that a label before has opened and one of them closes.

        Of the lines of a label the first or the last has the figures.
        """
        found: set[int] = set()
        for start, first in enumerate(self._rows):
            if 0 not in first.cells or not open_bracket(first.cells[0].text):
                continue
            depth = 0
            for end in range(start, min(len(self._rows), start + MOST_LINES)):
                row = self._rows[end]
                if 0 not in row.cells or (end > start and _holds(row) and _holds(first)):
                    break
                depth += brackets_left_open(row.cells[0].text)
                if depth <= 0:
                    found.update(range(start + 1, end + 1))
                    break
                if end > start and _holds(row):
                    break
        return found

    def _pitch(self) -> float:
        """The usual step between rows that rules part: of rows with figures, without two of them that of the rules."""
        rows = [_step(a, b) for a, b in pairwise(self._rows) if _holds(a) and _holds(b)]
        return median(rows or [b.at - a.at for a, b in pairwise(self._rules)] or [0.0])

    def _is_parted(self, above: TextRow, row: TextRow) -> bool:
        """Whether a rule runs between two rows."""
        width = self._extents[-1][1] - self._extents[0][0]
        lo, hi = gap((above.baseline, above.height), (row.baseline, row.height))
        return any(lo <= e.at <= hi and e.hi - e.lo >= 0.5 * width for e in self._rules)

    def _goes_on(self, above: TextRow, row: TextRow) -> float:
        """Evidence that a row continues cells of the one above."""
        upper, lower = above.cells, row.cells
        if _holds(row) and _holds(above):
            return -2.0
        if 0 not in lower:
            return self._cells_go_on(upper, lower)
        if 0 not in upper:
            return -0.5 if len(lower) == 1 else self._all_go_on(upper, lower)
        if len(lower) > 1 and len(upper) > 1:
            return self._all_go_on(upper, lower)
        if len(upper) == 1 and upper[0].text.rstrip().endswith((":", "：")):
            return -1.0
        evidence = self._wraps(upper[0], lower[0])
        if _are_alike(upper[0].looks[1], lower[0].looks[0]):
            return evidence
        return evidence - 1.0 if len(lower) == 1 else -1.0

    def _cells_go_on(self, upper: dict[int, Text], lower: dict[int, Text]) -> float:
        """The first column is empty below: text under text goes on; figures do not."""
        figures = self._figure_columns
        if any(text.amount and c in figures for c, text in lower.items()):
            return -1.0 if not all(c in upper for c in lower) or 0 in upper else 0.0
        if all(c in upper and c not in figures for c in lower):
            return 1.2
        return 0.2

    def _all_go_on(self, upper: dict[int, Text], lower: dict[int, Text]) -> float:
        if any(text.amount for text in lower.values()) or not all(c in upper for c in lower):
            return -1.0
        if len(lower) >= MANY and all(upper[c].words == 1 and upper[c].text[0] < "\u2e80" for c in lower):
            return -1.0
        return min(self._wraps(upper[c], lower[c], c) for c in lower)

    def _wraps(self, first: Text, second: Text, column: int = 0) -> float:
        """Evidence that the text of `second` stands below because it did not fit behind `first`."""
        left, right = self._extents[column]
        start, above = second.text[0], first.text.rstrip()
        fits = first.x1 + needed(start, second.word, second.size) < right - 1
        evidence = -1.6 if fits else 0.6
        if is_unfinished(above) or _IN_BRACKETS.fullmatch(second.text):
            evidence += OPEN
        elif start.islower() or start in "(（,，;；)）":
            evidence += 0.9
        if _ITEM.match(second.text) or are_parallel(first.text, second.text):
            evidence -= 0.8
        if second.x0 > first.x0 + 3 and not fits:
            evidence += 0.4
        if second.x0 < first.x0 - 3:
            evidence -= 0.8
        return evidence if first.x1 - left > 0.3 * (right - left) else evidence - 0.5


def needed(start: str, word: float, size: float) -> float:
    """How much room a text needs behind it for a word that begins so; for one ideograph where it may break at each."""
    return size if start >= "\u2e80" else word + SPACE * size


def gap(above: tuple[float, float], row: tuple[float, float]) -> Reach:
    """The heights between which a rule parts two rows: each row is its baseline and its height."""
    return above[0] - 0.1 * above[1], row[0] - 0.4 * row[1]


def _step(above: TextRow, row: TextRow) -> float:
    """How far below a row stands: by the cells of one column, since cells of one row may sit at several heights."""
    below = [row.cells[c].baseline - above.cells[c].baseline for c in row.cells.keys() & above.cells.keys()]
    return min(below, default=row.baseline - above.baseline)


def _holds(row: TextRow) -> bool:
    return any(text.amount for text in row.cells.values())


def is_unfinished(text: str) -> bool:
    """Whether a text stops in the middle: a bracket is open, or it ends with a conjunction or a comma."""
    return open_bracket(text) or _OPEN_END.search(text) is not None


def open_bracket(text: str) -> bool:
    """Whether a bracket is not closed."""
    return brackets_left_open(text) > 0


def brackets_left_open(text: str) -> int:
    """How many more brackets a text opens than it closes."""
    return sum(text.count(c) for c in "(（[") - sum(text.count(c) for c in ")）]")


def _are_alike(one: Look, other: Look) -> bool:
    return one[0] == other[0] and abs(one[1] - other[1]) < SAME_SIZE and one[2] == other[2]


def are_parallel(first: str, second: str) -> bool:
    """Whether two texts differ in numbers only: "Bond 11 of 2012", "Bond 12 of 2013"."""
    return first != second and _DIGITS.sub("#", first) == _DIGITS.sub("#", second)


LONGEST = 40  # characters of a part
# A figure with groups of thousands (also of lakhs) or decimals, as it is written when nothing is cut off.
_WHOLE = re.compile(
    r"[(（\[]?[+\-–—−]?[$€£¥￥]?(?:\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?|\d+\.\d+)[)）\]]?[%％]?[)）\]]?"
)
_CUT = re.compile(r"[,.]\d{0,2}$")


def makes_whole(upper: str, lower: str) -> bool:
    """Whether two texts one below the other make one figure as it is written when nothing is cut off."""
    return len(upper) <= LONGEST and len(lower) <= LONGEST and _WHOLE.fullmatch(upper + lower) is not None


def is_cut_off(upper: str, lower: str) -> bool:
    """Whether a figure was surely cut between two texts that make it whole: "1,858,221,567." over "60"."""
    if not makes_whole(upper, lower):
        return False
    return lower[0] in ",." or (_CUT.search(upper) is not None and _WHOLE.fullmatch(upper) is None)
