"""Which rows at the ends of pages are furniture, decided over the whole document.

On a page of several, `furniture_choice` decides by the evidence of all pages; on a single page the place, white, style
and wording of its rows. Large titles stay where they are the title of a part.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import NamedTuple

from quire.layout.furniture import furniture_choice, running_text
from quire.layout.furniture.end_rows import PageMargins
from quire.layout.furniture.furniture_choice import DocumentEnds
from quire.layout.furniture.page_numbers import NumberCandidate

# Evidence of a single page from which a row is furniture, and from which it may be if a row inwards of it is.
_ENOUGH, _DOUBTFUL = 3.0, 1.0
# At most so many rows at either end of a single page, which no other page repeats.
_ROWS = 3
# The number of a single page has other rows outside it only in this outermost share of the page.
_OUTERMOST = 0.06
# A running line so many times as large as the text is the title of its part; on slides, of each slide, unless this
# share of them repeats it.
_TITLE, _EVERYWHERE = 1.3, 0.5


class MarginDecision(NamedTuple):
    """What of a page's ends is furniture."""

    rows: frozenset[int]  # indices of its end rows
    number: NumberCandidate | None  # the line that is its number


def decide_furniture(ends: DocumentEnds) -> list[MarginDecision]:
    """What is furniture on each page of a document."""
    pages = ends.pages
    chosen = furniture_choice.choose(ends) if len(pages) > 1 else [_chosen(page, ends.body_size) for page in pages]
    titles = _first_titles(ends, chosen)
    kept = [frozenset(at for at in own if (n, at) not in titles) for n, own in enumerate(chosen)]
    return _leaving_text(pages, [MarginDecision(own, ends.numbers.get(n)) for n, own in enumerate(kept)])


def keep_rows(
    pages: Sequence[PageMargins], decisions: Sequence[MarginDecision], stay: Container[tuple[int, int]]
) -> list[MarginDecision]:
    """Decisions without rows that stay in the flow, by the indices of pages and rows."""
    kept = [
        one._replace(rows=frozenset(at for at in one.rows if (n, at) not in stay)) for n, one in enumerate(decisions)
    ]
    return _leaving_text(pages, kept)


def _leaving_text(pages: Sequence[PageMargins], decisions: list[MarginDecision]) -> list[MarginDecision]:
    """The decisions; of a document that would have no text left, those about numbers."""
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


def _chosen(page: PageMargins, body_size: float) -> list[int]:
    """The rows of a single page that seem to be furniture; only numbers where they are all the text there is."""
    found: list[int] = []
    for top in (True, False):
        found += _chosen_end(page, [at for at, row in enumerate(page.rows) if row.top is top][:_ROWS], body_size)
    if found and sum(len(page.rows[at].pieces) for at in found) >= page.lines:
        return sorted(_numbers(page, found))
    return found


def _chosen_end(page: PageMargins, rows: Sequence[int], body_size: float) -> list[int]:
    """The outer rows up to the innermost that has enough evidence.

    A title with too little evidence of its own is not among them if only the page's number is inwards of it.
    """
    titles: set[int] = set()
    count = _outside_number(page, rows)
    for index, at in enumerate(rows[count:], count):
        row = page.rows[at]
        if row.own >= _ENOUGH and row.in_cell:
            break
        if row.own >= _ENOUGH or (0 < index == count and row.top and row.period):
            count = index + 1
            if not running_text.is_number(row.text):
                titles.clear()
        elif row.own < _DOUBTFUL:
            break
        elif row.top and row.size >= _TITLE * body_size:
            titles.add(at)
    return [at for at in rows[:count] if at not in titles]


def _outside_number(page: PageMargins, rows: Sequence[int]) -> int:
    """How many rows are at the page's very edge with the page's number as the innermost of them."""
    for index, at in reversed(list(enumerate(rows))):
        row = page.rows[at]
        outside = row.baseline if row.top else page.height - row.baseline
        if running_text.is_number(row.text) and outside < _OUTERMOST * page.height and row.own >= _ENOUGH:
            return index + 1
    return 0


# --- titles that stay ------------------------------------------------------------------------------


def _first_titles(ends: DocumentEnds, chosen: Sequence[Sequence[int]]) -> Container[tuple[int, int]]:
    """The first of the large titles that the pages of a part repeat: there it is the title of the part.

    On slides, which are wider than high, all of them: a slide has the title of the one before where it goes on.
    """
    seen: set[str] = set()
    found: set[tuple[int, int]] = set()
    for number, (page, known, own) in enumerate(zip(ends.pages, ends.repeated, chosen, strict=True)):
        for at in own:
            row = page.rows[at]
            if not row.top or len(row.pieces) > 1 or row.size < _TITLE * ends.body_size or not known[at].alike:
                continue
            slide = page.width > page.height and known[at].alike < _EVERYWHERE * len(ends.pages)
            if (slide or row.signature not in seen) and not running_text.is_continued(row.text):
                found.add((number, at))
            seen.add(row.signature)
    return found
