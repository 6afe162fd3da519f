"""Which rows at the ends of the pages of a document are furniture: trees that were learned from tagged documents.

Each row has evidence of its own page (`furniture_detection`) and of other pages (`repeated_lines`); trees weigh them
with those of the rows outside and inside it. A row that nothing repeats is no furniture, whatever the trees say:
its text, or its text but for numbers, is at its height on another page; or rows at its height share texts; or it is a
number that counts with the pages; or it heads a part that continues; or the file's tags call it an artifact. Nor is
one that is as often inside pages.
`learn/furniture.py` writes the trees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log
from typing import NamedTuple

from quire.layout.furniture import running_text
from quire.layout.furniture.end_rows import EndRow, PageMargins
from quire.layout.furniture.page_numbers import NumberCandidate
from quire.layout.furniture.repeated_lines import Repetition
from quire.layout.tables.boosted_trees import Trees, stored_trees

# Text that is lost weighs more than a running line that stays in the text: furniture is as probable as this; a row
# less probable than the other is text, and so is all inwards of it.
_LEAST, _TEXT = 0.7, 0.2
# What the file's tags say, as a logarithm of odds.
_TAGS = 4.0
# Rows at one height repeat texts if no larger share of them differ.
_TEXTS = 0.75
# A row whose texts are as often inside pages, and at least so often, is there by chance: headings, heads of tables.
_INSIDE = 3
# A row is the one of a page's number when their baselines differ by less, points.
_ONE_ROW = 2.0
# Pages that repeat a row, and pages, beyond which more say nothing.
_MANY, _LONG = 20, 60
# In place of the repetition of rows that are not there, outside and inside.
_OUTSIDE, _NONE = 2.0, -1.0


class DocumentEnds(NamedTuple):
    """What is known of the ends of a document's pages."""

    pages: Sequence[PageMargins]  # in order
    repeated: Sequence[Sequence[Repetition]]  # how other pages repeat each row
    inside: Mapping[tuple[str, float], int]  # how often texts of a size are in the inner parts of pages
    numbers: Mapping[int, NumberCandidate]  # that count with the pages, by the index of their page
    body_size: float  # of most text, points


def choose(ends: DocumentEnds, trees: Trees | None = None) -> list[list[int]]:
    """The indices of the rows that are furniture, for each page of a document of several.

    Args:
        ends: Of its pages.
        trees: Other than the stored ones.
    """
    judge = stored_trees("furniture_choice.json", "quire.layout.furniture") if trees is None else trees
    odds: list[dict[int, float]] = [{} for _ in ends.pages]
    for index, at, features in features_of(ends):
        odds[index][at] = judge.scores(features)[0] + _TAGS * ends.pages[index].rows[at].tagged
    return [_chosen(page, own) for page, own in zip(ends.pages, odds, strict=True)]


def _chosen(page: PageMargins, odds: Mapping[int, float]) -> list[int]:
    """The rows of a page that are probable enough and not inwards of text; `odds`: logarithms."""
    found: list[int] = []
    text = {True: False, False: False}
    for at, row in enumerate(page.rows):
        own = odds.get(at, _NEVER)
        if own < _TEXT_ODDS:
            text[row.top] = True
        elif own > _LEAST_ODDS and not text[row.top]:
            found.append(at)
    return found


_LEAST_ODDS, _TEXT_ODDS, _NEVER = log(_LEAST / (1.0 - _LEAST)), log(_TEXT / (1.0 - _TEXT)), -100.0


def features_of(ends: DocumentEnds) -> list[tuple[int, int, list[float]]]:
    """The page, the place and the features of each row that may be furniture."""
    found: list[tuple[int, int, list[float]]] = []
    for index, (page, known) in enumerate(zip(ends.pages, ends.repeated, strict=True)):
        number = ends.numbers.get(index)
        for at, row in enumerate(page.rows):
            counts = number is not None and abs(number.baseline - row.baseline) < _ONE_ROW
            often = min([ends.inside.get((text, row.size), 0) for _, text in row.pieces])
            if counts or (_may_be(row, known[at]) and often < max(_INSIDE, known[at].same + 1)):
                share = often / (known[at].same + 1)
                found.append((index, at, [float(index == 0), float(counts), share, *_features(ends, index, at)]))
    return found


def _may_be(row: EndRow, repeated: Repetition) -> bool:
    """Whether something beside its own page says that a row is furniture, and nothing that it is text.

    Rows between borders that go on head a table; titles of which only the number differs ("Exercise 1", "Exercise 2")
    are headings.
    """
    title = row.title and len(row.pieces) == 1 and not running_text.is_number(row.text)
    if row.heads_table or row.note or (title and repeated.alike and not repeated.same):
        return False
    level = repeated.level > 0 and repeated.texts <= _TEXTS
    return repeated.alike > 0 or level or row.continued or row.tagged > 0


def _features(ends: DocumentEnds, index: int, at: int) -> list[float]:
    page, known = ends.pages[index], ends.repeated[index]
    rows, row, own = page.rows, page.rows[at], known[at]
    others = max(len(ends.pages) - 1, 1)
    first = at == 0 or rows[at - 1].top is not row.top
    last = at + 1 == len(rows) or rows[at + 1].top is not row.top
    return [
        (row.baseline if row.top else page.height - row.baseline) / page.height,
        row.white,
        float(len(row.pieces)),
        float(len(row.text)),
        float(running_text.is_number(row.text)),
        row.own,
        own.same / others,
        own.alike / others,
        own.level / others,
        own.texts,
        own.apart,
        float(own.near),
        own.counted,
        row.size / ends.body_size if ends.body_size else 1.0,
        row.width,
        float(sum([other.top is row.top for other in rows[:at]])),
        _OUTSIDE if first else known[at - 1].alike / others,
        _NONE if last else known[at + 1].alike / others,
        float(min(len(ends.pages), _LONG)),
        float(row.top),
        float(min(own.alike, _MANY)),
    ]
