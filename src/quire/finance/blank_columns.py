"""Columns that have a title and no figure in any row: the titles show where they are.

Titles bind to columns by position. Where a table has more titles side by side than columns of figures, the titles that
stand over no column are columns of their own, so that no title moves over figures of its neighbour. Titles that nearly
touch are split at their columns first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.finance.text_pieces import RECOGNISED, Piece, Row, sub_piece
from quire.finance.value_columns import Span
from quire.tables.medians import median

FEWEST = 3  # columns of figures from which on a blank one is looked for; two periods never have a third between them
_WORD = 3  # characters: shorter parts of a title are letters set apart
_OFF = 3.0  # of the size, by which a column's nearest edge or middle is off its title at most
_WIDE_SPACE = 1.8  # of the usual space of a statement; the spaces of a title are narrower
TOUCH = 0.5  # points by which the lines of two titles side by side may overlap
_HELD = 0.5  # of its width, that a title may stand over the column of another title


def with_blank_columns(columns: Sequence[Span], titles: Sequence[Row], body: Sequence[Row], left: float) -> list[Span]:
    """The columns, and those that only have a title, from left to right.

    Args:
        columns: Of figures.
        titles: The rows of titles above them.
        body: The rows of the table.
        left: Where the labels end.
    """
    if len(columns) < FEWEST:
        return list(columns)
    stacks = _stacks([p for row in titles for p in row if p.x0 >= left])
    if len(stacks) <= len(columns):
        return list(columns)
    lowest = _lowest(stacks)
    if len(lowest) >= len(columns) and _owners(columns, lowest) is not None:
        stacks = lowest
    owners = _owners(columns, stacks)
    if owners is None:
        return list(columns)
    texts = [p for row in body for p in row if not p.figure]
    blank = [
        span
        for index, stack in enumerate(stacks)
        if index not in owners and _is_blank(span := _span(stack), columns, texts)
    ]
    return sorted([*columns, *blank])


def split_titles(rows: Sequence[Row], columns: Sequence[Span], body: Sequence[Row]) -> list[Row]:
    """The rows above figures with titles split that stand so close that they were read as one: "Shares Amount".

    A lowest title is split where each of its words stands over a column of its own, or where its words come again in
    the same order ("Shares Amount Shares Amount"), which no single title does. A recognised one is split at wide
    spaces if each part stands nearest to a column of its own.

    Args:
        rows: Above the figures.
        columns: Of figures.
        body: The other rows, whose labels show how wide a space is.
    """
    spaces = [b.x0 - a.x1 for row in (*rows, *body) for p in row for a, b in pairwise(p.tokens)]
    if spaces:
        widest = _WIDE_SPACE * median(spaces)
        rows = [[part for p in row for part in _at_wide_spaces(p, columns, widest)] for row in rows]
    pieces = [p for row in rows for p in row]
    return [[part for p in row for part in (_words(p) if _holds_several(p, pieces, columns) else [p])] for row in rows]


def _at_wide_spaces(piece: Piece, columns: Sequence[Span], widest: float) -> list[Piece]:
    """The parts of a recognised title, whose line may run on over the titles of several columns; else itself."""
    if piece.confidence > RECOGNISED or len(piece.tokens) < 2 or len(columns) < FEWEST:
        return [piece]
    groups = [[piece.tokens[0]]]
    for before, token in pairwise(piece.tokens):
        if token.x0 - before.x1 > widest:
            groups.append([token])
        else:
            groups[-1].append(token)
    parts = [sub_piece(piece, tokens) for tokens in groups]
    nearest = {min(range(len(columns)), key=lambda i: _apart(columns[i], part)) for part in parts}
    return parts if len(nearest) == len(parts) else [piece]


def _apart(column: Span, title: Piece) -> float:
    """How far the middle of a title is from the middle of a column, points."""
    return abs((column.x0 + column.x1) / 2.0 - title.centre)


def _words(piece: Piece) -> list[Piece]:
    return [sub_piece(piece, [token]) for token in piece.tokens]


def _holds_several(piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span]) -> bool:
    """Whether the words of a lowest title are titles of columns side by side."""
    texts = [token.text for token in piece.tokens]
    touched = [c for c in columns if c.overlap(piece.x0, piece.x1) > 0]
    if (
        len(texts) < 2
        or len(touched) < 2
        or any(p.baseline > piece.baseline + TOUCH and min(p.x1, piece.x1) > max(p.x0, piece.x0) for p in pieces)
    ):
        return False
    again = any(texts[:n] * (len(texts) // n) == texts for n in range(2, len(texts) // 2 + 1))
    own = (
        len(texts) == len(touched)
        and min(map(len, texts)) >= _WORD
        and all(
            abs((t.x0 + t.x1) / 2 - (c.x0 + c.x1) / 2) < (c.x1 - c.x0) / 2
            for t, c in zip(piece.tokens, touched, strict=True)
        )
    )
    return again or own


def _span(stack: Sequence[Piece]) -> Span:
    return Span(min(p.x0 for p in stack), max(p.x1 for p in stack))


def _is_blank(span: Span, columns: Sequence[Span], texts: Sequence[Piece]) -> bool:
    """Whether a title stands over no column of figures and over no text."""
    wide = span.x1 - span.x0
    return all(c.overlap(*span) < _HELD * min(wide, c.x1 - c.x0) for c in columns) and not any(
        span.overlap(p.x0, p.x1) > 0 for p in texts
    )


def _stacks(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The lowest titles from left to right, each with its lines; what spans several of them is left out."""
    leaves = [p for p in pieces if not _stands_over(p, pieces)]
    stacks: list[list[Piece]] = []
    reach = float("-inf")
    for piece in sorted(leaves, key=lambda p: p.x0):
        if piece.x0 < reach - TOUCH:
            stacks[-1].append(piece)
        else:
            stacks.append([piece])
        reach = max(reach, piece.x1)
    return stacks


def _stands_over(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether two titles side by side stand below a title, and share more of its width than boxes overlap."""
    below = sorted(
        (p.x0, p.x1)
        for p in pieces
        if p.baseline - piece.baseline > 0.45 * min(p.y1 - p.y0, piece.y1 - piece.y0)
        and min(p.x1, piece.x1) - max(p.x0, piece.x0) > TOUCH
    )
    return any(a[1] < b[0] + TOUCH for i, a in enumerate(below) for b in below[i + 1 :])


def _lowest(stacks: Sequence[list[Piece]]) -> list[list[Piece]]:
    """The titles that reach down to the usual first line of the lowest ones; others may span what they do not touch."""
    ends = [max(p.baseline for p in stack) for stack in stacks]
    top = median(
        min(p.baseline for p in stack)
        for stack, end in zip(stacks, ends, strict=True)
        if end >= max(ends) - stack[0].size
    )
    return [stack for stack, end in zip(stacks, ends, strict=True) if end >= top - TOUCH]


def _owners(columns: Sequence[Span], stacks: Sequence[Sequence[Piece]]) -> set[int] | None:
    """The titles of the columns, in order, with the smallest distances; None where a column has none near."""
    spans = [_span(stack) for stack in stacks]
    far = _OFF * stacks[0][0].size
    inf = float("inf")
    best = [[0.0] * (len(spans) + 1)] + [[inf] * (len(spans) + 1) for _ in columns]
    for i, column in enumerate(columns, 1):
        for j, span in enumerate(spans, 1):
            best[i][j] = min(best[i][j - 1], best[i - 1][j - 1] + _distance(column, span, far))
    if best[-1][-1] == inf:
        return None
    owners: set[int] = set()
    j = len(spans)
    for i in range(len(columns), 0, -1):
        while best[i][j] == best[i][j - 1]:
            j -= 1
        j -= 1
        owners.add(j)
    return owners


def _distance(column: Span, title: Span, far: float) -> float:
    """How far a title is off its column, aligned at either end or in the middle, points; infinite if too far."""
    ends = abs(column.x0 - title.x0), abs(column.x1 - title.x1)
    off = min(*ends, abs(column.x0 + column.x1 - title.x0 - title.x1) / 2.0)
    apart = -column.overlap(*title)
    return off if off <= far and apart <= far else float("inf")
