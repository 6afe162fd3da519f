"""Where one column ends and the next begins, between two headings."""

from __future__ import annotations

from quire.model.page import Rule
from quire.tables.column_borders import Heading, border_between, uprights

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
