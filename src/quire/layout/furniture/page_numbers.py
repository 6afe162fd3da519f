"""Page numbers by their sequence: at one end of the text, alone on their row, counting up with the pages.

A number that counts with the pages needs no other evidence, wherever the text ends: printed web pages and filings leave
much white below it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from quire.layout.text.text_rows import line_text
from quire.model.page import Line, Page
from quire.roman_numerals import roman_value

# Rows that may be further out than the number: a running footer, a notice.
_OUTSIDE = 2
# A page number takes no more points, no more words and no larger type than this share of the text's.
_WIDTH, _WORDS, _LARGEST = 90.0, 6, 1.6
# Pages that a sequence may leave out (full-page pictures, first pages of chapters), and how many it has at least.
_REACH, _LEAST = 4, 3
# Baselines that differ by more are two rows, points.
_ROW = 4.0
# Lines that share more of the lower one's height are on one row.
_BESIDE = 0.4
# Two pages are a sequence when their numbers are at one place, points.
_PLACE = 4.0
# A number that is centred below its page's text, with this much white between in type sizes, needs no sequence.
_APART, _CENTRED = 2.4, 6.0

_ALONE = re.compile(
    r"^[-–—·•|\[(/\s]*+(?:page|p\.|seite|página)?\s*+第?\s*+"
    r"(?P<part>[A-Z]{1,2}-)?(?:(?P<arabic>\d{1,4})|(?P<roman>[ivxlc]{1,7}|[IVXLC]{1,7}))"
    r"\s*+页?(?:\s*+(?:of|von|sur|de|/|共)\s*+\d{1,4}\s*+页?)?[-–—·•|\])/\s]*$",
    re.IGNORECASE,
)


class NumberCandidate(NamedTuple):
    """A line that may be the number of its page."""

    line: int  # index among the page's lines
    number: int  # of its page
    width: float  # of its page, points
    baseline: float
    middle: float  # points from the left
    top: bool  # at the head of the page
    kind: str
    offset: int  # its value less the page's number
    apart: bool  # centred below the text with white between


def number_sequences(pages: Sequence[Sequence[NumberCandidate]]) -> dict[int, NumberCandidate]:
    """The page numbers by the index of their page.

    Args:
        pages: The candidates of each page, in order.
    """
    runs: dict[tuple[str, int, bool], list[tuple[int, NumberCandidate]]] = defaultdict(list)
    for index, own in enumerate(pages):
        for one in own:
            runs[one.kind, one.offset, one.top].append((index, one))
    found: dict[int, NumberCandidate] = {}
    for run in sorted(runs.values(), key=len, reverse=True):
        for index, one in _sequence(run):
            found.setdefault(index, one)
    return found


def number_candidates(page: Page, lines: Sequence[Line], body_size: float) -> list[NumberCandidate]:
    """The lines of a page that are only a number, alone on their row at an end of its text.

    Args:
        page: The page.
        lines: Its upright lines.
        body_size: The size of most text of the document, points.
    """
    found: list[NumberCandidate] = []
    inner: tuple[float, float] | None = None
    for at, line in enumerate(lines):
        if line.x1 - line.x0 > _WIDTH or len(line.words) > _WORDS or line.words[0].style.size > _LARGEST * body_size:
            continue
        text = line_text(line)
        match = None if "," in text else _ALONE.match(text)  # tables are full of amounts, which take long to be none
        if not match:
            continue
        value = int(match["arabic"]) if match["arabic"] else roman_value(match["roman"].lower())
        inner = inner or _inner(lines)
        if inner[0] < line.baseline < inner[1]:
            continue
        top = _at_head(line, lines)
        if value and top is not None:
            kind = (match["part"] or "") + ("arabic" if match["arabic"] else "roman")
            apart = not top and _is_apart(line, lines)
            middle = (line.x0 + line.x1) / 2
            found.append(
                NumberCandidate(
                    at, page.number, page.width, line.baseline, middle, top, kind, value - page.number, apart
                )
            )
    return found


def _inner(lines: Sequence[Line]) -> tuple[float, float]:
    """Between these baselines no line is at an end of the text: too many rows are further out on either side."""
    heights = sorted(line.baseline for line in lines)
    return _last_of_rows(heights), -_last_of_rows([-height for height in reversed(heights)])


def _last_of_rows(baselines: Sequence[float]) -> float:
    """Where the first row begins that is one too many outside a page number, from the lowest of the baselines on."""
    count, last = 0, float("-inf")
    for baseline in baselines:
        if baseline - last > _ROW:
            count, last = count + 1, baseline
            if count > _OUTSIDE:
                return baseline
    return float("inf")


def _at_head(line: Line, lines: Sequence[Line]) -> bool | None:
    """True for a line alone at the head of the text, False at its foot, None for one that is elsewhere."""
    height = line.y1 - line.y0
    above: list[float] = []
    below: list[float] = []
    for other in lines:
        if other is line:
            continue
        if min(other.y1, line.y1) - max(other.y0, line.y0) > _BESIDE * min(height, other.y1 - other.y0):
            return None
        (above if other.baseline < line.baseline else below).append(other.baseline)
    if not above and not below:
        return False
    if _rows(below) <= _OUTSIDE:
        return False
    return True if _rows(above) <= _OUTSIDE else None


def _is_apart(line: Line, lines: Sequence[Line]) -> bool:
    """Whether a line is the last one, in the middle, with white above it."""
    others = [other for other in lines if other is not line]
    if not others or line.y0 - max(other.y1 for other in others) < _APART * line.words[0].style.size:
        return False
    middle = (min(other.x0 for other in others) + max(other.x1 for other in others)) / 2
    return abs((line.x0 + line.x1) / 2 - middle) < _CENTRED


def _rows(baselines: list[float]) -> int:
    """How many rows of text have these baselines; counted no further than matters."""
    baselines.sort()
    count, last = 0, float("-inf")
    for baseline in baselines:
        if baseline - last > _ROW:
            count += 1
            if count > _OUTSIDE:
                break
            last = baseline
    return count


def _sequence(run: Sequence[tuple[int, NumberCandidate]]) -> list[tuple[int, NumberCandidate]]:
    """The candidates of one count that enough others are near to, each with the index of its page."""
    numbers = [one.number for _, one in run]
    kept: list[tuple[int, NumberCandidate]] = []
    for index, one in run:
        near = run[bisect_left(numbers, one.number - _REACH) : bisect_right(numbers, one.number + _REACH)]
        others = [other for page, other in near if page != index]
        if one.apart or len(others) >= _LEAST - 1 or any(_one_place(one, other) for other in others):
            kept.append((index, one))
    return kept


def _one_place(a: NumberCandidate, b: NumberCandidate) -> bool:
    """Whether two numbers have one place on their pages, or opposite ones on the two pages of a spread."""
    if abs(a.baseline - b.baseline) > _PLACE:
        return False
    return abs(a.middle - b.middle) < _PLACE or abs(a.middle + b.middle - a.width) < 2 * _PLACE
