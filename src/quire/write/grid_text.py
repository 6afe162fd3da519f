"""Tables as rows of plain text, and parts of tables."""

from __future__ import annotations

from dataclasses import replace

from quire.model.table import Cell, Grid
from quire.write.text_runs import clean


def text_rows(grid: Grid, *, repeat_spans: bool = False) -> list[list[str]]:
    """The texts of a grid, row by row, each of `grid.cols` texts; "" where nothing is.

    Args:
        grid: the table.
        repeat_spans: a spanning cell's text stands in every place that it covers, not only in the first.
    """
    rows = [[""] * grid.cols for _ in range(grid.rows)]
    for cell in grid.cells:
        text = " ".join(clean(cell.text).split())
        down, across = (cell.row_span, cell.col_span) if repeat_spans else (1, 1)
        for row in range(cell.row, cell.row + down):
            for col in range(cell.col, cell.col + across):
                rows[row][col] = text
    return rows


def pipe_table(grid: Grid) -> str:
    """The table as a Markdown table with one header row.

    Spanning cells are repeated and the rows of a head are joined, so that every row says by itself what it is about;
    as HTML, a table of the same content has three times the tokens.
    """
    rows = [[text.replace("|", "\\|") for text in row] for row in text_rows(grid, repeat_spans=True)]
    names = column_names(grid, rows)
    lines = [names, ["---"] * grid.cols, *rows[grid.header_rows :]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def column_names(grid: Grid, rows: list[list[str]]) -> list[str]:
    """What the head says above each column, from top to bottom, each text once; "" where it says nothing.

    Args:
        grid: the table.
        rows: its texts with spanning cells repeated.
    """
    head = rows[: grid.header_rows]
    return [" / ".join(dict.fromkeys(row[col] for row in head if row[col])) for col in range(grid.cols)]


def head_rows(grid: Grid) -> int:
    """Leading rows that may be repeated above each part of the table: none where one of their cells reaches below."""
    if any(cell.row < grid.header_rows < cell.row + cell.row_span for cell in grid.cells):
        return 0
    return grid.header_rows


def possible_cuts(grid: Grid) -> list[int]:
    """The rows below the head before which the table can be cut: no cell lies across the cut."""
    crossed = {row for cell in grid.cells for row in range(cell.row + 1, cell.row + cell.row_span)}
    return [row for row in range(head_rows(grid) + 1, grid.rows) if row not in crossed]


def part_of(grid: Grid, first: int, end: int) -> Grid:
    """The rows from `first` to before `end`, below the head of the whole table."""
    head = head_rows(grid)
    cells: list[Cell] = []
    for cell in grid.cells:
        if cell.row < head:
            cells.append(cell)
        elif first <= cell.row < end:
            cells.append(cell._replace(row=cell.row - first + head))
    return replace(grid, rows=head + end - first, cells=tuple(cells), header_rows=head)
