"""Room for figures in cells: a number that breaks over two lines cannot be read.

A column of a statement is about as wide as its widest figure in the source's font. Where that font is missing, the
one that takes its place is often wider, so margins shrink and text columns give a little before a figure breaks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.model.table import Cell, Grid
from quire.write.office.fonts import face

MARGIN = 2.8
"""Points between a cell's edge and its text, on either side; the table styles carry it."""

_LEAST_MARGIN = 0.8
_FIGURE = re.compile(r"[^\w\s]{0,3}\d[\d.,'’]{2,}[^\w\s]{0,2}")  # "-1,539,400.31", "(12.5)", "¥1,200", "98.25%"
_MOST_GIVEN = 0.12  # of a text column's width: more would wrap its text anew
_LEAST_TEXT = 48.0  # points that a text column keeps

# Digit and mark in em. Times, Arial and Courier have substitutes of the same metrics everywhere; other families
# end in something as wide as DejaVu Sans.
_EM = {"Times New Roman": (0.5, 0.26), "Arial": (0.556, 0.29), "Courier New": (0.6, 0.6)}
_WIDE = (0.64, 0.32)


def make_room(grid: Grid, widths: Sequence[float], size: float) -> tuple[list[float], float]:
    """Column widths, together as before, and the margin in points with which each figure has one line.

    Args:
        grid: the table.
        widths: of its columns in points.
        size: of type that says nothing about itself, in points.
    """
    needs = [0.0] * len(widths)
    for cell in grid.cells:
        if cell.col_span == 1 and cell.col < len(widths):
            needs[cell.col] = max(needs[cell.col], _need(cell, size))
    tight = min((width - need for width, need in zip(widths, needs, strict=True) if need), default=2 * MARGIN)
    margin = min(max(tight / 2, _LEAST_MARGIN), MARGIN)
    return _shifted(widths, needs, margin), margin


def _need(cell: Cell, size: float) -> float:
    """Points that the cell's widest figure takes; 0 for a cell that holds something else."""
    most = 0.0
    for line in cell.text.split("\n"):
        if not _FIGURE.fullmatch(line.strip()):
            continue
        style = next((span.style for span in cell.spans if span.style and not span.text.isspace()), None)
        digit, mark = _EM.get(face(style.font).name, _WIDE) if style else _WIDE
        digits = sum(char.isdigit() for char in line)
        em = digits * digit + (len(line.strip()) - digits) * mark
        most = max(most, em * (style.size if style else size))
    return most


def _shifted(widths: Sequence[float], needs: Sequence[float], margin: float) -> list[float]:
    """The widths with what figures lack taken from the columns that hold none."""
    lacks = [max(need + 2 * margin - width, 0.0) if need else 0.0 for width, need in zip(widths, needs, strict=True)]
    spare = [
        0.0 if need else max(min(_MOST_GIVEN * width, width - _LEAST_TEXT), 0.0)
        for width, need in zip(widths, needs, strict=True)
    ]
    if not sum(lacks) or not sum(spare):
        return list(widths)
    moved = min(sum(lacks), sum(spare))
    return [
        width + lack * moved / sum(lacks) - given * moved / sum(spare)
        for width, lack, given in zip(widths, lacks, spare, strict=True)
    ]
