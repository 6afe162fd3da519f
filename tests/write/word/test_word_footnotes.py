"""Footnotes."""

from __future__ import annotations

from quire.model.block import Note, Paragraph, Span
from quire.write.word.word_footnotes import Footnotes
from tests import documents as make


def note(name: str, mark: str, text: str = "text") -> Note:
    return Note(name, mark, (make.paragraph(text),), (make.place(),))


def text(*ids: str) -> Paragraph:
    return make.paragraph(*(Span("x", make.RAISED, note=name) for name in ids))


def test_word_counts_marks_that_it_would_print() -> None:
    notes = Footnotes([text("a", "b", "c"), note("a", "1"), note("b", "*"), note("c", "2")])
    runs = [notes.reference(name, mark) or "" for name, mark in (("a", "1"), ("b", "*"), ("c", "2"))]
    assert ["customMarkFollows" in run for run in runs] == [False, True, False]
    assert "<w:t>*</w:t>" in runs[1]


def test_a_second_reference_is_the_mark_alone() -> None:
    notes = Footnotes([text("a"), note("a", "1")])
    notes.reference("a", "1")
    assert notes.reference("a", "1") == '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:t>1</w:t></w:r>'
    assert notes.reference("z", "1") is None


def test_only_notes_that_the_text_refers_to_are_placed() -> None:
    known, other = note("a", "1"), note("b", "2")
    notes = Footnotes([text("a"), known, other])
    assert (notes.placed(known), notes.placed(other)) == (True, False)
