"""Bookmarks of pages and headings."""

from __future__ import annotations

from quire.model.block import Span
from quire.model.document import Document, PageInfo
from quire.write.word.bookmarks import Bookmarks, heading_bookmark
from quire.write.word.paragraph import Para
from tests import documents as make


def test_pages_that_links_lead_to() -> None:
    blocks = (make.paragraph(Span("x", link="#p2"), Span("y", link="#p9")), make.paragraph("here", page=3))
    marks = Bookmarks(Document(tuple(PageInfo(n, 9, 9) for n in (1, 2, 3)), blocks), (), set())
    assert marks.pages == {2: "p2"}
    out: list[Para | str] = [Para()]
    marks.put(1, blocks[1], out)
    assert isinstance(out[0], Para)
    assert 'w:name="p2"' in out[0].content


def test_a_table_gets_its_bookmark_before_it() -> None:
    head = make.heading(1, "H")
    marks = Bookmarks(Document((), (head,)), [head], {0})
    out: list[Para | str] = ["<w:tbl/>"]
    marks.put(0, head, out)
    assert isinstance(out[0], Para)
    assert heading_bookmark(0) in out[0].content
