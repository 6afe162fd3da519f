"""The looks of a document's roles."""

from __future__ import annotations

from quire.model.block import Heading, Note, Paragraph, Span, Table
from quire.model.document import Document
from quire.model.table import Align
from quire.write.word.document_look import measure_looks, readable_color
from tests import documents as make


def paragraph(text: str, **style: object) -> Paragraph:
    return Paragraph((Span(text, make.BODY._replace(**style)),), (make.place(),), Align.JUSTIFY)


def test_most_of_the_text_decides() -> None:
    looks = measure_looks(
        Document((), (paragraph("long text " * 9, font="Arial", size=9.0), paragraph("x", size=30.0)), body_size=9.0)
    )
    assert (looks.body.latin, looks.body.half_points, looks.body.align) == ("Arial", 18, Align.JUSTIFY)


def test_headings_of_levels_that_are_not_used_lie_between() -> None:
    head = Heading(2, (Span("Head", make.BODY._replace(size=14.0)),), (make.place(),))
    looks = measure_looks(Document((), (paragraph("text " * 20, size=10.0), head), body_size=10.0))
    sizes = [look.half_points for look in looks.headings]
    assert sizes[1] == 28
    assert sizes == sorted(sizes, reverse=True)
    assert min(sizes) >= 20


def test_tables_and_notes_have_their_own_size() -> None:
    note = Note("n", "1", (paragraph("note", size=8.0),), (make.place(),))
    looks = measure_looks(
        Document((), (paragraph("text " * 9), Table(make.grid(("a", "b")), (make.place(),)), note), body_size=10.5)
    )
    assert (looks.table.half_points, looks.note.half_points) == (21, 16)


def test_colours_that_cannot_be_read_on_white() -> None:
    assert [readable_color(c) for c in (0xFFFFFF, 0x000000, 0xC00000)] == [0, 0, 0xC00000]


def test_a_document_of_no_size_has_the_least() -> None:
    assert measure_looks(Document((), (), body_size=1e-140)).body.half_points == 2
