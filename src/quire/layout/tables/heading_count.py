"""How many leading rows of a grid are column headings, by one weighed sum for each row.

A row below others is asked only when these are headings. The weights are a logistic regression over tables of tagged
documents, as their authors marked them and as one reader saw them, and generated ones (`learn/heading_count.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

NAMES = (
    "second", "later",  # which row it is
    "title_above", "spans_above", "reached", "first_empty", "alone", "filled",  # its cells and those above
    "bolder", "less_bold", "shaded", "shade_like_below",  # style
    "figures_below", "again", "longer",  # wording
)  # fmt: skip
WEIGHTS = (
    -7.14, -6.79,
    2.67, 5.24, 1.19, 4.21, 1.73, 3.58,
    1.46, -2.29, -0.46, -0.83,
    1.19, -4.07, -0.8,
)  # fmt: skip
BIAS = 1.37

MOST = 5  # header rows; annual reports go to four levels (period, currency, segment, column)
BELOW = 12  # rows with which a row is compared
_LONGEST = 3.0  # times the usual length: longer says no more


class Shown(NamedTuple):
    """A cell: its column, the rows and columns that it covers, its text, whether that is bold, the colour behind it."""

    col: int
    down: int
    across: int
    text: str
    bold: bool
    fill: int | None


def heading_count(rows: Sequence[Sequence[Shown]], cols: int) -> int:
    """How many of the first rows are headings: rows with text, not the last one, unless it is the only one.

    Args:
        rows: The first `MOST` and `BELOW` rows of a grid, with the cells that begin in each.
        cols: The number of its columns.
    """
    count = 0
    while count < min(MOST, max(1, len(rows) - 1)) and any(cell.text for cell in rows[count]):
        evidence = heading_evidence(rows, count, cols)
        if BIAS + sum([weight * value for weight, value in zip(WEIGHTS, evidence, strict=True)]) <= 0:
            break
        count += 1
    return count


def heading_evidence(rows: Sequence[Sequence[Shown]], index: int, cols: int) -> list[float]:
    """What tells whether a row below headings is one, in the order of `NAMES`."""
    filled = [cell for cell in rows[index] if cell.text]
    above = [cell for cell in rows[index - 1] if cell.text] if index else []
    divided = _share([sum(one.col in range(cell.col, cell.col + cell.across) for one in filled) > 1 for cell in above])
    covered = any(cell.col == 0 and index < up + cell.down for up in range(index) for cell in rows[up])
    below = [[cell for cell in row if cell.text] for row in rows[index + 1 : index + 1 + BELOW]]
    body = [row for row in below if not _is_title(row, cols)] or below
    texts = [cell for row in body for cell in row]
    bold = _share([cell.bold for cell in filled])
    near = {cell.col: cell.fill for cell in below[0]} if below else {}
    figures = [any(map(str.isdigit, cell.text)) for cell in filled if cell.col]
    others = [any(map(str.isdigit, cell.text)) for cell in texts if cell.col]
    usual = sum([len(cell.text) for cell in texts]) / max(1, len(texts))
    own = sum([len(cell.text) for cell in filled]) / max(1, len(filled))
    known = {(cell.col, cell.text) for cell in texts}
    return [
        float(index == 1),
        float(index > 1),
        float(_is_title(above, cols)),
        divided,
        float(any(index < up + cell.down < len(rows) for up in range(index) for cell in rows[up])),
        float(bool(filled) and filled[0].col > 0 and (divided > 0 or not covered)),
        float(len(filled) == 1 and not _is_title(filled, cols)),
        len(filled) / max(1, len(rows[index])),
        bold - _share([cell.bold for cell in texts]),
        max(0.0, _share([cell.bold for cell in above]) - bold),
        _share([cell.fill is not None for cell in filled]),
        _share([near[cell.col] == cell.fill for cell in filled if cell.col in near]),
        _share(others) - _share(figures),
        _share([(cell.col, cell.text) in known for cell in filled]),
        min(_LONGEST, (own + 1) / (usual + 1)),
    ]


def _is_title(filled: Sequence[Shown], cols: int) -> bool:
    """Whether the only text of a row is as wide as the table."""
    return len(filled) == 1 and filled[0].across == cols > 1


def _share(given: Sequence[bool]) -> float:
    return sum(given) / len(given) if given else 0.0
