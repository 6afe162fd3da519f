"""Tables by drawn borders: crossing rules and fills give the grid, missing inner borders give the spans.

Grids that are drawn completely come first and are physical certainties: their cells are what the rules enclose. Only
grids with missing borders, or with bands that hold several rows, are read and judged by their texts.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from quire.layout.rounding import round_half_even
from quire.layout.tables.cell_pieces import Piece, Row, cells_of, cut_line, rows_of_pieces
from quire.layout.tables.charts import is_plot
from quire.layout.tables.grids import FoundTable, finish
from quire.layout.tables.lattice_rows import holds_rows, with_text_rows
from quire.layout.tables.row_shades import shaded_rows, without_shades
from quire.layout.tables.rule_segments import joint_rows
from quire.layout.tables.ruled_rows import blanks, records
from quire.layout.tables.sketches import Draft, Sketch, tidy
from quire.layout.text.list_markers import is_choice
from quire.layout.text.numeric_text import is_marker
from quire.model.geometry import Box
from quire.model.page import Fill, Line, Page, Picture, Word
from quire.tables.edges import Edge, cell_edges, horizontal_edges, reaching, vertical_edges
from quire.tables.lattice import Lattice, Place, closed_cells, lattices
from quire.tables.row_joining import needed

APART = 1.6  # line heights between baselines; texts of one cell that wrap are closer
APART_IN_ROW = 0.8  # line heights between two texts side by side that are two cells
# Texts in the middle of their columns, but for so many points, are two cells from so many line heights on.
MIDDLED, MIDDLED_APART = 2.0, 0.4
MOSTLY = 0.7  # share of lines that stand on baselines of other columns
FULLY = 0.7  # share of a column's borders between rows that are drawn: where one is not, the cell is meant to span
SELDOM = 0.2  # the same where rows draw other borders
SOMETIMES = 0.5  # share of the rows that draw a border; below it, its absence says nothing about spans
LARGE = 0.5  # of the table; a fill of such a size is a panel, not a cell
TILED = 0.85  # share of the cells that fills cover where fills alone make a grid
OVERHANG = 6.0  # points; a text may begin so far left of its column's border, where that is not drawn beside it
# Evidence that a grid with missing borders is a table: the shares of its inner borders between columns and between rows
# that are drawn, its frame, bands drawn through that frame, places with text (all if a share of FULL has some), and
# against it the further lines of a place, and two shares beyond TOLERATED: of a column's rows whose texts stand in
# columns of their own that no rule parts, and of the borders between columns that texts run across, as across the
# shades behind words; and how much is enough. Set by hand, from a logistic regression over 77 grids of real documents
# and of the gate.
PARTED, PILED, FRAMED, STACKED, FILLED, CROWDED, UNRULED, ENOUGH = 4.5, 3.0, 1.2, 3.0, 3.0, 0.4, 10.0, 9.2
FULL, TOLERATED = 0.3, 0.4
MIN_PARTED = 3  # rows with text side by side in one column
CLOSED_CELLS = 4  # of a completely drawn grid; fewer may be panels or boxes that touch
ROW_CELLS = 3  # the same of a single row, all of them with text
CLOSED_TEXTS, EMPTY_TEXTS = 3, 2  # of these with text; where there are FORM_CELLS, which may be to fill in
FORM_CELLS = 6
SHOWN = 0.4  # of a cell: a picture that covers so much of it is its content
CUT_BORDERS = 2  # between the columns of a row whose outer rule is missing
SLIT = 0.75  # of the height of the lowest line: a band so low holds no text, it lies between a rule and a fill
CROSSED = 0.05  # of the lines in a completely drawn grid: so many may stick out of their cells
CONTINUED = 1.2  # of the highest row of a table: a row that begins so near below its border goes on with it
MIN_FILLED = 0.15  # share of cells with text; a drawing's grid has less


def find(page: Page, lines: Sequence[Line]) -> list[FoundTable]:
    """The tables of a page whose cells are bounded by rules or fills, from top to bottom."""
    return [finish(sketch, page) for sketch in sketches(page, lines)]


def sketches(page: Page, lines: Sequence[Line]) -> list[Sketch]:
    """The ruled tables of a page before they are finished, from top to bottom."""
    if len(page.rules) + len(page.fills) < 2 or not lines:
        return []
    areas = shaded_rows(page, lines)
    if areas:
        page = without_shades(page, areas)
    level, vs = horizontal_edges(page), vertical_edges(page)
    taken: set[int] = set()
    hs = cell_edges(page, lines, level)
    vs = reaching(vs, hs)
    hs = sorted([*hs, *joint_rows(page.rules, hs, vs, lines)])
    grids = _grids(lines, hs, vs)
    found = _closed(grids, lines, taken, page.pictures)
    if not hs:
        return []
    refused = False
    for lattice in sorted(grids, key=lambda t: -t.box.area):
        inside = _inside(lines, lattice.box, taken)
        if len(inside) < 2 or not (lattice.drawn or tiled(lattice, page.fills)):
            continue
        sketch = _sketch(lattice, inside)
        if sketch is not None:
            taken |= sketch.used
            found.append(sketch)
        refused = refused or sketch is None
    if refused and page.fills:  # shades that touch a complete grid, or hold several, are none of its cells
        solid = _grids(lines, horizontal_edges(page, fills=False), vertical_edges(page, fills=False))
        found += _closed([grid for grid in solid if grid.framed], lines, taken, page.pictures)
    rest = [(i, line) for i, line in enumerate(lines) if i not in taken]
    found = _whole(found, rest)
    found += records(_left(rest, found), level, vs, page.rules)
    found += blanks(_left(rest, found), level)
    return sorted(found, key=lambda s: (s.ys[0], s.xs[0]))


def _left(lines: Sequence[tuple[int, Line]], found: Sequence[Sketch]) -> list[tuple[int, Line]]:
    taken = {i for sketch in found for i in sketch.used}
    return [pair for pair in lines if pair[0] not in taken]


def _grids(lines: Sequence[Line], hs: Sequence[Edge], vs: Sequence[Edge]) -> list[Lattice]:
    """The grids of a page's borders that are no plots."""
    whole = lattices(hs, vs, lines) if hs and vs else []
    return [grid for grid in whole if not is_plot(grid, lines)]


def _closed(
    grids: Sequence[Lattice], lines: Sequence[Line], taken: set[int], pictures: Sequence[Picture]
) -> list[Sketch]:
    """The tables of the grids that are drawn completely, largest first; their lines are added to those `taken`."""
    found: list[Sketch] = []
    for lattice in sorted(grids, key=lambda one: -one.box.area):
        cells = closed_cells(lattice)
        inside = _inside(lines, lattice.box, taken) if cells else []
        if cells and (sketch := _closed_sketch(lattice, cells, inside, pictures)) is not None:
            taken |= sketch.used
            found.append(sketch)
    return found


def _closed_sketch(
    lattice: Lattice, cells: Sequence[Place], inside: Sequence[tuple[int, Line]], pictures: Sequence[Picture] = ()
) -> Sketch | None:
    """The table of a grid that is drawn completely: its cells are what the rules enclose, whatever they hold.

    None where the drawing leaves open what the cells are: too few of them or too few with text, several rows in one
    band, a band too low for text, or texts that contradict the merged cells.
    """
    fewest = CLOSED_CELLS if lattice.rows > 1 else ROW_CELLS
    if not lattice.drawn or lattice.cols < 2 or len(cells) < fewest or _has_slit(lattice, inside):
        return None
    rows = rows_of_pieces(inside)
    if holds_rows(lattice, rows):
        return None
    text = _Places(lattice)
    for _, line in inside:
        text.add(line)
    if any(place in text.lines and not _is_cut_off(lattice, place[0]) for place in lattice.outside):
        return None
    drafts = [Draft(*place) for place in [*cells, *(Place(r, c, 1, 1) for r, c in lattice.outside)]]
    if any(_contradicts(text, draft) for draft in drafts) or _crossings(lattice, text) > CROSSED * len(inside):
        return None
    own = {i for i, _ in inside}
    sketch = Sketch(list(lattice.xs), list(lattice.ys), drafts, own, ruled=True, closed=True)
    _fill(sketch, [line for _, line in inside])
    texts = sum(bool(draft.lines) for draft in drafts)
    filled = texts + _shown(sketch, pictures)
    least = EMPTY_TEXTS if len(cells) >= FORM_CELLS else CLOSED_TEXTS
    if texts < EMPTY_TEXTS or filled < (max(least, MIN_FILLED * len(cells)) if lattice.rows > 1 else len(cells)):
        return None
    return tidy(sketch)


def _shown(sketch: Sketch, pictures: Sequence[Picture]) -> int:
    """The number of cells whose content is a picture, which covers no text of other cells."""
    xs, ys, shown = sketch.xs, sketch.ys, 0
    for picture in pictures:
        covered = []
        for cell in sketch.cells:
            box = Box(xs[cell.col], ys[cell.row], xs[cell.col + cell.col_span], ys[cell.row + cell.row_span])
            if box.overlap(picture.box) > SHOWN * box.area:
                covered.append(cell)
        shown += 0 if any(cell.lines for cell in covered) else len(covered)
    return shown


def _is_cut_off(lattice: Lattice, row: int) -> bool:
    """Whether a row lacks nothing but its outer rule: all borders between columns go on, as where a page ends."""
    parted = lattice.right[row]
    return row in {0, lattice.rows - 1} and len(parted) >= CUT_BORDERS and all(parted)


def _has_slit(lattice: Lattice, inside: Sequence[tuple[int, Line]]) -> bool:
    """Whether a band of the grid is lower than any line of its text."""
    lowest = min((line.y1 - line.y0 for _, line in inside), default=0.0)
    return any(below - above < SLIT * lowest for above, below in pairwise(lattice.ys))


def _contradicts(text: _Places, cell: Draft) -> bool:
    """Whether a merged cell holds texts of several cells: their rules may only be missing."""
    last, end = cell.row + cell.row_span, cell.col + cell.col_span
    if any(_text_parts(text, r, c, usual=True) for r in range(cell.row, last) for c in range(cell.col, end - 1)):
        return True
    return any(not _one_text(text, cell, r, enclosed=True) for r in range(cell.row + 1, last))


def _crossings(lattice: Lattice, text: _Places) -> int:
    """The number of drawn borders between columns that words stand across."""
    return sum(lattice.right[row][col] for row, col in text.crossed)


def _whole(found: Sequence[Sketch], rest: Sequence[tuple[int, Line]]) -> list[Sketch]:
    """The tables without those that are only the drawn part of one: rows of the same columns go on right below."""
    whole = [sketch.closed and sketch.rows > 1 for sketch in found]
    if all(whole):
        return list(found)
    rows = rows_of_pieces(rest)
    return [sketch for sketch, is_whole in zip(found, whole, strict=True) if is_whole or not _goes_on(sketch, rows)]


def _goes_on(sketch: Sketch, rows: Sequence[Row]) -> bool:
    """Whether a row in several columns of a table stands as near below its last row as its own rows stand."""
    step = max(below - above for above, below in pairwise(sketch.ys))
    for row in rows:
        if row.x0 < sketch.xs[0] - OVERHANG or row.x1 > sketch.xs[-1] + OVERHANG:
            continue
        if row.y0 < sketch.ys[-1] - 0.4 * row.height:
            continue
        places = [band_of(sketch.xs, (p.x0 + p.x1) / 2) for p in row.pieces]
        several = len(places) > 1 and len(set(places)) == len(places)
        return several and row.baseline - sketch.ys[-1] < CONTINUED * step
    return False


def tiled(lattice: Lattice, fills: Sequence[Fill]) -> bool:
    """Whether fills cover most cells one by one: then their sides are borders, and not those of a shaded column."""
    box = lattice.box
    large = LARGE * box.area
    across, down = ([(a + b) / 2 for a, b in pairwise(borders)] for borders in (lattice.xs, lattice.ys))
    covered: set[tuple[int, int]] = set()
    for fill in fills:
        x0, y0, x1, y1, _ = fill
        if 0.0 < (x1 - x0) * (y1 - y0) < large:
            rows = range(bisect_left(down, y0), bisect_right(down, y1))
            covered.update(
                [(row, col) for col in range(bisect_left(across, x0), bisect_right(across, x1)) for row in rows]
            )
    return len(covered) >= TILED * lattice.rows * lattice.cols


def _inside(lines: Sequence[Line], box: Box, taken: Container[int]) -> list[tuple[int, Line]]:
    """Lines whose middle lies in the box."""
    x0, y0, x1, y1 = box
    return [
        (i, line)
        for i, line in enumerate(lines)
        if i not in taken and y0 <= (line.y0 + line.y1) / 2 <= y1 and x0 - 2 <= (line.x0 + line.x1) / 2 <= x1 + 2
    ]


def _sketch(lattice: Lattice, inside: Sequence[tuple[int, Line]]) -> Sketch | None:
    rows = rows_of_pieces(inside)
    unruled = _unruled_columns(lattice, rows)
    for grid in (with_text_rows(lattice, rows), lattice):  # text that wraps unusually may look like rows
        text = _Places(grid)
        for _, line in inside:
            text.add(line)
        if _is_grid(grid, text, unruled):
            break
    else:
        return None
    drafts = _merged_down(grid, text, _runs(grid, text))
    sketch = Sketch(list(grid.xs), list(grid.ys), drafts, {i for i, _ in inside}, ruled=True, drawn=grid.drawn)
    _fill(sketch, [line for _, line in inside])
    return tidy(sketch)


@dataclass(slots=True)
class _Places:
    """Where the text stands: the lines of each place, and the borders that a run of words crosses."""

    lattice: Lattice
    lines: dict[tuple[int, int], list[Line]] = field(default_factory=dict)
    crossed: set[tuple[int, int]] = field(default_factory=set)  # (row, border between column c and c+1)

    def add(self, line: Line) -> None:
        """Note the line at its place or places."""
        xs = self.lattice.xs
        row = band_of(self.lattice.ys, middle(line))
        first: int | None = None
        for part in cut_line(line, xs[1:-1]):
            column = band_of(xs, (part.words[0].x0 + part.words[0].x1) / 2)
            self.lines.setdefault((row, column), []).append(part)
            if first is not None:
                self.crossed.update((row, c) for c in range(first, column))
            first = column
        for word in line.words:
            over = range(max(bisect_right(xs, word.x0 + 2), 1), min(bisect_left(xs, word.x1 - 2), len(xs) - 1))
            self.crossed.update((row, at - 1) for at in over if line.x0 < xs[at] - OVERHANG)


def band_of(borders: Sequence[float], at: float) -> int:
    """The band between `borders` that holds `at`; the first or last one when it lies outside."""
    band, last = bisect_right(borders, at) - 1, len(borders) - 2
    return 0 if band < 0 else min(band, last)


def middle(line: Line) -> float:
    """The height that tells the row of a line: half of the small letters for upright text."""
    if line.angle in (90, 270) or line.vertical:
        return (line.y0 + line.y1) / 2
    return line.baseline - 0.3 * (line.y1 - line.y0)


def _is_grid(lattice: Lattice, text: _Places, unruled: float) -> bool:
    """Whether an incompletely drawn grid is a table and no frame, form line or chart: by what is drawn and filled."""
    if len(text.lines) < 2:
        return False
    piled = _share(lattice.below, 0.5 if lattice.drawn else 0.0)
    across = _crossings(lattice, text) / max(1, sum(map(sum, lattice.right)))
    evidence = (
        PARTED * _share(lattice.right, 1.0)
        + PILED * piled
        + (FRAMED + STACKED * piled) * lattice.framed
        + FILLED * min(1.0, len(text.lines) / (lattice.rows * lattice.cols * FULL))
        - CROWDED * (sum(map(len, text.lines.values())) / len(text.lines) - 1)
        - UNRULED * (max(0.0, unruled - TOLERATED) + max(0.0, across - TOLERATED))
    )
    return lattice.cols > 1 and evidence > ENOUGH


def _share(borders: Sequence[Sequence[bool]], absent: float) -> float:
    """The share of inner borders that are drawn; `absent` where there are none."""
    every = [drawn for row in borders for drawn in row]
    return sum(every) / len(every) if every else absent


def _unruled_columns(lattice: Lattice, rows: Sequence[Row]) -> float:
    """The largest share of a column's rows whose texts stand in columns of their own that no rule parts."""
    filled: Counter[int] = Counter()
    parted: Counter[int] = Counter()
    for row in rows:
        for column, pieces in cells_of([row], lambda p: band_of(lattice.xs, (p.x0 + p.x1) / 2)).items():
            filled[column] += 1
            parted[column] += len(pieces) > 1 and _are_apart(pieces, row.height)
    return max((n / filled[c] for c, n in parted.items() if n >= MIN_PARTED), default=0.0)


def _are_apart(pieces: Sequence[Piece], height: float) -> bool:
    """Whether texts side by side are two cells: no boxes to tick, no marker or sign and its text."""
    texts = [p for p in pieces if p.amount or (any(map(str.isalnum, p.text)) and not is_marker(p.text))]
    if is_choice(" ".join(p.text for p in pieces)):
        return False
    return any(b.x0 - a.x1 > APART_IN_ROW * height for a, b in pairwise(texts))


def _runs(lattice: Lattice, text: _Places) -> list[list[tuple[int, int]]]:
    """For each row the (first, last) columns of its cells."""
    drawn = Counter(c for row in lattice.right for c, there in enumerate(row) if there)
    runs = []
    mostly = sum(any(row) for row in lattice.right) >= SOMETIMES * lattice.rows
    for r in range(lattice.rows):
        row, first = [], 0
        # where most rows draw borders, the absence of one is meant even if that one is rare
        least = (SELDOM if mostly or any(lattice.right[r]) else SOMETIMES) * lattice.rows
        for c in range(lattice.cols - 1):
            if lattice.right[r][c] or _text_parts(text, r, c, usual=drawn[c] >= least):
                row.append((first, c))
                first = c + 1
        row.append((first, lattice.cols - 1))
        runs.append(row)
    return runs


def _text_parts(text: _Places, row: int, border: int, *, usual: bool) -> bool:
    """Whether a border that is not drawn is there all the same, by the text beside it."""
    left, right = text.lines.get((row, border)), text.lines.get((row, border + 1))
    white = 0.0
    if left and right:
        white = min(line.x0 for line in right) - max(line.x1 for line in left)
        white /= max(line.y1 - line.y0 for line in left)
        if white > MIDDLED_APART and _in_middle(text, border, left) and _in_middle(text, border + 1, right):
            return True
    return (row, border) not in text.crossed and (not usual or white > 1.0)


def _in_middle(text: _Places, column: int, lines: Sequence[Line]) -> bool:
    """Whether lines are set in the middle of a column."""
    sides = text.lattice.xs[column] + text.lattice.xs[column + 1]
    return all(abs(line.x0 + line.x1 - sides) <= 2 * MIDDLED for line in lines)


def _merged_down(lattice: Lattice, text: _Places, runs: Sequence[Sequence[tuple[int, int]]]) -> list[Draft]:
    """Drafts of the cells: runs of equal columns joined downwards where no border is drawn between them."""
    drafts: list[Draft] = []
    open_cells: dict[tuple[int, int], Draft] = {}
    drawn = [sum(column) >= FULLY * len(column) for column in zip(*lattice.below, strict=True)] if lattice.drawn else []
    for r, row in enumerate(runs):
        here: dict[tuple[int, int], Draft] = {}
        for first, last in row:
            above = open_cells.get((first, last))
            # a missing border tells of one cell where other columns have it, and these most of the others
            meant = bool(drawn) and all(drawn[first : last + 1]) and any(lattice.below[r - 1])
            absent = above is not None and not any(lattice.below[r - 1][first : last + 1])
            if above is not None and absent and (meant or _one_text(text, above, r)):
                above.row_span += 1
                here[first, last] = above
                continue
            here[first, last] = Draft(r, first, 1, last - first + 1)
            drafts.append(here[first, last])
        open_cells = here
    return drafts


def _one_text(text: _Places, above: Draft, row: int, *, enclosed: bool = False) -> bool:
    """Whether the texts above and below a missing border belong to one cell: one is empty, or they follow closely.

    Lines that follow closely are rows of their own when most stand on baselines of the other columns; not where rules
    enclose the cell.
    """
    xs, columns = text.lattice.xs, range(above.col, above.col + above.col_span)
    upper = [(r, ln) for r in range(above.row, row) for c in columns for ln in text.lines.get((r, c), ())]
    lower = [(row, ln) for c in columns for ln in text.lines.get((row, c), ())]
    if not upper or not lower:
        return True
    last = max((ln for _, ln in upper), key=lambda ln: ln.baseline)
    first = min((ln for _, ln in lower), key=lambda ln: ln.baseline)
    if first.baseline - last.baseline >= APART * min(first.y1 - first.y0, last.y1 - last.y0):
        return False
    if enclosed or _is_full(last, first.words[0], xs[columns.start], xs[columns.stop]):
        return True
    pairs = upper + lower
    return sum(_has_company(text, r, columns, ln) for r, ln in pairs) < MOSTLY * len(pairs)


def _is_full(line: Line, after: Word, left: float, right: float) -> bool:
    """Whether a line leaves no room in its cell for the word that follows it, so that the text had to wrap."""
    size = after.style.size
    padding = min(max(line.x0 - left, 1.0), 0.5 * size)
    return line.x1 + needed(after.text[0], after.x1 - after.x0, size) > right - padding


def _has_company(text: _Places, row: int, columns: range, line: Line) -> bool:
    """Whether another column of the row has text on the line's baseline."""
    return any(
        abs(other.baseline - line.baseline) < 1.5
        for c in range(text.lattice.cols)
        if c not in columns
        for other in text.lines.get((row, c), ())
    )


def _fill(sketch: Sketch, lines: Sequence[Line]) -> None:
    """Put the lines into the cells, cut at the borders that they cross."""
    place: dict[tuple[int, int], Draft] = {}
    for cell in sketch.cells:
        for r in range(cell.row, cell.row + cell.row_span):
            for c in range(cell.col, cell.col + cell.col_span):
                place[r, c] = cell
    borders: dict[int, list[float]] = {}  # of each row
    for line in lines:
        row = band_of(sketch.ys, middle(line))
        if row not in borders:
            borders[row] = [x for c, x in enumerate(sketch.xs[1:-1]) if place[row, c] is not place[row, c + 1]]
        for part in cut_line(line, borders[row]):
            cell = place[row, band_of(sketch.xs, (part.words[0].x0 + part.words[0].x1) / 2)]
            cell.lines.append(part)
    for cell in sketch.cells:
        cell.lines.sort(key=lambda ln: (round_half_even(ln.baseline), ln.x0))
