from quire.layout.tables.page_halves import halves
from tests.layout.table_pages import across, line, page, row

TEXT = "words of some length that fill the column of"


def split(lines, rules=()):
    return halves(page(lines, rules), lines)


def test_a_page_of_one_column_is_one_group():
    lines = [line(TEXT + " a page over its whole width and more", 60, 100 + 12 * i) for i in range(12)]
    assert split(lines) == [list(range(12))]


def test_two_columns_of_text_are_two_groups():
    left = [line(TEXT, 50, 100 + 12 * i) for i in range(12)]
    right = [line(TEXT, 310, 100 + 12 * i) for i in range(12)]
    assert split(left + right) == [list(range(12)), list(range(12, 24))]


def test_a_title_over_both_columns_is_apart():
    title = [line(TEXT + " " + TEXT, 50, 60)]
    left = [line(TEXT, 50, 100 + 12 * i) for i in range(12)]
    right = [line(TEXT, 310, 100 + 12 * i) for i in range(12)]
    assert split(title + left + right)[0] == [0]


def test_a_rule_across_the_gutter_keeps_a_table_whole():
    lines = [ln for i in range(12) for ln in row(100 + 12 * i, (TEXT, 50), (TEXT, 310))]
    assert split(lines, [across(90, 50, 540)]) == [list(range(24))]


def test_a_table_with_a_narrow_first_column_stays_whole():
    lines = [ln for i in range(12) for ln in row(100 + 12 * i, ("term", 200), (TEXT, 310))]
    assert split(lines) == [list(range(24))]


def test_a_line_over_the_strip_among_overprinted_ones_leaves_one_group():
    lines = [line("total", 40, 60) for _ in range(15)] + [line("total", 90, 60), line("a long piece of text", 40, 60)]
    assert split(lines) == [list(range(17))]
