"""Rows of units over the columns, £'000 in each, that recognition took for figures: "000", "0003", "00000"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from quire.finance.text_pieces import Piece, Row
from quire.finance.units import unit_of

__all__ = ["with_units"]

_LIKE = re.compile(r"\W{0,3}(?:[A-Za-z]{0,3}[$S]?|[£€¥￥₹E])\W{0,3}(?:[0Oo]{3,5}\d?|[0Oo]{2}\d)\W{0,2}")
"""What is read of a sign and three zeros: no amount is zeros alone, without a point."""

_THOUSANDS = "'000"
_FEWEST = 2  # such texts of a row, and nothing else beside them


def with_units(rows: Sequence[Row]) -> list[Row]:
    """The rows of a recognised page; one of zeros alone holds units, as its readable texts say them, and no figures."""
    return [_named(row) if len(row) >= _FEWEST and all(map(_is_like, row)) else row for row in rows]


def _is_like(piece: Piece) -> bool:
    return bool(_LIKE.fullmatch(unicodedata.normalize("NFKC", piece.text).strip()))


def _named(row: Row) -> Row:
    """The texts as units; those that say none take the one that the others agree on, or thousands alone."""
    said = {p.text.strip() for p in row if p.value is None and unit_of(p.text) is not None}
    usual = said.pop() if len(said) == 1 else _THOUSANDS
    return [p if p.value is None and unit_of(p.text) is not None else p._replace(text=usual, value=None) for p in row]
