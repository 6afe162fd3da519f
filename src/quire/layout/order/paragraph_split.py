"""Rows of a column to paragraphs, with their alignment and indent."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.order.paragraph_breaks import are_set_down, breaks, goes_on_by_sign, next_word, right_edge
from quire.layout.order.reading_order import Column
from quire.layout.text import contents_tables
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import NO_PITCHES, LinePitches
from quire.layout.text.margin_marks import with_marks, without_marks
from quire.layout.text.tagged_paragraphs import element_of, with_tagged
from quire.layout.text.text_rows import Row
from quire.model.page import Tag
from quire.model.table import Align
from quire.text import is_rtl

# Points within which edges count as aligned.
_EDGE = 2.0
# A short row at the right may end this much before the column's edge, in type sizes: above a table with padding.
_NEAR_EDGE = 1.5
# A single row set at the right begins behind this share of the column.
_RIGHT_INSET = 0.35
# Twice the points by which the middles of two centred rows may differ, and that of a single row from its column's; and
# the least indent of such a row, as a share of the column.
_CENTRED, _ROW_CENTRED, _CENTRED_INSET = 3.0, 4.0, 0.08
# No row of a cover is wider than this share of its page. Of 39 pairs of rows with room for the next word that were
# joined on such first pages of 318 documents, tags part 38 (26 documents, 21 owners).
_COVER = 0.6
_NO_TAGS: Mapping[int, Tag] = {}
_SHORT_WORD = 3  # letters of articles and prepositions, at most


class TextRun(NamedTuple):
    """Rows of a column that follow each other, without tables and figures between them."""

    rows: list[Row]
    item: int = -1  # index of a table or figure instead of rows
    entry: bool = False  # the rows are an entry of a table of contents


def split_paragraphs(
    column: Column,
    page: int,
    number: int,
    pitches: LinePitches = NO_PITCHES,
    tags: Mapping[int, Tag] = _NO_TAGS,
) -> list[Draft]:
    """The paragraphs of a column; tables and figures are drafts with their index in `item`.

    Args:
        column: Of a page.
        page: Its number.
        number: The column's, in reading order.
        pitches: From row to row inside the paragraphs of the document.
        tags: Of the page.
    """
    drafts: list[Draft] = []
    for run in text_runs(column):
        if run.item >= 0:
            drafts.append(Draft(page, left=column.x0, right=column.x1, column=number, item=run.item))
        elif run.entry:
            drafts.append(Draft(page, run.rows, Kind.ENTRY, column.x0, column.x1, number))
        else:
            drafts += _paragraphs(run.rows, column, page, number, pitches, tags)
    return drafts


def split_cover(drafts: Sequence[Draft], width: float) -> list[Draft]:
    """The drafts of a first page, its lines apart if it is a cover: no row is wide, so rows end where they were ended.

    Rows stay together where a word would have found no room, one goes on behind a hyphen, comma or "of" or in small
    letters, or a word is set from top to bottom.

    Args:
        drafts: Of the page.
        width: Of the page, points.
    """
    wide = _COVER * width
    if any(row.width > wide for draft in drafts for row in draft.rows):
        return list(drafts)
    found: list[Draft] = []
    for draft in drafts:
        start = 0
        for at, (a, b) in enumerate(pairwise(draft.rows), 1):
            if draft.kind is Kind.TEXT and _was_ended(a, b, wide):
                found.append(_part(draft, start, at))
                start = at
        found.append(_part(draft, start, len(draft.rows)) if start else draft)
    return found


def _was_ended(a: Row, b: Row, wide: float) -> bool:
    """Whether a row was ended although the first word of the next would have had room in rows of a width."""
    needed = next_word(b.lines[0], b.lines[0].x0 + wide) + a.size
    goes_on = b.text[0].islower() or _ends_open(a.text) or are_set_down(a, b)
    return a.width + needed < wide and not goes_on


def _ends_open(text: str) -> bool:
    """Whether a row ends with a hyphen or comma, or a short word in small letters: "of", "der", "and"."""
    last = text.rsplit(maxsplit=1)[-1]
    return goes_on_by_sign(text) or (last.isalpha() and last.islower() and len(last) <= _SHORT_WORD)


def _part(draft: Draft, start: int, end: int) -> Draft:
    """The rows of a draft from `start` to `end` as a draft."""
    part = Draft(draft.page, draft.rows[start:end], left=draft.left, right=draft.right, column=draft.column)
    part.align, part.indent = _alignment(part.rows, Column([], draft.left, draft.right))
    part.panel, part.element, part.role = draft.panel, draft.element, draft.role
    part.last_element = draft.last_element
    return part


def text_runs(column: Column) -> Iterator[TextRun]:
    """The parts of a column: text, tables, figures, entries of contents."""
    rows: list[Row] = []
    for part in column.parts:
        if isinstance(part, Row):
            rows.append(part)
            continue
        yield from _without_contents(rows)
        rows = []
        yield TextRun([], part)
    yield from _without_contents(rows)


def _without_contents(rows: list[Row]) -> Iterator[TextRun]:
    """The rows in runs; entries of contents are runs of their own."""
    if not rows:
        return
    start = 0
    for first, end in contents_tables.contents_runs(rows, titled=contents_tables.has_contents_heading(rows)):
        if start < first:
            yield TextRun(rows[start:first])
        for entry in contents_tables.split_entries(rows[first:end]):
            yield TextRun(entry, entry=True)
        start = end
    if start < len(rows):
        yield TextRun(rows[start:])


def _paragraphs(  # noqa: PLR0917 - what is known of the column, its page and its document
    rows: Sequence[Row], column: Column, page: int, number: int, pitches: LinePitches, tags: Mapping[int, Tag]
) -> list[Draft]:
    """The paragraphs of rows; those that run against their page's direction are split as their mirror images.

    LEFT alignment means the side on which their lines begin.
    """
    rows, marks = without_marks(rows)
    seen, ground = rows, column
    if _are_reversed(rows):
        seen, ground = [row.mirrored() for row in rows], Column([], -column.x1, -column.x0)
    drafts: list[Draft] = []
    start = 0
    shown = with_tagged(breaks(seen, ground, pitches), seen, right_edge(seen, ground), tags)
    for at, ends in enumerate([*shown, True], 1):
        if ends:
            own = with_marks(rows[start:at], start, marks)
            draft = Draft(page, own, left=column.x0, right=column.x1, column=number)
            draft.align, draft.indent = _alignment(seen[start:at], ground)
            named = element_of(rows[start].lines[-1].words[-1], tags) if tags else None
            if named is not None:
                draft.element, draft.role = named
                draft.last_element = named.number
            drafts.append(draft)
            start = at
    return drafts


def _are_reversed(rows: Sequence[Row]) -> bool:
    """Whether most rows run against the direction of their page: right-to-left, or left-to-right on a mirrored page."""
    if not rows[0].lines[0].mirrored:
        return 2 * sum(["\u0590" <= row.text[0] <= "\u08ff" for row in rows]) > len(rows)
    text = "".join([row.text for row in rows])
    return not any(map(is_rtl, map(ord, text))) and any(char.isalpha() for char in text)


def _alignment(rows: Sequence[Row], column: Column) -> tuple[Align, float]:
    """Alignment and first-line indent of a paragraph."""
    first = rows[0]
    middle = abs((first.x0 + first.x1) - (column.x0 + column.x1))
    width = column.x1 - column.x0
    if len(rows) == 1:
        inset = first.x0 - column.x0
        if middle < _ROW_CENTRED and inset > _CENTRED_INSET * width:
            return Align.CENTER, 0.0
        if inset > _RIGHT_INSET * width and column.x1 - first.x1 < (
            _EDGE if inset < 0.5 * width else _NEAR_EDGE * first.size
        ):
            return Align.RIGHT, 0.0
        return Align.LEFT, 0.0
    lefts = [row.x0 for row in rows]
    rights = [row.x1 for row in rows]
    if max(lefts) - min(lefts) > _EDGE and all(
        abs(row.x0 + row.x1 - first.x0 - first.x1) < _CENTRED for row in rows[1:]
    ):
        return Align.CENTER, 0.0
    body_left = min(lefts[1:])
    indent = first.x0 - body_left
    straight = max(rights[:-1]) - min(rights[:-1]) < _EDGE
    align = Align.JUSTIFY if straight and len(rows) > 2 else Align.LEFT
    return align, indent if abs(indent) > 0.5 * first.size else 0.0
