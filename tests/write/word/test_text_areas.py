"""Text areas of pages."""

from __future__ import annotations

import pytest

from quire.model.block import Figure, Paragraph, Place
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.write.word.text_areas import PageText, page_text_boxes, shared_text_area
from tests import documents as make

A4 = {"width": 595.0, "height": 842.0}


def pages(count: int) -> list[PageInfo]:
    return [PageInfo(number, 595.0, 842.0) for number in range(1, count + 1)]


def shown(boxes: dict[int, Box], *wrapping: int) -> dict[int, PageText]:
    return {number: PageText(box, number in wrapping) for number, box in boxes.items()}


def test_pictures_in_the_margin_do_not_count() -> None:
    logo = Figure(make.picture(), (Place(1, Box(10, 10, 60, 40)),))
    text = Paragraph((), (Place(1, Box(72, 90, 523, 700)),))
    chart = Figure(make.picture(), (Place(1, Box(72, 60, 523, 200)),))
    assert page_text_boxes(Document(tuple(pages(1)), (logo, text))) == shown({1: Box(72, 90, 523, 700)})
    assert page_text_boxes(Document(tuple(pages(1)), (chart, text))) == shown({1: Box(72, 60, 523, 700)})


def test_a_picture_that_reaches_into_the_margin_does_not_widen_wrapped_text() -> None:
    wide = Figure(make.picture(), (Place(1, Box(72, 400, 540, 640)),))
    wrapped = Paragraph((), (Place(1, Box(72, 100, 523, 180)),), pitch=12.0)
    [found] = page_text_boxes(Document(tuple(pages(1)), (wrapped, wide))).values()
    assert found == PageText(Box(72, 100, 523, 640), wraps=True)


def test_lines_that_wrap_show_the_right_edge() -> None:
    """Short lines that happen to end at one place do not."""

    def ends(x1: float, y0: float, height: float, pitch: float = 0.0, x0: float = 72.0) -> Paragraph:
        return Paragraph((), (Place(1, Box(x0, y0, x1, y0 + height)),), pitch=pitch)

    short = [ends(421, 100, 14), ends(420, 130, 14), ends(300, 160, 14)]
    for pitch, right in ((14.0, 523), (0.0, 421)):
        assert page_text_boxes(Document(tuple(pages(1)), (*short, ends(523, 200, 42, pitch))))[1] == PageText(
            Box(72, 100, right, 242), wraps=bool(pitch)
        )
    beside = ends(560, 200, 70, 14.0, x0=450)
    assert page_text_boxes(Document(tuple(pages(1)), (*short, beside)))[1] == PageText(Box(72, 100, 421, 270))


def test_most_pages_decide_on_the_sides() -> None:
    boxes = {n: Box(72, 80, 523, 760) for n in (1, 2, 3)} | {4: Box(150, 300, 400, 350)}
    area = shared_text_area(pages(4), shown(boxes), **A4)
    assert area.box == Box(72, 80, 523, 764)
    assert shared_text_area(pages(1), shown({1: Box(72, 80, 523, 300)}), **A4).box == Box(72, 80, 523, 842 - 84.2)
    assert not area.mirrored


def test_one_page_shows_the_margin_that_short_lines_do_not() -> None:
    short = {n: Box(72, 80, 380, 760) for n in (1, 2, 3)}
    assert shared_text_area(pages(4), shown(short), **A4).box.x1 == 380
    assert shared_text_area(pages(4), shown(short | {4: Box(72, 80, 521, 200)}), **A4).box.x1 == 521
    wide = short | {4: Box(72, 80, 560, 200)}
    assert shared_text_area(pages(4), shown(wide), **A4).box.x1 == 380  # a wide table
    assert shared_text_area(pages(4), shown(wide, 4), **A4).box.x1 == 560  # lines that wrap there


def test_mirrored_margins() -> None:
    boxes = {n: Box(100, 80, 535, 760) if n % 2 else Box(60, 80, 495, 760) for n in range(1, 7)}
    area = shared_text_area(pages(6), shown(boxes), **A4)
    assert area.mirrored
    assert (area.on(1).x0, area.on(2).x0) == (100, 60)


@pytest.mark.parametrize("box", [Box(-50, -50, 900, 2000), Box(300, 400, 301, 401)])
def test_areas_leave_room(box: Box) -> None:
    area = shared_text_area(pages(1), shown({1: box}), **A4).box
    assert area.width > 0.1 * 595
    assert area.height > 0.3 * 842
    assert area.x0 >= 14
    assert area.y1 <= 842 - 14


def test_pages_with_little_on_them_tell_little() -> None:
    full, small = Box(72, 72, 523, 770), Box(150, 72, 400, 120)
    texts = {1: full, 2: small, 3: full, 4: small, 5: small}
    area = shared_text_area(pages(5), shown(texts), width=595.0, height=842.0)
    assert (area.box.x0, area.box.x1) == (72, 523)
