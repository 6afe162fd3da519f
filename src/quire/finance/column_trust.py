"""Whether the columns of a recognised statement of changes in equity stand under their own titles: findings.

Each row adds up to its total column. Where the sums show another column as the total than the titles do, these have
moved. Rule of the finding:
    titles    the column that the sums show to be the total has another title, while a title of a total stands elsewhere
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from quire.finance.statement import Finding, Kind, Statement
from quire.finance.text_pieces import RECOGNISED
from quire.hanzi import either_form

__all__ = ["with_column_trust"]

_PROVING = 2  # rows whose sum shows which column is the total
_TOTAL = re.compile(either_form(r"合计|小计|总计|总额|\btotal\b"), re.IGNORECASE)
_MESSAGE = ("各列标题与合计关系不符，列标题可能错位", "The titles do not fit the sums: the columns may be shifted")


def with_column_trust(statement: Statement) -> Statement:
    """The statement with a finding where its sums say that its titles are shifted.

    Args:
        statement: Checked.
    """
    read = any(cell.text and cell.confidence <= RECOGNISED for row in statement.rows for cell in row.cells)
    if statement.kind is not Kind.EQUITY or not read or not _is_shifted(statement):
        return statement
    titles = tuple((0, c) for c, period in enumerate(statement.periods) if period)
    found = Finding("titles", _MESSAGE[statement.language != "zh"], titles, holds=False)
    return replace(statement, findings=(*statement.findings, found))


def _is_shifted(statement: Statement) -> bool:
    """Whether the total column of the sums has another title, and a title of a total stands over another column."""
    shown = Counter(finding.cells[0][1] for finding in statement.findings if _is_across(finding))
    totals = {column for column, rows in shown.items() if rows >= _PROVING}
    named = {c for c, period in enumerate(statement.periods) if period is not None and _TOTAL.search(period.label)}
    return bool(totals - named) and bool(named - totals)


def _is_across(finding: Finding) -> bool:
    """Whether a finding is a sum over the columns of one row that holds."""
    return finding.rule == "sum" and finding.holds and len({row for row, _ in finding.cells}) == 1
