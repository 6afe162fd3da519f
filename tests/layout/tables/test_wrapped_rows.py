"""White between the rows of a table."""

from __future__ import annotations

from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.grids import Sketch
from quire.layout.tables.wrapped_rows import by_white, swept
from tests.layout.table_pages import line

LEFT, RIGHT = 72, 300


def rows(*places):
    """Visual rows of texts at (x, baseline)."""
    return rows_of_pieces(enumerate(line("some words here", x, y) for x, y in places))


def column_of(piece):
    return int(piece.x0 >= RIGHT)


WRAPPED = rows(*((LEFT, y) for y in (100, 112, 124, 144, 156)), (RIGHT, 112), (RIGHT, 150))


def test_bands_end_where_white_goes_through_all_columns():
    assert [len(band) for band in by_white(WRAPPED, column_of, 10)] == [3, 3]
    even = rows(*((LEFT, 100 + 12 * n) for n in range(4)), *((RIGHT, 100 + 12 * n) for n in range(4)))
    assert [len(band) for band in by_white(even, column_of, 10)] == [4]
    alone = rows((LEFT, 100))
    assert by_white(alone, column_of, 10) == [alone]


def table_of(*bands):
    """Rows that begin at the given heights, with so many lines at the left and at the right."""
    return rows(
        *((LEFT, y + 12 * n) for y, lines, _ in bands for n in range(lines)),
        *((RIGHT, y + 12 * n) for y, _, lines in bands for n in range(lines)),
    )


EVEN = table_of((100, 1, 2), (130, 2, 2), (160, 1, 1), (178, 2, 1), (208, 1, 2))


def _tried(count: int, ends: dict[int, int], tries: int, tables: tuple[int, ...] = ()) -> tuple[list[int], int]:
    """The rows at which a region was begun, and the number of tables; `ends` tells where the region of a row ends."""
    asked: list[int] = []

    def attempt(start: int) -> tuple[int, Sketch | None] | None:
        asked.append(start)
        if start not in ends:
            return None
        return ends[start], Sketch([], [], [], set(), ruled=False) if start in tables else None

    return asked, len(list(swept(count, attempt, tries)))


def test_what_follows_a_table_begins_behind_it():
    assert _tried(6, {1: 4}, 2, (1,)) == ([0, 1, 4, 5], 1)


def test_a_region_is_begun_at_few_rows_only():
    assert _tried(9, dict.fromkeys(range(8), 8), 2)[0] == [0, 1, 2, 8]
    assert _tried(6, {0: 3, 1: 4, 2: 5}, 1)[0] == [0, 1, 2, 3, 4, 5]
