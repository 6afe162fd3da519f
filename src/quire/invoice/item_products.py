"""Line items without headings that are known: rows in which a quantity times a price is the amount tell the columns.

So the rows of a page that goes on are read, those under headings in any language, and those whose headings are drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import NamedTuple

from quire.amounts import parse
from quire.invoice.item_headers import OTHER, ColumnHeader, Word, WordRow, split_runs
from quire.invoice.money import currency, money_in

_SLACK = Decimal("0.011")
_MOST = 8  # figures of a row that are tried
_FEWEST = 2  # rows that show the columns; one where the quantity is not 1
_NEAR = 4.0  # points: figures of one column begin, end or have their middles within it
_FIGURE = re.compile(
    r"(?i)[^\w\s]?\s?(?:[a-z]{1,4}\.?\s)?[^\w\s]?\s?(\d[\d.,'’ ]*)\s?(?:[^\w\s]{1,2}|[a-z]{1,4}\.?|zł|kč)?"
)
_THOUSANDS = re.compile(r"\D*\d{1,3} \d{3}(?:[.,]\d+)?")
_SPACE = 0.45  # heights between the thousands of a figure
_LETTERS = re.compile(r"[^\W\d_]{2}")
_CENTS = re.compile(r"[.,]\d{2}(?!\d)")


class _Cell(NamedTuple):
    """A text of a row with the figure that it may be."""

    text: str
    x0: float
    x1: float
    values: tuple[Decimal, ...]  # by the ways to read its marks; () for a text
    close: bool  # it may be the end of the text before it


class _Shown(NamedTuple):
    """A row that shows its columns: the cells of the quantity, the price and the amount among all."""

    row: int
    cells: tuple[_Cell, ...]
    at: tuple[int, int, int]


def product_headings(rows: Sequence[WordRow]) -> tuple[list[ColumnHeader], int]:
    """(columns of a table whose rows multiply, its first row); ([], 0) where no rows do."""
    shown = [one for number, row in enumerate(rows) for one in _products(number, row)]
    best: list[_Shown] = []
    for first in shown:
        alike = [one for one in shown if one.row >= first.row and _is_alike(first, one)]
        alike = list({one.row: one for one in reversed(alike)}.values())[::-1]
        if len(alike) > len(best):
            best = alike
    if len(best) < _FEWEST and not any(Decimal(1) not in one.cells[one.at[0]].values for one in best):
        return [], 0
    top = min(word.box.y0 for word in rows[best[0].row])
    return _headings(best, top), best[0].row


def _products(number: int, row: WordRow) -> Iterator[_Shown]:
    """The ways in which figures of a row are a quantity, a price and their product, right of a name."""
    cells = [cell for run in split_runs(row) for cell in _cells(run)]
    figures = [i for i, cell in enumerate(cells) if cell.values][-_MOST:]
    for first, second, last in combinations(figures, 3):
        money = cells[last]
        if not _CENTS.search(money.text) and not money_in(money.text):
            continue
        if not any(_LETTERS.search(cell.text) for cell in cells[:first] if not cell.values):
            continue
        for x in cells[first].values:
            if any(x * y and abs(x * y - z) <= _SLACK for y in cells[second].values for z in money.values):
                whole = "." not in str(x) and not _CENTS.search(cells[first].text)
                at = (first, second, last) if whole or _CENTS.search(cells[second].text) else (second, first, last)
                yield _Shown(number, tuple(cells), at)
                break


def _cells(run: WordRow) -> Iterator[_Cell]:
    """The texts and the figures of a run: a figure may stand as close behind a text as its words to each other."""
    part: list[Word] = []
    for word in run:
        if part and not _belongs(part, word):
            yield _cell(part, close=False)
            part = []
        part.append(word)
    if part:
        yield _cell(part, close=len(run) > len(part))


def _belongs(part: Sequence[Word], word: Word) -> bool:
    """Whether a word is of the same text or figure as those before it: the thousands of one figure, its currency."""
    last, digits = part[-1], word.text[:1].isdigit()
    if digits and last.text[-1:].isdigit():
        return bool(_THOUSANDS.fullmatch(f"{last.text} {word.text}")) and word.box.x0 - last.box.x1 < _SPACE * word.size
    if digits:
        return bool(currency(last.text)) and len(part) == 1
    return not any(w.text[:1].isdigit() for w in part) or bool(currency(word.text) or word.text == "%")


def _cell(words: Sequence[Word], *, close: bool) -> _Cell:
    text = " ".join(word.text for word in words)
    match = _FIGURE.fullmatch(text)
    found = (parse(match[1].strip(), comma=comma) for comma in (False, True)) if match else ()
    values = tuple(dict.fromkeys(value for value in found if value is not None))
    return _Cell(text, words[0].box.x0, words[-1].box.x1, values, close)


def _is_alike(one: _Shown, other: _Shown) -> bool:
    """Whether two rows have their figures in the same columns."""
    return all(_is_below(one.cells[a], other.cells[b]) for a, b in zip(one.at, other.at, strict=True))


def _is_below(one: _Cell, other: _Cell) -> bool:
    gaps = (one.x0 - other.x0, one.x1 - other.x1, (one.x0 + one.x1 - other.x0 - other.x1) / 2)
    return min(map(abs, gaps)) < _NEAR


def _headings(shown: Sequence[_Shown], top: float) -> list[ColumnHeader]:
    """Headings over the cells of rows: those of the product, the name, and what else most rows have."""
    spans: list[tuple[str, float, float, int]] = []
    kinds = ("quantity", "unit_price", "amount")
    for place, kind in enumerate(kinds):
        own = [one.cells[one.at[place]] for one in shown]
        spans.append((kind, min(c.x0 for c in own), max(c.x1 for c in own), len(shown)))
    for cell in (c for one in shown for i, c in enumerate(one.cells) if i not in one.at and not (c.close and c.values)):
        at = next((i for i, (_, x0, x1, _) in enumerate(spans) if cell.x0 < x1 and cell.x1 > x0), None)
        kind = "tax_rate" if cell.text.endswith("%") else OTHER
        if at is None:
            spans.append((kind, cell.x0, cell.x1, 1))
        elif spans[at][0] not in kinds:
            old, x0, x1, count = spans[at]
            spans[at] = old, min(x0, cell.x0), max(x1, cell.x1), count + 1
    spans = [span for span in spans if 2 * span[3] >= len(shown)]
    heads = sorted((ColumnHeader(kind, x0, x1, top) for kind, x0, x1, _ in spans), key=lambda head: head.x0)
    first = next(i for i, head in enumerate(heads) if head.kind in kinds)
    texts = [i for i in range(first) if heads[i].kind == OTHER]
    if texts:
        widest = max(texts, key=lambda i: heads[i].x1 - heads[i].x0)
        heads[widest] = heads[widest]._replace(kind="name")
    return heads
