"""Pages in right-to-left writing: columns, tables, lists and paragraphs begin at the right."""

from __future__ import annotations

import pytest

from quire.layout.pipeline import arrange
from quire.layout.text.right_to_left import Direction, direction_of, mirrored_line, mirrored_page, unmirrored_rows
from quire.layout.text.text_rows import line_text, row_of
from quire.model.block import Block, Code, Heading, List, Paragraph, Table
from quire.model.geometry import Box
from quire.model.page import Line, Link, Page, Rule
from quire.model.traversal import text_of as said
from tests.layout import pages as make

WIDTH = 612.0
WORDS = [
    "שלום",
    "עולם",
    "דבר",
    "ספר",
    "בית",
    "ילד",
    "עיר",
    "דרך",
    "מים",
    "ארץ",
    "שנה",
    "יום",
    "לילה",
    "חדש",
    "גדול",
    "קטן",
    "טוב",
    "אחר",
    "ראשון",
    "שני",
]


def leftward(text: str, right: float = 540.0, baseline: float = 100.0) -> Line:
    """A line that ends at the right edge; its words are in reading order."""
    line = make.line(text, 0.0, baseline)
    return mirrored_line(line, right)._replace(mirrored=False)


def prose(count: int, right: float, baseline: float, *, per: int = 8, pitch: float = 12.0) -> list[Line]:
    """Rows of Hebrew words; the last one is short."""
    rows = [[WORDS[(i + k) % len(WORDS)] for k in range(per)] for i in range(count)]
    rows[-1] = rows[-1][:3]
    return [leftward(" ".join(row), right, baseline + pitch * i) for i, row in enumerate(rows)]


def blocks(page: Page) -> tuple[Block, ...]:
    return arrange([page], meta=make.META).blocks


def test_writing() -> None:
    hebrew, latin = leftward("שלום לכולם"), make.line("some more words in English", 72, 130)
    assert direction_of([latin]) is Direction.LEFT_TO_RIGHT
    assert direction_of([hebrew]) is Direction.RIGHT_TO_LEFT
    assert direction_of([hebrew, latin]) is Direction.MIXED
    assert direction_of([]) is Direction.LEFT_TO_RIGHT


def test_a_mirrored_page_mirrored_again_is_the_same() -> None:
    page = make.page(
        leftward("שלום Siemens AG עולם"),
        rules=[Rule(72, 110, 200, 110, 0.5, 0)],
        links=[Link(Box(72, 90, 100, 104), "https://example.org")],
    )
    twice = mirrored_page(mirrored_page(page))
    assert twice == page
    assert mirrored_page(page).lines[0].mirrored


def test_latin_names_stand_in_the_direction_of_their_line() -> None:
    words = (*make.line("שלום", 400).words, *make.line("Siemens AG", 300).words, *make.line("עולם", 200).words)
    line = Line(words, 200.0, 90.0, 420.0, 102.0, 100.0)
    places = [word.x0 for word in mirrored_line(line, WIDTH).words]
    assert places == sorted(places)
    assert line_text(line).startswith("שלום")


def test_columns_are_read_from_the_right() -> None:
    page = make.page(prose(12, 540.0, 100.0, per=6), prose(12, 280.0, 100.0, per=6))
    first, *_ = blocks(page)
    assert isinstance(first, Paragraph)
    assert first.places[0].box.x0 > 300.0


def test_paragraphs_end_at_short_rows_and_keep_their_place() -> None:
    page = make.page(prose(4, 540.0, 100.0), prose(4, 540.0, 148.0))
    found = blocks(page)
    assert len(found) == 2
    assert all(block.places[0].box.x1 == pytest.approx(540.0) for block in found)


def test_the_first_column_of_a_table_is_the_one_at_the_right() -> None:
    rows = [("סעיף", "2024", "2023"), ("הכנסות", "3,450", "3,067"), ("עלות", "2,110", "1,985"), ("רווח", "812", "45")]
    lines = []
    for number, (label, *figures) in enumerate(rows):
        baseline = 110.0 + 20.0 * number
        lines.append(leftward(label, 500.0, baseline))
        lines += [make.line(text, 300.0 - 120.0 * i, baseline) for i, text in enumerate(figures)]
    rules = [Rule(150, y, 510, y, 0.5, 0) for y in range(96, 180, 20)]
    rules += [Rule(x, 96, x, 176, 0.5, 0) for x in (150, 280, 400, 510)]
    [table] = [
        block for block in blocks(make.page(prose(4, 540.0, 30.0), lines, rules=rules)) if isinstance(block, Table)
    ]
    assert table.grid.rtl
    assert [[cell.text for cell in table.grid.cells if cell.row == row] for row in range(4)] == [
        list(row) for row in rows
    ]
    head = table.grid.cells[0].box
    assert head is not None
    assert (head.x0, head.x1) == (400.0, 510.0)
    assert table.grid.widths == (110.0, 120.0, 130.0)


def test_a_table_in_latin_letters_keeps_its_columns_there() -> None:
    rows = [("Item", "Price"), ("Bread", "3"), ("Milk", "2"), ("Salt", "1")]
    lines = [
        make.line(text, 160.0 + 120.0 * i, 110.0 + 20.0 * number)
        for number, row in enumerate(rows)
        for i, text in enumerate(row)
    ]
    rules = [Rule(150, y, 390, y, 0.5, 0) for y in range(96, 180, 20)] + [
        Rule(x, 96, x, 176, 0.5, 0) for x in (150, 270, 390)
    ]
    page = make.page(prose(6, 540.0, 200.0), lines, rules=rules)
    [table] = [block for block in blocks(page) if isinstance(block, Table)]
    assert not table.grid.rtl
    assert [cell.text for cell in table.grid.cells[:2]] == ["Item", "Price"]


def test_markers_at_the_right_of_their_texts() -> None:
    lines = []
    for number, text in enumerate(("דבר ראשון בבית", "דבר שני בעיר", "דבר אחר בארץ"), 1):
        baseline = 200.0 + 14.0 * number
        lines += [leftward(f".{number}", 520.0, baseline), leftward(text, 495.0, baseline)]
    found = [block for block in blocks(make.page(prose(4, 540.0, 100.0), lines)) if isinstance(block, List)]
    assert [item.marker for item in found[0].items] == ["1.", "2.", "3."]
    assert [said(item.blocks[0].spans) for item in found[0].items] == ["דבר ראשון בבית", "דבר שני בעיר", "דבר אחר בארץ"]


def test_headings_and_furniture_keep_their_places() -> None:
    title = leftward("כותרת הספר", 540.0, 80.0)
    title = title._replace(words=tuple(word._replace(style=make.style(20.0, bold=True)) for word in title.words))
    found = blocks(make.page(title, prose(8, 540.0, 120.0)))
    assert isinstance(found[0], Heading)
    assert found[0].places[0].box.x1 == pytest.approx(540.0)


def test_program_text_is_laid_out_from_the_left() -> None:
    code = make.block(["def f(x):", "    return x", "f(1)"], 72.0, 300.0, make.MONO)
    code[1] = make.line("return x", 92.0, 312.0, make.MONO)
    found = [block for block in blocks(make.page(prose(8, 540.0, 100.0), code)) if isinstance(block, Code)]
    assert found[0].text == "def f(x):\n    return x\nf(1)"


def test_rows_unmirrored_are_as_they_were() -> None:
    line = make.line("x = 1 + y", 72.0, 100.0)
    [row] = unmirrored_rows([row_of([mirrored_line(line, WIDTH)])], WIDTH)
    assert row.lines[0].words == line.words


def test_pages_from_the_left_are_not_touched() -> None:
    page = make.page(make.block(make.prose(40, 400.0), 72.0, 100.0))
    document = arrange([page], meta=make.META)
    assert document.blocks[0].places[0].box.x0 == 72.0
    assert not page.lines[0].mirrored


def test_boxes_around_text_are_where_they_are_drawn() -> None:
    rules = [Rule(200, y, 560, y, 0.5, 0) for y in (80, 160)] + [Rule(x, 80, x, 160, 0.5, 0) for x in (200, 560)]
    (info,) = arrange([make.page(prose(4, 540.0, 100.0), rules=rules)], meta=make.META).pages
    assert [frame.box for frame in info.frames] == [(200, 80, 560, 160)]
