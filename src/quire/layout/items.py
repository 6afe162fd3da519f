"""Which paragraphs are items of lists: a bullet, or a number with a neighbour that goes on counting."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.drafts import Draft, Kind, Marker
from quire.layout.lists import BOXES, is_choice, letter_value, marker_of, twins

# How many drafts may lie between two items of one list (their further paragraphs, figures).
_REACH = 12
# Items behind stars stand closer: the notes of two tables are further apart.
_STARRED = 2
# Behind a box, fewer characters are an answer ("□ Yes") and no item.
_ANSWER = 8


def mark(drafts: Sequence[Draft]) -> None:
    """Turn the text drafts of the document that are list items into such."""
    marked = [(index, draft, marker_of(draft.rows[0].text)) for index, draft in enumerate(drafts) if _may_be(draft)]
    numbered = [(index, draft, marker) for index, draft, marker in marked if marker is not None]
    for place, (index, draft, marker) in enumerate(numbered):
        if marker.text in BOXES and not _is_boxed_item(numbered, place):
            continue
        if marker.text == "*" and not _is_starred_item(numbered, place):
            continue
        if marker.value == 0 or _has_neighbour(numbered, place, index, marker):
            draft.kind = Kind.ITEM
            draft.marker = marker


def _may_be(draft: Draft) -> bool:
    return draft.kind is Kind.TEXT and bool(draft.rows)


def _is_boxed_item(numbered: Sequence[tuple[int, Draft, Marker]], place: int) -> bool:
    """Whether a paragraph behind a box is an item: longer text, one box, and another such right beside it."""
    index, draft, marker = numbered[place]
    return _has_one_box(draft, marker) and any(
        abs(other_index - index) <= 2 and other.text == marker.text and _has_one_box(neighbour, other)
        for other_index, neighbour, other in (*numbered[max(place - 1, 0) : place], *numbered[place + 1 : place + 2])
    )


def _is_starred_item(numbered: Sequence[tuple[int, Draft, Marker]], place: int) -> bool:
    """Whether a paragraph behind a star is an item: another stands near by; one alone is a note."""
    index = numbered[place][0]
    near = (*numbered[max(place - 1, 0) : place], *numbered[place + 1 : place + 2])
    return any(other.text == "*" and abs(at - index) <= _STARRED for at, _, other in near)


def _has_one_box(draft: Draft, marker: Marker) -> bool:
    return len(draft.text) - marker.length >= _ANSWER and not any(is_choice(row.text) for row in draft.rows)


def _has_neighbour(numbered: Sequence[tuple[int, Draft, Marker]], place: int, index: int, marker: Marker) -> bool:
    """Whether the number before or after it stands near by in the same scheme."""
    for step in (-1, 1):
        at = place + step
        while 0 <= at < len(numbered) and abs(numbered[at][0] - index) <= _REACH:
            other = numbered[at][2]
            if _counts_on(marker, other, step):
                return True
            at += step
    return False


def _counts_on(a: Marker, b: Marker, step: int) -> bool:
    """Whether `b` is `step` places after `a`; a lone i, v or x is roman or a letter."""
    if a.kind == b.kind and b.value == a.value + step:
        return True
    first, second = letter_value(a), letter_value(b)
    return twins(a, b) and first > 0 and second == first + step
