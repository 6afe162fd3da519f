"""One page on its way from what a reader saw to drafts in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from quire.layout.furniture import furniture_detection
from quire.layout.maths import display_formulas
from quire.layout.maths.formula_regions import gathered
from quire.layout.order import slide_cards
from quire.layout.order.inline_icons import icons
from quire.layout.order.page_order import place
from quire.layout.order.reading_order import Order
from quire.layout.order.separator_rules import separators
from quire.layout.text import (
    baseline_shifts,
    block_quotes,
    caption_binding,
    code_blocks,
    drop_caps,
    footnotes,
    line_numbers,
    right_to_left,
    vertical_text,
)
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import Norm
from quire.layout.text.gutter_split import parted
from quire.layout.text.text_rows import style_of, text_of, without_drawn, without_overprints
from quire.model.block import Furniture
from quire.model.document import PageInfo
from quire.model.geometry import Box, bounds
from quire.model.page import Backdrop, Line, Page, Picture, PictureKind, Style


@dataclass(slots=True)
class Sheet:
    """A page on its way."""

    page: Page
    lines: list[Line]  # upright, in the flow
    turned: list[Line]
    furniture: list[Furniture] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    order: Order = field(default_factory=Order)
    writing: right_to_left.Writing = right_to_left.Writing.RIGHTWARD


def texts(sheets: Iterable[Sheet]) -> Iterator[str]:
    """The texts of all lines, made as they are asked for."""
    for sheet in sheets:
        for line in sheet.lines:
            yield text_of(line)


def sheet_of(page: Page, *, flow: bool) -> Sheet:
    """A page with its lines made ready: overprints dropped, formulas and dropcaps gathered, line numbers apart."""
    lines = baseline_shifts.joined(without_overprints(page.lines))
    if not flow:  # the backdrop shows them
        lines = without_drawn(lines)
    counted = line_numbers.found(lines)
    marks = [line for line in lines if id(line) in counted]
    upright = gathered(
        page, [line for line in lines if not line.angle and not line.vertical and id(line) not in counted]
    )
    turned = [line for line in lines if line.angle or line.vertical]
    writing = right_to_left.writing_of(lines)
    if writing is right_to_left.Writing.LEFTWARD:
        upright, turned, marks = (right_to_left.mirrored(some, page.width) for some in (upright, turned, marks))
        page = right_to_left.mirrored_page(page)
    upright = drop_caps.joined(parted(upright))
    return Sheet(page, upright, turned, furniture_detection.side_marks(page, marks), writing=writing)


def styles(sheets: Iterable[Sheet]) -> Counter[Style]:
    """How much text, by its width in points, has each style: labels and numbers of lines are many, but small."""
    weights: Counter[Style] = Counter()
    for sheet in sheets:
        for line in sheet.lines:
            weights[style_of(line)] += int(line.x1 - line.x0)
    return weights


def lay_out(sheet: Sheet, norm: Norm, ornaments: frozenset[str], *, flow: bool) -> None:
    """Order a page and part it into drafts."""
    order = place if flow else slide_cards.placed
    placement = order(sheet.page, sheet.lines, sheet.turned, ornaments)
    sheet.order = placement.order
    set_apart, marks = vertical_text.parted(sheet.page, placement.turned, sheet.lines)
    sheet.furniture += furniture_detection.side_marks(sheet.page, marks)
    upright = _spaced(placement.drafts)
    drafts = set_apart + upright if vertical_text.is_vertical(placement.turned, sheet.lines) else upright + set_apart
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
    drafts = footnotes.mark(drafts, page, norm.size)
    drafts = caption_binding.tie(drafts)
    drafts = code_blocks.mark(drafts, mono_body=norm.mono)
    display_formulas.mark(drafts)
    block_quotes.mark(drafts, norm.size)
    return drafts


def _spaced(drafts: list[Draft]) -> list[Draft]:
    """The drafts with the white above each noted."""
    bottoms: dict[int, float] = {}
    for draft in drafts:
        box = draft.box
        draft.above = max(0.0, box.y0 - bottoms.get(draft.column, box.y0 - 60.0))
        bottoms[draft.column] = box.y1
    return drafts


def info(sheet: Sheet, ornaments: frozenset[str], *, flow: bool) -> PageInfo:
    """What the document says of a page that was laid out, `ornaments` being the names of pictures outside of the flow."""
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


def _backdrop(sheet: Sheet) -> Backdrop | None:
    """What the page shows behind text, figures and tables; None for a page on which nothing is drawn."""
    page = sheet.page
    unread = page.needs_ocr and not page.lines
    if not (page.fills or page.rules or page.pictures or unread):
        return None
    shown = tuple(draft.picture for draft in sheet.drafts if draft.picture is not None)
    tables = tuple(draft.box for draft in sheet.drafts if draft.table is not None)
    return Backdrop(f"p{page.number}-backdrop", page.number, shown, tables, unread)
