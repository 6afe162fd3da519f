"""Which footnotes are linked, and their labels."""

from __future__ import annotations

from quire.model.block import Block, Note, Span
from quire.write.linked_notes import note_labels
from tests import documents as make


def note(name: str, mark: str) -> Note:
    return Note(name, mark, (make.paragraph("text"),), ())


def labels(*blocks: Block, numbered: bool = False) -> dict[str, str]:
    return note_labels(blocks, links=lambda _: True, numbered=numbered)


def marks(*names: str) -> Block:
    return make.paragraph(*(Span("x", make.RAISED, note=name) for name in names))


def test_only_notes_with_a_mark_in_the_text_are_linked() -> None:
    assert labels(marks("n1"), note("n1", "1"), note("n2", "2")) == {"n1": "n1"}


def test_a_mark_inside_a_note_links_nothing() -> None:
    inside = Note("n1", "1", (marks("n2"),), ())
    assert labels(inside, note("n2", "2")) == {}


def test_labels_are_unique_and_safe() -> None:
    found = labels(marks("a b", "a-b", "注"), note("a b", "1"), note("a-b", "2"), note("注", "3"))
    assert list(found) == ["a b", "a-b", "注"]
    assert len(set(found.values())) == 3
    assert all(label.isascii() and " " not in label for label in found.values())


def test_a_number_that_no_other_note_has_is_the_label() -> None:
    found = labels(marks("a", "b", "c"), note("a", "7"), note("b", "8"), note("c", "8"), numbered=True)
    assert found["a"] == "7"
    assert "8" not in found.values()
