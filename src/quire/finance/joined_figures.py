"""Figures of two narrow columns that were recognised as one text, parted where a column of the page ends."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.amounts import parse
from quire.finance.text_pieces import MENDED, Piece, Row, Token
from quire.tables.medians import median

__all__ = ["with_parted_figures"]

_LONG = re.compile(r"[(\-–—]?\d[\d.,()\-–— ]{10,60}")
_GROUPED = re.compile(r"[(\-–—]?\d{1,3}(?:[.,]\d{3})+[)]?")
_FEWEST = 3  # figures that end at one place: a column
_SAME_END = 0.4  # of the size, between the right ends of figures of one column
_WIDER = 1.5  # times as wide as the usual figure of the column that ends inside it
_NEAR = 1.0  # of the size, between the end of a column and the place where a text is parted
_HALF = frozenset(".,-() ")  # characters half as wide as a digit


def with_parted_figures(rows: Sequence[Row]) -> list[Row]:
    """The rows of a recognised page, long figures over the end of a column as two."""
    figures = [p for row in rows for p in row if p.value is not None and not _LONG.fullmatch(p.text)]
    return [[part for p in row for part in _parted(p, row, figures)] for row in rows]


def _parted(piece: Piece, row: Row, figures: Sequence[Piece]) -> list[Piece]:
    if not _LONG.fullmatch(piece.text):
        return [piece]
    slack = _SAME_END * piece.size
    inside = [p for p in figures if piece.x0 + piece.size < p.x1 < piece.x1 - piece.size]
    for end in sorted({p.x1 for p in inside}, key=lambda x: -sum(abs(p.x1 - x) <= slack for p in inside)):
        column = [p for p in inside if abs(p.x1 - end) <= slack]
        usual = median([p.x1 - p.x0 for p in column])
        taken = any(abs(p.x1 - end) <= slack for p in row if p is not piece)
        if len(column) < _FEWEST or taken or piece.x1 - piece.x0 < _WIDER * usual:
            continue
        parts = _split_at(piece, end)
        if parts:
            return parts
    return [piece]


def _split_at(piece: Piece, end: float) -> list[Piece]:
    """The two whole figures of a text of which the first ends nearest to a place; none if there are no such ones."""
    text = piece.text.strip()
    widths = [0.5 if char in _HALF else 1.0 for char in text]
    unit = (piece.x1 - piece.x0) / sum(widths)
    best: tuple[float, int] | None = None
    for at in range(1, len(text)):
        left, right = text[:at], text[at:].lstrip(".,- ")
        if _GROUPED.fullmatch(left) and _GROUPED.fullmatch(right):
            off = abs(piece.x0 + unit * sum(widths[:at]) - end)
            best = min(best, (off, at)) if best else (off, at)
    if best is None or best[0] > _NEAR * piece.size:
        return []
    at = best[1]
    middle = piece.x0 + unit * sum(widths[:at])
    start = middle + unit * sum(widths[at : len(text) - len(text[at:].lstrip(".,- "))])
    made = [_figure(piece, text[:at], piece.x0, middle), _figure(piece, text[at:].lstrip(".,- "), start, piece.x1)]
    return made if all(part.value is not None for part in made) else []


def _figure(piece: Piece, read: str, x0: float, x1: float) -> Piece:
    text = read.replace(".", ",")
    return piece._replace(
        text=text, x0=x0, x1=x1, value=parse(text), nil=False,
        confidence=min(piece.confidence, MENDED), tokens=(Token(text, x0, x1, space=False),),
    )  # fmt: skip
