"""Right-to-left pages, laid out mirrored.

Arabic, Hebrew and Persian pages have the columns, tables, lists and indents of other pages with left and right
exchanged. So the coordinates of such a page are mirrored before layout, and those of the result are mirrored back: the
first column of a table is the rightmost, and LEFT alignment means the side on which lines begin. The words of a line
are in reading order before and after.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from quire.layout.text.list_markers import marker_of
from quire.layout.text.text_rows import Row, row_of
from quire.model.block import (
    Block,
    Figure,
    Furniture,
    Heading,
    Item,
    List,
    Note,
    Paragraph,
    Place,
    Quote,
    Table,
    TabStop,
)
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.model.page import Fill, Line, Link, Page, Picture, Rule, Word
from quire.model.table import Align, Cell, Grid
from quire.text import is_rtl

_FIRST, _LAST = "\u0590", "\u08ff"  # of the letters from right to left; readers have folded their other forms to these
_MARKER = re.compile(r"([.(\[])(\d{1,3}|[^\W\d_])")
_MOST_MARKERS = 200  # on a page
_REACH = 3.5  # of the type size: the white behind a marker, as readers have it
_LEVEL = 0.3  # of the line's height: baselines of one row
_TURNED = str.maketrans("([", ")]")
_ACROSS = {Align.LEFT: Align.RIGHT, Align.RIGHT: Align.LEFT}


class Direction(StrEnum):
    """The direction in which the words of a page follow each other."""

    LEFT_TO_RIGHT = "left-to-right"
    MIXED = "mixed"  # most from the left, some from the right
    RIGHT_TO_LEFT = "right-to-left"  # most from the right: the page is mirrored


def direction_of(lines: Iterable[Line]) -> Direction:
    """The direction of a page, by the letters of its words.

    Right-to-left words count only if some line begins or ends with a right-to-left letter.
    """
    own = [line for line in lines if not line.angle and not line.vertical]
    for line in own:
        words = line.words
        if _FIRST <= words[0].text[0] <= _LAST or _FIRST <= words[-1].text[-1] <= _LAST:
            break
    else:
        return Direction.LEFT_TO_RIGHT
    leftward = rightward = 0
    for line in own:
        for word in line.words:
            if has_rtl(word.text):
                leftward += len(word.text)
            elif any(char.isalpha() for char in word.text):
                rightward += len(word.text)
    return Direction.RIGHT_TO_LEFT if leftward > rightward else Direction.MIXED


def has_rtl(text: str) -> bool:
    """Whether the text holds a right-to-left character."""
    return not text.isascii() and any(is_rtl(ord(char)) for char in text)


def mirrored_lines(lines: Iterable[Line], width: float) -> list[Line]:
    """The lines mirrored on a page of this width, with list markers joined to their texts."""
    return _with_markers([mirrored_line(line, width) for line in lines])


def _with_markers(lines: list[Line]) -> list[Line]:
    """The lines, with list markers joined to the texts beside them; readers join them only at the left."""
    markers = [line for line in lines if len(line.words) == 1 and _is_marker(line.words[0].text)]
    if not markers or len(markers) > _MOST_MARKERS:
        return lines
    gone: set[int] = set()
    texts: dict[int, Line] = {}
    for marker in markers:
        reach = _REACH * marker.words[0].style.size
        beside = [
            line
            for line in lines
            if 0.0 < line.x0 - marker.x1 < reach and abs(line.baseline - marker.baseline) < _LEVEL * (line.y1 - line.y0)
        ]
        if beside and not any(other.x1 <= marker.x0 and _share_row(other, marker) for other in lines):
            text = min(beside, key=lambda line: line.x0)
            words = (*marker.words, text.words[0]._replace(space=True), *text.words[1:])
            texts[id(text)] = text._replace(words=words, x0=marker.x0)
            gone.add(id(marker))
    return [texts.get(id(line), line) for line in lines if id(line) not in gone]


def _is_marker(text: str) -> bool:
    marker = marker_of(text)
    return marker is not None and marker.length == len(text)


def _share_row(a: Line, b: Line) -> bool:
    return abs(a.baseline - b.baseline) < _LEVEL * (a.y1 - a.y0)


def mirrored_page(page: Page) -> Page:
    """The page with left and right exchanged."""
    width = page.width
    return replace(
        page,
        lines=tuple(mirrored_line(line, width) for line in page.lines),
        rules=tuple(mirrored_rule(rule, width) for rule in page.rules),
        fills=tuple(_fill(fill, width) for fill in page.fills),
        pictures=tuple(_picture(picture, width) for picture in page.pictures),
        links=tuple(_link(link, width) for link in page.links),
    )


def mirrored_line(line: Line, width: float) -> Line:
    """The line mirrored on a page of this width."""
    words = _in_line_direction([_word(word, width) for word in line.words])
    if len(words) == 1:
        words = (words[0]._replace(text=_marker(words[0].text)),)
    return line._replace(words=words, x0=width - line.x1, x1=width - line.x0, mirrored=not line.mirrored)


def _marker(text: str) -> str:
    """The number of an item as it is read; on paper its dot or bracket is at the left: ".1", "(1"."""
    match = _MARKER.fullmatch(text)
    return match[2] + match[1].translate(_TURNED) if match else text


def _in_line_direction(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words of a line with stretches that run against it (a Latin name) set in its direction, each where it is.

    What looks for gaps between words then finds none that are not there.
    """
    done: list[Word] = []
    start = 0
    for end in range(1, len(words) + 1):
        if end < len(words) and words[end].x0 < words[end - 1].x0:
            continue
        run = words[start:end]
        if len(run) > 1:
            both = run[-1].x0 + run[0].x1
            run = [word._replace(x0=both - word.x1, x1=both - word.x0) for word in run]
        done += run
        start = end
    return tuple(done)


def _word(word: Word, width: float) -> Word:
    return word._replace(x0=width - word.x1, x1=width - word.x0)


def mirrored_rule(rule: Rule, width: float) -> Rule:
    """The rule mirrored on a page of this width."""
    return rule._replace(x0=width - rule.x1, x1=width - rule.x0)


def _fill(fill: Fill, width: float) -> Fill:
    return fill._replace(x0=width - fill.x1, x1=width - fill.x0)


def _picture(picture: Picture, width: float) -> Picture:
    return picture._replace(box=mirrored_box(picture.box, width))


def _link(link: Link, width: float) -> Link:
    return link._replace(box=mirrored_box(link.box, width))


def mirrored_box(box: Box, width: float) -> Box:
    """The box mirrored on a page of this width."""
    return Box(width - box.x1, box.y0, width - box.x0, box.y1)


def unmirrored_rows(rows: Sequence[Row], width: float) -> list[Row]:
    """Rows of a mirrored page, mirrored back: program text and formulas always run from left to right."""
    return [row_of([mirrored_line(line, width) for line in row.lines]) for row in rows]


# --- what was found ----------------------------------------------------------------------------------

Widths = Mapping[int, float]
"""The widths of the pages that were mirrored, by their numbers."""


def restore_places(document: Document, writings: Mapping[int, Direction]) -> Document:
    """The document with the coordinates of mirrored pages mirrored back, and tables in the direction of their text.

    Args:
        document: As it was found.
        writings: Of the pages that hold words from right to left.
    """
    widths = {
        page.number: page.width for page in document.pages if writings.get(page.number) is Direction.RIGHT_TO_LEFT
    }
    return replace(
        document,
        pages=tuple(_info(page, page.width) if page.number in widths else page for page in document.pages),
        blocks=tuple(_blocks(document.blocks, widths, writings)),
        furniture=tuple(_furniture(piece, widths) for piece in document.furniture),
        ornaments=tuple(_picture(one, widths[one.page]) if one.page in widths else one for one in document.ornaments),
    )


def _blocks(blocks: Sequence[Block], widths: Widths, writings: Mapping[int, Direction]) -> list[Block]:
    return [
        _block(block, widths, writings) if any(place.page in writings for place in block.places) else block
        for block in blocks
    ]


def _block(block: Block, widths: Widths, writings: Mapping[int, Direction]) -> Block:
    places = tuple(_place(place, widths) for place in block.places)
    if isinstance(block, Table):
        return replace(block, grid=_grid(block.grid, widths), places=places)
    if isinstance(block, List):
        items = tuple(Item(item.marker, tuple(_blocks(item.blocks, widths, writings))) for item in block.items)
        return replace(block, items=items, places=places)
    if isinstance(block, Quote | Note):
        return replace(block, blocks=tuple(_blocks(block.blocks, widths, writings)), places=places)
    if isinstance(block, Figure):
        picture = block.picture
        if picture.page in widths:
            picture = _picture(picture, widths[picture.page])
        return replace(block, picture=picture, places=places)
    if isinstance(block, Heading | Paragraph) and block.stops:
        return replace(block, places=places, stops=_stops(block, widths))
    return replace(block, places=places)


def _stops(block: Heading | Paragraph, widths: Widths) -> tuple[TabStop, ...]:
    width = widths.get(block.places[0].page)
    if width is None:
        return block.stops
    return tuple(one._replace(x0=width - one.x1, x1=width - one.x0) for one in block.stops)


def _place(place: Place, widths: Widths) -> Place:
    width = widths.get(place.page)
    return place if width is None else Place(place.page, mirrored_box(place.box, width))


def _grid(grid: Grid, widths: Widths) -> Grid:
    """The grid with boxes as on paper; its columns from the side on which its writing begins."""
    mirrored = any(cell.page in widths for cell in grid.cells)
    cells = tuple(_cell(cell, widths) for cell in grid.cells)
    leftward = _reads_leftward(grid, mirrored=mirrored)
    if mirrored is not leftward:
        cells = tuple(sorted((_across(cell, grid.cols) for cell in cells), key=lambda cell: (cell.row, cell.col)))
        return replace(grid, cells=cells, widths=grid.widths[::-1], rtl=leftward)
    return replace(grid, cells=cells, rtl=leftward)


def _cell(cell: Cell, widths: Widths) -> Cell:
    width = widths.get(cell.page)
    return cell if width is None or cell.box is None else cell._replace(box=mirrored_box(cell.box, width))


def _across(cell: Cell, cols: int) -> Cell:
    return cell._replace(col=cols - cell.col - cell.col_span, align=_ACROSS.get(cell.align, cell.align))


def _reads_leftward(grid: Grid, *, mirrored: bool) -> bool:
    """Whether the first column of a table is the rightmost.

    Decided by the letters of its cells, or by the page if they are even. Texts at the left of figures begin at the
    left, whatever their letters: a spreadsheet that was not mirrored.
    """
    leftward = rightward = 0
    for cell in grid.cells:
        text = cell.text
        if has_rtl(text):
            leftward += 1
        elif any(char.isalpha() for char in text):
            rightward += 1
    if leftward == rightward:
        return mirrored
    if leftward < rightward:
        return False
    left, right = (grid.cols - 1, 0) if mirrored else (0, grid.cols - 1)
    return not (_is_worded(grid, left) and not _is_worded(grid, right))


def _is_worded(grid: Grid, col: int) -> bool:
    """Whether most cells of a column below the headings hold letters."""
    own = [cell.text for cell in grid.cells if cell.col == col and cell.row >= max(grid.header_rows, 1)]
    own = [text for text in own if text.strip()]
    return bool(own) and sum(any(char.isalpha() for char in text) for text in own) > 0.5 * len(own)


def _furniture(piece: Furniture, widths: Widths) -> Furniture:
    if piece.place.page not in widths:
        return piece
    own = has_rtl("".join(span.text for span in piece.spans))
    align = piece.align if own else _ACROSS.get(piece.align, piece.align)
    return replace(piece, place=_place(piece.place, widths), align=align)


def _info(info: PageInfo, width: float) -> PageInfo:
    def back(box: Box) -> Box:
        return mirrored_box(box, width)

    backdrop = info.backdrop and info.backdrop._replace(
        figures=tuple(_picture(one, width) for one in info.backdrop.figures),
        tables=tuple(back(box) for box in info.backdrop.tables),
    )
    return replace(
        info,
        margins=info.margins and back(info.margins),
        regions=tuple(replace(region, box=back(region.box)) for region in info.regions),
        backdrop=backdrop,
        signs=tuple(_picture(one, width) for one in info.signs),
        rules=tuple(mirrored_rule(rule, width) for rule in info.rules),
        frames=tuple(frame._replace(box=back(frame.box)) for frame in info.frames),
        grounds=tuple(_fill(fill, info.width) for fill in info.grounds),
        line_confidences=tuple((back(box), sure) for box, sure in info.line_confidences),
    )
