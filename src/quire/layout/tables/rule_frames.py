"""Areas between horizontal rules of one width: the head rule, middle rules and foot rule of a table in print style."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise

from quire.layout.rounding import median, round_half_even
from quire.layout.tables.cell_pieces import Piece, Row, standing_apart
from quire.layout.tables.grids import cut_line, is_bold
from quire.layout.tables.ruled_headers import headed
from quire.layout.tables.table_regions import WIDE, Block
from quire.model.page import Line, Page
from quire.tables.edges import SAME_WIDTH, Edge, horizontal_edges, of_one_width, vertical_edges

MIN_RULES = 3  # head, middle, foot
MIN_LABELS = 2  # in a table to be filled in
MIN_WIDTH = 60.0  # points, of a rule
RULE_TO_HEAD = 2.0  # of the line's height, from the head rule to the baseline of the headings
OUTSIDE = 0.4  # of the rows
MAX_HEAD = 6  # visual rows between the head rule and the first middle rule
GUTTER = 0.5  # of the size: white between columns that goes through all lines below the headings, ...
HEADINGS_APART = 0.7  # ... over which two headings stand so far apart
HALF_WAY = 0.9  # of the height: from a label to the rows above and below it that it belongs to
PARTED, CROSSING = 3, 0.1  # lines that the white parts, at least; share of those that may run across it


def framed(rows: Sequence[Row], rules: Sequence[Edge], running: set[int]) -> list[Block]:
    """Blocks of the rows between rules of one width, where these are no running text and begin with headings."""
    found = []
    groups = of_one_width(rules, MIN_WIDTH)
    frames = [group for group in groups if len(group) >= MIN_RULES]
    for group in [group for group in groups if len(group) > 1]:
        beside = [frame for frame in frames if frame[0].lo > group[0].hi or frame[0].hi < group[0].lo]
        bands = [_between(rows, a, b) for a, b in pairwise(group)]
        if len(group) < MIN_RULES:
            found += [Block(list(bands[0]), framed=True)] if _is_to_fill_in(bands[0], running) else []
            continue
        start = 0
        while start < len(bands):
            end = start
            while end < len(bands) and _tabular(bands[end], group[0], running):
                end += 1
            block = _block(bands[start:end])
            if block is not None and not _sticks_out(block, rows, beside):
                found.append(block)
                bands[start:end] = [[] for _ in range(start, end)]
            start = end + 1
        found += [block for block in headed(rows, group, bands, running) if not _sticks_out(block, rows, beside)]
    return found


def cut_in_frames(page: Page, lines: Sequence[Line]) -> list[Line]:
    """The lines, those below the headings of a table in print style cut at the white between its columns.

    Columns of short labels stand as near to the next one as words do. That is no white of words where it goes through
    all lines between the middle rule and the foot rule, and parts two headings above.
    """
    if len(page.rules) < MIN_RULES:
        return list(lines)
    cuts: dict[int, list[float]] = {}
    groups = [g for g in of_one_width(horizontal_edges(page, fills=False), MIN_WIDTH) if len(g) >= MIN_RULES]
    sides = vertical_edges(page) if groups else []
    for group in groups:
        for top, middle, foot in zip(group, group[1:], group[2:], strict=False):
            if any(_is_inside(side, top, foot) for side in sides):
                continue  # a grid
            head, body = _lines_between(lines, top, middle), _lines_between(lines, middle, foot)
            if head and len(body) >= PARTED:
                places = list(_common_white(head, body))
                for line in body if places else ():
                    cuts.setdefault(id(line), []).extend(places)
    return [
        part for line in lines for part in (cut_line(line, sorted(cuts[id(line)])) if id(line) in cuts else (line,))
    ]


def _is_inside(side: Edge, top: Edge, foot: Edge) -> bool:
    """Whether a vertical border stands between two rules and their ends."""
    return top.lo - SAME_WIDTH <= side.at <= top.hi + SAME_WIDTH and side.lo < foot.at and side.hi > top.at


def _lines_between(lines: Sequence[Line], above: Edge, below: Edge) -> list[Line]:
    """The upright lines between two rules and their ends."""
    return [
        line
        for line in lines
        if above.at < line.baseline - 0.3 * (line.y1 - line.y0) < below.at
        and above.lo - SAME_WIDTH <= line.x0
        and line.x1 <= above.hi + SAME_WIDTH
        and not line.angle
    ]


def _common_white(head: Sequence[Line], body: Sequence[Line]) -> Iterator[float]:
    """The middles of the white spaces that part the columns of a body, below two headings each."""
    least = GUTTER * median(sorted([line.words[0].style.size for line in body]))
    runs = [_runs(line, least) for line in body]
    apart = HEADINGS_APART / GUTTER * least
    headings = sorted([(line.baseline, x0, x1) for line in head for x0, x1 in _runs(line, apart)])
    changes = sorted([(x, step) for own in runs for x0, x1 in own for x, step in ((x0, 1), (x1, -1))])
    level = 0
    for (x, step), (after, _) in pairwise(changes):
        level += step
        if level > CROSSING * len(body) or after - x < least:
            continue
        parts = sum(any(x1 <= x for _, x1 in own) and any(x0 >= after for x0, _ in own) for own in runs)
        over = any(a[0] == b[0] and a[2] < after and b[1] > x and b[1] - a[2] > apart for a, b in pairwise(headings))
        if over and parts:
            yield (x + after) / 2


def _runs(line: Line, least: float) -> list[tuple[float, float]]:
    """Where the words of a line begin and end, those with less white between them together."""
    found: list[tuple[float, float]] = []
    for word in line.words:
        if found and word.x0 - found[-1][1] < least:
            found[-1] = (found[-1][0], max(found[-1][1], word.x1))
        else:
            found.append((word.x0, word.x1))
    return found


def has_form(page: Page, lines: Sequence[Line]) -> bool:
    """Whether several headings may stand right below the upper one of two rules of one width: a cheap test."""
    return have_headings(lines, form_tops(page))


def form_tops(page: Page) -> list[float]:
    """The heights of the rules of a page with another of their width below, in order."""
    if len(page.rules) < 2:
        return []
    lowest: dict[tuple[int, int], float] = {}
    tops: list[float] = []
    for x0, y0, x1, y1, _, _ in page.rules:
        width = x1 - x0
        if width >= MIN_WIDTH and width >= y1 - y0:
            place = (round_half_even(x0), round_half_even(x1))
            last = lowest.get(place)
            if last is not None:
                tops.append(min(last, y0))
            lowest[place] = y0 if last is None else max(last, y0)
    tops.sort()
    return tops


def have_headings(lines: Sequence[Line], tops: Sequence[float]) -> bool:
    """Whether several of the lines, or parts of one, stand side by side right below one of these heights in order."""
    if not tops:
        return False
    under = []
    for line in lines:
        above = bisect_left(tops, line.baseline)
        if above and line.baseline - tops[above - 1] < RULE_TO_HEAD * (line.y1 - line.y0):
            under.append(line)
    return any(standing_apart(ln.words) for ln in under) or any(a.baseline == b.baseline for a, b in pairwise(under))


def parts_frames(block: Block, rules: Sequence[Edge]) -> bool:
    """Whether rows of a block stand in two tables side by side, each between rules of one width."""
    top, foot = block.rows[0].baseline, block.rows[-1].baseline
    groups = [group for group in of_one_width(rules, MIN_WIDTH) if len(group) >= MIN_RULES]
    inside = [group for group in groups if group[0].at < foot and group[-1].at > top]
    held = [group for group in inside if group[0].lo > block.x0 - SAME_WIDTH and group[0].hi < block.x1 + SAME_WIDTH]
    return any(
        a[0].hi < b[0].lo and a[0].at < b[-1].at and b[0].at < a[-1].at for a in held for b in held if a is not b
    )


def _with_labels_raised(rows: Sequence[Row]) -> list[Row]:
    """The rows with labels that stand half-way between two rows, as those of both do, put into the upper one."""
    found: list[Row] = []
    for i, row in enumerate(rows):
        above, below = (rows[i - 1], rows[i + 1]) if 0 < i < len(rows) - 1 else (row, row)
        if len(row.pieces) == 1 and found and _is_between(above, row, below):
            last = found.pop()
            found.append(Row([*row.pieces, *last.pieces], last.baseline, min(last.y0, row.y0), last.y1))
        else:
            found.append(row)
    return found


def _is_between(above: Row, label: Row, below: Row) -> bool:
    """Whether a label stands at the left of two rows and half-way between them."""
    steps = label.baseline - above.baseline, below.baseline - label.baseline
    near = max(steps) < HALF_WAY * label.height and min(steps) > HALF_WAY / 3 * label.height
    return near and min(len(above.pieces), len(below.pieces)) > 1 and label.x1 < min(above.x0, below.x0)


def _is_to_fill_in(rows: Sequence[Row], running: set[int]) -> bool:
    """Whether bold headings stand over one column of labels, the others left empty for the reader to fill in."""
    if len(rows) <= MIN_LABELS:
        return False
    head, labels = rows[0].pieces, [row.pieces[0] for row in rows[1:]]
    if len(head) < 2 or not is_bold(piece.line for piece in head) or is_bold(piece.line for piece in labels):
        return False
    if any(len(row.pieces) > 1 or id(row.pieces[0]) in running for row in rows[1:]):
        return False
    return all(abs(piece.x0 - head[0].x0) < SAME_WIDTH and piece.x1 < head[1].x0 for piece in labels)


def _sticks_out(block: Block, rows: Sequence[Row], beside: Sequence[Sequence[Edge]]) -> bool:
    """Whether many rows of the block go on outside the rules: then these are not as wide as the table.

    What stands between the rules of a table beside it is no part of them.
    """
    inside = {row.baseline: len(row.pieces) for row in block.rows}
    longer = sum(
        1
        for row in rows
        if row.baseline in inside
        and sum(not any(_holds(frame, row, p) for frame in beside) for p in row.pieces) > inside[row.baseline]
    )
    return longer > OUTSIDE * len(block.rows)


def _holds(frame: Sequence[Edge], row: Row, piece: Piece) -> bool:
    across = frame[0].lo - SAME_WIDTH <= (piece.x0 + piece.x1) / 2 <= frame[0].hi + SAME_WIDTH
    return across and frame[0].at <= row.baseline <= frame[-1].at


def _between(rows: Sequence[Row], above: Edge, below: Edge) -> list[Row]:
    inside = []
    for row in rows:
        if above.at - 1 <= row.baseline - 0.3 * row.height and row.baseline - 1 <= below.at:
            pieces = [p for p in row.pieces if above.lo - SAME_WIDTH <= (p.x0 + p.x1) / 2 <= above.hi + SAME_WIDTH]
            if pieces:
                inside.append(Row(pieces, row.baseline, row.y0, row.y1))
    return inside


def _tabular(band: Sequence[Row], rule: Edge, running: set[int]) -> bool:
    if not band:
        return False
    width = rule.hi - rule.lo
    for row in band:
        for piece in row.pieces:
            if id(piece) in running or (len(row.pieces) == 1 and piece.x1 - piece.x0 > WIDE * width):
                return False
    return True


def _block(bands: Sequence[Sequence[Row]]) -> Block | None:
    if len(bands) < MIN_RULES - 1 or len(bands[0]) > MAX_HEAD:
        return None
    if any(row.figures for row in bands[0]):
        return None
    rows = [row for band in bands for row in band]
    if not any(len(row.pieces) > 1 for row in bands[0]) or len(rows) < 3:
        return None
    return Block(_with_labels_raised(rows), framed=True)
