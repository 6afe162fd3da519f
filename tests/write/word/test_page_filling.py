"""Whether a page's text has room."""

from __future__ import annotations

import pytest

from quire.model.block import Block, Item, List, Paragraph, Place, Span, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.page import Style
from quire.model.table import Cell, Grid
from quire.write.office.text_widths import advance_width
from quire.write.word.page_filling import plan_page_breaks
from quire.write.word.source_flow import flow_steps, page_bottoms

AREA = Box(72, 72, 523, 770)
PAGES = dict.fromkeys(range(1, 5), AREA)
SPARE = dict.fromkeys(PAGES, 24.0)
TIMES = Style("Times", 10.0, bold=False, italic=False, mono=False, color=0)
WORDS = "reading matter of usual words "


def text(page: int, top: float, lines: int, *, font: str = "Times", fill: float = 0.9) -> Paragraph:
    """A paragraph of so many lines, 12 points from each other, whose last line is filled so far."""
    count = round((lines - 1 + fill) * 0.965 * 451 / (10 * advance_width(WORDS, "Times New Roman")))
    box = Box(72, top, 523, top + 10 + 12 * (lines - 1))
    spans = (Span(WORDS * count, TIMES._replace(font=font)),)
    return Paragraph(spans, (Place(page, box),), pitch=12.0)


def told(*blocks: Block) -> list[tuple[bool, float]]:
    document = Document((), blocks, body_size=10.0)
    found = plan_page_breaks(
        document, flow_steps(document, PAGES), PAGES, page_bottoms(document), spare=SPARE, scales={}
    )
    return [(step.new_page, round(step.squeeze, 2)) for step in found]


def test_a_page_with_room_is_followed_by_one_that_begins() -> None:
    assert [begins for begins, _ in told(text(1, 72, 54), text(2, 72, 54), text(3, 72, 4))] == [False, True, True]


def test_a_full_page_runs_on() -> None:
    assert [begins for begins, _ in told(text(1, 72, 58), text(2, 72, 58), text(3, 72, 4))] == [False, False, False]


def test_white_is_given_up_for_a_full_page() -> None:
    pieces = [text(1, 72 + 124 * at, 8) for at in range(5)]
    last = text(1, 692, 7)
    found = told(*pieces, last, text(2, 72, 4))
    assert found[-1][0]
    assert 0.6 < found[1][1] < 1.0


def test_what_stood_above_the_text_area_takes_room_in_it() -> None:
    """A cover that begins higher than other pages gives up white."""
    whites = [told(text(1, top, 8), text(1, 600, 12), text(2, 72, 4))[1][1] for top in (72, 20, 8)]
    assert whites[0] > whites[1] > whites[2]


@pytest.mark.parametrize(("font", "begins"), [("Times", True), ("Calibri", True), ("Georgia", False)])
def test_fonts_that_may_be_missing_need_more_room(font: str, *, begins: bool) -> None:
    assert told(text(1, 72, 53, font=font), text(2, 72, 4))[1][0] is begins


@pytest.mark.parametrize(("words", "begins"), [(4, True), (40, False)])
def test_rows_of_tables_that_become_taller_take_room(words: int, *, begins: bool) -> None:
    box = Box(72, 600, 172, 624)
    cell = Cell(0, 0, (Span("reading " * words, TIMES),), box=box)
    table = Table(Grid(1, 1, (cell,)), (Place(1, box),))
    assert told(text(1, 72, 40), table, text(1, 640, 9), text(2, 72, 4))[-1][0] is begins


def test_lines_at_the_right_margin_have_the_whole_line() -> None:
    name = Span("Name of an author and of another", TIMES)
    width = 10 * advance_width(name.text, "Times New Roman")
    lines = [
        Paragraph((name,), (Place(1, Box(523.5 - width, 72 + 12.7 * at, 523, 82 + 12.7 * at)),)) for at in range(52)
    ]
    assert told(*lines, text(2, 72, 4))[-1][0]


def test_behind_a_table_over_pages_only_early_ends_count() -> None:
    table = Table(Grid(1, 1, ()), (Place(1, Box(72, 400, 523, 760)), Place(2, Box(72, 72, 523, 300))))
    full, short = text(2, 320, 35), text(2, 320, 5)
    assert not told(text(1, 72, 20), table, full, text(3, 72, 5))[3][0]
    assert told(text(1, 72, 20), table, short, text(3, 72, 5))[3][0]


def test_items_begin_a_page_where_the_items_before_have_room() -> None:
    def begun(first: int) -> int:
        parts = (text(1, 72, first), text(2, 72, 4))
        block = List(tuple(Item("1.", (part,)) for part in parts), tuple(part.places[0] for part in parts))
        document = Document((), (block,), body_size=10.0)
        steps = flow_steps(document, PAGES)
        (step,) = plan_page_breaks(document, steps, PAGES, page_bottoms(document), spare=SPARE, scales={})
        return step.inside

    assert [begun(40), begun(58)] == [1, 0]
