"""Tables that the tags of a file name: their rows and cells are known, only their place in the grid is read.

Word and other writers tag each table with its rows and cells (ISO 32000-1, 14.8.4.3.4), but tag no cell without text
and say seldom what a cell spans: rules show that, or the row with the most cells.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from quire.layout.tables.cell_pieces import part_of
from quire.layout.tables.grids import FoundTable, finish
from quire.layout.tables.sketches import Draft, Sketch
from quire.layout.text.text_rows import box_of, line_text
from quire.model.geometry import Box
from quire.model.page import Line, Page, Tag
from quire.tables.edges import Edge, horizontal_edges, vertical_edges

_CELLS = frozenset({"TD", "TH"})
_SURE = 0.98  # that a table is right whose cells the file names
_NEAR = 3.0  # points; a border may lie so far inside a text's box, and rows begin further apart
_MARGIN = 12.0  # points from a text to the outer border of its table at most
_MOST = 0.5  # of the words of a found table are in the tagged one: it is the same


class _Cell:
    """A tagged cell with text: its row's identity, its lines from top to bottom, what they cover."""

    __slots__ = ("box", "head", "lines", "row")

    def __init__(self, row: int, *, head: bool) -> None:
        self.row = row
        self.head = head
        self.lines: list[Line] = []
        self.box = Box(0.0, 0.0, 0.0, 0.0)


_Tables = dict[int, dict[int, _Cell]]
"""By the identities of the tables and of their cells."""


def with_tagged(page: Page, lines: Sequence[Line], ruled: Sequence[FoundTable]) -> list[FoundTable]:
    """The tables between rules, with those that tags name in place of the ones that read their cells otherwise."""
    tables, used = _tagged(page.tags, lines) if page.tags else ({}, {})
    if not tables:
        return list(ruled)
    kept = list(ruled)
    levels, uprights = horizontal_edges(page), vertical_edges(page)
    for key, cells in tables.items():
        own = used[key]
        over = [found for found in kept if len(found.lines & own) > _MOST * min(len(found.lines), len(own))]
        texts = sorted(_letters("".join(line_text(line) for line in cell.lines)) for cell in cells.values())
        turned = any(lines[index].angle for found in over for index in found.lines - own)  # without tags in Chromium
        if len(over) == 1 and (turned or texts == _texts(over[0])):
            continue
        touching = [found for found in kept if found.lines & own]
        sketch = _sketch(list(cells.values()), set(own), levels, uprights)
        if sketch is None or any(found not in over for found in touching):
            continue
        found = finish(sketch, page)
        grid = replace(found.table.grid, confidence=_SURE)
        kept = [one for one in kept if one not in over] + [replace(found, table=replace(found.table, grid=grid))]
    return sorted(kept, key=lambda found: found.table.places[0].box.y0)


def _tagged(tags: Mapping[int, Tag], lines: Sequence[Line]) -> tuple[_Tables, dict[int, frozenset[int]]]:
    """The cells of tables that can be read, and the indices of their lines.

    Not of those in which tables are nested, or which share a line with other text.
    """
    tables: _Tables = defaultdict(dict)
    used: dict[int, set[int]] = defaultdict(set)
    refused: set[int] = set()
    every = {word.mcid: None for line in lines for word in line.words}
    known_places = {mcid: place for mcid in every if (place := _place(tags.get(mcid))) is not None}
    for index, line in enumerate(lines if known_places else ()):
        places = [known_places.get(word.mcid) for word in line.words]
        if not any(places):
            continue
        known = next(place for place in places if place)
        groups: dict[int, list[int]] = defaultdict(list)
        for at, place in enumerate(places):
            if place is None and line.words[at].mcid in tags:
                refused.add(known[0])
            known = place or known
            groups[known[2]].append(at)
            tables[known[0]].setdefault(known[2], _Cell(known[1], head=known[3]))
            used[known[0]].add(index)
            if known[4] or len({one[0] for one in places if one}) > 1:
                refused.add(known[0])
        for place in {one[2]: one for one in places if one}.values():
            tables[place[0]][place[2]].lines.append(part_of(line, groups[place[2]]))
    for key, cells in tables.items():
        for cell in cells.values():
            cell.lines.sort(key=lambda one: (round(one.baseline), one.x0))
            if not cell.lines or any(line.angle or line.vertical for line in cell.lines):
                refused.add(key)
                continue
            cell.box = box_of(cell.lines)
    return (
        {key: cells for key, cells in tables.items() if key not in refused},
        {key: frozenset(own) for key, own in used.items()},
    )


def _place(tag: Tag | None) -> tuple[int, int, int, bool, bool] | None:
    """The table, row and cell of a word, whether it is in the table's head, and whether tables are nested there."""
    if tag is None or "Table" not in tag.roles:
        return None
    roles = tag.roles
    at = roles.index("Table")
    inner = roles[at + 1 :]
    row = next((i for i, role in enumerate(inner) if role == "TR"), -1)
    cell = next((i for i, role in enumerate(inner) if role in _CELLS), -1)
    if row < 0 or cell < row:
        return None
    path = tag.path[at + 1 :]
    return tag.path[at], path[row], path[cell], "THead" in inner[:row], "Table" in inner


def _sketch(cells: list[_Cell], used: set[int], levels: Sequence[Edge], uprights: Sequence[Edge]) -> Sketch | None:
    """The grid of the cells; None where they are in no order or make no table."""
    rows: dict[int, list[_Cell]] = defaultdict(list)
    for cell in cells:
        rows[cell.row].append(cell)
    bands = [sorted(own, key=lambda cell: cell.box.x0) for own in rows.values()]
    tops = [min(cell.box.y0 for cell in band) for band in bands]
    most = max(map(len, bands), default=0)
    if most < 2 or len(bands) < 2 or any(b < a + _NEAR for a, b in pairwise(tops)):
        return None
    if any(b.box.x0 < a.box.x1 - _NEAR for band in bands for a, b in pairwise(band)):
        return None
    whole = box_of([line for cell in cells for line in cell.lines])
    levels = [edge for edge in levels if edge.lo < whole.x1 and edge.hi > whole.x0]
    ys = _row_borders(bands, tops, whole, levels)
    placed = _between_rules(bands, whole, _own(uprights, levels, ys[0], ys[-1]))
    drawn = placed is not None
    if placed is None:
        placed = _by_fullest(bands, most, whole)
    if placed is None:
        return None
    xs, spans = placed
    drafts, taken = [], set[tuple[int, int]]()
    for row, band in enumerate(bands):
        for cell, (first, last) in zip(band, spans[row], strict=True):
            places = {(row, col) for col in range(first, last + 1)}
            if places & taken:
                return None
            taken |= places
            drafts.append(Draft(row, first, 1, last - first + 1, cell.lines))
    for draft in drafts:
        _grow_down(draft, taken, xs, ys, levels if drawn else ())
    drafts += [
        Draft(row, col, 1, 1) for row in range(len(bands)) for col in range(len(xs) - 1) if (row, col) not in taken
    ]
    heads = next((row for row, band in enumerate(bands) if not all(cell.head for cell in band)), len(bands))
    return Sketch(xs, ys, drafts, used, ruled=drawn, drawn=drawn, closed=drawn, header_rows=heads or None)


def _row_borders(
    bands: Sequence[Sequence[_Cell]], tops: Sequence[float], whole: Box, levels: Sequence[Edge]
) -> list[float]:
    """The borders of rows: the rule above each, else the middle of the white above it."""
    ys: list[float] = []
    for row, top in enumerate(tops):
        above = tops[row - 1] + _NEAR if row else top - _MARGIN
        rules = [edge.at for edge in levels if above < edge.at < top + _NEAR]
        if rules:
            ys.append(max(rules))
            continue
        ends = [cell.box.y1 for cell in bands[row - 1] if cell.box.y1 < top + _NEAR] if row else []
        ys.append((max(ends) + top) / 2 if ends else top - _NEAR / 2)
    below = [edge.at for edge in levels if whole.y1 - _NEAR < edge.at < whole.y1 + _MARGIN]
    ys.append(min(below) if below else whole.y1 + _NEAR / 2)
    return ys


_Placed = tuple[list[float], list[list[tuple[int, int]]]]
"""The borders of columns, and for each row the first and last column of its cells."""


def _own(uprights: Sequence[Edge], levels: Sequence[Edge], top: float, foot: float) -> list[Edge]:
    """The upright rules of a table: none beyond the ends of its level ones, which is of a table beside it."""
    across = [edge for edge in levels if top - _NEAR < edge.at < foot + _NEAR]
    left = min([edge.lo for edge in across], default=float("-inf")) - _NEAR
    right = max([edge.hi for edge in across], default=float("inf")) + _NEAR
    return [edge for edge in uprights if edge.lo < foot - _NEAR and edge.hi > top + _NEAR and left < edge.at < right]


def _between_rules(bands: Sequence[Sequence[_Cell]], whole: Box, uprights: Sequence[Edge]) -> _Placed | None:
    """The cells between upright rules; None where the rules do not part them."""
    xs: list[float] = []
    for at in sorted(edge.at for edge in uprights if whole.x0 - 3 * _MARGIN < edge.at < whole.x1 + 9 * _MARGIN):
        if not xs or at - xs[-1] > _NEAR:
            xs.append(at)
    if len(xs) < 2:
        return None
    if xs[0] > whole.x0 + _NEAR:
        xs.insert(0, whole.x0 - _NEAR)
    if xs[-1] < whole.x1 - _NEAR:
        xs.append(whole.x1 + _NEAR)
    spans: list[list[tuple[int, int]]] = []
    for band in bands:
        own: list[tuple[int, int]] = []
        for cell in band:
            middle = (cell.box.y0 + cell.box.y1) / 2
            beside = [xs[0], *[edge.at for edge in uprights if edge.lo < middle < edge.hi], xs[-1]]
            left = max((at for at in beside if at < cell.box.x0 + _NEAR), default=xs[0])
            right = min((at for at in beside if at > cell.box.x1 - _NEAR), default=xs[-1])
            first, end = bisect_right(xs, left + _NEAR) - 1, bisect_left(xs, right - _NEAR)
            own.append((max(first, 0), min(end, len(xs) - 1) - 1))
        if any(last < first for first, last in own) or any(b[0] <= a[1] for a, b in pairwise(own)):
            return None
        spans.append(own)
    return xs, spans


def _by_fullest(bands: Sequence[Sequence[_Cell]], most: int, whole: Box) -> _Placed | None:
    """The cells in the columns of the rows with the most; None where these are not below each other."""
    full = [band for band in bands if len(band) == most]
    lefts = [min(band[col].box.x0 for band in full) for col in range(most)]
    rights = [max(band[col].box.x1 for band in full) for col in range(most)]
    if any(b < a - _NEAR for a, b in zip(rights, lefts[1:], strict=False)):
        return None
    xs = [whole.x0, *[(a + b) / 2 for a, b in zip(rights, lefts[1:], strict=False)], whole.x1]
    spans: list[list[tuple[int, int]]] = []
    for band in bands:
        if len(band) == most:
            spans.append([(col, col) for col in range(most)])
            continue
        own = []
        for cell in band:
            first = min(max(bisect_right(xs, cell.box.x0 + _NEAR) - 1, 0), most - 1)
            last = min(max(bisect_left(xs, cell.box.x1 - _NEAR) - 1, first), most - 1)
            own.append((first, last))
        spans.append(own)
    return xs, spans


def _grow_down(
    draft: Draft, taken: set[tuple[int, int]], xs: Sequence[float], ys: Sequence[float], levels: Sequence[Edge]
) -> None:
    """Let a cell span the places below it that no rule parts from it."""
    columns = range(draft.col, draft.col + draft.col_span)
    middle = (xs[draft.col] + xs[draft.col + draft.col_span]) / 2
    while (end := draft.row + draft.row_span) < len(ys) - 1 and levels:
        at = [edge for edge in levels if abs(edge.at - ys[end]) < _NEAR]
        if not at or any(edge.lo < middle < edge.hi for edge in at) or any((end, col) in taken for col in columns):
            return
        taken |= {(end, col) for col in columns}
        draft.row_span += 1


def _texts(found: FoundTable) -> list[str]:
    texts = (_letters("".join(span.text for span in cell.spans)) for cell in found.table.grid.cells)
    return sorted(text for text in texts if text)


def _letters(text: str) -> str:
    return "".join(text.split())
