"""Columns by the white between texts."""

from __future__ import annotations

from quire.model.page import Rule
from quire.tables.column_gutters import Heading, border_between, cheapest_columns, span_of, uprights


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


NAME, AMOUNT = Heading(0, 40), Heading(200, 240)


def test_a_drawn_line_is_the_border():
    assert border_between(NAME, AMOUNT, [(0, 180), (210, 240)], [20, 120, 300]) == 120
    assert border_between(NAME, AMOUNT, [], [38.5]) == 38.5  # a line may touch a heading
    assert border_between(NAME, AMOUNT, [(0, 90), (210, 240)], [20]) != 20


def test_lines_beside_the_table_part_its_columns():
    beside, level, below = Rule(50, 0, 50, 90, 1, 0), Rule(0, 40, 90, 40, 1, 0), Rule(60, 100, 60, 200, 1, 0)
    assert uprights([Rule(80, 30, 80, 90, 1, 0), level, below, beside], 20, 80) == [50, 80]


def test_without_a_line_it_is_in_the_widest_white_between_the_texts():
    assert 150 < border_between(NAME, AMOUNT, [(0, 60), (0, 150), (190, 240)]) < 190


def test_where_no_white_goes_through_it_is_where_the_fewest_texts_are_cut():
    border = border_between(NAME, AMOUNT, [(0, 190), (0, 120), (0, 118), (125, 240), (130, 240)])
    assert 120 <= border <= 125


def test_white_counts_more_along_the_edge_that_a_column_is_set_to():
    texts = [(20, 50), (10, 50), (80, 90), (200, 260)]
    assert border_between(Heading(0, 40), Heading(200, 240), texts) > 90
    assert border_between(Heading(0, 40, "right"), Heading(120, 150, "left"), [(0, 30), (100, 150), (100, 140)]) < 100


def test_headings_without_texts_below_are_parted_between_them():
    assert border_between(NAME, AMOUNT, []) == 120
