"""Columns and rows told by rules that are drawn cell by cell.

Word processors draw the borders of cells one by one, so the rule under the headings of a table without
vertical lines still shows where its columns end: it has joints there. Upright rules drawn row by row show the rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from quire.layout.rounding import round_half_even
from quire.layout.tables.cell_pieces import Piece, Row, parted, rows_of_pieces, with_pieces
from quire.layout.tables.gutters import Columns
from quire.layout.tables.table_regions import TITLE, Block
from quire.model.page import Line, Rule
from quire.tables.edges import NEAR as NEAR_BY
from quire.tables.edges import Edge, is_as_wide, is_level

JOINT = 1.0  # points; the pieces of one rule touch, or overlap by less than this
DOT = 1.5  # points; so short are the corners that Word draws between the borders of two cells
LEAST = 3  # columns: two pieces that touch may be a rule that was drawn in two strokes
MIN_CELLS = 2  # of a frame, in a row and in a column
AROUND = 4.0  # points by which the text of a table may stick out of its rule
GAP = 0.45  # of the size; words of two cells stand further apart, words of one text nearer
NEAR = 1.0  # of the row height; so near stand the lines of the headings above each other and above the rule
FAR = 1.5  # of the row height: what stands further below is no more of the table
INTO = 1.0  # points by which a word may reach over a border


Seam = tuple[float, list[float]]
"""A rule with joints: its height, and its ends and joints from left to right."""


def jointed(lines: Sequence[Line], rules: Sequence[Rule]) -> list[Block]:
    """Blocks that stand around a rule with joints: headings right above it, below it rows that fit its columns.

    A table with more rules than that shows its columns and rows by these.
    """
    seams = [seam for seam in level_seams(rules) if len(seam[1]) > LEAST] if len(rules) >= LEAST else []
    rows = rows_of_pieces(enumerate(lines)) if seams else []
    starts: dict[float, list[float]] = {}  # the heights of rules by where they begin: tables have few such places
    for rule in rules if seams else []:
        if is_level(rule):
            starts.setdefault(rule.x0, []).append(rule.y0)
    blocks = []
    for at, edges in seams:
        near = [heights for x0, heights in starts.items() if abs(x0 - edges[0]) <= JOINT]
        head = max([y0 for heights in near for y0 in heights if y0 < at - JOINT], default=0.0)
        block = _block(rows, (head, at), edges)
        if block is not None and not any(_on(block, other, ends) for other, ends in seams if other not in (head, at)):
            blocks.append(block)
            rows = _without(rows, block)
    return blocks


def _on(block: Block, at: float, edges: Sequence[float]) -> bool:
    """Whether a rule lies in or right above a block."""
    top = block.rows[0].y0 - FAR * block.rows[0].height
    return top < at < block.rows[-1].y0 and edges[0] < block.x1 and edges[-1] > block.x0


def _block(rows: Sequence[Row], head: tuple[float, float], edges: Sequence[float]) -> Block | None:
    """The headings between the rules at the heights `head` and the rows below; None when there are no such."""
    top, at = head
    lo, hi = edges[0] - AROUND, edges[-1] + AROUND
    inside = with_pieces(rows, lambda p: lo <= (p.x0 + p.x1) / 2 <= hi)
    before = next((row for row in reversed(inside) if row.baseline <= top), None)
    if before is not None and top - before.y1 < FAR * before.height:
        cut = before.cut(lambda piece: at_borders(piece, edges[1:-1]))
        if len(cut.pieces) > 1 and _fits(cut, edges[1:-1]):
            return None  # the rules part rows
    inside = [row for row in inside if row.baseline > top]
    count = sum(1 for r in inside if r.middle <= at)
    above, over = _run(reversed(inside[:count]), at, edges[1:-1], NEAR)
    if not above or len(above[0].pieces) < LEAST or above[0].figures * 2 > len(above[0].pieces):
        return None  # rows of figures end at the rule
    size = TITLE * above[0].size
    titled = over is not None and len(over.pieces) == 1 and abs(over.x0 - above[0].x0) <= AROUND
    if over is not None and over.size <= size and not titled:
        return None  # headings over several columns: the rule does not tell the whole of the head
    below, under = _run(inside[count:], at, edges[1:-1], FAR, most=size)
    if not below or (under is not None and len(under.pieces) > 1):
        return None
    taken = [*reversed(above), *below]
    return Block(taken, framed=True, columns=columns_between(taken, edges))


def _run(
    rows: Iterable[Row], at: float, borders: Sequence[float], far: float, *, most: float = float("inf")
) -> tuple[list[Row], Row | None]:
    """The rows that follow each other, away from the rule, as long as they fit and are not set larger than `most`.

    And the row behind these, when it is as near but does not fit; None otherwise.
    """
    taken: list[Row] = []
    top = bottom = at
    for row in rows:
        if max(row.y0 - bottom, top - row.y1) > far * row.height or row.size > most:
            break
        cut = row.cut(lambda piece: at_borders(piece, borders))
        if not _fits(cut, borders):
            return taken, row
        taken.append(cut)
        top, bottom = min(top, row.y0), max(bottom, row.y1)
    return taken, None


def _without(rows: Sequence[Row], block: Block) -> list[Row]:
    lines = {i for row in block.rows for p in row.pieces for i in p.indices}
    return with_pieces(rows, lambda p: lines.isdisjoint(p.indices))


def level_seams(rules: Sequence[Rule]) -> list[Seam]:
    """The `joints` of the level rules, of two pieces and more; the last are kept, as several steps ask for them."""
    for asked, known in _asked:
        if asked is rules:
            return known
    found = list(joints([rule for rule in rules if is_level(rule)], 2))
    _asked[:] = [(rules, found)]
    return found


_asked: list[tuple[Sequence[Rule], list[Seam]]] = []


def joints(rules: Sequence[Rule], least: int) -> Iterator[Seam]:
    """The height, and the ends and joints from left to right, of each level rule that consists of enough pieces.

    Browsers draw the lower border of a cell and the upper one of the next at one place.
    """
    chain: list[Rule] = []
    for rule in sorted(rules, key=lambda r: (round_half_even(10 * r.y0), r.x0)):
        if (
            chain
            and abs(rule.y0 - chain[-1].y0) <= JOINT
            and chain[-1].x0 <= rule.x0
            and rule.x1 <= chain[-1].x1 + JOINT
        ):
            continue
        if chain and (abs(rule.y0 - chain[-1].y0) > JOINT or abs(rule.x0 - chain[-1].x1) > JOINT):
            yield from _edges(chain, least)
            chain = []
        chain.append(rule)
    yield from _edges(chain, least)


def _edges(chain: Sequence[Rule], least: int) -> Iterator[Seam]:
    pieces = [r for r in chain if r.x1 - r.x0 > DOT]
    if len(pieces) >= least:
        inner = [(a.x1 + b.x0) / 2 for a, b in pairwise(pieces)]
        yield pieces[0].y0, [pieces[0].x0, *inner, pieces[-1].x1]


def joint_rows(
    rules: Sequence[Rule], level: Sequence[Edge], upright: Sequence[Edge], lines: Sequence[Line]
) -> list[Edge]:
    """The borders of rows that only the joints of all upright rules between two level ones of one width show.

    LaTeX draws upright rules row by row. Texts end there on both sides: padding may be drawn alone.
    """
    turned = [Rule(y0, x0, y1, x1, w, ink) for x0, y0, x1, y1, w, ink in rules if level and x1 - x0 < y1 - y0]
    seams = list(joints(turned, MIN_CELLS))  # the place of each upright rule, its ends and joints from top to bottom
    found: list[Edge] = []
    for y in sorted({y for _, edges in seams for y in edges[1:-1]}):
        first = next(x for x, edges in seams if any(abs(y - joint) <= JOINT for joint in edges[1:-1]))
        wide = [e for e in level if e.lo <= first + NEAR_BY and e.hi >= first - NEAR_BY]
        over = next((e for e in reversed(wide) if e.at < y - NEAR_BY), None)
        under = next((e for e in wide if e.at > y + NEAR_BY), None)
        if over is None or under is None or not is_as_wide(over, under):
            continue
        known = [e.at for e in (*level, *found) if e.lo < over.hi and e.hi > over.lo]
        if any(abs(at - y) <= NEAR_BY for at in known):
            continue
        own = [(x, edges) for x, edges in seams if any(abs(y - joint) <= JOINT for joint in edges[1:-1])]
        inside = [e for e in upright if over.lo - NEAR_BY <= e.at <= over.hi + NEAR_BY and e.lo < y < e.hi]
        if not all(any(abs(e.at - x) <= NEAR_BY for x, _ in own) for e in inside):
            continue
        top = max(at for at in known if at < y)
        end = min([*(at for at in known if at > y), *(joint for joint in own[0][1] if joint > y + JOINT)])
        texts = [ln for ln in lines if ln.x1 > over.lo and ln.x0 < over.hi and ln.y1 > top and ln.y0 < end]
        if any(ln.y0 + JOINT < y < ln.y1 - JOINT for ln in texts):
            continue
        middles = [(ln.y0 + ln.y1) / 2 for ln in texts]
        if any(top < at < y for at in middles) and any(y < at < end for at in middles):
            found.append(Edge(y, over.lo, over.hi))
    return found


def at_borders(piece: Piece, borders: Sequence[float]) -> list[Piece]:
    """A piece cut at borders that fall into a gap wider than a space."""
    return parted(piece, [
        i
        for i, (a, b) in enumerate(pairwise(piece.line.words), 1)
        if b.x0 - a.x1 >= GAP * b.style.size and any(a.x1 - INTO <= border <= b.x0 + INTO for border in borders)
    ])  # fmt: skip


def _fits(row: Row, borders: Sequence[float]) -> bool:
    """Whether each piece stands in a column of its own; where not, cells are merged along the rule."""
    taken = set()
    for piece in row.pieces:
        first = sum(1 for border in borders if border <= piece.x0 + INTO)
        if first in taken or any(piece.x0 + INTO < border < piece.x1 - INTO for border in borders):
            return False
        taken.add(first)
    return True


def columns_between(rows: Sequence[Row], edges: Sequence[float]) -> Columns:
    """The columns between the ends and joints of a rule, each as wide as its texts."""
    extents = []
    for lo, hi in pairwise(edges):
        inside = [p for row in rows for p in row.pieces if lo <= (p.x0 + p.x1) / 2 < hi]
        extents.append((min(p.x0 for p in inside), max(p.x1 for p in inside)) if inside else (lo, hi))
    return Columns(list(edges[1:-1]), extents)
