"""What recognition may have lost or added in a statement: findings that no sum can give.

Only rows of recognised pages are judged; a text layer loses nothing. Rules of the findings:
    label     the label of a row is not whole (a bracket is open, it begins or ends in the middle of a sentence; then
              the one above it is not, either), it is a known one but for a few characters, or no label of a row with
              figures (a title that ends with a colon, an amount, a number)
    level     figures stand above or below their labels: rows of the page are askew, and figures slid into others
    blank     a total has no figures
    stray     the figures of a row without label that no sum proves
    unparsed  a cell among figures holds a text with digits that is no figure
    ink       something stands in the place of an empty cell, or between two rows, that could not be read
    sign      a dash right before a figure was taken for a speck of paper: the figure may be negative; a figure per
              share has another sign than the net income
    total     a total that the rows above it give in no column: one of them is missing or wrong
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from quire.amounts import is_nil
from quire.finance.lexicon import check_role, misread_item, misread_word
from quire.finance.statement import Cell, Finding, Kind, Row, RowKind, Statement
from quire.finance.text_pieces import RECOGNISED
from quire.finance.unproven_totals import unproven_totals
from quire.hanzi import either_form
from quire.model.geometry import Box
from quire.tables.row_joining import brackets_left_open
from quire.text import is_cjk

__all__ = ["GAPS", "with_recognition_gaps"]

GAPS = ("label", "level", "blank", "stray", "unparsed", "ink", "sign", "total")
"""The rules of the findings of this module."""

_CAPITALS = 0.8  # of the labels begin with a capital: one that does not is the rest of another
_TYPE = 0.6  # of the height of a row's cells: lower ink is no line of type
_DIGITS = 2  # of a text that should be a figure
_UNSURE = 0.9  # confidence of a label: of 1,599 on scans 15 have less, 10 of them misread
_EDGE = -0.1  # of a figure's height that its middle lies beyond the edge of its label's box; usual is -0.5 to -0.2
_FEWEST_OFF = 3  # figures off their level that show askew rows: a scan has one by chance at most
_AMOUNT = re.compile(r"^[(（\-–—−]?\d{1,3}(?:,\d{3})+")
_OPEN_END = re.compile(
    either_form(
        r"(?:\b(?:and|or|of|to|the|in|for|by|from|with|on|at|than|per|excluding|including)|[,、，（(/&]|及|和|与|或)$"
    )
)  # not `row_joining.is_unfinished`: "Investments, net" and "Other" are whole labels
_TOTAL = re.compile(either_form(r"^\W*total\b|合计$|总计$|总额$"), re.IGNORECASE)
_PER_SHARE = re.compile(
    either_form(r"(?:基本|稀释|摊薄).*每股|每股(?:基本|稀释|摊薄)|^\W*(?:basic|diluted)\b"), re.IGNORECASE
)
_MESSAGES = {
    "level": (
        "下列各行的数字与项目名称不在同一高度，数字可能错行",
        "Figures of these rows do not stand on the level of their labels: they may belong to neighbouring rows",
    ),
    "label": ("下列各行的项目名称可能不完整或有误读", "The labels of these rows may be incomplete or misread"),
    "blank": ("下列合计行没有数字", "These totals have no figures"),
    "stray": ("下列数字没有项目名称", "These figures have no label"),
    "unparsed": ("下列单元格中的内容不是数字", "These cells hold something that is no figure"),
    "total": (
        "下列合计与其上各行在任何一列都不相符，可能有漏读或误读的行",
        "These totals agree with the rows above them in no column: rows may be missing or misread",
    ),
    "sign": (
        "下列数字的正负号可能有误读",
        "The sign of these figures may be misread: a dash may be a speck, or a speck a dash",
    ),
    "ink": (
        "下列空单元格处或各行之间有未能识别的字迹",
        "Something that could not be read stands in these empty cells, or between these rows",
    ),
}
Place = tuple[int, int]


def with_recognition_gaps(
    statement: Statement, unread: Mapping[int, Sequence[Box]], signs: Mapping[int, Sequence[Box]]
) -> Statement:
    """The statement with a finding for each kind of gap.

    Args:
        statement: Checked.
        unread: The ink of each page that looks like text and could not be read.
        signs: The figures of each page before which a dash was left out.
    """
    columns = [c for c, period in enumerate(statement.periods) if period is not None]
    rows = [(r, row) for r, row in enumerate(statement.rows) if row.kind is not RowKind.HEADER and _is_recognised(row)]
    found: dict[str, tuple[Place, ...]] = {
        "label": tuple(_labels(statement, rows, columns)),
        "level": tuple(_off_level(rows, columns)),
        "blank": tuple(_blanks(rows, columns)),
        "stray": tuple(_strays(statement, rows, columns)),
        "unparsed": tuple(_unparsed(rows, columns)),
    }
    summed = {
        place for finding in statement.findings if finding.rule == "sum" and finding.holds for place in finding.cells
    }
    blank = {*found["blank"], *summed}  # nothing is lost where a sum holds
    inked = (*_inked(statement, rows, columns, unread), *_between(rows, unread))
    found["ink"] = tuple(dict.fromkeys(place for place in inked if place not in blank))
    found["sign"] = tuple(
        (r, c) for r, row in rows for c in columns if row.cells[c].box in signs.get(row.page, ()) and row.cells[c].value
    )
    found["sign"] += tuple(_contrary(statement, rows, columns))
    recognised = {r for r, _ in rows}
    found["total"] = tuple(
        place for places in unproven_totals(statement, columns) if places[0][0] in recognised for place in places
    )
    language = int(statement.language != "zh")
    made = [Finding(rule, _MESSAGES[rule][language], cells, holds=False) for rule, cells in found.items() if cells]
    return replace(statement, findings=(*statement.findings, *made)) if made else statement


def _is_recognised(row: Row) -> bool:
    return any(cell.text and cell.confidence <= RECOGNISED for cell in row.cells)


def _has_figures(row: Row, columns: Sequence[int]) -> bool:
    return any(row.cells[c].text for c in columns)


def _labels(statement: Statement, rows: Sequence[tuple[int, Row]], columns: Sequence[int]) -> Iterable[Place]:
    """Rows whose label is only a part of one, was misread, or is none of a row with figures."""
    letters = [row.label.lstrip("( ")[:1] for _, row in rows if row.label.lstrip("( ")[:1].isalpha()]
    capital = sum(not letter.islower() for letter in letters) >= _CAPITALS * max(1, len(letters))
    named = {(r, 0) for r, row in rows if row.label.strip()}
    for r, row in rows:
        label = row.label.strip()
        if not label:
            continue
        begun = label[0] in ")）],;，、" or (capital and label[0].islower())
        foreign = _is_foreign(label) and _has_figures(row, columns)
        unsure = row.cells[0].confidence < _UNSURE
        if begun or foreign or unsure or _is_part(label) or _is_misread(label, statement):
            yield r, 0
        if begun and not _has_figures(row, columns) and (r - 1, 0) in named:  # the row above lost the end of its label
            yield r - 1, 0


def _is_foreign(label: str) -> bool:
    """Whether a text is no label of figures: of 6,498 rows with figures of text layers none has such a one."""
    return label.endswith((":", "：")) or bool(_AMOUNT.match(label)) or not any(map(str.isalpha, label))


def _off_level(rows: Sequence[tuple[int, Row]], columns: Sequence[int]) -> Iterable[Place]:
    """The labels of a page on which several figures stand off the level of their labels."""
    off: Counter[int] = Counter()
    for _, row in rows:
        off[row.page] += sum(_is_off(row.cells[0].box, row.cells[c]) for c in columns if row.cells[c].page == row.page)
    return ((r, 0) for r, row in rows if off[row.page] >= _FEWEST_OFF and _has_figures(row, columns))


def _is_off(label: Box | None, cell: Cell) -> bool:
    """Whether the middle of a figure stands above or below its label, or right at its edge."""
    if label is None or cell.box is None or cell.value is None:
        return False
    middle, high = (cell.box.y0 + cell.box.y1) / 2.0, cell.box.y1 - cell.box.y0
    return max(label.y0 - middle, middle - label.y1) > _EDGE * high


def _is_part(label: str) -> bool:
    """Whether a label goes on after its end, lacks a bracket, or has no letter at all, or one ideograph alone."""
    letters = [c for c in label if c.isalnum()]
    few = not letters or (len(letters) == 1 and is_cjk(ord(letters[0])))
    return few or brackets_left_open(label) != 0 or bool(_OPEN_END.search(label))


def _is_misread(label: str, statement: Statement) -> bool:
    """Whether a label or a word of it is a known one but for a few letters, or has letters that no English word has."""
    if statement.language == "en" and (any(c.isalpha() and not c.isascii() for c in label) or misread_word(label)):
        return True
    return bool(misread_item(label, statement.kind, statement.language, short=True))


def _blanks(rows: Sequence[tuple[int, Row]], columns: Sequence[int]) -> Iterable[Place]:
    """The cells of totals without any figure."""
    for r, row in rows:
        if _TOTAL.search(row.label) and not row.label.endswith((":", "：")) and not _has_figures(row, columns):
            yield from ((r, c) for c in columns)


def _strays(statement: Statement, rows: Sequence[tuple[int, Row]], columns: Sequence[int]) -> Iterable[Place]:
    """Figures of a row without label that is no sum, and those that a label without figures above it may have lost.

    A sum may be printed without label; of 4,806 rows of text layers three are, and none that no sum proves.
    """
    rest = dict(rows)
    sums = {finding.cells[0][0] for finding in statement.findings if finding.rule == "sum" and finding.holds}
    for r, row in rows:
        own = [c for c in columns if row.cells[c].text]
        if any(map(str.isalnum, row.label)) or r in sums:
            continue
        above = rest.get(r - 1)
        bare = above is not None and not _has_figures(above, columns) and not above.label.endswith((":", "："))
        yield from ((r, c) for c in own)
        yield from ((r - 1, c) for c in own if bare)


def _unparsed(rows: Sequence[tuple[int, Row]], columns: Sequence[int]) -> Iterable[Place]:
    for r, row in rows:
        for c in columns:
            cell = row.cells[c]
            if cell.value is None and cell.text and not is_nil(cell.text) and _should_be_figure(cell.text):
                yield r, c


def _should_be_figure(text: str) -> bool:
    """Whether a text among figures has digits, or is so short that it is no word: `S.`."""
    return sum(map(str.isdigit, text)) >= _DIGITS or (text.isascii() and sum(map(str.isalnum, text)) <= 1)


def _inked(
    statement: Statement, rows: Sequence[tuple[int, Row]], columns: Sequence[int], unread: Mapping[int, Sequence[Box]]
) -> Iterable[Place]:
    """Empty cells of rows with figures in whose place ink was not read."""
    spans = {c: span for c in columns if (span := _span(row.cells[c] for row in statement.rows)) is not None}
    for r, row in rows:
        boxes = unread.get(row.page, ())
        placed = [cell.box for cell in row.cells if cell.box is not None and cell.page == row.page]
        if not boxes or not placed or not _has_figures(row, columns):
            continue
        top, bottom = min(b.y0 for b in placed), max(b.y1 for b in placed)
        boxes = [b for b in boxes if b.y1 - b.y0 >= _TYPE * min(p.y1 - p.y0 for p in placed)]
        for c, (left, right) in spans.items():
            if not row.cells[c].text and any(
                top <= (b.y0 + b.y1) / 2.0 <= bottom and left <= (b.x0 + b.x1) / 2.0 <= right for b in boxes
            ):
                yield r, c


def _between(rows: Sequence[tuple[int, Row]], unread: Mapping[int, Sequence[Box]]) -> Iterable[Place]:
    """The labels of two rows between which ink was not read that is as high as they are: a row may be lost there."""
    for (r, upper), (following, lower) in pairwise(rows):
        above, below = ([c.box for c in row.cells if c.box is not None] for row in (upper, lower))
        if upper.page != lower.page or not above or not below:
            continue
        top, bottom = max(b.y1 for b in above), min(b.y0 for b in below)
        left, right = min(b.x0 for b in (*above, *below)), max(b.x1 for b in (*above, *below))
        high = _TYPE * min(b.y1 - b.y0 for b in above)
        if any(
            top <= (b.y0 + b.y1) / 2.0 <= bottom and left < b.x1 and b.x0 < right and b.y1 - b.y0 >= high
            for b in unread.get(upper.page, ())
        ):
            yield from ((r, 0), (following, 0))


def _contrary(statement: Statement, rows: Sequence[tuple[int, Row]], columns: Sequence[int]) -> Iterable[Place]:
    """The figures per share whose sign is not that of the net income in their column."""
    named = (row for _, row in rows if check_role(row.item, statement.language) == "net_income")
    income = next((row for row in named if _has_figures(row, columns)), None)
    if income is None or statement.kind is not Kind.INCOME:
        return
    for r, row in rows:
        for c in columns if _PER_SHARE.search(row.label) else ():
            own, whole = row.cells[c].value, income.cells[c].value
            if own and whole and (own < 0) is not (whole < 0):
                yield r, c


def _span(cells: Iterable[Cell]) -> tuple[float, float] | None:
    """The left and right end of a column's figures."""
    boxes = [cell.box for cell in cells if cell.box is not None and cell.value is not None]
    return (min(b.x0 for b in boxes), max(b.x1 for b in boxes)) if boxes else None
