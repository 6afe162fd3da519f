"""Which paragraphs are list items: those with a bullet, or a number that a neighbour continues."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quire.layout.text.block_drafts import Draft, Kind, Marker
from quire.layout.text.list_markers import BOXES, is_choice, letter_value, marker_of, same_scheme

# How many drafts may lie between two items of one list (their further paragraphs, figures).
_REACH = 12
# Items behind stars are closer: the notes of two tables are further apart.
_STARRED = 2
# Items behind boxes follow each other, with one draft between them at most.
_BOXED = 2
# Behind a box, fewer characters are an answer ("□ Yes") and no item.
_ANSWER = 8


class PossibleItem(NamedTuple):
    """A paragraph that begins with a list marker."""

    at: int  # index of its draft
    marker: Marker
    boxed: bool  # longer text behind one box
    left: int  # its edge, points


def possible_items(drafts: Sequence[Draft]) -> list[PossibleItem]:
    """The paragraphs that may be list items."""
    marked = [
        (index, draft, marker_of(draft.rows[0].text)) for index, draft in enumerate(drafts) if _is_candidate(draft)
    ]
    return [
        PossibleItem(index, marker, marker.text in BOXES and _has_one_box(draft, marker), round(draft.rows[0].x0))
        for index, draft, marker in marked
        if marker is not None
    ]


def choose_items(numbered: Sequence[PossibleItem]) -> list[PossibleItem]:
    """The list items among the possible items of a document; indices count its drafts.

    A first item without a second is one where others of the document have its kind of number at its edge.
    """
    chosen = {one.at for place, one in enumerate(numbered) if _is_item(numbered, place)}
    usual = {(one.marker.kind, one.left) for one in numbered if one.at in chosen}
    return [
        one for one in numbered if one.at in chosen or (one.marker.value == 1 and (one.marker.kind, one.left) in usual)
    ]


def mark_items(drafts: Sequence[Draft], items: Iterable[PossibleItem]) -> None:
    """Mark the drafts with these indices as list items."""
    for one in items:
        drafts[one.at].kind = Kind.ITEM
        drafts[one.at].marker = one.marker


def _is_candidate(draft: Draft) -> bool:
    return draft.kind is Kind.TEXT and bool(draft.rows)


def _is_item(numbered: Sequence[PossibleItem], place: int) -> bool:
    marker = numbered[place].marker
    if marker.text in BOXES and not _is_boxed_item(numbered, place):
        return False
    if marker.text == "*" and not _is_starred_item(numbered, place):
        return False
    return marker.value == 0 or _has_neighbour(numbered, place)


def _is_boxed_item(numbered: Sequence[PossibleItem], place: int) -> bool:
    """Whether a paragraph behind a box is an item: longer text, one box, and another such right beside it."""
    own = numbered[place]
    return own.boxed and any(
        abs(other.at - own.at) <= _BOXED and other.marker.text == own.marker.text and other.boxed
        for other in (*numbered[max(place - 1, 0) : place], *numbered[place + 1 : place + 2])
    )


def _is_starred_item(numbered: Sequence[PossibleItem], place: int) -> bool:
    """Whether a paragraph behind a star is an item: another is near by; one alone is a note."""
    near = (*numbered[max(place - 1, 0) : place], *numbered[place + 1 : place + 2])
    return any(other.marker.text == "*" and abs(other.at - numbered[place].at) <= _STARRED for other in near)


def _has_one_box(draft: Draft, marker: Marker) -> bool:
    return len(draft.text) - marker.length >= _ANSWER and not any(is_choice(row.text) for row in draft.rows)


def _has_neighbour(numbered: Sequence[PossibleItem], place: int) -> bool:
    """Whether the number before or after it is near by in the same scheme."""
    index, marker = numbered[place].at, numbered[place].marker
    for step in (-1, 1):
        at = place + step
        while 0 <= at < len(numbered) and abs(numbered[at].at - index) <= _REACH:
            if _counts_on(marker, numbered[at].marker, step):
                return True
            at += step
    return False


def _counts_on(a: Marker, b: Marker, step: int) -> bool:
    """Whether `b` is `step` places after `a`; a lone i, v or x is roman or a letter."""
    if a.kind == b.kind and b.value == a.value + step:
        return True
    first, second = letter_value(a), letter_value(b)
    return same_scheme(a, b) and first > 0 and second == first + step
