"""Run-in headings: numbered titles on the first row of their text, split from it.

Journals of mathematics set the titles of subsections this way (amsart, AMS Author Handbook 1.4): "2.1. Notation. Let
...", the title bold or in italics.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.text_rows import Row, row_of
from quire.model.page import Line, Word

_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?$")
# A title ends so, and has at most so many words; so many in a document make a habit.
_STOPS = ".:?!"
_WORDS, _LEAST = 14, 3
# Rows of a title, and words of the text that follows it at least.
_ROWS, _FOLLOWING = 2, 2


def count_run_ins(drafts: Iterable[Draft], body: BodyStyle) -> int:
    """How many drafts begin with a run-in heading."""
    return sum(_title_end(draft, body) is not None for draft in drafts)


def are_habit(found: int) -> bool:
    """Whether a document with so many uses them on purpose."""
    return found >= _LEAST


def split_run_ins(drafts: Iterable[Draft], body: BodyStyle) -> list[Draft]:
    """The drafts, with run-in headings as headings of their own."""
    result: list[Draft] = []
    for draft in drafts:
        place = _title_end(draft, body)
        result += [draft] if place is None else _halves(draft, *place)
    return result


def _title_end(draft: Draft, body: BodyStyle) -> tuple[int, int] | None:
    """The row and the word where the text behind a title begins; None when a draft begins with no such title."""
    if draft.kind not in (Kind.TEXT, Kind.ITEM) or len(draft.rows) < 1 or len(draft.rows[0].lines) != 1:
        return None
    first = draft.rows[0].lines[0].words
    if len(first) < 2 or not _NUMBER.match(first[0].text) or not _is_marked(first[1], body):
        return None
    count = 0
    for at, row in enumerate(draft.rows[:_ROWS]):
        words = row.lines[0].words
        for place in range(1 if at == 0 else 0, len(words)):
            if not _is_marked(words[place], body):
                if count and words[place].text in _STOPS and not words[place].space:  # its stop in the text's face
                    return (at, place + 1) if count <= _WORDS and len(words) - place > _FOLLOWING else None
                before = words[place - 1] if place else draft.rows[at - 1].lines[-1].words[-1]
                ends = before.text[-1] in _STOPS and 0 < count <= _WORDS
                return (at, place) if ends and len(words) - place >= _FOLLOWING else None
            count += 1
    return None


def _is_marked(word: Word, body: BodyStyle) -> bool:
    """Whether a word is set off from the text by its face."""
    return (word.style.bold and not body.bold) or word.style.italic


def _halves(draft: Draft, at: int, place: int) -> list[Draft]:
    row = draft.rows[at]
    head, rest = _cut(row.lines[0], place) if place else (None, None)
    upper = [*draft.rows[:at], *([row_of([head])] if head else [])]
    lower = [_joined(rest, row) if rest else row, *draft.rows[at + 1 :]]
    return [
        replace(draft, rows=upper, kind=Kind.HEADING, marker=None),
        replace(draft, rows=lower, kind=Kind.TEXT, marker=None, space_above=0.0, indent=0.0),
    ]


def _joined(rest: Line, row: Row) -> Row:
    return row_of([rest, *row.lines[1:]])


def _cut(line: Line, place: int) -> tuple[Line, Line]:
    left, right = line.words[:place], line.words[place:]
    right = (right[0]._replace(space=False), *right[1:])
    return line._replace(words=left, x1=left[-1].x1), line._replace(words=right, x0=right[0].x0)
