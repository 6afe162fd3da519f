"""Drawings by their captions."""

from __future__ import annotations

from quire.layout.order import captioned_drawings
from quire.layout.order.page_order import order_page
from quire.layout.text.block_drafts import Kind
from quire.layout.text.caption_binding import bind_captions
from quire.model.geometry import Box
from quire.model.page import Fill, Page, Picture, PictureKind, Rule
from tests.layout.pages import MONO, block, line, prose, style

TEXT = block(prose(60, 400), 72, 100, to=472)
BELOW = block(prose(60, 400, start=20), 72, 460, to=472)
CURVE = Picture("p1-drawing", 1, Box(150, 200, 400, 380), PictureKind.DRAWING, 0, 0)
SMALL = style(7.0)
LABELS = [
    line("recognition rate", 90, 290, SMALL),
    line("0.0 0.2 0.4", 200, 392, SMALL),
    line("UC Irvine", 410, 250, SMALL),
]
CAPTION = line("Figure 2: Recognition by institution", 180, 420)


def page(lines, **drawn):
    return Page(1, 595.0, 842.0, lines=tuple(lines), **drawn)


def found(lines, tables=(), **drawn):
    return captioned_drawings.find(page(lines, **drawn), lines, [], tables)


def test_a_drawing_above_its_caption_takes_the_labels_around_it():
    lines = [*TEXT, *LABELS, CAPTION, *BELOW]
    (one,) = found(lines, pictures=(CURVE,))
    assert one.lines == {id(label) for label in LABELS}
    assert one.box.holds(CURVE.box)
    assert not one.box.overlap(CAPTION.box)
    drafts = bind_captions(order_page(page(lines, pictures=(CURVE,)), lines, [], ()).drafts)
    assert [draft.kind for draft in drafts] == [Kind.TEXT, Kind.FIGURE, Kind.TEXT]
    assert drafts[1].caption[0].text == CAPTION.text
    assert "UC Irvine" in drafts[1].picture.alt


def test_boxes_without_a_curve_are_a_drawing_unless_they_are_a_table():
    sides = (Rule(150, 200, 400, 200, 1, 0), Rule(150, 380, 400, 380, 1, 0), Rule(150, 200, 150, 380, 1, 0))
    sides += (Rule(400, 200, 400, 380, 1, 0),)
    inside = [line("Encoder", 250, 250), line("Decoder", 250, 320)]
    lines = [*TEXT, *inside, CAPTION, *BELOW]
    assert [one.lines for one in found(lines, rules=sides)] == [{id(label) for label in inside}]
    assert found(lines, [Box(150, 200, 400, 380)], rules=sides) == []


def test_a_formula_and_its_text_above_a_drawing_are_no_part_of_it():
    fraction = Rule(200, 160, 260, 160, 0.5, 0)
    lines = [*TEXT[:3], line("where the rate is that of all models", 72, 185), *LABELS, CAPTION, *BELOW]
    (one,) = found(lines, pictures=(CURVE,), rules=(fraction,))
    assert one.box.y0 > 185


def test_programs_tables_and_images_are_no_drawings():
    ground = tuple(Fill(150, y, 400, y + 50, 0xEEEEEE) for y in (200, 250, 300, 350))
    program = [line(f"x = {row}", 160, 220 + 20 * row, MONO) for row in range(6)]
    assert found([*TEXT, *program, CAPTION], fills=ground) == []
    assert found([*TEXT, line("Table 1: Rates", 180, 190), *LABELS, CAPTION], pictures=(CURVE,)) == []
    assert found([*TEXT, *LABELS, CAPTION], pictures=(CURVE._replace(kind=PictureKind.IMAGE),)) == []


def test_two_captions_beside_each_other_have_a_drawing_each():
    left, right = (CURVE._replace(box=Box(x, 200, x + 150, 380)) for x in (80, 330))
    captions = [line("Figure 1: Left", 110, 420), line("Figure 2: Right", 360, 420)]
    boxes = [one.box for one in found([*TEXT, *captions], pictures=(left, right))]
    assert boxes == [left.box, right.box]


def test_the_words_of_the_author_describe_a_drawing():
    parts = [
        CURVE._replace(name=f"p1-{x}", box=Box(x, 200, x + 100, 380), alt=alt) for x, alt in ((150, "A"), (300, "B"))
    ]
    assert [one.picture.alt for one in found([*TEXT, *LABELS, CAPTION], pictures=tuple(parts))] == ["A B"]
    whole = CURVE._replace(alt="Rates")
    assert [one.picture for one in found([*TEXT, CAPTION], pictures=(whole,))] == [whole]


SIDES = tuple(
    Rule(x0, y0, x1, y1, 1, 0)
    for x0, y0, x1, y1 in ((80, 180, 470, 180), (80, 400, 470, 400), (80, 180, 80, 400), (470, 180, 470, 400))
)
EDGES = [
    line("12V", 84, 290, SMALL),
    line("with five words on it", 84, 196, SMALL),
    line("Q1", 452, 210, SMALL),
]


def test_a_frame_around_a_drawing_holds_its_labels_wherever_the_caption_stands():
    within, above = line("Fig 5. A converter", 84, 395), line("Figure 1. A converter", 80, 172)
    for caption, upper, lower in ((within, 180.0, within.y0), (above, 180.0, 400.0)):
        (one,) = found([*TEXT, *EDGES, caption, *BELOW], pictures=(CURVE,), rules=SIDES)
        assert one.lines == {id(label) for label in EDGES}
        assert (one.box.y0, one.box.y1) == (upper, lower)


def test_a_frame_with_text_in_it_or_without_a_drawing_is_no_figure():
    caption = line("Figure 1. A converter", 80, 172)
    told = block(prose(30, 360), 90, 200, to=460)
    assert found([*TEXT, *told, caption], pictures=(CURVE,), rules=SIDES) == []
    assert found([*TEXT, *EDGES, caption], rules=SIDES) == []


def test_a_column_of_text_beside_a_drawing_is_no_part_of_it():
    beside = block(prose(50, 130), 20, 210, to=145)
    assert found([*beside, *LABELS, line("Figure 7: Gain", 250, 420)], pictures=(CURVE,)) == []
    assert found([*LABELS, line("Figure 7: Gain", 250, 420)], pictures=(CURVE,)) != []
