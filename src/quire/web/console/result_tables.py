"""What a result shows to people: its tables, and for each value the place on the page where it was read.

The arrays are those of ``?include=details``; see docs/api.md for their keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

LOW_CONFIDENCE = 0.8
"""Confidence below which a value is marked: look at it."""

LINE_ITEM_COLUMNS = ("name", "spec", "unit", "quantity", "unit_price", "amount", "tax_rate", "tax")
"""The columns of an invoice's lines."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value is on a page.

    Attributes:
        number: counts all places of a result from 1; it joins the value and its mark.
        page: counted from 1.
        left, top, width, height: points of the upright page.
        text: of the value.
    """

    number: int
    page: int
    left: float
    top: float
    width: float
    height: float
    text: str


@dataclass(frozen=True, slots=True)
class Value:
    """A text of a table; `place` is None where none is known, `percent` the confidence where it is in doubt.

    `address` names it for corrections (`quire.jobs.result_review`); "" where it cannot be corrected.
    """

    text: str
    place: Place | None = None
    percent: int | None = None
    address: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; `kind` is header, section, item, total or field, `level` its indentation."""

    kind: str
    level: int
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A statement, or the invoice of a page.

    Attributes:
        kind: `type_index` of a statement; -1 of an invoice.
        title: as printed; "" of an invoice.
        about: company, unit and currency.
        pages: on which it was found.
        rows: the first is the header where its kind says so.
        lines: of an invoice: a tuple of `LINE_ITEM_COLUMNS` each.
        failed_checks: rule and sentence of each check that failed.
        passed_checks: how many checks passed.
    """

    kind: int
    title: str
    about: tuple[str, ...]
    pages: tuple[int, ...]
    rows: tuple[Row, ...]
    lines: tuple[tuple[Value, ...], ...]
    failed_checks: tuple[tuple[str, str], ...]
    passed_checks: int


def statement_tables(result: Sequence[Mapping[str, Any]]) -> tuple[ResultTable, ...]:
    """The statements of an array with details."""
    numbers = count(1)
    return tuple(_statement(at, one, numbers) for at, one in enumerate(result))


def invoice_tables(result: Sequence[Mapping[str, Any]]) -> tuple[ResultTable, ...]:
    """The invoices of an array with details, one a page."""
    numbers = count(1)
    return tuple(_invoice(at, one, numbers) for at, one in enumerate(result))


def places(tables: Sequence[ResultTable]) -> dict[int, list[Place]]:
    """The places of all values by page."""
    found: dict[int, list[Place]] = {}
    for table in tables:
        for row in table.rows:
            for value in row.values:
                if value.place:
                    found.setdefault(value.place.page, []).append(value.place)
    return found


def _statement(at: int, one: Mapping[str, Any], numbers: Iterator[int]) -> ResultTable:
    details = one["details"]
    rows = [
        Row(
            details_row["kind"],
            details_row["level"],
            tuple(
                replace(_cell(text, cell, numbers), address=f"{at}/{number}/{column}")
                for column, (text, cell) in enumerate(zip(texts, details_row["cells"], strict=True))
            ),
        )
        for number, (texts, details_row) in enumerate(zip(one["tables"][0], details["rows"], strict=True))
    ]
    about = tuple(details[name] for name in ("company", "unit", "currency") if details[name])
    pages, (failed_checks, passed_checks) = tuple(details["pages"]), _checked(details["checks"])
    return ResultTable(one["type_index"], details["title"], about, pages, tuple(rows), (), failed_checks, passed_checks)


def _invoice(at: int, one: Mapping[str, Any], numbers: Iterator[int]) -> ResultTable:
    rows = [
        Row("field", 0, (Value(field["key"]), replace(_field(field, numbers), address=f"{at}/{field['key']}")))
        for field in one["fields"]
        if field["key"] not in {"line_items", "checks"}
    ]
    details = one["details"]
    lines = tuple(
        tuple(Value(str(item.get(name) or ""), address=f"{at}/line_items/{row}/{name}") for name in LINE_ITEM_COLUMNS)
        for row, item in enumerate(details["items"])
    )
    return ResultTable(-1, "", (), (one["page"],), tuple(rows), lines, *_checked(details["checks"]))


def _checked(checks: Sequence[Mapping[str, Any]]) -> tuple[tuple[tuple[str, str], ...], int]:
    """`Sheet.failed_checks` and `Sheet.passed_checks` of the checks of an element."""
    failed_checks = tuple((str(check["rule"]), str(check["message"])) for check in checks if not check["holds"])
    return failed_checks, len(checks) - len(failed_checks)


def _cell(text: str, cell: Mapping[str, Any] | None, numbers: Iterator[int]) -> Value:
    if cell is None or not cell["box"] or not cell["page"]:
        return Value(text)
    return _value(text, cell["page"], cell["box"], cell["confidence"], next(numbers))


def _field(field: Mapping[str, Any], numbers: Iterator[int]) -> Value:
    polygon = field.get("polygon")
    if not polygon or not field.get("page"):
        return Value(field["value"])
    (x0, y0), (x1, y1) = polygon[0], polygon[2]
    return _value(field["value"], field["page"], (x0, y0, x1, y1), field["confidence"], next(numbers))


def _value(text: str, page: int, box: Sequence[float], confidence: float, number: int) -> Value:
    x0, y0, x1, y1 = box
    place = Place(number, page, x0, y0, round(x1 - x0, 2), round(y1 - y0, 2), text)
    return Value(text, place, round(100 * confidence) if confidence < LOW_CONFIDENCE else None)
