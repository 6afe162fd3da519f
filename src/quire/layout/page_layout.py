"""One page from the lines of a reader to drafts in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from quire.layout.furniture import furniture_detection
from quire.layout.maths import display_formulas
from quire.layout.maths.formula_regions import join_formulas
from quire.layout.order import program_frames, slide_cards
from quire.layout.order.drawn_frames import drawn_frames
from quire.layout.order.order_doubts import is_order_uncertain
from quire.layout.order.page_order import order_page
from quire.layout.order.paragraph_split import split_cover
from quire.layout.order.reading_order import ReadingOrder
from quire.layout.order.separator_rules import icons, separators
from quire.layout.order.text_grounds import text_grounds, without_hidden
from quire.layout.text import (
    block_quotes,
    caption_binding,
    caption_labels,
    code_blocks,
    drop_caps,
    footnotes,
    line_numbers,
    linked_marks,
    right_to_left,
    tex_logos,
    vertical_text,
)
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle, LinePitches
from quire.layout.text.gutter_split import split_at_gutters
from quire.layout.text.text_rows import line_text, style_of, without_overprints
from quire.model.block import Furniture
from quire.model.document import PageInfo
from quire.model.geometry import Box, bounds
from quire.model.page import Backdrop, Line, Page, Picture, PictureKind, Style, TextSource

# Characters of labels from which on a page says that they are no text.
_MUCH = 60
# A line was read with little certainty where it, or a letter of it, has less confidence. Of 104 scans whose letters
# are known, the share of such lines tells the two in an unknown script and one of three others that lack more than .03
# of their letters, and no other; it is .10 to .4 on handwriting, a form filled in by hand, Fraktur and Cyrillic.
_SURE_LINE, _SURE_LETTER = 0.9, 0.4
_UNSURE, _TELLING = 0.085, 20  # share of the letters of a page, and so many letters
# Characters, spaces included, by the length of their lines in type sizes: Chinese has one and more, Latin two. Lines in
# a script that the engine does not know have .13 to .85, on eight pages of three owners.
_SPARSE = 0.9
# The share of the text seen that was not read: .93 on three pages in a script that the engine does not know, .08 and
# less on handwriting, forms, charts and newspapers.
_LOST = 0.3


@dataclass(slots=True)
class PageState:
    """A page being laid out."""

    page: Page
    lines: list[Line]  # upright, in the flow
    turned: list[Line]
    programs: list[program_frames.ProgramFrame] = field(default_factory=list)  # their lines are not in `lines`
    furniture: list[Furniture] = field(default_factory=list)
    drafts: list[Draft] = field(default_factory=list)
    order: ReadingOrder = field(default_factory=ReadingOrder)
    uncertain_formulas: int = 0  # shown as pictures
    direction: right_to_left.Direction = right_to_left.Direction.LEFT_TO_RIGHT


def line_texts(states: Iterable[PageState]) -> Iterator[str]:
    """The text of each line, lazily."""
    for state in states:
        for line in state.lines:
            yield line_text(line)


def page_state(page: Page) -> PageState:
    """A page with its lines prepared: overprints dropped, formulas and drop caps joined, line numbers set apart."""
    lines = tex_logos.join_logos(without_overprints(page.lines))
    lines, between = line_numbers.without_gutter_numbers(lines)
    counted = line_numbers.find_line_numbers(lines) | line_numbers.find_program_numbers(lines)
    marks = [*(line for line in lines if id(line) in counted), *between]
    upright = join_formulas(
        page, [line for line in lines if not line.angle and not line.vertical and id(line) not in counted]
    )
    turned = [line for line in lines if line.angle or line.vertical]
    writing = right_to_left.direction_of(lines)
    if writing is right_to_left.Direction.RIGHT_TO_LEFT:
        upright, turned, marks = (right_to_left.mirrored_lines(some, page.width) for some in (upright, turned, marks))
        page = right_to_left.mirrored_page(page)
    upright = caption_labels.join_caption_labels(code_blocks.join_comments(split_at_gutters(upright)))
    upright = linked_marks.raise_linked(page, drop_caps.join_drop_caps(upright))
    programs = program_frames.find(page, upright)
    if programs:
        framed = {id(line) for one in programs for line in one.lines}
        upright = [line for line in upright if id(line) not in framed]
    furniture = furniture_detection.margin_furniture(page, marks)
    return PageState(page, upright, turned, programs, furniture, direction=writing)


def style_widths(states: Iterable[PageState]) -> Counter[Style]:
    """The width of text in each style, points; not the number of lines, because labels are many but short."""
    weights: Counter[Style] = Counter()
    for state in states:
        for line in state.lines:
            weights[style_of(line)] += int(line.x1 - line.x0)
    return weights


def lay_out(
    state: PageState,
    body: BodyStyle,
    ornaments: frozenset[str],
    pitches: LinePitches,
    *,
    flow: bool,
    cover: bool = False,
) -> None:
    """Split a page, which may be a cover, into drafts in reading order."""
    programs = state.programs if flow and not body.mono else []
    if state.programs and not programs:
        state.lines = [*state.lines, *[line for one in state.programs for line in one.lines]]
    page = program_frames.without(state.page, programs)
    if flow:
        placement = order_page(
            page, state.lines, state.turned, ornaments, programs=programs, pitches=pitches, typescript=body.mono
        )
    else:
        placement = slide_cards.order_cards(page, state.lines, state.turned, ornaments)
    state.order = placement.order
    set_apart, marks = vertical_text.split_vertical(state.page, placement.turned, state.lines)
    state.furniture += furniture_detection.margin_furniture(state.page, marks)
    drafts = placement.drafts
    if flow and cover and all(region.columns < 2 for region in placement.order.regions):
        drafts = split_cover(drafts, state.page.width)
    upright = _with_space_above(drafts)
    drafts = set_apart + upright if vertical_text.is_vertical(placement.turned, state.lines) else upright + set_apart
    if flow and not drafts and state.page.needs_ocr:
        drafts = [_page_picture(state.page)]
    state.drafts = _with_kinds(drafts, state.page, body)
    if flow:
        state.uncertain_formulas = display_formulas.picture_uncertain(state.drafts, state.page.rules)


def _page_picture(page: Page) -> Draft:
    """A page whose text cannot be read, as a picture, so that nothing is lost."""
    box = Box(0.0, 0.0, page.width, page.height)
    picture = Picture(f"p{page.number}-page", page.number, box, PictureKind.DRAWING, 0, 0)
    return Draft(page.number, kind=Kind.FIGURE, right=page.width, place=box, picture=picture)


def _with_kinds(drafts: list[Draft], page: Page, body: BodyStyle) -> list[Draft]:
    """The kinds that one page shows: notes, captions, code, formulas, quotations."""
    drafts = footnotes.mark_footnotes(drafts, page, body.size)
    drafts = caption_binding.bind_captions(drafts)
    drafts = code_blocks.mark_code(drafts, mono_body=body.mono)
    display_formulas.mark_formulas(drafts)
    block_quotes.mark_quotes(drafts, body.size)
    return drafts


def _with_space_above(drafts: list[Draft]) -> list[Draft]:
    """Set the white space above each draft, in its column."""
    bottoms: dict[int, float] = {}
    for draft in drafts:
        box = draft.box
        draft.space_above = max(0.0, box.y0 - bottoms.get(draft.column, box.y0 - 60.0))
        bottoms[draft.column] = box.y1
    return drafts


def page_info(state: PageState, ornaments: frozenset[str], *, flow: bool) -> PageInfo:
    """A laid-out page as the document lists it; `ornaments` are the names of pictures outside the flow."""
    page = state.page
    boxes: list[Box] = [draft.box for draft in state.drafts]
    frames = drawn_frames(page, state.drafts) if flow else ()
    grounds = text_grounds(page, state.drafts, frames) if flow else ()
    return PageInfo(
        number=page.number,
        width=page.width,
        height=page.height,
        label=page.label,
        source=page.source,
        needs_ocr=page.needs_ocr,
        hidden=page.hidden,
        unknown=page.unknown,
        uncertain_order=flow and is_order_uncertain(state.drafts),
        uncertain_formulas=state.uncertain_formulas,
        uncertain_reading=_is_unsure(page),
        long_s=_has_long_s(page),
        text_in_figures=flow and _is_in_figures(state),
        margins=bounds(boxes) if boxes else None,
        regions=tuple(state.order.regions),
        turned=page.turned,
        line_confidences=tuple((line.box, sure) for line, sure in zip(page.lines, page.confidences, strict=False)),
        backdrop=None if flow else _backdrop(state),
        signs=icons(page, state.drafts, ornaments) if flow else (),
        rules=without_hidden(separators(page, state.drafts), grounds) if flow else (),
        frames=frames,
        grounds=grounds,
    )


def _is_unsure(page: Page) -> bool:
    """Whether much of a recognised page was read with little certainty, or its lines lack most of their letters."""
    letters = unsure = signs = 0
    wide = 0.0
    for line, sure, score in zip(page.lines, page.confidences, page.scores, strict=False):
        text = line_text(line)
        count = sum(map(str.isalnum, text))
        letters += count
        unsure += count if sure < _SURE_LINE or score.weakest < _SURE_LETTER else 0
        signs += len(text)
        wide += 0.0 if line.angle else (line.x1 - line.x0) / max(line.words[0].style.size, 1.0)
    sparse = wide >= _MUCH and signs < _SPARSE * wide
    return sparse or page.lost > _LOST or (letters >= _TELLING and unsure > _UNSURE * letters)


def _has_long_s(page: Page) -> bool:
    """Whether a page read by an engine is set with the long s of old type, which engines take for f."""
    if page.source not in {TextSource.OCR, TextSource.HIDDEN}:
        return False
    words = [word.text[:-1] for line in page.lines for word in line.words]
    small, high = (sum(word.count(letter) for word in words) for letter in "sf")
    return small + high >= _TELLING and high > small


def _is_in_figures(state: PageState) -> bool:
    """Whether more of a page's text, and no little, is labels of figures than is not."""
    figures = [draft.box for draft in state.drafts if draft.kind is Kind.FIGURE and draft.picture and draft.picture.alt]
    if not figures:
        return False
    inside = total = 0
    for line in state.lines:
        length = len(line_text(line))
        total += length
        if any(box.holds_point((line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2) for box in figures):
            inside += length
    return inside >= _MUCH and inside > 0.5 * total


def _backdrop(state: PageState) -> Backdrop:
    """What the page shows behind text, figures and tables; the source knows whether anything is drawn on it."""
    page = state.page
    shown = tuple(draft.picture for draft in state.drafts if draft.picture is not None)
    tables = tuple(draft.box for draft in state.drafts if draft.table is not None)
    return Backdrop(f"p{page.number}-backdrop", page.number, shown, tables, page.needs_ocr and not page.lines)
