"""The columns of a statement from the places of its figures, so that empty cells and lost dashes shift nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.finance.text_pieces import RECOGNISED, Piece, Row
from quire.hanzi import either_form
from quire.tables.column_gutters import cheapest_columns, span_of
from quire.tables.medians import median

CLOSE = 1.5  # of the size; a stray dash or a short figure belongs to a column that is not farther away
MOST_LINES = 200  # of a statement that numbers its rows
FEW_CODES = 3  # rows with codes at least
_CODE = re.compile(r"\d{3,12}")
FEW_REFERENCES = 3  # references below each other that are a column without its heading, at least
FLUSH = 1.0  # points; a text in a spreadsheet begins below its column's title, give or take so much
MANY = 6  # numbers of rows of a column that numbers them, at least
_FEWEST_ROWS = 4  # with figures: with fewer, one figure of a column may be all of it
_STRAY = 2  # figures at most of a group that is taken for stray ones, not for a column
_DIRT = " .·'`"  # beside a reference
_RISING = 0.8  # of the steps of a column of references lead to a greater one
_AMOUNT = 4  # digits of the usual figure beside such a column, at least
_NOTE_WORDS = re.compile(
    either_form(
        r"附注(?:[号编码]*|[一二三四五六七八九十]{1,3})|注释?[号]?|行次|notes?(?:(?:no\.?|nos\.?|number|ref|#))?"
    ),
    re.IGNORECASE,
)
_NUMERALS = "一二三四五六七八九十"
_NOTE_PART = (
    rf"(?:[{_NUMERALS}]{{1,3}}|\d{{1,2}}(?:[.．]\d{{1,2}}){{0,5}}[a-z]?|[(（](?:[{_NUMERALS}]{{1,3}}|\d{{1,2}}|[a-z]"
    rf"|[ivx]{{1,4}})[)）])"
)
_NOTE_REF = re.compile(
    either_form(
        rf"(?:附?注释?|notes?\s*)?{_NOTE_PART}(?:\s*(?:[-–、,，.．;；/&~和及与至]|and|\s(?=\d)|(?=[^\d\s])"
        rf"|(?<=[)）{_NUMERALS}])(?=\d))\s*{_NOTE_PART})*"
    ),
    re.IGNORECASE,
)
_NOTES_IN_BRACKETS = re.compile(r"[(（]\d{1,2}[a-z]?(?:\s?[,，.、]\s?\d{1,2}[a-z]?)+[)）]", re.IGNORECASE)
_LONGEST_NOTE = 24  # characters of references to notes: "六(十二)、七及十二(三)", "7.4.10.2.1"


_Figure = tuple[Piece, int]
"""A figure with the number of its row."""


class Span(NamedTuple):
    """A column from left to right, points."""

    x0: float
    x1: float

    def overlap(self, x0: float, x1: float) -> float:
        """Points that both share; negative: the distance between them."""
        return min(self.x1, x1) - max(self.x0, x0)


def is_note_reference(text: str) -> bool:
    """Whether a text can be a reference to a note: "七、1", "12", "5(a)", "3, 4", "(2,15)"."""
    text = text.strip()
    return 0 < len(text) <= _LONGEST_NOTE and bool(_NOTE_REF.fullmatch(text) or _NOTES_IN_BRACKETS.fullmatch(text))


def is_note_title(text: str) -> bool:
    """Whether a text is the heading of the column of references to notes: "附注", "附　註", "Note No."."""
    return bool(_NOTE_WORDS.fullmatch("".join(text.split()).rstrip(":：.,·'")))


def value_columns(rows: Sequence[Row], heads: Sequence[Piece] = ()) -> list[Span]:
    """The columns of the figures of `rows`, from left to right.

    Args:
        rows: The rows with figures.
        heads: The pieces above; a column of nothing but a few dashes needs one of them as its title, otherwise it is
            dirt that was recognised.
    """
    figures = [(p, index) for index, row in enumerate(rows) for p in row if p.figure]
    texts = [p for row in rows for p in row if not p.figure]
    count = len({index for _, index in figures})
    parted = [g for g in _by_gutters(figures) if not _is_dirt(g, heads, count)]
    parted = _without_specks(parted, heads, count)
    parted = _below_titles(parted, heads)
    groups = [g for g in _gathered(parted) if not _in_labels(g, texts)]
    if len(groups) > 1 and _are_codes(groups[0], groups[1], rows):
        groups = groups[1:]
    return [Span(min(p.x0 for p, _ in g), max(p.x1 for p, _ in g)) for g in groups]


def _are_codes(first: Sequence[_Figure], second: Sequence[_Figure], rows: Sequence[Row]) -> bool:
    """Whether the first figures are codes of accounts: whole numbers at the left, each with its label behind it."""
    start = min(p.x0 for p, _ in second)
    if len(first) < FEW_CODES or not all(_CODE.fullmatch(p.text) for p, _ in first):
        return False
    labelled = sum(any(not q.figure and p.x1 <= q.x0 < start for q in rows[index]) for p, index in first)
    alone = sum(all(q.x0 >= p.x0 for q in rows[index]) for p, index in first)
    return min(labelled, alone) >= 0.9 * len(first)


def _is_dirt(group: Sequence[_Figure], heads: Sequence[Piece], count: int) -> bool:
    """Whether a column is a few dashes that stand below no title."""
    if any(not p.nil for p, _ in group) or len(group) > max(2, 0.15 * count):
        return False
    return not any(h.x0 < p.x1 and p.x0 < h.x1 for h in heads for p, _ in group)


def _without_specks(groups: list[list[_Figure]], heads: Sequence[Piece], count: int) -> list[list[_Figure]]:
    """The columns without those of one or two specks of paper that were read as a dash or a digit.

    Such a column has no title for itself: none stands above it, or one that stands above another column as well.
    """
    whole = [g for g in groups if not _are_specks(g)]
    if count < _FEWEST_ROWS or not whole or len(whole) == len(groups):
        return groups

    def has_title(group: Sequence[_Figure]) -> bool:
        over = [h for h in heads if any(h.x0 < p.x1 and p.x0 < h.x1 for p, _ in group)]
        return any(not any(h.x0 < p.x1 and p.x0 < h.x1 for g in whole for p, _ in g) for h in over)

    return [g for g in groups if not _are_specks(g) or has_title(g)]


def _are_specks(group: Sequence[_Figure]) -> bool:
    """Whether figures are at most two recognised dashes or single digits."""
    return len(group) <= _STRAY and all(
        p.confidence <= RECOGNISED and (p.nil or len(p.text.strip()) == 1) for p, _ in group
    )


def _in_labels(group: Sequence[_Figure], texts: Sequence[Piece]) -> bool:
    """Whether figures stand where labels stand: "and 226" at the end of a label, the number of an item."""
    middle = sum(p.centre for p, _ in group) / len(group)
    return sum(t.x0 < middle < t.x1 for t in texts) > len(group)


def _by_gutters(figures: Sequence[_Figure]) -> list[list[_Figure]]:
    """Figures as the columns that the white between them parts; figures side by side in a row are never in one."""
    rows: dict[int, list[Piece]] = {}
    for piece, index in figures:
        rows.setdefault(index, []).append(piece)
    if not rows:
        return []
    ordered = [sorted((p.x0, p.x1) for p in row) for row in rows.values()]
    borders = cheapest_columns(ordered, figures=True).borders
    groups: list[list[_Figure]] = [[] for _ in range(len(borders) + 1)]
    for piece, index in sorted(figures, key=lambda f: (f[0].x0, f[0].x1)):
        groups[span_of(piece.x0, piece.x1, borders)[1]].append((piece, index))
    return [group for group in groups if group]


def _gathered(groups: list[list[_Figure]]) -> list[list[_Figure]]:
    """Stray dashes and single figures joined to the column beside them when no row shows both.

    Two inner columns of few items, as British accounts have one for each year, have figures in the same rows.
    """
    rows = [frozenset(index for piece, index in group if piece.value is not None) for group in groups]
    inner = [len(own) > 1 and rows.count(own) > 1 and _stray(group) for group, own in zip(groups, rows, strict=True)]
    out: list[list[_Figure]] = []
    for at, group in enumerate(groups):
        apart = not at or inner[at] or inner[at - 1]
        if not apart and (_stray(group) or _stray(out[-1])) and _may_join(out[-1], group):
            out[-1] = out[-1] + group
        else:
            out.append(group)
    return out


def _below_titles(groups: list[list[_Figure]], heads: Sequence[Piece]) -> list[list[_Figure]]:
    """Stray figures below the left end of a column's title, joined to that column, as texts in spreadsheets."""
    usual = [group for group in groups if not _stray(group)]
    titles = _leaves(heads, [max(p.x1 for p, _ in group) for group in usual])
    if not titles or len(usual) == len(groups):
        return groups
    joined = [list(group) for group in usual]
    left: list[list[_Figure]] = []
    for group in groups:
        if not _stray(group):
            continue
        x0, rows = min(p.x0 for p, _ in group), {i for _, i in group}
        home = next((n for n, title in enumerate(titles) if abs(title.x0 - x0) < FLUSH), None)
        if home is None or rows & {i for _, i in joined[home]}:
            left.append(group)
        else:
            joined[home] += group
    return sorted(joined + left, key=lambda group: min(p.x0 for p, _ in group))


def _leaves(heads: Sequence[Piece], ends: Sequence[float]) -> list[Piece]:
    """The lowest row of titles with one before the end of each column and none too many; [] without one."""
    for level in sorted({round(p.baseline) for p in heads}, reverse=True):
        row = sorted((p for p in heads if abs(p.baseline - level) <= 1), key=lambda p: p.x0)
        row = row[-len(ends) :] if ends else []
        after = [p.x0 for p in row[1:]] + [float("inf")]
        if len(row) == len(ends) > 1 and all(p.x0 < end <= then for p, end, then in zip(row, ends, after, strict=True)):
            return row
    return []


def _stray(group: Sequence[_Figure]) -> bool:
    return all(p.nil for p, _ in group) or len(group) <= _STRAY


def _may_join(left: Sequence[_Figure], right: Sequence[_Figure]) -> bool:
    gap = min(p.x0 for p, _ in right) - max(p.x1 for p, _ in left)
    size = right[0][0].size
    return gap < CLOSE * size and not {i for _, i in left} & {i for _, i in right}


def column_of(columns: Sequence[Span], x0: float, x1: float) -> int | None:
    """The index of the column that a text belongs to: by overlap, else the nearest; None without columns."""
    if not columns:
        return None
    return max(range(len(columns)), key=lambda i: (columns[i].overlap(x0, x1), -abs(columns[i].x1 - x1)))


def note_column(head: Iterable[Piece], body: Sequence[Row], left: float) -> Span | None:
    """The column of references to notes under its heading ("附注", "Note"), None without one.

    Args:
        head: The pieces of the heading rows.
        body: The rows below.
        left: Where the label column begins; a heading there is none.
    """
    for piece in _note_titles(head, left):
        span = Span(piece.x0 - piece.size, piece.x1 + piece.size)
        found = [p for row in body for p in row if span.overlap(p.x0, p.x1) > 0 and is_note_reference(p.text)]
        return Span(min([piece.x0, *(p.x0 for p in found)]), max([piece.x1, *(p.x1 for p in found)]))
    return None


def untitled_notes(body: Sequence[Row], columns: Sequence[Span], left: float) -> Span | None:
    """The column of references to notes where no heading is repeated, by what stands in it; None without one.

    Args:
        body: The rows of a table.
        columns: Its value columns.
        left: Where the labels begin.
    """
    found = [
        row[1]
        for row in body
        if len(row) > 1
        and not row[0].figure
        and not row[1].figure
        and is_note_reference(row[1].text)
        and left + row[1].size < row[1].x0
        and row[0].x1 < row[1].x0
        and row[1].x1 < columns[0].x0
    ]
    if len(found) < FEW_REFERENCES:
        return None
    span = Span(min(p.x0 for p in found), max(p.x1 for p in found))
    inside = all(p.x0 < (span.x0 + span.x1) / 2 < p.x1 for p in found)
    crossed = sum(not p.figure and span.overlap(p.x0, p.x1) > 0 and p not in found for row in body for p in row)
    return span if inside and crossed < len(found) else None


def _note_titles(head: Iterable[Piece], left: float) -> list[Piece]:
    """The headings of columns of references, numbers of lines last."""
    titles = [p for p in _with_stacked(list(head)) if is_note_title(p.text) and p.x0 > left + p.size]
    return sorted(titles, key=_numbers_lines)


def _numbers_lines(piece: Piece) -> bool:
    return "".join(piece.text.split()) == "行次"


def line_numbers_beside_notes(head: Iterable[Piece], left: float) -> Span | None:
    """The column of line numbers beside a notes column, which adds nothing; None without one."""
    titles = _note_titles(head, left)
    if len(titles) < 2 or _numbers_lines(titles[0]) or not _numbers_lines(titles[-1]):
        return None
    return Span(titles[-1].x0 - titles[-1].size, titles[-1].x1 + titles[-1].size)


def line_numbers(columns: Sequence[Span], rows: Sequence[Row]) -> Span | None:
    """The first column when it numbers the rows, whether its heading was read or not; None otherwise."""
    if len(columns) < 2:
        return None
    first = [p for row in rows for p in row if p.figure and columns[0].overlap(p.x0, p.x1) > 0]
    numbers = [int(p.value) for p in first if p.value is not None and p.text.isdigit() and p.value < MOST_LINES]
    if len(numbers) < MANY or len(numbers) < 0.9 * len(first):
        return None
    steps = [b - a for a, b in pairwise(numbers)]
    return columns[0] if sum(step == 1 for step in steps) >= 0.7 * len(steps) else None


def unread_notes(columns: Sequence[Span], rows: Sequence[Row], *, untitled: bool) -> Span | None:
    """The first column when it is references to notes whose heading was not read: small numbers that rise, or None.

    Args:
        columns: The columns of figures.
        rows: The rows of the table.
        untitled: No column has a title, as where a table goes on; otherwise only recognised headings may be unread.
    """
    if len(columns) < 2:
        return None
    first = [p for row in rows for p in row if columns[0].overlap(p.x0, p.x1) > 0 and any(map(str.isdigit, p.text))]
    others = [_digits(p) for row in rows for p in row if p.value and columns[0].overlap(p.x0, p.x1) <= 0]
    if len(first) < FEW_REFERENCES or not others or median(others) < _AMOUNT:
        return None
    if not all((untitled or p.confidence <= RECOGNISED) and is_note_reference(p.text.strip(_DIRT)) for p in first):
        return None
    numbers = [int(begun[0]) for p in first if (begun := re.match(r"\d+", p.text.strip(_DIRT)))]
    rising = sum(a < b for a, b in pairwise(numbers))
    return columns[0] if len(numbers) >= FEW_REFERENCES and rising >= _RISING * (len(numbers) - 1) else None


def _digits(piece: Piece) -> int:
    return sum(map(str.isdigit, piece.text))


def _with_stacked(head: Sequence[Piece]) -> list[Piece]:
    """Headings, and those of one character above another, as narrow columns have them: 行 over 次."""
    single = [piece for piece in head if len(piece.text.strip()) == 1]
    stacked = [
        a._replace(text=a.text.strip() + b.text.strip())
        for a in single
        for b in single
        if abs(a.centre - b.centre) < 0.5 * a.size and 0 < b.baseline - a.baseline < 2 * a.size
    ]
    return [*head, *stacked]


def second_label_start(rows: Sequence[Row], columns: Sequence[Span]) -> float | None:
    """The x where the labels of the right half of a side-by-side statement begin; None for a single half."""
    if len(columns) < 2:
        return None
    starts = [
        p.x0
        for row in rows
        for p in row
        if not p.figure
        and p.x0 > columns[0].x1
        and not is_note_reference(p.text)
        and sum(map(str.isalpha, p.text)) > 1  # a misread figure is no label
    ]
    if len(starts) < max(4, 0.25 * len(rows)):
        return None
    for column in columns[1:]:  # the labels stand before the figures of the right half
        inside = [x for x in starts if x < column.x0]
        if len(inside) >= 0.8 * len(starts):
            ends = [c.x1 for c in columns if c.x1 < median(inside)]  # a recognised text may reach over such a column
            return min(x for x in inside if x > max(ends) - 1) - 1
    return None
