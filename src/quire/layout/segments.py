"""Columns told by a horizontal rule that is drawn cell by cell.

Word processors draw the borders of cells one by one, so the rule under the headings of a table without
vertical lines still shows where its columns end: it has joints there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from quire.layout.grids import part_of
from quire.layout.gutters import Columns
from quire.layout.numbers import is_amount
from quire.layout.pieces import Piece, Row
from quire.layout.regions import Block
from quire.model.page import Rule, Word

JOINT = 0.6  # points; the pieces of one rule touch, or overlap by less than this
DOT = 1.5  # points; so short are the corners that Word draws between the borders of two cells
LEAST = 3  # columns: two pieces that touch may be a rule that was drawn in two strokes
AROUND = 4.0  # points by which the text of a table may stick out of its rule
ABOVE = 2.0  # row heights above the block where its first rule may lie
GAP = 0.45  # of the size; words of two cells stand further apart, words of one text nearer
INTO = 1.0  # points by which a word may reach over a border


def drawn_columns(block: Block, rules: Sequence[Rule]) -> tuple[list[Row], Columns] | None:
    """The rows of a block cut at the joints of a rule and the columns between these; None when no rule tells them."""
    top = block.rows[0].y0 - ABOVE * block.rows[0].height
    near = [r for r in rules if r.horizontal and top <= r.y0 <= block.rows[-1].y1 + AROUND]
    if len(near) < LEAST:
        return None
    for edges in _jointed(near):
        if edges[0] > block.x0 + AROUND or edges[-1] < block.x1 - AROUND:
            continue
        borders = edges[1:-1]
        rows = [_cut(row, borders) for row in block.rows]
        if all(_fits(row, borders) for row in rows):
            return rows, _columns(rows, edges)
    return None


def _jointed(rules: Sequence[Rule]) -> Iterator[list[float]]:
    """The ends and joints, from left to right, of each rule that consists of enough pieces."""
    chain: list[Rule] = []
    for rule in sorted(rules, key=lambda r: (round(r.y0, 1), r.x0)):
        if chain and (abs(rule.y0 - chain[-1].y0) > JOINT or abs(rule.x0 - chain[-1].x1) > JOINT):
            yield from _edges(chain)
            chain = []
        chain.append(rule)
    yield from _edges(chain)


def _edges(chain: Sequence[Rule]) -> Iterator[list[float]]:
    pieces = [r for r in chain if r.x1 - r.x0 > DOT]
    if len(pieces) >= LEAST:
        joints = [(a.x1 + b.x0) / 2 for a, b in pairwise(pieces)]
        yield [pieces[0].x0, *joints, pieces[-1].x1]


def _cut(row: Row, borders: Sequence[float]) -> Row:
    """The row with pieces cut at borders that fall into a gap wider than a space."""
    pieces = [part for piece in row.pieces for part in _parts(piece, borders)]
    return Row(pieces, row.baseline, row.y0, row.y1) if len(pieces) > len(row.pieces) else row


def _parts(piece: Piece, borders: Sequence[float]) -> list[Piece]:
    words = piece.line.words
    cuts = [i for i, (a, b) in enumerate(pairwise(words), 1) if _apart(a, b, borders)]
    if not cuts:
        return [piece]
    lines = [part_of(piece.line, range(a, b)) for a, b in pairwise([0, *cuts, len(words)])]
    return [Piece(line, piece.indices, is_amount(line.text)) for line in lines]


def _apart(left: Word, right: Word, borders: Sequence[float]) -> bool:
    if right.x0 - left.x1 < GAP * right.style.size:
        return False
    return any(left.x1 - INTO <= border <= right.x0 + INTO for border in borders)


def _fits(row: Row, borders: Sequence[float]) -> bool:
    """Whether each piece stands in a column of its own; where not, cells are merged along the rule."""
    taken = set()
    for piece in row.pieces:
        first = sum(1 for border in borders if border <= piece.x0 + INTO)
        if first in taken or any(piece.x0 + INTO < border < piece.x1 - INTO for border in borders):
            return False
        taken.add(first)
    return True


def _columns(rows: Sequence[Row], edges: Sequence[float]) -> Columns:
    extents = []
    for lo, hi in pairwise(edges):
        inside = [p for row in rows for p in row.pieces if lo <= (p.x0 + p.x1) / 2 < hi]
        extents.append((min(p.x0 for p in inside), max(p.x1 for p in inside)) if inside else (lo, hi))
    return Columns(list(edges[1:-1]), extents, 0.0)
