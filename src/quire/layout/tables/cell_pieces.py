"""Lines of a page as pieces of table cells, in visual rows; lines of running text apart.

A long label may come close to the text beside it: the rows around show where that column begins (`cut_at_cells`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Sequence
from itertools import pairwise
from typing import TypeVar

from quire.layout.rounding import median
from quire.layout.text.numeric_text import CHECK_MARKS, closes_amount, is_amount, is_currency, is_marker, is_year
from quire.layout.text.text_rows import led_words, line_text
from quire.model.page import Line, Word
from quire.tables.visual_rows import Extent, group_rows

AMOUNT_GAP = 0.45  # of the size: two figures that stand further apart are two cells
NIL_GAP = 0.6  # the same after a dash for nothing; a minus stands nearer to its figure
SIGN_REACH = 16.0  # of the size: how far right of its sign the figure of a cell may stand
WIDE_GAP = 0.7  # of the size: two texts of a line that stand further apart may be two cells, ...
WIDER = 2.5  # ... when the gap is so many times the usual one
ALWAYS = 2.0  # of the size: no space of running text is so wide
MIN_WORDS = 3  # with fewer, no gap is the usual one
WIDE_LABEL = 3  # ideographs of a label that others are spread to the width of
MOST_SPREAD = 4  # ideographs of a label
SPREAD = 4.5  # of the size: so far apart are its ideographs at most
LONGEST_AMOUNT = 32  # characters
_ENDS = frozenset("0123456789%$€£¥₹)-–—") | CHECK_MARKS
_STOPS = frozenset(".:;!?。：；！？…")


class Piece:
    """A run of words that belong to one cell: most often a line, sometimes a part of one or two joined.

    No dataclass, as the others that pages are full of: compiled, one of these takes a tenth of the time to make.

    Attributes:
        line: The words.
        indices: Of its lines in the caller's list.
        amount: Whether it is a figure.
        leader: Whether dots led from it to the right.
        text: What the words say.
    """

    __slots__ = ("amount", "indices", "leader", "line", "text")

    def __init__(self, line: Line, indices: tuple[int, ...], amount: bool, leader: bool = False) -> None:  # noqa: FBT001, FBT002 - a record
        self.line = line
        self.indices = indices
        self.amount = amount
        self.leader = leader
        self.text = line_text(line)

    def at(self, index: int) -> Piece:
        """The same of a line that has another index in the caller's list."""
        return Piece(self.line, (index,), self.amount, self.leader)

    @property
    def figure(self) -> bool:
        """Whether it is a figure and no year, which may be a heading."""
        return self.amount and not is_year(self.text)

    @property
    def x0(self) -> float:
        """The left edge."""
        return self.line.x0

    @property
    def x1(self) -> float:
        """The right edge."""
        return self.line.x1


class Row:
    """Pieces on one baseline, from left to right."""

    __slots__ = ("baseline", "pieces", "y0", "y1")

    def __init__(self, pieces: list[Piece], baseline: float, y0: float, y1: float) -> None:
        self.pieces = pieces
        self.baseline = baseline
        self.y0 = y0
        self.y1 = y1

    @property
    def x0(self) -> float:
        """The left edge."""
        return self.pieces[0].x0

    @property
    def x1(self) -> float:
        """The right edge."""
        x1 = self.pieces[0].line.x1
        for piece in self.pieces:
            x1 = max(x1, piece.line.x1)
        return x1

    @property
    def height(self) -> float:
        """From the tops to the bottoms of the glyphs' boxes."""
        return self.y1 - self.y0

    @property
    def middle(self) -> float:
        """The height of the middle of its small letters."""
        return self.baseline - 0.3 * (self.y1 - self.y0)

    @property
    def size(self) -> float:
        """The largest type that a piece begins with."""
        return max(p.line.words[0].style.size for p in self.pieces)

    @property
    def figures(self) -> int:
        """The number of pieces behind the first that are figures and not years."""
        return sum(1 for p in self.pieces[1:] if p.figure)

    @property
    def amounts(self) -> int:
        """The number of pieces that are figures."""
        return sum(1 for p in self.pieces if p.amount)

    def of(self, pieces: list[Piece]) -> Row:
        """The row with other pieces."""
        return Row(pieces, self.baseline, self.y0, self.y1)

    def cut(self, parts: Callable[[Piece], list[Piece]]) -> Row:
        """The row with the parts of its pieces."""
        pieces = [part for piece in self.pieces for part in parts(piece)]
        return self.of(pieces) if len(pieces) > len(self.pieces) else self


def with_pieces(rows: Iterable[Row], kept: Callable[[Piece], bool]) -> list[Row]:
    """The rows with those of their pieces that are kept; no row without any."""
    found = [(row, [p for p in row.pieces if kept(p)]) for row in rows]
    return [row.of(pieces) for row, pieces in found if pieces]


def in_bands(rows: Iterable[Row], heights: Sequence[float]) -> list[list[Row]]:
    """The rows of each band between two of the heights, from top to bottom, by the middle of their letters."""
    bands: list[list[Row]] = [[] for _ in heights[1:]]
    for row in rows:
        band = bisect_right(heights, row.middle) - 1
        if 0 <= band < len(bands):
            bands[band].append(row)
    return bands


Cells = dict[int, list[Piece]]
"""The texts of cells by column."""


def cells_of(rows: Iterable[Row], column_of: Callable[[Piece], int]) -> Cells:
    """The texts of some rows by column, from top to bottom."""
    cells: Cells = {}
    for row in rows:
        for piece in row.pieces:
            cells.setdefault(column_of(piece), []).append(piece)
    return cells


_Item = TypeVar("_Item", Row, Line)


def parts_at(items: Sequence[_Item], begins: Iterable[bool]) -> list[list[_Item]]:
    """Rows or lines in parts, by whether each but the first begins one."""
    parts = [[items[0]]]
    for item, begun in zip(items[1:], begins, strict=True):
        if begun:
            parts.append([])
        parts[-1].append(item)
    return parts


def leads(piece: Piece) -> bool:
    """Whether dots lead from a text to what stands behind it, or do inside of it, single ones with spaces too."""
    return piece.leader or ". . ." in piece.text or "...." in piece.text


def rows_of_pieces(lines: Iterable[tuple[int, Line]]) -> list[Row]:
    """The visual rows of upright lines, from top to bottom; signs are joined to their figures, leaders cut off.

    The searches for tables of a page ask for the rows of the same lines again; the last ones are kept.
    """
    upright = [(i, line) for i, line in lines if line.angle == 0 and not line.vertical]
    for asked, known in _asked:
        if len(asked) == len(upright) and asked == upright:
            return known.copy()
    extents = [Extent(line.baseline, line.y1 - line.y0, line.x0, line.x1) for _, line in upright]
    rows = _with_spread_labels([_row([upright[i] for i in row]) for row in group_rows(extents)])
    _asked.append((upright, rows))
    del _asked[:-_MOST_ASKED]
    return rows.copy()


_asked: list[tuple[list[tuple[int, Line]], list[Row]]] = []
_MOST_ASKED = 4


def _with_spread_labels(rows: list[Row]) -> list[Row]:
    """The rows with ideographs joined that are set apart to make a label as wide as others ("姓    名")."""
    single = [row for row in rows if sum(map(_is_ideograph, row.pieces)) > 1]
    if not single:
        return rows
    wide = {_edges(p, p) for row in rows for p in row.pieces if len(p.text) >= WIDE_LABEL and p.text[0] >= "\u2e80"}
    for row in single:
        row.pieces = _labels_joined(row.pieces, wide)
    return rows


def _labels_joined(pieces: Sequence[Piece], wide: Container[tuple[int, int]]) -> list[Piece]:
    """The pieces of a row with those joined that end with a colon, or reach as far as a label of another row."""
    joined: list[Piece] = []
    at = 0
    while at < len(pieces):
        end = at + 1
        while end < len(pieces) and end - at < MOST_SPREAD and _is_spread(pieces[end - 1], pieces[end]):
            end += 1
        while end - at > 1 and not (pieces[end - 1].text[-1] in ":：" or _edges(pieces[at], pieces[end - 1]) in wide):
            end -= 1
        piece = pieces[at]
        for other in pieces[at + 1 : end]:
            piece = _both(piece, other, amount=False)
        joined.append(piece)
        at = end
    return joined


def _is_spread(left: Piece, right: Piece) -> bool:
    gap = right.x0 - left.x1
    return _is_ideograph(left) and _is_ideograph(right) and gap < SPREAD * left.line.words[0].style.size


def _is_ideograph(piece: Piece) -> bool:
    """Whether a piece is one ideograph, with a colon perhaps."""
    text = piece.text
    return "\u2e80" <= text[0] <= "\u9fff" and (len(text) == 1 or (len(text) == 2 and text[1] in ":："))


def _edges(first: Piece, last: Piece) -> tuple[int, int]:
    """Where a label begins and ends, without its colon: within four points of each other labels are as wide."""
    size = last.line.words[-1].style.size
    end = last.x1 - (size if last.text[-1] == "：" else 0.3 * size if last.text[-1] == ":" else 0.0)
    return round(first.x0 / 4), round(end / 4)


def _row(row: list[tuple[int, Line]]) -> Row:
    pieces: list[Piece] = []
    main = row[0][1]
    y0, y1 = main.y0, main.y1
    for index, line in row:
        pieces += _pieces(index, line)
        if line.y1 - line.y0 > main.y1 - main.y0:
            main = line
        y0, y1 = min(y0, line.y0), max(y1, line.y1)
    return Row(_joined(pieces), main.baseline, y0, y1)


def _pieces(index: int, line: Line) -> list[Piece]:
    """The parts of a line, which the searches for tables of a page ask for again and again."""
    known = _known.get(id(line))
    if known is None:
        if len(_known) >= _MOST:
            _known.clear()
        pieces = _cut(index, line)
        _known[id(line)] = (line, pieces)
        return pieces
    pieces = known[1]
    if pieces[0].indices[0] == index:
        return pieces
    return [piece.at(index) for piece in pieces]


_known: dict[int, tuple[Line, list[Piece]]] = {}  # by the identity of a line, which it keeps alive
_MOST = 1000  # lines: pages have fewer


def _cut(index: int, line: Line) -> list[Piece]:
    """The parts of a line: figures with a gap between them stand in cells of their own, leaders end a piece."""
    words = line.words
    apart = standing_apart(words)
    led = led_words(words)
    if len(words) == 1 or not (apart or led or _has_figures(words)):
        text = line_text(line)
        return [Piece(line, (index,), is_amount(text) if len(text) <= LONGEST_AMOUNT else False)]
    groups: list[list[int]] = [[]]
    leaders = set()
    for i, word in enumerate(words):
        if i in led:
            leaders.add(len(groups) - 1)
            groups.append([])
            continue
        if groups[-1] and (i in apart or _parts_figures(words[i - 1], word, words[i + 1 : i + 2])):
            groups.append([])
        groups[-1].append(i)
    if len(groups) == 1:
        return [Piece(line, (index,), is_amount(line_text(line)))]
    found = []
    for number, group in enumerate(groups):
        if group:
            part = part_of(line, group)
            found.append(Piece(part, (index,), is_amount(line_text(part)), leader=number in leaders))
    return found or [Piece(line, (index,), amount=False, leader=True)]


def standing_apart(words: Sequence[Word]) -> Sequence[int]:
    """The words that begin a cell: the gap before them is far wider than the spaces of their line.

    The wider space behind a sentence or a marker parts nothing.
    """
    if len(words) < 2 or (len(words) <= MIN_WORDS and words[0].text[0] >= "\u2e80"):
        return ()
    size = words[0].style.size
    gaps = [b.x0 - a.x1 for a, b in pairwise(words)]
    if max(gaps) <= (WIDE_GAP if len(words) > MIN_WORDS else ALWAYS) * size:
        return ()
    least = max(WIDE_GAP * size, WIDER * median(gaps)) if len(words) > MIN_WORDS else ALWAYS * size
    least = min(least, ALWAYS * size)
    wide = [i for i, gap in enumerate(gaps, 1) if gap > least]
    return [i for i in wide if words[i - 1].text[-1] not in _STOPS and not (i == 1 and is_marker(words[0].text))]


def _has_figures(words: Sequence[Word]) -> bool:
    """Whether one word and the next may both be figures or signs: then the line may hold several cells."""
    before = False
    for word in words:
        here = word.text[-1] in _ENDS or word.text[0] in _ENDS
        if here and before:
            return True
        before = here
    return False


def _parts_figures(left: Word, right: Word, after: Sequence[Word]) -> bool:
    """Whether two words of a line are figures of two cells: the next begins with a sign, or stands apart."""
    gap, size = right.x0 - left.x1, right.style.size
    if not is_amount(left.text):
        return False
    if is_currency(right.text):
        if any(c.isdigit() for c in left.text):
            return right.space and not _is_behind(left, right, after, size)
        return right.space and gap >= NIL_GAP * size
    if right.text in CHECK_MARKS:
        return gap >= NIL_GAP * size
    if not is_amount(right.text) or not any(c.isdigit() for c in right.text):
        return False
    return gap >= (AMOUNT_GAP if any(c.isdigit() for c in left.text) else NIL_GAP) * size


def _is_behind(figure: Word | Piece, sign: Word | Piece, after: Sequence[Word | Piece], size: float) -> bool:
    """Whether a currency sign stands behind its figure ("15,00 €"): a space from it, and no nearer to what follows."""
    gap = sign.x0 - figure.x1
    return gap < AMOUNT_GAP * size and not (after and after[0].x0 - sign.x1 <= gap)


def _joined(pieces: Sequence[Piece]) -> list[Piece]:
    """Currency signs joined to the figure on their right, or close on their left; ")" and "%" to that on their left."""
    joined: list[Piece] = []
    for i, piece in enumerate(pieces, 1):
        before = joined[-1] if joined else None
        if before is not None and _one_figure(before, piece, pieces[i : i + 1]):
            joined[-1] = _both(before, piece, amount=True)
        else:
            joined.append(piece)
    return joined


def _one_figure(left: Piece, right: Piece, after: Sequence[Piece]) -> bool:
    size = right.line.words[0].style.size
    gap = right.x0 - left.x1
    if is_currency(left.text):
        return right.amount and gap < SIGN_REACH * size
    if is_currency(right.text):
        return left.amount and any(c.isdigit() for c in left.text) and _is_behind(left, right, after, size)
    return closes_amount(right.text) and any(c.isdigit() for c in left.text[-3:]) and gap < 1.5 * size


def _both(left: Piece, right: Piece, *, amount: bool) -> Piece:
    """Two pieces as one: parts of a figure, or of a label."""
    a, b = left.line, right.line
    space = is_currency(left.text) or is_currency(right.text)
    words = (*a.words, b.words[0]._replace(space=space), *b.words[1:])
    line = a._replace(words=words, x1=max(a.x1, b.x1), y0=min(a.y0, b.y0), y1=max(a.y1, b.y1))
    return Piece(line, (*left.indices, *right.indices), amount)


def cut_line(line: Line, borders: Sequence[float]) -> list[Line]:
    """The line in parts that end at the vertical `borders` which fall between words (by the words' centres)."""
    if len(line.words) == 1:
        return [line]
    groups: dict[int, list[int]] = {}
    for index, word in enumerate(line.words):
        groups.setdefault(bisect_right(borders, (word.x0 + word.x1) / 2), []).append(index)
    if len(groups) == 1:
        return [line]
    return [part_of(line, indices) for _, indices in sorted(groups.items())]


def part_of(line: Line, indices: Sequence[int]) -> Line:
    """A line of some of the words of `line`."""
    words = [line.words[i] for i in indices]
    first = words[0]
    if first.space:
        words[0] = first._replace(space=False)
    x0, y0, x1, y1 = first.x0, first.y0, first.x1, first.y1
    for word in words:
        x0, y0, x1, y1 = min(x0, word.x0), min(y0, word.y0), max(x1, word.x1), max(y1, word.y1)
    return Line(tuple(words), x0, y0, x1, y1, line.baseline, line.angle, line.vertical, line.mirrored)


def parted(piece: Piece, cuts: Sequence[int]) -> list[Piece]:
    """A text cut before the words of these numbers, in rising order; as it is where there are none."""
    if not cuts:
        return [piece]
    lines = [part_of(piece.line, range(a, b)) for a, b in pairwise([0, *cuts, len(piece.line.words)])]
    return [Piece(line, piece.indices, is_amount(line_text(line))) for line in lines]


_LEAST_GAP = 0.5  # of the size: white before the cell, wider than the space between words
_WIDER_GAP = 1.5  # times the other gaps of its row: justified rows have wide ones
_LETTERS = 3  # of a label: less is a mark before a note, or the number of a line
_BEGINS = 0.75  # points between the edges of cells of one column
_NEAR = 3  # rows above and below that are looked at
_AGREEING = 2  # of these at least begin a label and a cell where this row does


def cut_at_cells(rows: Sequence[Row]) -> list[Row]:
    """The rows, those of one piece parted at a word that stands where the second pieces of rows around begin."""
    return [
        _cut_row(row, rows[max(0, n - _NEAR) : n + _NEAR + 1]) if len(row.pieces) == 1 else row
        for n, row in enumerate(rows)
    ]


def _cut_row(row: Row, around: Sequence[Row]) -> Row:
    piece = row.pieces[0]
    words = piece.line.words
    if len(words) < 2 or words[-1].style.mono:  # program text is set in columns of its own
        return row
    edges = [
        other.pieces[1].x0
        for other in around
        if len(other.pieces) > 1 and abs(other.pieces[0].x0 - piece.x0) <= _BEGINS
    ]
    if len(edges) < _AGREEING:
        return row
    gaps = [b.x0 - a.x1 for a, b in pairwise(words)]
    for index, gap in enumerate(gaps, 1):
        if gap < _LEAST_GAP * words[0].style.size or gap < _WIDER_GAP * max(
            [*gaps[: index - 1], *gaps[index:]], default=0.0
        ):
            continue
        label = sum(sum(map(str.isalpha, word.text)) for word in words[:index])
        if label >= _LETTERS and sum(abs(edge - words[index].x0) <= _BEGINS for edge in edges) >= _AGREEING:
            return row.of(parted(piece, [index]))
    return row
