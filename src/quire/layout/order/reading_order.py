"""Reading order: bands of a page, their gutters, and the columns between them.

A page is cut into bands by the white between rows. Neighbouring bands that leave the same gutter free form a region of
columns; each column is cut again in the same way. A gutter counts only if the text beside it reads as columns, unlike
cells of a table, labels and list markers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from quire.layout.order.gutter_sides import Atom, is_gutter
from quire.layout.order.separator_rules import Divider
from quire.layout.rounding import median
from quire.layout.text.text_rows import Row, rows_of
from quire.model.document import Region
from quire.model.geometry import Box, bounds
from quire.model.page import Line
from quire.tables.edges import Edge

# Glyphs reach from about 0.75 of the size above the baseline to 0.2 below; less is used for the
# cuts between bands, because the boxes of tightly set lines overlap.
_RISE, _DROP = 0.62, 0.08
# A gutter is at least this wide, in type sizes; narrower gaps are word spaces.
_GUTTER = 0.75
# Columns inside columns (a sidebar beside two columns) end here.
_DEPTH = 5
# Times the usual size: a title.
_LARGER = 1.15
# A barrier may touch what is above and below it, points; and reaches further than this into both columns.
_TOUCH = 1.0
# Type sizes: lines at the left edge of a column begin within so many; bands are close with less white between.
_LEFT_EDGE, _CLOSE = 1.5, 1.6
# Of the lower of two figures, which are beside each other from there on.
_LEVEL = 0.5
# Bands before a break that may belong to the columns behind it.
_LOOK_BACK = 12
# Points between the baselines of rows that are pieces of one.
_ONE_BASELINE = 0.5
# An upright rule parts what is beside this share of its own height.
_ALONG = 0.8


class ColumnRules(NamedTuple):
    """The rules of a page that say where columns end."""

    barriers: Sequence[Edge] = ()  # level ones: no column goes on across them
    dividers: Sequence[Divider] = ()  # upright ones between columns


NO_RULES = ColumnRules()


class _Cuts(NamedTuple):
    """How a part of a page may be cut."""

    gap: float  # what a gutter is wide at least
    rules: ColumnRules


@dataclass(slots=True)
class Column:
    """A column of a region, or rows over the whole width: read from top to bottom."""

    parts: list[Row | int]  # rows of text, and the items of other atoms
    x0: float
    x1: float
    region: int = 0


@dataclass(slots=True)
class ReadingOrder:
    """The columns of a page in reading order, with the regions they belong to."""

    columns: list[Column] = field(default_factory=list)
    regions: list[Region] = field(default_factory=list)
    rules: ColumnRules = NO_RULES
    sides: tuple[float, float] = (0.0, 0.0)  # of all that is no picture


def line_atom(line: Line) -> Atom:
    """A line with its box narrowed to where its glyphs' bodies are."""
    size = line.words[0].style.size
    height = line.y1 - line.y0
    size = min(size, height) if size > 0 else height
    return Atom(line.x0, line.baseline - _RISE * size, line.x1, line.baseline + _DROP * size, line)


def item_atom(box: Box, item: int, *, picture: bool = False) -> Atom:
    """A table or a picture."""
    return Atom(box.x0, box.y0, box.x1, box.y1, None, item, picture)


def read_order(atoms: Iterable[Atom], rules: ColumnRules = NO_RULES) -> ReadingOrder:
    """The columns of the page. Every atom is in exactly one.

    Args:
        atoms: What is ordered.
        rules: Those that end columns, or stand between them.
    """
    ordered = sorted(atoms, key=lambda atom: (atom.y0, atom.x0))
    texts = [atom for atom in ordered if not atom.picture]
    sides = min([atom.x0 for atom in texts], default=0.0), max([atom.x1 for atom in texts], default=0.0)
    order = ReadingOrder(rules=rules, sides=sides)
    if ordered:
        for leaf in _split(ordered, order, 0):
            _add_leaf(order, leaf)
    return order


# --- bands -----------------------------------------------------------------------------------------


class _Band(NamedTuple):
    atoms: list[Atom]
    y0: float
    y1: float
    cover: list[tuple[float, float]]  # the x intervals that its atoms take, merged


def _bands(atoms: Sequence[Atom]) -> list[_Band]:
    """Atoms, sorted by their top, split at every height that none covers."""
    bands: list[_Band] = []
    start, bottom = 0, atoms[0].y1
    for index in range(1, len(atoms) + 1):
        if index == len(atoms) or atoms[index].y0 >= bottom:
            part = list(atoms[start:index])
            bands.append(_Band(part, part[0].y0, bottom, _cover((a.x0, a.x1) for a in part)))
            start = index
        if index < len(atoms):
            bottom = max(bottom, atoms[index].y1)
    return bands


def _cover(intervals: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    merged: list[tuple[float, float]] = []
    for x0, x1 in sorted(intervals):
        if merged and x0 <= merged[-1][1]:
            if x1 > merged[-1][1]:
                merged[-1] = (merged[-1][0], x1)
        else:
            merged.append((x0, x1))
    return merged


def _closed(
    cover: Sequence[tuple[float, float]], gap: float, dividers: Sequence[Divider] = ()
) -> list[tuple[float, float]]:
    """The intervals with all gaps narrower than `gap` closed, but for those in which a divider stands."""
    closed = [cover[0]]
    for x0, x1 in cover[1:]:
        if x0 - closed[-1][1] < gap and not (dividers and _is_parted(closed[-1][1], x0, dividers)):
            closed[-1] = (closed[-1][0], x1)
        else:
            closed.append((x0, x1))
    return closed


def _is_parted(end: float, start: float, dividers: Iterable[Divider]) -> bool:
    """Whether one of the dividers stands between the end of a text and the start of another."""
    return any(end - _TOUCH <= one.at <= start + _TOUCH for one in dividers)


# --- regions ---------------------------------------------------------------------------------------


class _Leaf(NamedTuple):
    atoms: list[Atom]
    region: int


def _split(atoms: list[Atom], order: ReadingOrder, depth: int, region: int = -1) -> list[_Leaf]:
    """The leaves of these atoms (sorted by top) in reading order; `region` is the one that they lie in."""
    bands = _bands(atoms)
    if depth > _DEPTH or (all(len(band.cover) == 1 for band in bands) and not _may_be_columns(bands)):
        return [_Leaf(atoms, _region(order, [atoms]) if region < 0 else region)]
    cuts = _Cuts(_GUTTER * _usual_size(atoms), order.rules)
    leaves: list[_Leaf] = []
    for columns in _sections(bands, cuts):
        inside = _region(order, columns) if region < 0 else region
        if len(columns) == 1:
            leaves.append(_Leaf(columns[0], inside))
        else:
            for column in columns:
                leaves += _split(column, order, depth + 1, inside)
    return leaves


def _sections(bands: Sequence[_Band], cuts: _Cuts) -> list[list[list[Atom]]]:
    """The atoms as sections from top to bottom, each with its columns; plain bands are put together."""
    sections: list[list[list[Atom]]] = []
    plain = False
    for group in _with_tops(_groups(bands, cuts), cuts):
        columns = _columns_of(group, cuts)
        if len(columns) > 1:
            sections.append(columns)
            plain = False
            continue
        atoms = [atom for band in group for atom in band.atoms]
        if plain:
            sections[-1][0].extend(atoms)
        else:
            sections.append([atoms])
            plain = True
    return sections


def _region(order: ReadingOrder, columns: Sequence[Sequence[Atom]]) -> int:
    """Add the region of these columns; its index. Pictures beside text or in the margin are no columns."""
    boxes = [_extent(column) for column in columns]
    texts = [atom for column in columns for atom in column if not atom.picture]
    left, right = order.sides
    own = [
        box
        for column, box in zip(columns, boxes, strict=True)
        if not all(atom.picture for atom in column)
        or (box.x1 > left and box.x0 < right and all(atom.y1 < box.y0 or atom.y0 > box.y1 for atom in texts))
    ] or boxes
    gaps = [after.x0 - before.x1 for before, after in pairwise(own)]
    order.regions.append(Region(bounds(boxes), len(own), min(gaps, default=0.0)))
    return len(order.regions) - 1


def _extent(atoms: Sequence[Atom]) -> Box:
    """The smallest box that holds them; there is at least one."""
    first = atoms[0]
    x0, y0, x1, y1 = first.x0, first.y0, first.x1, first.y1
    for atom in atoms:
        x0, y0, x1, y1 = min(x0, atom.x0), min(y0, atom.y0), max(x1, atom.x1), max(y1, atom.y1)
    return Box(x0, y0, x1, y1)


def _may_be_columns(bands: Sequence[_Band]) -> bool:
    """Whether one-sided bands are on both sides of something: rare, so cheap to exclude."""
    left = min(band.cover[0][1] for band in bands)
    return any(band.cover[0][0] >= left for band in bands)


def _usual_size(atoms: Sequence[Atom]) -> float:
    sizes = [atom.line.words[0].style.size for atom in atoms if atom.line is not None]
    return median(sizes) if sizes else 10.0


def _common(bands: Iterable[_Band], cuts: _Cuts) -> list[tuple[float, float]]:
    """The x intervals that bands take, with gaps that are no gutters closed."""
    own = list(bands)
    return _closed(_cover(x for band in own for x in band.cover), cuts.gap, _beside(own[0].y0, own[-1].y1, cuts))


def _beside(y0: float, y1: float, cuts: _Cuts) -> Sequence[Divider]:
    """The dividers that run along what is between two heights."""
    if not cuts.rules.dividers:
        return ()
    return [one for one in cuts.rules.dividers if min(y1, one.y1) - max(y0, one.y0) >= _ALONG * (y1 - y0)]


def _groups(bands: Sequence[_Band], cuts: _Cuts) -> list[list[_Band]]:
    """Runs of neighbouring bands that leave a common gutter free, which no barrier crosses; other bands alone."""
    groups: list[list[_Band]] = []
    run: list[_Band] = []
    cover: list[tuple[float, float]] = []
    for band in bands:
        y0 = run[0].y0 if run else band.y0
        joined = _closed(_cover([*cover, *band.cover]), cuts.gap, _beside(y0, band.y1, cuts))
        barred = bool(cuts.rules.barriers and run) and _barred(run[-1], band, joined, cuts.rules.barriers)
        if run and len(joined) > 1 and not barred:
            run.append(band)
            cover = joined
            continue
        start = len(run) if barred else _restart(run, cover, band, cuts)
        if run:
            groups.extend(_trimmed(run[:start], cuts))
        run = [*run[start:], band]
        cover = _common(run, cuts)
    return [*groups, *_trimmed(run, cuts)]


def _with_tops(groups: Sequence[list[_Band]], cuts: _Cuts) -> list[list[_Band]]:
    """The groups, those of columns with the lines above them with which one of the columns begins higher."""
    found: list[list[_Band]] = []
    for group in groups:
        top = _top(found, group, cuts) if len(group) > 1 and found and len(found[-1]) == 1 else 0
        if top:
            own = [band for one in found[-top:] for band in one]
            del found[-top:]
            found.append([*own, *group])
        else:
            found.append(group)
    return found


def _top(above: Sequence[list[_Band]], group: list[_Band], cuts: _Cuts) -> int:
    """How many bands right above a group are the first lines of one of its columns.

    They begin at its left edge, and no wider line is close above them: that would be the end of a paragraph.
    """
    cover = _common(group, cuts)
    if len(cover) < 2:
        return 0
    count, below = 0, group[0]
    size = cuts.gap / _GUTTER
    side: tuple[float, float] | None = None
    for one in reversed(above):
        band = one[0]
        if len(one) > 1 or not _near(band, below, cuts.gap) or _barred(band, below, cover, cuts.rules.barriers):
            break
        own = next(
            (x for x in cover if abs(band.cover[0][0] - x[0]) < _LEFT_EDGE * size and band.cover[-1][1] < x[1] + size),
            None,
        )
        if own is None or (side is not None and own != side):
            if _usual_size(band.atoms) > _LARGER * size:
                break  # a title over the columns
            return 0  # the end of a paragraph that goes over the columns
        side, below = own, band
        count += 1
    return count if count and len(_columns_of([*(one[0] for one in above[-count:]), *group], cuts)) > 1 else 0


def _barred(above: _Band, below: _Band, cover: Sequence[tuple[float, float]], barriers: Sequence[Edge]) -> bool:
    """Whether a barrier between two bands crosses a gutter of their common cover."""
    return any(
        above.y1 - _TOUCH <= edge.at <= below.y0 + _TOUCH
        and any(edge.lo < a[1] - _TOUCH and edge.hi > b[0] + _TOUCH for a, b in pairwise(cover))
        for edge in barriers
    )


def _restart(run: Sequence[_Band], cover: Sequence[tuple[float, float]], band: _Band, cuts: _Cuts) -> int:
    """How many bands at the start of a run to give up, so that the rest leaves a gutter free with `band` too.

    A run that makes columns of its own is left whole.
    """
    if len(cover) < 2 or len(_columns_of(run, cuts)) > 1:
        return len(run)
    for start in range(max(1, len(run) - _LOOK_BACK), len(run)):
        if len(_common(run[start : start + 1], cuts)) < 2:
            continue
        if len(_common([*run[start:], band], cuts)) > 1:
            return start
    return len(run)


def _trimmed(run: list[_Band], cuts: _Cuts) -> list[list[_Band]]:
    """A run without the one-sided bands that only happen to be above or below its columns."""
    if not run:
        return []
    cover = _common(run, cuts)
    if len(cover) < 2:
        return [[band] for band in run]
    sided = [len(_sides(band, cover)) > 1 for band in run]
    if not any(sided):
        return [[band] for band in run]
    first, last = sided.index(True), len(sided) - 1 - sided[::-1].index(True)
    while first > 0 and _go_on(run[first - 1], run[first], cover, cuts) and run[first - 1].cover[0][0] < cover[0][1]:
        first -= 1
    while last + 1 < len(run) and _go_on(run[last], run[last + 1], cover, cuts):
        last += 1
    middle = run[first : last + 1]
    return [*([band] for band in run[:first]), middle, *([band] for band in run[last + 1 :])]


def _sides(band: _Band, cover: Sequence[tuple[float, float]]) -> set[int]:
    """Which of the columns of `cover` the band has something in."""
    return {index for index, (x0, x1) in enumerate(cover) if any(a < x1 and b > x0 for a, b in band.cover)}


def _go_on(above: _Band, below: _Band, cover: Sequence[tuple[float, float]], cuts: _Cuts) -> bool:
    """Whether columns go on from one band to the next: close by, or along a divider between them."""
    if _near(above, below, cuts.gap):
        return True
    beside = _beside(above.y0, below.y1, cuts)
    return any(_is_parted(a[1], b[0], beside) for a, b in pairwise(cover))


def _near(above: _Band, below: _Band, gap: float) -> bool:
    """Whether two bands follow each other as the lines of one column do (white of at most about a line)."""
    return below.y0 - above.y1 < _CLOSE * gap / _GUTTER


# --- columns of a region ---------------------------------------------------------------------------


def _columns_of(group: Sequence[_Band], cuts: _Cuts) -> list[list[Atom]]:
    """The atoms of each column from left to right; one list when there is no gutter."""
    cover = _common(group, cuts)
    beside = _beside(group[0].y0, group[-1].y1, cuts)
    sides: list[list[Atom]] = [[] for _ in cover]
    for band in group:
        for atom in band.atoms:
            middle = (atom.x0 + atom.x1) / 2
            sides[next((i for i, (_, x1) in enumerate(cover) if middle <= x1), len(cover) - 1)].append(atom)
    columns = [sides[0]]
    for side, (before, after) in zip(sides[1:], pairwise(cover), strict=True):
        between = [one for one in beside if _is_parted(before[1], after[0], (one,))]
        if any(one.sheet for one in between) or is_gutter(columns[-1], side, ruled=bool(between)):
            columns.append(side)
        else:
            columns[-1] = sorted([*columns[-1], *side], key=lambda atom: (atom.y0, atom.x0))
    return columns


# --- leaves ----------------------------------------------------------------------------------------


def _add_leaf(order: ReadingOrder, leaf: _Leaf) -> None:
    parts: list[tuple[float, float, Row | int]] = [
        (row.baseline - _RISE * row.size, row.x0, row)
        for row in rows_of([atom.line for atom in leaf.atoms if atom.line is not None])
    ]
    parts += [(atom.y0, atom.x0, atom.item) for atom in leaf.atoms if atom.line is None]
    parts.sort(key=lambda part: part[:2])
    x0, x1 = min(atom.x0 for atom in leaf.atoms), max(atom.x1 for atom in leaf.atoms)
    items = {atom.item: atom for atom in leaf.atoms if atom.line is None}
    order.columns.append(Column(_from_left([part for _, _, part in parts], items), x0, x1, leaf.region))


def _from_left(parts: Sequence[Row | int], items: Mapping[int, Atom]) -> list[Row | int]:
    """The parts, those beside each other from left to right, whichever of them begins higher."""
    found: list[Row | int] = []
    for part in parts:
        place = len(found)
        while place and _precedes(part, found[place - 1], items):
            place -= 1
        found.insert(place, part)
    return found


def _precedes(one: Row | int, other: Row | int, items: Mapping[int, Atom]) -> bool:
    """Whether a part stands left of another on one level: tables and figures, or rows in pieces that overlap."""
    if isinstance(one, int) or isinstance(other, int):
        return isinstance(one, int) and isinstance(other, int) and _is_left(items[one], items[other])
    return one.x0 < other.x0 and abs(one.baseline - other.baseline) < _ONE_BASELINE


def _is_left(one: Atom, other: Atom) -> bool:
    """Whether one of two tables or figures stands left of the other, on one level with half of the lower one."""
    shared = min(one.y1, other.y1) - max(one.y0, other.y0)
    return one.x1 <= other.x0 and shared > _LEVEL * min(one.y1 - one.y0, other.y1 - other.y0)
