"""The blocks of a book's HTML."""

from __future__ import annotations

import pytest

from quire.errors import DamagedDocument
from quire.model.block import Block, Code, Figure, Heading, List, Note, Paragraph, Quote, Table
from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from quire.model.traversal import text_of
from quire.read.books.xhtml_blocks import epub_types, html_blocks, parse_html


def read(body: str) -> tuple[Block, ...]:
    return html_blocks(parse_html(f"<html><body>{body}</body></html>".encode()), name="a.xhtml")


def test_headings_paragraphs_quotations_and_code():
    found = read("<h2>Title</h2><p>One<br/>two.</p><blockquote><p>Said.</p></blockquote><pre>x = 1\n  y</pre>")
    assert [type(one) for one in found] == [Heading, Paragraph, Quote, Code]
    heading, paragraph, _, code = found
    assert isinstance(heading, Heading)
    assert isinstance(paragraph, Paragraph)
    assert isinstance(code, Code)
    assert (heading.level, text_of(heading.spans)) == (2, "Title")
    assert text_of(paragraph.spans) == "One\ntwo."
    assert code.text == "x = 1\n  y"


def test_lists_are_numbered_or_bulleted():
    ordered, plain = read("<ol><li>a</li><li>b</li></ol><ul><li>c</li></ul>")
    assert isinstance(ordered, List)
    assert isinstance(plain, List)
    assert [item.marker for item in ordered.items] == ["1.", "2."]
    assert [item.marker for item in plain.items] == ["•"]


def test_the_cells_of_a_table_know_their_headers():
    (table,) = read("<table><tr><th>Year</th><th>Sum</th></tr><tr><td>2023</td><td>5</td></tr></table>")
    assert isinstance(table, Table)
    assert [(c.row, c.col, c.header, text_of(c.spans)) for c in table.grid.cells] == [
        (0, 0, True, "Year"), (0, 1, True, "Sum"), (1, 0, False, "2023"), (1, 1, False, "5"),
    ]  # fmt: skip


def test_note_marks_lead_to_their_notes():
    text = '<p>Word<sup><a href="#n1">1</a></sup></p><aside role="doc-footnote" id="n1"><p>Note.</p></aside>'
    paragraph, note = read(text)
    assert isinstance(paragraph, Paragraph)
    assert isinstance(note, Note)
    assert [span.note for span in paragraph.spans if span.note] == ["a.xhtml#n1"] == [note.id]


def test_scripts_styles_and_navigation_are_left_out():
    assert read("<script>x()</script><style>p {}</style><nav>Menu</nav><p>Text</p>") == read("<p>Text</p>")


def test_pictures_follow_their_paragraph_and_captions_stay_with_figures():
    picture = Picture("key", 0, Box(0.0, 0.0, 0.0, 0.0), PictureKind.IMAGE, 50, 50)
    body = '<p>A <img src="a.png" alt="x"/> b.</p><figure><img src="b.png"/><figcaption>Said</figcaption></figure>'
    root = parse_html(f"<html><body>{body}</body></html>".encode())
    paragraph, first, second = html_blocks(root, find=lambda address, alt: picture._replace(name=address, alt=alt))
    assert isinstance(paragraph, Paragraph)
    assert isinstance(first, Figure)
    assert isinstance(second, Figure)
    assert (first.picture.name, first.picture.alt) == ("a.png", "x")
    assert (second.picture.name, text_of(second.caption)) == ("b.png", "Said")


def test_broken_html_is_read_and_nothing_is_refused():
    assert [type(one) for one in html_blocks(parse_html(b"<p>One<p>Two &nbsp; <b>bold"))] == [Paragraph, Paragraph]
    with pytest.raises(DamagedDocument):
        parse_html(b"")


def test_deep_nesting_ends():
    deep = "<div>" * 200 + "inside" + "</div>" * 200
    assert all("inside" not in text_of(one.spans) for one in read(f"<p>a</p>{deep}") if isinstance(one, Paragraph))


def test_types_come_from_the_type_and_the_role():
    root = parse_html(b'<div xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc nav" role="doc-endnotes">x</div>')
    assert epub_types(root) == {"toc", "nav", "endnotes"}
