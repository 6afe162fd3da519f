"""The table of contents: found where it is printed, or made from the headings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from quire.model.block import Block, Heading, List, Paragraph, Span, Table
from quire.model.document import Document
from quire.model.walk import text_of
from quire.write.office.package import page_target

_LEAST_HEADINGS, _LEAST_PAGES = 6, 5  # shorter documents need no contents
_DEEPEST = 3
_TITLE = re.compile(
    r"(table\s+of\s+)?contents|目\s*[录錄次]|inhalt(sverzeichnis|sübersicht)?|sommaire|table des matières|índice|indice|sumário"
    r"|содержание|оглавление|목\s*차|차\s*례|spis treści|inhoud(sopgave)?",
    re.IGNORECASE,
)
# A title, then leaders or a wide gap, then a page number.
_ENTRY = re.compile(r"(?P<title>.*?\S)(?P<leader>[\s.．…·․。‥\-_]*)(?P<page>\d{1,4}|[ivxlc]{1,6})\s*", re.DOTALL)
_LEADER = re.compile(r"[.．…·․‥_]{3,}|(?:[.·…] ){3,}|\t|…")


class Entry(NamedTuple):
    """A line of the contents; `page` is the printed number, `heading` the index of its heading among the headings."""

    title: str
    page: str
    level: int
    heading: int | None
    link: str | None = None


class Contents(NamedTuple):
    """The contents: the top-level blocks that it stands in (none when it is made), and its entries."""

    blocks: range
    entries: tuple[Entry, ...]


def find(document: Document, headings: Sequence[Heading]) -> Contents | None:
    """The contents as printed; made from the headings for a longer document without one; else None."""
    known = {_key(text_of(heading.spans)): index for index, heading in reversed(list(enumerate(headings)))}
    blocks = document.blocks
    index = 0
    while index < len(blocks):
        stop, lines = _lines(blocks, index)
        if len(lines) >= 4 or (len(lines) >= 2 and _titled(blocks, index)):
            return Contents(range(index, stop), tuple(_entry(line, headings, known) for line in lines))
        index = max(stop, index + 1)
    return _made(document, headings)


def make_title(language: str) -> str:
    """The title over contents that the source did not have."""
    return {"zh": "目录", "ja": "目次", "ko": "목차", "de": "Inhalt", "fr": "Sommaire", "es": "Índice"}.get(
        language[:2].lower(), "Contents"
    )


class _Line(NamedTuple):
    title: str
    page: str
    link: str | None


def _lines(blocks: Sequence[Block], first: int) -> tuple[int, list[_Line]]:
    """The entries of the blocks from `first` on that hold nothing else, and where these blocks end."""
    lines: list[_Line] = []
    titled = _titled(blocks, first)
    stop = first
    while stop < len(blocks):
        found = _entries(blocks[stop], sure=not titled)
        if not found:
            break
        lines.extend(found)
        stop += 1
    return stop, lines


def _entries(block: Block, *, sure: bool) -> list[_Line]:
    """The entries that a block consists of; [] when something else is in it.

    Args:
        block: a top-level block.
        sure: whether leaders or links must show that these are entries.
    """
    found: list[_Line] = []
    for spans in _texts(block):
        for line in _split(spans):
            text = text_of(line).strip()
            match = _ENTRY.fullmatch(text)
            link = next((s.link for s in line if s.link and page_target(s.link)), None)
            if (
                not match
                or (sure and not (link or _LEADER.search(match["leader"])))
                or (not match["leader"] and not link)
            ):
                return []
            found.append(_Line(match["title"].rstrip(" .．…·․‥_\t"), match["page"], link))
    return found


def _texts(block: Block) -> Iterator[tuple[Span, ...]]:
    match block:
        case Paragraph() | Heading():
            yield block.spans
        case List():
            for item in block.items:
                marker = (Span(item.marker + " "),) if item.marker else ()
                for number, child in enumerate(item.blocks):
                    for text in _texts(child):
                        yield (*marker, *text) if number == 0 else text
        case Table() if block.grid.cols <= 3:
            for row in range(block.grid.rows):
                cells = [cell for cell in block.grid.cells if cell.row == row and cell.text.strip()]
                yield tuple(span for cell in cells for span in (*cell.spans, Span("\t")))[:-1]
        case _:
            yield (Span("?"),)


def _split(spans: Iterable[Span]) -> Iterator[list[Span]]:
    """The lines of a paragraph with meant line breaks."""
    line: list[Span] = []
    for span in spans:
        for index, piece in enumerate(span.text.split("\n")):
            if index and line:
                yield line
                line = []
            if piece:
                line.append(span._replace(text=piece))
    if line:
        yield line


def _entry(line: _Line, headings: Sequence[Heading], known: Mapping[str, int]) -> Entry:
    index = known.get(_key(line.title))
    if index is not None:
        level = headings[index].level
    else:
        number = re.match(r"\d+(\.\d+)*", line.title)
        level = number[0].count(".") + 1 if number else 1
    return Entry(line.title, line.page, min(max(level, 1), 9), index, line.link)


def _titled(blocks: Sequence[Block], first: int) -> bool:
    before = blocks[first - 1] if first else None
    return isinstance(before, Heading | Paragraph) and _TITLE.fullmatch(text_of(before.spans).strip()) is not None


def _made(document: Document, headings: Sequence[Heading]) -> Contents | None:
    wanted = [
        (i, h) for i, h in enumerate(headings) if not h.title and h.level <= _DEEPEST and text_of(h.spans).strip()
    ]
    if len(wanted) < _LEAST_HEADINGS or len(document.pages) < _LEAST_PAGES:
        return None
    labels = {page.number: page.label or str(page.number) for page in document.pages}
    first = next(at for at, block in enumerate(document.blocks) if block is wanted[0][1])
    entries = (
        Entry(" ".join(text_of(h.spans).split()), labels.get(h.places[0].page, "") if h.places else "", h.level, i)
        for i, h in wanted
    )
    return Contents(range(first, first), tuple(entries))


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()
