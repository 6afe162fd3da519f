"""Whether the figures of a recognised statement of changes in equity stand under their own titles: findings.

Such a statement is proved twice: each row adds up to its total column, each column from its opening to its closing
balance. In text layers of ten filings and of made reports .98 of the figures stand in a sum that holds. What no sum
proves on a recognised page may have been misread, or stand in another column. Rules of the findings:
    titles    the column that the sums show to be the total has another title, while a title of a total stands elsewhere
    unproven  figures of a statement of changes in equity that no sum proves
    columns   so few figures are proved that none of the columns can be trusted
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from quire.finance.statement import Finding, Kind, RowKind, Statement
from quire.finance.text_pieces import RECOGNISED
from quire.hanzi import either_form

__all__ = ["COLUMN_RULES", "with_column_trust"]

COLUMN_RULES = ("columns", "unproven")
"""The rules of the findings of this module that no other has."""

_TRUSTED = 0.6  # of the figures stand in a sum that holds: with fewer, all are doubted
_DOUBTED = 0.6  # the highest confidence of a figure that no sum proves
_PROVING = 2  # rows whose sum shows which column is the total
_TOTAL = re.compile(either_form(r"合计|小计|总计|总额|\btotal\b"), re.IGNORECASE)
_MESSAGES = {
    "titles": (
        "各列标题与合计关系不符，列标题可能错位",
        "The titles do not fit the sums: the columns may be shifted",
    ),
    "unproven": ("下列数字没有任何合计可以印证", "No sum proves these figures"),
    "columns": (
        "多数数字没有合计可以印证，各列可能错位或有误读",
        "No sum proves most figures: columns may be shifted or misread",
    ),
}
Place = tuple[int, int]


def with_column_trust(statement: Statement) -> Statement:
    """The statement with what its sums say about its columns; figures without proof are given little confidence.

    Args:
        statement: Checked.
    """
    figures = [
        (r, c)
        for r, row in enumerate(statement.rows)
        for c, cell in enumerate(row.cells)
        if row.kind is not RowKind.HEADER and cell.value is not None and statement.periods[c] is not None
    ]
    if statement.kind is not Kind.EQUITY or not any(_is_recognised(statement, place) for place in figures):
        return statement
    proved = {
        place for finding in statement.findings if finding.rule == "sum" and finding.holds for place in finding.cells
    }
    rest = tuple(place for place in figures if place not in proved and _is_recognised(statement, place))
    language = int(statement.language != "zh")
    found = []
    if _is_shifted(statement):
        titles = tuple((0, c) for c, period in enumerate(statement.periods) if period)
        found.append(Finding("titles", _MESSAGES["titles"][language], titles, holds=False))
    if len(figures) - len(rest) < _TRUSTED * len(figures):
        found.append(Finding("columns", _MESSAGES["columns"][language], tuple(figures), holds=False))
    elif rest:
        found.append(Finding("unproven", _MESSAGES["unproven"][language], rest, holds=False))
    if not found:
        return statement
    doubted = rest if found[0].rule == "unproven" else tuple(figures)
    return replace(_doubting(statement, doubted), findings=(*statement.findings, *found))


def _is_recognised(statement: Statement, place: Place) -> bool:
    return statement.rows[place[0]].cells[place[1]].confidence <= RECOGNISED


def _is_shifted(statement: Statement) -> bool:
    """Whether the total column of the sums has another title, and a title of a total stands over another column."""
    shown = Counter(finding.cells[0][1] for finding in statement.findings if _is_across(finding))
    totals = {column for column, rows in shown.items() if rows >= _PROVING}
    named = {c for c, period in enumerate(statement.periods) if period is not None and _TOTAL.search(period.label)}
    return bool(totals - named) and bool(named - totals)


def _is_across(finding: Finding) -> bool:
    """Whether a finding is a sum over the columns of one row that holds."""
    return finding.rule == "sum" and finding.holds and len({row for row, _ in finding.cells}) == 1


def _doubting(statement: Statement, places: Iterable[Place]) -> Statement:
    doubted = set(places)
    rows = tuple(
        replace(
            row,
            cells=tuple(
                replace(cell, confidence=min(cell.confidence, _DOUBTED)) if (r, c) in doubted else cell
                for c, cell in enumerate(row.cells)
            ),
        )
        for r, row in enumerate(statement.rows)
    )
    return replace(statement, rows=rows)
