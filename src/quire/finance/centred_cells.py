"""Header cells of several lines, vertically centred beside cells with fewer lines, as browsers set them.

Read row by row, their lines stand between those of the cells beside them: a title of three lines has its second one
where a title of two has neither. Here each cell becomes one piece, and all stand on one line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.finance.line_joins import join_lines
from quire.finance.spanning_titles import stands_over
from quire.finance.text_pieces import Piece, Row, baseline_of
from quire.model.geometry import bounds

BETWEEN = 1.04  # of the size; lines of cells side by side are nearer than those of one cell
SAME = 1.0  # points; titles over others on one height
ONE_CELL = 2.4  # of the size; the lines of one cell are not farther apart


def merge_centred_cells(rows: Sequence[Row], left: float) -> list[Row]:
    """Header rows in which each multi-line cell is one piece.

    Args:
        rows: The rows above the figures.
        left: Where the columns begin; what ends before it is no title of a column and tells nothing.
    """
    titles = [row for row in ([p for p in row if p.x1 > left] for row in rows) if row]
    chains = [chain for chain in _chains(titles) if len(chain) > 1]
    if not chains:
        return list(rows)
    others = [row for row in ([p for p in row if p.x1 <= left] for row in rows) if row]
    moved = [row for chain in chains for row in _aligned([p for row in chain for p in row])]
    kept = [row for row in titles if not any(row is r for chain in chains for r in chain)]
    return sorted([*others, *moved, *kept], key=baseline_of)


def _chains(rows: Sequence[Row]) -> list[list[Row]]:
    """Rows, grouped where they interleave with each other's lines."""
    chains: list[list[Row]] = [[row] for row in rows[:1]]
    for upper, lower in pairwise(rows):
        near = baseline_of(lower) - baseline_of(upper) < BETWEEN * min(upper[0].size, lower[0].size)
        if near and not any(_overlap(a, b) for a in upper for b in lower):
            chains[-1].append(lower)
        else:
            chains.append([lower])
    return chains


def _overlap(one: Piece, other: Piece) -> bool:
    return min(one.x1, other.x1) > max(one.x0, other.x0)


def _aligned(pieces: Sequence[Piece]) -> list[Row]:
    """The rows of pieces: spanning pieces first, then one row of whole cells on the lowest line."""
    over = [p for p in pieces if stands_over(p, pieces)]
    stacks = _stacks([p for p in pieces if not any(p is o for o in over)])
    bottom = max(p.baseline for stack in stacks for p in stack)
    rows: list[Row] = []
    for piece in over:
        if rows and piece.baseline - rows[-1][0].baseline < SAME:
            rows[-1].append(piece)
        else:
            rows.append([piece])
    cells = [_cell(stack, bottom) for stack in stacks]
    return [sorted(row, key=lambda p: p.x0) for row in (*rows, cells)]


def _cell(stack: Sequence[Piece], bottom: float) -> Piece:
    """The lines of a cell as one piece with the baseline `bottom`."""
    text = ""
    for piece in stack:
        text = join_lines(text, piece.text.strip())
    box = bounds(p.box for p in stack)
    return stack[-1]._replace(
        text=text, x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1, baseline=bottom, value=None, nil=False
    )


def _stacks(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Pieces grouped to cells: those above each other."""
    stacks: list[list[Piece]] = []
    for piece in sorted(pieces, key=lambda p: p.baseline):
        own = [
            s
            for s in stacks
            if any(_overlap(p, piece) and piece.baseline - p.baseline < ONE_CELL * piece.size for p in s)
        ]
        stacks = [s for s in stacks if not any(s is o for o in own)]
        stacks.append(sorted([*(p for s in own for p in s), piece], key=lambda p: (p.baseline, p.x0)))
    return stacks
