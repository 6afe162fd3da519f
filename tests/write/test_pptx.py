"""Slides: the written file opens, is sound, and shows each page on one slide."""

from __future__ import annotations

import io
import re

import pptx
import pptx.enum.shapes
import pytest
from hypothesis import HealthCheck, given, settings
from pptx.util import Pt

from quire.model.block import Block, Figure, Furniture, Heading, Item, List, Paragraph, Place, Role, Span, Table
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.traversal import walk
from quire.write.office.office_text import xml_text
from quire.write.pptx import write
from tests import documents as make
from tests.strategies import documents
from tests.write.ooxml import A, P, parts, problems, trees

WIDE = (960.0, 540.0)


def document(*blocks: Block, pages: int = 1, furniture: tuple[Furniture, ...] = ()) -> Document:
    infos = tuple(PageInfo(number, *WIDE) for number in range(1, pages + 1))
    return Document(infos, blocks, furniture, language="en", body_size=18.0, page_count=pages)


def text(words: str, box: tuple[float, float, float, float], *, page: int = 1, size: float = 18.0) -> Paragraph:
    return Paragraph((Span(words, make.BODY._replace(size=size)),), (Place(page, Box(*box)),))


def opened(*blocks: Block, **more: object) -> pptx.presentation.Presentation:
    return pptx.Presentation(io.BytesIO(write(document(*blocks, **more), {})))


def squeezed(words: str) -> str:
    return re.sub(r"\s+", "", xml_text(words))


TITLE = Heading(1, (Span("Our plan", make.BOLD._replace(size=40.0)),), (Place(1, Box(60, 40, 400, 88)),))


def test_the_rich_document_is_sound() -> None:
    package = write(make.rich(), {"p2-1": make.png(), "p3-1": make.png()})
    assert problems(package) == []
    assert len(pptx.Presentation(io.BytesIO(package)).slides) == len(make.rich().pages)


def test_the_same_document_gives_the_same_bytes() -> None:
    assert write(make.rich(), {}) == write(make.rich(), {})


def test_a_slide_has_the_proportions_of_its_page() -> None:
    found = opened(TITLE)
    assert (found.slide_width, found.slide_height) == (Pt(960), Pt(540))


@pytest.mark.parametrize("size", [(10.0, 5.0), (9000.0, 400.0), (1.0, 9000.0)])
def test_odd_pages_stay_in_the_limits(size: tuple[float, float]) -> None:
    found = pptx.Presentation(io.BytesIO(write(Document((PageInfo(1, *size),), (TITLE,)), {})))
    assert Pt(72) <= found.slide_width <= Pt(4032)
    assert Pt(72) <= found.slide_height <= Pt(4032)


def test_a_page_of_another_size_is_fitted_into_the_slide() -> None:
    pages = (PageInfo(1, *WIDE), PageInfo(2, *WIDE), PageInfo(3, 540.0, 960.0))
    found = pptx.Presentation(io.BytesIO(write(Document(pages, (text("tall", (0, 900, 540, 960), page=3),)), {})))
    shape = found.slides[2].shapes[0]
    assert shape.top + shape.height <= found.slide_height
    assert shape.left >= 0


def test_the_title_is_in_the_title_placeholder_at_its_place() -> None:
    slide = opened(TITLE, text("words", (60, 120, 500, 140))).slides[0]
    title = slide.shapes.title
    assert title.text_frame.text == "Our plan"
    assert title.left == Pt(60)
    assert 0 <= Pt(40) - title.top < Pt(2)  # so that its baseline stands where it stood
    assert title.text_frame.paragraphs[0].runs[0].font.size == Pt(40)


def test_a_page_without_a_title_has_no_empty_placeholder() -> None:
    table = Table(make.grid(("a", "b")), (Place(1, Box(60, 60, 500, 120)),))
    slide = opened(table).slides[0]
    assert slide.shapes.title is None
    assert [shape.has_table for shape in slide.shapes] == [True]


def test_lists_are_paragraphs_with_bullets_and_levels() -> None:
    inner = List((Item("–", (text("deep", (100, 150, 400, 170)),)),), (make.place(),))
    outer = List(
        (Item("•", (text("one", (60, 100, 400, 120)),)), Item("•", (text("two", (60, 125, 400, 145)), inner))),
        (make.place(),),
    )
    slide = opened(outer).slides[0]
    assert len(slide.shapes) == 1
    paragraphs = slide.shapes[0].text_frame.paragraphs
    assert [p.text for p in paragraphs] == ["one", "two", "deep"]
    assert [p.level for p in paragraphs] == [0, 0, 1]
    assert [p._p.pPr.find(A + "buChar").get("char") for p in paragraphs] == ["•", "•", "–"]


def test_numbered_lists_count_from_their_start() -> None:
    items = tuple(Item(f"{n}.", (text(f"item {n}", (60, 80.0 + 20 * n, 400, 98.0 + 20 * n)),)) for n in (3, 4))
    slide = opened(List(items, (make.place(),), ordered=True, start=3)).slides[0]
    numbers = [p._p.pPr.find(A + "buAutoNum") for p in slide.shapes[0].text_frame.paragraphs]
    assert [(n.get("type"), n.get("startAt")) for n in numbers] == [("arabicPeriod", "3"), ("arabicPeriod", "3")]


def test_a_marker_without_numbering_stays_as_text() -> None:
    items = (Item("一、", (text("总则", (60, 100, 400, 120)),)),)
    slide = opened(List(items, (make.place(),))).slides[0]
    assert slide.shapes[0].text_frame.text == "一、\t总则"


def test_tables_are_native_with_merged_cells() -> None:
    table = next(b for b in make.rich().blocks if isinstance(b, Table) and b.grid.header_rows == 2)
    slide = opened(Table(table.grid, (Place(1, Box(60, 60, 500, 200)),))).slides[0]
    shape = slide.shapes[0]
    assert (shape.left, shape.top, shape.width) == (Pt(60), Pt(60), Pt(440))
    cell = shape.table.cell(0, 1)
    assert cell.is_merge_origin
    assert (cell.span_width, cell.text) == (2, "本期金额")
    assert shape.table.cell(1, 0).is_spanned


def test_pictures_stand_at_their_place_behind_the_text() -> None:
    figure = Figure(make.picture(alt="A chart"), (Place(1, Box(72, 300, 232, 420)),))
    package = write(document(text("over it", (80, 320, 200, 340)), figure), {"p1-1": make.png()})
    shapes = pptx.Presentation(io.BytesIO(package)).slides[0].shapes
    assert shapes[0].shape_type == pptx.enum.shapes.MSO_SHAPE_TYPE.PICTURE
    assert (shapes[0].left, shapes[0].top, shapes[0].width, shapes[0].height) == (Pt(72), Pt(300), Pt(160), Pt(120))
    assert 'descr="A chart"' in parts(package)["ppt/slides/slide1.xml"].decode()


def test_nothing_stands_outside_the_slide() -> None:
    out = text("far out " * 20, (900, 500, 2000, 900))
    found = opened(out, TITLE)
    for shape in found.slides[0].shapes:
        assert shape.left >= 0
        assert shape.top >= 0
        assert shape.left + shape.width <= found.slide_width
        assert shape.top + shape.height <= found.slide_height


def test_frames_that_were_apart_do_not_overlap() -> None:
    left = text("left side words " * 10, (60, 100, 300, 400))
    right = text("right side words " * 10, (306, 100, 560, 400))
    shapes = opened(left, right).slides[0].shapes
    assert shapes[0].left + shapes[0].width <= shapes[1].left


def test_text_that_would_run_over_its_box_is_set_smaller() -> None:
    tight = text("W" * 60, (60, 100, 300, 121))
    roomy = text("few", (60, 300, 900, 321))
    shapes = opened(tight, roomy).slides[0].shapes
    sizes = [shape.text_frame.paragraphs[0].runs[0].font.size.pt for shape in shapes]
    assert sizes[0] < 18
    assert sizes[1] == 18


def test_links_lead_out_and_to_slides() -> None:
    spans = (Span("out", make.BODY, "https://example.org/"), Span("in", make.BODY, "#p2"), Span("no", make.BODY, "#p9"))
    package = write(document(Paragraph(spans, (Place(1, Box(60, 100, 300, 120)),)), pages=2), {})
    assert problems(package) == []
    links = list(trees(package)["ppt/slides/slide1.xml"].iter(A + "hlinkClick"))
    assert [link.get("action") for link in links] == [None, "ppaction://hlinksldjump"]


def test_links_have_the_colour_that_most_have() -> None:
    """Programs show links in the theme's colour, whatever their runs say."""
    link = Span("out", make.RED, "https://example.org/")
    theme = parts(write(document(Paragraph((link,), (Place(1, Box(60, 100, 300, 120)),))), {}))["ppt/theme/theme1.xml"]
    assert re.findall(rb'<a:(?:folH|h)link><a:srgbClr val="(\w+)"/>', theme) == [b"C00000", b"C00000"]


def test_page_numbers_are_fields_and_furniture_is_small_text() -> None:
    pieces = (
        Furniture(Role.PAGE_NUMBER, (Span("1", make.BODY),), Place(1, Box(900, 510, 910, 522))),
        Furniture(Role.FOOTER, (Span("Confidential", make.BODY),), Place(1, Box(60, 510, 130, 522))),
    )
    package = write(document(TITLE, furniture=pieces), {})
    slide = trees(package)["ppt/slides/slide1.xml"]
    assert [f.get("type") for f in slide.iter(A + "fld")] == ["slidenum"]
    assert "Confidential" in [t.text for t in slide.iter(A + "t")]


def test_chinese_text_has_east_asian_fonts() -> None:
    block = Paragraph((Span("货币资金", make.SONG),), (Place(1, Box(60, 100, 300, 120)),))
    slide = trees(write(document(block), {}))["ppt/slides/slide1.xml"]
    run = next(slide.iter(A + "rPr"))
    assert (run.get("lang"), run.find(A + "ea").get("typeface")) == ("zh-CN", "SimSun")


def test_white_text_is_white_only_on_a_picture() -> None:
    white = make.BODY._replace(color=0xFFFFFF)
    block = Paragraph((Span("white", white),), (Place(1, Box(80, 320, 200, 340)),))
    figure = Figure(make.picture(), (Place(1, Box(72, 300, 232, 420)),))
    bare = trees(write(document(block), {}))["ppt/slides/slide1.xml"]
    covered = trees(write(document(block, figure), {"p1-1": make.png()}))["ppt/slides/slide1.xml"]
    assert [e.get("val") for e in bare.iter(A + "srgbClr")] == []
    assert [e.get("val") for e in covered.iter(A + "srgbClr")] == ["FFFFFF"]


def test_a_caption_stands_on_its_side_of_the_picture() -> None:
    def top(*, above: bool) -> float:
        place = Place(1, Box(72, 300, 232, 420))
        figure = Figure(make.picture(), (place,), (Span("Figure 1", make.BODY),), caption_above=above)
        deck = pptx.Presentation(io.BytesIO(write(document(figure), {"p1-1": make.png()})))
        return next(shape.top.pt for shape in deck.slides[0].shapes if shape.has_text_frame and shape.text_frame.text)

    assert top(above=True) < 300
    assert top(above=False) >= 420


def test_there_are_no_notes() -> None:
    assert not any("notesSlide" in name for name in parts(write(make.rich(), {})))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents)
def test_any_document_is_sound_and_keeps_its_text(found: Document) -> None:
    package = write(found, {})
    assert problems(package) == []
    assert len(pptx.Presentation(io.BytesIO(package)).slides) == len(found.pages)
    slides = [tree for name, tree in trees(package).items() if name.startswith("ppt/slides/slide")]
    written = squeezed("".join(t.text or "" for tree in slides for t in tree.iter(A + "t")))
    for block in walk(found.blocks) if found.pages else ():
        if isinstance(block, Heading | Paragraph):
            for span in block.spans:
                assert squeezed(span.text) in written


def test_every_slide_has_one_title_at_most() -> None:
    for name, tree in trees(write(make.rich(), {})).items():
        if name.startswith("ppt/slides/slide"):
            assert len(list(tree.iter(P + "ph"))) <= 1
