"""Visual rows to rows of the statement: joins labels of several lines with their figures.

Drawn borders decide where they part the rows. Without borders, the distance of the lines, the indentation, brackets and
conjunctions left open, and known items decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from quire.finance.lexicon import canonical_item
from quire.finance.line_joins import join_lines
from quire.finance.statement import Kind
from quire.finance.text_pieces import RECOGNISED, Piece
from quire.hanzi import either_form
from quire.model.page import Page
from quire.tables.edges import horizontal_edges

PARTED = 0.75  # share of the rows that a border parts; with fewer, borders do not show the rows
NEARER = 0.9  # of the distance to the row above: a line so near to the one below belongs to that one
TIGHT = 0.93  # of the usual distance of rows; lines of one label are closer
_FEWEST_DOTS = 4  # leaders at the end of a label that are left out, at least
_FEWEST_PAIRS = 3  # of rows with figures: with fewer, borders do not show the rows
_FEW_GAPS = 2  # distances between rows: of so many, none is the usual one
_UNPARTED = 1.5  # what it says for one label that no border parts two lines of a scan in which all rows have some
_CLOSER = 1.5  # what a distance says there
_ONE_LABEL = 1.5  # the score from which on two lines are one label
OPEN_END = re.compile(
    either_form(
        r"(?:\b(?:and|or|of|to|the|in|for|by|from|with|on|at|a|an|net|other|including|less|per|as|than|non)"
        r"|[,、，（(/&\-–—]|及|和|的|与|或)$"
    ),
    re.IGNORECASE,
)
_LEADERS = ".·…_‥"  # dots that lead from a label to its figures
NUMBERED = re.compile(
    either_form(
        r"^(?:[一二三四五六七八九十]+[、.．]|[(（][一二三四五六七八九十\d]+[)）]|\d{1,2}[.．、]|其中[:：]|加[:：]"
        r"|减[:：]|[(（]?[a-z][)）.]\s|less\b|add\b)"
    ),
    re.IGNORECASE,
)


@dataclass(slots=True)
class Line:
    """A row in progress: the pieces of its label, its note and its figures by column."""

    labels: list[Piece] = field(default_factory=list)
    notes: list[Piece] = field(default_factory=list)
    values: dict[int, Piece] = field(default_factory=dict)
    top: float = 0.0  # baselines of the first and the last visual row
    bottom: float = 0.0
    page: int = 0
    caption: bool = False  # the title of a block of columns that stands as a row

    @property
    def label(self) -> str:
        """The label on one line."""
        text = ""
        for piece in self.labels:
            own = _as_printed(piece) if piece.figure else piece.text
            text = join_lines(text, _squeezed(own) if _is_cjk(own) else " ".join(own.split()))
        bare = text.rstrip(f"{_LEADERS} ")
        return bare if sum(char in _LEADERS for char in text[len(bare) :]) >= _FEWEST_DOTS else text

    @property
    def start(self) -> float:
        """Where the label begins, points; 0 without one."""
        return min((p.x0 for p in self.labels), default=0.0)

    @property
    def size(self) -> float:
        """The font size of the label or of the first figure."""
        pieces = self.labels or list(self.values.values()) or self.notes
        return pieces[0].size if pieces else 9.0


def _as_printed(piece: Piece) -> str:
    """A figure that is a part of a label with its currency sign."""
    return "".join((" " if t.space and i else "") + t.text for i, t in enumerate(piece.tokens))


def _is_cjk(text: str) -> bool:
    return any("\u4e00" <= c <= "\u9fff" for c in text)


def _squeezed(text: str) -> str:
    """Chinese text without the spaces that justification puts between characters."""
    return re.sub(r"(?<=[^\x00-\x7f])\s+(?=[^\x00-\x7f])|(?<=[^\x00-\x7f])\s+(?=[(:：])", "", text.strip())


def borders_of(page: Page, x0: float, x1: float) -> list[float]:
    """The y of borders that run along most of the label column, from top to bottom."""
    width = max(1.0, x1 - x0)
    found = [e.at for e in horizontal_edges(page) if min(e.hi, x1) - max(e.lo, x0) > 0.6 * width]
    return sorted(found)


def merge_lines_to_rows(
    lines: Sequence[Line], borders: Sequence[float], limit: float, kind: Kind, language: str
) -> list[Line]:
    """Visual rows merged to rows.

    Args:
        lines: The visual rows from top to bottom.
        borders: Heights of borders.
        limit: The right end of the label column.
        kind: Of the statement, for its items.
        language: "zh" or "en".
    """
    if not lines:
        return []
    ruled = _is_ruled(lines, borders)
    read = any(p.confidence <= RECOGNISED for line in lines for p in (*line.labels, *line.values.values()))
    pitch = _pitch(lines) or (median(b - a for a, b in pairwise(borders)) if ruled else 0.0)
    shared = _Shared(pitch, limit, kind, language, ruled, tuple(borders), _UNPARTED if ruled and read else 0.0)
    out = [_copy(lines[0])]
    for at, line in enumerate(lines[1:], 2):
        after = lines[at] if at < len(lines) else None
        last = out[-1]
        if _belongs(last, line, shared) and not _is_nearer(line, after, last):
            _add(last, line)
        else:
            out.append(_copy(line))
    return out


@dataclass(frozen=True, slots=True)
class _Shared:
    pitch: float
    limit: float
    kind: Kind
    language: str
    ruled: bool
    borders: tuple[float, ...]
    unparted: float  # what a border that is not there says, where some are missed: for one label


def _copy(line: Line) -> Line:
    return Line(list(line.labels), list(line.notes), dict(line.values), line.top, line.bottom, line.page, line.caption)


def _add(last: Line, line: Line) -> None:
    last.labels += line.labels
    last.notes += line.notes
    for column, piece in line.values.items():
        last.values.setdefault(column, piece)
    last.bottom = line.bottom


def _is_ruled(lines: Sequence[Line], borders: Sequence[float]) -> bool:
    """Whether borders separate (nearly) all pairs of rows with figures."""
    pairs = list(pairwise(line for line in lines if line.values))
    if len(pairs) < _FEWEST_PAIRS:
        return False
    return sum(_parted(a, b, borders) for a, b in pairs) >= PARTED * len(pairs)


def _parted(upper: Line, lower: Line, borders: Sequence[float]) -> bool:
    low, high = upper.bottom - 0.3 * upper.size, lower.top - 0.3 * lower.size
    return any(low < b < high for b in borders)


def _pitch(lines: Sequence[Line]) -> float:
    """The usual distance between the baselines of rows with figures; 0 with too few rows."""
    gaps = [b.top - a.bottom for a, b in pairwise(lines) if a.values and b.values and a.page == b.page]
    return median(gaps) if len(gaps) > _FEW_GAPS else 0.0


def _belongs(upper: Line, lower: Line, shared: _Shared) -> bool:
    """Whether `lower` continues the row `upper`."""
    if upper.caption or lower.caption or upper.page != lower.page or _parted(upper, lower, shared.borders):
        return False
    if upper.values and lower.values and not (shared.ruled and not set(upper.values) & set(lower.values)):
        return False
    gap = lower.top - upper.bottom
    if shared.ruled and not (shared.unparted and upper.labels and lower.labels):
        return gap < 2.2 * max(upper.size, lower.size) or not lower.labels
    if gap > 1.75 * max(upper.size, lower.size):
        return False
    if not lower.labels:  # figures set between or below the lines of their label
        return bool(upper.labels) and not upper.values
    if not upper.labels:
        return gap < 0.9 * lower.size
    return _goes_on(upper, lower, gap, shared)


def _is_nearer(line: Line, after: Line | None, last: Line) -> bool:
    """Whether a line without figures stands nearer to the line below it, whose label goes on, than to a row above."""
    if after is None or line.values or not last.values or not after.labels or after.page != line.page:
        return False
    below, above = after.top - line.bottom, line.top - last.bottom
    if _open_bracket(last.label) or NUMBERED.match(after.label):
        return False
    return below < NEARER * above and (bool(after.values) or _open_bracket(line.label))


def _goes_on(upper: Line, lower: Line, gap: float, shared: _Shared) -> bool:
    """Whether the label of `lower` continues the label of `upper`, by all signs together."""
    above, below = upper.label, lower.label
    if above.rstrip().endswith((":", "：")) and not _open_bracket(above):
        return False
    if NUMBERED.match(below) and not _open_bracket(above):
        return False
    score = shared.unparted
    score += 3.0 if _open_bracket(above) else 0.0
    score += 2.5 if OPEN_END.search(above.strip()) else 0.0
    score += 2.0 if below[:1].islower() or below[:1] in ")）,，、" else 0.0
    closer, wider = (_CLOSER, -_CLOSER) if shared.unparted else (1.0, -0.5)  # rows between borders have padding
    score += closer if shared.pitch and gap < TIGHT * shared.pitch else wider if shared.pitch else 0.0
    first = lower.labels[0].tokens[0]
    reach = max(p.x1 for p in upper.labels) + (first.x1 - first.x0 if shared.language == "en" else upper.size)
    score += 1.0 if reach > shared.limit - upper.size else -1.5
    score -= 0.5 if lower.start < upper.start - 1 and shared.language == "en" else 0.0
    score -= 1.5 if above.isupper() and not below.isupper() else 0.0
    score += _known(above, below, shared)
    return score >= _ONE_LABEL


def _known(above: str, below: str, shared: _Shared) -> float:
    """What known items say: two known ones are two rows, halves of a known one are one row."""
    whole, upper, lower = (
        canonical_item(text, shared.kind, shared.language) for text in (join_lines(above, below), above, below)
    )
    if whole and not (upper and lower):
        return 2.0 if whole != upper else 0.0  # the end of a line with a comma may be anything
    return -1.0 * bool(upper) - 1.0 * bool(lower)


def _open_bracket(text: str) -> bool:
    return sum(text.count(c) for c in "(（[") > sum(text.count(c) for c in ")）]")
