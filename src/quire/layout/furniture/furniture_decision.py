"""Which rows at the ends of pages are furniture, decided over the whole document.

On a page of several, a row is furniture only with evidence from other pages, or from tags: a text that they repeat, or
a place where they repeat some texts. On a single page its place, white, style and wording decide.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from quire.layout.furniture import running_text, slide_titles
from quire.layout.furniture.end_rows import EndRow, PageMargins
from quire.layout.furniture.page_numbers import NumberCandidate, number_sequences
from quire.layout.furniture.repeated_lines import Evidence

# Evidence from which a row is furniture, and from which it may be if a row inwards of it is; the weights of all modules
# of this package are in the same unit.
_ENOUGH, _DOUBTFUL = 3.0, 1.0
# What the file's tags say counts as much as a repeated text.
_TAGS = 4.0
# A row without any evidence from other pages reaches at most this.
_ALONE = 2.0
# A page's number has other rows outside it only in this outermost share of the page.
_OUTERMOST = 0.06
# A running line so many times as large as the text is the title of its part.
_TITLE = 1.3


class MarginDecision(NamedTuple):
    """What of a page's ends is furniture."""

    rows: frozenset[int]  # indices of its end rows
    number: NumberCandidate | None  # the line that is its number


def decide_furniture(
    pages: Sequence[PageMargins],
    evidence: Sequence[Evidence],
    body_size: float,
    stay: Container[tuple[int, int]] = frozenset(),
) -> list[MarginDecision]:
    """What is furniture on each page.

    Args:
        pages: Of the document, in order.
        evidence: Of repetition, by page and row.
        body_size: The size of most text, points.
        stay: Indices of pages and rows that stay in the flow: `running_sections`.
    """
    several = len(pages) > 1
    chosen = [_chosen(page, own, body_size, several=several) for page, own in zip(pages, evidence, strict=True)]
    back = [stay, _first_titles(pages, evidence, chosen, body_size), _slide_titles(pages, chosen, body_size)]
    kept = [frozenset(at for at in own if all((n, at) not in given for given in back)) for n, own in enumerate(chosen)]
    numbers = number_sequences([page.numbers for page in pages])
    decisions = [MarginDecision(own, numbers.get(n)) for n, own in enumerate(kept)]
    if any(_rest(page, one) for page, one in zip(pages, decisions, strict=True)):
        return decisions
    return [one._replace(rows=_numbers(page, one.rows)) for page, one in zip(pages, decisions, strict=True)]


def _numbers(page: PageMargins, rows: Iterable[int]) -> frozenset[int]:
    return frozenset(at for at in rows if running_text.is_number(page.rows[at].text))


def _rest(page: PageMargins, decision: MarginDecision) -> int:
    """How many lines of a page are left."""
    number, rows = decision.number, [page.rows[at] for at in decision.rows]
    apart = number is not None and all(row.baseline != number.baseline for row in rows)
    return page.lines - sum(len(row.pieces) for row in rows) - apart


# --- one page --------------------------------------------------------------------------------------


def _chosen(page: PageMargins, evidence: Evidence, body_size: float, *, several: bool) -> list[int]:
    """The rows of a page that seem to be furniture; where they are all the text there is, only those that are sure."""
    found: list[int] = []
    for top in (True, False):
        rows = [at for at, row in enumerate(page.rows) if row.top is top]
        found += _chosen_end(page, evidence, rows, body_size, several=several)
    if found and sum(len(page.rows[at].pieces) for at in found) >= page.lines:
        return [at for at in found if evidence[at] is not None or running_text.is_number(page.rows[at].text)]
    return found


def _chosen_end(
    page: PageMargins,
    evidence: Evidence,
    rows: Sequence[int],
    body_size: float,
    *,
    several: bool,
) -> list[int]:
    """The outer rows up to the innermost that has enough evidence.

    A title with too little evidence of its own is not among them if only the page's number is inwards of it.
    """
    titles: set[int] = set()
    count = _outside_number(page, rows)
    for index, at in enumerate(rows[count:], count):
        row, repeated = page.rows[at], evidence[at]
        if row.heads_table and repeated is not None:
            break
        weight = _weight(row, repeated, several=several)
        if weight >= _ENOUGH and row.in_cell and repeated is None:
            break
        if weight >= _ENOUGH or (0 < index == count and row.top and row.period):
            count = index + 1
            if not running_text.is_number(row.text):
                titles.clear()
        elif weight < _DOUBTFUL:
            break
        elif row.top and row.size >= _TITLE * body_size:
            titles.add(at)
    return [at for at in rows[:count] if at not in titles]


def _weight(row: EndRow, repeated: float | None, *, several: bool) -> float:
    """All evidence for a row."""
    if not several:
        return row.own
    weight = row.own + (repeated or 0.0) + _TAGS * row.tagged
    return weight if repeated is not None or row.sure or row.tagged > 0 else min(weight, _ALONE)


def _outside_number(page: PageMargins, rows: Sequence[int]) -> int:
    """How many rows are at the page's very edge with the page's number as the innermost of them."""
    for index, at in reversed(list(enumerate(rows))):
        row = page.rows[at]
        outside = row.baseline if row.top else page.height - row.baseline
        if running_text.is_number(row.text) and outside < _OUTERMOST * page.height and row.own >= _ENOUGH:
            return index + 1
    return 0


# --- titles that stay ------------------------------------------------------------------------------


def _first_titles(
    pages: Sequence[PageMargins], evidence: Sequence[Evidence], chosen: Sequence[Sequence[int]], body_size: float
) -> Container[tuple[int, int]]:
    """The first of the large titles that the pages of a part repeat: there it is the title of the part."""
    seen: set[str] = set()
    found: set[tuple[int, int]] = set()
    for number, (page, known, own) in enumerate(zip(pages, evidence, chosen, strict=True)):
        for at in own:
            row = page.rows[at]
            if not row.top or len(row.pieces) > 1 or row.size < _TITLE * body_size or known[at] is None:
                continue
            if row.signature not in seen and not running_text.is_continued(row.text):
                found.add((number, at))
            seen.add(row.signature)
    return found


def _slide_titles(
    pages: Sequence[PageMargins], chosen: Sequence[Sequence[int]], body_size: float
) -> Container[tuple[int, int]]:
    """The titles of slides, some of which are the same on several."""
    places = [(number, at) for number, own in enumerate(chosen) for at in own if pages[number].rows[at].top]
    slides = [slide_titles.Slide(page.width, page.height, page.lines) for page in pages]
    tops = [
        slide_titles.TopRow(number, pages[number].rows[at].text, pages[number].rows[at].size) for number, at in places
    ]
    return {places[index] for index in slide_titles.slide_title_indices(tops, slides, body_size)}
