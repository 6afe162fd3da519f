"""Runs and tables as HTML elements; shared by the HTML writer and the Markdown writer's rich tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape

from quire.latex.mathml import with_formulas
from quire.model.block import Span
from quire.model.table import Align, Cell, Grid
from quire.write.text_runs import Run, runs_of, without_common_emphasis

RunMark = Callable[[Run], str]  # what a run with a note becomes
Runs = Callable[[Sequence[Span]], list[Run]]

_BREAK = re.compile(r"(?<!\s)[^\S\n]*+\n\s*+")


def inline_html(runs: Sequence[Run], note_mark: RunMark) -> str:
    """The runs as phrasing content; a line end becomes ``<br>``."""
    if len(runs) == 1 and runs[0].plain:
        text = escape(runs[0].text.strip(), quote=False)
        return _BREAK.sub("<br>", text) if "\n" in text else text
    out: list[str] = []
    at = 0
    while at < len(runs):
        run = runs[at]
        if run.note:
            out.append(note_mark(run))
            at += 1
        elif run.link:
            end = at + 1
            while end < len(runs) and runs[end].link == run.link and not runs[end].note:
                end += 1
            inner = "".join(map(_run, runs[at:end]))
            out.append(f'<a href="{escape(run.link)}">{inner}</a>' if inner.strip() else inner)
            at = end
        else:
            out.append(_run(run))
            at += 1
    text = "".join(out).strip()
    return _BREAK.sub("<br>", text) if "\n" in text else text


def superscript(run: Run) -> str:
    """A mark above the line that leads nowhere."""
    return f"<sup>{escape(run.text.strip())}</sup>"


def table_html(
    grid: Grid, note_mark: RunMark, *, runs: Runs = runs_of, caption: str = "", scoped: bool = False, rtl: bool = False
) -> str:
    """The grid as a table element, one row a line, without a blank line.

    Args:
        grid: the cells; places that none covers become empty cells.
        note_mark: how the mark of a footnote is written.
        runs: a cell's spans as runs.
        caption: the caption element, "" for none.
        scoped: header cells say which way they point, cells say how they are aligned, rows know their page.
        rtl: whether the document around it runs from right to left.
    """
    rows = _rows(grid)
    lines = [f"<table{dir_attribute(leftward=grid.rtl, around=rtl)}>"]
    if caption:
        lines.append(caption)
    for part, first, last in _parts(grid):
        lines.append(f"<{part}>")
        for number in range(first, last):
            head = number < grid.header_rows or _all_headings(rows[number])
            cells = [_cell(cell, note_mark, runs, head=head, scoped=scoped) for cell in rows[number]]
            lines.append(f"<tr>{''.join(cells)}</tr>")
        lines.append(f"</{part}>")
    lines.append("</table>")
    return "\n".join(lines)


def dir_attribute(*, leftward: bool, around: bool) -> str:
    """The ``dir`` attribute of an element whose writing runs otherwise than that around it; "" where it does not."""
    return "" if leftward is around else ' dir="rtl"' if leftward else ' dir="ltr"'


def _parts(grid: Grid) -> list[tuple[str, int, int]]:
    """Head and body as (tag, first row, row after the last); one body where a cell reaches over the border."""
    head = min(grid.header_rows, grid.rows)
    if any(cell.row < head < cell.row + cell.row_span for cell in grid.cells):
        head = 0
    parts = [("thead", 0, head), ("tbody", head, grid.rows)]
    return [part for part in parts if part[1] < part[2]]


def _rows(grid: Grid) -> list[list[Cell | None]]:
    """For each row the cells that start in it, with None where no cell covers the place."""
    taken: set[tuple[int, int]] = set()
    starts: dict[tuple[int, int], Cell] = {}
    for cell in grid.cells:
        starts[cell.row, cell.col] = cell
        if cell.row_span > 1 or cell.col_span > 1:
            taken.update(
                (row, col)
                for row in range(cell.row, cell.row + cell.row_span)
                for col in range(cell.col, cell.col + cell.col_span)
            )
    return [
        [
            starts.get((row, col))
            for col in range(grid.cols)
            if (row, col) in starts or (row, col) not in taken
        ]
        for row in range(grid.rows)
    ]  # fmt: skip


def _all_headings(row: Sequence[Cell | None]) -> bool:
    """Whether a row inside the table heads the columns below it anew."""
    return bool(row) and all(cell is not None and cell.header for cell in row)


def _cell(cell: Cell | None, note_mark: RunMark, runs_of_cell: Runs, *, head: bool, scoped: bool) -> str:
    if cell is None:
        return "<td></td>"
    header = head or cell.header
    runs = runs_of_cell(cell.spans)
    content = inline_html(without_common_emphasis(runs) if header else runs, note_mark)
    tag = "th" if header and (content or not scoped) else "td"  # an empty corner is no heading
    attributes = ""
    if cell.row_span > 1:
        attributes += f' rowspan="{cell.row_span}"'
    if cell.col_span > 1:
        attributes += f' colspan="{cell.col_span}"'
    if scoped:
        attributes += _described(cell, tag, head=head)
    return f"<{tag}{attributes}>{content}</{tag}>"


def _described(cell: Cell, tag: str, *, head: bool) -> str:
    attributes = ""
    if tag == "th":
        wide = cell.col_span if head else cell.row_span
        attributes += f' scope="{"col" if head else "row"}{"group" if wide > 1 else ""}"'
    if cell.align in (Align.CENTER, Align.RIGHT):
        attributes += f' class="{cell.align.value}"'
    return attributes


def _run(run: Run) -> str:
    if run.maths:
        return with_formulas(run.text)
    text = escape(run.text, quote=False)
    if run.mono:
        text = f"<code>{text}</code>"
    if run.rise:
        tag = "sup" if run.rise > 0 else "sub"
        text = f"<{tag}>{text}</{tag}>"
    if run.italic:
        text = f"<em>{text}</em>"
    if run.bold:
        text = f"<strong>{text}</strong>"
    return text
