"""Rules that end columns: over a gutter, between stories, above and below a table that the columns do not share."""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.page import Line, Page
from quire.tables.edges import Edge, horizontal_edges, without_underlines

# A rule that ends columns is longer than this share of the text's width: others are inside a column.
_LONG = 0.5
# Rules of one table begin and end within so many points, and are not further apart than this.
_SAME, _APART = 4.0, 90.0
# More rules are a form or a plan.
_MOST = 60


def barriers(page: Page, lines: Sequence[Line]) -> list[Edge]:
    """The rules that no column of text crosses, from top to bottom.

    Of successive rules of one width, as those of a table, the first and the last: what is between them stays together.

    Args:
        page: The page.
        lines: Its upright lines.
    """
    if not lines or not 0 < len(page.rules) <= _MOST:
        return []
    least = _LONG * (max(line.x1 for line in lines) - min(line.x0 for line in lines))
    long = [edge for edge in horizontal_edges(page, fills=False) if edge.hi - edge.lo > least]
    groups: list[list[Edge]] = []
    for edge in without_underlines(long, lines) if long else ():
        group = next((one for one in groups if _follows(one[-1], edge)), None)
        if group is None:
            groups.append([edge])
        else:
            group.append(edge)
    ends = [edge for group in groups for edge in (group[0], *group[-1:][: len(group) - 1])]
    return sorted(ends, key=lambda edge: edge.at)


def _follows(above: Edge, below: Edge) -> bool:
    same = abs(above.lo - below.lo) <= _SAME and abs(above.hi - below.hi) <= _SAME
    return same and below.at - above.at <= _APART
