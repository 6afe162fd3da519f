"""Where open tables may be: blocks of visual rows that stand below each other and have several pieces.

Lines of running text are no cells: stacks of lines that fill their column (`prose`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from math import inf

from quire.layout.rounding import median
from quire.layout.tables.cell_pieces import Piece, Row
from quire.layout.tables.gutters import Columns
from quire.layout.text.numeric_text import is_unit, is_year

MAX_GAP = 3.2  # of the row height: rows that stand further apart are not of one table
LABELS = 3.0  # so many labels in a row count as one other piece
MAX_SINGLE = 3  # rows of one piece in a row inside a table (labels of groups, wrapped cells)
HEAD_GAP = 5.5  # the same between column headings and the first row below them
FIGURE_END = 2.5  # points; right edges of the figures of one column, brackets hang out by more
MAX_AROUND = 5  # rows of one piece above or below a candidate that may belong to it
TITLE = 1.12  # of the usual size: larger text is a title, not a label
WIDE = 0.62  # of the block: a single piece so wide is a sentence, not a label


@dataclass(slots=True, eq=False)
class Block:
    """Rows of one table candidate, from top to bottom."""

    rows: list[Row] = field(default_factory=list)
    before: list[Row] = field(default_factory=list)  # single pieces above, nearest last: headings perhaps
    after: list[Row] = field(default_factory=list)  # single pieces below, nearest first
    framed: bool = False  # between rules of one width
    headed: bool = False  # below headings that a rule parts from texts, which may wrap
    shaded: bool = False  # with rows of figures on shades
    columns: Columns | None = None  # when they are drawn

    x0: float = field(init=False)  # the left edge
    x1: float = field(init=False)  # the right edge

    def __post_init__(self) -> None:
        """Find the edges, which are asked for again and again."""
        self.x0 = min([r.x0 for r in self.rows], default=inf)
        self.x1 = max([r.x1 for r in self.rows], default=-inf)

    def take(self, rows: Sequence[Row], x0: float, x1: float) -> None:
        """Add rows, with their edges."""
        self.rows = _in_order(self.rows, rows)
        self.x0, self.x1 = min(self.x0, x0), max(self.x1, x1)


def blocks(rows: Sequence[Row], running: set[int]) -> list[Block]:
    """The candidates of a page: each begins and ends with a row of several pieces.

    Args:
        rows: The visual rows of the page.
        running: Identities of the pieces that are running text.
    """
    found: list[Block] = []
    open_blocks: list[Block] = []
    for row in rows:
        for piece in row.pieces:
            if id(piece) in running:
                width = piece.x1 - piece.x0
                cut = [b for b in open_blocks if _overlap(b, piece) > 0.3 * min(width, b.x1 - b.x0)]
                open_blocks = [block for block in open_blocks if block not in cut]
                found += cut
        for text, pieces in groupby(row.pieces, lambda piece: id(piece) in running):
            if not text:
                _place(row.of(list(pieces)), open_blocks, found)
    return [core for block in found + open_blocks for part in _parted(block) for core in _cores(part)]


def _overlap(block: Block, other: Row | Piece) -> float:
    return min(block.x1, other.x1) - max(block.x0, other.x0)


def _place(segment: Row, open_blocks: list[Block], found: list[Block]) -> None:
    """Add the segment to the open block above it; blocks that follow each other closely above it become one."""
    near = [b for b in open_blocks if _overlap(b, segment) > 0]
    chain: list[Block] = []
    top, height = segment.baseline, segment.height
    for block in sorted(near, key=lambda b: -b.rows[-1].baseline):
        last = block.rows[-1]
        heads = _heads(block, segment)
        if heads and top < last.baseline:
            top = segment.baseline  # titles may begin a block above the headings beside it
        reach = HEAD_GAP if heads else MAX_GAP
        if -0.5 <= top - last.baseline <= reach * max(last.height, height):
            chain.insert(0, block)
            top, height = block.rows[0].baseline, block.rows[0].height
        elif top - last.baseline > HEAD_GAP * max(last.height, height):
            open_blocks.remove(block)
            found.append(block)
    for block in chain[1:]:
        chain[0].take(block.rows, block.x0, block.x1)
        open_blocks.remove(block)
    if not chain:
        chain.append(Block())
        open_blocks.append(chain[0])
    chain[0].take([segment], segment.x0, segment.x1)


def _in_order(above: list[Row], rows: Sequence[Row]) -> list[Row]:
    """The rows with others added, from top to bottom, those of one baseline side by side."""
    if above and above[-1].baseline > rows[0].baseline:
        ordered = sorted([*above, *rows], key=lambda row: row.baseline)
        above, rows = [], ordered
    for row in rows:
        if above and above[-1].baseline == row.baseline:
            above[-1] = _side_by_side(above[-1], row)
        else:
            above.append(row)
    return above


def _side_by_side(a: Row, b: Row) -> Row:
    return Row(sorted(a.pieces + b.pieces, key=lambda p: p.x0), a.baseline, min(a.y0, b.y0), max(a.y1, b.y1))


def _heads(block: Block, row: Row) -> bool:
    """Whether a block ends with column headings (years, units); a single one stands over a column of the row."""
    last = block.rows[-1]
    if not is_heading(last):
        return False
    return len(last.pieces) > 1 or any(abs(p.x1 - last.x1) < FIGURE_END for p in row.pieces[1:])


def is_heading(row: Row) -> bool:
    """Whether a row holds only years, dates or units."""
    return all(is_year(p.text) or is_unit(p.text) for p in row.pieces)


def _cores(block: Block) -> list[Block]:
    """The parts of a block between sentences, headings and long runs of single pieces."""
    limit = _label_limit(block)
    sizes = [p.line.words[0].style.size for row in block.rows if len(row.pieces) > 1 for p in row.pieces]
    usual = median(sizes) if sizes else 0.0
    ends: list[int] = []
    singles = 0.0
    for i, row in enumerate(block.rows):
        single = len(row.pieces) == 1
        label = single and row.x1 <= limit
        singles = singles + (1 / LABELS if label else 1) if single else 0
        if not single:
            continue
        if singles > MAX_SINGLE or _is_title(row, usual) or _is_text(row, block, limit):
            ends.append(i)
    parts = [(a + 1, b) for a, b in pairwise([-1, *ends, len(block.rows)])]
    return [core for a, b in parts if (core := _trimmed(block.rows, a, b)) is not None]


def _parted(block: Block) -> list[Block]:
    """A block of figures parted where other tables begin: at headings as the first has, or at the text above them."""
    rows, limit = block.rows, _label_limit(block)
    figured = [i for i, row in enumerate(rows) if row.figures]
    ends = []
    for above, below in pairwise(figured if limit else []):
        left = (limit + block.x0) / 2
        between = range(above + 1, below)
        first = next((i for i in between if _is_over(rows[i], left) or _repeats(rows[i], rows[: figured[0]])), None)
        if first is not None:
            while first - 1 > above and (len(rows[first - 1].pieces) == 1 or rows[first - 1].x0 > left):
                first -= 1
            ends.append(first)
    return [Block(rows[a:b]) for a, b in pairwise([0, *ends, len(rows)])] if ends else [block]


def _repeats(row: Row, head: Sequence[Row]) -> bool:
    """Whether the texts of a row, several, are those of a row of headings."""
    texts = [p.text for p in row.pieces]
    return len(texts) > 1 and any([p.text for p in other.pieces] == texts for other in head)


def _is_over(row: Row, left: float) -> bool:
    """Whether a row holds several years or dates right of a place, and a unit or the like left of it perhaps."""
    heads = [p for p in row.pieces if p.x0 > left]
    if len(heads) < max(2, len(row.pieces) - 1) or (row.pieces[0].amount and not is_year(row.pieces[0].text)):
        return False
    return any(is_year(p.text) for p in heads) and all(is_year(p.text) or is_unit(p.text) for p in heads)


def _label_limit(block: Block) -> float:
    """Where the figures begin on the right of the labels; the block's right edge without figures."""
    places = sorted(p.x0 for row in block.rows for p in row.pieces[1:] if p.figure)
    return places[len(places) // 10] if places else 0.0


def _is_text(row: Row, block: Block, limit: float) -> bool:
    """Whether a single piece is a sentence: it runs on under the figures, or is wide where there are none."""
    wide = row.x1 - row.x0 > WIDE * (block.x1 - block.x0)
    return wide and (row.x1 > limit or not limit)


def _is_title(row: Row, usual: float) -> bool:
    """Whether a single piece is set larger than the rows with several."""
    return row.pieces[0].line.words[0].style.size > TITLE * usual > 0


def _trimmed(rows: list[Row], start: int, end: int) -> Block | None:
    several = [i for i in range(start, end) if len(rows[i].pieces) > 1]
    if len(several) < 2:
        return None
    first, last = several[0], several[-1] + 1
    return Block(rows[first:last], rows[max(0, first - MAX_AROUND) : first], rows[last : last + MAX_AROUND])


# --- running text, which is none ----------------------------------------------------------------------

PROSE_WIDTH = 0.18  # of the page: narrower columns of text are not set as running text
FULL = 0.93  # of the column: a line that reaches so far is full
MIN_FULL = 2  # lines that must be full in a stack of three and more
LEADING = 2.1  # of the type size, between baselines of one paragraph
LABEL_WORDS = 7.0  # words per line; running text has more
BESIDE_FIGURES = 0.6  # of the lines, with figures on their right
INDENT = 40.0  # points that the first line of a paragraph may stand in


def prose(rows: Sequence[Row], page_width: float) -> set[int]:
    """The identities (`id`) of the pieces that are running text."""
    found: set[int] = set()
    for stack in _stacks(rows, PROSE_WIDTH * page_width):
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
    if words < LABEL_WORDS and sum(_has_figures_right(row, p) for row, p in stack) >= BESIDE_FIGURES * len(stack):
        return False  # labels of about one length beside their figures
    with_company = [i for i, (row, _) in enumerate(stack) if len(row.pieces) > 1]
    # a wrapped cell beside a short one has company in its first or last line only
    return not (with_company and set(with_company) <= {0, len(stack) - 1} and len(stack) < 12)


def _has_figures_right(row: Row, piece: Piece) -> bool:
    after = [p for p in row.pieces if p.x0 > piece.x0]
    return bool(after) and all(p.amount for p in after)


def word_count(piece: Piece) -> float:
    """Words; three ideographs count as one."""
    wide = 0 if piece.text.isascii() else len([c for c in piece.text if "\u2e80" <= c <= "\u9fff"])
    return wide / 3 + (len(piece.text.split()) if wide < len(piece.text) else 0)
