"""Lines of running text, which are no cells: stacks of lines that fill their column."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.tables.cell_pieces import Piece, Row

MIN_WIDTH = 0.18  # of the page: narrower columns of text are not set as running text
FULL = 0.93  # of the column: a line that reaches so far is full
MIN_FULL = 2  # lines that must be full in a stack of three and more
LEADING = 2.1  # of the type size, between baselines of one paragraph
LABEL_WORDS = 7.0  # words per line; running text has more
LABELS = 0.6  # of the lines, with figures on their right
INDENT = 40.0  # points that the first line of a paragraph may stand in


def prose(rows: Sequence[Row], page_width: float) -> set[int]:
    """The identities (`id`) of the pieces that are running text."""
    found: set[int] = set()
    for stack in _stacks(rows, MIN_WIDTH * page_width):
        if _is_prose(stack):
            found.update(id(piece) for _, piece in stack)
    return found


Stack = list[tuple[Row, Piece]]


def _stacks(rows: Sequence[Row], min_width: float) -> list[Stack]:
    """Pieces that follow each other downwards with the same left edge, size and leading."""
    done: list[Stack] = []
    open_stacks: list[Stack] = []
    for row in rows:
        still: list[Stack] = []
        for stack in open_stacks:
            size = stack[-1][1].line.words[0].style.size
            (still if row.baseline - stack[-1][0].baseline <= LEADING * size else done).append(stack)
        open_stacks = still
        for piece in row.pieces:
            fitting = [s for s in open_stacks if s[-1][0] is not row and _follows(s, piece)]
            if fitting:
                fitting[0].append((row, piece))
            elif piece.x1 - piece.x0 >= min_width:
                open_stacks.append([(row, piece)])
    done += open_stacks
    return [s for s in done if len(s) >= 3]


def _follows(stack: Stack, piece: Piece) -> bool:
    last = stack[-1][1]
    style, own = last.line.words[0].style, piece.line.words[0].style
    if abs(style.size - own.size) > 0.6:
        return False
    shift = last.x0 - piece.x0
    return abs(shift) <= 2.5 or (len(stack) == 1 and 0 < shift <= INDENT)


def _is_prose(stack: Stack) -> bool:
    left = min(p.x0 for _, p in stack)
    right = max(p.x1 for _, p in stack)
    full = [p for _, p in stack if p.x1 - left >= FULL * (right - left)]
    if len(full) < MIN_FULL or len(full) < 0.5 * (len(stack) - 1):
        return False
    words = sum(word_count(p) for _, p in stack) / len(stack)
    if words < 4 or sum(1 for _, p in stack if p.amount) * 4 > len(stack):
        return False
    if words < LABEL_WORDS and sum(_has_figures_right(row, p) for row, p in stack) >= LABELS * len(stack):
        return False  # labels of about one length beside their figures
    with_company = [i for i, (row, _) in enumerate(stack) if len(row.pieces) > 1]
    # a wrapped cell beside a short one has company in its first or last line only
    return not (with_company and set(with_company) <= {0, len(stack) - 1} and len(stack) < 12)


def _has_figures_right(row: Row, piece: Piece) -> bool:
    after = [p for p in row.pieces if p.x0 > piece.x0]
    return bool(after) and all(p.amount for p in after)


def word_count(piece: Piece) -> float:
    """Words; three ideographs count as one."""
    wide = len([c for c in piece.text if "\u2e80" <= c <= "\u9fff"])
    return wide / 3 + (len(piece.text.split()) if wide < len(piece.text) else 0)
