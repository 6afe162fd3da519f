"""Grounds of texts as the shading of their paragraphs."""

from __future__ import annotations

from lxml import etree

from quire.model.block import Block, Heading, Paragraph, Place, Span
from quire.model.document import Document, Frame, PageInfo
from quire.model.geometry import Box
from quire.model.page import Fill, Style
from quire.model.table import Align
from quire.write.word.main_part import MainPart
from tests.write.ooxml import W

BAR = Fill(68.0, 96.0, 527.0, 120.0, 0x156082)
WHITE = Style("Arial", 14.0, bold=True, italic=False, mono=False, color=0xFFFFFF)
BODY = Paragraph(
    (Span("Words of the text."),), (Place(1, Box(72.0, 140.0, 523.0, 250.0)),), pitch=14.0
)  # shows the text area


def title(top: float = 101.0, left: float = 72.0) -> Heading:
    return Heading(1, (Span("A title", WHITE),), (Place(1, Box(left, top, left + 60.0, top + 14.0)),))


def written(*blocks: Block, grounds: tuple[Fill, ...] = (), frames: tuple[Frame, ...] = ()) -> list[etree._Element]:
    document = Document((PageInfo(1, 595.0, 842.0, grounds=grounds, frames=frames),), blocks)
    made = MainPart(document, relate=lambda _: "rId1", picture=lambda _: None)
    return list(etree.fromstring(made.part(lambda _: "<w:sectPr/>"))[0].iter(W + "p"))


def shades(paragraphs: list[etree._Element]) -> list[str | None]:
    found = (p.find(f"{W}pPr/{W}shd") for p in paragraphs)
    return [one.get(W + "fill") if one is not None else None for one in found]


def colors(paragraphs: list[etree._Element]) -> list[str | None]:
    return [one.get(W + "val") for p in paragraphs for one in p.iter(W + "color") if one.getparent().tag == W + "rPr"]


def test_a_heading_on_a_bar_is_shaded_from_edge_to_edge_and_stays_white() -> None:
    shown = written(title(), BODY, grounds=(BAR,))
    assert shades(shown) == ["156082", None]
    assert colors(shown) == ["FFFFFF"]
    sides = {side.tag.removeprefix(W): side.get(W + "space") for side in shown[0].find(f"{W}pPr/{W}pBdr")}
    assert sides == {"top": "2", "left": "4", "bottom": "5", "right": "4"}


def test_without_a_ground_white_text_can_be_read() -> None:
    shown = written(title(), BODY)
    assert shades(shown) == [None, None]
    assert colors(shown) == []


def test_paragraphs_on_one_ground_have_one_border_around_them() -> None:
    ground = Fill(68.0, 136.0, 527.0, 330.0, 0xDDEEFF)
    other = Paragraph((Span("More."),), (Place(1, Box(72.0, 260.0, 523.0, 320.0)),), pitch=14.0)
    shown = written(BODY, other, grounds=(ground,))
    assert shades(shown) == ["DDEEFF", "DDEEFF"]
    borders = [etree.tostring(p.find(f"{W}pPr/{W}pBdr")) for p in shown]
    assert borders[0] == borders[1]


def test_a_text_in_the_middle_has_the_sides_of_its_ground() -> None:
    narrow = Fill(200.0, 96.0, 395.0, 120.0, 0x156082)
    text = Paragraph((Span("Middle", WHITE),), (Place(1, Box(270.0, 101.0, 325.0, 115.0)),), align=Align.CENTER)
    shown = written(text, BODY, grounds=(narrow,))
    indent = shown[0].find(f"{W}pPr/{W}ind")
    assert 120 < int(indent.get(W + "left")) / 20 < 135
    assert 120 < int(indent.get(W + "right")) / 20 < 135


def test_white_text_in_a_filled_box_stays_white() -> None:
    frame = Frame(Box(66.0, 90.0, 529.0, 130.0), 0, 1.0, 0x156082)
    shown = written(title(), BODY, frames=(frame,))
    assert colors(shown) == ["FFFFFF"]
    assert "156082" not in shades(shown)  # the cell has it
