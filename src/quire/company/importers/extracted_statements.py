"""Statements that ``quire finance --details`` extracted from a report, into the record of the company they belong to.

Amounts are converted from the printed unit; each keeps the page on which it stood. Of consolidated statements and those
of the parent company the consolidated ones count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cache
from typing import NamedTuple

from quire.company import neeq_document, us_document
from quire.company.importers.annual_statements import concepts
from quire.company.importers.import_context import Context
from quire.company.importers.import_files import Source
from quire.company.importers.json_objects import Found, objects
from quire.company.number_formats import day, in_parentheses, label, printed
from quire.company.part_spool import Rejected
from quire.company.record import Json, Part, Problem, clean, pointer

KIND = "quire-finance"
_SECTIONS = {
    "cn": (neeq_document.BALANCE_SHEET, neeq_document.INCOME, neeq_document.CASH_FLOW),
    "us": (us_document.BALANCE_SHEET, us_document.INCOME, us_document.CASH_FLOW),
}
"""The sections by the kind of a statement, ``type_index`` of the interface."""

_PER_SHARE = re.compile(r"(?i)每股|per[- ]share|per[- ]ADS|EarningsPerShare|PerShare")
_NUMBERING = re.compile(
    r"^\s*(?:[一二三四五六七八九十]{1,3}、|[(（][一二三四五六七八九十\d]{1,3}[)）]|\d{1,2}[.、]\s*)\s*"
)
_SIGNS = re.compile(r"^(?:其中|加|减)[:：]\s*")


class Cell(NamedTuple):
    """A figure of a statement: item, end of its period (ISO), amount in units of the currency, page, days it covers."""

    item: str
    end: str
    amount: Decimal
    page: int
    days: int


def read(source: Source, context: Context) -> Iterator[Part | Rejected]:
    """One part with all statements of a result."""
    try:
        dataset, key = _company(context.company)
        found = list(_statements(source))
    except Problem as problem:
        yield Rejected(source.name, "", str(problem))
        return
    consolidated = {kind for kind, scope, _ in found if scope == "consolidated"}
    document: dict[str, Json] = {neeq_document.CODE: key} if dataset == "cn" else {"symbol": key}
    details: dict[str, dict[str, str]] = {}
    for at, (kind, scope, statement) in enumerate(found, 1):
        if kind not in range(3) or (scope == "parent" and kind in consolidated):
            continue
        try:
            _enter(document, details, _SECTIONS[dataset][kind], _cells(statement, dataset), dataset)
        except Problem as problem:
            yield Rejected(source.name, f"statement {at}", str(problem))
    if len(document) == 1:
        yield Rejected(source.name, "", "has no balance sheet, income statement or cash-flow statement with amounts")
        return
    about: dict[str, Json] = {"market": context.market} if dataset == "us" else {}
    yield Part(dataset, key, document, about, merge=True, kind=KIND, file=source.name, details=details)


def _company(text: str) -> tuple[str, str]:
    """The data set and the key of the company that an option names: digits are a stock code."""
    return ("cn", neeq_document.code(text)) if text[:1].isdigit() else ("us", us_document.symbol(text))


def _statements(source: Source) -> Iterator[tuple[int, str, Mapping[str, object]]]:
    """Each statement's kind, scope and details; a result is an array, or the body of a done task."""
    for found in objects(source):
        for value in _elements(found):
            details = value.get("details")
            if not isinstance(details, Mapping):
                raise Problem("does not tell units and periods: extract it with quire finance --details")
            yield (
                int(str(value.get("type_index", 4))),
                str(details.get("scope", "")),
                {**details, "tables": value.get("tables")},
            )


def _elements(found: Found) -> list[Mapping[str, object]]:
    value = found.value
    if found.problem or not isinstance(value, Mapping):
        raise Problem(found.problem or "is no result of quire finance")
    rows = value.get("result") if "result" in value else [value]
    good = [row for row in rows if isinstance(row, Mapping) and "type_index" in row] if isinstance(rows, list) else []
    if not good:
        raise Problem("is no result of quire finance")
    return good


def _cells(statement: Mapping[str, object], dataset: str) -> list[Cell]:
    """The figures of a statement.

    Raises:
        Problem: its details are not of the known shape.
    """
    periods, rows, tables = statement.get("periods"), statement.get("rows"), statement.get("tables")
    table = tables[0] if isinstance(tables, list) and tables else None
    if not isinstance(periods, list) or not isinstance(rows, list) or not isinstance(table, list):
        raise Problem("has no periods and rows")
    try:
        multiplier = Decimal(str(statement.get("multiplier", "1")))
        made = []
        for row, texts in zip(rows, table, strict=True):
            if row["kind"] in {"header", "section"}:
                continue
            item = _item(str(row.get("item", "")), str(texts[0]), dataset)
            factor = Decimal(1) if _PER_SHARE.search(str(row.get("item", "")) + str(texts[0])) else multiplier
            made += [cell for cell in _row(item, row["cells"], periods, factor) if item]
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, InvalidOperation):
        raise Problem("has details of another shape") from None
    return made


def _row(item: str, cells: list[Mapping[str, object] | None], periods: list[object], factor: Decimal) -> Iterator[Cell]:
    for cell, period in zip(cells, periods, strict=True):
        if not isinstance(cell, Mapping) or not isinstance(period, Mapping) or cell.get("value") is None:
            continue
        end = day(str(period.get("end") or ""))
        value = Decimal(str(cell["value"]))
        if end and value.is_finite() and abs(value.adjusted()) < 30:
            start = day(str(period.get("start") or ""))
            yield Cell(item, end, value * factor, int(str(cell.get("page") or 0)), _days(start, end))


def _days(start: str | None, end: str) -> int:
    return (date.fromisoformat(end) - date.fromisoformat(start)).days if start else 0


def _item(concept: str, shown: str, dataset: str) -> str:
    """The name of an item: as its data set calls the concept, else as printed, without numbering and signs."""
    taxonomy, _, name = concept.partition(":")
    if dataset == "cn" and taxonomy == "cas" and name:
        return name
    if dataset == "us" and (known := _names().get(concept)):
        return known
    return clean(_SIGNS.sub("", _NUMBERING.sub("", shown)).strip())


@cache
def _names() -> dict[str, str]:
    """The item of each concept that names one; the sections' own order decides where it has several."""
    return {name: item for items in concepts().values() for item, names in reversed(items.items()) for name in names}


def _enter(
    document: dict[str, Json], details: dict[str, dict[str, str]], section: str, cells: list[Cell], dataset: str
) -> None:
    """Figures into a section; of two for the same day that of the longer span counts, then the first."""
    if not cells:
        return
    made = document.setdefault(section, {})
    spans: dict[tuple[str, str], int] = {}
    for cell in cells:
        if spans.get((cell.item, cell.end), -1) >= cell.days or not isinstance(made, dict):
            continue
        spans[cell.item, cell.end] = cell.days
        row = made.setdefault(cell.item, {})
        period = cell.end if dataset == "cn" else label(cell.end) or cell.end
        if isinstance(row, dict):
            row[period] = printed(cell.amount) if dataset == "cn" else in_parentheses(cell.amount)
            details[pointer(section, cell.item, period)] = {"page": str(cell.page)} if cell.page else {}
