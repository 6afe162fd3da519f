"""The part styles.xml."""

from __future__ import annotations

from lxml import etree

from quire.write.word.document_look import measure_looks
from quire.write.word.source_flow import flow_steps
from quire.write.word.style_spacing import measure_spacing
from quire.write.word.word_styles import styles_part
from tests import documents as make
from tests.write.ooxml import W, _orders


def test_names_orders_and_defaults() -> None:
    document = make.rich()
    part = styles_part(measure_looks(document), measure_spacing(document, flow_steps(document, {})), "zh")
    tree = etree.fromstring(part)
    assert list(_orders("styles", tree)) == []
    names = {e.get(W + "styleId"): e.find(W + "name").get(W + "val") for e in tree.iter(W + "style")}
    assert names["Heading1"] == "heading 1"
    assert {"Title", "Caption", "FootnoteText", "TOC9", "TableGrid", "Hyperlink"} <= set(names)
    defaults = [e.get(W + "styleId") for e in tree.iter(W + "style") if e.get(W + "default")]
    assert defaults == ["Normal", "DefaultParagraphFont", "TableNormal", "NoList"]
    levels = [e.get(W + "val") for e in tree.iter(W + "outlineLvl")]
    assert levels == [str(n) for n in range(10)]  # the last is that of the contents' title
