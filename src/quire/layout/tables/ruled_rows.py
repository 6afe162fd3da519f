"""Tables whose rows are parted by rules or sides of fills of one width: each band between two of them is a row.

Columns are the white that goes through the bands, whatever stands at which height in them. Rules of one width part
sections of text, boxes and the grids of charts too: one sum of evidence says whether bands are a table.

Rules of one width with labels beside them are cells, too, with nothing but a lower border (`blanks`). Blanks in running
text look alike: there a rule begins where its label ends, and the values stand anywhere on it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from quire.layout.tables.cell_pieces import Row, cut_line, in_bands, rows_of_pieces, with_pieces
from quire.layout.tables.grids import is_bold
from quire.layout.tables.gutters import Columns, share_column, span_of
from quire.layout.tables.header_rows import headings, is_caption, is_caption_row, is_unit_line
from quire.layout.tables.rule_frames import MAX_HEAD
from quire.layout.tables.rule_segments import Seam, at_borders, level_seams
from quire.layout.tables.sketches import Draft, Drafts, Sketch, add_line, tidy
from quire.model.page import Line, Rule
from quire.tables.column_gutters import Reach, cheapest_columns, covered
from quire.tables.edges import SAME_WIDTH, Edge, of_one_width, without_underlines
from quire.tables.medians import median

MIN_WIDTH = 120.0  # points, of a rule: records have texts
MIN_BANDS = 3
MIN_COLUMNS = 2
CLOSE = 0.7  # of the row height: white between the lines of the headings, and above the first rule
TOUCHING = 1.0  # points; texts of a band that are nearer to each other across are of one column
# Evidence that bands are the rows of a table: the share of filled places, that of bands with a text in the first
# column, the number of bands up to MANY and of columns beyond two up to WIDE, a frame,
# headings that are set apart; and against it the shares of bands that hold several rows, of texts that stand in two
# columns, of rows with texts apart in one column and of rows that go on beside the rules; and that rows go on above or
# below them. Set by hand, not fitted, with the development documents in view on which they were measured.
FILLED, LEADING, STACKED, PARTED, FRAMED, HEADED, JOINTED = 4.0, 2.0, 1.5, 0.5, 1.5, 1.0, 2.0
CROWDED, CROSSING, SHARED, BESIDE, BEYOND, ENOUGH = 4.0, 8.0, 6.0, 4.0, 4.0, 7.0
MANY, WIDE = 6, 4
MOSTLY = 0.8  # of the columns, and of the rows
SEAM = 1.5  # points between a rule and the border that it draws
FAR = 2.2  # of the highest band: rows that go on stand no further from the first or last rule


class _Group(NamedTuple):
    """Rules of one width, from top to bottom."""

    rules: list[Edge]
    lo: float  # where most of them begin and end
    hi: float
    joints: tuple[float, ...] = ()  # between the cells that several of them are the borders of


def records(
    lines: Sequence[tuple[int, Line]],
    borders: Sequence[Edge],
    sides: Sequence[Edge] = (),
    rules: Sequence[Rule] = (),
) -> Iterator[Sketch]:
    """The tables whose rows are bands between borders of one width.

    Args:
        lines: The lines of a page that no other table has used, with their indices.
        borders: The page's horizontal borders, rules and sides of fills, from top to bottom.
        sides: Its vertical borders, which may frame a table.
        rules: Its rules as they are drawn; those of cells have joints.
    """
    groups = [group for group in _groups(borders, rules) if group.joints or _holds_bands(group, lines)]
    if not groups:
        return
    rows = rows_of_pieces(lines)
    taken: set[int] = set()
    for group in sorted(groups, key=lambda one: one.lo - one.hi):
        edges = without_underlines(group.rules, [line for _, line in lines])
        bands = [_inside(band, group) for band in in_bands(rows, [edge.at for edge in edges])]
        framed = [_is_framed(a, b, sides) for a, b in pairwise(edges)]
        head, foot = ([], []) if (framed and framed[0]) or not edges else _open_ends(rows, group, edges, bands)
        if foot:
            bands, framed = [*bands, foot], [*framed, False]
            edges = [*edges, Edge(foot[-1].y1, group.lo, group.hi)]
        for start, end in _runs(bands, framed, MIN_BANDS - bool(foot)):
            own = head if start == 0 else []
            banded = Banded(group, own, bands[start:end], edges[start : end + 1], framed[start], rows)
            sketch = _sketch(banded, borders)
            if sketch is not None and taken.isdisjoint(sketch.used):
                taken |= sketch.used
                yield sketch


def _groups(borders: Sequence[Edge], rules: Sequence[Rule]) -> list[_Group]:
    seams = level_seams(rules)
    groups = []
    for wide in of_one_width(borders, MIN_WIDTH):
        lo, hi = median([e.lo for e in wide]), median([e.hi for e in wide])
        own, shared = _jointed(wide, [seam for seam in seams if any(abs(seam[0] - e.at) < SEAM for e in wide)], lo, hi)
        if len(own) > (1 if shared else MIN_BANDS) and any(e.drawn for e in own):
            groups.append(_Group(own, lo, hi, shared))
    return groups


def _jointed(borders: list[Edge], seams: Sequence[Seam], lo: float, hi: float) -> tuple[list[Edge], tuple[float, ...]]:
    """The borders from the first to the last with the joints that most have, two at least, and these joints.

    All borders and no joints where others have more.
    """
    wide = [(at, edges) for at, edges in seams if abs(edges[0] - lo) < SAME_WIDTH and abs(edges[-1] - hi) < SAME_WIDTH]
    inner = Counter(tuple([float(round(x)) for x in edges[1:-1]]) for _, edges in wide)
    shared, count = inner.most_common(1)[0] if inner else ((), 0)
    if count < 2 or any(len(other) > len(shared) for other in inner):
        return borders, ()
    top, end = wide[0][0] - SEAM, wide[-1][0] + SEAM
    return [e for e in borders if top < e.at < end], shared


def _holds_bands(group: _Group, lines: Sequence[tuple[int, Line]]) -> bool:
    """Whether enough bands of a group hold lines, one of them more than there must be columns: a cheap test."""
    heights = [rule.at for rule in group.rules]
    inside = Counter(bisect_right(heights, ln.baseline) for _, ln in lines if ln.x1 > group.lo and ln.x0 < group.hi)
    counts = [inside[band] for band in range(1, len(heights)) if inside[band]]
    return len(counts) >= MIN_BANDS - 1 and max(counts) > MIN_COLUMNS


def _inside(rows: Sequence[Row], group: _Group) -> list[Row]:
    """The rows with their pieces between the ends of the rules, cut at joints but captions; [] when text sticks out."""
    cut = [row if is_caption_row(row) else row.cut(lambda piece: at_borders(piece, group.joints)) for row in rows]
    inside = with_pieces(cut, lambda p: p.x1 > group.lo and p.x0 < group.hi)
    out = any(p.x0 < group.lo - SAME_WIDTH or p.x1 > group.hi + SAME_WIDTH for row in inside for p in row.pieces)
    return [] if out else inside


def _open_ends(
    rows: Sequence[Row], group: _Group, rules: Sequence[Edge], bands: Sequence[Sequence[Row]]
) -> tuple[list[Row], list[Row]]:
    """The headings close above the first rule; of cells with joints also the last row close below the last.

    They may be as far from these as the other cells stand from theirs. No row is below the last rule where none is
    above the first: rules are above and below such a table, too.
    """
    first, last = rules[0].at, rules[-1].at
    pairs = list(zip(rules, bands, rules[1:], strict=False)) if group.joints else []
    over = max([SEAM + below.at - band[-1].y1 for _, band, below in pairs if band], default=0.0)
    under = max([SEAM + band[0].y0 - above.at for above, band, _ in pairs if band], default=0.0)
    head = _open_row([row for row in reversed(rows) if row.middle < first], group, first, over)
    foot = _open_row([row for row in rows if row.middle >= last], group, last, under) if head and pairs else []
    return head, foot


def _open_row(rows: Sequence[Row], group: _Group, at: float, near: float) -> list[Row]:
    """The rows on from a rule that are the lines of one row of cells, of several texts."""
    found: list[Row] = []
    top = end = at
    for whole in rows:
        if whole.x1 <= group.lo or whole.x0 >= group.hi:
            continue
        inside = _inside([whole], group)
        if not inside or len(found) == MAX_HEAD:
            break
        row, text = inside[0], inside[0].pieces[0].text
        far = max(row.y0 - end, top - row.y1) > max(CLOSE * row.height, near)
        fits = all(len(set(span_of(p.x0, p.x1, group.joints))) == 1 for p in row.pieces)
        if far or not fits or is_unit_line(text) or is_caption(text):
            break
        if not group.joints and len(row.pieces) == 1 and (not found or row.x0 < found[-1].pieces[0].x1):
            break  # a label, or the title above the headings
        found.append(row)
        top, end, near = min(top, row.y0), max(end, row.y1), 0.0
    return sorted(found, key=lambda row: row.baseline) if any(len(row.pieces) > 1 for row in found) else []


def _runs(bands: Sequence[Sequence[Row]], framed: Sequence[bool], least: int) -> Iterator[tuple[int, int]]:
    """First and last (exclusive) of the bands that may be of one table.

    They hold text, all in a frame or none, and no text of several lines or caption alone, which parts two tables.
    """
    start = 0
    for i in range(len(bands) + 1):
        ends = i == len(bands) or not bands[i]
        if not ends and not framed[i]:
            ends = is_caption_row(bands[i][0]) if len(bands[i]) == 1 else len(_reach(bands[i])) == 1
        if ends or framed[i] != framed[start]:
            if i - start >= least:
                yield start, i
            start = i + 1 if ends else i


class Banded(NamedTuple):
    """Bands between rules of one width that may be the rows of a table."""

    group: _Group
    above: Sequence[Row]  # headings above the first rule
    bands: Sequence[Sequence[Row]]
    rules: Sequence[Edge]  # one more than bands
    framed: bool
    rows: Sequence[Row]  # of the page


def _beside(banded: Banded) -> float:
    """The share of the rows between the rules that hold texts beside them, too."""
    lo, hi, rules = banded.group.lo, banded.group.hi, banded.rules
    inside = [r for r in banded.rows if rules[0].at <= r.baseline < rules[-1].at and r.x1 > lo and r.x0 < hi]
    return sum(any(p.x1 <= lo or p.x0 >= hi for p in row.pieces) for row in inside) / max(1, len(inside))


def _goes_on(banded: Banded) -> bool:
    """Whether headings hold figures, or a row of several texts stands near above them or the rules, or below these.

    What stands beyond a caption is of another table.
    """
    if any(row.figures for row in banded.above):
        return True
    rules, rows = banded.rules, banded.rows
    top, end = min([row.y0 for row in banded.above], default=rules[0].at), rules[-1].at
    reach = FAR * max(below.at - above.at for above, below in pairwise(rules))
    over = reversed([row for row in rows if top - reach < row.y0 and row.baseline < top])
    under = [row for row in rows if row.baseline > end and row.y1 < end + reach]
    near = [r for own in (over, under) for r in takewhile(lambda row: not is_caption(row.pieces[0].text), own)]
    lo, hi = banded.group.lo - SAME_WIDTH, banded.group.hi + SAME_WIDTH
    return any(row.x0 >= lo and row.x1 <= hi and len(row.pieces) > 1 for row in near)


def _is_framed(above: Edge, below: Edge, sides: Sequence[Edge]) -> bool:
    """Whether vertical borders run from one rule to the next at both ends of the rules."""
    return all(
        any(
            abs(side.at - at) <= SAME_WIDTH and side.lo <= above.at + SAME_WIDTH and side.hi >= below.at - SAME_WIDTH
            for side in sides
        )
        for at in (below.lo, below.hi)
    )


def _sketch(banded: Banded, rules: Sequence[Edge]) -> Sketch | None:
    """The table of bands below headings; without headings above, the first band holds them."""
    above, bands = banded.above, banded.bands
    reaches = [reach for band in [*bands, *([row] for row in above)] if len(reach := _reach(band)) > 1]
    if len(reaches) < MIN_COLUMNS:
        return None
    seams = banded.group.joints
    edges = [banded.group.lo, *seams, banded.group.hi]
    columns = Columns(list(seams), list(pairwise(edges))) if seams else cheapest_columns(reaches)
    if len(columns.extents) < MIN_COLUMNS or (seams and _contradict(bands, columns)):
        return None
    if evidence(banded, columns) < ENOUGH:
        return None
    rows = [row for band in bands for row in band]
    head = above or bands[0]
    cells, tops = headings(head, columns, rules)
    levels = above or (len(tops) > 1 and any(cell.col_span > 1 for cell in cells.values()))
    heights = [rule.at for rule in banded.rules]
    heights = [*tops, *heights[not above :]] if levels else heights
    pieces = [p for row in [*above, *rows] for p in row.pieces]
    left, right = min([banded.group.lo, *(p.x0 for p in pieces)]), max([banded.group.hi, *(p.x1 for p in pieces)])
    if not levels:
        cells = {}
    inside = bool(levels and not above)  # the first band holds the headings
    first = len(tops) - inside if levels else 0
    for r in range(inside, len(bands)):
        _put(cells, first + r, bands[r], columns.borders)
    covered = Counter(
        (r, c)
        for d in cells.values()
        for r in range(d.row, d.row + d.row_span)
        for c in range(d.col, d.col + d.col_span)
    )
    if max(covered.values()) > 1:
        return None
    used = {i for p in pieces for i in p.indices}
    xs, drafts = [left, *columns.borders, right], [cells[place] for place in sorted(cells)]
    return tidy(Sketch(xs, list(heights), drafts, used, ruled=False, header_rows=len(tops) if levels else None))


def _reach(band: Sequence[Row]) -> list[Reach]:
    """Where the texts of a band stand across, whatever their heights: runs without white between them."""
    return covered([(p.x0, p.x1) for row in band for p in row.pieces], TOUCHING)


def evidence(banded: Banded, columns: Columns) -> float:
    """The sum of evidence that bands are the rows of a table; `ENOUGH` and more are enough."""
    bands = banded.bands
    count, width = len(bands), len(columns.extents)
    places = [{span_of(p.x0, p.x1, columns.borders)[0] for row in band for p in row.pieces} for band in bands]
    inside = [p for band in bands if len(_reach(band)) > 1 for row in band for p in row.pieces]
    crossing = sum(len(set(span_of(p.x0, p.x1, columns.borders))) > 1 for p in inside)
    head = [p.line for row in banded.above or bands[0] for p in row.pieces]
    return (
        FILLED * sum(map(len, places)) / (count * width)
        + LEADING * sum(0 in place for place in places) / count
        + STACKED * min(MANY, count) / MANY
        + PARTED * (min(WIDE, width) - MIN_COLUMNS)
        + FRAMED * banded.framed
        + JOINTED * bool(banded.group.joints)
        + HEADED * (is_bold(head) and not is_bold([p.line for row in bands[-1] for p in row.pieces]))
        - CROWDED * (not banded.group.joints) * sum(_is_several(band, columns) for band in bands) / count
        - CROSSING * crossing / max(1, len(inside))
        - SHARED * sum(share_column(row, columns) for band in bands for row in band) / sum(map(len, bands))
        - BESIDE * _beside(banded)
        - BEYOND * (not banded.framed and _goes_on(banded))
    )


def _is_several(band: Sequence[Row], columns: Columns) -> bool:
    """Whether a band holds several rows: a label stands below the first line, beside a figure or several texts."""
    filled = [(row, {span_of(p.x0, p.x1, columns.borders)[0] for p in row.pieces}) for row in band[1:]]
    return any(0 in places and (len(places) > 2 or row.figures > 0) for row, places in filled)


def _contradict(bands: Sequence[Sequence[Row]], columns: Columns) -> bool:
    """Whether bands between borders of cells hold several rows, not only texts that wrap, or texts side by side.

    Three rows of a band fill nearly all columns, or two with figures.
    """
    for band in bands:
        filled = [(row, {span_of(p.x0, p.x1, columns.borders)[0] for p in row.pieces}) for row in band]
        full = [row for row, places in filled if 0 in places and len(places) >= MOSTLY * len(columns.extents)]
        if len(full) > 2 or sum(row.figures > 0 for row in full) > 1:
            return True
    rows = [row for band in bands for row in band]
    return sum(share_column(row, columns) for row in rows) > (1 - MOSTLY) * len(rows)


def _put(cells: Drafts, row: int, band: Sequence[Row], borders: Sequence[float]) -> None:
    """Add a band to the cells of its row: one run of text spans what it reaches, others are cut at the borders."""
    one = len(_reach(band)) == 1
    for piece in (p for line in band for p in line.pieces):
        first, last = span_of(piece.x0, piece.x1, borders)
        for line in [piece.line] if one else cut_line(piece.line, borders[first:last]):
            own, end = span_of(line.x0, line.x1, borders)
            add_line(cells, (row, own, end if one else own, 1), line)


# --- labels beside blanks ----------------------------------------------------------------------------

BLANK_WIDTH = 60.0  # points, of a blank
BLANKS = 3  # at least, with values
BLANK_SLACK = 2.0  # points by which a text may stick out of its place, and between the baselines of a label's parts
UNEVEN_BLANKS = 2.2  # times the smallest step from rule to rule; a higher row may hold two lines
LONGEST_LABEL = 0.8  # of a blank: a label is narrower
BLANK_GAP = 1.5  # points between a label and its blank: the padding of cells
EVEN_VALUES = 1.5  # points: the values of one column begin, or have their middles, so near to each other


class _Blank(NamedTuple):
    """What stands on a blank and beside it, each from top to bottom and from left to right."""

    rule: Edge
    label: list[Line]
    value: list[Line]
    used: list[int]


def blanks(lines: Sequence[tuple[int, Line]], borders: Sequence[Edge]) -> Iterator[Sketch]:
    """The tables of labels and blanks.

    Args:
        lines: The lines of a page that no other table has used, with their indices.
        borders: The page's horizontal borders, from top to bottom.
    """
    for rules in of_one_width([edge for edge in borders if edge.drawn], BLANK_WIDTH):
        if len(rules) < BLANKS:
            continue
        step = min(below.at - above.at for above, below in pairwise(rules))
        tops = [rules[0].at - step, *(rule.at for rule in rules)]
        run: list[_Blank] = []
        for band in [*(_blank_band(lines, top, rule) for top, rule in zip(tops, rules, strict=False)), None]:
            if band is not None and (not run or band.rule.at - run[-1].rule.at < UNEVEN_BLANKS * step):
                run.append(band)
                continue
            if _are_blanks(run):
                yield _blanks_sketch(run, step)
            run = [] if band is None else [band]


def _blank_band(lines: Sequence[tuple[int, Line]], top: float, rule: Edge) -> _Blank | None:
    """What stands between two heights; None where that is not a label of one line with a blank."""
    inside = [(i, line) for i, line in lines if not line.angle and top < (line.y0 + line.y1) / 2 < rule.at]
    parts = [part for _, line in inside for part in cut_line(line, [rule.lo])]
    label = sorted([part for part in parts if part.x1 <= rule.lo + BLANK_SLACK], key=lambda part: part.x0)
    value = [part for part in parts if part.x0 >= rule.lo - BLANK_SLACK and part.x1 <= rule.hi + BLANK_SLACK]
    if not label or len(label) + len(value) < len(parts):
        return None
    heights = [part.baseline for part in label]
    if max(heights) - min(heights) > BLANK_SLACK or label[-1].x1 - label[0].x0 > LONGEST_LABEL * (rule.hi - rule.lo):
        return None
    return _Blank(rule, label, sorted(value, key=lambda part: (part.baseline, part.x0)), [i for i, _ in inside])


def _are_blanks(run: Sequence[_Blank]) -> bool:
    """Whether labels keep off the blanks, and the first lines of the values begin or have their middles together."""
    firsts = [band.value[0] for band in run if band.value]
    if len(firsts) < BLANKS or any(band.rule.lo - band.label[-1].x1 < BLANK_GAP for band in run):
        return False
    lefts, middles = [line.x0 for line in firsts], [(line.x0 + line.x1) / 2 for line in firsts]
    return min(max(places) - min(places) for places in (lefts, middles)) < EVEN_VALUES


def _blanks_sketch(run: Sequence[_Blank], step: float) -> Sketch:
    first = run[0].rule
    xs = [min(band.label[0].x0 for band in run), first.lo, first.hi]
    ys = [first.at - step, *(band.rule.at for band in run)]
    cells = [
        Draft(row, col, 1, 1, lines)
        for row, band in enumerate(run)
        for col, lines in enumerate((band.label, band.value))
        if lines
    ]
    return Sketch(xs, ys, cells, {i for band in run for i in band.used}, ruled=True, header_rows=0)
