"""Which columns of a statement add up, and which do so as one: an inner and an outer one of one title."""

from __future__ import annotations

import re
from collections.abc import Sequence

from quire.finance.statement import Kind, Statement
from quire.hanzi import either_form

__all__ = ["COUNTS", "grouped_columns", "place_in", "summed_columns", "title_of", "value_columns"]

COUNTS = re.compile(either_form(r"\bshares?\b(?!holders)|percent|%|per share|每股|股数"), re.IGNORECASE)
"""Titles of columns that count shares, or give shares of a whole."""


def value_columns(statement: Statement) -> list[int]:
    """The indices of the columns with figures."""
    return [i for i, period in enumerate(statement.periods) if period is not None]


def title_of(statement: Statement, column: int) -> str:
    """The title of a column; "" without one."""
    period = statement.periods[column]
    return period.label if period is not None else ""


def summed_columns(statement: Statement) -> list[int]:
    """The columns whose figures add up."""
    return [
        c
        for c in value_columns(statement)
        if not COUNTS.search(title_of(statement, c)) or statement.kind is Kind.EQUITY
    ]


def grouped_columns(statement: Statement, columns: Sequence[int]) -> list[list[int]]:
    """Columns that add up as one: an inner and an outer one of one title, of which no row has figures in both."""
    groups: list[list[int]] = []
    for c in columns:
        last = groups[-1] if groups and statement.kind is not Kind.EQUITY else []
        both = any(
            row.cells[c].value is not None and any(row.cells[k].value is not None for k in last)
            for row in statement.rows
        )
        if last and title_of(statement, c) == title_of(statement, last[0]) != "" and not both:
            last.append(c)
        else:
            groups.append([c])
    return groups


def place_in(statement: Statement, row: int, group: Sequence[int]) -> tuple[int, int]:
    """Where a row has its figure in a group of columns; in the first one without a figure."""
    return row, next((c for c in group if statement.rows[row].cells[c].value is not None), group[0])
