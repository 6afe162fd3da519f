"""Footnotes: small type at the foot of a page, referred to by a mark in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.note_marks import NOTE_MARK, mark_value, possible_marks
from quire.layout.text.text_rows import Row
from quire.model.page import Link, Page, Rule, Word

# Notes are set smaller than this share of the text.
_SMALLER = 0.95
# A raised mark and one like it in the text are a sign each, the rule of notes and small type two; so many make a note
# below this share of the page's height, one more above it.
_RULED, _SMALL, _SIGNS, _LOWER_PART = 2, 2, 3, 0.4
# The rule above notes, which Word draws by itself: so far above the first baseline, type sizes; so far from its left
# edge, points.
_RULE_ABOVE, _RULE_BESIDE = 3.5, 30.0
# It is longer than these points, and shorter than this share of the page's width.
_SHORTEST, _LONGEST = 50.0, 0.6
# It begins at the left edge of the column or of the note, within these points: few lines of charts do.
_AT_EDGE = 6.0
# A row stands on a rule if its baseline is less than this share of its size above it.
_ON_RULE = 0.4
_START = re.compile(r"^注?[\[(（]?(\d{1,3}|[*†‡§¶]{1,3}|[①-⑳])[\])）.]?(?=\s|[^\W\d_]|[“\"‘'<])")


def mark_footnotes(drafts: Sequence[Draft], page: Page, body_size: float) -> list[Draft]:
    """The drafts of a page, each footnote one of kind NOTE; the rest of one from the page before has no mark."""
    start = _first_note(drafts, page, body_size, _raised_marks(drafts, page.links))
    if start is None:
        return list(drafts)
    first = drafts[start]
    rest = drafts[start - 1] if start else None  # of the last note of the page before
    if rest is not None and can_be_note(rest) and rest.size == first.size and _under_rule(rest, drafts, page):
        rest.kind = Kind.NOTE
    top = min(_LOWER_PART * page.height, first.rows[0].baseline)
    small = _is_small(first, body_size)
    kept: list[Draft] = []
    note: Draft | None = None
    for index, draft in enumerate(drafts):
        fits = can_be_note(draft) and (_is_small(draft, body_size) if small else draft.column == first.column)
        if note is not None and _is_text_beside(note, draft):
            note.rows = note.rows + draft.rows
            continue
        if index < start or not fits or draft.rows[0].baseline < top:
            kept.append(draft)
            note = note if draft.kind is not Kind.TEXT else None
            continue
        parts = split_at_marks(draft.rows)
        if note is None and not parts[0][1] and len(parts) == 1:
            kept.append(draft)
            continue
        for rows, printed in parts:
            if printed:
                note = Draft(page.number, rows, Kind.NOTE, draft.left, draft.right, draft.column, mark=printed)
                kept.append(note)
            elif note is not None:
                note.rows = note.rows + rows
            else:
                kept.append(Draft(page.number, rows, Kind.TEXT, draft.left, draft.right, draft.column))
    return kept


def _is_text_beside(note: Draft, draft: Draft) -> bool:
    """Whether a draft begins on the row of a note that so far is a mark alone, set apart from its text."""
    if len(note.rows) > 1 or not can_be_note(draft) or not NOTE_MARK.match(note.rows[0].text):
        return False
    mark, row = note.rows[0], draft.rows[0]
    return row.x0 >= mark.x1 and min(mark.y1, row.y1) > max(mark.y0, row.y0)


def is_note_rule(rule: Rule, row: Row) -> bool:
    """Whether a rule is where the one above footnotes is: close above the first row of a note, at its left edge."""
    return 0 < row.baseline - rule.y0 < _RULE_ABOVE * row.size and abs(rule.x0 - row.x0) < _RULE_BESIDE


def note_id(page: int, mark_text: str, number: int) -> str:
    """The id of a note, unique in the document: its page, and its number there."""
    safe = mark_text if mark_text.isascii() and mark_text.isalnum() else "x"
    return f"n{page}-{number}-{safe}"


def _raised_marks(drafts: Sequence[Draft], links: Sequence[Link]) -> set[str]:
    """The raised marks in the text; each draft is told its own."""
    leading = [link for link in links if link.page is not None and link.y is not None]
    marks: set[str] = set()
    for draft in drafts:
        for row in draft.rows:
            for line in row.lines:
                for word in line.words[1:] if line is row.lines[0] else line.words:
                    if word.style.rise > 0 and (own := possible_marks(word.text)):
                        draft.raised = (*draft.raised, tuple(own))
                        draft.targets = (*draft.targets, _target(word, leading) if leading else None)
                        marks.update(own)
    return marks


def _target(word: Word, links: Sequence[Link]) -> tuple[int, float] | None:
    """Where the link over a word leads to: page and height."""
    x, y = (word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2
    return next((((one.page or 0), (one.y or 0.0)) for one in links if one.box.holds_point(x, y)), None)


def _first_note(drafts: Sequence[Draft], page: Page, body_size: float, raised: set[str]) -> int | None:
    """The index of the first footnote draft.

    Its mark is raised in the text, or the rule of notes stands above it: small type that begins with a number is an
    exponent, a legend or a formula more often than a note without either.
    """
    smalls = [can_be_note(draft) and _is_small(draft, body_size) for draft in drafts]
    last_text = {draft.column: index for index, draft in enumerate(drafts) if not smalls[index]}
    for index, draft in enumerate(drafts):
        printed = mark_of(draft.rows[0]) if can_be_note(draft) else ""
        if not printed:
            continue
        row = draft.rows[0]
        ruled, referred = _under_rule(draft, drafts, page), printed in raised
        signs = is_raised(row) + referred + _RULED * ruled + _SMALL * smalls[index]
        low = row.baseline > _LOWER_PART * page.height
        last = (ruled and low) or index > last_text.get(draft.column, -1)
        if last and (ruled or referred) and signs >= (_SIGNS if low else _SIGNS + 1):
            return index
    return None


def can_be_note(draft: Draft) -> bool:
    """Whether a draft is text, and not bold throughout as small headings are."""
    return draft.kind in (Kind.TEXT, Kind.ITEM) and bool(draft.rows) and not draft.bold


def _is_small(draft: Draft, body_size: float) -> bool:
    return draft.rows[-1].size <= _SMALLER * body_size


def mark_of(row: Row) -> str:
    """The mark of a note that a row begins with; "" without one."""
    word = row.lines[0].words[0]
    alone = NOTE_MARK.match(word.text)
    if alone and word.style.rise > 0:
        return alone[1]
    match = _START.match(row.text)
    if match:
        return match[1]
    return alone[1] if alone and not alone[1].isalpha() else ""


def is_raised(row: Row) -> bool:
    """Whether a row begins with a raised word."""
    return row.lines[0].words[0].style.rise > 0


def _under_rule(draft: Draft, drafts: Sequence[Draft], page: Page) -> bool:
    """Whether the rule of notes is right above the first row of a draft; one that text stands on is none."""
    row = draft.rows[0]
    return any(
        rule.horizontal
        and _SHORTEST < rule.x1 - rule.x0 < _LONGEST * page.width
        and min(abs(rule.x0 - draft.left), abs(rule.x0 - row.x0)) < _AT_EDGE
        and is_note_rule(rule, row)
        and not any(_stands_on(rule, other) for part in drafts for other in part.rows)
        for rule in page.rules
    )


def _stands_on(rule: Rule, row: Row) -> bool:
    return 0 <= rule.y0 - row.baseline < _ON_RULE * row.size and row.x0 < rule.x1 and row.x1 > rule.x0


def split_at_marks(rows: Sequence[Row]) -> list[tuple[list[Row], str]]:
    """Rows split before each note mark: (rows, mark); "" for rows without a mark in front."""
    parts: list[tuple[list[Row], str]] = []
    for row in rows:
        printed = mark_of(row)
        before = parts[-1][1] if parts else ""
        if parts and not (printed and _can_follow(before, printed, row)):
            parts[-1][0].append(row)
        else:
            parts.append(([row], printed))
    return parts


def _can_follow(before: str, printed: str, row: Row) -> bool:
    """Whether a mark can follow the one before it."""
    if is_raised(row) or not before:
        return True
    if not printed.isdigit():  # as are "①" and "②"
        return True
    return before.isdigit() and mark_value(printed) == mark_value(before) + 1
