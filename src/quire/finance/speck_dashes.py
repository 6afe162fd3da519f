"""Dashes of recognised pages that are specks of paper, left out where a page shows that it has such.

A dash for nil stands right of its label, and nothing but figures stands right of it. A page with dashes elsewhere
(above all figures, alone in their row, left of a label) has specks that were read as dashes. There no dash says
anything: all of them go, and strokes and dots at the ends of texts with them. A cell without figure is then empty.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

from quire.finance.joined_figures import with_parted_figures
from quire.finance.text_pieces import Piece, Row, Token, pieces_of, split_figures, sub_piece, visual_rows
from quire.finance.unit_rows import with_units
from quire.model.page import Page, TextSource

__all__ = ["page_rows"]

_FEWEST = 2  # dashes where none can be, from which on a page has specks
_YEAR = 4  # digits
_STROKES = "-‐‑‒–—―−─~_=·.…:'`, "
_AFTER = "-‐‑‒–—―−─~_" + string.whitespace + "\u3000\xa0"
_BEGINS = re.compile(r"^[-‐‑‒–—―−─~_=.·…:'`,\s]+(?=[^\W\d])|^[-‐‑‒–—―−─\s]*[.·…]{2,}[-‐‑‒–—―−─.·…\s]*")


def page_rows(page: Page) -> list[Row]:
    """The visual rows of a page; of a recognised one without specks that were read as dashes, with its units."""
    rows = visual_rows(pieces_of(page))
    if page.source is not TextSource.OCR:
        return rows
    rows = with_parted_figures(with_units(rows))
    if not _has_specks(rows):
        return rows
    return [row for row in ([part for p in r for part in _cleaned(p)] for r in rows) if row]


def _has_specks(rows: Sequence[Row]) -> bool:
    """Whether dashes stand where none can be."""
    first = next((n for n, row in enumerate(rows) if any(p.value is not None and not _is_day(p) for p in row)), 0)
    return sum(n < first or _is_stray(row, p) for n, row in enumerate(rows) for p in row if _is_dash(p)) >= _FEWEST


def _is_dash(piece: Piece) -> bool:
    """Whether a piece is strokes alone; a word for nil is none."""
    return not piece.text.strip(_STROKES)


def _is_stray(row: Row, dash: Piece) -> bool:
    """Whether a dash stands left of a text that it does not itemise, or where its row has nothing but dashes."""
    texts = [p for p in row if not p.figure and not _is_dash(p)]
    return any(p.x0 - dash.x1 > dash.size for p in texts) or all(map(_is_dash, row))


def _is_day(piece: Piece) -> bool:
    """Whether a figure is a year or a day above the columns."""
    return piece.text.isdigit() and len(piece.text) in (1, 2, _YEAR)


def _cleaned(piece: Piece) -> list[Piece]:
    """A piece without strokes at its ends, as figures where it holds some; [] if nothing else is left."""
    if _is_dash(piece):
        return []
    if piece.figure:
        return [piece]
    begun = _BEGINS.match(piece.text)
    start, stop = begun.end() if begun else 0, len(piece.text.rstrip(_AFTER))
    whole = (start, stop) == (0, len(piece.text))
    return [piece] if whole else split_figures(_part(piece, start, stop))


def _part(piece: Piece, start: int, stop: int) -> Piece:
    """The piece from one character to another, with the tokens that are left."""
    tokens: list[Token] = []
    at = 0
    for number, token in enumerate(piece.tokens):
        at += bool(token.space and number)
        first, last = max(start - at, 0), min(stop - at, len(token.text))
        if first < last:
            wide = (token.x1 - token.x0) / len(token.text)
            tokens.append(Token(token.text[first:last], token.x0 + first * wide, token.x0 + last * wide, token.space))
        at += len(token.text)
    return sub_piece(piece, tokens) if tokens else piece
