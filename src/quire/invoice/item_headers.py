"""Headers of line-item columns in many languages, and the words of the page that they are found in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.invoice.lexicon import any_of
from quire.model.geometry import Box
from quire.model.page import Page
from quire.model.page import Word as Printed
from quire.tables.visual_rows import Extent, group_rows
from quire.text import fold

_APART = 1.2  # heights: words of one run that stand farther apart are two
_NEAR = 1.7  # heights between the lines of a heading of two
_MOST = 48  # words of all headings of a table
_TOUCHING = 0.6  # heights: headings that are nearer are words of one
_WORDS = 5  # of a heading at most
_LONGEST_HEAD = 48  # characters; a heading is shorter
_NAME_HEADS = 3  # headings that name goods; a table of line items has fewer
FEWEST = 2  # headings of a table
OTHER = "other"
"""The kind of a column whose heading is not known."""


_KINDS = (
    "number", "code", "name", "tax", "tax_rate", "discount", "gross", "unit_price", "unit", "quantity", "amount", "date"
)  # fmt: skip
"""The kinds of columns, in the order in which a heading is tried: "tax" before "tax_rate", both before "amount"."""

_CODES = r"(?:eur|usd|gbp|chf|inr|aud|cad|sgd|myr|rm|aed|rs\.?|fcfa|xof|us\$|[€$£¥₹円])"
_BEFORE = rf"(?:[(\[]\s*{_CODES}\s*[)\]]\s*)?"
_BEHIND = rf"(?:\s*[(\[]?\s*(?:in\s)?{_CODES}\s*[)\]]?)?"
_PATTERNS = tuple((kind, re.compile(rf"{_BEFORE}{any_of('columns', kind)}\.?{_BEHIND}")) for kind in _KINDS)
_RATE = re.compile(r"\d{1,2}(?:[.,]\d)?%")
_SUMS = frozenset({"amount", "gross", "unit_price"})
_PAID = frozenset({"amount", "gross"})


_TWICE = re.compile(r"(?P<one>[^()/|]{2,})\s?(?:[/|]\s?(?P<other>[^()/|]{2,})|\((?P<inner>[^()]{2,})\))")


class Word(NamedTuple):
    """A word of print."""

    text: str
    box: Box
    size: float  # its height
    run: int  # the number of the run that it stands in: words that a reader kept together
    baseline: float


class ColumnHeader(NamedTuple):
    """A column header."""

    kind: str  # "name", "quantity" ... as in `_KINDS`
    x0: float
    x1: float
    y1: float  # its lower end

    @property
    def centre(self) -> float:
        """Its middle from left to right."""
        return (self.x0 + self.x1) / 2


WordRow = list[Word]


def word_rows(page: Page) -> list[WordRow]:
    """The upright words of a page in visual rows, each from left to right."""
    words: list[Word] = []
    for run, line in enumerate(page.lines):
        if line.angle or line.vertical:
            continue
        for printed in line.words:
            _take(printed, run, words)
    extents = [Extent(w.baseline, w.box.height, w.box.x0, w.box.x1) for w in words]
    return [[words[i] for i in row] for row in group_rows(extents)]


def _take(printed: Printed, run: int, words: list[Word]) -> None:
    """Put a printed word to the words, with the one before it where no space stands between them."""
    text = fold(printed.text).strip()
    if not text:
        return
    box = printed.box
    last = words[-1] if words else None
    if last is not None and last.run == run and not printed.space:
        words[-1] = Word(last.text + text, last.box.union(box), last.size, run, last.baseline)
    else:
        words.append(Word(text, box, box.height, run, printed.baseline))


def split_runs(row: WordRow) -> list[WordRow]:
    """The words of a row, grouped where they are as close as words of one text."""
    runs: list[WordRow] = []
    for word in row:
        last = runs[-1][-1] if runs else None
        if last is not None and last.run == word.run and word.box.x0 - last.box.x1 < _APART * word.size:
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def column_kind(text: str) -> str:
    """The kind of column that a header names; "" for any other text."""
    bare = " ".join(text.lower().replace("*", "").strip(" :|").split())
    if len(bare) >= _LONGEST_HEAD:
        return ""
    twice = _TWICE.fullmatch(bare)  # in two languages: "Nazwa (item)", "Menge / Quantity"
    texts = (bare, *(part.strip() for part in twice.groups() if part)) if twice else (bare,)
    return next((kind for part in texts for kind, pattern in _PATTERNS if pattern.fullmatch(part)), "")


def headings_in(text: str) -> int:
    """How many headings of columns a text consists of: "Description Qty Unit price" has three; 0 for any other text."""
    words, count = text.split(), 0
    while words:
        size = next((n for n in range(min(_WORDS, len(words)), 0, -1) if column_kind(" ".join(words[:n]))), 0)
        if not size:
            return 0
        words, count = words[size:], count + 1
    return count


def find_headers(rows: Sequence[WordRow], index: int) -> tuple[list[ColumnHeader], int]:
    """(headers of a table of line items, the row after them) if one begins in a row; else ([], index)."""
    best: tuple[list[ColumnHeader], int] = ([], index)
    for count in (1, 2, 3, 4):
        lines = rows[index : index + count]
        if len(lines) < count or sum(map(len, lines)) > _MOST or not _close(lines):
            break
        heads = _heads(lines)
        if count > 1 and _known(_heads(lines[1:])) >= _known(heads):
            break  # the first line adds nothing: the headings begin below it
        if _is_table(heads) and _known(heads) > _known(best[0]):
            best = (heads, index + count)
    return best


def _known(heads: Sequence[ColumnHeader]) -> int:
    return sum(head.kind != OTHER for head in heads)


def _close(lines: Sequence[WordRow]) -> bool:
    """Whether rows are the lines of headings: near each other, without figures but those of a rate of tax."""
    tops = [min(w.box.y0 for w in line) for line in lines]
    size = max(w.size for line in lines for w in line)
    near = all(b - a < _NEAR * size for a, b in pairwise(tops))
    words = [w.text for line in lines for w in line if not _RATE.fullmatch(w.text)]
    return near and not any(c.isdigit() for word in words for c in word)


def _heads(lines: Sequence[WordRow]) -> list[ColumnHeader]:
    """The headings that rows show together: the texts that stand below each other are one."""
    cells: list[list[WordRow]] = []
    for line in lines:
        for run in split_runs(line):
            x0, x1 = run[0].box.x0, run[-1].box.x1
            home = [c for c in cells if any(min(x1, r[-1].box.x1) - max(x0, r[0].box.x0) > 0 for r in c)]
            if len(home) == 1 and len(lines) > 1:
                home[0].append(run)
            else:
                cells.append([run])
    heads = [head for cell in cells for head in _named(cell)]
    heads.sort(key=lambda h: h.x0)
    return _last_is_amount(_with_qualifiers(heads, _TOUCHING * max(w.size for line in lines for w in line)))


def _named(cell: Sequence[WordRow]) -> list[ColumnHeader]:
    """The headings of a cell: one for all its words, or one for each part of a single line that names several."""
    words = [w for run in cell for w in run]
    texts = [" ".join(w.text for w in run) for run in cell]
    kind = column_kind(re.sub(r"- (?=[a-zäöü])", "", " ".join(texts))) or next(
        (k for t in texts if (k := column_kind(t))), ""
    )
    if kind or len(cell) > 1:
        return [_head(kind or OTHER, words)]
    out: list[ColumnHeader] = []
    at = begun = 0
    while at < len(words):
        size = next(
            (
                n
                for n in range(min(_WORDS, len(words) - at), 0, -1)
                if column_kind(" ".join(w.text for w in words[at : at + n]))
            ),
            0,
        )
        if not size and not out:
            return [_head(OTHER, words)]
        if not size:
            begun = begun or at
            at += 1
            continue
        if begun:
            out.append(_head(OTHER, words[begun:at]))
            begun = 0
        part = words[at : at + size]
        out.append(_head(column_kind(" ".join(w.text for w in part)), part))
        at += size
    return [*out, _head(OTHER, words[begun:])] if begun else out


def _head(kind: str, words: Iterable[Word]) -> ColumnHeader:
    boxes = [w.box for w in words]
    return ColumnHeader(kind, min(b.x0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes))


def _with_qualifiers(heads: Sequence[ColumnHeader], gap: float) -> list[ColumnHeader]:
    """The headers, a price with what it includes as one: "P.U. TTC" before "Total TTC" is no amount."""
    out: list[ColumnHeader] = []
    for at, head in enumerate(heads):
        last = out[-1] if out else None
        paid = head.kind in _PAID and any(other.kind in _PAID for other in heads[at + 1 :])
        if last and paid and last.kind == "unit_price" and head.x0 - last.x1 < gap:
            out[-1] = last._replace(x1=head.x1)
        else:
            out.append(head)
    return out


def _last_is_amount(heads: list[ColumnHeader]) -> list[ColumnHeader]:
    """The headers: of two prices the right one is the amount; of several amounts the first is the row's."""
    kinds = [h.kind for h in heads]
    if "amount" not in kinds and "gross" in kinds and "unit_price" not in kinds[kinds.index("gross") :]:
        at = kinds.index("gross")
        return [*heads[:at], heads[at]._replace(kind="amount"), *heads[at + 1 :]]
    prices = [i for i, kind in enumerate(kinds) if kind == "unit_price"]
    if "amount" not in kinds and prices and (len(prices) > 1 or "quantity" not in kinds):
        return [h._replace(kind="amount") if i == prices[-1] else h for i, h in enumerate(heads)]
    return heads


def _is_table(heads: Sequence[ColumnHeader]) -> bool:
    """Whether headings are those of goods: something that names them and something that is paid."""
    kinds = [h.kind for h in heads]
    named = bool({"name", "code", "number", "quantity"} & set(kinds))
    known = _known(heads)
    return (
        known >= FEWEST
        and 2 * known >= len(kinds)
        and named
        and bool(_SUMS & set(kinds))
        and kinds.count("name") < _NAME_HEADS
    )
