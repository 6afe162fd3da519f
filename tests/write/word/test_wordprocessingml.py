"""Elements as text."""

from __future__ import annotations

import pytest

from quire.write.word.wordprocessingml import _ORDERS, emu, part, properties, tag, twips
from tests.write.ooxml import ORDERS, W


def test_attributes_and_text() -> None:
    assert tag("w:b", w_val=0) == '<w:b w:val="0"/>'
    assert tag("a:ext", "<x/>", cx=3) == '<a:ext cx="3"><x/></a:ext>'
    assert tag("w:t", w_x='"<&\x00') == '<w:t w:x="&quot;&lt;&amp;"/>'


def test_properties_stand_in_the_order_of_the_schema() -> None:
    assert properties("w:pPr", {"jc": "<j/>", "pStyle": "<p/>", "spacing": "<s/>"}) == "<w:pPr><p/><s/><j/></w:pPr>"
    assert properties("w:pPr", {}) == ""
    with pytest.raises(KeyError):
        properties("w:pPr", {"nothing": ""})


def test_the_orders_agree_with_the_checkers() -> None:
    for name, order in _ORDERS.items():
        known = ORDERS.get(name.replace("w:", W))
        if known:
            ranks = {key: rank for rank, keys in enumerate(known.split()) for key in keys.split("|")}
            written = [ranks[key] for key in order.split()]
            assert written == sorted(written)


def test_units_and_parts() -> None:
    assert (twips(10.5), emu(1)) == (210, 12700)
    assert part("w:hdr", "").startswith(b"<?xml")
