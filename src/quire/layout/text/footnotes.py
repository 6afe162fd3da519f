"""Footnotes: small type at the foot of a page, referred to by a mark in the text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import Row
from quire.model.page import Page, Rule

# Notes are set smaller than this share of the text.
_SMALLER = 0.95
# One sign of a note is enough below this share of the page's height; above, it takes so many and no text may follow.
_LOWER_PART, _SIGNS = 0.4, 2
# The rule above notes, which Word draws by itself: so far above the first baseline, type sizes; so far from its left
# edge, points.
_RULE_ABOVE, _RULE_BESIDE = 3.5, 30.0
# It is longer than these points, and shorter than this share of the page's width.
_SHORTEST, _LONGEST = 20.0, 0.6
_MARK = re.compile(r"^[\[(（]?(\d{1,3}|[*†‡§¶]{1,3}|[①-⑳]|[a-z])[\])）.]?$")
_START = re.compile(r"^[\[(（]?(\d{1,3}|[*†‡§¶]{1,3}|[①-⑳])[\])）.]?(?=\s|[^\W\d]|[“\"‘'<])")


def mark_footnotes(drafts: Sequence[Draft], page: Page, body_size: float) -> list[Draft]:
    """The drafts of a page, with each footnote as one draft of kind NOTE."""
    start = _first_note(drafts, page, body_size, _raised_marks(drafts))
    if start is None:
        return list(drafts)
    top = min(_LOWER_PART * page.height, drafts[start].rows[0].baseline)
    kept: list[Draft] = []
    note: Draft | None = None
    for index, draft in enumerate(drafts):
        if index < start or not _is_candidate(draft, body_size) or draft.rows[0].baseline < top:
            kept.append(draft)
            note = note if draft.kind is not Kind.TEXT else None
            continue
        parts = _split_at_marks(draft.rows)
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


def is_note_rule(rule: Rule, row: Row) -> bool:
    """Whether a rule is where the one above footnotes is: close above the first row of a note, at its left edge."""
    return 0 < row.baseline - rule.y0 < _RULE_ABOVE * row.size and abs(rule.x0 - row.x0) < _RULE_BESIDE


def note_id(page: int, mark_text: str, number: int) -> str:
    """The id of a note, unique in the document: its page, and its number there."""
    safe = mark_text if mark_text.isascii() and mark_text.isalnum() else "x"
    return f"n{page}-{number}-{safe}"


def _raised_marks(drafts: Sequence[Draft]) -> set[str]:
    """The raised marks in the text."""
    marks: set[str] = set()
    for draft in drafts:
        for row in draft.rows:
            for line in row.lines:
                for word in line.words[1:] if line is row.lines[0] else line.words:
                    if word.style.rise > 0 and (match := _MARK.match(word.text.strip(".,;:"))):
                        marks.add(match[1])
    return marks


def _first_note(drafts: Sequence[Draft], page: Page, body_size: float, raised: set[str]) -> int | None:
    """The index of the first footnote draft."""
    smalls = [_is_candidate(draft, body_size) for draft in drafts]
    last_text = max((index for index, small in enumerate(smalls) if not small), default=-1)
    for index, draft in enumerate(drafts):
        printed = _mark_of(draft.rows[0]) if smalls[index] else ""
        if not printed:
            continue
        row = draft.rows[0]
        signs = _is_raised(row) + (printed in raised) + _under_rule(draft, page.rules, page.width)
        if (signs >= _SIGNS and index > last_text) or (signs and row.baseline > _LOWER_PART * page.height):
            return index
    return None


def _is_candidate(draft: Draft, body_size: float) -> bool:
    """Whether a draft can be a note or a part of one: small, and not bold throughout as small headings are."""
    return (
        draft.kind in (Kind.TEXT, Kind.ITEM)
        and bool(draft.rows)
        and draft.rows[-1].size <= _SMALLER * body_size
        and not draft.bold
    )


def _mark_of(row: Row) -> str:
    match = _START.match(row.text)
    if match:
        return match[1]
    word = row.lines[0].words[0]
    alone = _MARK.match(word.text)
    return alone[1] if alone and (word.style.rise > 0 or not alone[1].isalpha()) else ""


def _is_raised(row: Row) -> bool:
    return row.lines[0].words[0].style.rise > 0


def _under_rule(draft: Draft, rules: Sequence[Rule], width: float) -> bool:
    """Whether a short rule is right above the first row of a draft and starts at its left edge."""
    row = draft.rows[0]
    return any(
        rule.horizontal and _SHORTEST < rule.x1 - rule.x0 < _LONGEST * width and is_note_rule(rule, row)
        for rule in rules
    )


def _split_at_marks(rows: Sequence[Row]) -> list[tuple[list[Row], str]]:
    """Rows split before each note mark: (rows, mark); "" for rows without a mark in front."""
    parts: list[tuple[list[Row], str]] = []
    for row in rows:
        printed = _mark_of(row)
        before = parts[-1][1] if parts else ""
        if parts and not (printed and _can_follow(before, printed, row)):
            parts[-1][0].append(row)
        else:
            parts.append(([row], printed))
    return parts


def _can_follow(before: str, printed: str, row: Row) -> bool:
    """Whether a mark can follow the one before it."""
    if _is_raised(row) or not before:
        return True
    if before.isdigit() and printed.isdigit():
        return int(printed) == int(before) + 1
    return not printed.isdigit()
