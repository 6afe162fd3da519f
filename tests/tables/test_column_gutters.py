"""Columns by the white between texts."""

from __future__ import annotations

from quire.tables.column_gutters import cheapest_columns, span_of


def test_white_through_all_rows_parts_columns():
    found = cheapest_columns([[(0, 60), (100, 140)], [(0, 80), (110, 140)]])
    assert found.extents == [(0, 80), (100, 140)]
    assert found.borders == [90]


def test_one_text_over_two_columns_does_not_join_them():
    rows = [[(0, 60), (100, 140)] for _ in range(8)]
    assert len(cheapest_columns([[(0, 120)], *rows]).extents) == 2


def test_texts_of_a_row_with_hardly_any_white_between_stand_in_one_column():
    assert len(cheapest_columns([[(0, 60), (61, 140)], [(0, 60), (61, 140)]]).extents) == 1


def test_any_white_parts_figures():
    rows = [[(0, 60), (61, 140)], [(0, 60), (61, 140)]]
    assert cheapest_columns(rows, figures=True).extents == [(0, 60), (61, 140)]


def test_two_figures_of_a_row_never_share_a_column():
    # A long figure of the second column begins left of where a figure of the first one ends.
    rows = [[(20, 60), (70, 140)], [(20, 60), (66, 140)], [(10, 68)], [(20, 60), (64, 140)], [(15, 60), (100, 140)]]
    found = cheapest_columns(rows, figures=True)
    assert len(found.extents) == 2
    for row in rows:
        assert len({span_of(x0, x1, found.borders) for x0, x1 in row}) == len(row)


def test_a_single_row_gives_its_texts_as_columns():
    assert cheapest_columns([[(0, 40), (60, 100)]], figures=True).extents == [(0, 40), (60, 100)]


def test_a_column_with_few_figures_stays_one():
    rows = [[(0, 40), (100, 140)] for _ in range(6)]
    assert cheapest_columns([*rows, [(0, 40), (60, 64), (100, 140)]], figures=True).extents[1] == (60, 64)


def test_a_slight_overhang_is_no_second_column():
    assert span_of(0, 60.5, [60]) == (0, 0)
    assert span_of(0, 64, [60]) == (0, 1)
