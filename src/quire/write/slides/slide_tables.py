"""Native tables with merged cells (ECMA-376-1, 21.1.3)."""

from __future__ import annotations

from dataclasses import replace

from quire.model.block import Table
from quire.model.geometry import Box
from quire.model.table import Align, Cell, Grid, VerticalAlign
from quire.write.office.package import hex_color, is_legible
from quire.write.office.table_grid import Slot, column_widths, grid_slots, limit_columns
from quire.write.slides.drawingml import emu, tag
from quire.write.slides.slide_text import FrameParagraph, SlideContext, paragraph
from quire.write.slides.text_fitting import count_lines

_SIDES = ("a:lnL", "a:lnR", "a:lnT", "a:lnB")
_THINNEST, _THICKEST = 0.25, 6.0  # points
_ANCHOR = {VerticalAlign.TOP: "t", VerticalAlign.MIDDLE: "ctr", VerticalAlign.BOTTOM: "b", None: "ctr"}
_WHITE = 0xFFFFFF
_PADDING = 2.5  # points at the sides of a cell
_SMALLEST, _STEP = 0.6, 0.04  # of the source's type size: the smallest type, and the step in which it is tried
_TOO_TALL = 2.0  # points by which a cell's text may be taller than its row


def table(block: Table, box: Box, pen: SlideContext) -> str:
    """The ``a:tbl`` of a grid that fills `box` (points of the slide)."""
    grid = _as_seen(limit_columns(block.grid))
    widths = column_widths(grid, box.width)
    scale = box.width / sum(widths)
    widths = [width * scale for width in widths]
    rows = grid_slots(grid)
    heights = _heights(rows, box.height, pen.scale)
    shrink = _shrink(rows, widths, heights, pen)
    out = [
        tag("a:tblPr", **({"firstRow": 1} if grid.header_rows else {})),
        tag("a:tblGrid", "".join(tag("a:gridCol", w=emu(width)) for width in widths)),
    ]
    for slots, height in zip(rows, heights, strict=True):
        cells = "".join("".join(_cell(slot, pen, shrink, grid)) for slot in slots)
        out.append(tag("a:tr", cells, h=emu(height)))
    return tag("a:tbl", "".join(out))


def _as_seen(grid: Grid) -> Grid:
    """The grid with the columns of a right-to-left table reversed: not every program reverses them itself."""
    if not grid.rtl:
        return grid
    cells = sorted(
        (cell._replace(col=grid.cols - cell.col - cell.col_span) for cell in grid.cells), key=lambda c: (c.row, c.col)
    )
    return replace(grid, cells=tuple(cells), widths=grid.widths[::-1])


def _heights(rows: list[list[Slot]], total: float, scale: float) -> list[float]:
    """The heights of the rows: those of their cells' boxes, else equal; together `total`."""
    known = [
        min((s.cell.box.height for s in slots if s.cell and s.cell.box and s.rows == 1), default=0.0) * scale
        for slots in rows
    ]
    rest = total - sum(known)
    empty = sum(height <= 0 for height in known)
    each = max(rest / empty, 8.0) if empty else 0.0
    heights = [height if height > 0 else each for height in known]
    whole = sum(heights)
    return [height * total / whole for height in heights] if whole > 0 and total > 0 else [12.0] * len(rows)


def _shrink(rows: list[list[Slot]], widths: list[float], heights: list[float], pen: SlideContext) -> float:
    """The factor by which the table's type must be smaller so that nine rows of ten keep their height."""
    factors = []
    for slots, height in zip(rows, heights, strict=True):
        factor = 1.0
        for slot in slots:
            if slot.cell is None or not slot.first or slot.rows > 1 or not slot.cell.spans:
                continue
            room = sum(widths[slot.col : slot.col + slot.cols]) - 2 * _PADDING
            while factor > _SMALLEST and _tall(slot.cell, room, pen.scale * factor) > height + _TOO_TALL:
                factor -= _STEP
        factors.append(factor)
    return sorted(factors)[len(factors) // 10] if factors else 1.0


def _tall(cell: Cell, room: float, scale: float) -> float:
    size = max((s.style.size for s in cell.spans if s.style), default=12.0) * scale
    return 1.17 * size * count_lines(cell.spans, max(room, 4.0), scale=scale)


def _cell(slot: Slot, pen: SlideContext, shrink: float, grid: Grid) -> list[str]:
    """The ``a:tc`` of a slot's columns: the cell, then the places that it covers."""
    cells = []
    for offset in range(slot.cols):
        attributes: dict[str, int] = {}
        if offset == 0 and slot.cols > 1:
            attributes["gridSpan"] = slot.cols
        if slot.first and slot.rows > 1:
            attributes["rowSpan"] = slot.rows
        if offset:
            attributes["hMerge"] = 1
        if not slot.first:
            attributes["vMerge"] = 1
        own = slot.cell if slot.first and offset == 0 else None
        cells.append(tag("a:tc", _text(own, pen, shrink, rtl=grid.rtl) + _look(slot.cell, grid), **attributes))
    return cells


def _text(cell: Cell | None, pen: SlideContext, shrink: float, *, rtl: bool) -> str:
    body = tag("a:bodyPr") + tag("a:lstStyle")
    if cell is None or not cell.spans:
        return tag("a:txBody", body + tag("a:p", tag("a:endParaRPr", sz=800)))
    dark = is_legible(_WHITE, cell.fill)
    return tag(
        "a:txBody",
        body
        + paragraph(
            FrameParagraph(cell.spans, cell.align, left=_indent(cell), rtl=rtl), pen._replace(light=dark), shrink
        ),
    )


def _look(cell: Cell | None, grid: Grid) -> str:
    """Borders, fill and margins of a cell; a table without borders shows the lines above and below its cells."""
    color = tag("a:solidFill", tag("a:srgbClr", val=hex_color(grid.ink)))
    wide = emu(min(max(grid.stroke, _THINNEST), _THICKEST))
    lines = dict.fromkeys(_SIDES, 1) if grid.framed else {"a:lnT": cell.over, "a:lnB": cell.under} if cell else {}
    inner = "".join(
        tag(side, color, w=wide, cmpd="dbl" if lines[side] > 1 else "sng")
        if lines.get(side)
        else tag(side, tag("a:noFill"), w=0)
        for side in _SIDES
    )
    fill = cell.fill if cell is not None else None
    inner += tag("a:noFill") if fill is None else tag("a:solidFill", tag("a:srgbClr", val=hex_color(fill)))
    edge = emu(_PADDING)
    return tag("a:tcPr", inner, marL=edge, marR=edge, marT=0, marB=0, anchor=_ANCHOR[cell.height if cell else None])


def _indent(cell: Cell) -> float:
    return min(cell.indent, 72.0) if cell.align is Align.LEFT else 0.0
