"""The main part."""

from __future__ import annotations

from lxml import etree

from quire.model.block import Table
from quire.model.document import Document, PageInfo
from quire.write.word.main_part import MainPart
from tests import documents as make
from tests.write.ooxml import W


def part(document: Document) -> etree._Element:
    body = MainPart(document, relate=lambda _: "rId1", picture=lambda _: None)
    return etree.fromstring(body.part(lambda _: "<w:sectPr/>"))


def test_each_section_ends_once() -> None:
    pages = (PageInfo(1, 595, 842), PageInfo(2, 842, 595), PageInfo(3, 595, 842))
    blocks = (make.paragraph("a"), Table(make.grid(("x",)), (make.place(2),)), make.paragraph("c", page=3))
    tree = part(Document(pages, blocks))
    assert len(list(tree.iter(W + "sectPr"))) == 3
    assert tree[0][-1].tag == W + "sectPr"
    inside = [p for p in tree.iter(W + "p") if p.find(f"{W}pPr/{W}sectPr") is not None]
    assert len(inside) == 2


def test_a_table_at_the_end_is_followed_by_a_paragraph() -> None:
    tree = part(Document((), (Table(make.grid(("x",)), (make.place(),)),)))
    assert [child.tag.rpartition("}")[2] for child in tree[0]] == ["tbl", "p", "sectPr"]


def test_links_of_footnotes_belong_to_their_own_part() -> None:
    body = MainPart(make.rich(), relate=lambda _: "rId99", picture=lambda _: None)
    body.part(lambda _: "<w:sectPr/>")
    assert b"rId99" not in body.notes_part(body.notes["footnotes"])
