"""White rows between shaded ones."""

from itertools import pairwise

from quire.layout.tables.ruled import find
from quire.layout.tables.shaded_rows import with_white_rows
from quire.model.page import Fill
from tests.layout.table_pages import down, line, page, row, texts

XS = (70, 170, 330, 460)
BLUE, GREY = 0x234A78, 0xE8EEF5
RISKS = (
    ("Risk", "Finding", "Owner"),
    ("Market", "Demand grows", "Sales"),
    ("Cyber", "Controls are old", "Security"),
    ("Supply", "Chains are tight", "Buying"),
    ("Talent", "Posts are open", "People"),
)


def cells_of(y0, y1, color):
    return [Fill(a, y0, b, y1, color) for a, b in pairwise(XS)]


def shaded(rows=RISKS, high=16):
    """A table with a dark head and every other row shaded, cell by cell."""
    lines, fills = [], []
    for n, cells in enumerate(rows):
        y = 100 + high * n
        lines += row(y + 11, *((text, x + 4) for text, x in zip(cells, XS, strict=False)))
        if n == 0 or n % 2:
            fills += cells_of(y, y + high, GREY if n else BLUE)
    return lines, fills


def found_on(lines, fills):
    return find(page(lines, fills=fills), lines)


def test_rows_shaded_in_turn_are_one_table():
    for count in (4, 5):  # the last row is shaded, or white and without a border below it
        lines, fills = shaded(RISKS[:count])
        (table,) = found_on(lines, fills)
        assert texts(table) == [list(cells) for cells in RISKS[:count]]


def test_a_white_row_may_wrap_and_hold_an_empty_cell():
    lines, fills = shaded(RISKS[:4], high=28)
    lines = [ln for ln in lines if ln.text != "Security"]
    lines.append(line("and their owner left", XS[1] + 4, 100 + 28 * 2 + 23))
    (table,) = found_on(lines, fills)
    assert texts(table)[2] == ["Cyber", "Controls are old and their owner left", ""]


def test_paragraphs_beside_the_table_stay_out():
    lines, fills = shaded()
    text = "a sentence that runs on over the borders of all of the columns that stand above it here"
    lines += [line(text, 70, 192), line(text, 70, 204)]
    (table,) = found_on(lines, fills)
    assert len(texts(table)) == 5
    assert len(table.lines) == 15


def test_two_tables_of_one_width_are_not_one():
    lines, fills = [], []
    for start in (100, 220):
        for n, cells in enumerate(RISKS):
            y = start + 16 * n
            lines += row(y + 11, *((text, x + 4) for text, x in zip(cells, XS, strict=False)))
            fills += cells_of(y, y + 16, GREY if n else BLUE)
    lines.append(line("Table 2: the same risks a year ago", 74, 205))
    assert len(found_on(lines, fills)) == 2


def test_pages_without_such_bands_are_left_alone():
    lines, fills = shaded()
    blank = page(lines, fills=fills[:2])
    assert with_white_rows(blank, lines) is blank
    panels = page(
        [line("a card", 80, 111), line("another", 80, 151)],
        fills=[Fill(70, y, 460, y + 16, GREY) for y in (100, 140, 180)],
    )
    assert with_white_rows(panels, panels.lines) is panels


FIGURES = (
    ("Item", "2023", "2022"),
    ("Wages", "64,797", "26,503"),
    ("Pensions", "20,537", "(27)"),
    ("Total", "85,334", "26,476"),
)


def headed(rows, pitch=18):
    """Headings shaded cell by cell, and white rows below them."""
    lines = []
    for n, cells in enumerate(rows):
        lines += row(111 + pitch * n, *((text, x + 4) for text, x in zip(cells, XS, strict=False)))
    return lines, cells_of(100, 116, GREY)


def test_rows_below_shaded_headings_belong_to_them():
    for rows in (RISKS, FIGURES):
        lines, fills = headed(rows)
        (table,) = found_on(lines, fills)
        assert texts(table) == [list(cells) for cells in rows]


def test_text_that_runs_on_right_below_shaded_headings_is_no_row():
    lines, fills = headed(RISKS)
    alike = page([*lines, line("a sentence that runs on over the borders of all of the columns", 72, 197)], fills=fills)
    assert with_white_rows(alike, alike.lines) is alike
    ruled = page(lines, [down(170, 100, 180)], fills)
    assert with_white_rows(ruled, ruled.lines) is ruled


def test_shaded_labels_below_shaded_headings_tell_the_rows():
    rows = (("Item", "2023", "2022"), ("Wages", "64,797", ""), ("Rents", "20,537", "(27)"), ("Taxes", "", "26,476"))
    lines = []
    for n, cells in enumerate(rows):
        lines += row(111 + 16 * n, *((text, x + 4) for text, x in zip(cells, XS, strict=False)))
    labels = [Fill(XS[0], 116 + 16 * n, XS[1], 132 + 16 * n, GREY) for n in range(3)]
    (table,) = found_on(lines, [*cells_of(100, 116, GREY), *labels])
    assert texts(table) == [list(cells) for cells in rows]
