"""Runs and paragraphs of slides."""

from __future__ import annotations

import pytest
from lxml import etree

from quire.model.block import Span
from quire.model.table import Align
from quire.write.office.marker_format import Marker, interpretations
from quire.write.slides.drawingml import NAMESPACES
from quire.write.slides.slide_text import FrameParagraph, SlideContext, autonumber, paragraph
from tests import documents as make
from tests.write.ooxml import A, _orders

PEN = SlideContext("en", lambda target: "rId1")


def parsed(line: FrameParagraph, pen: SlideContext = PEN, shrink: float = 1.0) -> etree._Element:
    tree = etree.fromstring(f"<x {NAMESPACES}>{paragraph(line, pen, shrink)}</x>")
    assert list(_orders("p", tree)) == []
    return tree[0]


def test_everything_is_said() -> None:
    run = parsed(FrameParagraph((Span("a", make.BOLD._replace(rise=1, size=6.5)),))).find(f"{A}r/{A}rPr")
    assert (run.get("b"), run.get("i"), run.get("sz"), run.get("baseline")) == ("1", "0", "1000", "30000")
    assert run.find(A + "latin").get("typeface") == "Times New Roman"


def test_line_ends_and_control_characters() -> None:
    tree = parsed(FrameParagraph((Span("a\nb\x00\x0b", make.BODY),)))
    assert [child.tag.rpartition("}")[2] for child in tree] == ["pPr", "r", "br", "r"]
    assert "".join(t.text for t in tree.iter(A + "t")) == "ab"


@pytest.mark.parametrize(
    ("marker", "name"),
    [
        ("1.", "arabicPeriod"),
        ("(a)", "alphaLcParenBoth"),
        ("IV)", "romanUcParenR"),
        ("①", "circleNumDbPlain"),
        ("一、", None),
        ("§1", None),
    ],
)
def test_numberings(marker: str, name: str | None) -> None:
    meaning: Marker = interpretations(marker)[0]
    assert autonumber(meaning) == name


def test_size_alignment_spaces_and_levels() -> None:
    line = FrameParagraph((Span("a", make.BODY),), Align.RIGHT, level=1, left=20, first=-10, before=6, pitch=15)
    properties = parsed(line, shrink=0.8).find(A + "pPr")
    assert [properties.get(k) for k in ("algn", "lvl", "marL", "indent")] == ["r", "1", "254000", "-127000"]
    assert [e.get("val") for e in properties.iter(A + "spcPts")] == ["1500", "600", "0"]
    assert parsed(line, shrink=0.8).find(f"{A}r/{A}rPr").get("sz") == "840"


def test_right_to_left() -> None:
    assert parsed(FrameParagraph((Span("مرحبا", make.BODY),))).find(A + "pPr").get("algn") == "r"


def test_tab_stops() -> None:
    tabs = parsed(FrameParagraph((Span("a\tb", make.BODY),), tabs=((200.0, Align.RIGHT),))).findall(
        f"{A}pPr/{A}tabLst/{A}tab"
    )
    assert [(tab.get("pos"), tab.get("algn")) for tab in tabs] == [("2540000", "r")]
