"""Tables that a page shows as pictures: read by the engine, they become tables like others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from quire.jobs.ocr_presence import ocr_source
from quire.layout.tables.grids import FoundTable
from quire.layout.tables.ruled import find
from quire.model.page import Page, Picture, PictureKind, Rule, TextSource
from quire.read.source import Source

_LEAST, _MOST = 0.02, 0.7  # of the page: smaller pictures are logos, larger ones its ground
_ACROSS, _DOWN = 3, 3  # rules that a picture of a table shows at least; charts have axes, and grid lines one way
_ROWS, _COLUMNS = 3, 2
_INSIDE = 0.9  # of the lines of the picture that stand in its table: charts and diagrams have labels outside
_FILLED = 0.7  # of the cells that hold text
_REGULAR = 0.6  # cells by places of the grid: boxes of a diagram or a screen make cells of many sizes
_LEVEL, _GAP = 1.5, 60.0  # points: pieces of one rule differ so much in height, and a cell's text is so wide
_SURE = 0.8  # mean confidence, below which the picture says more than its text


def with_pictured_tables(source: Source, page: Page) -> Page:
    """The page, pictures of ruled tables replaced by their text and rules.

    Charts, photographs and pictures whose text is not read well stay as they are. Without an engine nothing changes.
    """
    if page.source not in {TextSource.NATIVE, TextSource.NONE} or not page.pictures or page.needs_ocr:
        return page
    read = ocr_source(source)
    if read is None:
        return page
    lines, rules, sure, gone = list(page.lines), list(page.rules), [1.0] * len(page.lines), []
    for picture in page.pictures:
        if not _may_show_a_table(picture, page):
            continue
        across, down = read.rule_counts(page, picture.box)
        if across < _ACROSS or down < _DOWN:
            continue
        shown = _healed(read.part(page, picture.box))
        if _is_table(shown, find(shown, shown.lines)):
            lines += shown.lines
            rules += shown.rules
            sure += shown.confidences
            gone.append(picture)
    if not gone:
        return page
    pictures = tuple(picture for picture in page.pictures if picture not in gone)
    return replace(
        page,
        lines=tuple(lines),
        rules=tuple(rules),
        confidences=tuple(sure),
        pictures=pictures,
        source=page.source if page.lines else TextSource.OCR,
    )


def _may_show_a_table(picture: Picture, page: Page) -> bool:
    share = picture.box.area / (page.width * page.height)
    if picture.kind is not PictureKind.IMAGE or not _LEAST < share < _MOST:
        return False
    return not any(picture.box.holds(line.box) for line in page.lines)


def _healed(shown: Page) -> Page:
    """The page with horizontal rules whole that print touches in coarse pictures: their pieces lie on one line."""
    across = sorted(
        (rule for rule in shown.rules if rule.horizontal), key=lambda rule: (round(rule.y0 / _LEVEL), rule.x0)
    )
    whole: list[Rule] = []
    for rule in across:
        last = whole[-1] if whole else None
        if last is not None and abs(last.y0 - rule.y0) < _LEVEL and rule.x0 - last.x1 < _GAP:
            whole[-1] = last._replace(x1=max(last.x1, rule.x1))
        else:
            whole.append(rule)
    return replace(shown, rules=(*whole, *(rule for rule in shown.rules if not rule.horizontal)))


def _is_table(shown: Page, found: Sequence[FoundTable]) -> bool:
    """Whether what was read is one table and little else."""
    if len(found) != 1 or not shown.lines:
        return False
    grid, inside = found[0].table.grid, found[0].lines
    if grid.rows < _ROWS or grid.cols < _COLUMNS or len(inside) < _INSIDE * len(shown.lines):
        return False
    filled = sum(bool(cell.spans) for cell in grid.cells)
    confidence = sum(shown.confidences) / len(shown.confidences)
    regular = len(grid.cells) >= _REGULAR * grid.rows * grid.cols
    return regular and filled >= _FILLED * len(grid.cells) and confidence >= _SURE
