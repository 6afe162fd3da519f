"""Parts of a page: what they say, and the HTML that shows it, in terms that two printers understand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import NamedTuple

from quality.content import Block, Cell, Content, Heading, Item, Paragraph, Table


class Part(NamedTuple):
    """A piece of a page with its truth."""

    blocks: list[Block]
    html: str


@dataclass(slots=True)
class Page:
    """A document of one or more pages: its parts, its style, and lines that stand on every page."""

    parts: list[Part]
    style: str = ""
    furniture: list[str] = field(default_factory=list)
    furniture_html: str = ""

    @property
    def truth(self) -> Content:
        """What the document says."""
        return Content([block for part in self.parts for block in part.blocks], list(self.furniture))


class Entry(NamedTuple):
    """A cell of a drawn table: its text, spans, alignment and own markup."""

    text: str = ""
    down: int = 1
    across: int = 1
    align: str = ""
    html: str = ""
    style: str = ""


Row = Sequence[Entry | str]


def heading(level: int, text: str) -> Part:
    """A heading."""
    return Part([Heading(level, text)], f"<h{level}>{escape(text)}</h{level}>")


def paragraph(text: str, attributes: str = "") -> Part:
    """A paragraph."""
    return Part([Paragraph(text)], f"<p {attributes}>{escape(text)}</p>")


def raw(texts: Sequence[str], html: str) -> Part:
    """Markup of any kind with the texts that it shows, in reading order."""
    return Part([Paragraph(text) for text in texts], html)


def items(entries: Sequence[tuple[int, str]], *, ordered: bool = False) -> Part:
    """A list; each entry has its depth."""
    tag, out, depth = ("ol" if ordered else "ul"), "", -1
    for level, text in entries:
        out += f"<{tag}>" * (level - depth) + f"</{tag}>" * (depth - level) + f"<li>{escape(text)}</li>"
        depth = level
    return Part([Item(level, text) for level, text in entries], out + f"</{tag}>" * (depth + 1))


def grid(
    rows: Sequence[Row], *, header_rows: int = 1, attributes: str = 'border="1"', marks: Sequence[str] = ()
) -> Part:
    """A table.

    Args:
        rows: their cells; a place that a cell above or at the left covers is left out.
        header_rows: leading rows that are column headings.
        attributes: of the table.
        marks: attributes of the rows, as far as there are any.
    """
    taken: set[tuple[int, int]] = set()
    cells, lines = [], []
    for row, entries in enumerate(rows):
        col, html = 0, ""
        for one in entries:
            entry = Entry(one) if isinstance(one, str) else one
            while (row, col) in taken:
                col += 1
            taken |= {(row + i, col + j) for i in range(entry.down) for j in range(entry.across)}
            cells.append(Cell(row, col, entry.text, entry.down, entry.across))
            html += _cell(entry, "th" if row < header_rows else "td")
        lines.append(f"<tr {marks[row] if row < len(marks) else ''}>{html}</tr>")
    head = f"<thead>{''.join(lines[:header_rows])}</thead>" if header_rows else ""
    body = f"<tbody>{''.join(lines[header_rows:])}</tbody>"
    return Part([Table(tuple(sorted(cells)), header_rows)], f"<table {attributes}>{head}{body}</table>")


def _cell(entry: Entry, tag: str) -> str:
    spans = f' rowspan="{entry.down}"' * (entry.down > 1) + f' colspan="{entry.across}"' * (entry.across > 1)
    align = f' align="{entry.align}"' if entry.align else ""
    style = f' style="{entry.style}"' if entry.style else ""
    return f"<{tag}{spans}{align}{style}>{entry.html or escape(entry.text)}</{tag}>"


def right(text: str) -> Entry:
    """A cell whose text stands at its right."""
    return Entry(text, align="right")
