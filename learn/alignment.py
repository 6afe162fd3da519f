"""Which row of a known table each visual row of a page shows: the truth that models of rows are trained with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from learn.score import squeezed
from quire.layout.tables.cell_pieces import Row

SKIPPED_ROW = 4.0  # letters that a row of the table without any text on the page costs

LONG = 3  # letters of a line that may come from inside a cell; shorter ones come from its ends

Cells = list[tuple[int, int, int, int, str]]  # row, column, row span, column span, text


class Match(NamedTuple):
    """How visual rows agree with a table."""

    rows: list[int | None]  # the table's row of each visual row; None outside of it
    letters: int  # of the visual rows that stand in the cells of their rows
    missed: int  # letters inside the table that do not


def align(rows: Sequence[Row], cells: Cells, count: int) -> Match:
    """The best assignment of visual rows to the `count` rows of a table, both from top to bottom."""
    texts: list[list[str]] = [[] for _ in range(count)]
    for row, _, down, _, text in cells:
        for r in range(row, min(count, row + down)):
            if squeezed(text):
                texts[r].append(squeezed(text))
    scores = [[_agreement(row, own) for own in texts] for row in rows]
    best: list[list[float]] = []  # with visual row i in row r
    ways: list[list[int]] = []
    for i, row_scores in enumerate(scores):
        best.append([])
        ways.append([])
        for r, (good, bad) in enumerate(row_scores):
            options = [(-SKIPPED_ROW * r, -1)]
            if i:
                options += [(best[-2][p] - SKIPPED_ROW * max(0, r - p - 1), p) for p in range(r + 1)]
            value, source = max(options)
            best[-1].append(value + good - bad)
            ways[-1].append(source)
    value, i, r = max(
        (best[i][r] - SKIPPED_ROW * (count - 1 - r), i, r) for i in range(len(rows)) for r in range(count)
    )
    places: list[int | None] = [None] * len(rows)
    while value > 0 and r >= 0:
        places[i] = r
        i, r = i - 1, ways[i][r]
    inside = [scores[i][r] for i, r in enumerate(places) if r is not None]
    return Match(places, sum(good for good, _ in inside), sum(bad for _, bad in inside))


def _agreement(row: Row, texts: Sequence[str]) -> tuple[int, int]:
    """Letters of a visual row that stand in some of the texts, and those that do not."""
    good = bad = 0
    for piece in row.pieces:
        text = squeezed(piece.text)
        if any(text in cell if len(text) >= LONG else cell.startswith(text) or cell.endswith(text) for cell in texts):
            good += len(text)
        else:
            bad += len(text)
    return good, bad
