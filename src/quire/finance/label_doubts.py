"""Labels of recognised rows that may not be whole, or not as printed: evidence for `learned_doubt.py`.

A bracket is open, a label begins or ends in the middle of a sentence (then the one above it is not whole, either), it
is a known one but for a few characters, or no label of a row with figures (a title that ends with a colon, an amount, a
number), or it was read with little confidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from quire.finance.lexicon import misread_item, misread_word
from quire.finance.statement import Row, RowKind, Statement
from quire.hanzi import either_form
from quire.tables.row_joining import brackets_left_open
from quire.text import is_cjk

__all__ = ["doubted_labels"]

_CAPITALS = 0.8  # of the labels begin with a capital: one that does not is the rest of another
_UNSURE = 0.9  # confidence of a label: of 1,599 on scans 15 have less, 10 of them misread
_AMOUNT = re.compile(r"^[(（\-–—−]?\d{1,3}(?:,\d{3})+")
_OPEN_END = re.compile(
    either_form(
        r"(?:\b(?:and|or|of|to|the|in|for|by|from|with|on|at|than|per|excluding|including)|[,、，（(/&]|及|和|与|或)$"
    )
)  # not `row_joining.is_unfinished`: "Investments, net" and "Other" are whole labels


def doubted_labels(statement: Statement) -> set[int]:
    """The rows whose labels are doubted."""
    columns = [c for c, period in enumerate(statement.periods) if period is not None]
    rows = [(r, row) for r, row in enumerate(statement.rows) if row.kind is not RowKind.HEADER]
    return set(_labels(statement, rows, columns))


def _labels(statement: Statement, rows: Sequence[tuple[int, Row]], columns: Sequence[int]) -> Iterable[int]:
    """Rows whose label is only a part of one, was misread, or is none of a row with figures."""
    letters = [row.label.lstrip("( ")[:1] for _, row in rows if row.label.lstrip("( ")[:1].isalpha()]
    capital = sum(not letter.islower() for letter in letters) >= _CAPITALS * max(1, len(letters))
    named = {r for r, row in rows if row.label.strip()}
    for r, row in rows:
        label = row.label.strip()
        if not label:
            continue
        begun = label[0] in ")）],;，、" or (capital and label[0].islower())
        foreign = _is_foreign(label) and _has_figures(row, columns)
        unsure = row.cells[0].confidence < _UNSURE
        if begun or foreign or unsure or _is_part(label) or _is_misread(label, statement):
            yield r
        if begun and not _has_figures(row, columns) and r - 1 in named:  # the row above lost the end of its label
            yield r - 1


def _is_foreign(label: str) -> bool:
    """Whether a text is no label of figures: of 6,498 rows with figures of text layers none has such a one."""
    return label.endswith((":", "：")) or bool(_AMOUNT.match(label)) or not any(map(str.isalpha, label))


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


def _has_figures(row: Row, columns: Sequence[int]) -> bool:
    return any(row.cells[c].text for c in columns)
