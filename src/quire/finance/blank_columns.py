"""Columns that have a title and no figure in any row: the titles show where they are.

Titles bind to columns by position. Where a table has more titles side by side than columns of figures, the titles that
stand over no column are columns of their own, so that no title moves over figures of its neighbour. Titles that nearly
touch are split at their columns first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from quire.finance.text_pieces import RECOGNISED, Piece, Row, Token, sub_piece
from quire.finance.value_columns import Span
from quire.tables.edges import Edge
from quire.tables.medians import median

FEWEST = 3  # columns of figures from which on a blank one is looked for; two periods never have a third between them
_WORD = 3  # characters: shorter parts of a title are letters set apart
_OFF = 3.0  # of the size, by which a column's nearest edge or middle is off its title at most
_AT_END = 0.5  # of the size, by which titles in one line are off the ends or the middles of their columns in the mean
_AT_MOST = 1.2  # of the size, by which any of them is
_FEWEST_IN_LINE = 4  # columns whose titles stand in one line
_WIDE_SPACE = 1.8  # of the usual space of a statement; the spaces of a title are narrower
TOUCH = 0.5  # points by which the lines of two titles side by side may overlap
_HELD = 0.5  # of its width, that a title may stand over the column of another title
_IN_LINE = 1.5  # points by which the middles of the lines of a blank column's title differ at most
_APART_IN_CHINESE = 0.3  # of the size: titles of columns in Chinese, which has no spaces, stand so far apart
_RULED = 0.8  # of the height of the table, that an upright rule between its columns covers
_HELD_IN = 2.0  # points by which a figure may reach over a rule
_CHINESE = re.compile("[\u4e00-\u9fff：:、（）]+")


def with_blank_columns(
    columns: Sequence[Span], titles: Sequence[Row], body: Sequence[Row], left: float, upright: Sequence[Edge] = ()
) -> list[Span]:
    """The columns, and those that only have a title, from left to right.

    Args:
        columns: Of figures.
        titles: The rows of titles above them.
        body: The rows of the table.
        left: Where the labels end.
        upright: Rules; where they part all columns, they show the blank ones.
    """
    if len(columns) < FEWEST:
        return list(columns)
    ruled = _between_rules(columns, titles, body, upright)
    if ruled is not None:
        return ruled
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
        if index not in owners and _is_blank(span := _own_span(stack), columns, texts)
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
    rows = [[part for p in row for part in _at_columns(p, columns)] for row in rows]
    spaces = [b.x0 - a.x1 for row in (*rows, *body) for p in row for a, b in pairwise(p.tokens)]
    rows = [[part for p in row for part in _at_chinese_spaces(p, columns)] for row in rows]
    if spaces:
        widest = _WIDE_SPACE * median(spaces)
        rows = [[part for p in row for part in _at_wide_spaces(p, row, columns, widest)] for row in rows]
    pieces = [p for row in rows for p in row]
    return [[part for p in row for part in (_words(p) if _holds_several(p, pieces, columns) else [p])] for row in rows]


def _at_chinese_spaces(piece: Piece, columns: Sequence[Span]) -> list[Piece]:
    """The Chinese titles that were taken for one, parted where space is between them: "优先 永续 其"."""
    widths = [len(token.text) for token in piece.tokens]
    if len(columns) < FEWEST or max(widths) == 1 or not all(_CHINESE.fullmatch(t.text) for t in piece.tokens):
        return [piece]  # letters set apart, or not Chinese
    return [sub_piece(piece, tokens) for tokens in _groups(piece, _APART_IN_CHINESE * piece.size)]


def _at_columns(piece: Piece, columns: Sequence[Span]) -> list[Piece]:
    """The parts of a line that runs over several columns, each with the end or the middle of its own; else itself.

    The words of one title over fewer columns would do so by chance: "For the years ended December 31,".
    """
    own = [c for c in columns if c.overlap(piece.x0, piece.x1) > 0]
    if len(own) < _FEWEST_IN_LINE or len(piece.tokens) < len(own):
        return [piece]
    return _shared_out(piece, own, _ends_apart) or _shared_out(piece, own, _apart) or [piece]


def _shared_out(piece: Piece, columns: Sequence[Span], off: Callable[[Span, Piece], float]) -> list[Piece]:
    """The tokens of a piece in as many parts as columns, each near its own; [] if there is no such way."""
    tokens = piece.tokens
    ways: dict[int, tuple[float, list[Piece]]] = {0: (0.0, [])}
    for column in columns:
        longer: dict[int, tuple[float, list[Piece]]] = {}
        for start, (cost, parts) in ways.items():
            for stop in range(start + 1, len(tokens) + 1):
                part = sub_piece(piece, tokens[start:stop])
                miss = off(column, part)
                if miss <= _AT_MOST * piece.size and cost + miss < longer.get(stop, (float("inf"),))[0]:
                    longer[stop] = (cost + miss, [*parts, part])
        ways = longer
    cost, parts = ways.get(len(tokens), (0.0, []))
    return parts if cost <= _AT_END * piece.size * len(columns) else []


def _at_wide_spaces(piece: Piece, row: Row, columns: Sequence[Span], widest: float) -> list[Piece]:
    """The parts of a recognised title, whose line may run on over the titles of several columns; else itself."""
    if piece.confidence > RECOGNISED or len(piece.tokens) < 2 or len(columns) < FEWEST:
        return [piece]
    parts = [sub_piece(piece, tokens) for tokens in _groups(piece, widest)]
    nearest = [min(columns, key=lambda c: _apart(c, part)) for part in parts]
    if len(set(nearest)) < len(parts):
        return [piece]
    others = [sub_piece(other, [token]) for other in row if other is not piece for token in other.tokens]
    if any(_apart(c, other) < _apart(c, part) for c, part in zip(nearest, parts, strict=True) for other in others):
        return [piece]  # that column has a title beside this one
    return parts


def _groups(piece: Piece, widest: float) -> list[list[Token]]:
    """The tokens of a piece in groups, parted at spaces that are wider."""
    groups = [[piece.tokens[0]]]
    for before, token in pairwise(piece.tokens):
        if token.x0 - before.x1 > widest:
            groups.append([token])
        else:
            groups[-1].append(token)
    return groups


def _apart(column: Span, title: Piece) -> float:
    """How far the middle of a title is from the middle of a column, points."""
    return abs((column.x0 + column.x1) / 2.0 - title.centre)


def _ends_apart(column: Span, title: Piece) -> float:
    """How far the end of a title is from the end of the figures of a column, points."""
    return abs(column.x1 - title.x1)


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


def _own_span(stack: Sequence[Piece]) -> Span:
    """The span of the lowest line of a title, and of those above it that stand in line with it: others span more."""
    low = max(stack, key=lambda p: p.baseline)
    return _span([p for p in stack if abs(p.centre - low.centre) <= _IN_LINE or abs(p.x0 - low.x0) <= _IN_LINE])


def _is_blank(span: Span, columns: Sequence[Span], texts: Sequence[Piece]) -> bool:
    """Whether a title stands over no column of figures and over no text."""
    wide = span.x1 - span.x0
    return all(c.overlap(*span) < _HELD * min(wide, c.x1 - c.x0) for c in columns) and not any(
        span.overlap(p.x0, p.x1) > 0 for p in texts
    )


def _between_rules(
    columns: Sequence[Span], titles: Sequence[Row], body: Sequence[Row], upright: Sequence[Edge]
) -> list[Span] | None:
    """The columns and the blank cells beside them that have titles; None unless rules part all columns."""
    pieces = [p for row in titles for p in row]
    lowest = [p for p in pieces if p.baseline > max(q.baseline for q in pieces) - p.size]
    if not lowest or not body:
        return None
    top, bottom = min(p.y0 for p in lowest), max(p.y1 for p in body[-1])
    places = sorted(edge.at for edge in upright if min(edge.hi, bottom) - max(edge.lo, top) >= _RULED * (bottom - top))
    cells = [Span(a, b) for a, b in pairwise(places) if b - a > lowest[0].size]
    held = [[c for c in columns if cell.x0 < (c.x0 + c.x1) / 2 < cell.x1] for cell in cells]
    whole = [[Span(min(c.x0 for c in own), max(c.x1 for c in own))] if _overlap(own) else own for own in held]
    if sum(map(len, held)) < len(columns) or any(len(own) > 1 for own in whole):
        return None
    if any(
        c.x0 < cell.x0 - _HELD_IN or c.x1 > cell.x1 + _HELD_IN
        for cell, own in zip(cells, whole, strict=True)
        for c in own
    ):
        return None
    first = next(at for at, own in enumerate(whole) if own)
    texts = [p for row in body for p in row if not p.figure]
    found = [c for own in whole for c in own]
    for at, (cell, own) in enumerate(zip(cells, whole, strict=True)):
        inside = [p for p in pieces if cell.x0 < p.centre < cell.x1 and p.x1 - p.x0 < cell.x1 - cell.x0 + p.size]
        labels = at < first and any(cell.overlap(p.x0, p.x1) > 0 for p in texts)
        if not own and inside and not labels:
            found.append(Span(max(cell.x0, min(p.x0 for p in inside)), min(cell.x1, max(p.x1 for p in inside))))
    return sorted(found)


def _overlap(columns: Sequence[Span]) -> bool:
    """Whether columns share their place: figures of one column that do not stand below each other."""
    return bool(columns) and all(a.overlap(*b) > 0 for a, b in pairwise(columns))


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
