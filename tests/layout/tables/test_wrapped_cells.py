"""Tables of texts that wrap in several columns, without rules."""

import pytest

from quire.layout.tables.unruled import find_certain
from quire.layout.tables.wrapped_cells import may_hold
from quire.model.page import Line
from tests.layout.table_pages import BOLD, line, page, row, texts

X = (72, 170, 330)
HEAD = ("Stage", "Explanation", "Benefit")
ROWS = (
    (
        ("Creation",),
        ("Select a document type to run", "the creation of the project"),
        ("The person in charge moves", "quickly to the end"),
    ),
    (
        ("Labelling",),
        ("Provides functions for the raw", "data, the viewer and the", "management"),
        ("Manage the data from live", "service"),
    ),
    (
        ("Training", "and tuning"),
        ("Monitoring of all endpoints",),
        ("Useful information about the", "pack at a glance"),
    ),
    (("Evaluation",), ("Boards that compare the models", "with each other"), ("View the model in numbers",)),
)


def table(*, gap, head=True, start=100, rows=ROWS):
    lines, y = [], start
    if head:
        lines += row(y, *zip(HEAD, X, strict=True), style=BOLD)
        y += 12 + gap
    for cells in rows:
        for x, cell in zip(X, cells, strict=True):
            lines += [line(text, x, y + 12 * i) for i, text in enumerate(cell)]
        y += 12 * max(map(len, cells)) + gap
    return lines


def found_on(lines):
    return find_certain(page(lines), lines)


def joined(rows=ROWS):
    return [[" ".join(cell) for cell in cells] for cells in rows]


@pytest.mark.parametrize("gap", [6, 14])
def test_rows_are_told_by_white(gap):
    (found,) = found_on(table(gap=gap))
    assert texts(found) == [list(HEAD), *joined()]


def test_many_rows_need_no_headings():
    rows = ROWS * 2
    (found,) = found_on(table(gap=8, head=False, rows=rows))
    assert texts(found) == joined(rows)


def test_a_few_rows_without_headings_are_text_side_by_side():
    assert found_on(table(gap=8, head=False)) == []


def test_cells_in_the_middle_of_their_row():
    lines = table(gap=10)
    y = next(ln.baseline for ln in lines if ln.text == "Labelling")
    lines = [line(ln.text, ln.x0, y + 12) if ln.text == "Labelling" else ln for ln in lines]
    (found,) = found_on(lines)
    assert texts(found)[2][0] == "Labelling"


def test_three_columns_of_running_text_are_no_table():
    words = "running words of some length that fill"
    lines = [line(words, x, 100 + 12 * i) for i in range(20) for x in (60, 230, 400) if (i + x // 10) % 7]
    assert found_on(lines) == []


def test_the_same_text_in_two_languages_is_no_table():
    rows = [
        (
            (f"({n})",),
            ("One entity is an associate of", "the other entity"),
            ("一间实体为另一实体之联营公司", "或合营公司"),
        )
        for n in "abcde"
    ]
    assert found_on(table(gap=8, head=False, rows=rows)) == []


def test_a_paragraph_below_ends_the_table():
    lines = table(gap=8)
    last = max(ln.baseline for ln in lines)
    lines.append(line("A paragraph that runs over the whole width of the page and over all the columns", 72, last + 20))
    (found,) = found_on(lines)
    assert texts(found)[-1] == joined()[-1]


def test_pages_of_text_are_told_at_once():
    assert not may_hold([line("words of a line", 72, 100 + 12 * i) for i in range(50)])
    assert not may_hold([])


def set_in(place, *, gap=8, start=100, head=BOLD, ys=None):
    """The table with the cells in the middle (0.5) or at the foot (1) of their rows."""
    lines, y = row(start, *zip(HEAD, X, strict=True), style=head), start + 12 + gap
    for cells in ROWS:
        high = max(map(len, cells))
        for x, cell in zip(X, cells, strict=True):
            top = y + place * 12 * (high - len(cell))
            lines += [line(text, x, top + 12 * i) for i, text in enumerate(cell)]
        y += 12 * high + gap
    return lines


@pytest.mark.parametrize("place", [0.5, 1])
def test_cells_in_the_middle_or_at_the_foot_of_their_rows(place):
    (found,) = found_on(set_in(place))
    assert texts(found) == [list(HEAD), *joined()]


def test_numbers_close_beside_their_texts_stand_in_a_column_of_their_own():
    lines = [ln for ln in set_in(0) if ln.x0 != X[0]]
    heads = [
        "No. Stage",
        *(f"{n} {name}" for n, name in enumerate(("Creation", "Labelling", "Training", "Testing"), 1)),
    ]
    tops = sorted({ln.baseline for ln in lines if ln.x0 == X[1] and ln.text[0].isupper()})
    for text, top in zip(heads, tops, strict=True):
        mark, name = text.split()
        words = (*line(mark, X[0], top).words, line(name, 94, top).words[0]._replace(space=True))
        lines.append(Line(words, X[0], top - 8, words[-1].x1, top + 2, top))
    (found,) = found_on(lines)
    assert [r[:2] for r in texts(found)] == [text.split() for text in heads]
