"""Where the visible characters of each page are in its document: text, running lines, pictures, or nowhere.

Only letters and digits count, in their compatibility form (NFKC) and lower case: layout joins lines at hyphens, drops
leader dots and writes bullets its own way. A block has first what is printed at its places, then what its pages still
miss, so nothing counts twice; what it says beyond that is more than the pages print. Formulas in running text are
LaTeX, which names its letters: their places count as pictures.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quire.layout.text.text_rows import without_overprints
from quire.model.block import Block, Code, Figure, Formula, Heading, List, Note, Paragraph, Place, Table
from quire.model.document import Document
from quire.model.page import MATHS, Line, Page
from quire.model.span import Span
from quire.model.traversal import own_spans, text_of, walk

SHOWN = 60
"""Characters of missing text that a sentence shows."""


class PageAudit(NamedTuple):
    """Letters and digits of a page by where they are."""

    page: int
    visible: int
    text: int  # in the blocks of the document
    furniture: int  # in running headers, footers, page numbers and margins
    pictures: int  # inside figures and formulas, which show them; digits that number the lines of listings
    missing: tuple[str, ...]  # the lines that are nowhere, wholly or in part
    twice: int = 0  # said by its blocks and not printed, or not as often

    @property
    def nowhere(self) -> int:
        """How many are missing."""
        return self.visible - self.text - self.furniture - self.pictures

    def sentence(self) -> str:
        """The finding about the page, for people."""
        share = 100 * self.text / self.visible if self.visible else 100.0
        parts = [
            f"{count} in {name}"
            for count, name in (
                (self.furniture, "headers, footers and margins"),
                (self.pictures, "pictures, formulas and numbers of listings"),
            )
            if count
        ]
        if self.nowhere:
            parts.append(f"{self.nowhere} nowhere: “{' / '.join(self.missing)[:SHOWN]}”")
        if self.twice:
            parts.append(f"{self.twice} more than once")
        rest = f" ({'; '.join(parts)})" if parts else ""
        return f"Page {self.page}: {share:.1f} % of {self.visible} letters and digits are in the text{rest}."


class VisibleText:
    """The lines of pages, noted while they are read, for the audit of the document that they become."""

    def __init__(self) -> None:
        self._lines: dict[int, tuple[Line, ...]] = {}

    def noted(self, pages: Iterable[Page]) -> Iterator[Page]:
        """The pages, unchanged."""
        for page in pages:
            self._lines[page.number] = tuple(without_overprints(page.lines))
            yield page

    def audit(self, document: Document) -> list[PageAudit]:
        """What became of the characters of each page, in the order of the pages."""
        missing = {number: characters(_texts(lines)) for number, lines in self._lines.items()}
        visible = {number: counts.total() for number, counts in missing.items()}
        blocks = [*_pieces(document.blocks)]
        texts = [piece for piece in blocks if not piece.pictured]
        running = [_Piece(characters([text_of(one.spans)]), (one.place,)) for one in document.furniture]
        own = [piece for piece in texts if not piece.again]
        furniture = self._inside(missing, running)
        text = self._inside(missing, own)
        pictures = self._in_pictures(missing, [piece for piece in blocks if piece.pictured])
        furniture += _taken(missing, running)
        text += _taken(missing, own)
        text += _taken(missing, [piece for piece in texts if piece.again])
        twice = _left_over([*running, *own])
        return [
            PageAudit(
                number,
                visible[number],
                text[number],
                furniture[number],
                pictures[number],
                _missing_lines(self._lines[number], missing[number]),
                twice[number],
            )
            for number in sorted(missing)
        ]

    def _inside(self, missing: dict[int, Counter[str]], pieces: Iterable[_Piece]) -> Counter[int]:
        """How many characters of each page the pieces hold that are printed at their places."""
        found: Counter[int] = Counter()
        for piece in pieces:
            for place in piece.places:
                printed = self._printed(place) & piece.counts
                taken = _take(missing, place.page, printed)
                found[place.page] += taken.total()
                piece.counts.subtract(taken)
        return found

    def _printed(self, place: Place) -> Counter[str]:
        """The characters of the words whose middle is at a place."""
        return characters(
            word.text
            for line in self._lines.get(place.page, ())
            for word in line.words
            if place.box.holds_point((word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2)
        )

    def _in_pictures(self, missing: dict[int, Counter[str]], pieces: Iterable[_Piece]) -> Counter[int]:
        """How many of the missing characters of each page are drawn inside figures and formulas."""
        found: Counter[int] = Counter()
        for piece in pieces:
            for place in piece.places:
                inside = self._printed(place)
                if piece.digits:
                    inside = Counter({char: count for char, count in inside.items() if char.isdecimal()})
                found[place.page] += _take(missing, place.page, inside).total()
        return found


def has_text(document: Document) -> bool:
    """Whether any block of a document says something."""
    return any(map(str.strip, texts_of(document)))


def texts_of(document: Document) -> Iterator[str]:
    """The texts of all blocks of a document, markers of items and captions among them."""
    return (text for block in walk(document.blocks) for text in _block_texts(block))


def characters(texts: Iterable[str]) -> Counter[str]:
    """The letters and digits of texts, folded, with their numbers."""
    return Counter(filter(str.isalnum, unicodedata.normalize("NFKC", "".join(texts)).lower()))


class _Piece(NamedTuple):
    """Characters of a document that no page has given yet, with the places that they may come from."""

    counts: Counter[str]
    places: tuple[Place, ...]
    pictured: bool = False
    digits: bool = False  # only the digits inside count
    again: bool = False  # its page may print it or not


def _texts(lines: Iterable[Line]) -> Iterator[str]:
    return (word.text for line in lines for word in line.words)


def _pieces(blocks: Iterable[Block]) -> Iterator[_Piece]:
    for block in walk(blocks):
        if isinstance(block, Table):
            yield from _table_pieces(block)
            continue
        texts = [*_block_texts(block, maths=False)]
        formula = isinstance(block, Formula)
        if texts:
            yield _Piece(characters(texts), tuple(block.places), again=formula)
        if isinstance(block, List):  # Word's bullet of the second level is a circle here, and may be printed as an "o"
            circles = sum(item.marker == "◦" for item in block.items)
            yield _Piece(Counter({"o": circles}), tuple(block.places), again=True)
        if formula or isinstance(block, Figure) or _has_maths(block):
            yield _Piece(Counter(), tuple(block.places), pictured=True)
        elif isinstance(block, Code):
            yield _Piece(Counter(), block.places, pictured=True, digits=True)


def _table_pieces(table: Table) -> Iterator[_Piece]:
    """The cells by page, those of a row that a page breaks on both; the caption; header rows that pages print again."""
    cells: dict[int, list[str]] = {}
    for cell in table.grid.cells:
        cells.setdefault(cell.page, []).append(_text(cell.spans, maths=False))
    for page, texts in cells.items():
        yield _Piece(characters(texts), tuple(sorted(table.places, key=lambda place: place.page != page)))
    yield _Piece(characters([_text(table.caption, maths=False)]), table.places[:1])
    if _has_maths(table):
        yield _Piece(Counter(), table.places, pictured=True)
    header = characters(text_of(cell.spans) for cell in table.grid.cells if cell.header)
    first = table.places[0].page if table.places else 0
    yield from (_Piece(Counter(header), (place,), again=True) for place in table.places if place.page != first)


def _has_maths(block: Block) -> bool:
    return any(span.style is not None and span.style.font == MATHS for span in own_spans(block))


def _block_texts(block: Block, *, maths: bool = True) -> Iterator[str]:
    """The texts of a block itself, without those of the blocks inside; with the LaTeX in running text if wanted."""
    if isinstance(block, Heading | Paragraph):
        yield _text(block.spans, maths=maths)
    elif isinstance(block, List):
        yield from (item.marker for item in block.items)
    elif isinstance(block, Table):
        yield _text(block.caption, maths=maths)
        yield from (_text(cell.spans, maths=maths) for cell in block.grid.cells)
    elif isinstance(block, Figure):
        yield _text(block.caption, maths=maths)
    elif isinstance(block, Code | Formula):
        yield block.text
        if isinstance(block, Formula):
            yield block.label
    elif isinstance(block, Note):
        yield block.mark


def _text(spans: Iterable[Span], *, maths: bool) -> str:
    return "".join(span.text for span in spans if maths or span.style is None or span.style.font != MATHS)


def _taken(missing: dict[int, Counter[str]], pieces: Iterable[_Piece]) -> Counter[int]:
    """How many characters of each page the pieces hold, wherever they are printed. Pieces of one page come first."""
    found: Counter[int] = Counter()
    for piece in sorted(pieces, key=lambda one: len({place.page for place in one.places})):
        for number in dict.fromkeys(place.page for place in piece.places):
            taken = _take(missing, number, piece.counts)
            found[number] += taken.total()
            piece.counts.subtract(taken)
    return found


def _left_over(pieces: Iterable[_Piece]) -> Counter[int]:
    """How many characters of pieces no page has printed, or not as often, by the first page of each piece."""
    found: Counter[int] = Counter()
    for piece in pieces:
        if piece.places:
            found[piece.places[0].page] += (+piece.counts).total()
    return found


def _take(missing: dict[int, Counter[str]], page: int, counts: Counter[str]) -> Counter[str]:
    """Those of the counts that a page still misses; it misses them no more."""
    both = missing.get(page, Counter()) & counts
    if page in missing:
        missing[page] -= both
    return both


def _missing_lines(lines: Iterable[Line], missing: Counter[str]) -> tuple[str, ...]:
    """The lines all of whose letters and digits are missing; if there are none, the letters."""
    if not missing:
        return ()
    left = Counter(missing)
    found: list[str] = []
    for line in lines:
        own = characters(word.text for word in line.words)
        if own and own <= left:
            left -= own
            found.append(line.text)
    return tuple(found) or ("".join(sorted(missing.elements())),)
