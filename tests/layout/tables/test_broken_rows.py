"""Rows that a page's end broke."""

from __future__ import annotations

import pytest

from quire.layout.tables.broken_rows import is_rest, with_rest
from quire.model.block import Span
from quire.model.table import Cell, Grid


def grid(*rows: tuple[str, ...], ruled: bool = True) -> Grid:
    cells = tuple(
        Cell(r, c, spans=(Span(text),) if text else ()) for r, row in enumerate(rows) for c, text in enumerate(row)
    )
    return Grid(len(rows), len(rows[0]), cells, ruled=ruled)


FIRST = grid(("Practice", "Answer", "Notes"), ("It is kept.", "Complete\nPartial", ""), ("It is told.", "Complete", ""))


@pytest.mark.parametrize(
    ("above", "text", "whole"),
    [
        ("Complete\nPartial", "Not applicable", "Complete\nPartial\nNot applicable"),
        ("the rest is on", "the next page", "the rest is on the next page"),
        ("软件中含有的", "组件", "软件中含有的组件"),
        ("of two kinds:", "• one", "of two kinds:\n• one"),
    ],
)
def test_the_rest_of_a_cell_goes_back(above: str, text: str, whole: str) -> None:
    first = grid(("Practice", "Answer", "Notes"), ("It is told.", above, ""))
    second = grid(("", text, ""), ("It is asked.", "Complete", ""))
    assert is_rest(second, first, 0)
    cells = with_rest(first, second, 0)
    assert [cell.text for cell in cells if cell.row == 1] == ["It is told.", whole, ""]
    assert len(cells) == len(first.cells)


@pytest.mark.parametrize(
    "second",
    [
        grid(("It is asked.", "Complete", "")),
        grid(("", "", "")),
        grid(("", "1,234", "")),
        grid(("", "", "A note")),
        grid(("", "Not applicable", ""), ("", "Complete", "")),
        grid(("", "Not applicable", ""), ruled=False),
    ],
)
def test_other_rows_stay(second: Grid) -> None:
    """A full row, an empty one, a figure, a text below nothing, rows of a group, a table without rules."""
    assert not is_rest(second, FIRST, 0)


def test_rows_of_a_group_stay() -> None:
    first = grid(("Group", "Member"), ("A", "one"), ("", "two"), ("B", "one"))
    assert not is_rest(grid(("", "two")), first, 0)


def test_a_sentence_goes_on_in_the_first_column() -> None:
    first = grid(("Practice", "Answer"), ("Reviews assure that changes are logged with", "Complete"))
    assert is_rest(grid(("all information.", "")), first, 0)
    assert not is_rest(grid(("All information", "")), first, 0)
    assert not is_rest(grid(("all information", "Partial")), first, 0)
