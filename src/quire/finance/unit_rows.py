"""Rows of units over the columns, £'000 in each, that recognition took for figures: "000", "0003", "5'006"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from quire.finance.text_pieces import Piece, Row
from quire.finance.units import unit_of
from quire.finance.value_columns import is_note_title

__all__ = ["with_units"]

_LIKE = re.compile(r"\W{0,3}(?:(?:[A-Za-z]{0,3}[$S]?|[£€¥￥₹E])\W{0,3}[0Oo]{2,5}\d?|[58]['’‘`´,]?[0Oo]{2}\d)\W{0,2}")
"""What is read of a sign and three zeros: no amount is zeros alone, without a point; no row has 5,00_ in each cell."""

_THOUSANDS = "'000"
_FEWEST = 2  # such texts of a row, and nothing else beside them


def with_units(rows: Sequence[Row]) -> list[Row]:
    """The rows of a recognised page; one of zeros alone holds units, as its readable texts say them, and no figures.

    The title of the notes may stand beside them.
    """
    return [_named(row) if _holds_units(row) else row for row in rows]


def _holds_units(row: Row) -> bool:
    over = [p for p in row if not is_note_title(p.text)]
    return len(over) >= _FEWEST and all(map(_is_like, over))


def _is_like(piece: Piece) -> bool:
    return bool(_LIKE.fullmatch(unicodedata.normalize("NFKC", piece.text).strip()))


def _named(row: Row) -> Row:
    """The texts as units; those that say none take the one that the others agree on, or thousands alone."""
    said = {p.text.strip() for p in row if _says(p)}
    usual = said.pop() if len(said) == 1 else _THOUSANDS
    return [p if not _is_like(p) or _says(p) else p._replace(text=usual, value=None) for p in row]


def _says(piece: Piece) -> bool:
    """Whether a piece says a unit as it was read."""
    return piece.value is None and unit_of(piece.text) is not None
