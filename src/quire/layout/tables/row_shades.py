"""Shades behind rows of figures: every other row, or one, is shaded to guide the eye along it.

They say where rows are and that they belong together. Their sides are no borders of cells: a row on white has the same
cells, and headings mostly stand on white. So such tables are read as those without borders are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from quire.layout.rounding import round_half_even
from quire.layout.tables.cell_pieces import Row, rows_of_pieces, with_pieces
from quire.model.geometry import Box, bounds
from quire.model.page import Fill, Line, Page, Rule
from quire.tables.edges import WHITE

SAME = 4.0  # points; the shades of one table begin and end within this
MIN_WIDTH = 120.0  # points, of a shade
LOWEST, HIGHEST = 0.7, 4.0  # of the height of a row of text: a shade is for one row, whose label may wrap
LEVEL = 1.0  # points; fills of one row begin and end at one height, give or take this
HOLE = 30.0  # points, between the fills of one row: a narrow column may be left white
APART = 3.5  # of the height of a shade, to the next one of the same table: a row or two, blank ones too
FIGURED = 0.5  # share of the shades with text that hold figures


class Shaded(NamedTuple):
    """The shade of a row, or an area of rows of which every other one, or one alone, is shaded."""

    box: Box
    color: int
    fills: list[Fill]

    def shows(self, rule: Rule, grounds: Sequence[Fill]) -> bool:
        """Whether a rule in the area can be seen: none of its colour, nor a white one on no coloured fill.

        Narrow empty cells are printed as such rules.
        """
        if rule.color != WHITE:
            return rule.color != self.color
        return any(
            f.x0 - LEVEL <= rule.x0 <= f.x1 + LEVEL and f.y0 < rule.y1 - LEVEL and f.y1 > rule.y0 + LEVEL
            for f in grounds
        )

    def holds(self, rule: Rule) -> bool:
        """Whether an upright rule stands inside the area."""
        box = self.box
        return (
            rule.y1 - rule.y0 > rule.x1 - rule.x0
            and box.x0 + SAME < rule.x0 < box.x1 - SAME
            and rule.y1 > box.y0
            and rule.y0 < box.y1
        )


def shaded_rows(page: Page, lines: Sequence[Line]) -> list[Shaded]:
    """The areas of a page whose rows of figures are shaded without borders between columns, from top to bottom."""
    if not page.fills or not lines:
        return []
    bands = _bands(page)
    if not bands:
        return []
    grounds = [fill for fill in page.fills if fill.color != WHITE]
    groups = []
    for group in _groups(bands):
        box = bounds([band.box for band in group])
        area = Shaded(box, group[0].color, [fill for band in group for fill in band.fills])
        if not any(area.holds(rule) and area.shows(rule, grounds) for rule in page.rules):
            groups.append((group, area))
    if not groups:
        return []
    rows = rows_of_pieces(enumerate(lines))
    return [area for group, area in groups if _holds_figures(rows, group)]


def reaches(row: Row, box: Box) -> bool:
    """Whether a row stands on a shade."""
    return box.y0 <= row.middle <= box.y1 and row.x1 > box.x0 and row.x0 < box.x1


def _inside(rows: Sequence[Row], box: Box) -> list[Row]:
    """The rows on a shade, with their pieces on it."""
    return with_pieces([row for row in rows if reaches(row, box)], lambda p: p.x1 > box.x0 and p.x0 < box.x1)


def _holds_figures(rows: Sequence[Row], group: Sequence[Shaded]) -> bool:
    """Whether the shades of a group are for one row each, most of them of figures."""
    texts = [own for band in group if (own := _inside(rows, band.box))]
    figured = [own for own in texts if any(row.figures for row in own)]
    if not figured or len(figured) < FIGURED * len(texts):
        return False
    height = max(row.height for own in texts for row in own)
    return all(LOWEST * height <= band.box.height <= HIGHEST * height for band in group)


def _bands(page: Page) -> list[Shaded]:
    """The coloured fills of a page, those side by side at one height as one, from top to bottom."""
    bands: list[Shaded] = []
    inked = [fill for fill in page.fills if fill[4] != WHITE]
    for fill in sorted(inked, key=lambda f: (round_half_even(f[1]), round_half_even(f[3]), f[0])):
        x0, y0, x1, y1, color = fill
        if bands:
            (left, top, right, foot), own, fills = bands[-1]
            if (
                own == color
                and abs(top - y0) <= LEVEL
                and abs(foot - y1) <= LEVEL
                and left - SAME <= x0 <= right + HOLE
            ):
                fills.append(fill)
                bands[-1] = Shaded(Box(min(left, x0), min(top, y0), max(right, x1), max(foot, y1)), color, fills)
                continue
        bands.append(Shaded(Box(x0, y0, x1, y1), color, [fill]))
    return [band for band in bands if band.box.x1 - band.box.x0 >= MIN_WIDTH]


def _groups(bands: Sequence[Shaded]) -> list[list[Shaded]]:
    """Bands of one colour and width with a white row between each and the next."""
    groups: list[list[Shaded]] = []
    for band in bands:
        for group in groups:
            last = group[-1]
            gap = band.box.y0 - last.box.y1
            if (
                last.color == band.color
                and abs(group[0].box.x0 - band.box.x0) <= SAME
                and abs(group[0].box.x1 - band.box.x1) <= SAME
                and gap < APART * max(last.box.height, band.box.height)
            ):
                group.append(band)
                break
        else:
            groups.append([band])
    boxes = [[band.box for band in group] for group in groups]
    apart = [all(b.y0 - a.y1 > 0.5 * min(a.height, b.height) for a, b in pairwise(own)) for own in boxes]
    return [group for group, white in zip(groups, apart, strict=True) if white]


def without_shades(page: Page, areas: Sequence[Shaded]) -> Page:
    """A page without the shades of its areas of shaded rows, the white fills beside them and thin ones among them."""
    gone = {id(fill) for area in areas for fill in area.fills}
    fills = [fill for fill in page.fills if id(fill) not in gone and fill.color != WHITE]
    rules = [rule for rule in page.rules if not any(area.holds(rule) for area in areas)]
    return replace(page, fills=tuple(fills), rules=tuple(rules))
