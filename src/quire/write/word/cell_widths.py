"""Column widths with room for whole numbers and words: one that breaks over two lines cannot be read.

A column of a statement is about as wide as its widest figure in the source's font, and a narrow one ("Yes", "No") as
its heading. Where that font is missing, the one that takes its place is often wider, so margins shrink and columns of
text give a little before a figure or a word breaks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.model.page import Style
from quire.model.table import Cell, Grid
from quire.write.office.line_breaking import text_width

CELL_MARGIN = 2.8
"""Points between a cell's edge and its text, on either side; the table styles carry it."""

_LEAST_MARGIN = 0.8
_FIGURE = re.compile(r"[^\w\s]{0,3}\d[\d.,'’]{2,}[^\w\s]{0,2}")  # "-1,539,400.31", "(12.5)", "¥1,200", "98.25%"
_MOST_GIVEN = 0.25  # of a text column's width: its text wraps anew, which is better than a broken figure
_LEAST_TEXT = 48.0  # points that a text column keeps

_ROOMY = 1.03  # of the width of a word or figure that must not break
_LONGEST = 16  # letters of a word that must not break


def fit_columns(grid: Grid, widths: Sequence[float], size: float, free: float = 0.0) -> tuple[list[float], float]:
    """Column widths and the margin in points with which each figure and word has one line.

    Args:
        grid: the table.
        widths: of its columns in points.
        size: of type that says nothing about itself, in points.
        free: points by which the table may grow.
    """
    figures, words = [0.0] * len(widths), [0.0] * len(widths)
    for cell in grid.cells:
        if cell.col_span == 1 and cell.col < len(widths):
            figures[cell.col] = max(figures[cell.col], _need(cell, size))
            words[cell.col] = max(words[cell.col], _word(cell, size))
    tight = min((width - need for width, need in zip(widths, figures, strict=True) if need), default=2 * CELL_MARGIN)
    margin = min(max(tight / 2, _LEAST_MARGIN), CELL_MARGIN)
    needs = [max(figure, word) for figure, word in zip(figures, words, strict=True)]
    return _shifted(widths, needs, [bool(figure) for figure in figures], margin, free), margin


def _need(cell: Cell, size: float) -> float:
    """Points that the cell's widest figure takes; 0 for a cell that holds something else."""
    most = 0.0
    for line in cell.text.split("\n"):
        if not _FIGURE.fullmatch(line.strip()):
            continue
        most = max(most, _ROOMY * text_width(line.strip(), _style(cell), {}, size))
    return most


def _word(cell: Cell, size: float) -> float:
    """Points that the cell's longest word takes; long ones may break."""
    words = [word for word in re.split(r"[\s/\u2010-\u2015-]+", cell.text) if len(word) <= _LONGEST and word.isascii()]
    return max((_ROOMY * text_width(word, _style(cell), {}, size) for word in words), default=0.0)


def _style(cell: Cell) -> Style | None:
    return next((span.style for span in cell.spans if span.style and not span.text.isspace()), None)


def _shifted(
    widths: Sequence[float], needs: Sequence[float], figures: Sequence[bool], margin: float, free: float
) -> list[float]:
    """The widths with what numbers and words lack, taken from free space, else from text columns that can spare it."""
    wanted = [need + 2 * margin if need else 0.0 for need in needs]
    lacks = [max(want - width, 0.0) for width, want in zip(widths, wanted, strict=True)]
    spare = [
        0.0 if figure else max(min(_MOST_GIVEN * width, width - max(_LEAST_TEXT, want)), 0.0)
        for width, want, figure in zip(widths, wanted, figures, strict=True)
    ]
    if sum(lacks) <= free:
        return [width + lack for width, lack in zip(widths, lacks, strict=True)]
    if not sum(spare):
        return list(widths)
    moved = min(sum(lacks), sum(spare))
    return [
        width + lack * moved / sum(lacks) - given * moved / sum(spare)
        for width, lack, given in zip(widths, lacks, spare, strict=True)
    ]
