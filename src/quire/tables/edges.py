"""Borders of cells: rules and the sides of fills as edges, broken and doubled ones joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.page import Fill, Line, Page, Rule
from quire.tables.column_gutters import covered

NEAR = 3.0  # points; a double line, or the two sides of a thick one, are not further apart
DOT = 0.3  # points; a dash so little longer than thick may belong to a line in either direction
BREAK = 4.0  # points; a line drawn cell by cell may leave such holes (the width of a crossing border)
HOLE = 6.5  # points; so much white LaTeX's booktabs leaves between an upright rule and a level one
TOUCHING = 1.5  # points; rules that are so near to each other meet
UNDERLINE = 0.3  # of the size below the baseline
UNDERLINE_LENGTH = 8.0  # points; the dashes of a border are shorter
LOWEST_UNDERLINE = 6  # points below the baseline: large words
MIN_LENGTH = 3.0  # points; shorter strokes are glyph parts, ticks and dots
WHITE = 0xFFFFFF  # paper
SLACK = 0.5  # points by which a fill may stick out of the one below it
BEARING = 0.1  # of the size: white at the sides of letters, below which an underline runs, too
SAME_WIDTH = 4.0  # points; the rules of one table begin and end within this
PAGE_SHARE = 0.85  # a fill that covers this share of the page is its background
PAGE_HIGH = 0.95  # of the page: a fill so high is a band of a cover or slide, not a cell; nor is a white one so wide


class Edge(NamedTuple):
    """A straight border; `at` is y of a horizontal one and x of a vertical one."""

    at: float
    lo: float
    hi: float
    drawn: bool = True  # False: only the side of a fill


_Side = tuple[float, float, float, bool]
"""The fields of an `Edge`; a page of cells drawn one by one has hundreds of sides, of which few edges are made."""


def _sides(page: Page, *, upright: bool, words: dict[int, list[Line]]) -> list[_Side]:
    """The vertical rules, or the horizontal ones but those that underline `words`; the last ones are kept."""
    for rules, way, known in _sided:
        if rules is page.rules and way == upright and not words:
            return known
    found: list[_Side] = []
    dots: dict[int, list[tuple[float, float]]] = {}
    for x0, y0, x1, y1, width, _ in page.rules:
        wide, high = x1 - x0, y1 - y0
        at, lo, hi = (x0 + x1, y0, y1) if upright else (y0 + y1, x0, x1)
        if max(wide, high) >= MIN_LENGTH:
            underlines = bool(words) and hi - lo >= UNDERLINE_LENGTH and _is_under(at / 2, lo, hi, words)
            if (wide < high) == upright and not underlines:
                found.append((at / 2, lo, hi, True))
            continue
        wide, high = (wide, max(high, width)) if wide >= high else (max(wide, width), high)
        along, across = (high, wide) if upright else (wide, high)
        if along >= across - DOT:
            dots.setdefault(round(5 * at), []).append(((lo + hi - along) / 2, (lo + hi + along) / 2))
    if dots:
        found += _dotted(dots)
    if not words:
        _sided.append((page.rules, upright, found))
        del _sided[:-_MOST_SIDED]
    return found


_sided: list[tuple[tuple[Rule, ...], bool, list[_Side]]] = []
_MOST_SIDED = 4


def _dotted(dots: dict[int, list[tuple[float, float]]]) -> list[_Side]:
    """Dotted and dashed rules: runs of dots, by ten times their place, that are long enough together.

    The dashes of a line may be thicker than they are long, and square dots belong to a line in either direction.
    """
    return [
        (place / 10.0, lo, hi, True)
        for place, spans in dots.items()
        for lo, hi in covered(spans, BREAK)
        if hi - lo >= MIN_LENGTH
    ]


def is_level(rule: Rule) -> bool:
    """What `Rule.horizontal` says, many times as quickly where this package is compiled."""
    x0, y0, x1, y1, _, _ = rule
    return x1 - x0 >= y1 - y0


def horizontal_edges(page: Page, *, fills: bool = True) -> list[Edge]:
    """The horizontal borders of a page, joined, from top to bottom."""
    return _joined(page, upright=False, fills=fills)


def cell_edges(page: Page, lines: Iterable[Line], level: list[Edge]) -> list[Edge]:
    """The horizontal borders without rules right below words and no longer than their line: underlined links in cells.

    Args:
        page: The page.
        lines: Its lines.
        level: Its `horizontal_edges`, which most pages keep.
    """
    words: dict[int, list[Line]] = {}
    for line in lines:
        words.setdefault(int(line.baseline), []).append(line)
    for x0, y0, x1, y1, _, _ in page.rules:
        if x1 - x0 >= y1 - y0 and x1 - x0 >= UNDERLINE_LENGTH and _is_under((y0 + y1) / 2, x0, x1, words):
            level = join(_all_sides(page, words, upright=False, fills=True))
            break
    return [e for e in level if not (e.drawn and _is_under(e.at, e.lo, e.hi, words))]


def vertical_edges(page: Page, *, fills: bool = True) -> list[Edge]:
    """The vertical borders of a page, joined, from left to right."""
    return _joined(page, upright=True, fills=fills)


def _joined(page: Page, *, upright: bool, fills: bool) -> list[Edge]:
    """The borders of a page, which several steps ask for; the last ones are kept."""
    for asked, way, filled, known in _kept:
        same = way == upright and filled == fills and asked.rules is page.rules
        if same and (not fills or _is_filled_as(asked, page)):
            return known.copy()
    found = join(_all_sides(page, {}, upright=upright, fills=fills))
    _kept.append((page, upright, fills, found))
    del _kept[:-_MOST_KEPT]
    return found.copy()


_kept: list[tuple[Page, bool, bool, list[Edge]]] = []
_MOST_KEPT = 6


def _is_filled_as(page: Page, other: Page) -> bool:
    """Whether two pages have one set of fills and pictures, and one width."""
    return page.fills is other.fills and page.pictures is other.pictures and page.width == other.width


def _all_sides(page: Page, words: dict[int, list[Line]], *, upright: bool, fills: bool) -> list[_Side]:
    found = _sides(page, upright=upright, words=words).copy()
    for x0, y0, x1, y1, _ in _bordering(page) if fills else ():
        found += [(x0, y0, y1, False), (x1, y0, y1, False)] if upright else [(y0, x0, x1, False), (y1, x0, x1, False)]
    return found


def reaching(upright: list[Edge], level: Iterable[Edge]) -> list[Edge]:
    """Upright rules drawn on to the level rules that run across their line close to their ends.

    LaTeX's booktabs leaves white above and below its rules, which parts the upright ones.
    """
    across = [edge for edge in level if edge.drawn]
    found: list[_Side] = []
    for edge in upright:
        at, lo, hi, drawn = edge
        if drawn and hi - lo > HOLE:
            near = [e for e in across if e.lo <= at + NEAR and e.hi >= at - NEAR]
            lo, hi = _reach(lo, at, near, -1), _reach(hi, at, near, 1)
        found.append((at, lo, hi, drawn))
    return join(found) if found != upright else upright


def _reach(end: float, at: float, near: Sequence[Edge], way: int) -> float:
    """The height of the level rule that an upright one is drawn on to; its own `end` where it meets one there."""
    far = [(e.at - end) * way for e in near if e.lo < at - NEAR and e.hi > at + NEAR]
    beyond = min([step for step in far if TOUCHING < step <= HOLE], default=0.0)
    return end + way * beyond if all(abs(e.at - end) > TOUCHING for e in near) else end


def _bordering(page: Page) -> list[Fill]:
    """The fills whose sides can be seen: none that are too thin, as high as the page, or white on paper.

    Browsers print white cells on white paper, and below all that they print the white ground of the text. Those of the
    last page are kept: its edges are asked for several times, also with other rules.
    """
    for last, found in _bordered:
        if _is_filled_as(last, page):
            return found
    limit, highest = PAGE_SHARE * page.width * page.height, PAGE_HIGH * page.height
    seen = [Box(x0, y0, x1, y1) for x0, y0, x1, y1, color in page.fills if color != WHITE]
    seen += [picture.box for picture in page.pictures]
    below: list[Fill] = []  # the coloured ones so far
    found = []
    for at, fill in enumerate(page.fills):
        x0, y0, x1, y1, color = fill
        wide, high = x1 - x0, y1 - y0
        fits = wide >= MIN_LENGTH and MIN_LENGTH <= high < highest and wide * high < limit
        if fits and (color != WHITE or _shows(page, at, below, seen)):
            found.append(fill)
        if color != WHITE:
            below.append(fill)
    _bordered[:] = [(page, found)]
    return found


_bordered: list[tuple[Page, list[Fill]]] = []


def _shows(page: Page, at: int, below: Sequence[Fill], seen: Iterable[Box]) -> bool:
    """Whether a white fill can be seen: beside what is `seen`, and no margin or ground of a text on bare paper.

    Args:
        page: The page.
        at: The index of the fill.
        below: The coloured fills that were painted before it.
        seen: The boxes of all coloured fills and of pictures.
    """
    fills = page.fills
    x0, y0, x1, y1, _ = fills[at]
    left, top, right, bottom = x0 - SLACK, y0 - SLACK, x1 + SLACK, y1 + SLACK
    if all(b.y0 >= bottom or b.y1 <= top or b.x0 >= right or b.x1 <= left for b in seen):
        return False
    if any(f.y0 < y1 and f.y1 > y0 and f.x0 < x1 and f.x1 > x0 for f in below):
        return True
    return x1 - x0 <= PAGE_HIGH * page.width and not any(
        f.y0 >= top and f.y1 <= bottom and f.x0 >= left and f.x1 <= right for f in fills[at + 1 :]
    )


def _is_under(at: float, lo: float, hi: float, words: dict[int, list[Line]]) -> bool:
    """Whether a rule is right below a line and no longer, or runs from word to word of justified text."""
    if not words:
        return False
    begins = ends = False
    for place in range(int(at) - LOWEST_UNDERLINE, int(at) + 1):
        for line in words.get(place, ()):
            size = line.words[0].style.size
            if 0 <= at - line.baseline < UNDERLINE * size:
                bearing = max(SLACK, BEARING * size)
                if lo >= line.x0 - bearing and hi <= line.x1 + bearing:
                    return True
                begins = begins or any(abs(word.x0 - lo) < SLACK for word in line.words)
                ends = ends or any(abs(word.x1 - hi) < SLACK for word in line.words)
    return begins and ends


def of_one_width(rules: Iterable[Edge], least: float) -> list[list[Edge]]:
    """Sets of horizontal rules that begin and end together, each from top to bottom; none is shorter than `least`.

    A rule is of the width nearest to its own; widths that more rules have come first.
    """
    long = [(rule, (round(rule.lo), round(rule.hi))) for rule in rules if rule.hi - rule.lo >= least]
    counts = Counter([ends for _, ends in long])
    groups: list[tuple[Edge, list[Edge]]] = []
    for rule, _ in sorted(long, key=lambda one: -counts[one[1]]):
        near = [group for group in groups if is_as_wide(group[0], rule)]
        if near:
            min(near, key=lambda group: abs(group[0].lo - rule.lo) + abs(group[0].hi - rule.hi))[1].append(rule)
        else:
            groups.append((rule, [rule]))
    return sorted([sorted(own) for _, own in groups])


def is_as_wide(rule: Edge, other: Edge) -> bool:
    """Whether two horizontal rules begin and end together."""
    return abs(rule.lo - other.lo) <= SAME_WIDTH and abs(rule.hi - other.hi) <= SAME_WIDTH


def without_underlines(edges: Iterable[Edge], lines: Iterable[Line]) -> list[Edge]:
    """Horizontal edges but those that underline running words (links, stressed words)."""
    words: dict[int, list[Line]] = {}
    for line in lines:
        if len(line.words) > 1:
            words.setdefault(int(line.baseline), []).append(line)
    return [e for e in edges if not _is_under(e.at, e.lo, e.hi, words)]


def join(edges: Iterable[_Side]) -> list[Edge]:
    """Edges on (nearly) one line whose ends meet become one."""
    levels: dict[float, list[_Side]] = {}
    for edge in edges:
        levels.setdefault(edge[0], []).append(edge)
    joined: list[_Side] = []
    group: list[_Side] = []
    first = 0.0
    for at in sorted(levels):
        if group and at - first > NEAR:
            _along(group, joined)
            group = []
        if not group:
            first = at
        group += levels[at]
    if group:
        _along(group, joined)
    return [Edge(at, lo, hi, drawn) for at, lo, hi, drawn in sorted(joined)]


def _along(group: list[_Side], joined: list[_Side]) -> None:
    """Add the edges of one line, joined where they meet."""
    if len(group) > 1:
        group.sort(key=lambda edge: edge[1])
    at, lo, hi, drawn = group[0]
    for place, start, end, solid in group[1:]:
        if start > hi + BREAK:
            joined.append((at, lo, hi, drawn))
            at, lo, hi, drawn = place, start, end, solid
            continue
        if hi - lo < end - start:
            at = place
        hi, drawn = max(hi, end), drawn or solid
    joined.append((at, lo, hi, drawn))
