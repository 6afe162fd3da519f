"""Several invoices on one page: the areas that hold one each.

A page with two or more different invoice numbers, each behind its label, is cut along white space between them. So is
one whose labels stand there again in the same order, as those of a form that is printed twice. The reader of an area
decides whether a cut stands: each side must have a number of its own and a sum; of a form a date and a sum.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise

from quire.invoice.identifiers import labelled_number
from quire.invoice.invoice import Check, Invoice, Value
from quire.model.geometry import Box
from quire.model.page import Line, Page
from quire.tables.visual_rows import on_level
from quire.text import fold

_CHINESE = re.compile(r"(?:发票|票据)号码[:：]?(\d{8,20})")
_TRIED = 6  # gaps between two numbers at which a cut is tried, the widest first
_MOST = 12  # invoices of a page; four rolls in three columns are the most that are scanned together
_GAP = 4.0  # points: a narrower band without print parts nothing
_MARGIN = 6.0  # points around an area
_SUMS = ("total_amount", "amount")
_LABEL_END = re.compile(r"[:#\d]")
_TWO = 2  # forms on a page, at least
_LABELS = 5  # that stand in each of several forms on a page, at least
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_OWN = ("total_amount", "amount", "invoice_date", "buyer_name")
"""What tells two bills from two copies of one, or from a bill and its slip."""

SEVERAL = "several"
"""The rule of the check that a page with several numbers behind the same label could not be cut into invoices."""

Reader = Callable[[Page], Invoice]


def read_areas(page: Page, read: Reader, whole: Invoice) -> list[Invoice]:
    """The invoices of a page: `[whole]` unless it has several, from top to bottom and from left to right.

    Args:
        page: with all its lines.
        read: reads a part of the page as a page of its own.
        whole: what the page says as one invoice.
    """
    anchors = _anchors(page.lines)
    several = 1 < len({number for number, _ in anchors}) <= _MOST
    parts = _parts(page, page.lines, anchors, read) if several else []
    if len(parts) < _TWO:
        parts = _forms(page, read)
    if len(parts) >= _TWO:
        return [found for _, found in parts]
    if not several:
        return [whole]
    numbers = _alike(anchors)
    if not whole.fields or not numbers:
        return [whole]
    said = Check(
        SEVERAL, f"the page may have several invoices: {', '.join(numbers)}", holds=False, keys=tuple(whole.fields)
    )
    return [replace(whole, checks=(*whole.checks, said))]


def _alike(anchors: Sequence[tuple[str, Line]]) -> list[str]:
    """The different numbers behind one label that stands there several times; [] without such a label."""
    by_label: dict[str, dict[str, None]] = {}
    for number, line in anchors:
        label = _LABEL_END.split(fold(line.text).casefold(), maxsplit=1)[0].strip()
        by_label.setdefault(label, {})[number] = None
    return next(([*numbers] for label, numbers in by_label.items() if label and len(numbers) > 1), [])


def _anchors(lines: Sequence[Line]) -> list[tuple[str, Line]]:
    """(number, its line) for every labelled invoice number; a label alone takes the line beside or below it."""
    found: list[tuple[str, Line]] = []
    for line in lines:
        text = fold(line.text)
        match = _CHINESE.search(text.replace(" ", ""))
        number = match[1] if match else labelled_number(text)
        if number is None:
            continue
        value = number or next((v for other in _beside(lines, line) if (v := _first_token(fold(other.text)))), "")
        if value:
            found.append((value, line))
    return found


def _beside(lines: Sequence[Line], label: Line) -> Iterator[Line]:
    """The lines right of a label and the one below it."""
    height = label.y1 - label.y0
    right = [o for o in lines if o.x0 >= label.x1 - 1 and on_level(o.baseline - label.baseline, o.y1 - o.y0, height)]
    below = [o for o in lines if 0 < o.y0 - label.y0 < 2.5 * height and o.x0 < label.x1 and o.x1 > label.x0]
    yield from sorted(right, key=lambda o: o.x0)[:1]
    yield from sorted(below, key=lambda o: o.y0)[:1]


def _first_token(text: str) -> str:
    match = re.match(r"[#\s:]*([\w/.\-]{2,40})", text)
    return match[1] if match and any(c.isdigit() for c in match[1]) else ""


def _parts(
    page: Page, lines: Sequence[Line], anchors: Sequence[tuple[str, Line]], read: Reader
) -> list[tuple[Box, Invoice]]:
    """The areas of some lines with what each says; [] where no cut parts their numbers."""
    numbers = {number for number, _ in anchors}
    if len(numbers) < 2:
        found = _read(page, lines, read)
        return [found] if found else []
    for first, second in _cuts(lines, anchors):
        made = [_parts(page, part, [a for a in anchors if a[1] in part], read) for part in (first, second)]
        said = [invoice.text("invoice_number") for part in made for _, invoice in part]
        if all(made) and len(set(said)) == len(said):
            return [one for part in made for one in part]
    return []


def _forms(page: Page, read: Reader) -> list[tuple[Box, Invoice]]:
    """The areas of a form that is printed several times on a page; [] for other pages and for copies of one bill."""
    for low, high in (("y0", "y1"), ("x0", "x1")):
        groups = _repeated(page.lines, low)
        if not groups:
            continue
        sides = [(getattr(line, low), getattr(line, high)) for line in page.lines]
        ends = [max(getattr(line, high) for line in form) for form in groups[:-1]]
        starts = [min(getattr(line, low) for line in form) for form in groups[1:]]
        edges = [_widest(sides, end, start) for end, start in zip(ends, starts, strict=True)]
        spans = [*pairwise([float("-inf"), *edges, float("inf")])]
        areas = [[o for o in page.lines if start <= getattr(o, low) < end] for start, end in spans]
        made = [found for area in areas if (found := _read(page, area, read, "invoice_date"))]
        if len(made) == len(areas) and all(_differ(a, b) for (_, a), (_, b) in combinations(made, 2)):
            return made
    return []


def _widest(sides: Sequence[tuple[float, float]], start: float, end: float) -> float:
    """Where the widest gap between two edges ends, of what has such sides."""
    widest, at, reached = 0.0, end, start
    for low, high in sorted(side for side in sides if start <= side[0] <= end):
        if low - reached > widest:
            widest, at = low - reached, low
        reached = max(reached, high)
    return at


def _repeated(lines: Sequence[Line], low: str) -> list[list[Line]]:
    """The lines of labels that stand on a page equally often, one of each in every form; [] with too few of them."""
    by_label: dict[str, list[Line]] = {}
    for line in sorted(lines, key=lambda one: getattr(one, low)):
        label = _LABEL_END.split(fold(line.text).casefold(), maxsplit=1)[0].strip()
        if _LETTERS.search(label):
            by_label.setdefault(label, []).append(line)
    best: list[list[Line]] = []
    for count in range(_TWO, _MOST + 1):
        often = [group for group in by_label.values() if len(group) == count]
        for first in often if len(often) >= _LABELS else ():
            starts = [getattr(line, low) for line in first] + [float("inf")]
            same = [
                group
                for group in often
                if all(a <= getattr(o, low) < b for o, (a, b) in zip(group, pairwise(starts), strict=True))
            ]
            if len(same) >= max(_LABELS, len(best[0]) + 1 if best else 0):
                best = [list(form) for form in zip(*same, strict=True)]
    return best


def _differ(one: Invoice, other: Invoice) -> bool:
    """Whether two areas say different things of what tells a bill: copies of one, and its slip, do not."""
    if one.text("invoice_number") and one.text("invoice_number") == other.text("invoice_number"):
        return False
    return any(one.text(key) and other.text(key) and one.text(key) != other.text(key) for key in _OWN)


def _cuts(lines: Sequence[Line], anchors: Sequence[tuple[str, Line]]) -> Iterator[tuple[list[Line], list[Line]]]:
    """Ways to part lines by a band without print such that numbers stand on both sides, the widest bands first."""
    bands = []
    for low, high in (("y0", "y1"), ("x0", "x1")):
        reached = float("-inf")
        for line in sorted(lines, key=lambda one: getattr(one, low)):
            start = getattr(line, low)
            if start - reached > _GAP and reached > float("-inf"):
                bands.append((start - reached, low, (start + reached) / 2))
            reached = max(reached, getattr(line, high))
    tried = 0
    for _, low, at in sorted(bands, reverse=True):
        first = [line for line in lines if getattr(line, low) < at]
        second = [line for line in lines if getattr(line, low) >= at]
        sides = [{number for number, line in anchors if (getattr(line, low) < at) is side} for side in (True, False)]
        if all(sides) and not sides[0] & sides[1]:
            yield first, second
            tried += 1
            if tried == _TRIED:
                return


def _read(page: Page, lines: Sequence[Line], read: Reader, head: str = "invoice_number") -> tuple[Box, Invoice] | None:
    """An area and its invoice, its boxes those of the page; None without a sum and what stands in its head."""
    box = Box(
        max(min(line.x0 for line in lines) - _MARGIN, 0.0),
        max(min(line.y0 for line in lines) - _MARGIN, 0.0),
        max(line.x1 for line in lines) + _MARGIN,
        max(line.y1 for line in lines) + _MARGIN,
    )
    found = read(_cropped(page, lines, box))
    if not found.text(head) or not any(map(found.text, _SUMS)):
        return None
    fields = {key: _back(value, box) for key, value in found.fields.items()}
    return box, replace(found, fields=fields)


def _back(value: Value, box: Box) -> Value:
    """A value of an area with its place on the page."""
    at = value.box
    if at is None:
        return value
    return replace(value, box=Box(at.x0 + box.x0, at.y0 + box.y0, at.x1 + box.x0, at.y1 + box.y0))


def _cropped(page: Page, lines: Sequence[Line], box: Box) -> Page:
    """A part of a page as a page of its own."""
    kept = set(map(id, lines))
    sure = page.confidences
    inside = [(i, line) for i, line in enumerate(page.lines) if id(line) in kept]
    rules = tuple(
        rule._replace(x0=rule.x0 - box.x0, y0=rule.y0 - box.y0, x1=rule.x1 - box.x0, y1=rule.y1 - box.y0)
        for rule in page.rules
        if box.x0 <= (rule.x0 + rule.x1) / 2 <= box.x1 and box.y0 <= (rule.y0 + rule.y1) / 2 <= box.y1
    )
    return replace(
        page,
        width=box.width,
        height=box.height,
        lines=tuple(_moved(line, box) for _, line in inside),
        confidences=tuple(sure[i] for i, _ in inside) if len(sure) == len(page.lines) else (),
        rules=rules,
        fills=(),
        pictures=(),
    )


def _moved(line: Line, box: Box) -> Line:
    across = line.angle in {90, 270}
    drop = box.x0 if across else box.y0
    words = tuple(
        word._replace(
            x0=word.x0 - box.x0,
            y0=word.y0 - box.y0,
            x1=word.x1 - box.x0,
            y1=word.y1 - box.y0,
            baseline=word.baseline - drop,
        )
        for word in line.words
    )
    return line._replace(
        words=words,
        x0=line.x0 - box.x0,
        y0=line.y0 - box.y0,
        x1=line.x1 - box.x0,
        y1=line.y1 - box.y0,
        baseline=line.baseline - drop,
    )
