"""Drafts: paragraphs, tables and figures of a page in reading order, before they become blocks."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from quire.model.geometry import Box
from quire.model.page import Style
from quire.model.table import Align

if TYPE_CHECKING:
    from quire.layout.text.text_rows import Row
    from quire.model.block import Table
    from quire.model.page import Picture


class Kind(StrEnum):
    """What a draft will become."""

    TEXT = "text"
    HEADING = "heading"
    ITEM = "item"
    CODE = "code"
    QUOTE = "quote"
    FORMULA = "formula"
    NOTE = "note"
    CAPTION = "caption"
    ENTRY = "entry"  # of a table of contents
    TABLE = "table"
    FIGURE = "figure"


class Marker(NamedTuple):
    """A printed list marker at the start of a text."""

    text: str  # as printed, without the space behind it
    length: int  # characters of the row's text that it and the space behind take
    kind: str  # markers of one list share it: "bullet•", "decimal.", "(letter)"
    value: int  # its number; 0 for bullets


@dataclass(slots=True)
class Draft:
    """Rows that belong together, or a table or figure, with what is known about it so far."""

    page: int
    rows: list[Row] = field(default_factory=list)
    kind: Kind = Kind.TEXT
    left: float = 0.0  # of its column, points
    right: float = 0.0
    column: int = 0  # number of its column on the page, in reading order
    panel: int = -1  # the number of the panel that it lies in: no text outside continues in it; -1 for none
    space_above: float = 0.0  # white above it in its column, points; the page's top counts as much
    level: int = 0  # of a heading
    title: bool = False
    confidence: float = 1.0  # how sure it is that it is a heading, where it is one
    marker: Marker | None = None
    align: Align = Align.LEFT
    indent: float = 0.0
    mark: str = ""  # of a note
    note: str = ""  # the id of the endnote that it is a part of
    raised: tuple[tuple[str, ...], ...] = ()  # of each raised word, the marks of notes that it may be
    targets: tuple[tuple[int, float] | None, ...] = ()  # the page and height that each of them links to
    table: Table | None = None
    picture: Picture | None = None
    place: Box | None = None  # of a table or figure
    item: int = -1  # index of a table or figure on its page; -1 for text
    element: int = -1  # identity of the structure element that the tags give it; -1 none
    role: str = ""  # that element's standard type
    last_element: int = -1  # of its last row, where programs were joined
    caption: list[Draft] = field(default_factory=list)
    continuations: list[Draft] = field(default_factory=list)  # its continuations in further columns and pages

    def __reduce__(self) -> tuple[object, ...]:
        """How to pickle it; compiled classes have no default."""
        return Draft, tuple(getattr(self, name) for name in _FIELDS)

    @property
    def box(self) -> Box:
        """What it covers."""
        if self.place is not None:
            return self.place
        rows = self.rows
        if len(rows) == 1:
            return rows[0].box
        first = rows[0]
        x0, y0, x1, y1 = first.x0, first.y0, first.x1, first.y1
        for row in rows:
            x0, y0, x1, y1 = min(x0, row.x0), min(y0, row.y0), max(x1, row.x1), max(y1, row.y1)
        return Box(x0, y0, x1, y1)

    @property
    def text(self) -> str:
        """Its rows' texts with spaces between."""
        return " ".join(row.text for row in self.rows)

    @property
    def style(self) -> Style:
        """The style of its first row."""
        return self.rows[0].style

    @property
    def size(self) -> float:
        """The type size of its first row, points."""
        return self.rows[0].style.size

    @property
    def bold(self) -> bool:
        """Whether all its letters are bold."""
        return all(row.bold for row in self.rows)


_FIELDS = tuple(one.name for one in fields(Draft))
