"""Labels beside blanks: values on rules of one width."""

import pytest

from quire.layout.tables.ruled import find
from tests.layout.table_pages import across, line, page, texts, width_of

FIELDS = (("Title", "A report on boards"), ("Author", "Ann Lee"), ("Number", "31501"), ("Course", "Systems"))
LEFT, RIGHT, STEP = 200, 420, 36


def form(*, begin=lambda text: (LEFT + RIGHT - width_of(text)) / 2, gap=20, fields=FIELDS):
    """Each value where `begin` puts it, on a rule that begins `gap` points behind the longest label."""
    lines, rules = [], []
    for i, (label, value) in enumerate(fields):
        base = 300 + STEP * i
        lines.append(line(label, LEFT - gap, base, right=True))
        if value:
            text = value.replace(" ", "-")
            lines.append(line(text, begin(text), base))
        rules.append(across(base + 6, LEFT, RIGHT))
    return lines, rules


def found_on(lines, rules):
    return find(page(lines, rules), lines)


@pytest.mark.parametrize("begin", [lambda text: (LEFT + RIGHT - width_of(text)) / 2, lambda _: LEFT + 5])
def test_values_set_alike_on_blanks_of_one_width_are_cells(begin):
    (table,) = found_on(*form(begin=begin))
    assert texts(table) == [[label, value.replace(" ", "-")] for label, value in FIELDS]
    assert table.table.grid.header_rows == 0


def test_a_blank_may_be_empty():
    (table,) = found_on(*form(fields=(*FIELDS, ("Date", ""))))
    assert texts(table)[-1] == ["Date", ""]


def test_a_blank_right_behind_its_label_is_of_a_line_of_text():
    assert found_on(*form(gap=0)) == []


def test_values_anywhere_on_their_blanks_are_no_cells():
    places = iter((205, 240, 220, 290))
    assert found_on(*form(begin=lambda _: next(places))) == []


def test_two_values_are_no_evidence():
    assert found_on(*form(fields=(*FIELDS[:2], ("Date", ""), ("Place", "")))) == []


def test_text_behind_the_blanks_speaks_against_cells():
    lines, rules = form()
    lines += [line("of all", RIGHT + 20, 300 + STEP * i) for i in range(len(FIELDS))]
    assert found_on(lines, rules) == []


def test_rules_as_wide_as_their_texts_underline_them():
    text = "https://example.org/chat"
    rules = [across(300 + STEP * i + 6, LEFT, LEFT + width_of(text)) for i in range(3)]
    lines = [line(label, LEFT - 20, 300 + STEP * i, right=True) for i, label in enumerate("abc")]
    lines += [line(text, LEFT, 300 + STEP * i) for i in range(3)]
    assert found_on(lines, rules) == []
