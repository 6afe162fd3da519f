"""A lattice of crossing edges as rows, columns and the borders between them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.page import Line
from quire.tables.edges import NEAR, Edge

OPEN_SIDE = 6.0  # points; edges that reach this far beyond the outermost crossing one show a border that is not drawn
COVERED = 0.6  # share of a cell's side that must be drawn to count as a border
REACHING = 0.6  # of the lattice; the side of a fill must reach so far to be a border among drawn ones
LONG = 0.5  # of the lattice; a rule at its end that is shorter may belong to a table inside a cell
PADDING = 1.1  # of the height of the lowest text: a narrower band holds none
ENCLOSED = 0.75  # of the places of a grid; where fewer lie in closed cells, boxes stand apart
MAX_BANDS = 400  # rows or columns; more are hatching or a drawing


class Place(NamedTuple):
    """A cell of a lattice: its first row and column, and how many it covers."""

    row: int
    col: int
    rows: int
    cols: int


@dataclass(slots=True)
class Lattice:
    """Borders of rows and columns; `right[r][c]`: drawn between columns c and c+1 of row r; `below` likewise."""

    xs: list[float]
    ys: list[float]
    right: list[list[bool]]
    below: list[list[bool]]
    drawn: bool  # some border between two columns is a rule, not only the side of a fill
    framed: bool = False  # its four outer sides are drawn from end to end
    outside: frozenset[tuple[int, int]] = frozenset()  # places (row, column) that are open to a side

    @property
    def box(self) -> Box:
        """The outer box."""
        return Box(self.xs[0], self.ys[0], self.xs[-1], self.ys[-1])

    @property
    def rows(self) -> int:
        """Bands from top to bottom."""
        return len(self.ys) - 1

    @property
    def cols(self) -> int:
        """Bands from left to right."""
        return len(self.xs) - 1


def lattices(hs: Sequence[Edge], vs: Sequence[Edge], lines: Sequence[Line] = ()) -> list[Lattice]:
    """A lattice for each connected set of crossing edges that has at least two bands."""
    found = []
    for rows, cols in _components(hs, vs):
        lattice = _lattice(_reaching(rows), _reaching(cols))
        if lattice is not None and lattice.drawn:
            lattice = _without_padding(lattice, rows, cols, lines)
        if lattice is not None:
            found.append(lattice)
    return found


def _without_padding(lattice: Lattice, hs: list[Edge], vs: list[Edge], lines: Sequence[Line]) -> Lattice:
    """The lattice without borders of padding and margins: sides of fills beside which no text has room, or none is.

    Word processors shade a cell in pieces, and pages and their sheets are fills around the rules of a table. At the
    ends of the lattice a short rule counts no more than a fill where no text has room: it is of a table inside a cell.
    """
    inside = _inside(lines, lattice.xs, lattice.ys)
    if not inside:
        return lattice
    lowest = min([line.y1 - line.y0 for line in inside])
    ys = _shown(lattice.ys, hs, vs, [(line.y0 + line.y1) / 2 for line in inside], lowest)
    words = [word for line in _inside(inside, lattice.xs, ys) for word in line.words]
    xs = _shown(lattice.xs, vs, hs, [(word.x0 + word.x1) / 2 for word in words], lowest)
    if len(xs) + len(ys) < 5 or (len(xs) == len(lattice.xs) and len(ys) == len(lattice.ys)):
        return lattice
    return _lattice(_reaching(_clipped(hs, ys, xs)), _reaching(_clipped(vs, xs, ys))) or lattice


def _inside(lines: Sequence[Line], xs: Sequence[float], ys: Sequence[float]) -> list[Line]:
    return [
        line
        for line in lines
        if xs[0] <= (line.x0 + line.x1) / 2 <= xs[-1] and ys[0] <= (line.y0 + line.y1) / 2 <= ys[-1]
    ]


def _shown(
    borders: Sequence[float], edges: Sequence[Edge], across: Sequence[Edge], texts: Sequence[float], lowest: float
) -> list[float]:
    """The borders but those of fills beside a band too narrow for text, or at the end of one without text.

    At the ends a short rule shows no more than a fill: a table inside a cell sticks out of it.
    """
    solid = [any(e.drawn and abs(e.at - at) <= NEAR for e in edges) for at in borders]
    long = LONG * (max(e.hi for e in edges) - min(e.lo for e in edges))
    room = PADDING * lowest
    first, last = 0, len(borders) - 1

    def is_margin(end: int, lo: float, hi: float) -> bool:
        if any(lo < t < hi for t in texts):
            return False
        if not solid[end] and not any(e.drawn and e.lo < hi - NEAR and e.hi > lo + NEAR for e in across):
            return True
        along = sum(e.hi - e.lo for e in edges if e.drawn and abs(e.at - borders[end]) <= NEAR)
        return hi - lo < room and along < long

    while last - first > 1 and is_margin(first, borders[first], borders[first + 1]):
        first += 1
    while last - first > 1 and is_margin(last, borders[last - 1], borders[last]):
        last -= 1
    return [
        at
        for i, at in enumerate(borders[first : last + 1], first)
        if solid[i] or i in {first, last} or not (at - borders[i - 1] < room or borders[i + 1] - at < room)
    ]


def _clipped(edges: Sequence[Edge], own: Sequence[float], across: Sequence[float]) -> list[Edge]:
    """The drawn edges and those at borders of their own direction, as far as the borders across them reach."""
    lo, hi = across[0], across[-1]
    near = [e for e in edges if any(abs(e.at - at) <= NEAR for at in own) or (e.drawn and own[0] < e.at < own[-1])]
    return [Edge(at, max(first, lo), min(end, hi), drawn) for at, first, end, drawn in near if first < hi and end > lo]


def _components(hs: Sequence[Edge], vs: Sequence[Edge]) -> list[tuple[list[Edge], list[Edge]]]:
    """Sets of edges connected by touching, each with at least one edge of either direction."""
    parent = list(range(len(hs) + len(vs)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    places = [v.at for v in vs]
    for i, h in enumerate(hs):
        for j in range(bisect_left(places, h.lo - NEAR), bisect_right(places, h.hi + NEAR)):
            if vs[j].lo - NEAR <= h.at <= vs[j].hi + NEAR:
                parent[root(len(hs) + j)] = root(i)
    groups: dict[int, tuple[list[Edge], list[Edge]]] = {}
    for i, h in enumerate(hs):
        groups.setdefault(root(i), ([], []))[0].append(h)
    for j, v in enumerate(vs):
        groups.setdefault(root(len(hs) + j), ([], []))[1].append(v)
    return [g for g in groups.values() if g[0] and g[1]]


def _reaching(edges: list[Edge]) -> list[Edge]:
    """The edges without short sides of fills where rules are drawn: shading of single lines or cells is no border."""
    drawn = [e for e in edges if e.drawn]
    if len(drawn) < 2 or len(drawn) == len(edges):
        return edges
    length = max(e.hi for e in drawn) - min(e.lo for e in drawn)
    return [e for e in edges if e.drawn or e.hi - e.lo >= REACHING * length]


def _lattice(hs: list[Edge], vs: list[Edge]) -> Lattice | None:
    if not hs or not vs:
        return None
    xs = _bands([v.at for v in vs], min(h.lo for h in hs), max(h.hi for h in hs))
    ys = _bands([h.at for h in hs], min(v.lo for v in vs), max(v.hi for v in vs))
    if len(xs) < 2 or len(ys) < 2 or len(xs) + len(ys) < 5 or max(len(xs), len(ys)) > MAX_BANDS:
        return None
    right = [[False] * (len(xs) - 2) for _ in range(len(ys) - 1)]
    below = [[False] * (len(xs) - 1) for _ in range(len(ys) - 2)]
    for v in vs:
        column = _nearest(xs, v.at) - 1
        if 0 <= column < len(xs) - 2:
            for row in _covered(ys, v):
                right[row][column] = True
    for h in hs:
        row = _nearest(ys, h.at) - 1
        if 0 <= row < len(ys) - 2:
            for column in _covered(xs, h):
                below[row][column] = True
    drawn = any(e.drawn and xs[0] + NEAR < e.at < xs[-1] - NEAR for e in vs)
    lattice = Lattice(xs, ys, right, below, drawn)
    gaps = _gaps(lattice, hs, vs)
    lattice.framed = not gaps
    # those at the gaps, and their neighbours across borders that are not drawn
    lattice.outside = frozenset(_joined(lattice, gaps) if _is_enclosed(lattice, len(set(gaps))) else gaps)
    return lattice


def _gaps(lattice: Lattice, hs: Sequence[Edge], vs: Sequence[Edge]) -> list[tuple[int, int]]:
    """The places at the four outer sides along which no edge runs."""

    def missing(side: float, across: Sequence[float], edges: Sequence[Edge]) -> list[int]:
        runs = [_covered(across, edge) for edge in edges if abs(edge.at - side) <= NEAR]
        drawn = {band for run in runs for band in run}
        return [band for band in range(len(across) - 1) if band not in drawn]

    ends_y = (0, lattice.ys[0]), (lattice.rows - 1, lattice.ys[-1])
    ends_x = (0, lattice.xs[0]), (lattice.cols - 1, lattice.xs[-1])
    found = [(row, col) for row, at in ends_y for col in missing(at, lattice.xs, hs)]
    return found + [(row, col) for col, at in ends_x for row in missing(at, lattice.ys, vs)]


def _joined(lattice: Lattice, places: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
    """Some places with all that no drawn border parts from them."""
    found = set(places)
    waiting = list(found)
    while waiting:
        row, col = waiting.pop()
        near = [
            ((row, col - 1), col > 0 and not lattice.right[row][col - 1]),
            ((row, col + 1), col < lattice.cols - 1 and not lattice.right[row][col]),
            ((row - 1, col), row > 0 and not lattice.below[row - 1][col]),
            ((row + 1, col), row < lattice.rows - 1 and not lattice.below[row][col]),
        ]
        fresh = [place for place, is_open in near if is_open and place not in found]
        found.update(fresh)
        waiting += fresh
    return found


def _is_enclosed(lattice: Lattice, outside: int) -> bool:
    """Whether few places are open to a side."""
    return outside <= (1 - ENCLOSED) * lattice.rows * lattice.cols


def closed_cells(lattice: Lattice) -> list[Place]:
    """The cells of a grid that is drawn completely, in order; [] where some borders are missing.

    The places between which no border is drawn make up rectangles, or are open to a side: then the outline of the grid
    is no rectangle. Few are.
    """
    if not (lattice.framed or lattice.outside) or not _is_enclosed(lattice, len(lattice.outside)):
        return []
    cells: list[Place] = []
    taken = set(lattice.outside)
    for row in range(lattice.rows):
        for col in range(lattice.cols):
            if (row, col) in taken:
                continue
            joined = _joined(lattice, [(row, col)])
            end, last = max([c for _, c in joined]) + 1, max([r for r, _ in joined]) + 1
            if joined != {(r, c) for r in range(row, last) for c in range(col, end)}:
                return []
            if any((c < end - 1 and lattice.right[r][c]) or (r < last - 1 and lattice.below[r][c]) for r, c in joined):
                return []
            cells.append(Place(row, col, last - row, end - col))
            taken |= joined
    return cells


def _bands(places: list[float], lo: float, hi: float) -> list[float]:
    """Borders in order, with open sides added where the crossing edges reach beyond."""
    borders: list[float] = []
    for place in sorted(places):
        if not borders or place - borders[-1] > NEAR:
            borders.append(place)
    if borders[0] - lo > OPEN_SIDE:
        borders.insert(0, lo)
    if hi - borders[-1] > OPEN_SIDE:
        borders.append(hi)
    return borders


def _nearest(borders: Sequence[float], at: float) -> int:
    i = bisect_left(borders, at)
    if i == 0:
        return 0
    if i == len(borders) or at - borders[i - 1] <= borders[i] - at:
        return i - 1
    return i


def _covered(borders: Sequence[float], edge: Edge) -> list[int]:
    """The bands between `borders` that the edge runs along."""
    covered = []
    for band in range(max(0, bisect_right(borders, edge.lo) - 1), len(borders) - 1):
        lo, hi = borders[band], borders[band + 1]
        if lo >= edge.hi:
            break
        if min(hi, edge.hi) - max(lo, edge.lo) >= COVERED * (hi - lo):
            covered.append(band)
    return covered
