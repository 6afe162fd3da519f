"""Small pictures beside texts and in cells, and figures in cells.

Texts below each other with a picture beside each become a table without borders.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import median
from typing import NamedTuple

from quire.model.block import Block, Figure, Paragraph, Place, Table
from quire.model.document import Document
from quire.model.geometry import Box, bounds
from quire.model.page import Picture
from quire.model.table import Align, Cell, Grid, VerticalAlign
from quire.model.traversal import text_of
from quire.write.word.cell_widths import CELL_MARGIN

_ROWS = 2  # texts with a picture beside each, at least
_ONE_EDGE = 4.0  # points by which pictures, and texts, of one column may stand apart
_FAR = 40.0  # points between a picture and the text beside it
_LEVEL = 0.3  # of a text's height: the middle of a picture beside it is so near to its own
_LEAST = 0.85  # of the type's size; smaller pictures are bullets
_FLAT = 4.0  # times as wide as high: no sign
_INSIDE = 0.8  # of a picture's area, in the cell that it belongs to

PicturesByCell = Mapping[tuple[int, Box], tuple[Picture, ...]]


class CellPictures(NamedTuple):
    """The pictures of cells by their page and box, and which figures of the flow are among them."""

    pictures: PicturesByCell
    figures: frozenset[int]  # indices of blocks


def with_picture_rows(document: Document) -> Document:
    """The document with paragraphs that have a picture beside each as rows of a table without lines."""
    signs = {page.number: page.signs for page in document.pages if page.signs}
    if not signs:
        return document
    blocks: list[Block] = []
    run: list[tuple[Paragraph, Picture]] = []
    for block in document.blocks:
        sign = _beside(block, signs)
        pair = (block, sign) if isinstance(block, Paragraph) and sign is not None else None
        if pair is None or (run and not _goes_on(run[-1], pair)):
            blocks += _closed(run)
            run = []
        if pair is not None:
            run.append(pair)
        else:
            blocks.append(block)
    return replace(document, blocks=(*blocks, *_closed(run)))


def find_cell_pictures(document: Document) -> CellPictures:
    """The pictures that stand in cells of tables."""
    cells = _cells(document)
    found: dict[tuple[int, Box], list[Picture]] = defaultdict(list)
    figures: set[int] = set()
    for index, block in enumerate(document.blocks):
        if isinstance(block, Figure) and not text_of(block.caption).strip():
            home = _home(block.picture.box, cells.get(block.picture.page, ()))
            if home is not None:
                found[block.picture.page, home].append(block.picture)
                figures.add(index)
    for page in document.pages if cells else ():
        for sign in page.signs:
            home = _home(sign.box, cells.get(page.number, ()))
            if home is not None:
                found[page.number, home].append(sign)
    return CellPictures({key: tuple(some) for key, some in found.items()}, frozenset(figures))


def _cells(document: Document) -> dict[int, list[Box]]:
    """The boxes of the cells on each page."""
    found: dict[int, list[Box]] = defaultdict(list)
    for block in document.blocks:
        for cell in block.grid.cells if isinstance(block, Table) else ():
            if cell.box is not None:
                found[cell.page or block.places[0].page].append(cell.box)
    return found


def _home(box: Box, cells: Iterable[Box]) -> Box | None:
    """The cell that a picture stands in."""
    return next((cell for cell in cells if cell.overlap(box) > _INSIDE * max(box.area, 1.0)), None)


def _beside(block: Block, signs: Mapping[int, Sequence[Picture]]) -> Picture | None:
    """The picture at the left of a paragraph, if there is one."""
    if not isinstance(block, Paragraph) or len(block.places) != 1 or block.align in (Align.CENTER, Align.RIGHT):
        return None
    page, box = block.places[0]
    size = next((span.style.size for span in block.spans if span.style), 10.0)
    near = [one for one in signs.get(page, ()) if _is_beside(one.box, box, size)]
    return near[0] if len(near) == 1 else None


def _is_beside(sign: Box, text: Box, size: float) -> bool:
    if sign.height < _LEAST * size or sign.width > _FLAT * sign.height:
        return False
    middle = abs((sign.y0 + sign.y1) - (text.y0 + text.y1)) / 2
    level = middle < _LEVEL * text.height or abs(sign.y0 - text.y0) < _ONE_EDGE
    return level and -_ONE_EDGE < text.x0 - sign.x1 < _FAR


def _goes_on(before: tuple[Paragraph, Picture], pair: tuple[Paragraph, Picture]) -> bool:
    (page, text), (there, below) = before[0].places[0], pair[0].places[0]
    edges = abs(text.x0 - below.x0), abs(before[1].box.x0 - pair[1].box.x0)
    return page == there and below.y0 > text.y0 and max(edges) < _ONE_EDGE


def _closed(run: Sequence[tuple[Paragraph, Picture]]) -> list[Block]:
    if len(run) < _ROWS:
        return [paragraph for paragraph, _ in run]
    left, edge = min(sign.box.x0 for _, sign in run), min(one.places[0].box.x0 for one, _ in run)
    cells: list[Cell] = []
    for row, (paragraph, sign) in enumerate(run):
        page, box = paragraph.places[0]
        top, foot = min(box.y0, sign.box.y0), max(box.y1, sign.box.y1)
        cells.append(Cell(row, 0, box=Box(left, top, edge, foot), page=page, height=VerticalAlign.MIDDLE))
        cells.append(Cell(row, 1, paragraph.spans, align=paragraph.align, box=Box(edge, top, box.x1, foot), page=page))
    place = Place(run[0][0].places[0].page, bounds(cell.box for cell in cells if cell.box))
    gap = max(
        median(one.places[0].box.x0 - sign.box.x0 for one, sign in run),
        max(sign.box.width for _, sign in run) + 2 * CELL_MARGIN,
    )
    return [Table(Grid(len(run), 2, tuple(cells), widths=(gap, place.box.x1 - edge)), (place,))]
