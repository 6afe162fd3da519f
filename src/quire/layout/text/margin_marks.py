"""Figures at the right margin that belong to a whole paragraph, such as the marks of questions.

Such a figure stands on the first row of its paragraph, beyond the edge of the text; in reading order it comes last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quire.layout.text.text_rows import Row, line_text, row_of
from quire.model.page import Line

# Type sizes between a row's text and its mark; marks of one column end within so many points.
_APART, _EDGE = 1.0, 2.0
# Rows whose text ends left of the marks, as a share: titles may reach further.
_WITHIN = 0.9
# Characters of a mark at most, and what they are besides digits; marks of a column at least.
_LONGEST, _SIGNS, _LEAST = 12, frozenset("+×x*=()[].,/ "), 2


def without_marks(rows: Sequence[Row]) -> tuple[Sequence[Row], dict[int, Line]]:
    """The rows of a column without their marks, and the mark that stood on each, by the row's index."""
    marks = {at: row.lines[-1] for at, row in enumerate(rows) if _has_mark(row)}
    if len(marks) < _LEAST:
        return rows, {}
    cut = [row_of(row.lines[:-1]) if at in marks else row for at, row in enumerate(rows)]
    text = sorted(row.x1 for row in cut)[int(_WITHIN * (len(cut) - 1))]
    edge = max(mark.x1 for mark in marks.values())
    marks = {at: mark for at, mark in marks.items() if edge - mark.x1 < _EDGE and mark.x0 > text}
    if len(marks) < _LEAST:
        return rows, {}
    return [cut[at] if at in marks else row for at, row in enumerate(rows)], marks


def with_marks(rows: Sequence[Row], start: int, marks: Mapping[int, Line]) -> list[Row]:
    """The rows of a paragraph, the first of which has the index `start` in its column, with their mark at the end.

    Several marks stay on their rows: each belongs to its own, as in a list of prices.
    """
    own = {at - start: marks[at] for at in range(start, start + len(rows)) if at in marks}
    if len(own) == 1:
        own = {len(rows) - 1: next(iter(own.values()))}
    return [row_of([*row.lines, own[at]]) if at in own else row for at, row in enumerate(rows)]


def _has_mark(row: Row) -> bool:
    if len(row.lines) < 2:
        return False
    text = line_text(row.lines[-1])
    return (
        len(text) <= _LONGEST
        and any(char.isdigit() for char in text)
        and all(char.isdigit() or char in _SIGNS for char in text)
        and row.lines[-1].x0 - row.lines[-2].x1 > _APART * row.size
    )
