"""Totals that no column proves: evidence that a part of the sum was lost or misread in every column.

`sums.py` needs one column that adds up; where a whole row is missing, none does. In print nearly every total adds up
(of 680 totals of 100 statements with a text layer, 4 did not, beside those of one maker whose own sums are wrong), so
on a recognised page a total without proof says that something above it is missing or wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quire.finance.lexicon import check_role
from quire.finance.statement import Kind, Row, RowKind, Statement
from quire.hanzi import either_form

__all__ = ["unproven_totals"]

Place = tuple[int, int]

_KINDS = frozenset({Kind.BALANCE, Kind.INCOME, Kind.CASH_FLOW})
_LABEL = re.compile(either_form(r"合计|总计|小计|^\W*(?:total\b|net cash\b)"), re.IGNORECASE)
_ROLES = frozenset(
    {
        "total_assets",
        "current_assets",
        "noncurrent_assets",
        "total_liabilities",
        "current_liabilities",
        "noncurrent_liabilities",
        "total_funds",
        "profit_before_tax",
        "operating_cash",
        "investing_cash",
        "financing_cash",
        "cash_change",
    }
)
_PROOFS = frozenset({"sum", "balance", "parts", "cash_roll", "cash_flow", "profit"})


def unproven_totals(statement: Statement, columns: Sequence[int]) -> Iterator[tuple[Place, ...]]:
    """For each total that no check reaches: its figures first, then the cells of the rows since the total before it.

    Args:
        statement: Checked.
        columns: Those with figures.
    """
    if statement.kind not in _KINDS:
        return
    reached = {finding.cells[0] for finding in statement.findings if finding.rule in _PROOFS and finding.cells}
    section: list[Place] = []
    for at, row in enumerate(statement.rows):
        if row.kind is RowKind.HEADER:
            continue
        own = [(at, c) for c in columns if row.cells[c].value is not None]
        proven = not reached.isdisjoint(own)
        if proven:
            section = []
        elif own and _is_total(row, statement.language):
            yield (*own, *section)
            section = []
        elif own:
            section += [(at, c) for c in columns]  # an empty cell may be what was lost


def _is_total(row: Row, language: str) -> bool:
    return bool(_LABEL.search(row.label)) or check_role(row.item, language) in _ROLES
