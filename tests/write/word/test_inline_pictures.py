"""Pictures in the line."""

from __future__ import annotations

from lxml import etree

from quire.model.geometry import Box
from quire.write.word.inline_pictures import anchored_picture, fit_size, floating_picture, inline_picture
from quire.write.word.wordprocessingml import NAMESPACES
from tests.write.ooxml import WP


def test_size_name_and_alternative_text() -> None:
    markup = inline_picture("rId7", 3, width=10, height=5, alt='a "b"')
    tree = etree.fromstring(f"<x {NAMESPACES}>{markup}</x>")
    extent, name = next(tree.iter(WP + "extent")), next(tree.iter(WP + "docPr"))
    assert (extent.get("cx"), extent.get("cy")) == ("127000", "63500")
    assert (name.get("id"), name.get("descr")) == ("3", 'a "b"')


def test_pictures_shrink_in_proportion() -> None:
    assert fit_size(200, 100, most=(100, 400)) == (100, 50)
    assert fit_size(20, 10, most=(100, 400)) == (20, 10)
    assert fit_size(0, 0, most=(100, 400)) == (1, 1)


def test_an_anchored_picture_stands_at_its_place_on_the_page() -> None:
    tree = etree.fromstring(f"<x {NAMESPACES}>{anchored_picture('rId1', 4, Box(36, 20, 46, 25))}</x>")
    anchor = next(tree.iter(WP + "anchor"))
    assert [element.tag.removeprefix(WP) for element in anchor] == [
        "simplePos", "positionH", "positionV", "extent", "effectExtent", "wrapNone", "docPr", "cNvGraphicFramePr",
        "{http://schemas.openxmlformats.org/drawingml/2006/main}graphic",
    ]  # fmt: skip
    assert [offset.text for offset in anchor.iter(WP + "posOffset")] == [str(36 * 12700), str(20 * 12700)]
    assert anchor.get("behindDoc") == "1"


def test_text_runs_past_a_floating_picture() -> None:
    tree = etree.fromstring(f"<x {NAMESPACES}>{floating_picture('rId1', 4, Box(36, 90, 46, 95), -12.0)}</x>")
    anchor = next(tree.iter(WP + "anchor"))
    assert anchor.find(WP + "wrapSquare") is not None
    vertical = anchor.find(WP + "positionV")
    assert (vertical.get("relativeFrom"), vertical[0].text) == ("paragraph", str(-12 * 12700))
    assert anchor.get("behindDoc") == "0"
