"""Recognised figures of two columns that were read as one, parted where figures of the other rows end.

Between narrow columns a blank is easily read as one more separator: "47,802,388 258,404,421" comes as one figure of
fifteen digits. Such a figure is wider than its column, and figures of other rows end below or above its middle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quire.finance.text_pieces import MENDED, RECOGNISED, Piece, Row, Token, as_figure

__all__ = ["part_joined_figures"]

_FEWEST_ENDS = 2  # figures of other rows that end there, at least
_NEAR = 0.8  # of the size; the ends of the figures of a column differ by less
_INSIDE = 1.5  # of the size; both parts of a joined figure are wider
_LONG = re.compile(r"[\d.,'· ()\-–—−]{9,60}")  # two figures with separators, characters
_WHOLE = re.compile(r"[(\-–—−]?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?\)?|[(\-–—−]?\d{1,3}(?:\.\d{1,2})?\)?")
_NARROW = frozenset(",.()'· ")  # characters about half as wide as a digit


def part_joined_figures(rows: Sequence[Row]) -> list[Row]:
    """The rows with joined figures parted.

    Args:
        rows: Of one table.
    """
    ends = sorted(p.x1 for row in rows for p in row if p.value is not None)
    return [[part for piece in row for part in _parted(piece, ends)] for row in rows]


def _parted(piece: Piece, ends: Sequence[float]) -> list[Piece]:
    """The two figures that a recognised one holds; itself if it is one."""
    if piece.confidence > RECOGNISED or not _LONG.fullmatch(piece.text):
        return [piece]
    near = _NEAR * piece.size
    inside = [x for x in ends if piece.x0 + _INSIDE * piece.size < x < piece.x1 - _INSIDE * piece.size]
    columns = [x for x in inside if sum(abs(x - other) < near for other in inside) >= _FEWEST_ENDS]
    best = min(((abs(end - x), at, start) for at, start, end in _cuts(piece) for x in columns), default=(near, 0, 0))
    if best[0] >= near:
        return [piece]
    _, at, start = best
    parts = [_part(piece, 0, at), _part(piece, start, len(piece.text))]
    return [p for p in parts if p is not None] if all(parts) else [piece]


def _cuts(piece: Piece) -> Iterator[tuple[int, int, float]]:
    """(end of the left figure, start of the right one, x of the left one's end) where both parts are whole."""
    text = piece.text
    for at in range(1, len(text)):
        start = at + (text[at] in ",. ")
        if _WHOLE.fullmatch(text[:at]) and _WHOLE.fullmatch(text[start:]):
            yield at, start, _place(piece, at)


def _place(piece: Piece, at: int) -> float:
    """Where a character of a figure begins, points."""
    wide = [0.5 if c in _NARROW else 1.0 for c in piece.text]
    return piece.x0 + (piece.x1 - piece.x0) * sum(wide[:at]) / sum(wide)


def _part(piece: Piece, start: int, stop: int) -> Piece | None:
    x0, x1, text = _place(piece, start), _place(piece, stop), piece.text[start:stop]
    tokens = (Token(text, x0, x1, space=False),)
    sure = min(piece.confidence, MENDED)
    return as_figure(piece._replace(text=text, x0=x0, x1=x1, confidence=sure, tokens=tokens))
