"""Which paragraphs are list items: those with a bullet, or a number that a neighbour continues.

Programs set the text of a list off from its numbers: by a tab, and below them. An author who types "（1）" in front of
a paragraph makes no list: his text runs on behind the number, at most a space glyph away, and below it. The paragraphs
of one kind of number decide that together, unless those that count on from each other are all set off.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.bullets import BOXES, DASHES
from quire.layout.text.block_drafts import Draft, Kind, Marker
from quire.layout.text.list_markers import is_choice, letter_value, marker_of, same_scheme
from quire.layout.text.tab_stops import is_typed
from quire.model.page import Metadata

# How many drafts may lie between two items of one list (their further paragraphs, figures).
_REACH = 12
# Items behind stars are closer: the notes of two tables are further apart.
_STARRED = 2
# Items behind boxes follow each other, with one draft between them at most.
_BOXED = 2
# Type sizes: white behind a number that a tab leaves, and a space at least; how far a second row hangs.
_TAB, _SPACE, _HANGS = 0.6, 0.2, 0.5
# Type sizes that first lines begin further in, at least: two in Chinese, of a type that may be smaller.
_FIRST_LINE = 1.4
# Behind a box, fewer characters are an answer ("□ Yes") and no item.
_ANSWER = 8
# Signs that begin an item before text, and join terms before a formula.
_OPERATORS = frozenset(DASHES + "·∙◦→⇒⇨")
ITEMS = frozenset(["LI", "LBody", "Lbl"])  # roles of items
# Programs that print markup: browsers and editors on them, typesetters; Google prints its documents by a browser, too.
_MARKUP = re.compile(
    r"Mozilla/|Chrom|Skia|Electron|Typora|Marp|wkhtmltopdf|WeasyPrint|Prince|TeX|dvips|dvipdf|Typst|Prawn"
)
_GOOGLE_DOCS = "Google Docs"
_LETTER_BULLET, _CIRCLE = "o", "◦"  # Word's bullet of the second level, and the sign that it stands for
_WIDE = "\u2e80"  # characters from here on say as much as two letters


class PossibleItem(NamedTuple):
    """A paragraph that begins with a list marker."""

    at: int  # index of its draft
    marker: Marker
    boxed: bool  # longer text behind one box
    left: int  # its edge, points
    set_off: int  # 1: the text is set off from the marker; -1: it runs on behind and below it; 0: unknown
    tagged: int = 0  # 1: tags call it an item; -1: a paragraph; 0: they say nothing
    indented: bool = False  # it begins further in than its column, but less so than a first line


def hold_paragraphs(meta: Metadata) -> bool:
    """Whether items of a document may hold several paragraphs: markup has such, word processors do not.

    True where the file does not say what made it, as tools write that print Markdown.
    """
    made = f"{meta.creator} {meta.producer}"
    return not made.strip() or (_MARKUP.search(made) is not None and _GOOGLE_DOCS not in made)


def possible_items(drafts: Sequence[Draft]) -> list[PossibleItem]:
    """The paragraphs that may be list items."""
    marked = [
        (index, draft, marker_of(draft.rows[0].text)) for index, draft in enumerate(drafts) if _is_candidate(draft)
    ]
    edges = {
        (draft.page, round(draft.rows[0].x0) + shift)
        for _, draft, marker in marked
        if marker is None
        for shift in (-1, 0, 1)
    }
    return [
        PossibleItem(
            index,
            marker,
            marker.text in BOXES and _has_one_box(draft, marker),
            round(draft.rows[0].x0),
            _is_set_off(draft, marker, edges),
            1 if draft.role in ITEMS else -1 if draft.role == "P" else 0,
            _is_indented(draft) and draft.rows[0].x0 < draft.left + _FIRST_LINE * draft.rows[0].size,
        )
        for index, draft, marker in marked
        if marker is not None
    ]


def choose_items(numbered: Sequence[PossibleItem]) -> list[PossibleItem]:
    """The list items among the possible items of a document; indices count its drafts.

    A first item without a second is one where others of the document have its kind of number at its edge.
    """
    chosen = {one.at for place, one in enumerate(numbered) if _is_item(numbered, place)}
    told = {one.at for one in numbered if one.tagged > 0}
    if told:  # a file that tags items calls typed numbers paragraphs
        numbered = [one for one in numbered if one.tagged >= 0 or not one.marker.value]
        chosen = (chosen & {one.at for one in numbered}) | told
    typed = _typed_kinds([one for one in numbered if one.at in chosen and one.at not in told])
    kept = told | _set_off_runs([one for one in numbered if one.at in chosen])
    numbered = [one for one in numbered if one.at in kept or (one.marker.kind, one.indented) not in typed]
    chosen &= {one.at for one in numbered}
    usual = {(one.marker.kind, one.left) for one in numbered if one.at in chosen}
    return _with_drawn_circles(
        [
            one
            for one in numbered
            if one.at in chosen or (one.marker.value == 1 and (one.marker.kind, one.left) in usual)
        ]
    )


def _with_drawn_circles(items: list[PossibleItem]) -> list[PossibleItem]:
    """The items, with a circle for each "o" where most texts behind one are set off, as Word sets its second level.

    An "o" that is typed in front of a text, which runs on behind and below it, may be a word and stays.
    """
    votes = sum([one.set_off for one in items if one.marker.text == _LETTER_BULLET])
    if votes <= 0:
        return items
    return [
        one._replace(marker=one.marker._replace(text=_CIRCLE)) if one.marker.text == _LETTER_BULLET else one
        for one in items
    ]


def mark_items(drafts: Sequence[Draft], items: Iterable[PossibleItem]) -> None:
    """Mark the drafts with these indices as list items."""
    for one in items:
        drafts[one.at].kind = Kind.ITEM
        drafts[one.at].marker = one.marker


def _is_candidate(draft: Draft) -> bool:
    if draft.kind is Kind.FORMULA and draft.rows:  # an answer or a term of a list, not behind "(1)" and operators
        marker = marker_of(draft.rows[0].text)
        return marker is not None and not marker.kind.startswith("(") and marker.text not in _OPERATORS
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
        abs(other.at - own.at) <= _BOXED and other.marker.text in BOXES and other.boxed
        for other in (*numbered[max(place - 1, 0) : place], *numbered[place + 1 : place + 2])
    )


def _is_starred_item(numbered: Sequence[PossibleItem], place: int) -> bool:
    """Whether a paragraph behind a star is an item: another is near by; one alone is a note."""
    near = (*numbered[max(place - 1, 0) : place], *numbered[place + 1 : place + 2])
    return any(other.marker.text == "*" and abs(other.at - numbered[place].at) <= _STARRED for other in near)


def _set_off_runs(items: Iterable[PossibleItem]) -> set[int]:
    """The places of numbers that count on, two at least, whose texts are all set off: a list among typed numbers."""
    runs: list[list[PossibleItem]] = []
    last: dict[str, list[PossibleItem]] = {}
    for one in items:
        run = last.get(one.marker.kind, [])
        if not run or one.marker.value != run[-1].marker.value + 1 or one.at - run[-1].at > _REACH:
            run = last[one.marker.kind] = []
            runs.append(run)
        run.append(one)
    return {one.at for run in runs if len(run) > 1 and all(one.set_off > 0 for one in run) for one in run}


def _typed_kinds(items: Iterable[PossibleItem]) -> set[tuple[str, bool]]:
    """The kinds of numbers behind which most texts run on, indented ones apart: they are typed in front of paragraphs.

    A kind that shows nothing goes with the others of the document, who types numbers types all; but not where it is
    indented, as the lists of browsers are.
    """
    balance: Counter[tuple[str, bool]] = Counter()
    for one in items:
        if one.marker.value:
            balance[one.marker.kind, one.indented] += one.set_off
    all_kinds = balance.total()
    return {kind for kind, votes in balance.items() if votes < 0 or (votes == 0 > all_kinds and not kind[1])}


def _is_indented(draft: Draft) -> bool:
    return draft.rows[0].x0 > draft.left + _HANGS * draft.rows[0].size


def _is_set_off(draft: Draft, marker: Marker, edges: Container[tuple[int, int]]) -> int:
    """`PossibleItem.set_off` of a paragraph; `edges` are where the other paragraphs of each page begin."""
    first = draft.rows[0]
    gap = _gap_behind(draft, marker) / first.size
    if gap >= _TAB:
        return 1
    if len(draft.rows) > 1:
        return 1 if draft.rows[1].x0 > first.x0 + _HANGS * first.size else -1
    white = gap >= _SPACE and not is_typed(first, marker.text)
    indented = _is_indented(draft)  # as the lists of browsers, which do print a space
    return 0 if white or (indented and (draft.page, round(first.x0)) not in edges) else -1


def _gap_behind(draft: Draft, marker: Marker) -> float:
    """Points of white behind the marker on its row."""
    left = len("".join(marker.text.split()))
    words = [word for line in draft.rows[0].lines for word in line.words]
    for word, after in pairwise(words):
        left -= len(word.text)
        if left <= 0:
            return after.x0 - word.x1 if left == 0 else 0.0
    return 0.0


def _has_one_box(draft: Draft, marker: Marker) -> bool:
    text = draft.text[marker.length :]
    return len(text) + sum(char >= _WIDE for char in text) >= _ANSWER and not any(
        is_choice(row.text) for row in draft.rows
    )


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
