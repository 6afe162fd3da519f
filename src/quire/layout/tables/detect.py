"""All tables of a page: those with drawn borders first, then those by alignment among the lines that are left."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.tables import ruled as ruled_tables
from quire.layout.tables import unruled as open_tables
from quire.layout.tables.grids import FoundTable
from quire.model.page import Line, Page


def find_tables(page: Page, lines: Sequence[Line]) -> list[FoundTable]:
    """The tables of a page from top to bottom; no line is in two of them.

    Args:
        page: The page whose rules and fills are evidence.
        lines: The lines to look at; `FoundTable.lines` are indices into them.
    """
    ruled = ruled_tables.find(page, lines)
    taken = frozenset().union(*(t.lines for t in ruled)) if ruled else frozenset()
    rest = [i for i in range(len(lines)) if i not in taken]
    found = open_tables.find(page, [lines[i] for i in rest])
    opened = [FoundTable(t.table, frozenset(rest[i] for i in t.lines)) for t in found]
    return sorted(ruled + opened, key=lambda t: (t.table.places[0].box.y0, t.table.places[0].box.x0))
