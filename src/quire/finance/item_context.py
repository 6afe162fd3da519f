"""What an item means by where it stands: below a heading, after a total, in a report with minority interests.

The words of a label alone do not tell "Basic" earnings from "Basic" shares, nor a current lease liability from the one
below the current liabilities. The rules follow the US GAAP Financial Reporting Taxonomy 2024 (FASB): `ProfitLoss`
includes the share of noncontrolling interests, `NetIncomeLoss` is the parent's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from quire.finance.lexicon import lexicon
from quire.finance.statement import Kind, Row, RowKind, Statement

__all__ = ["with_net_income", "with_positions"]

_NET_INCOME, _PROFIT = "us-gaap:NetIncomeLoss", "us-gaap:ProfitLoss"
_CURRENT = frozenset({"us-gaap:AssetsCurrent", "us-gaap:LiabilitiesCurrent"})
_ASSETS = "us-gaap:Assets"
_MINORITY = re.compile(r"non-?controlling|minority", re.IGNORECASE)
_PARENT = re.compile(r"attributable|available|applicable|allocable", re.IGNORECASE)


def with_positions(rows: Sequence[Row], language: str) -> list[Row]:
    """The rows of a statement with the items that their place gives."""
    context = lexicon(language).context
    if context is None:
        return list(rows)
    heading, noncurrent, liabilities = "", False, False
    out = []
    for row in rows:
        if row.kind is RowKind.SECTION:
            heading = row.label
        item = row.item
        if heading and context.shares.search(heading) and row.kind is not RowKind.SECTION:
            item = context.below_shares.get(item, item)
        if noncurrent:
            item = context.noncurrent.get(item, item)
        if liabilities:
            item = context.liabilities.get(item, item)
        noncurrent = item in _CURRENT or (noncurrent and item != _ASSETS)
        liabilities = liabilities or item == _ASSETS
        out.append(replace(row, item=item) if item != row.item else row)
    return out


def with_net_income(statements: Iterable[Statement]) -> list[Statement]:
    """The statements, net income as the whole group's where any of them shows minority interests, else the parent's."""
    found = list(statements)
    shared = any(_MINORITY.search(row.label) for s in found if s.kind is Kind.INCOME for row in s.rows)
    return [replace(s, rows=tuple(_net_income(row, shared=shared) for row in s.rows)) for s in found]


def _net_income(row: Row, *, shared: bool) -> Row:
    if row.item not in (_NET_INCOME, _PROFIT):
        return row
    item = _PROFIT if shared and not _PARENT.search(row.label) else _NET_INCOME
    return replace(row, item=item) if item != row.item else row
