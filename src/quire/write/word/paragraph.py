"""A paragraph before it becomes markup, and the context in which a block is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from quire.model.block import Block
from quire.model.page import Fill
from quire.write.word.document_look import Look
from quire.write.word.numbering import ListCounter
from quire.write.word.wordprocessingml import properties, tag, twips

SINGLE_LINE: dict[str, int | str] = {"w_line": 240, "w_lineRule": "auto"}
"""Lines as high as their type."""

_LEAST_LEFT, _LEAST_FIRST = 1.0, 2.0  # points; smaller indents are noise
_OF_FIRST = ("pageBreakBefore", "numPr")  # properties that further paragraphs of the same look do not have
_NEARLY_TWO = 0.35  # em by which a first line indent of two characters may be off


@dataclass(slots=True)
class Para:
    """A paragraph that may still get a section's end or another space."""

    style: str = ""
    content: str = ""
    parts: dict[str, str] = field(default_factory=dict)
    before: float | None = None  # points; None as the style
    after: float | None = None
    line: dict[str, int | str] | None = None  # attributes of the line's height
    above: float = 0.0  # points that a border above the text takes, with the white between both
    below: float = 0.0  # the same below it
    source: Block | None = None  # what it was made of
    ground: Fill | None = None  # what is filled behind it
    more: tuple[str, ...] = ()  # what further paragraphs of the same look hold, which follow without space

    def markup(self) -> str:
        """The ``w:p``, one after the other if there are more."""
        last = len(self.more)
        return "".join(
            self._paragraph(content, begins=not number, ends=number == last)
            for number, content in enumerate((self.content, *self.more))
        )

    def _paragraph(self, content: str, *, begins: bool, ends: bool) -> str:
        parts = {key: part for key, part in self.parts.items() if begins or key not in _OF_FIRST}
        if not ends:
            parts.pop("sectPr", None)
        if self.style:
            parts["pStyle"] = tag("w:pStyle", w_val=self.style)
        space = {"w_before": self.before if begins else 0.0, "w_after": self.after if ends else 0.0}
        spacing = {key: twips(value) for key, value in space.items() if value is not None} | (self.line or {})
        if spacing:
            parts["spacing"] = tag("w:spacing", **spacing)
        return f"<w:p>{properties('w:pPr', parts)}{content}</w:p>"


class BlockContext(NamedTuple):
    """Where blocks stand: the width of a line, how far in, in which style, how deep in lists."""

    width: float
    height: float
    look: Look
    style: str = ""
    left: float = 0.0
    level: int = 0
    counting: ListCounter | None = None


Pieces = list["Para | str"]  # a string is a table


def markup(pieces: Pieces) -> str:
    """The pieces of a part one after the other; two tables in a row would become one without a paragraph between."""
    out: list[str] = []
    for at, piece in enumerate(pieces):
        if isinstance(piece, str) and at and isinstance(pieces[at - 1], str):
            out.append(Para("Spacer").markup())
        out.append(piece if isinstance(piece, str) else piece.markup())
    return "".join(out)


def indent_property(left: float, first: float = 0.0, *, east_asian: float = 0.0, into: float = 0.0) -> dict[str, str]:
    """``w:ind`` for a left indent and that of the first line against it; {} for none.

    Args:
        left: points from the column's edge.
        first: points of the first line against the others; negative hangs.
        east_asian: the size of Chinese text, whose indent is counted in characters.
        into: points by which the text begins in the margin.
    """
    values: dict[str, int] = {}
    if left > _LEAST_LEFT or first < -_LEAST_FIRST or into:
        values["w_left"] = twips(max(left, -first if first < 0 else 0.0) - into)
    if first > _LEAST_FIRST:
        values["w_firstLine"] = twips(first)
        if east_asian and abs(first - 2 * east_asian) < _NEARLY_TWO * east_asian:
            values["w_firstLineChars"] = 200  # two characters, whatever their size
    elif first < -_LEAST_FIRST:
        values["w_hanging"] = twips(-first)
    return {"ind": tag("w:ind", **values)} if values else {}
