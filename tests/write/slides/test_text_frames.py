"""Text blocks as frames."""

from __future__ import annotations

from dataclasses import replace

from quire.model.block import Code, Formula, Heading, Item, List, Note, Paragraph, Place, Span, TabStop
from quire.model.document import PageInfo
from quire.model.geometry import Box
from quire.model.table import Align
from quire.write.office.tab_runs import TabEdges
from quire.write.slides.text_fitting import longest_word
from quire.write.slides.text_frames import fit_frame, frame_paragraphs, placed_paragraphs, text_frames
from tests import documents as make

PAGE = PageInfo(1, 960, 540)
STYLE = make.BODY._replace(size=20.0)


def text(words: str, x0: float, y0: float, x1: float, y1: float, align: Align = Align.LEFT) -> Paragraph:
    return Paragraph((Span(words, STYLE),), (Place(1, Box(x0, y0, x1, y1)),), align)


def test_what_follows_closely_is_one_frame() -> None:
    near = [text("a", 60, 100, 300, 123), text("b", 60, 130, 300, 153)]
    assert len(text_frames(near, PAGE)) == 1
    assert len(text_frames([near[0], text("far", 60, 300, 300, 323)], PAGE)) == 2
    assert len(text_frames([near[0], text("beside", 500, 100, 700, 123)], PAGE)) == 2
    assert len(text_frames([near[0], text("centred", 60, 130, 300, 153, Align.CENTER)], PAGE)) == 2


def test_baselines_keep_their_distance_whatever_height_a_font_declares() -> None:
    # 33.2 points from baseline to baseline, of which a line of 20 points takes 24
    frame = text_frames([text("a", 60, 100, 300, 123.2), text("b", 60, 133.2, 300, 156.4)], PAGE)[0]
    assert [round(line.before, 3) for line in frame_paragraphs(frame, 0.5)] == [0, 4.6]
    low = text_frames([text("a", 60, 105, 300, 123), text("b", 60, 138.2, 300, 156.2)], PAGE)[0]
    assert [round(line.before, 3) for line in frame_paragraphs(low, 0.5)] == [0, 4.6]
    assert [line.pitch for line in frame_paragraphs(low, 1)] == [0, 0]


def test_a_line_with_a_low_box_stands_on_its_baseline() -> None:
    tall, low = (text_frames([text("a", 60, 123 - high, 300, 123)], PAGE)[0] for high in (23.2, 18.8))
    tops = [fit_frame(frame, Box(0, 0, 960, 540))[0].y0 for frame in (tall, low)]
    assert abs(tops[1] - tops[0] - 0.19 * 4.4) < 0.01  # the baseline stands by their feet, not by their tops


def test_lines_nearer_than_usual_have_a_pitch_of_their_own() -> None:
    frame = text_frames([text("a", 60, 100, 300, 123.2), text("b", 60, 119, 300, 142.2)], PAGE)[0]
    first, second = frame_paragraphs(frame, 1)
    assert (first.pitch, second.before, round(second.pitch, 3)) == (0, 0, 19.0)


def test_lines_keep_the_pitch_that_the_source_tells() -> None:
    """The estimated number of lines is off by one where the glyphs are wider than those of the text's own font."""
    narrow = text("w" * 60, 72, 100, 300, 193.2)
    for measured, rows, pitch in ((0.0, 4, 23.333), (35.0, 3, 35.0)):
        [piece] = placed_paragraphs(replace(narrow, pitch=measured), PAGE)
        assert (piece.rows, round(piece.pitch, 3)) == (rows, pitch)


def test_numbers_go_on_and_start_anew() -> None:
    items = tuple(
        Item(mark, (text("x", 60, 60.0 + 25 * n, 300, 83.0 + 25 * n),)) for n, mark in enumerate(("2.", "3.", "7."))
    )
    frame = text_frames([List(items, (make.place(),))], PAGE)[0]
    assert [line.start for line in frame_paragraphs(frame, 1)] == [2, 2, 7]


def test_frames_widen_only_into_free_room() -> None:
    frame = text_frames([text("a line of its own", 60, 100, 220, 123)], PAGE)[0]
    box, factor = fit_frame(frame, Box(0, 0, 960, 540))
    assert box.x1 > 260
    assert factor == 1
    assert fit_frame(frame, Box(60, 0, 222, 540))[0].x1 == 222


def test_a_frame_of_several_lines_is_as_wide_as_its_longest_word() -> None:
    [frame] = text_frames([text("Unbreakableword two", 60, 100, 160, 150)], PAGE)
    assert frame.pieces[0].rows == 2
    [paragraph] = frame_paragraphs(frame, 1, wide=fit_frame(frame, Box(0, 0, 960, 540))[0])
    box, _ = fit_frame(frame, Box(0, 0, 960, 540))
    assert box.width - paragraph.right >= longest_word(frame.pieces[0].spans) > 1.05 * 100


def test_every_kind_of_text_block_has_pieces() -> None:
    places = (Place(1, Box(60, 60, 300, 100)),)
    note = Note("n", "1", (text("note", 60, 500, 300, 510),), places)
    assert [s.text for s in next(placed_paragraphs(note, PAGE)).spans] == ["1 ", "note"]
    assert next(placed_paragraphs(Formula("E", places, label="(1)"), PAGE)).spans[0].text == "E\t(1)"
    assert next(placed_paragraphs(Formula("E", places, r"\frac{a}{b}", "(1)"), PAGE)).spans[0].text == "a/b\t(1)"
    assert next(placed_paragraphs(Code("a\nb", places), PAGE)).spans[0].style.mono
    assert (
        next(placed_paragraphs(Heading(1, (Span("Mid", STYLE),), (Place(1, Box(400, 60, 560, 80)),)), PAGE)).align
        is Align.CENTER
    )
    assert next(placed_paragraphs(Paragraph((Span("lost", STYLE),), ()), PAGE)).box.y1 <= 540


def test_frames_from_the_right_widen_to_the_left() -> None:
    frame = text_frames([text("שורה של עצמה", 660, 100, 820, 123)], PAGE)[0]
    box, _ = fit_frame(frame, Box(0, 0, 960, 540))
    assert box.x0 < 660
    assert box.x1 == 820
    frame = text_frames([text("שורה", 660, 100, 820, 123), text("שורה", 660, 125, 790, 148)], PAGE)[0]
    assert [line.left for line in frame_paragraphs(frame, 1.0)] == [0.0, 30.0]


def test_texts_apart_on_a_row_have_tab_stops() -> None:
    box = Box(60, 100, 860, 123)
    row = Paragraph((Span("Anna Berg 2023", STYLE),), (Place(1, box),), Align.CENTER, stops=(TabStop(9, 800, 860),))
    frame = text_frames([row], PAGE)[0]
    (line,) = frame_paragraphs(frame, 0.5, TabEdges([row]))
    assert line.spans[0].text == "Anna Berg\t2023"
    assert line.align is Align.LEFT
    assert line.tabs == ((400.0, Align.RIGHT),)


def test_lines_of_a_paragraph_keep_their_right_edge_in_a_wider_frame() -> None:
    prose = "several words that take more than one line of the frame in which they are set"
    blocks = [text("a line of its own that is wide", 60, 100, 340, 123.2), text(prose, 60, 130, 300, 201.2)]
    frame = text_frames(blocks, PAGE)[0]
    box, _ = fit_frame(frame, Box(0, 0, 960, 540))
    single, several = frame_paragraphs(frame, 1, wide=box)
    assert box.x1 > 400
    assert single.right == 0
    assert abs(box.x1 - several.right - 312) < 0.01
