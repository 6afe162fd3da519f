"""Pages to a document: the order of the steps, each in its own module.

lines -> furniture -> tables -> figures -> reading order -> paragraphs -> notes, captions, code,
formulas, quotes -> headings and list items over the document -> joined over pages -> blocks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from quire.layout import (
    across_pages,
    captions,
    cards,
    code,
    dropcaps,
    figures,
    formulas,
    furniture,
    headings,
    items,
    leftward,
    line_numbers,
    lowered,
    notes,
    quotes,
    runins,
    vertical,
)
from quire.layout.building import Builder
from quire.layout.columns import Order
from quire.layout.drafts import Draft, Kind
from quire.layout.icons import icons
from quire.layout.language import language_of
from quire.layout.lines import style_of, text_of, without_drawn, without_overprints
from quire.layout.maths.gather import gathered
from quire.layout.norm import Norm, norm_of
from quire.layout.parting import parted
from quire.layout.placing import place
from quire.layout.separators import separators
from quire.layout.vocabulary import Vocabulary
from quire.model.block import Furniture
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box, bounds
from quire.model.page import Backdrop, Line, Metadata, OutlineItem, Page, Picture, PictureKind, Style


@dataclass(slots=True)
class _Sheet:
    """A page on its way."""

    page: Page
    lines: list[Line]  # upright, in the flow
    turned: list[Line]
    furniture: list[Furniture] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    order: Order = field(default_factory=Order)
    writing: leftward.Writing = leftward.Writing.RIGHTWARD


def arrange(
    pages: Iterable[Page],
    *,
    meta: Metadata,
    outline: Sequence[OutlineItem] = (),
    flow: bool = True,
    page_count: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Document:
    """The document that the pages show: blocks in reading order, furniture apart.

    Args:
        pages: The pages, in order.
        meta: What the file says about itself.
        outline: The file's bookmarks.
        flow: Join paragraphs and tables over columns and pages; otherwise every block stays on its page.
        page_count: Pages of the source; 0 when `pages` are all.
        progress: Called with the number of pages read so far.
    """
    sheets = [_sheet(page, flow=flow) for page in _counted(pages, progress)]
    norm = norm_of(_styles(sheets))
    _part_furniture(sheets, norm)
    ornaments = figures.repeated([sheet.page for sheet in sheets])
    for sheet in sheets:
        _lay_out(sheet, norm, ornaments, flow=flow)
    drafts = [draft for sheet in sheets for draft in sheet.drafts]
    by_number = {sheet.page.number: sheet.page for sheet in sheets}
    drafts = runins.parted(drafts, norm)
    headings.mark(drafts, norm, outline, by_number)
    items.mark(drafts)
    if flow:
        drafts = across_pages.joined(drafts, {number: page.height for number, page in by_number.items()})
    builder = Builder(by_number, Vocabulary([sheet.page.lines for sheet in sheets]))
    blocks = builder.blocks(drafts)
    document = Document(
        pages=tuple(_info(sheet, ornaments, flow=flow) for sheet in sheets),
        blocks=tuple(blocks),
        furniture=tuple(piece for sheet in sheets for piece in sheet.furniture),
        meta=meta,
        outline=tuple(outline),
        language=meta.language or language_of(_texts(sheets)),
        body_size=norm.size,
        page_count=page_count or len(sheets),
        ornaments=tuple(one for sheet in sheets for one in sheet.page.pictures if one.name in ornaments),
    )
    turned = {sheet.page.number: sheet.writing for sheet in sheets if sheet.writing is not leftward.Writing.RIGHTWARD}
    return leftward.placed(document, turned) if turned else document


def _texts(sheets: Iterable[_Sheet]) -> Iterator[str]:
    """The texts of all lines, made as they are asked for."""
    for sheet in sheets:
        for line in sheet.lines:
            yield text_of(line)


def _counted(pages: Iterable[Page], progress: Callable[[int], None] | None) -> Iterator[Page]:
    for number, page in enumerate(pages, 1):
        yield page
        if progress:
            progress(number)


def _sheet(page: Page, *, flow: bool) -> _Sheet:
    lines = lowered.joined(without_overprints(page.lines))
    if not flow:  # the backdrop shows them
        lines = without_drawn(lines)
    counted = line_numbers.found(lines)
    marks = [line for line in lines if id(line) in counted]
    upright = gathered(
        page, [line for line in lines if not line.angle and not line.vertical and id(line) not in counted]
    )
    turned = [line for line in lines if line.angle or line.vertical]
    writing = leftward.writing_of(lines)
    if writing is leftward.Writing.LEFTWARD:
        upright, turned, marks = (leftward.mirrored(some, page.width) for some in (upright, turned, marks))
        page = leftward.mirrored_page(page)
    upright = dropcaps.joined(parted(upright))
    return _Sheet(page, upright, turned, furniture.side_marks(page, marks), writing=writing)


def _styles(sheets: Iterable[_Sheet]) -> Counter[Style]:
    """How much text, by its width in type sizes, has each style."""
    weights: Counter[Style] = Counter()
    for sheet in sheets:
        for line in sheet.lines:
            style = style_of(line)
            weights[style] += int((line.x1 - line.x0) / max(style.size, 1.0) * 2)
    return weights


def _part_furniture(sheets: Sequence[_Sheet], norm: Norm) -> None:
    found = furniture.find([sheet.page for sheet in sheets], [sheet.lines for sheet in sheets], norm.size)
    for sheet, (pieces, lines) in zip(sheets, found, strict=True):
        sheet.furniture += pieces
        sheet.lines = lines


def _lay_out(sheet: _Sheet, norm: Norm, ornaments: frozenset[str], *, flow: bool) -> None:
    """Order a page and part it into drafts."""
    order = place if flow else cards.placed
    placement = order(sheet.page, sheet.lines, sheet.turned, ornaments)
    sheet.order = placement.order
    set_apart, marks = vertical.parted(sheet.page, placement.turned, sheet.lines)
    sheet.furniture += furniture.side_marks(sheet.page, marks)
    upright = _spaced(placement.drafts)
    drafts = set_apart + upright if vertical.is_vertical(placement.turned, sheet.lines) else upright + set_apart
    if flow and not drafts and sheet.page.needs_ocr:
        drafts = [_whole(sheet.page)]
    sheet.drafts = _named(drafts, sheet.page, norm)


def _whole(page: Page) -> Draft:
    """A page that shows text which cannot be read, as a picture: nothing of it is lost."""
    box = Box(0.0, 0.0, page.width, page.height)
    picture = Picture(f"p{page.number}-page", page.number, box, PictureKind.DRAWING, 0, 0)
    return Draft(page.number, kind=Kind.FIGURE, right=page.width, place=box, picture=picture)


def _named(drafts: list[Draft], page: Page, norm: Norm) -> list[Draft]:
    """What can be told from the page alone: notes, captions, code, dropcaps, figures, formulas, quotations."""
    drafts = notes.mark(drafts, page, norm.size)
    drafts = captions.tie(drafts)
    drafts = code.mark(drafts, mono_body=norm.mono)
    formulas.mark(drafts)
    quotes.mark(drafts, norm.size)
    return drafts


def _spaced(drafts: list[Draft]) -> list[Draft]:
    """The drafts with the white above each noted."""
    bottoms: dict[int, float] = {}
    for draft in drafts:
        box = draft.box
        draft.above = max(0.0, box.y0 - bottoms.get(draft.column, box.y0 - 60.0))
        bottoms[draft.column] = box.y1
    return drafts


def _info(sheet: _Sheet, ornaments: frozenset[str], *, flow: bool) -> PageInfo:
    page = sheet.page
    boxes: list[Box] = [draft.box for draft in sheet.drafts]
    return PageInfo(
        number=page.number,
        width=page.width,
        height=page.height,
        label=page.label,
        source=page.source,
        needs_ocr=page.needs_ocr,
        margins=bounds(boxes) if boxes else None,
        regions=tuple(sheet.order.regions),
        turned=page.turned,
        readings=tuple((line.box, sure) for line, sure in zip(page.lines, page.confidences, strict=False)),
        backdrop=None if flow else _backdrop(sheet),
        signs=icons(page, sheet.drafts, ornaments) if flow else (),
        rules=separators(page, sheet.drafts) if flow else (),
    )


def _backdrop(sheet: _Sheet) -> Backdrop | None:
    """What the page shows behind text, figures and tables; None for a page on which nothing is drawn."""
    page = sheet.page
    unread = page.needs_ocr and not page.lines
    if not (page.fills or page.rules or page.pictures or unread):
        return None
    shown = tuple(draft.picture for draft in sheet.drafts if draft.picture is not None)
    tables = tuple(draft.box for draft in sheet.drafts if draft.table is not None)
    return Backdrop(f"p{page.number}-backdrop", page.number, shown, tables, unread)
