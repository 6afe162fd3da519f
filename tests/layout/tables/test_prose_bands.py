"""Forms whose cells hold text as a page does."""

from __future__ import annotations

from quire.layout.tables.ruled import find
from quire.model.geometry import Box
from quire.model.page import Line, Page, Picture, PictureKind
from tests.layout.table_pages import across, cells, down, line, page

TOP = [
    line(text, x, y)
    for y, texts in ((114, ("Name", "A. Smith", "Date", "1 May")), (134, ("Class", "3", "Room", "12")))
    for text, x in zip(texts, (76, 176, 276, 376), strict=True)
]
RULES = [
    *(across(y, 72, 472) for y in (100, 120, 140, 400)),
    *(down(x, 100, 400) for x in (72, 472)),
    *(down(x, 100, 140) for x in (172, 272, 372)),
]


def text(rows: int) -> list[Line]:
    return [line("Words of a text that fills its whole row and goes on below", 76, 160 + 14 * n) for n in range(rows)]


def form(rows: int, pictures: tuple[Picture, ...] = ()) -> Page:
    made = page([*TOP, *text(rows)], RULES)
    return Page(1, 595, 842, lines=made.lines, rules=made.rules, pictures=pictures)


def grid(shown: Page) -> tuple[int, int, int]:
    (found,) = find(shown, shown.lines)
    return found.table.grid.rows, found.table.grid.cols, len(cells(found))


def test_a_note_as_wide_as_its_table_is_a_row() -> None:
    assert grid(form(3)) == (3, 4, 9)


def test_paragraphs_in_the_last_cell_are_no_row() -> None:
    assert grid(form(12)) == (2, 4, 8)


def test_a_picture_makes_text_of_a_cell_no_row() -> None:
    picture = Picture("p1-1", 1, Box(150, 200, 350, 380), PictureKind.IMAGE, 200, 180)
    assert grid(form(2, (picture,))) == (2, 4, 8)


def test_text_parts_a_form_and_columns_are_those_of_each_part() -> None:
    foot = [line(word, x, y) for y in (414, 434) for word, x in (("Signed", 76), ("here", 276))]
    rules = [*RULES, *(across(y, 72, 472) for y in (420, 440)), *(down(x, 400, 440) for x in (72, 252, 472))]
    shown = page([*TOP, *text(12), *foot], rules)
    assert [(one.table.grid.rows, one.table.grid.cols) for one in find(shown, shown.lines)] == [(2, 4), (2, 2)]
