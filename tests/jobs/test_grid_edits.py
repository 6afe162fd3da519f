"""Rows and columns that people join, split and remove: no cell is lost, none overlap."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.jobs import grid_edits
from quire.jobs.grid_edits import ROW_EDITS, edited_column, joined_rows, split_row, with_header_rows, with_text
from quire.model.span import Span
from quire.model.table import Cell, Grid


def grid(*rows: str, heads: int = 1, **more: object) -> Grid:
    """A table of one character a cell; "." is an empty place."""
    cells = tuple(
        Cell(at, col, (Span(text),), header=at < heads)
        for at, row in enumerate(rows)
        for col, text in enumerate(row)
        if text != "."
    )
    return Grid(len(rows), len(rows[0]), cells, header_rows=heads, **more)  # type: ignore[arg-type]


def shown(table: Grid) -> list[str]:
    """The texts by place."""
    return [f"{one.row},{one.col}:{one.text}" for one in table.cells]


def test_rows_are_joined_with_the_texts_of_both() -> None:
    made = joined_rows(grid("ab", "cd", "ef"), 1)
    assert shown(made) == ["0,0:a", "0,1:b", "1,0:c e", "1,1:d f"]
    assert (made.rows, made.header_rows) == (2, 1)
    assert joined_rows(grid("ab", "cd", heads=2), 0).header_rows == 1


def test_a_split_row_is_followed_by_an_empty_one_that_can_be_filled() -> None:
    made = split_row(grid("ab", "cd"), 0)
    assert shown(made) == ["0,0:a", "0,1:b", "2,0:c", "2,1:d"]
    assert shown(with_text(made, 1, 1, "x"))[2] == "1,1:x"
    tall = Grid(2, 1, (Cell(0, 0, (Span("a"),), row_span=2),))
    assert split_row(tall, 0).cells[0].row_span == 3


def test_columns_have_their_widths() -> None:
    table = grid("abc", "def", widths=(10.0, 20.0, 30.0))
    joined = edited_column(table, "join", 1)
    assert (joined.widths, joined.cols, shown(joined)[1]) == ((10.0, 50.0), 2, "0,1:b c")
    assert edited_column(table, "split", 0).widths == (5.0, 5.0, 20.0, 30.0)
    assert edited_column(table, "remove", 2).widths == (10.0, 20.0)
    assert joined.header_rows == 1


def test_heading_rows() -> None:
    made = with_header_rows(grid("ab", "cd", "ef"), 2)
    assert [one.header for one in made.cells] == [True, True, True, True, False, False]
    assert not any(one.header for one in with_header_rows(made, 0).cells)


@pytest.mark.parametrize(
    "change",
    [
        lambda one: joined_rows(one, 1),
        lambda one: split_row(one, 2),
        lambda one: grid_edits.without_row(grid("a"), 0),
        lambda one: with_text(one, 2, 0, "x"),
        lambda one: with_header_rows(one, 3),
        lambda one: edited_column(one, "join", 1),
    ],
)
def test_a_place_outside_is_refused(change) -> None:
    with pytest.raises(IndexError):
        change(grid("ab", "cd"))


@given(st.lists(st.tuples(st.sampled_from(sorted(ROW_EDITS)), st.booleans(), st.integers(0, 3)), max_size=6))
def test_cells_never_overlap_and_stay_inside(edits: list[tuple[str, bool, int]]) -> None:
    table = grid("abc", "d.f", "gh.")
    for word, is_row, at in edits:
        try:
            table = ROW_EDITS[word](table, at) if is_row else edited_column(table, word, at)
        except IndexError:
            continue
    for one in table.cells:
        assert one.row + one.row_span <= table.rows
        assert one.col + one.col_span <= table.cols
    for one, other in combinations(table.cells, 2):
        assert not grid_edits._overlap(one, other)
    assert [*table.cells] == sorted(table.cells, key=lambda one: (one.row, one.col))
