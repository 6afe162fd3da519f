"""Footnotes and endnotes as Word's own: references in the text, footnotes.xml and endnotes.xml (ECMA-376-1, 17.11)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from quire.model.block import Block, Note
from quire.model.traversal import own_spans, walk
from quire.roman_numerals import roman_value
from quire.write.office.office_text import escape, xml_text
from quire.write.word.wordprocessingml import part, tag

_REFERENCE = tag("w:rPr", tag("w:rStyle", w_val="FootnoteReference"))
_TIGHT = tag("w:pPr", tag("w:spacing", w_after=0, w_line=240, w_lineRule="auto"))


class Footnotes:
    """The footnotes, or the endnotes, that the text refers to; a note that nothing refers to stays in the flow.

    A mark that Word would count the same way is left to Word; any other ("*", a number that starts
    again on each page) is written as it is printed. Word prints endnotes at the document's end.

    Attributes:
        decimal: Word counts the notes 1, 2, 3; endnotes else i, ii, iii.
    """

    def __init__(self, blocks: Iterable[Block], *, end: bool = False) -> None:
        blocks = tuple(blocks)
        self._kind = "w:endnote" if end else "w:footnote"
        notes = [block for block in walk(blocks) if isinstance(block, Note) and block.end is end]
        self.decimal = not end or any(note.mark == "1" for note in notes)
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
        bare = mark.strip("()[]")
        if (bare == str(self._auto + 1)) if self.decimal else (roman_value(bare) == self._auto + 1):
            self._auto += 1
            self._marks[note_id] = None
            return tag("w:r", _REFERENCE + tag(f"{self._kind}Reference", w_id=number))
        self._marks[note_id] = mark
        custom = tag(f"{self._kind}Reference", w_customMarkFollows=1, w_id=number)
        return tag("w:r", _REFERENCE + custom + tag("w:t", escape(mark)))

    def part(self, write: Callable[[Note, str], str]) -> bytes:
        """The part footnotes.xml or endnotes.xml; `write` gives the paragraphs of a note that begins with a run."""
        lines = (("separator", -1), ("continuationSeparator", 0))
        separators = "".join(
            tag(self._kind, tag("w:p", _TIGHT + tag("w:r", tag(f"w:{kind}"))), w_type=kind, w_id=number)
            for kind, number in lines
        )
        notes = "".join(
            tag(self._kind, write(self._notes[note_id], self._mark(note_id)), w_id=number)
            for note_id, number in self._numbers.items()
        )
        return part(f"{self._kind}s", separators + notes)

    def settings(self) -> str:
        """What the document's settings say of the notes; "" without any."""
        if not self:
            return ""
        own = "".join(tag(self._kind, w_id=number) for number in (-1, 0))
        count = tag("w:numFmt", w_val="decimal") if self._kind == "w:endnote" and self.decimal else ""
        return tag(f"{self._kind}Pr", count + own)

    def _mark(self, note_id: str) -> str:
        mark = self._marks[note_id]
        shown = tag(f"{self._kind}Ref") if mark is None else tag("w:t", escape(mark))
        return tag("w:r", _REFERENCE + shown) + '<w:r><w:t xml:space="preserve"> </w:t></w:r>'
