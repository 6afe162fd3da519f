"""Tables with merged cells, widths, shading and repeated header rows (ECMA-376-1, 17.4)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from quire.model.block import Span, Table
from quire.model.table import Align, Cell, Grid, VerticalAlign
from quire.write.office.office_text import estimated_width
from quire.write.office.package import hex_color
from quire.write.office.table_grid import Slot, column_widths, grid_slots, limit_columns
from quire.write.word.cell_lists import cell_paragraphs
from quire.write.word.cell_widths import CELL_MARGIN, fit_columns
from quire.write.word.numbering import Numbering
from quire.write.word.style_spacing import FIXED_LINE
from quire.write.word.wordprocessingml import properties, tag, twips

_ALIGN = {Align.CENTER: "center", Align.RIGHT: "right", Align.JUSTIFY: "both"}
_HEIGHT = {VerticalAlign.MIDDLE: "center", VerticalAlign.BOTTOM: "bottom"}
_ASCENT = 0.15  # of a line: white above the letters that the line itself has
_MOST_INSET = 12.0  # points
_MOST_INDENT = 72.0  # points
_LEAST_FREE = 6.0  # points beside a table from which its alignment shows
_RULES = {1: "single", 2: "double"}
_THINNEST, _THICKEST = 2, 48  # eighths of a point
_TALL = 1.05  # a row that is taller than a line by this factor keeps its height
_NARROWER = 0.95  # text is estimated a little wide
_CLOSEST = 1.0  # em; lines of a cell are not closer
_CLOSE_ROWS = 0.2  # of the rows may be lower than their lines


DrawPictures = Callable[[Cell, int, float], list[str]]


class BorderStyle(NamedTuple):
    """How rules are drawn."""

    size: int = 4  # eighths of a point
    color: str = "auto"


class TablePlacement(NamedTuple):
    """Where a table stands: the width it may take, the height of one line in a cell and its indent, in points.

    The indent is negative, and the width greater than that of the text, where the table begins in the margin.
    """

    width: float
    line: float
    indent: float = 0.0
    side: Align = Align.LEFT
    exact: int = 0  # half points of the type for which lines have an exact height; 0: lines are as high as their type
    pen: BorderStyle = BorderStyle()  # how the table's rules are drawn
    rtl: bool = False  # whether the table begins at the right
    splits: bool = False  # whether pages may part its rows
    numbering: Numbering | None = None  # takes the numbers of lists in cells
    close: float = 0.0  # points of a line where rows are lower than the style's lines; 0: as in the style


def table(block: Table, room: TablePlacement, write: Callable[[Cell], str], shown: DrawPictures = lambda *_: []) -> str:
    """The ``w:tbl`` of a grid.

    Args:
        block: the table.
        room: where it stands.
        write: gives the runs of a cell.
        shown: gives the runs of the pictures in a cell on a page that leaves them so many points.
    """
    grid = limit_columns(block.grid)
    room = room._replace(pen=_pen(grid), rtl=grid.rtl, splits=block.splits_rows)
    widths = column_widths(grid, room.width)
    widths, margin = fit_columns(
        grid, widths, room.line / 1.2, max(room.width - max(room.indent, 0.0) - sum(widths), 0.0)
    )
    rows = grid_slots(grid)
    room = room._replace(close=_close(rows, widths, room, margin))
    usual = _usual_height(grid, header=False)
    head = _usual_height(grid, header=True) or usual
    page = block.places[0].page if block.places else 0
    heads = grid.header_rows if block.heads_again else 0

    def pictures(slot: Slot) -> list[str]:
        cell = slot.cell
        if cell is None or not slot.first:
            return []
        return shown(cell, cell.page or page, sum(widths[slot.col : slot.col + slot.cols]) - 2 * margin)

    out = [
        _table_properties(block, sum(widths), room, margin),
        tag("w:tblGrid", "".join(tag("w:gridCol", w_w=twips(w)) for w in widths)),
    ]
    for number, slots in enumerate(rows):
        cells = "".join(
            _cell(
                slot, widths, write, room, usual=head if number < grid.header_rows else usual, pictures=pictures(slot)
            )
            for slot in slots
        )
        out.append(tag("w:tr", _row_properties(slots, room, header=number < heads) + cells))
    return f"<w:tbl>{''.join(out)}</w:tbl>"


def _usual_height(grid: Grid, *, header: bool) -> VerticalAlign | None:
    """Where most texts of a table's header rows, or of the others, stand between the borders of their cells."""
    known = Counter(cell.height for cell in grid.cells if cell.height and (cell.row < grid.header_rows) is header)
    if known:
        return known.most_common(1)[0][0]
    return VerticalAlign.MIDDLE if grid.ruled and not header else None


def _table_properties(block: Table, total: float, room: TablePlacement, margin: float) -> str:
    parts = {
        "tblStyle": tag("w:tblStyle", w_val="TableGrid" if block.grid.framed else "TablePlain"),
        **({"bidiVisual": tag("w:bidiVisual")} if block.grid.rtl else {}),
        "tblW": tag("w:tblW", w_w=twips(total), w_type="dxa"),
        "tblLayout": tag("w:tblLayout", w_type="fixed"),
        "tblLook": tag("w:tblLook", w_val="0420", w_firstRow=1 if block.grid.header_rows else 0, w_noVBand=1),
    }
    if block.grid.framed and room.pen != BorderStyle():
        sides = ["top", "left", "bottom", "right", "insideH", "insideV"]
        parts["tblBorders"] = tag("w:tblBorders", "".join(_side(side, 1, room.pen) for side in sides))
    top = min(block.grid.inset - _ASCENT * room.line, _MOST_INSET)
    white = {"top": top} if top > 1 else {}
    if margin < CELL_MARGIN:
        white |= {"left": margin, "right": margin}
    if white:
        margins = (tag(f"w:{side}", w_w=twips(points), w_type="dxa") for side, points in white.items())
        parts["tblCellMar"] = tag("w:tblCellMar", "".join(margins))
    free = room.width - total
    if room.side in (Align.CENTER, Align.RIGHT) and free > _LEAST_FREE:
        parts["jc"] = tag("w:jc", w_val=_ALIGN[room.side])
    elif room.indent < -1 or (room.indent > 1 and free > 1):
        parts["tblInd"] = tag("w:tblInd", w_w=twips(min(room.indent, free)), w_type="dxa")
    return properties("w:tblPr", parts)


def _pen(grid: Grid) -> BorderStyle:
    return BorderStyle(
        min(max(round(grid.stroke * 8), _THINNEST), _THICKEST), hex_color(grid.ink) if grid.ink else "auto"
    )


def _row_properties(slots: list[Slot], room: TablePlacement, *, header: bool) -> str:
    parts = {} if room.splits else {"cantSplit": tag("w:cantSplit")}
    if header:
        parts["tblHeader"] = tag("w:tblHeader")
    height = _height(slots)
    if height > _TALL * (room.close or room.line):
        parts["trHeight"] = tag("w:trHeight", w_val=twips(min(height, 1400.0)), w_hRule="atLeast")
    if height > 15 * room.line:
        parts.pop("cantSplit", None)  # a row of half a page must be able to break
    return properties("w:trPr", parts)


def _height(slots: Sequence[Slot]) -> float:
    """The height of a row in the source, 0.0 when no cell tells."""
    return min((s.cell.box.height for s in slots if s.cell and s.cell.box and s.rows == 1), default=0.0)


def _close(rows: Sequence[Sequence[Slot]], widths: Sequence[float], room: TablePlacement, margin: float) -> float:
    """The height of the lines with which nearly all rows are as low as in the source; 0.0 where the style's are."""
    if not room.exact:
        return 0.0
    size = room.exact / 2
    pitches = sorted(
        (height - room.pen.size / 8) / _lines_in(slots, widths, margin, size)
        for slots in rows
        if (height := _height(slots)) > _CLOSEST * size
    )
    if not pitches:
        return 0.0
    found = max(pitches[int(_CLOSE_ROWS * len(pitches))], _CLOSEST * size)
    return found if found < FIXED_LINE * size - 0.1 else 0.0


def _lines_in(slots: Sequence[Slot], widths: Sequence[float], margin: float, size: float) -> int:
    """How many lines the fullest cell of a row takes."""
    most = 1
    for slot in slots:
        if slot.cell is None or slot.rows > 1:
            continue
        room = max(sum(widths[slot.col : slot.col + slot.cols]) - 2 * margin, size)
        texts = slot.cell.text.split("\n")
        most = max(most, sum(max(math.ceil(estimated_width(text, size) * _NARROWER / room), 1) for text in texts))
    return most


def _cell(
    slot: Slot,
    widths: list[float],
    write: Callable[[Cell], str],
    room: TablePlacement,
    *,
    usual: VerticalAlign | None,
    pictures: Sequence[str] = (),
) -> str:
    cell = slot.cell
    parts = {"tcW": tag("w:tcW", w_w=twips(sum(widths[slot.col : slot.col + slot.cols])), w_type="dxa")}
    if slot.cols > 1:
        parts["gridSpan"] = tag("w:gridSpan", w_val=slot.cols)
    if slot.rows > 1:
        parts["vMerge"] = tag("w:vMerge", w_val="restart") if slot.first else tag("w:vMerge")
    if cell is not None and (cell.over or cell.under):
        parts["tcBorders"] = _lines(cell, slot, room.pen)
    if cell is not None and cell.fill is not None:
        parts["shd"] = tag("w:shd", w_val="clear", w_color="auto", w_fill=hex_color(cell.fill))
    if usual in _HEIGHT:
        parts["vAlign"] = tag("w:vAlign", w_val=_HEIGHT[usual])
    paragraph = _set(cell, room)
    written = [tag("w:p", properties("w:pPr", paragraph))]
    if cell is not None and slot.first:
        found = cell_paragraphs(_paragraphs(cell), room.numbering)
        written = [tag("w:p", properties("w:pPr", paragraph | more) + write(one)) for one, more in found]
    if pictures:
        written = _with_pictures(cell, written, pictures, paragraph)
    return tag("w:tc", properties("w:tcPr", parts) + "".join(written))


def _set(cell: Cell | None, room: TablePlacement) -> dict[str, str]:
    """The properties of a cell's paragraphs."""
    paragraph = {"pStyle": tag("w:pStyle", w_val="TableText")}
    if room.rtl:
        paragraph["bidi"] = tag("w:bidi")
    if cell is not None and cell.align in _ALIGN:
        paragraph["jc"] = tag("w:jc", w_val=_ALIGN[cell.align])
    if cell is not None and cell.indent and cell.align not in _ALIGN:
        paragraph["ind"] = tag("w:ind", w_left=twips(min(cell.indent, _MOST_INDENT)))
    if room.exact and cell is not None and any(s.style and s.style.size * 2 > 1.1 * room.exact for s in cell.spans):
        paragraph["spacing"] = tag("w:spacing", w_line=240, w_lineRule="auto")  # larger type would be cut off
    elif room.close:
        paragraph["spacing"] = tag("w:spacing", w_line=twips(room.close), w_lineRule="exact")
    return paragraph


def _with_pictures(
    cell: Cell | None, written: list[str], pictures: Sequence[str], paragraph: dict[str, str]
) -> list[str]:
    """The paragraphs of a cell and its pictures; these take the place of an empty text and stand above another."""
    parts = {key: value for key, value in paragraph.items() if key != "ind"}
    parts["spacing"] = tag("w:spacing", w_line=240, w_lineRule="auto")
    shown = tag("w:p", properties("w:pPr", parts) + "".join(pictures))
    return [shown] if cell is None or not cell.text.strip() else [shown, *written]


def _lines(cell: Cell, slot: Slot, pen: BorderStyle) -> str:
    """The ``w:tcBorders`` of a cell in a table that has no borders of its own."""
    sides = (("top", cell.over if slot.first else 0), ("bottom", cell.under))
    return tag(
        "w:tcBorders",
        "".join(_side(side, count, pen) for side, count in sides if count),
    )


def _side(side: str, count: int, pen: BorderStyle) -> str:
    return tag(f"w:{side}", w_val=_RULES[min(count, 2)], w_sz=pen.size, w_space=0, w_color=pen.color)


def _paragraphs(cell: Cell) -> list[Cell]:
    """The cell once for each of its paragraphs, which line ends part."""
    parts: list[list[Span]] = [[]]
    for span in cell.spans:
        first, *rest = span.text.split("\n")
        parts[-1].append(span._replace(text=first))
        parts += [[span._replace(text=text)] for text in rest]
    return [cell._replace(spans=tuple(span for span in part if span.text)) for part in parts]
