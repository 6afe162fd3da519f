"""Running heads and feet that are drawn as tables: the same cells at the same place on page after page."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quire.layout.furniture.running_text import is_number, signature
from quire.layout.text.block_drafts import Draft
from quire.model.block import Furniture, Place, Role
from quire.model.geometry import Box

_ZONE = 0.3  # of the page's height, at its head and its foot
_MOVES = 7.0  # points by which a running table may move or grow from page to page
_ALIKE = 0.8  # share of the letters of two tables in cells that both have
_PAGES = 0.15  # share of the pages that repeat a table, at least; two pages always
_TOUCH = 3.0  # points: a table so near inwards goes on with its headings


class EndTable(NamedTuple):
    """A table at an end of a page."""

    page: int
    top: bool
    box: Box
    cells: tuple[tuple[int, int, str], ...]  # row, column, text with its numbers folded


def end_tables(drafts: Sequence[Draft], heights: dict[int, float]) -> list[EndTable]:
    """The tables at the ends of pages.

    Args:
        drafts: Of whole pages.
        heights: Of the pages by number, points.
    """
    tables = [draft for draft in drafts if draft.table is not None]
    found = []
    for draft in tables:
        height, box = heights[draft.page], draft.box
        top, bottom = box.y1 < _ZONE * height, box.y0 > (1 - _ZONE) * height
        if not (top or bottom) or draft.table is None or any(_touches(draft, other, top=top) for other in tables):
            continue
        cells = tuple([(c.row, c.col, text) for c in draft.table.grid.cells if (text := signature(c.text))])
        if cells:
            found.append(EndTable(draft.page, top, box, cells))
    return found


def _touches(draft: Draft, other: Draft, *, top: bool) -> bool:
    """Whether another table goes on right inwards of one."""
    gap = other.box.y0 - draft.box.y1 if top else draft.box.y0 - other.box.y1
    return other is not draft and other.page == draft.page and abs(gap) < _TOUCH


def repeated_tables(found: Iterable[EndTable], pages: int) -> frozenset[tuple[int, Box]]:
    """The page and box of those that are running heads and feet of a document of so many pages."""
    places: dict[tuple[bool, int, int], list[EndTable]] = defaultdict(list)
    for one in found:
        places[one.top, round(one.box.x0 / _MOVES), round(one.box.x1 / _MOVES)].append(one)
    running: set[tuple[int, Box]] = set()
    for (top, left, right), own in places.items():
        near = [
            other
            for a in (left - 1, left, left + 1)
            for b in (right - 1, right, right + 1)
            for other in places.get((top, a, b), ())
        ]
        for one in own:
            others = {other.page for other in near if other.page != one.page and _are_one(one, other)}
            if others and len(others) + 1 >= _PAGES * pages:
                running.add((one.page, one.box))
    return frozenset(running)


def _are_one(a: EndTable, b: EndTable) -> bool:
    """Whether two tables are one that is repeated."""
    outer = a.box.y0 - b.box.y0 if a.top else a.box.y1 - b.box.y1
    if abs(outer) > _MOVES:
        return False
    one, other = Counter(a.cells), Counter(b.cells)
    same = sum(len(cell[2]) * count for cell, count in (one & other).items())
    return same >= _ALIKE * max(sum(len(cell[2]) * n for cell, n in own.items()) for own in (one, other))


def as_furniture(draft: Draft, height: float) -> list[Furniture]:
    """The cells of a running table."""
    if draft.table is None:
        return []
    role = Role.HEADER if draft.box.y0 < height / 2 else Role.FOOTER
    return [
        Furniture(
            Role.PAGE_NUMBER if is_number(c.text) else role, c.spans, Place(draft.page, c.box or draft.box), c.align
        )
        for c in draft.table.grid.cells
        if c.text.strip()
    ]
