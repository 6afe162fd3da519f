"""Pictures beside text."""

from __future__ import annotations

from quire.model.block import Block, Figure, Heading, Paragraph, Place, Span, Table
from quire.model.document import Document, PageInfo, Region
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from quire.model.table import Grid
from quire.write.word.floating_pictures import floating_anchors, is_fixed
from tests import documents as make

PAGE = PageInfo(1, 595.0, 842.0)


def figure(box: Box, *, page: int = 1, caption: str = "") -> Figure:
    spans = (Span(caption),) if caption else ()
    return Figure(Picture("p1-1", page, box, PictureKind.IMAGE, 9, 9), (Place(page, box),), spans)


def text(box: Box, *, page: int = 1) -> Paragraph:
    return Paragraph((Span("words", make.BODY),), (Place(page, box),))


def found(*blocks: Block, page: PageInfo = PAGE) -> dict[int, int]:
    return floating_anchors(Document((page,), blocks))


RIGHT, LEFT, BELOW = Box(400, 72, 500, 172), Box(72, 80, 380, 160), Box(72, 200, 523, 260)


def test_a_picture_hangs_on_the_text_beside_it() -> None:
    assert found(text(LEFT), figure(RIGHT), text(BELOW)) == {1: 0}
    assert found(figure(RIGHT), text(LEFT), text(BELOW)) == {0: 1}


def test_a_picture_behind_a_text_hangs_on_it() -> None:
    seal = figure(Box(100, 150, 400, 400))
    title = Heading(1, (Span("Manual"),), (Place(1, Box(180, 260, 320, 280)),))
    assert found(text(LEFT), seal, title, text(Box(72, 500, 523, 560))) == {1: 2}
    assert found(text(LEFT), seal, text(Box(72, 390, 523, 560))) == {}  # it reaches only a little over the text below


def test_a_picture_between_texts_stays_in_the_line() -> None:
    assert found(text(LEFT), figure(Box(72, 170, 200, 190)), text(BELOW)) == {}
    assert found(text(LEFT, page=2), figure(RIGHT)) == {}


def test_the_logo_and_the_picture_at_the_head_of_a_form() -> None:
    """The logo stands over the title and stays in the line; the picture beside both hangs on it."""
    logo, title = figure(Box(72, 72, 380, 107)), Heading(1, (Span("Form"),), (Place(1, Box(72, 112, 380, 140)),))
    assert found(logo, figure(RIGHT), title, text(BELOW)) == {1: 0}


def test_pictures_with_captions_wide_ones_and_those_of_columns_stay() -> None:
    assert found(text(LEFT), figure(RIGHT, caption="Figure 1")) == {}
    assert found(text(Box(72, 80, 100, 160)), figure(Box(110, 72, 500, 172))) == {}
    columns = PageInfo(1, 595.0, 842.0, regions=(Region(Box(72, 72, 523, 770), 2, 20.0),))
    assert found(text(LEFT), figure(RIGHT), page=columns) == {}


def test_a_picture_in_the_margin_hangs_on_the_nearest_text_of_its_page() -> None:
    edge, table = Box(565, 400, 595, 540), Table(Grid(1, 1, ()), (Place(1, Box(72, 300, 523, 600)),))
    assert found(text(LEFT), text(BELOW), figure(edge), table) == {2: 1}
    assert found(text(LEFT), figure(Box(300, 400, 560, 540)), table) == {}


def test_a_picture_from_edge_to_edge_keeps_its_place_on_the_page() -> None:
    cover, title = figure(Box(0, 0, 595, 330)), text(Box(72, 500, 523, 540))
    assert found(cover, title) == {0: 1}
    assert is_fixed(cover, title)
    assert not is_fixed(figure(RIGHT), text(LEFT))
    assert found(cover) == {}


def test_the_text_beside_a_picture_may_come_long_after_it() -> None:
    others = [text(Box(72, top, 400, top + 20)) for top in range(72, 372, 60)]
    assert found(figure(Box(430, 312, 520, 352)), *others) == {0: 5}
