"""Lines to rows: overprints dropped, pieces on one baseline joined."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from quire.model.geometry import Box
from quire.model.page import Line, Style, Word
from quire.text import is_rtl

# Two texts whose boxes differ by less than this are printed over each other (shadows, fake bold).
_OVERPRINT = 1.5
# Baselines of one row differ by less than this share of the type size (raised and lowered pieces).
_BASELINE_SLACK = 0.35
# A word lower than this share of its neighbour is a bullet or a mark: its gap, in heights of the neighbour, and the
# share of its height beside it. The same of other pieces, in heights of the lower one.
_SMALL_PIECE, _SMALL_GAP, _SMALL_SHARED = 0.6, 1.5, 0.8
_PIECE_GAP, _PIECE_SHARED = 0.3, 0.6
# Wide punctuation with an empty half, and type sizes of it that the texts at both sides may overlap.
_CLOSING, _OPENING, _EMPTY_HALVES = frozenset("，。、；：！？”’）》】」』"), frozenset("“‘（《【「『"), 0.85
# Small capitals are at least this share of the size of the capitals before them, "I" and "NTRODUCTION"; Word makes .8.
_SMALL_CAPITALS = 0.65
# Characters at a line's start that decide its direction: a number or bracket may come first.
_TELLING = 8

SAME_ROW = 3.0
"""Points between the baselines of two texts on one row that are set in different fonts: a heading and its text."""

SAME_BASELINE = 1.5
"""Points between the baselines of two lines of one font on one row. Beside running text, where baselines agree by
chance, `SAME_ROW` would match too many lines."""

LEADERS = frozenset(".·…_․‧")
LEAST_LEADERS = 3
"""The characters of leaders, and how many make one, in one word or in several."""

MIDDLE = 0.3
"""Type sizes from the baseline up to the middle of the letters."""


class Row:
    """One row of text of a column: the pieces that share a baseline, in the direction of the writing.

    Attributes:
        lines: The pieces.
        x0: The left edge.
        y0: The upper edge.
        x1: The right edge.
        y1: The lower edge.
        baseline: Of the widest piece.
        style: Of most of its text.
        bold: Whether all its letters are bold.
        text: What it says.
    """

    __slots__ = ("baseline", "bold", "lines", "style", "text", "x0", "x1", "y0", "y1")

    def __init__(  # noqa: PLR0913, PLR0917 - a record
        self,
        lines: tuple[Line, ...],
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        baseline: float,
        style: Style,
        bold: bool,  # noqa: FBT001
        text: str,
    ) -> None:
        self.lines = lines
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
        self.baseline = baseline
        self.style = style
        self.bold = bold
        self.text = text

    def __reduce__(self) -> tuple[object, ...]:
        """How to pickle it; compiled classes have no default."""
        own = (self.lines, self.x0, self.y0, self.x1, self.y1, self.baseline, self.style, self.bold, self.text)
        return Row, own

    def mirrored(self) -> Row:
        """The mirrored row; the edges of its pieces stay."""
        return Row(self.lines, -self.x1, self.y0, -self.x0, self.y1, self.baseline, self.style, self.bold, self.text)

    @property
    def size(self) -> float:
        """Points of most of its text."""
        return self.style.size

    @property
    def middle(self) -> float:
        """The height of the middle of its letters, points; a fill or a rule that holds this point holds the row."""
        return self.baseline - MIDDLE * self.style.size

    @property
    def box(self) -> Box:
        """The row's box."""
        return Box(self.x0, self.y0, self.x1, self.y1)

    @property
    def width(self) -> float:
        """Points from the first to the last glyph."""
        return self.x1 - self.x0


def line_text(line: Line) -> str:
    """The same as `Line.text`, ten times faster when this package is compiled; it is called everywhere."""
    words = line.words
    if len(words) == 1 and not words[0].space:
        return words[0].text
    parts: list[str] = []
    for word in words:
        if parts and not word.space:  # seldom: where the style changes inside a word
            parts[-1] += word.text
        else:
            parts.append(word.text)
    text = " ".join(parts)
    return " " + text if words and words[0].space else text


def box_of(lines: Sequence[Line]) -> Box:
    """The smallest box that holds all of the lines; there is at least one."""
    first = lines[0]
    x0, y0, x1, y1 = first.x0, first.y0, first.x1, first.y1
    for line in lines:
        x0, y0, x1, y1 = min(x0, line.x0), min(y0, line.y0), max(x1, line.x1), max(y1, line.y1)
    return Box(x0, y0, x1, y1)


def without_overprints(lines: Iterable[Line]) -> list[Line]:
    """The lines, each once: a second printing of a text at the same place is dropped."""
    seen: dict[tuple[str, int], list[Line]] = {}
    kept: list[Line] = []
    for line in lines:
        key = (line.words[0].text, len(line.words))
        others = seen.get(key)
        if others is None:
            seen[key] = [line]
        elif any(_over(line, other) for other in others):
            continue
        else:
            others.append(line)
        kept.append(line)
    return kept


def rows_of(lines: Sequence[Line]) -> list[Row]:
    """The rows of a column from top to bottom; `lines` in any order, upright."""
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda one: one.baseline):
        for row in reversed(rows[-3:]):
            if _on_row(line, row):
                row.append(line)
                break
        else:
            rows.append([line])
    return sorted((row_of(row) for row in rows), key=lambda row: row.baseline)


def row_of(lines: Sequence[Line]) -> Row:
    """One row of the given pieces."""
    if len(lines) == 1:
        line = lines[0]
        style = style_of(line)
        bold = style.bold and all(w.style.bold or not _lettered(w.text) for w in line.words)
        return Row((line,), line.x0, line.y0, line.x1, line.y1, line.baseline, style, bold, line_text(line))
    pieces = tuple(sorted(lines, key=lambda one: one.x0))
    lead = max(pieces, key=lambda one: one.x1 - one.x0)
    bold = all(w.style.bold or not _lettered(w.text) for line in pieces for w in line.words)
    left = pieces[0].x0
    if _reads_backwards(pieces, lead):
        pieces = pieces[::-1]
    return Row(
        pieces,
        left,
        min(line.y0 for line in pieces),
        max(line.x1 for line in pieces),
        max(line.y1 for line in pieces),
        lead.baseline,
        style_of(lead),
        bold and any(_lettered(line_text(line)) for line in pieces),
        " ".join([line_text(line) for line in pieces]),
    )


def style_of(line: Line) -> Style:
    """The style of most of the line's text; small capitals are as large as the capitals that they follow."""
    words = line.words
    style = words[0].style
    if len(words) == 1 or (words[-1].style is style and words[len(words) // 2].style is style):
        return style
    widths: dict[Style, float] = {}
    for word in words:
        widths[word.style] = widths.get(word.style, 0.0) + word.x1 - word.x0
    style = max(widths, key=widths.__getitem__)
    for first, rest in pairwise(words):
        if rest.style == style and not rest.space and rest.text.isupper() and first.text[-1].isupper():
            capital = first.style
            if capital.font == style.font and style.size < capital.size < style.size / _SMALL_CAPITALS:
                return capital
    return style


def _reads_backwards(pieces: Sequence[Line], lead: Line) -> bool:
    """Whether the pieces of a row are read from the rightmost one on.

    On paper rows in right-to-left scripts are; on a mirrored page rows in Latin letters alone.
    """
    if not lead.mirrored:
        return any(map(is_rtl, map(ord, line_text(lead)[:_TELLING])))
    text = "".join([line_text(piece) for piece in pieces])
    return not any(map(is_rtl, map(ord, text))) and _lettered(text)


def _lettered(text: str) -> bool:
    return any(char.isalpha() for char in text)


def _over(a: Line, b: Line) -> bool:
    return (
        abs(a.x0 - b.x0) < _OVERPRINT
        and abs(a.y0 - b.y0) < _OVERPRINT
        and abs(a.x1 - b.x1) < _OVERPRINT
        and line_text(a) == line_text(b)
    )


def _on_row(line: Line, row: list[Line]) -> bool:
    """Whether a line belongs to a row: on its baseline, or raised or lowered beside it, and not over its pieces."""
    for piece in row:
        if line.x0 < piece.x1 - 1 and piece.x0 < line.x1 - 1 and not _are_set_close(line, piece):
            return False
    near = min(row, key=lambda piece: min(abs(piece.x1 - line.x0), abs(line.x1 - piece.x0)))
    lesser = line if line.y1 - line.y0 < near.y1 - near.y0 else near
    small, large = sorted((line.y1 - line.y0, near.y1 - near.y0))
    if abs(line.baseline - near.baseline) <= _BASELINE_SLACK * small:
        return True
    gap = max(near.x0 - line.x1, line.x0 - near.x1)
    shared = min(line.y1, near.y1) - max(line.y0, near.y0)
    if small < _SMALL_PIECE * large and len(lesser.words) == 1:  # a small bullet, a raised mark
        return gap < _SMALL_GAP * large and shared > _SMALL_SHARED * small
    return gap < _PIECE_GAP * small and shared > _PIECE_SHARED * small


def _are_set_close(a: Line, b: Line) -> bool:
    """Whether two texts of one baseline overlap in the empty half of wide punctuation that is set close: ”“."""
    first, second = (a, b) if a.x0 < b.x0 else (b, a)
    over = first.x1 - second.x0
    return (
        abs(a.baseline - b.baseline) < SAME_BASELINE
        and second.x1 > first.x1
        and over < _EMPTY_HALVES * first.words[-1].style.size
        and (first.words[-1].text[-1] in _CLOSING or second.words[0].text[0] in _OPENING)
    )


def led_words(words: Sequence[Word]) -> set[int]:
    """The words that are leaders: dots, at least three in words that follow each other."""
    found: set[int] = set()
    start = dots = 0
    for i, word in enumerate(words):
        if word.text[0] not in LEADERS or not LEADERS.issuperset(word.text):
            start, dots = i + 1, 0
            continue
        dots += len(word.text)
        if dots >= LEAST_LEADERS:
            found.update(range(start, i + 1))
    return found
