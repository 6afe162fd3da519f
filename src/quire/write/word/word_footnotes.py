"""Footnotes as real footnotes: the references in the text and the part footnotes.xml (ECMA-376-1, 17.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quire.model.block import Block, Note
from quire.model.traversal import own_spans, walk
from quire.write.office.office_text import escape, xml_text
from quire.write.word.wordprocessingml import part, tag

_REFERENCE = tag("w:rPr", tag("w:rStyle", w_val="FootnoteReference"))
_SEPARATORS = tag(
    "w:footnote",
    tag(
        "w:p", tag("w:pPr", tag("w:spacing", w_after=0, w_line=240, w_lineRule="auto")) + tag("w:r", tag("w:separator"))
    ),
    w_type="separator",
    w_id=-1,
) + tag(
    "w:footnote",
    tag(
        "w:p",
        tag("w:pPr", tag("w:spacing", w_after=0, w_line=240, w_lineRule="auto"))
        + tag("w:r", tag("w:continuationSeparator")),
    ),
    w_type="continuationSeparator",
    w_id=0,
)


class Footnotes:
    """The footnotes that the text refers to; a note that nothing refers to stays in the flow.

    A mark that Word would count the same way is left to Word; any other ("*", a number that starts
    again on each page) is written as it is printed.
    """

    def __init__(self, blocks: Iterable[Block]) -> None:
        blocks = tuple(blocks)
        notes = [block for block in walk(blocks) if isinstance(block, Note)]
        inside = {id(child) for note in notes for child in walk(note.blocks)}
        outside = (block for block in walk(blocks) if id(block) not in inside)
        wanted = {span.note for block in outside for span in own_spans(block)}
        self._notes = {note.id: note for note in notes if note.id in wanted}
        self._numbers: dict[str, int] = {}
        self._auto = 0
        self._marks: dict[str, str | None] = {}

    def __bool__(self) -> bool:
        return bool(self._numbers)

    def placed(self, note: Note) -> bool:
        """Whether the text refers to the note, so that it does not stand in the flow."""
        return self._notes.get(note.id) is note

    def reference(self, note_id: str, mark: str) -> str | None:
        """The run of the reference, or None for a note that does not exist.

        A second reference to the same note is its mark in superscript: Word has one per footnote.
        """
        note = self._notes.get(note_id)
        if note is None:
            return None
        mark = xml_text(mark or note.mark).strip() or xml_text(note.mark).strip() or "*"
        if note_id in self._numbers:
            return tag("w:r", _REFERENCE + tag("w:t", escape(mark)))
        number = self._numbers[note_id] = len(self._numbers) + 1
        if mark.strip("()[]") == str(self._auto + 1):
            self._auto += 1
            self._marks[note_id] = None
            return tag("w:r", _REFERENCE + tag("w:footnoteReference", w_id=number))
        self._marks[note_id] = mark
        custom = tag("w:footnoteReference", w_customMarkFollows=1, w_id=number)
        return tag("w:r", _REFERENCE + custom + tag("w:t", escape(mark)))

    def part(self, write: Callable[[Note, str], str]) -> bytes:
        """The part footnotes.xml; `write` gives a note's paragraphs when told the run that begins them."""
        notes = "".join(
            tag("w:footnote", write(self._notes[note_id], self._mark(note_id)), w_id=number)
            for note_id, number in self._numbers.items()
        )
        return part("w:footnotes", _SEPARATORS + notes)

    def _mark(self, note_id: str) -> str:
        mark = self._marks[note_id]
        shown = tag("w:footnoteRef") if mark is None else tag("w:t", escape(mark))
        return tag("w:r", _REFERENCE + shown) + '<w:r><w:t xml:space="preserve"> </w:t></w:r>'
