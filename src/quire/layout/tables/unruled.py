"""Tables without borders: rows of pieces whose columns are told by alignment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile

from quire.layout.tables.cell_pieces import Piece, Row, cut_at_cells, parted, rows_of_pieces, with_pieces
from quire.layout.tables.charts import drawing_areas, is_chart
from quire.layout.tables.grids import FoundTable, finish, is_bold, is_slanted
from quire.layout.tables.gutters import (
    Columns,
    cleared,
    columns_of,
    cut_at_edges,
    parted_by_headings,
    share_column,
    span_of,
)
from quire.layout.tables.header_rows import LEFT, headings, is_caption, parts
from quire.layout.tables.row_roles import CONTINUED, HEADER, OUTSIDE, START, of_roles, row_roles
from quire.layout.tables.row_shades import reaches, shaded_rows
from quire.layout.tables.rule_frames import MAX_HEAD, framed, has_form
from quire.layout.tables.rule_segments import jointed
from quire.layout.tables.sketches import Sketch, add_line, tidy
from quire.layout.tables.table_regions import TITLE, Block, blocks, prose
from quire.layout.tables.table_score import NAMES, Candidate, Drawn, certainty, drawn_on, table_features
from quire.layout.tables.wrapped_cells import labelled, may_be_middled, may_hold, may_label, middled, woven
from quire.model.geometry import Box
from quire.model.page import Line, Page
from quire.tables.edges import Edge, horizontal_edges, without_underlines

SAME_ROW = 3.0  # points between the baselines of two lines side by side
CAPTION_STEP = 1.35  # of the row height, from line to line of a caption
MIN_DEALT, DEALT_GAP = 3, 0.6  # columns; white above them, in row heights: a line of headings with single spaces
LONG_RULE = 0.6  # of the width of a frame
RULES_ABOVE = 2.0  # row heights; a heading above the block and the rule under it


CERTAIN = 1.0  # certainty of a table that columns of text would cut
_COVER, _FORMULAS = NAMES.index("cover"), NAMES.index("formulas")  # among the features


def find(page: Page, lines: Sequence[Line], *, typescript: bool = False) -> list[FoundTable]:
    """The tables of a page that stand by alignment, from top to bottom.

    Args:
        page: The page.
        lines: Lines of the page.
        typescript: Most of the document is set in a fixed pitch, which else tells program text.
    """
    form = has_form(page, lines)
    if not (form or _has_rows(lines)):
        return []
    drawn = drawn_on(page, lines, typescript=typescript)
    found = find_certain(page, lines)
    taken = {i for table in found for i in table.lines}
    rows = cut_at_cells(rows_of_pieces((i, line) for i, line in enumerate(lines) if i not in taken))
    several = sum(1 for row in rows if len(row.pieces) > 1)
    if several > 1 or (several and form):
        proposed = sorted(_proposed(page, rows, drawn), key=lambda block: -len(block.rows))
        found += [finish(sketch, page) for sketch in _sketches(proposed, drawn, drawing_areas(page))]
    return sorted(found, key=lambda t: t.table.places[0].box.y0)


def find_across(
    page: Page, lines: Sequence[Line], columns: Mapping[int, int], *, typescript: bool = False
) -> list[FoundTable]:
    """The tables without borders that columns of text would cut, and that are larger than those inside one column.

    Args:
        page: The page.
        lines: Lines of the page.
        columns: By the index of a line the column of text that it would be in.
        typescript: As for `find`.
    """
    drawn = drawn_on(page, lines, typescript=typescript)
    drawings = drawing_areas(page)
    proposed = _proposed(page, cut_at_cells(rows_of_pieces(enumerate(lines))), drawn)
    across = _certain([block for block in proposed if _is_cut(block, columns)], drawn, drawings)
    if not across:
        return []
    sketches = list(across)
    for number in set(columns.values()):
        own = cut_at_cells(rows_of_pieces((i, line) for i, line in enumerate(lines) if columns[i] == number))
        sketches += _certain(_proposed(page, own, drawn), drawn, drawings)
    found: list[Sketch] = []
    for sketch in sorted(sketches, key=lambda sketch: -len(sketch.used)):
        if all(sketch.used.isdisjoint(other.used) for other in found):
            found.append(sketch)
    return [finish(sketch, page) for sketch in found if sketch in across]


def _proposed(page: Page, rows: Sequence[Row], drawn: Drawn) -> list[Block]:
    """The blocks between rules of one width, and those that stand by alignment among the other rows."""
    running = prose(rows, page.width)
    between = framed(rows, drawn.rules, running)
    taken = {id(p) for block in between for row in block.rows for p in row.pieces}
    return [*between, *blocks(with_pieces(rows, lambda p: id(p) not in taken) if taken else rows, running)]


def _sketches(proposed: Iterable[Block], drawn: Drawn, drawings: Sequence[Box] = ()) -> Iterator[Sketch]:
    """The tables among blocks outside of drawings."""
    for block in proposed:
        box = Box(block.x0, block.rows[0].y0, block.x1, block.rows[-1].y1)
        if any(box.overlap(drawing) > 0.5 * box.area for drawing in drawings):
            continue
        sketch = sketch_of(candidate_of(block, drawn))
        if sketch is not None:
            yield sketch


def _certain(proposed: Iterable[Block], drawn: Drawn, drawings: Sequence[Box]) -> list[Sketch]:
    """The tables of blocks that are certain enough to stand against columns of text."""
    return [one for one in _sketches(proposed, drawn, drawings) if one.odds is not None and one.odds > CERTAIN]


def _is_cut(block: Block, columns: Mapping[int, int]) -> bool:
    """Whether texts of a block are in columns of text side by side."""
    heights: dict[int, tuple[float, float]] = {}
    for row in block.rows:
        for piece in row.pieces:
            column = columns[piece.indices[0]]
            heights[column] = (heights.get(column, (row.baseline, 0.0))[0], row.baseline)
    spans = sorted(heights.values())
    return any(below[0] < above[1] for above, below in pairwise(spans))


def find_certain(page: Page, lines: Sequence[Line]) -> list[FoundTable]:
    """Those of the tables that are sure before columns of text.

    Their columns by the joints of a rule that is drawn cell by cell, or by headings between rules; or their rows by
    shades behind every other one, or by cells that begin together.
    """
    around = jointed(lines, page.rules) if page.rules else []
    form = has_form(page, lines)
    areas = [area.box for area in shaded_rows(page, lines)]
    rules = without_underlines(horizontal_edges(page, fills=False), lines) if around or form or areas else []
    drawn = Drawn(rules, page.fills)
    found = list(_sketches(around, drawn))
    if areas:
        found += _sketches(_shaded(page, _rows(lines, found), areas), drawn)
    if form:
        rows = cut_at_cells(_rows(lines, found))
        found += _sketches([block for block in framed(rows, rules, prose(rows, page.width)) if block.headed], drawn)
    if may_be_middled(lines):
        found += middled(_rows(lines, found))
    if may_hold(lines):
        found += woven(_rows(lines, found))
    if may_label(lines):
        found += labelled(_rows(lines, found))
    return [finish(sketch, page) for sketch in found]


def _shaded(page: Page, uncut: Sequence[Row], areas: Sequence[Box]) -> list[Block]:
    """The blocks with rows of figures on shades, which are tables however long their labels are."""
    rows = cut_at_cells(uncut)
    on_shades = {id(p) for row in rows if any(reaches(row, box) for box in areas) for p in row.pieces}
    proposed = blocks(rows, prose(rows, page.width) - on_shades)
    held = [block for block in proposed if any(reaches(row, box) for box in areas for row in block.rows)]
    for block in held:
        block.shaded = True
    return held


def _rows(lines: Sequence[Line], found: Sequence[Sketch]) -> list[Row]:
    """The visual rows of the lines that no table has used."""
    taken = {i for sketch in found for i in sketch.used}
    return rows_of_pieces((i, line) for i, line in enumerate(lines) if i not in taken)


def _has_rows(lines: Sequence[Line]) -> bool:
    """Whether at least two pairs of lines stand side by side: a cheap test that most pages of text fail."""
    if len(lines) < 4:
        return False
    baselines = sorted(line.baseline for line in lines if line.angle == 0)
    return sum(1 for a, b in pairwise(baselines) if b - a < SAME_ROW) >= 2


def candidate_of(block: Block, drawn: Drawn) -> Candidate:
    """A block with its columns and the roles of its rows; `drawn`: what is drawn on the page."""
    top = block.rows[0].y0 - RULES_ABOVE * block.rows[0].height
    near = [e for e in drawn.rules if top <= e.at <= block.rows[-1].y1 + 6 and e.hi > block.x0 and e.lo < block.x1]
    columns = block.columns or columns_of(_telling(block.rows))
    before = _with_dealt(_after_caption(block.before), block.rows[0], columns)
    after = takewhile(lambda row: not is_caption(row.pieces[0].text), block.after)
    rows = [*before, *block.rows, *after]
    rows = cut_at_edges(rows, columns) if block.framed else rows
    inside = (len(before), len(before) + len(block.rows))
    roles, likely = row_roles(rows, inside, columns, near, drawn.fills)
    if block.columns is None:
        found = columns_of(_telling(of_roles(rows, roles, START, CONTINUED)))
        fewer = len(found.borders) < len(columns.borders)
        empty = block.framed and fewer and any(share_column(row, found) for row in of_roles(rows, roles, HEADER))
        if found.borders != columns.borders and not empty:  # between rules a column may hold nothing but its heading
            columns = found
            roles, likely = row_roles(rows, inside, columns, near, drawn.fills)
    if block.framed:  # what stands between the rules is of the table
        last = max(i for i, role in enumerate(roles) if role != OUTSIDE)
        roles = [CONTINUED if last < i < inside[1] else role for i, role in enumerate(roles)]
    roles = _with_missed_head(rows, roles, near if block.framed else [], block.x1 - block.x0)
    roles = _without_title(rows, roles, columns)
    if block.columns is None and len(columns.extents) > 1:
        head, body = of_roles(rows, roles, HEADER), of_roles(rows, roles, START, CONTINUED)
        columns = parted_by_headings(columns, head, body)
    return Candidate(block, rows, roles, columns, drawn._replace(rules=near), likely)


def _with_missed_head(rows: Sequence[Row], roles: list[int], frame: Sequence[Edge], width: float) -> list[int]:
    """The roles with the header that trees seldom saw: italic rows above others.

    A frame's middle rule tells more than the trees, where head, middle and foot rule are all the long ones.
    """
    body = [i for i, role in enumerate(roles) if role != OUTSIDE]
    top, foot = rows[body[0]].baseline, rows[body[-1]].baseline
    middle = [e.at for e in frame if e.hi - e.lo > LONG_RULE * width and top < e.at < foot]
    head = [i for i in body if rows[i].baseline < middle[0]] if len(middle) == 1 else []
    if not head and HEADER not in roles:
        slanted = [i for i in body if is_slanted(p.line for p in rows[i].pieces)]
        head = slanted if slanted == body[: len(slanted)] and len(slanted) < len(body) else []
    if not 0 < len(head) <= MAX_HEAD:
        return roles
    starts = {head[-1] + 1, *(i for i, role in enumerate(roles) if role == HEADER)}
    return [HEADER if i in head else START if i in starts else role for i, role in enumerate(roles)]


def _without_title(rows: Sequence[Row], roles: list[int], columns: Columns) -> list[int]:
    """The roles without the title above the headings.

    Texts alone that are set larger than the rest, or a text alone over the first column, which has a heading below.
    """
    inside = [i for i, role in enumerate(roles) if role != OUTSIDE]
    alone = list(takewhile(lambda i: len(rows[i].pieces) == 1, inside))
    size = TITLE * max((rows[i].size for i in inside[len(alone) :]), default=0.0)
    larger = max((n for n, i in enumerate(alone, 1) if rows[i].size > size > 0), default=0)
    if larger:
        return _without_title(rows, [OUTSIDE if i in alone[:larger] else role for i, role in enumerate(roles)], columns)
    head = [i for i, role in enumerate(roles) if role == HEADER]
    title = head[: next((n for n, i in enumerate(head) if len(rows[i].pieces) > 1), 0)]
    if not title or title[-1] == head[-1]:
        return roles
    firsts = [rows[i].pieces[0] for i in [*title, head[len(title)]]]
    if any(span_of(piece.x0, piece.x1, columns.borders)[0] for piece in firsts):
        return roles
    return [OUTSIDE if i in title else role for i, role in enumerate(roles)]


def _after_caption(rows: list[Row]) -> list[Row]:
    """The rows below a caption and its other lines; all rows when there is no caption."""
    for i in reversed(range(len(rows))):
        if is_caption(rows[i].pieces[0].text):
            end = i + 1
            while end < len(rows) and rows[end].baseline - rows[end - 1].baseline < CAPTION_STEP * rows[end].height:
                end += 1
            return rows[end:]
    return rows


def _with_dealt(before: list[Row], first: Row, columns: Columns) -> list[Row]:
    """The rows with the bold line right above a table cut into headings that begin where its columns do."""
    if not before or len(columns.extents) < MIN_DEALT or is_bold(p.line for p in first.pieces):
        return before
    row = before[-1]
    line = row.pieces[0].line
    if len(row.pieces) > 1 or first.y0 - row.y1 > DEALT_GAP * row.height or not is_bold([line]):
        return before
    starts = [i for i, word in enumerate(line.words) if any(abs(word.x0 - lo) < LEFT for lo, _ in columns.extents)]
    whole = len(starts) == len(columns.extents) and starts[0] == 0
    return [*before[:-1], row.of(parted(row.pieces[0], starts[1:]))] if whole else before


def sketch_of(candidate: Candidate) -> Sketch | None:
    """The table of a candidate, or None when its rows do not make one."""
    block, columns = candidate.block, candidate.columns
    head, body = candidate.of(HEADER), candidate.of(START, CONTINUED)
    if len(columns.extents) < 2 or len(head) + len(body) < 2 or is_chart([*head, *body]):
        return None
    features = table_features(candidate)
    odds = certainty(features)
    drawn_otherwise = features[_COVER] > 0 or features[_FORMULAS] >= 0.5  # by ornaments, bars of fractions
    if odds <= 0 and (drawn_otherwise or not (block.framed or block.shaded)):
        return None
    columns = block.columns or cleared(columns, body)
    starts = [role == START for role in candidate.roles if role in {START, CONTINUED}]
    body = [row.cut(lambda piece: parts(piece, columns)) for row in body]
    sketch = _sketch(head, body, starts, columns, candidate.drawn.rules)
    wide = [e for e in candidate.drawn.rules if e.lo <= sketch.xs[0] and e.hi >= sketch.xs[-1]] if block.framed else []
    if wide:
        frame = min(wide, key=lambda edge: edge.hi - edge.lo)
        sketch.xs[0], sketch.xs[-1] = frame.lo, frame.hi
    sketch.odds, sketch.likely = odds, candidate.likely
    return tidy(sketch)


def _telling(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows that tell the columns: those with figures where these are many, else those with several pieces."""
    several = [r for r in rows if len(r.pieces) > 1]
    figures = [r for r in several if r.figures]
    most = max((len(r.pieces) for r in figures), default=0)
    if most >= max((len(r.pieces) for r in several), default=0) > 0:
        return figures
    if len(figures) >= 3 and len(figures) >= 0.5 * len(several):
        return figures
    return several or rows


def _sketch(
    head: Sequence[Row], body: Sequence[Row], starts: Sequence[bool], columns: Columns, rules: Sequence[Edge]
) -> Sketch:
    cells, tops = headings(head, columns, rules)
    rows = [*head, *body]
    if not head:  # the first row goes on from nothing
        starts = [True, *starts[1:]]
    first = [row for row, start in zip(body, starts, strict=True) if start]
    xs = [min(r.x0 for r in rows), *columns.borders, max(r.x1 for r in rows)]
    ends = [max((r.y1 for r in rows if r.baseline < row.baseline), default=row.y0) for row in first]
    least = tops[-1] + 1 if tops else 0.0
    ys = [*tops, *(max((end + row.y0) / 2, least) for end, row in zip(ends, first, strict=True)), rows[-1].y1]
    number = len(tops) - 1
    for row, start in zip(body, starts, strict=True):
        number += start
        spans = [_reached(piece, columns) for piece in row.pieces]
        for i, (piece, (left, right)) in enumerate(zip(row.pieces, spans, strict=True)):
            free = spans[i + 1][0] - 1 if i + 1 < len(spans) else right
            add_line(cells, (number, left, max(left, min(right, free)), 1), piece.line)
    used = {i for row in rows for p in row.pieces for i in p.indices}
    count = min(len(tops), len(ys) - 2)
    return Sketch(xs, ys, list(cells.values()), used, ruled=False, header_rows=count)


def _reached(piece: Piece, columns: Columns) -> tuple[int, int]:
    """The first and the last column of a text; one that it hangs out to, but whose texts it does not reach, is none."""
    first, last = span_of(piece.x0, piece.x1, columns.borders)
    while last > first and piece.x1 <= columns.extents[last][0]:
        last -= 1
    return first, last
