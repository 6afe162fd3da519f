"""Shapes of slides."""

from __future__ import annotations

from lxml import etree

from quire.model.geometry import Box
from quire.write.slides.drawingml import NAMESPACES, background, picture_shape, table_shape, tag, text_shape
from tests.write.ooxml import A, P, _orders

BOX = Box(10, 20, 110, 70)


def parsed(markup: str) -> etree._Element:
    return etree.fromstring(f"<x {NAMESPACES}>{markup}</x>")


def test_shapes_are_in_order_and_at_their_place() -> None:
    for markup in (
        text_shape(2, BOX, "<a:p/>"),
        picture_shape(2, "rId1", BOX, 'a "b"'),
        table_shape(2, BOX, tag("a:tbl")),
    ):
        tree = parsed(markup)
        assert list(_orders("slide", tree)) == []
        offset, extent = next(tree.iter(A + "off")), next(tree.iter(A + "ext"))
        assert (offset.get("x"), offset.get("y"), extent.get("cx")) == ("127000", "254000", "1270000")


def test_titles_and_turned_text() -> None:
    assert [e.get("type") for e in parsed(text_shape(2, BOX, "<a:p/>", title=True)).iter(P + "ph")] == ["title"]
    assert [e.get("vert") for e in parsed(text_shape(2, BOX, "<a:p/>", turned=True)).iter(A + "bodyPr")] == ["vert270"]


def test_a_background_is_a_picture() -> None:
    assert len(list(parsed(background("rId4")).iter(A + "blip"))) == 1
