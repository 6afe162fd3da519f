"""Rows gone through for tables."""

from __future__ import annotations

from quire.layout.tables.grids import Sketch
from quire.layout.tables.row_scan import swept


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
