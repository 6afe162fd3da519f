"""The table of contents: found where it is printed, or made from the headings."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.model.block import Block, Heading, List, Note, Paragraph, Span, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.walk import text_of
from quire.write.office.package import page_target
from quire.write.word.flow import CONTENTS

# Shorter documents need no contents, nor do those of few pages that have no cover to put them behind.
_LEAST_HEADINGS, _LEAST_PAGES, _MANY_PAGES = 6, 8, 20
_COVERS = 3  # the first of so many pages that ends early is a cover
_DEEPEST = 3
_LONGEST = 120  # characters of an entry without leaders; longer lines are sentences that end with a number
_FOREIGN = 7  # blocks that may stand between two entries
_MOST_ENTRIES = 45  # about a page; contents that the source did not have must not push it away
# A title, then leaders or a wide gap, then a page number.
_ENTRY = re.compile(r"(?P<title>.*?\S)(?P<leader>[\s.．…·․。‥\-_]*)(?P<page>\d{1,4}|[ivxlc]{1,6})\s*", re.DOTALL)
_LEADER = re.compile(r"[.．…·․‥_]{3,}|(?:[.·…] ){3,}|\t|…")


class Entry(NamedTuple):
    """A line of the contents; `page` is the printed number, `heading` the index of its heading among the headings."""

    title: tuple[Span, ...]
    page: str
    level: int
    heading: int | None
    link: str | None = None
    dots: bool = True  # between title and page number


class Contents(NamedTuple):
    """The contents: where it begins, the top-level blocks that it consists of (none when it is made), its entries."""

    start: int
    blocks: frozenset[int]
    entries: tuple[Entry, ...]
    pitch: float = 0.0  # points from entry to entry; 0 when it is made
    own_page: bool = False  # made for a page of its own, behind the cover


def find(document: Document, headings: Sequence[Heading], starts: Container[int] = frozenset()) -> Contents | None:
    """The contents as printed; made from the headings for a longer document without one; else None.

    Args:
        document: to look in.
        headings: all of its top-level headings.
        starts: the indices of the blocks that begin a page because the one before was ended.
    """
    known = {_key(text_of(heading.spans)): index for index, heading in reversed(list(enumerate(headings)))}
    blocks = document.blocks
    index = 0
    while index < len(blocks):
        own, lines = _lines(blocks, index, known)
        if (len(lines) >= 4 and _rising(lines)) or (len(lines) >= 2 and _titled(blocks, index)):
            entries = tuple(_entry(line, headings, known) for line in lines)
            return Contents(index, frozenset(own), entries, _pitch([blocks[at] for at in own], len(lines)))
        index = max(own, default=index) + 1
    return _made(document, headings, starts)


def make_title(language: str) -> str:
    """The title over contents that the source did not have."""
    return {"zh": "目录", "ja": "目次", "ko": "목차", "de": "Inhalt", "fr": "Sommaire", "es": "Índice"}.get(
        language[:2].lower(), "Contents"
    )


class _Line(NamedTuple):
    title: tuple[Span, ...]
    page: str
    link: str | None
    dots: bool


def _lines(blocks: Sequence[Block], first: int, known: Mapping[str, int]) -> tuple[list[int], list[_Line]]:
    """The blocks from `first` on that hold nothing but entries, and the entries.

    A few other blocks may stand between them: the notes and stray marks at the foot of a page.
    """
    lines: list[_Line] = []
    own: list[int] = []
    at, titled = first, _titled(blocks, first)
    while at < len(blocks) and (not own or at - own[-1] <= _FOREIGN):
        beyond = bool(own) and at > own[-1] + 1  # behind other blocks, a title or a link proves nothing any more
        found = _entries(blocks[at], known, titled=titled and not beyond, linked=not beyond)
        if not found and not own:
            break
        own += [at] if found else []
        lines += found
        at += 1
    return own, lines


def _rising(lines: Sequence[_Line]) -> bool:
    """Whether the page numbers grow, as in contents and unlike in a price list."""
    numbers = [int(line.page) for line in lines if line.page.isdigit()]
    falls = sum(after < before for before, after in pairwise(numbers))
    return falls <= 0.1 * len(numbers)


def _entries(block: Block, known: Mapping[str, int], *, titled: bool, linked: bool) -> list[_Line]:
    """The entries that a block consists of; [] when something else is in it.

    Leaders, a link to a page or a heading of the same words show that a line is an entry; under a
    title that says so, white space before the number is enough.
    """
    found: list[_Line] = []
    for spans in _texts(block):
        for line in _split(spans):
            text = text_of(line).strip()
            match = _ENTRY.fullmatch(text) if len(text) <= _LONGEST or _LEADER.search(text) else None
            if not match:
                return []
            title, leader = match["title"].rstrip(" .．…·․‥_\t"), match["leader"]
            link = next((s.link for s in line if s.link and page_target(s.link)), None)
            loose = titled and leader and not isinstance(block, Heading)
            if not ((link and linked) or loose or _LEADER.search(leader) or _key(title) in known):
                return []
            found.append(_Line(_cut(line, len(title)), match["page"], link, any(c in leader for c in ".…·\t")))
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


def _cut(spans: Sequence[Span], length: int) -> tuple[Span, ...]:
    """The first `length` characters of the spans, without white space in front."""
    kept: list[Span] = []
    for span in spans:
        text = span.text if kept else span.text.lstrip()
        if text[:length]:
            kept.append(span._replace(text=text[:length], link=None, note=None))
        length -= len(text[:length])
    return tuple(kept)


def _pitch(blocks: Sequence[Block], lines: int) -> float:
    """Points from entry to entry, from the places of all."""
    boxes: dict[int, Box] = {}
    for block in blocks:
        for place in block.places if not isinstance(block, Note) else ():
            boxes[place.page] = boxes[place.page].union(place.box) if place.page in boxes else place.box
    return sum(box.height for box in boxes.values()) / lines


def _entry(line: _Line, headings: Sequence[Heading], known: Mapping[str, int]) -> Entry:
    title = text_of(line.title)
    index = known.get(_key(title))
    if index is not None:
        level = headings[index].level
    else:
        number = re.match(r"\d+(\.\d+)*", title)
        level = number[0].count(".") + 1 if number else 1
    return Entry(line.title, line.page, min(max(level, 1), 9), index, line.link, line.dots)


def _titled(blocks: Sequence[Block], first: int) -> bool:
    return first > 0 and _is_title(blocks[first - 1])


def _is_title(block: Block) -> bool:
    return isinstance(block, Heading | Paragraph) and CONTENTS.fullmatch(text_of(block.spans).strip()) is not None


def _made(document: Document, headings: Sequence[Heading], starts: Container[int]) -> Contents | None:
    """Contents of the headings, for a longer document in which no text says that it is the contents."""
    named = any(_is_title(block) for block in document.blocks) or any(
        CONTENTS.fullmatch(text_of(piece.spans).strip()) for piece in document.furniture
    )
    cover = next((at for at, block in enumerate(document.blocks) if at in starts and block.places), None)
    if cover is not None and document.blocks[cover].places[0].page > _COVERS:
        cover = None
    before = {id(block) for block in document.blocks[: cover or 0]}
    wanted = [
        (i, h)
        for i, h in enumerate(headings)
        if not h.title and h.level <= _DEEPEST and id(h) not in before and text_of(h.spans).strip()
    ]
    while len(wanted) > _MOST_ENTRIES:
        deepest = max(h.level for _, h in wanted)
        wanted = [(i, h) for i, h in wanted if h.level < deepest]
    least = _MANY_PAGES if cover is None else _LEAST_PAGES
    if named or len(wanted) < _LEAST_HEADINGS or len(document.pages) < least:
        return None
    labels = {page.number: page.label or str(page.number) for page in document.pages}
    first = next(at for at, block in enumerate(document.blocks) if block is wanted[0][1])
    entries = (
        Entry(
            (Span(" ".join(text_of(h.spans).split())),),
            labels.get(h.places[0].page, "") if h.places else "",
            h.level,
            i,
        )
        for i, h in wanted
    )
    start = first if cover is None else cover
    return Contents(start, frozenset(), tuple(entries), own_page=cover is not None)


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()
