"""The table of contents as a document prints it: the blocks that it consists of, and its entries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeGuard

from quire.model.block import Block, Heading, List, Note, Paragraph, Place, Span, Table
from quire.model.document import Document
from quire.model.geometry import Box
from quire.model.page import Style
from quire.model.traversal import text_of
from quire.write.office.package import page_target
from quire.write.office.tab_runs import with_tabs

CONTENTS_HEADING = re.compile(
    r"(table\s+of\s+)?contents|目\s*[录錄次]|inhalt(sverzeichnis|sübersicht)?"
    r"|sommaire|table des matières|índice|indice|sumário"
    r"|содержание|оглавление|목\s*차|차\s*례|spis treści|inhoud(sopgave)?",
    re.IGNORECASE,
)
"""The heading of a table of contents, in twelve languages."""

_LONGEST = 120  # characters of an entry without leaders; longer lines are sentences that end with a number
_LONGEST_LED = 1000  # characters of one with leaders
_FEWEST_TITLED, _FEWEST_UNTITLED = 2, 4  # entries that make a table of contents, below its heading and without one
_MOST_COLUMNS = 3  # of a table that holds the contents: number, title, page
_FOREIGN = 7  # blocks that may stand between two entries
# A title, then leaders or a wide gap, then a page number.
_ENTRY = re.compile(r"(?P<title>.*?\S)(?P<leader>[\s.．…·․。‥\-_]{0,400})(?P<page>\d{1,4}|[ivxlc]{1,6})\s*", re.DOTALL)
_PRINTED = re.compile(r"[.．…·․‥_]{3,}|(?:[.·…] ){3,}|…")
_LEADER = re.compile(rf"{_PRINTED.pattern}|\t")


class ContentsEntry(NamedTuple):
    """A line of the contents; `page` is the printed number, `heading` the index of its heading among the headings."""

    title: tuple[Span, ...]
    page: str
    level: int
    heading: int | None
    link: str | None = None
    dots: bool = True  # between title and page number
    place: Place | None = None  # None where it is not known, and for further lines of one text
    label: float = 0.0  # points from there to the tab behind a number that a program set; 0: no such number
    number: Style | None = None  # how the page number is set


class Contents(NamedTuple):
    """The contents: where it begins, the top-level blocks that it consists of, its entries."""

    start: int
    blocks: frozenset[int]
    entries: tuple[ContentsEntry, ...]
    pitch: float = 0.0  # points from entry to entry


def find_printed_lists(document: Document, headings: Sequence[Heading]) -> list[Contents]:
    """The contents as printed, and the lists of figures, tables and the like right behind them.

    Args:
        document: to look in.
        headings: all of its top-level headings.
    """
    known = {_key(text_of(heading.spans)): index for index, heading in reversed(list(enumerate(headings)))}
    found: list[Contents] = []
    first, last = 0, len(document.blocks)
    while contents := _next(document.blocks, headings, known, range(first, last)):
        found.append(contents)
        first = max(contents.blocks) + 1
        last = min(first + _FOREIGN, len(document.blocks))
    return found


def _next(
    blocks: Sequence[Block], headings: Sequence[Heading], known: Mapping[str, int], begins: range
) -> Contents | None:
    """The first list of entries that begins in a range of blocks."""
    index = begins.start
    while index < begins.stop:
        own, lines = _lines(blocks, index, known)
        if (len(lines) >= _FEWEST_UNTITLED and _rising(lines)) or (
            len(lines) >= _FEWEST_TITLED and _titled(blocks, index)
        ):
            entries = tuple(_entry(line, headings, known) for line in lines)
            return Contents(index, frozenset(own), entries, _pitch([blocks[at] for at in own], len(lines)))
        index = max(own, default=index) + 1
    return None


def is_contents_heading(block: Block) -> TypeGuard[Heading | Paragraph]:
    """Whether a block is the heading of a table of contents."""
    return (
        isinstance(block, Heading | Paragraph) and CONTENTS_HEADING.fullmatch(text_of(block.spans).strip()) is not None
    )


class _Line(NamedTuple):
    title: tuple[Span, ...]
    page: str
    link: str | None
    dots: bool
    place: Place | None
    label: float
    number: Style | None


def _lines(blocks: Sequence[Block], first: int, known: Mapping[str, int]) -> tuple[list[int], list[_Line]]:
    """The blocks from `first` on that hold nothing but entries, and the entries.

    A few other blocks may stand between them: the notes and stray marks at the foot of a page. Not a heading, nor
    any block behind which the pages begin anew: a list of figures follows.
    """
    lines: list[_Line] = []
    own: list[int] = []
    at, titled = first, _titled(blocks, first)
    while at < len(blocks) and (not own or at - own[-1] <= _FOREIGN):
        beyond = bool(own) and at > own[-1] + 1  # behind other blocks, a title or a link proves nothing any more
        found = _entries(blocks[at], known, titled=titled and not beyond, linked=not beyond)
        if not found and (not own or isinstance(blocks[at], Heading)):
            break
        if beyond and found and not _rising([lines[-1], found[0]]):
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
    title that says so, white space before the number is enough. The borders of cells show nothing: any table has them.
    """
    found: list[_Line] = []
    leaders = _PRINTED if isinstance(block, Table) else _LEADER
    for spans, place, label in _texts(block):
        for nth, line in enumerate(_split(spans)):
            text = text_of(line).strip()
            may_be = len(text) <= _LONGEST or (len(text) <= _LONGEST_LED and _LEADER.search(text))
            match = _ENTRY.fullmatch(text) if may_be else None
            if not match:
                return []
            title, leader = match["title"].rstrip(" .．…·․‥_\t"), match["leader"]
            link = next((s.link for s in line if s.link and page_target(s.link)), None)
            loose = titled and leader and not isinstance(block, Heading)
            if not ((link and linked) or loose or leaders.search(leader) or _key(title) in known):
                return []
            dots = any(c in leader for c in ".…·\t")
            number = next((span.style for span in reversed(line) if span.text.strip()), None)
            begins = None if nth else place
            found.append(_Line(_cut(line, len(title)), match["page"], link, dots, begins, label, number))
    return found


class _Text(NamedTuple):
    """The text of one or more entries, and where it stands as in a `ContentsEntry`."""

    spans: tuple[Span, ...]
    place: Place | None = None
    label: float = 0.0


def _texts(block: Block) -> Iterator[_Text]:
    match block:
        case Paragraph() | Heading():
            place = block.places[0] if block.places else None
            stop = block.stops[0] if block.stops else None
            if place is None or stop is None:
                yield _Text(block.spans, place)
            else:
                yield _Text(tuple(with_tabs(block.spans, (stop,))), place, stop.x0 - place.box.x0)
        case List():
            for item in block.items:
                marker = (Span(item.marker + " "),) if item.marker else ()
                for number, child in enumerate(item.blocks):
                    for text in _texts(child):
                        yield _Text((*marker, *text.spans)) if number == 0 else text
        case Table() if block.grid.cols <= _MOST_COLUMNS:
            for row in range(block.grid.rows):
                cells = [cell for cell in block.grid.cells if cell.row == row and cell.text.strip()]
                yield _Text(tuple(span for cell in cells for span in (*cell.spans, Span("\t")))[:-1])
        case _:
            yield _Text((Span("?"),))


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


def _entry(line: _Line, headings: Sequence[Heading], known: Mapping[str, int]) -> ContentsEntry:
    title = text_of(line.title)
    index = known.get(_key(title))
    if index is not None:
        level = headings[index].level
    else:
        number = re.match(r"\d+(\.\d+)*", title)
        level = number[0].count(".") + 1 if number else 1
    return ContentsEntry(
        line.title, line.page, min(max(level, 1), 9), index, line.link, line.dots, line.place, line.label, line.number
    )


def _titled(blocks: Sequence[Block], first: int) -> bool:
    return first > 0 and is_contents_heading(blocks[first - 1])


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()
