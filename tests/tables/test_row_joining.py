"""Visual rows that are one row of a table."""

from __future__ import annotations

import pytest

from quire.layout.tables.cell_pieces import rows_of_pieces
from quire.layout.tables.gutters import Columns, in_columns
from quire.tables.edges import Edge
from quire.tables.row_joining import JOINS, is_cut_off, joins, makes_whole
from tests.layout.table_pages import line

COLUMNS = Columns([95.0, 480.0], [(72.0, 90.0), (100.0, 470.0), (490.0, 520.0)], 0.0)


def starts(*lines, columns=COLUMNS, rules=()):
    """For each visual row of lines (text, x, baseline) whether a row of the table starts there."""
    rows = rows_of_pieces(enumerate(line(text, x, y) for text, x, y in lines))
    evidences = joins([in_columns(row, columns) for row in rows], columns.extents, rules)
    return [True, *(evidence < JOINS for evidence in evidences)]


def entry(number, y, tight=17.0):
    """A row whose number stands three points above its text, which is wrapped twice."""
    return [
        (f"2.{number}", 72, y),
        ("yes", 490, y),
        ("Passwords are changed when they are known to others and the one who", 100, y + 3),
        ("has them is told of that, since nothing else would be of any use to", 100, y + 20),
        ("them", 100, y + 20 + tight),
    ]


def test_cells_of_a_row_that_sit_at_several_heights_are_measured_each_in_its_column():
    assert starts(*entry(1, 100), *entry(2, 160, tight=14.5), *entry(3, 220)) == [True, False, False] * 3


LABELLED = Columns([480.0], [(72.0, 470.0), (490.0, 520.0)], 0.0)
LONG = "Passwords are changed when they are known to others and the one who has them is told"


def goes_on(first, second):
    """Whether the second of two labels, one below the other, goes on with the first; a row of its own follows."""
    lines = [(first, 72, 100), (second, 72, 112), ("Total", 72, 130), ("9", 490, 130)]
    return not starts(*lines, columns=LABELLED)[1]


def test_an_open_bracket_goes_on_though_there_was_room():
    assert goes_on("Common stock and additional paid-in capital (50,400", "authorized)")
    assert not goes_on("Common stock and additional paid-in capital 50,400", "Authorized")


def test_a_remark_in_brackets_goes_on_though_there_was_room():
    assert goes_on("Profit attributable to equity holders of the parent company", "(HK$’000)")
    assert not goes_on("Profit attributable to equity holders of the parent company", "(Loss) of the year")
    assert not goes_on("Profit attributable to equity holders of the parent company", "(iv)")


def test_lines_between_a_bracket_and_its_end_are_one_label():
    lines = [
        ("Mobile GMV (as a", 72, 100),
        ("percentage of total", 76, 112),
        ("GMV)", 76, 124),
        ("35.8", 490, 124),
        ("Revenue", 72, 136),
        ("29.1", 490, 136),
    ]
    assert starts(*lines, columns=LABELLED) == [True, False, False, True]


def test_a_bracket_that_no_line_closes_holds_nothing_together():
    lines = [("Costs (note 2", 72, 100), ("10", 490, 100), ("Revenue", 72, 112), ("Taxes", 72, 124), ("20", 490, 124)]
    assert starts(*lines, columns=LABELLED) == [True, True, True]


def test_a_conjunction_at_the_end_goes_on_though_there_was_room():
    assert goes_on("Passwords are changed when they are known on", "Others")
    assert not goes_on("Passwords are changed when they are known", "Others")
    assert goes_on(LONG, "Others")


def test_where_rules_part_the_rows_what_they_do_not_part_is_one():
    lines = []
    for y in range(100, 250, 30):
        lines += [("Payables to suppliers and others", 72, y), ("9", 490, y), ("Others", 72, y + 12)]
    rules = [Edge(y + 20.0, 72.0, 520.0) for y in range(100, 250, 30)]
    assert starts(*lines, columns=LABELLED, rules=rules) == [True, False] * 5
    assert all(starts(*lines, columns=LABELLED))


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("1,858,221,567.", "60"),
        ("12,345,", "678.90"),
        ("1,234,567,8", "90.12"),
        ("1,234,567", ".89"),
        ("(3,456,7", "89)"),
    ],
)
def test_a_figure_that_is_whole_only_with_the_line_below_was_cut(upper, lower):
    assert is_cut_off(upper, lower)


@pytest.mark.parametrize(
    ("upper", "lower"), [("1,234", "5,678"), ("1,234,567", "890"), ("2022", "2021"), ("Total", "60"), ("1,234.56", "7")]
)
def test_figures_below_each_other_are_two(upper, lower):
    assert not is_cut_off(upper, lower)


def test_decimals_that_may_go_on_make_a_figure_but_were_not_surely_cut():
    assert makes_whole("1,234.5", "6")
    assert not is_cut_off("1,234.5", "6")


def test_texts_of_absurd_length_are_no_figures():
    assert not makes_whole("1," + "234," * 50, "567")
