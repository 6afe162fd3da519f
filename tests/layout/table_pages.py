"""Pages made by hand for the tests of tables: text at a place, rules, fills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quire.layout.tables.grids import FoundTable
from quire.model.page import Fill, Line, Page, Rule, Style, Word

PLAIN = Style("Helvetica", 10.0, bold=False, italic=False, mono=False, color=0)
BOLD = Style("Helvetica-Bold", 10.0, bold=True, italic=False, mono=False, color=0)
SPACE = 2.8


def width_of(text: str, style: Style = PLAIN) -> float:
    """Half the size for a letter, the whole size for an ideograph."""
    return sum(style.size if c > "\u2e80" else style.size / 2 for c in text)


def line(text: str, x: float, baseline: float, *, style: Style = PLAIN, right: bool = False) -> Line:
    """A line of words whose left edge (right edge) is x."""
    parts = text.split()
    total = sum(width_of(p, style) for p in parts) + SPACE * (len(parts) - 1)
    at = x - total if right else x
    words = []
    for i, part in enumerate(parts):
        end = at + width_of(part, style)
        words.append(Word(part, at, baseline - 8, end, baseline + 2, baseline, style, i > 0))
        at = end + SPACE
    return Line(tuple(words), words[0].x0, baseline - 8, words[-1].x1, baseline + 2, baseline)


def row(baseline: float, *cells: tuple[str, float] | tuple[str, float, str], style: Style = PLAIN) -> list[Line]:
    """Lines of one visual row: (text, x) or (text, x, "right"); "" is no line."""
    return [line(c[0], c[1], baseline, style=style, right=len(c) > 2) for c in cells if c[0]]


def page(lines: Iterable[Line], rules: Iterable[Rule] = (), fills: Iterable[Fill] = ()) -> Page:
    """A page of A4 size."""
    return Page(1, 595, 842, lines=tuple(lines), rules=tuple(rules), fills=tuple(fills))


def across(y: float, x0: float, x1: float) -> Rule:
    """A horizontal rule."""
    return Rule(x0, y, x1, y, 0.5, 0)


def down(x: float, y0: float, y1: float) -> Rule:
    """A vertical rule."""
    return Rule(x, y0, x, y1, 0.5, 0)


def grid_rules(xs: Sequence[float], ys: Sequence[float]) -> list[Rule]:
    """All the rules of a grid."""
    return [across(y, xs[0], xs[-1]) for y in ys] + [down(x, ys[0], ys[-1]) for x in xs]


def cells(found: FoundTable) -> list[tuple[int, int, int, int, str]]:
    """(row, column, row span, column span, text) of the cells with text."""
    return [(c.row, c.col, c.row_span, c.col_span, c.text) for c in found.table.grid.cells if c.text]


def texts(found: FoundTable) -> list[list[str]]:
    """The texts as a full grid."""
    grid = found.table.grid
    rows = [[""] * grid.cols for _ in range(grid.rows)]
    for cell in grid.cells:
        rows[cell.row][cell.col] = cell.text
    return rows
