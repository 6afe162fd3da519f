"""Paragraphs, tables and programs that continue in the next column or on the next page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from quire.layout.tables import broken_rows
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.caption_binding import is_titled
from quire.layout.text.list_markers import is_choice
from quire.layout.text.tab_stops import has_separate_texts
from quire.model.block import Table
from quire.model.table import Align, Cell, Grid
from quire.text import wide_characters

_ENDS = tuple(".!?:;。！？：；…")
_CLOSERS = "”\"』」’'）)]】》*"
# Columns of two parts of one table differ in width, or borders that only white shows in place, by at most this share of
# the whole.
_WIDTH_SLACK = 0.06
# What authors and packages write above and below the parts of a table: "表 1（续）", "续下页", "(continued)".
_PART = re.compile(
    r"(?<![\u4e00-\u9fff])[续續](?:表|接|[上下前][页頁])|[(（]\s*(?:[续續]表?|cont(?:\.|[.’']d|inued|inuación|inuação)|suite|Fortsetzung)\s*[)）]"
    r"|\bcontin(?:ued?s?|úa|ua)\s+(?:from|on|en|na|de)\b|[:.,–—-]\s*continued\W*$",
    re.IGNORECASE,
)
_PART_LETTERS = 40
# A single row that begins behind this share of its column is set at the right.
_AT_RIGHT = 0.35
# A column narrower than this, in type sizes, is as wide as its longest row: that a row fills it says nothing.
_NARROW = 12.0
# What may be between two parts of a paragraph: floats, and the notes of the page before.
_FLOATS = frozenset({Kind.FIGURE, Kind.TABLE, Kind.NOTE, Kind.CAPTION})
# An ideograph and the mark behind it, type sizes: a row in Chinese ends where they have no room. A row that had room
# for so much more than the next word was ended by its author; a column's edge is not known better.
_IDEOGRAPHS, _SPARE = 2.0, 4.0
# Rows of one paragraph differ in size by less than this share; one that is indented by more type sizes begins another.
_ONE_SIZE, _INDENT = 0.06, 0.8
# A table ends where its page keeps white for so many times the headings and first row of the next page's table,
# and for so large a share of the page: a table that continues would have used it.
_ROOM, _WHITE = 1.4, 0.08
# A form is filled in anew where its first so many labels stand again.
_FORM = 2


# A program that goes on leaves less white at the end of its page, type sizes.
_FULL_PAGE = 4.0


class TextEnds(NamedTuple):
    """Where text ends on the pages of a range, points."""

    lowest: dict[int, float]  # by the height of pages
    notes: dict[int, float]  # by page, where its notes begin


PageRooms = dict[int, tuple[float, float]]
"""By page: where text ends at the lowest on pages of its height, and how high the page is, in points."""


def text_ends(drafts: Iterable[Draft], heights: Mapping[int, float]) -> TextEnds:
    """Where text ends on pages.

    Args:
        drafts: Of whole pages.
        heights: Of the pages by number, in points.
    """
    lowest: dict[int, float] = {}
    notes: dict[int, float] = {}
    for draft in drafts:
        if draft.page not in heights:
            continue
        if draft.kind is Kind.NOTE:
            notes[draft.page] = min(notes.get(draft.page, float("inf")), draft.box.y0)
        else:
            high = round(heights[draft.page])
            lowest[high] = max(lowest.get(high, 0.0), draft.box.y1)
    return TextEnds(lowest, notes)


def page_rooms(ranges: Iterable[TextEnds], heights: Mapping[int, float]) -> PageRooms:
    """How much room the pages of a document have for text.

    Args:
        ranges: The ends of all its pages.
        heights: Of the pages by number, in points.
    """
    lowest: dict[int, float] = {}
    notes: dict[int, float] = {}
    for one in ranges:
        for high, end in one.lowest.items():
            lowest[high] = max(lowest.get(high, 0.0), end)
        notes |= one.notes
    found: PageRooms = {}
    for page, height in heights.items():
        if round(height) in lowest:
            end = lowest[round(height)]
            found[page] = min(end, notes.get(page, end)), height
    return found


def join_continuations(drafts: Iterable[Draft], rooms: Mapping[int, tuple[float, float]] | None = None) -> list[Draft]:
    """The drafts, with continuations of a paragraph, table or program moved into its first part.

    Args:
        drafts: In reading order; the first of them `begins_anew`.
        rooms: As `page_rooms` gives them; None when unknown.
    """
    kept: list[Draft] = []
    for draft in drafts:
        if draft.kind is Kind.TEXT and (before := _open_text(kept, draft)) is not None:
            before.continuations.append(draft)
        elif kept and (_is_rest_of_note(kept[-1], draft) or _goes_on(kept[-1], draft, rooms or {})):
            kept[-1].continuations.append(draft)
        elif draft.kind is Kind.TABLE and (before := _open_table(kept, draft, rooms or {})) is not None:
            before.table = _one_table(before, draft)
            before.caption += [caption for caption in draft.caption if not _PART.search(caption.text)]
            before.continuations.append(draft)
        else:
            kept.append(draft)
    return kept


def begins_anew(drafts: Sequence[Draft], index: int) -> bool:
    """Whether nothing from a draft on can continue what is before it.

    True for headings, and for text right after other text of its column while no list of its page is open.
    """
    draft = drafts[index]
    if draft.kind is Kind.HEADING:
        return True
    if index == 0 or draft.kind is not Kind.TEXT or drafts[index - 1].kind is not Kind.TEXT:
        return False
    if (draft.page, draft.column) != (drafts[index - 1].page, drafts[index - 1].column):
        return False
    for before in reversed(drafts[:index]):
        if before.page != draft.page:
            break
        if before.kind is Kind.ITEM:
            return False
    return True


# --- notes, programs --------------------------------------------------------------------------------------


def _is_rest_of_note(before: Draft, draft: Draft) -> bool:
    return bool(draft.note) and not draft.mark and before.note == draft.note


def _goes_on(before: Draft, draft: Draft, rooms: Mapping[int, tuple[float, float]]) -> bool:
    """Whether a program goes on from the end of a page to the next: nothing is between, and the page is full."""
    last = before.continuations[-1] if before.continuations else before
    if {before.kind, draft.kind} != {Kind.CODE} or draft.page != last.page + 1:
        return False
    if last.last_element == draft.element >= 0:
        return True
    fonts = {row.style.font for row in last.rows}
    if not any(row.style.font in fonts for row in draft.rows) or abs(last.size - draft.size) > _ONE_SIZE * last.size:
        return False
    end = rooms[last.page][0] if last.page in rooms else last.box.y1
    return end - last.box.y1 < _FULL_PAGE * last.size


# --- paragraphs ------------------------------------------------------------------------------------


def _open_text(kept: Sequence[Draft], draft: Draft) -> Draft | None:
    """The paragraph, if any, that `draft` continues: the last text before it, in an earlier column or page."""
    for before in reversed(kept[-6:]):
        if before.panel != draft.panel or (before.panel >= 0 and before.page != draft.page):
            if draft.panel >= 0:
                return None
            continue
        if before.kind in (Kind.TEXT, Kind.ITEM, Kind.QUOTE):
            last = before.continuations[-1] if before.continuations else before
            return before if last.element == draft.element >= 0 or _continues(last, draft) else None
        if before.kind not in _FLOATS:
            return None
    return None


def _continues(before: Draft, after: Draft) -> bool:
    if before.page == after.page and before.column == after.column:
        return False
    if after.page > before.page + 1 or not before.rows:
        return False
    a, b = before.rows[-1], after.rows[0]
    centred = after.align is Align.CENTER and not (before.align is Align.CENTER and before.page == after.page)
    if abs(a.size - b.size) > _ONE_SIZE * a.size or a.bold != b.bold or centred:
        return False
    if _stands_alone(before) or is_titled(before.rows) or is_choice(a.text) or is_choice(b.text):
        return False
    text, first = a.text.rstrip(_CLOSERS + " "), b.text[0]
    if not text or after.marker is not None or text[-1] in _ENDS:
        return False
    if text[-1] in "-\u2010\u00ad":
        return True
    if text[-1] in ",，、" or first.islower():
        return not _had_room(before, after)
    full = before.right - a.x1 < 2 * a.size and before.right - before.left > _NARROW * a.size
    return full and not first.isdigit() and after.indent < _INDENT * b.size


def _had_room(before: Draft, after: Draft) -> bool:
    """Whether the first word of a part would have stood on the last row of the one before, which its author ended."""
    row, word = before.rows[-1], after.rows[0].lines[0].words[0]
    need = min(word.x1 - word.x0, _IDEOGRAPHS * row.size) if wide_characters(word.text[:1]) else word.x1 - word.x0
    return max((own.x1 for own in before.rows[:-1]), default=before.right) - row.x1 > need + _SPARE * row.size


def _stands_alone(draft: Draft) -> bool:
    """Whether a draft is one short row at the right, or texts apart on one row: a unit above a table, a signature."""
    row = draft.rows[0]
    if len(draft.rows) > 1:
        return False
    return row.x0 - draft.left > _AT_RIGHT * (draft.right - draft.left) or has_separate_texts(row)


# --- tables ----------------------------------------------------------------------------------------


def _open_table(kept: Sequence[Draft], draft: Draft, rooms: Mapping[int, tuple[float, float]]) -> Draft | None:
    """The table that `draft` continues: the last thing on the page before, with the same columns."""
    for before in reversed(kept):
        if before.kind is Kind.NOTE or _may_be_between(before, draft):
            continue
        if before.kind is not Kind.TABLE or before.table is None or draft.table is None or _captioned_above(draft):
            return None
        last = before.continuations[-1] if before.continuations else before
        if draft.page != last.page + 1 or _captioned_below(last):
            return None
        if not _same_columns(before.table.grid, draft.table.grid, last, draft):
            return None
        return None if _begins_anew(before.table.grid, last, draft, rooms) else before
    return None


def _may_be_between(between: Draft, draft: Draft) -> bool:
    """Whether a figure, or a word that a table goes on, may stand between its parts, the second of which is `draft`.

    A figure of an earlier page, or one that does not stand above the second part: a watermark lies behind it.
    """
    if between.kind is Kind.FIGURE:
        return between.page < draft.page or between.box.y1 > draft.box.y0
    return between.kind is Kind.TEXT and len(between.text) < _PART_LETTERS and _PART.search(between.text) is not None


def _captioned_above(draft: Draft) -> bool:
    """Whether a table has a caption of its own; one below its last part, or that says "continued", is of all parts."""
    return any(caption.box.y0 < draft.box.y0 and not _PART.search(caption.text) for caption in draft.caption)


def _captioned_below(draft: Draft) -> bool:
    """Whether a table ends with a caption below it."""
    return any(caption.page == draft.page and caption.box.y0 >= draft.box.y1 for caption in draft.caption)


def _begins_anew(grid: Grid, last: Draft, draft: Draft, rooms: Mapping[int, tuple[float, float]]) -> bool:
    """Whether a table is a further one: its labels begin anew, or there was room for its first row below headings."""
    if draft.table is None:
        return False
    repeated = _repeated_rows(grid, draft.table.grid)
    if not repeated or last.page not in rooms:
        labels = _labels(grid)
        return not repeated and labels != [] and labels == _labels(draft.table.grid)
    first = [cell.box for cell in draft.table.grid.cells if cell.row == repeated and cell.box is not None]
    if not first:
        return False
    end, height = rooms[last.page]
    need = max(box.y1 for box in first) - draft.box.y0
    return end - last.box.y1 > max(_ROOM * need, _WHITE * height)


def _labels(grid: Grid) -> list[str]:
    """The texts that the first rows of a form begin with; [] where one has none or the first stands again."""
    labels = [cell.text.strip() for cell in grid.cells if cell.col == 0]
    first = labels[:_FORM]
    return first if len(first) == _FORM and all(first) and labels.count(first[0]) == 1 else []


def _same_columns(a: Grid, b: Grid, last: Draft, draft: Draft) -> bool:
    if a.cols != b.cols or a.ruled != b.ruled:
        return False
    x, y = last.box, draft.box
    slack = _WIDTH_SLACK * max(x.width, y.width)
    if not a.ruled and a.widths and b.widths:
        above = list(accumulate((last.table.grid if last.table else a).widths, initial=x.x0))
        below = list(accumulate(b.widths, initial=y.x0))
        off = [abs(p - q) for p, q in zip(above, below, strict=True)]
        return _heads_again(a, b) or (max(off[1:-1], default=0.0) <= slack and min(off[0], off[-1]) <= slack)
    if abs(x.width - y.width) > slack:
        return False
    if not a.widths or not b.widths or not _has_head(b):
        return True  # rows of one drawn table may be parted at other places
    whole = sum(a.widths)
    return all(abs(p - q) <= _WIDTH_SLACK * whole for p, q in zip(a.widths, b.widths, strict=False))


def _heads_again(a: Grid, b: Grid) -> bool:
    """Whether several headings of a table stand again above its next part: white may part its columns elsewhere."""
    return bool(_repeated_rows(a, b)) and len([text for _, text in _row_texts(b, 0) if text]) > 1


def _has_head(grid: Grid) -> bool:
    """Whether the first row is set off from the others by bold type or a fill."""
    bold = [[bool(span.style and span.style.bold) for span in cell.spans] for cell in grid.cells]
    for shown in (list(map(all, bold)), [cell.fill is not None for cell in grid.cells]):
        first = [is_shown for cell, is_shown in zip(grid.cells, shown, strict=True) if not cell.row]
        if all(first) and not all(shown):
            return True
    return False


def _one_table(before: Draft, draft: Draft) -> Table | None:
    """Both parts as one grid; repeated headings of the second are dropped, a broken row is joined."""
    first, second = before.table, draft.table
    if first is None or second is None:
        return first
    skipped = _repeated_rows(first.grid, second.grid)
    again = first.heads_again and skipped > 0
    above = first.grid.cells
    broken = skipped < second.grid.rows and broken_rows.is_rest(second.grid, first.grid, skipped)
    if broken:
        above = broken_rows.with_rest(first.grid, second.grid, skipped)
        skipped += 1
    shift = first.grid.rows - skipped
    cells = [cell._replace(row=cell.row + shift, header=False) for cell in second.grid.cells if cell.row >= skipped]
    grid = replace(
        first.grid,
        rows=first.grid.rows + second.grid.rows - skipped,
        cells=(*above, *cells),
        confidence=min(first.grid.confidence, second.grid.confidence),
    )
    splits = first.splits_rows or broken
    places = (*first.places, *second.places)
    return replace(first, grid=grid, places=places, heads_again=again, splits_rows=splits)


def _repeated_rows(first: Grid, second: Grid) -> int:
    """The number of leading rows of `second` that are those of `first` again."""
    limit = max(first.header_rows, 1)
    count = 0
    while count < min(limit, second.rows) and _row_texts(first, count) == _row_texts(second, count):
        count += 1
    if any(cell.row < count < cell.row + cell.row_span for cell in second.cells):
        return 0
    return count


def _row_texts(grid: Grid, row: int) -> list[tuple[int, str]]:
    return [(cell.col, _folded(cell)) for cell in grid.cells if cell.row == row]


def _folded(cell: Cell) -> str:
    return "".join(cell.text.split())
