"""Sections: where page size, orientation, page numbering or the number of columns changes (ECMA-376-1, 17.6)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import pairwise
from statistics import median
from types import MappingProxyType
from typing import NamedTuple

from quire.model.block import Block, Note, Role
from quire.model.document import Document, PageInfo, Region
from quire.model.geometry import Box
from quire.model.traversal import text_of
from quire.write.word.headers_footers import PageNumbering, page_numberings
from quire.write.word.page_filling import SPARE_LINES
from quire.write.word.source_flow import FlowStep, usual_pitch
from quire.write.word.text_areas import TextArea, page_text_boxes, shared_text_area
from quire.write.word.wordprocessingml import properties, tag, twips

_LEAST_FOOT = 36.0  # points below the text: the footer stands there
_ABOVE_FOOTER = 8.0  # points between the text and the footer
_SPARE_FOOT = 8.0  # points by which a footer may begin above the foot of the text, which has some to spare
_HEADER_LINE = 1.4  # of the height of a header's type: what its line takes
_LEAST_EDGE = 10.0  # points from the edge of the page: printers reach no further
_SAME_SIZE = 2.0  # points by which pages of one size may differ
_MOSTLY = 0.5  # of the pages
_LEAST, _MOST = 72.0 * 0.1, 1584.0  # points; Word's limits of a page's side (22 inches)


class Margins(NamedTuple):
    """Points from the upper and lower edges of the pages to what is printed in their margins; 0.0 where nothing is."""

    header: float
    footer: float
    lowest: float = 0.0  # where text may reach at most


class PageGroup(NamedTuple):
    """A run of pages of one size and one page numbering."""

    pages: tuple[PageInfo, ...]
    width: float
    height: float
    area: TextArea  # the text area that all its pages share
    numbers: PageNumbering
    first_number: int | None  # where page numbers start; None goes on from the sheet before
    margins: Margins = Margins(0.0, 0.0)
    lead: float = 0.0  # points by which a line of running text is higher than its type, with which the text area begins

    @property
    def text(self) -> Box:
        """The text area of right-hand pages."""
        return self.area.box


class Section(NamedTuple):
    """Blocks from `first` to before `stop` on one sheet in `columns` columns."""

    first: int
    stop: int
    sheet: int  # index of the sheet
    columns: int = 1
    gap: float = 0.0
    new_page: bool = True
    boxes: tuple[Box, ...] = ()  # of its columns, where each has a width of its own

    def column(self, block: Block) -> int | None:
        """The index of the column that a block stands in; None where columns are of one width."""
        if not self.boxes or not block.places:
            return None
        box = block.places[0].box
        shared = [min(box.x1, one.x1) - max(box.x0, one.x0) for one in self.boxes]
        return shared.index(max(shared))

    def column_width(self, sheet: PageGroup, column: int | None = None) -> float:
        """The width of a line of text in points, in one of the columns that have widths of their own."""
        if column is not None:
            return self.boxes[column].width
        return (sheet.text.width - self.gap * (self.columns - 1)) / self.columns


class _Kind(NamedTuple):
    """What blocks of one section have in common."""

    sheet: int
    columns: int = 1
    gap: float = 0.0
    boxes: tuple[Box, ...] = ()


def page_groups(document: Document) -> list[PageGroup]:
    """The sheets of a document in order; A4 for a document without pages."""
    pages = document.pages or (PageInfo(1, 595.3, 841.9),)
    numbers = page_numberings(document)
    found_texts = page_text_boxes(document)
    lead = _lead(document)
    runs: list[list[PageInfo]] = []
    for page in pages:
        if runs and _same(runs[-1][-1], page, numbers):
            runs[-1].append(page)
        else:
            runs.append([page])
    found: list[PageGroup] = []
    for run in runs:
        own = numbers.get(run[0].number, PageNumbering("decimal", 0))
        before = found[-1].numbers if found else PageNumbering("decimal", 0)
        goes_on = own.offset == before.offset and (found or run[0].number == 1 or not numbers)
        start = None if goes_on else run[0].number + own.offset
        width, height = (min(max(side, _LEAST), _MOST) for side in (run[0].width, run[0].height))
        area = shared_text_area(run, found_texts, width=width, height=height)
        margins = _printed(document, run, area.box, height, lead)
        found.append(PageGroup(tuple(run), width, height, area, own, start, margins, lead))
    return found


def spare_room(sheets: Sequence[PageGroup], document: Document) -> dict[int, float]:
    """The points below the text area of each page that a few lines more may take, by page."""
    line = usual_pitch(document).points
    return {page.number: _lowered(one, line).box.y1 - one.area.box.y1 for one in sheets for page in one.pages}


def with_spare_lines(sheets: Sequence[PageGroup], document: Document, steps: Sequence[FlowStep]) -> list[PageGroup]:
    """The sheets with room for a few lines more, if most pages begin where the source's do.

    A page whose text takes more lines in another font then keeps them; without the room, it would push one onto each
    of the following pages.
    """
    begun = sum(step.new_page + step.inside for step in steps)
    if begun < _MOSTLY * (len(document.pages) - 1):
        return list(sheets)
    line = usual_pitch(document).points
    return [sheet._replace(area=_lowered(sheet, line)) for sheet in sheets]


def plan_sections(
    document: Document,
    sheets: Sequence[PageGroup],
    steps: Sequence[FlowStep],
    bands: Mapping[int, tuple[Box, ...]] = MappingProxyType({}),
    framed: Container[int] = frozenset(),
) -> list[Section]:
    """The sections; together they hold every block once, in order.

    Args:
        document: what is written.
        sheets: its sheets.
        steps: how its blocks follow each other.
        bands: the columns of texts side by side, by the index of each block that stands there.
        framed: the indices of blocks in drawn boxes, which have no columns.
    """
    at = {page.number: index for index, sheet in enumerate(sheets) for page in sheet.pages}
    infos = {page.number: page for page in document.pages}
    found: list[Section] = []
    kind = _Kind(0)
    for index, block in enumerate(document.blocks):
        now = kind
        if block.places and not isinstance(block, Note):
            page = block.places[0].page
            now = _Kind(max(kind.sheet, at.get(page, kind.sheet)))
            if index in framed:
                pass
            elif index in bands:
                now = now._replace(columns=len(bands[index]), boxes=bands[index])
            elif region := _region(infos.get(page), block):
                now = now._replace(columns=region.columns, gap=region.gap)
        if not found or now._replace(gap=kind.gap) != kind:
            new_page = not found or now.sheet != kind.sheet or steps[index].new_page
            found.append(Section(index, index, now.sheet, now.columns, now.gap, new_page, now.boxes))
            kind = now
        found[-1] = found[-1]._replace(stop=index + 1)
    found = found or [Section(0, 0, 0)]
    return found if len(found) <= 4 * len(document.pages) + 4 else _single(found)


def section_properties(section: Section, sheet: PageGroup, *, references: str, parts: Mapping[str, str]) -> str:
    """The ``w:sectPr``; `references` are its headers and footers, `parts` further children."""
    text = sheet.text
    size = {"w_w": twips(sheet.width), "w_h": twips(sheet.height)}
    turned = {"w_orient": "landscape"} if sheet.width > sheet.height else {}
    children = {
        "type": tag("w:type", w_val="nextPage" if section.new_page else "continuous"),
        "pgSz": tag("w:pgSz", **size, **turned),
        "pgMar": tag(
            "w:pgMar",
            w_top=twips(text.y0 - sheet.lead),
            w_right=twips(max(sheet.width - text.x1 - _beyond(section, text), 0.0)),
            w_bottom=twips(sheet.height - text.y1),
            w_left=twips(text.x0),
            w_header=twips(sheet.margins.header or header_distance(sheet)),
            w_footer=twips(sheet.margins.footer or header_distance(sheet)),
            w_gutter=0,
        ),
        "cols": _cols(section),
        **parts,
    }
    if references:
        children["headerReference"] = references
    return properties("w:sectPr", children)


def _beyond(section: Section, text: Box) -> float:
    """Points by which columns side by side are wider than the text area: they reach into the right margin."""
    return max(section.boxes[-1].x1 - section.boxes[0].x0 - text.width, 0.0) if section.boxes else 0.0


def _cols(section: Section) -> str:
    """The ``w:cols`` of a section."""
    if section.columns == 1:
        return tag("w:cols", w_space=420)
    if not section.boxes:
        return tag("w:cols", w_num=section.columns, w_space=twips(section.gap or 21))
    spaces = [after.x0 - before.x1 for before, after in pairwise(section.boxes)] + [0.0]
    cols = (
        tag("w:col", w_w=twips(box.width), w_space=twips(space))
        for box, space in zip(section.boxes, spaces, strict=True)
    )
    return tag("w:cols", "".join(cols), w_num=section.columns, w_equalWidth=0)


def page_number_type(sheet: PageGroup) -> dict[str, str]:
    """The ``w:pgNumType`` of a sheet's first section as a further child; none when numbers just go on."""
    kind = {"w_fmt": sheet.numbers.format} if sheet.numbers.format != "decimal" else {}
    start = {"w_start": max(0, sheet.first_number)} if sheet.first_number is not None else {}
    return {"pgNumType": tag("w:pgNumType", **kind, **start)} if kind or start else {}


def _printed(document: Document, pages: Sequence[PageInfo], text: Box, height: float, lead: float) -> Margins:
    """Where the headers and footers of pages stand."""
    numbers = {page.number for page in pages}
    boxes = [
        piece.place.box
        for piece in document.furniture
        if piece.place.page in numbers and piece.role is not Role.MARGIN and text_of(piece.spans).strip()
    ]
    above = [box for box in boxes if box.y1 <= text.y0 + 2]
    under = [box for box in boxes if box.y0 >= text.y1 - _SPARE_FOOT and box not in above]
    header = median(box.y0 for box in above) if above else 0.0
    footer = height - median(box.y1 for box in under) if under else 0.0
    room = text.y0 - lead - max((box.y1 - box.y0 for box in above), default=0.0) * _HEADER_LINE
    header = header if _LEAST_EDGE < header <= room else 0.0
    lowest = min((box.y0 - _ABOVE_FOOTER for box in under), default=height)
    return Margins(header, footer if footer > _LEAST_EDGE else 0.0, min(lowest, height - _LEAST_FOOT))


def _lead(document: Document) -> float:
    """Points by which a line of running text is higher than its type: measured boxes begin with the type."""
    usual = usual_pitch(document)
    return max(0.0, usual.points - usual.height * (document.body_size or 10.5))


def _lowered(sheet: PageGroup, line: float) -> TextArea:
    """The area with room for a few lines of so many points more, where what stands below leaves it."""
    area = sheet.area
    foot = min(area.box.y1 + SPARE_LINES * line, max(area.box.y1, sheet.margins.lowest))
    return area._replace(box=area.box._replace(y1=foot))


def header_distance(sheet: PageGroup) -> float:
    """Points from the edges of the page to its header and footer."""
    return max(10.0, min(35.0, 0.45 * sheet.text.y0, 0.45 * (sheet.height - sheet.text.y1)))


def _same(page: PageInfo, other: PageInfo, numbers: Mapping[int, PageNumbering]) -> bool:
    return (
        abs(page.width - other.width) < _SAME_SIZE
        and abs(page.height - other.height) < _SAME_SIZE
        and numbers.get(page.number) == numbers.get(other.number)
    )


def _region(page: PageInfo | None, block: Block) -> Region | None:
    """The band of its page that most of the block's first place lies in."""
    if page is None or not page.regions:
        return None
    box = block.places[0].box
    best = max(page.regions, key=lambda region: min(region.box.y1, box.y1) - max(region.box.y0, box.y0))
    columns = min(max(best.columns, 1), 6)
    fits = columns == 1 or box.width < 1.25 * (best.box.width - best.gap * (columns - 1)) / columns
    return Region(best.box, columns, min(max(best.gap, 6.0), 72.0)) if fits else Region(best.box)


def _single(found: Sequence[Section]) -> list[Section]:
    """One section per sheet: so many changes of columns are no layout but noise."""
    merged: list[Section] = []
    for section in found:
        if merged and merged[-1].sheet == section.sheet:
            merged[-1] = merged[-1]._replace(stop=section.stop)
        else:
            merged.append(section._replace(columns=1, gap=0.0, boxes=()))
    return merged
