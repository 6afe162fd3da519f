"""Gaps, lines and page breaks from the source's geometry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quire.model.block import Block, Figure, Heading, Note, Paragraph, Place, Span, Table
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.table import Grid
from quire.write.word.source_flow import LinePitch, flow_steps, paragraph_pitch, usual_pitch
from tests import documents as make

AREA = Box(72, 72, 523, 770)
PAGES = {1: AREA, 2: AREA}


def text(page: int, top: float, bottom: float, *, x0: float = 72, x1: float = 523, words: int = 30) -> Paragraph:
    return Paragraph((Span("words " * words, make.BODY),), (Place(page, Box(x0, top, x1, bottom)),))


def found(*blocks: Block) -> list[tuple[float | None, bool, float]]:
    return [tuple(step)[:3] for step in flow_steps(Document((), blocks), PAGES)]


def early(*blocks: Block) -> bool:
    """Whether the second block begins a page although the one before had room."""
    step = flow_steps(Document((), blocks), PAGES)[1]
    assert step.new_page
    return step.early


def test_gaps_on_a_page_and_none_across_columns() -> None:
    one, two = text(1, 100, 112), text(1, 130, 142)
    assert found(one, two) == [(None, False, 28.0), (18.0, False, 0.0)]
    assert found(text(1, 600, 700, x1=280), text(1, 100, 200, x0=300))[1] == (None, False, 0.0)
    assert found(text(1, 600, 612, x0=400), text(1, 700, 712, x0=200, x1=300))[1] == (88.0, False, 0.0)  # a cover


@pytest.mark.parametrize(
    ("bottom", "block", "forced"),
    [
        (300, text(2, 72, 100), True),
        (760, text(2, 72, 100), False),
        (500, Figure(make.picture(), (Place(2, Box(72, 72, 400, 500)),)), False),
        (300, Figure(make.picture(), (Place(2, Box(72, 72, 400, 200)),)), True),
        (640, Heading(1, (Span("H", make.BOLD),), (Place(2, Box(72, 72, 100, 90)),)), True),
    ],
)
def test_a_page_that_ends_early_was_ended(bottom: float, block: Block, forced: bool) -> None:
    assert early(text(1, 72, bottom), block) is forced


def test_notes_at_the_foot_do_not_fill_a_page() -> None:
    note = Note("n", "1", (), (Place(1, Box(72, 740, 523, 770)),))
    assert found(text(1, 72, 300), note, text(2, 72, 100))[2][1] is True


def test_the_pitch_of_lines() -> None:
    line = "中" * 43  # 43 * 10.5 = 451.5 points: one line
    blocks = tuple(
        Paragraph((Span(line * 3 + "中" * 20, make.SONG),), (Place(1, Box(72, 0, 523.5, 12 + 3 * 20.0)),))
        for _ in range(3)
    )
    single = Paragraph((Span("中", make.SONG),), (Place(1, Box(72, 0, 90, 12.0)),))
    measured = usual_pitch(Document((), (single, *blocks), body_size=10.5))
    assert measured.height == pytest.approx(12 / 10.5)
    assert measured.points == pytest.approx(20.0)
    assert paragraph_pitch(single, measured) == 0


def test_lines_are_counted_so_that_paragraphs_agree() -> None:
    """The estimate of one paragraph is a line off: its pitch is that of the others, not half as much again."""

    def lines(estimated: float, real: int) -> Paragraph:
        text = "中" * round(43 * estimated)
        return Paragraph((Span(text, make.SONG),), (Place(1, Box(72, 0, 523.5, 12 + (real - 1) * 15.0)),))

    sure, off = lines(4.6, 5), lines(2.55, 4)
    measured = usual_pitch(Document((), (sure, sure, sure, off), body_size=10.5))
    assert measured.points == pytest.approx(15.0, abs=0.1)
    assert paragraph_pitch(off, measured) == pytest.approx(15.0, abs=0.1)
    wide = lines(4.6, 8)
    assert paragraph_pitch(wide, measured) == pytest.approx(26.25, abs=0.1)


def test_a_long_table_on_a_new_page_begins_there() -> None:
    """It could have begun on the page before, as its rows part."""
    table = Table(Grid(1, 1, ()), (Place(2, Box(72, 72, 523, 700)),))
    assert early(text(1, 72, 400), table)
    assert not early(text(1, 72, 690), table)


def test_contents_begin_their_page_even_behind_a_full_one() -> None:
    title = Heading(1, (Span("目 录", make.BOLD),), (Place(2, Box(200, 72, 300, 90)),))
    assert early(text(1, 72, 760), title)


def test_pages_without_anything_are_counted() -> None:
    pages = tuple(PageInfo(number, 595, 842) for number in range(1, 5))
    blocks = (text(1, 72, 760), text(4, 72, 100))
    assert [step.empty for step in flow_steps(Document(pages, blocks), {1: AREA, 4: AREA})] == [0, 2]
    unread = (pages[0], pages[1], replace(pages[2], needs_ocr=True), pages[3])
    assert [step.empty for step in flow_steps(Document(unread, blocks), {1: AREA, 4: AREA})] == [0, 0]


def test_a_known_pitch_needs_no_estimate() -> None:
    """Glyphs of an unusual width make the estimated number of lines wrong."""
    style = make.BODY._replace(size=10.0)
    box = Box(72, 100, 523, 170)
    wide = Paragraph((Span("w" * 200, style),), (Place(1, box),), pitch=14.2)
    assert usual_pitch(Document((), (wide,), body_size=10.0)).points == 14.2
    assert paragraph_pitch(wide, LinePitch(1.15, 14.0)) == 14.0
    assert [paragraph_pitch(wide, LinePitch(1.15, points)) for points in (15.0, 20.0)] == [14.2, 14.2]
    assert paragraph_pitch(replace(wide, pitch=99.0), LinePitch(1.15, 20.0)) != 99.0


def test_a_floating_picture_does_not_fill_its_page() -> None:
    picture = Figure(make.picture(), (Place(1, Box(400, 80, 520, 760)),))
    blocks = (text(1, 80, 120, x1=380), picture, text(2, 72, 100))
    for floating, forced in ((frozenset({1}), True), (frozenset[int](), False)):
        step = flow_steps(Document((), blocks), PAGES, floating)[2]
        assert (step.new_page, step.early) == (True, forced)
