"""Which columns a title covers: its own, those of a rule or cell around it, or those it is centred over."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.finance.periods import is_period
from quire.finance.text_pieces import Piece, Row
from quire.finance.value_columns import Span
from quire.hanzi import either_form
from quire.model.page import Rule
from quire.tables.visual_rows import on_level

SPANS = 0.34  # share of a column's width that a title covers when it spans the column
LABELS = 6.0  # of the size; a rule that begins so far left of the figures runs below labels
SECOND_LINE = 2.2  # of the size; the lines of one title are not farther apart
ONE_TITLE = 1.6  # of the size; the lines of a column's title are nearer
AS_WIDE = 1.2  # of the widest line below: the first line of a column's title is not wider
ALIGNED = 0.5  # of the size; the lines of one title begin, end or are centred together within this
TOUCH = 0.5  # points by which the lines of two titles side by side may overlap
FLUSH = 1.0  # points; titles that begin one below the other differ by less
_OWNERS = re.compile(
    either_form(r"^归属于?母?公司|\battributable to (?:the )?(?:owners|equity|shareholders|ordinary|members)"),
    re.IGNORECASE,
)
_NOT_OWNERS = re.compile(
    either_form(r"少数股东|^(?:所有者|股东)权益(?:合计|总计)|non-controlling|minority|total equity"), re.IGNORECASE
)


def lowest_title_row(rows: Sequence[Row], count: int) -> Row | None:
    """The lowest row with a title for each column; None without one, or with only one column."""
    return next((row for row in reversed(rows) if len(row) == count > 1), None)


def spans_of(rows: Sequence[Row], columns: Sequence[Span], rules: Sequence[Rule]) -> list[tuple[Piece, range]]:
    """The titles, row by row, with the columns that each covers.

    Args:
        rows: The rows of titles, from top to bottom.
        columns: The value columns.
        rules: The page's rules; one right below a title, or those around it, show which columns it spans.
    """
    pieces = [p for row in rows for p in row]
    full = [row for row in reversed(rows) if len(row) == len(columns) > 1]
    leaves = full[0] if full else None
    wide = list(columns)
    if leaves is not None:
        wide = [Span(min(c.x0, p.x0), max(c.x1, p.x1)) for c, p in zip(columns, leaves, strict=True)]
    alone = {row[0] for row in rows if len(row) == 1 and _over_all(row[0], pieces, columns)}
    spans: list[tuple[Piece, range]] = []
    for row in rows:
        shares = _shares(row, pieces, wide, full)
        for index, piece in enumerate(row):
            own = _of_owners(piece, pieces, wide) or (shares[index] if shares else None)
            if len(row) == len(columns):
                own = range(index, index + 1)
            elif own is None:
                own = range(len(columns)) if piece in alone else _covered(piece, pieces, wide, rules)
            spans.append((piece, own))
    return _with_upper(spans, pieces, wide)


def is_level(one: Piece, other: Piece) -> bool:
    """Whether two texts stand on one height."""
    return on_level(one.baseline - other.baseline, one.y1 - one.y0, other.y1 - other.y0)


def stands_over(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether two titles side by side stand below a title, and share more of its width than boxes overlap."""
    below = sorted(
        (
            p
            for p in pieces
            if p.baseline > piece.baseline
            and not is_level(p, piece)
            and min(p.x1, piece.x1) - max(p.x0, piece.x0) > TOUCH
        ),
        key=lambda p: p.x0,
    )
    return any(a.x1 < b.x0 + TOUCH for i, a in enumerate(below) for b in below[i + 1 :])


def above_others(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether a title is above another one."""
    return any(p.baseline > piece.baseline + piece.size * 0.6 for p in pieces)


def _over_all(piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span]) -> bool:
    """Whether the only title in its row is centred over (or below) the titles of all columns."""
    if len(columns) < 2 or len(pieces) <= len(columns):
        return False
    if _is_first_line(piece, pieces):
        return False
    others = [p for p in pieces if p is not piece]
    left, right = min(p.x0 for p in others), max(p.x1 for p in others)
    below = not above_others(piece, pieces)
    if (
        abs((left + right) / 2 - piece.centre) > 1.2 * piece.size
        and abs((columns[0].x0 + columns[-1].x1) / 2 - piece.centre) > 1.2 * piece.size
    ):
        return False
    return not (below and len(columns) % 2 and piece.text.startswith(("(", "（")))


def _is_first_line(piece: Piece, pieces: Sequence[Piece]) -> bool:
    """Whether a title is the first line of the title of one column: "Accumulated" over "Other", "Comprehensive".

    What begins with a small letter goes on with the line above, however wide that is: "Non-controlling" over
    "interests".
    """
    below = [p for p in pieces if p.baseline > piece.baseline and min(p.x1, piece.x1) > max(p.x0, piece.x0)]
    if not below:
        return False
    nearest = min(below, key=lambda p: p.baseline)
    widest = max(p.x1 - p.x0 for p in below)
    aligned = min(abs(nearest.centre - piece.centre), abs(nearest.x1 - piece.x1), abs(nearest.x0 - piece.x0))
    return (
        not any(is_period(p.text) for p in below)
        and nearest.baseline - piece.baseline < ONE_TITLE * piece.size
        and (piece.x1 - piece.x0 < AS_WIDE * widest or nearest.text[:1].islower())
        and aligned < ALIGNED * piece.size
    )


def _covered(piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span], rules: Sequence[Rule]) -> range:
    """The columns that a title covers.

    A title that touches one column belongs to it. One that touches several spans them, and more: those over the rule
    right below it, or the neighbours that leave it in the middle and have titles of their own only further below.
    """
    touched = [
        i
        for i, c in enumerate(columns)
        if c.overlap(piece.x0, piece.x1) > SPANS * min(c.x1 - c.x0, piece.x1 - piece.x0)
    ]
    cell = _cell_around(piece, columns, rules)
    if cell:
        return cell
    under = _rule_below(piece, rules)
    if under is not None and not _of_row(under, piece, pieces, columns):
        held = [i for i, c in enumerate(columns) if under.x0 - 3 <= (c.x0 + c.x1) / 2 <= under.x1 + 3]
        if len(held) > 1 and (not touched or set(touched) <= set(held)) and _has_lower(piece, pieces, columns, held):
            return range(held[0], held[-1] + 1)
    apart = not touched
    if apart:
        nearest = min(range(len(columns)), key=lambda i: abs((columns[i].x0 + columns[i].x1) / 2 - piece.centre))
        touched = [nearest]
    free = [i for i in range(len(columns)) if i in touched or _is_free(i, piece, pieces, columns)]
    if len(touched) == 1 and (
        touched[0] not in _below(piece, pieces, columns) or len(_below(piece, pieces, columns)) < 2
    ):
        return range(touched[0], touched[0] + 1)
    if len(touched) == 1 and not apart and (not _between(piece, columns, touched[0]) or _is_first_line(piece, pieces)):
        return range(touched[0], touched[0] + 1)
    best = range(touched[0], touched[-1] + 1)
    for first in range(touched[0] + 1):
        for last in range(touched[-1], len(columns)):
            if (
                all(i in free for i in range(first, last + 1))
                and _off(piece, columns, first, last) < _off(piece, columns, best[0], best[-1]) - 1
            ):
                best = range(first, last + 1)
    return best


def _cell_around(piece: Piece, columns: Sequence[Span], rules: Sequence[Rule]) -> range | None:
    """The columns between the vertical rules left and right of a title; None without such rules."""
    middle = (piece.y0 + piece.y1) / 2
    at = [(r.x0 + r.x1) / 2 for r in rules if not r.horizontal and r.y0 - 1 <= middle <= r.y1 + 1]
    left = max((x for x in at if x <= piece.x0 + 1), default=None)
    right = min((x for x in at if x >= piece.x1 - 1), default=None)
    if left is None or right is None:
        return None
    held = [i for i, c in enumerate(columns) if left < (c.x0 + c.x1) / 2 < right]
    return range(held[0], held[-1] + 1) if held else None


def _between(piece: Piece, columns: Sequence[Span], index: int) -> bool:
    """Whether a title that touches one column extends towards a neighbour."""
    column = columns[index]
    left, right = column.x0 - piece.x0, piece.x1 - column.x1
    return max(left, right) > 2 * piece.size or (max(left, right) > piece.size and min(left, right) < -piece.size)


def _off(piece: Piece, columns: Sequence[Span], first: int, last: int) -> float:
    return abs((columns[first].x0 + columns[last].x1) / 2 - piece.centre)


def _below(piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span]) -> set[int]:
    """The columns with a title below the height of `piece`."""
    return {
        i
        for i, c in enumerate(columns)
        for p in pieces
        if p.baseline > piece.baseline + 0.6 * piece.size and c.overlap(p.x0, p.x1) > 0
    }


def _is_free(index: int, piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span]) -> bool:
    """Whether a column has titles only below the height of `piece`."""
    over = [p for p in pieces if columns[index].overlap(p.x0, p.x1) > 0 and p is not piece]
    return bool(over) and all(p.baseline > piece.baseline + 0.6 * piece.size for p in over)


def _has_lower(piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span], held: Sequence[int]) -> bool:
    return len(_below(piece, pieces, columns) & set(held)) >= 2


def _rule_below(piece: Piece, rules: Sequence[Rule]) -> Span | None:
    """The horizontal rule right below a title, as wide as the title at least; pieces that meet are joined."""
    near = [r for r in rules if r.horizontal and -0.2 * piece.size <= r.y0 - piece.baseline <= 0.9 * piece.size]
    near = sorted(near, key=lambda r: r.x0)
    reach: list[Span] = []
    for rule in near:
        if reach and rule.x0 - reach[-1].x1 < 1.0:
            reach[-1] = Span(reach[-1].x0, max(reach[-1].x1, rule.x1))
        else:
            reach.append(Span(rule.x0, rule.x1))
    return next((s for s in reach if s.x0 - 2 <= piece.x0 and piece.x1 <= s.x1 + 2), None)


def _of_row(rule: Span, piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span]) -> bool:
    """Whether a rule is the border of a row: it runs below the labels too, or below other titles of the same height."""
    if rule.x0 < columns[0].x0 - LABELS * piece.size and piece.x0 > columns[0].x0 - piece.size:
        return True
    return _beside(piece, pieces, rule.x0, rule.x1)


def _beside(piece: Piece, pieces: Sequence[Piece], x0: float, x1: float) -> bool:
    """Whether another title of the same height stands between x0 and x1."""
    level = (p for p in pieces if p is not piece and is_level(p, piece))
    return any(x0 - 2 <= p.x0 and p.x1 <= x1 + 2 for p in level)


def _of_owners(piece: Piece, pieces: Sequence[Piece], columns: Sequence[Span]) -> range | None:
    """The columns that belong to the owners of the parent: up to minorities and total equity; None elsewhere."""
    if not _OWNERS.search(piece.text):
        return None
    others = [p.centre for p in pieces if p.centre > piece.centre and _NOT_OWNERS.search(p.text)]
    if not others:
        return None
    stop = min(range(len(columns)), key=lambda i: abs((columns[i].x0 + columns[i].x1) / 2 - min(others)))
    return range(stop) if stop > 1 and columns[0].x0 < piece.centre < columns[stop - 1].x1 else None


def _shares(row: Row, pieces: Sequence[Piece], columns: Sequence[Span], full: Sequence[Row]) -> list[range]:
    """The columns of titles that each cover the same number: 2023 over three, 2022 over three; [] for other titles.

    Args:
        row: The titles.
        pieces: All titles.
        columns: The columns.
        full: The rows with a title for each column, the lowest first.
    """
    each, rest = divmod(len(columns), max(1, len(row)))
    if len(row) < 2 or each < 2 or rest:
        return []
    parts = [range(i * each, (i + 1) * each) for i in range(len(row))]
    if full and all(abs(p.x0 - full[0][c[0]].x0) < FLUSH for p, c in zip(row, parts, strict=True)):
        return parts  # as spreadsheets set them: at the left of the first of their columns
    if any(row != leaves and _again(leaves, each) for leaves in full):
        return parts
    if not all(is_period(p.text) for p in row):
        return []
    inside = all(columns[c[0]].x0 < p.centre < columns[c[-1]].x1 for p, c in zip(row, parts, strict=True))
    lower = all(set(c) <= _below(p, pieces, columns) for p, c in zip(row, parts, strict=True))
    return parts if inside and lower else []


def _again(leaves: Row, each: int) -> bool:
    """Whether the lowest titles come again after so many columns: 2023, 2022, 2023, 2022."""
    texts = [leaf.text for leaf in leaves]
    return len(set(texts[:each])) == each and all(text == texts[i % each] for i, text in enumerate(texts))


def _with_upper(
    spans: Sequence[tuple[Piece, range]], pieces: Sequence[Piece], columns: Sequence[Span]
) -> list[tuple[Piece, range]]:
    """The titles with the centred second line of a spanning title joined: "Three Months Ended / June 30,"."""
    out: list[tuple[Piece, range]] = []
    for piece, cover in spans:
        above = next(
            (
                wide
                for upper, wide in out
                if len(cover) == 1
                and len(wide) > 1
                and cover[0] in wide
                and 0 < piece.baseline - upper.baseline < SECOND_LINE * piece.size
                and abs(piece.centre - upper.centre) < 0.7 * piece.size
                and set(wide) <= _below(piece, pieces, columns)
                and not _beside(piece, pieces, columns[wide[0]].x0, columns[wide[-1]].x1)
            ),
            cover,
        )
        out.append((piece, above))
    return out
