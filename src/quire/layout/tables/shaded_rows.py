"""Tables whose rows are shaded in turn: the white rows between shaded ones made visible as fills of their own.

Such shading is drawn cell by cell or row by row, and only for every other row. The bands between two of one width
hold rows too, and so may the space right above the first and below the last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from quire.layout.rounding import round_half_even
from quire.model.page import Fill, Line, Page

WHITE = 0xFFFFFF
SAME = 2.0  # points; bands of one table begin and end within this
TOUCH = 1.6  # points; cells of a row, and rows, that leave no more between them touch
LOWEST, HIGHEST = 6.0, 200.0  # points, of a band: the heights of rows
HIGHER = 5.0  # times the height of the highest band: a white row whose cells wrap more
ROOM = 1.2  # of a line's height, from the band to the first line of a row beside it
LABEL = 2.0  # times the height of the bands beside it: the label of a group of rows is no higher
LEADING = 0.45  # of a line's height, the white between two lines of one cell
MOST_HEADS = 3  # shaded rows of headings
FAR, CLOSE = 2.5, 0.8  # of a line's height, the white above a row below headings, and above one that shows more columns
MIN_CELLS = 3  # of bands that leave a single white row
MIN_LABELS = 3  # shaded labels below shaded headings
MIN_WHITE = 2  # white rows between the bands of a width; one may part two tables


class _Band(NamedTuple):
    """A shaded row: its heights, and the borders of its cells from left to right."""

    y0: float
    y1: float
    xs: tuple[float, ...]


def with_white_rows(page: Page, lines: Sequence[Line]) -> Page:
    """The page with fills for the cells of the white rows between, above and below rows that are shaded in turn."""
    if len(page.fills) <= MIN_WHITE:
        return page
    added: list[Fill] = []
    for stack in _stacks(page.fills):
        inner = _apart(sorted({round(x, 1) for band in stack for x in band.xs[1:-1]}))
        if len(stack) <= MOST_HEADS and all(b.y0 - a.y1 < TOUCH for a, b in pairwise(stack)):
            if len(inner) > 1 and not _is_ruled(page, stack):
                added += _body(stack, inner, lines, page.fills)
            continue
        for part in _tables(stack, inner, lines) if inner else ():
            added += _white(part, inner, lines)
    return replace(page, fills=(*page.fills, *added)) if added else page


def _stacks(fills: Sequence[Fill]) -> Iterator[list[_Band]]:
    """Bands of one width, from top to bottom."""
    levels: dict[tuple[int, int], list[Fill]] = {}
    for fill in fills:
        _, y0, _, y1, color = fill
        if LOWEST <= y1 - y0 <= HIGHEST and color != WHITE:
            levels.setdefault((round_half_even(y0), round_half_even(y1)), []).append(fill)
    stacks: list[list[_Band]] = []
    for band in sorted(band for level in levels.values() for band in _bands(level)):
        for stack in stacks:
            if abs(stack[0].xs[0] - band.xs[0]) <= SAME and abs(stack[0].xs[-1] - band.xs[-1]) <= SAME:
                stack.append(band)
                break
        else:
            stacks.append([band])
    yield from stacks


def _tables(stack: Sequence[_Band], inner: Sequence[float], lines: Sequence[Line]) -> Iterator[list[_Band]]:
    """The runs of bands whose white rows fit between them, where these take turns with the shaded ones."""
    lo, hi = stack[0].xs[0], stack[0].xs[-1]
    near = [line for line in lines if line.x1 > lo and line.x0 < hi]
    part = [stack[0]]
    for above, band in pairwise(stack):
        if band.y0 - above.y1 > LOWEST and not _is_row(above, band, inner, near):
            if _take_turns(part):
                yield part
            part = []
        part.append(band)
    if _take_turns(part):
        yield part


def _is_row(above: _Band, below: _Band, inner: Sequence[float], lines: Sequence[Line]) -> bool:
    """Whether what stands between two bands is one row of cells, or the label of a group."""
    high = below.y0 - above.y1
    if high > HIGHER * max(above.y1 - above.y0, below.y1 - below.y0):
        return False
    inside = [line for line in lines if above.y1 < (line.y0 + line.y1) / 2 < below.y0]
    if not inside or any(ln.x0 < above.xs[0] - SAME or ln.x1 > above.xs[-1] + SAME for ln in inside):
        return False
    cells = {sum(x < word.x0 + 1 for x in inner) for line in inside for word in line.words}
    crossed = any(word.x0 + 1 < x < word.x1 - 1 for line in inside for word in line.words for x in inner)
    if len(cells) > 1 and not crossed:
        return True
    return len(inside) == 1 and high < LABEL * min(above.y1 - above.y0, below.y1 - below.y0)


def _take_turns(part: Sequence[_Band]) -> bool:
    white = sum(b.y0 - a.y1 > LOWEST for a, b in pairwise(part))
    if white * 2 < len(part) - 1:
        return False
    return white >= MIN_WHITE or (white > 0 and len(part) > MIN_WHITE and all(map(_parts_alike, part, part[1:])))


def _parts_alike(one: _Band, other: _Band) -> bool:
    """Whether two bands have the same cells, at least three of them."""
    return len(one.xs) == len(other.xs) > MIN_CELLS and all(
        abs(a - b) <= SAME for a, b in zip(one.xs, other.xs, strict=True)
    )


def _bands(level: list[Fill]) -> Iterator[_Band]:
    """The fills of one height as bands of touching cells."""
    level.sort(key=lambda fill: fill.x0)
    run = [level[0]]
    for fill in level[1:]:
        if fill.x0 - run[-1].x1 > TOUCH:
            yield _band(run)
            run = []
        run.append(fill)
    yield _band(run)


def _band(run: Sequence[Fill]) -> _Band:
    inner = [(a.x1 + b.x0) / 2 for a, b in pairwise(run) if b.x0 > a.x0 + SAME]
    return _Band(run[0].y0, run[0].y1, (run[0].x0, *inner, max(fill.x1 for fill in run)))


def _apart(places: Sequence[float]) -> list[float]:
    return [b for a, b in pairwise([float("-inf"), *places]) if b - a > SAME]


def _white(stack: Sequence[_Band], inner: Sequence[float], lines: Sequence[Line]) -> Iterator[Fill]:
    """Fills for the rows beside the bands that hold text and nothing sticks out of."""
    lo, hi = stack[0].xs[0], stack[0].xs[-1]
    near = [line for line in lines if line.x1 > lo and line.x0 < hi]
    for a, b in pairwise(stack):
        if b.y0 - a.y1 > LOWEST:
            yield from _row(a.y1, b.y0, (lo, hi), inner, near)
    below = _grown(sorted(near, key=lambda ln: ln.y0), stack[-1].y1, 1)
    if below > 0 and inner:
        yield from _row(stack[-1].y1, stack[-1].y1 + below, (lo, hi), inner, near, whole=True)
    above = _grown(sorted(near, key=lambda ln: -ln.y1), stack[0].y0, -1)
    if above > 0 and inner:
        yield from _row(stack[0].y0 - above, stack[0].y0, (lo, hi), inner, near, whole=True)


def _is_ruled(page: Page, head: Sequence[_Band]) -> bool:
    """Whether upright rules stand between the ends of shaded headings, or below them: these show the cells."""
    lo, hi, top = head[0].xs[0] - SAME, head[0].xs[-1] + SAME, head[0].y0
    return any(lo <= r.x0 <= hi and r.y1 > top and r.y1 - r.y0 > max(LOWEST, r.x1 - r.x0) for r in page.rules)


def _body(head: Sequence[_Band], inner: Sequence[float], lines: Sequence[Line], fills: Sequence[Fill]) -> list[Fill]:
    """Fills for the columns below shaded headings, as far down as rows of texts fit these.

    Their rows shaded labels tell, or else the texts.
    """
    lo, hi, top = head[0].xs[0], head[0].xs[-1], head[-1].y1
    near = sorted((ln for ln in lines if ln.x1 > lo and ln.x0 < hi), key=lambda ln: ln.baseline)
    if not any(head[0].y0 < ln.baseline < top for ln in near):
        return []
    end = top
    filled: dict[int, set[int]] = {}  # the columns that hold text at a height
    for line in (ln for ln in near if ln.y0 > top - 1):
        high = line.y1 - line.y0
        if line.y0 - end > FAR * high:
            break
        if not _fits(line, lo, hi, inner):
            if line.y0 - end < CLOSE * high:
                return []
            break
        filled.setdefault(round_half_even(line.baseline), set()).add(sum(x < line.x0 + 1 for x in inner))
        end = max(end, line.y1)
    if sum(len(columns) > 1 for columns in filled.values()) < MIN_WHITE:
        return []
    labels = [f for f in fills if abs(f.x0 - lo) <= SAME and abs(f.x1 - inner[0]) <= SAME and top - 1 <= f.y0 < end]
    if len(labels) < MIN_LABELS:
        return [Fill(a, top, b, end + 1, WHITE) for a, b in pairwise([lo, *inner, hi])]
    levels = _apart(sorted([top, *(y for fill in labels for y in (fill.y0, fill.y1) if y > top)]))
    return list(_beside(labels, [*levels, end + 1] if end > levels[-1] else levels, inner, near, ends=(lo, hi)))


def _beside(
    labels: Sequence[Fill],
    levels: Sequence[float],
    inner: Sequence[float],
    lines: Sequence[Line],
    *,
    ends: tuple[float, float],
) -> Iterator[Fill]:
    """Fills for the cells beside shaded labels, and for the rows between these."""
    for y0, y1 in pairwise(levels):
        labelled = any(fill.y0 - SAME <= y0 and y1 <= fill.y1 + SAME for fill in labels)
        for cell in _row(y0, y1, ends, inner, lines):
            if not (labelled and cell.x0 <= ends[0]):
                yield cell


def _fits(line: Line, lo: float, hi: float, inner: Sequence[float]) -> bool:
    """Whether a line stands between the ends of a band, and no word of it over a border."""
    if line.x0 < lo - SAME or line.x1 > hi + SAME:
        return False
    return not any(word.x0 + 1 < x < word.x1 - 1 for word in line.words for x in inner)


def _grown(lines: Sequence[Line], edge: float, way: int) -> float:
    """How far the row beside an edge reaches, down (1) or up (-1): over lines that follow each other closely."""
    end = edge
    padding = 0.0
    for line in lines:
        first, last = (line.y0, line.y1) if way > 0 else (-line.y1, -line.y0)
        if first < way * edge - 1:
            continue
        white = first - way * end
        room = ROOM if end == edge else LEADING
        if white > room * (line.y1 - line.y0):
            break
        padding = white if end == edge else padding
        end = way * max(last, way * end)
    return abs(end - edge) + padding if end != edge else 0.0


def _row(
    y0: float,
    y1: float,
    ends: tuple[float, float],
    inner: Sequence[float],
    lines: Sequence[Line],
    *,
    whole: bool = False,
) -> Iterator[Fill]:
    """Fills for the cells of a white row; none when it holds no text, or text that sticks out.

    With `whole`, texts in at least two cells are wanted, and none that stands in several.
    """
    inside = [line for line in lines if y0 < (line.y0 + line.y1) / 2 < y1]
    if not inside or any(line.x0 < ends[0] - SAME or line.x1 > ends[1] + SAME for line in inside):
        return
    crossed = {x for line in inside for word in line.words for x in inner if word.x0 + 1 < x < word.x1 - 1}
    if whole and (crossed or len({sum(x < word.x0 + 1 for x in inner) for ln in inside for word in ln.words}) < 2):
        return
    borders = [ends[0], *(x for x in inner if x not in crossed), ends[1]]
    for x0, x1 in pairwise(borders):
        yield Fill(x0, y0, x1, y1, WHITE)
