"""What a result shows to people: its tables, and for each figure the place on the page where it was read.

The arrays are those of ``?include=details``; see docs/api.md for their keys.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

DOUBT = 0.8
"""Confidence below which a figure is marked: look at it."""

LINE = ("name", "spec", "unit", "quantity", "unit_price", "amount", "tax_rate", "tax")
"""The columns of an invoice's lines."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a figure stands.

    Attributes:
        number: counts all places of a result from 1; it joins the figure and its mark.
        page: counted from 1.
        left, top, width, height: points of the upright page.
        text: of the figure.
    """

    number: int
    page: int
    left: float
    top: float
    width: float
    height: float
    text: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A text of a table; `place` is None where none is known, `percent` the confidence where it is in doubt."""

    text: str
    place: Place | None = None
    percent: int | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table; `kind` is header, section, item, total or field, `level` its indentation."""

    kind: str
    level: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A statement, or the invoice of a page.

    Attributes:
        kind: `type_index` of a statement; -1 of an invoice.
        title: as printed; "" of an invoice.
        about: company, unit and what else stands above the table.
        pages: that it stands on.
        rows: the first is the header where its kind says so.
        lines: of an invoice: a tuple of `LINE` each.
        broken: rule and sentence of each check that does not hold.
        held: how many checks hold.
    """

    kind: int
    title: str
    about: tuple[str, ...]
    pages: tuple[int, ...]
    rows: tuple[Row, ...]
    lines: tuple[tuple[str, ...], ...]
    broken: tuple[tuple[str, str], ...]
    held: int


def statement_sheets(result: Sequence[Mapping[str, Any]]) -> tuple[Sheet, ...]:
    """The statements of an array with details."""
    numbers = count(1)
    return tuple(_statement(one, numbers) for one in result)


def invoice_sheets(result: Sequence[Mapping[str, Any]]) -> tuple[Sheet, ...]:
    """The invoices of an array with details, one a page."""
    numbers = count(1)
    return tuple(_invoice(one, numbers) for one in result)


def places(sheets: Sequence[Sheet]) -> dict[int, list[Place]]:
    """The places of all figures by page."""
    found: dict[int, list[Place]] = {}
    for sheet in sheets:
        for row in sheet.rows:
            for figure in row.figures:
                if figure.place:
                    found.setdefault(figure.place.page, []).append(figure.place)
    return found


def _statement(one: Mapping[str, Any], numbers: Iterator[int]) -> Sheet:
    details = one["details"]
    rows = [
        Row(
            told["kind"],
            told["level"],
            tuple(_cell(text, cell, numbers) for text, cell in zip(texts, told["cells"], strict=True)),
        )
        for texts, told in zip(one["tables"][0], details["rows"], strict=True)
    ]
    about = tuple(details[name] for name in ("company", "unit", "currency") if details[name])
    pages, (broken, held) = tuple(details["pages"]), _checked(details["checks"])
    return Sheet(one["type_index"], details["title"], about, pages, tuple(rows), (), broken, held)


def _invoice(one: Mapping[str, Any], numbers: Iterator[int]) -> Sheet:
    rows = [
        Row("field", 0, (Figure(field["key"]), _field(field, numbers)))
        for field in one["fields"]
        if field["key"] not in {"line_items", "checks"}
    ]
    details = one["details"]
    lines = tuple(tuple(str(item.get(name) or "") for name in LINE) for item in details["items"])
    return Sheet(-1, "", (), (one["page"],), tuple(rows), lines, *_checked(details["checks"]))


def _checked(checks: Sequence[Mapping[str, Any]]) -> tuple[tuple[tuple[str, str], ...], int]:
    """`Sheet.broken` and `Sheet.held` of the checks of an element."""
    broken = tuple((str(check["rule"]), str(check["message"])) for check in checks if not check["holds"])
    return broken, len(checks) - len(broken)


def _cell(text: str, cell: Mapping[str, Any] | None, numbers: Iterator[int]) -> Figure:
    if cell is None or not cell["box"] or not cell["page"]:
        return Figure(text)
    return _figure(text, cell["page"], cell["box"], cell["confidence"], next(numbers))


def _field(field: Mapping[str, Any], numbers: Iterator[int]) -> Figure:
    polygon = field.get("polygon")
    if not polygon or not field.get("page"):
        return Figure(field["value"])
    (x0, y0), (x1, y1) = polygon[0], polygon[2]
    return _figure(field["value"], field["page"], (x0, y0, x1, y1), field["confidence"], next(numbers))


def _figure(text: str, page: int, box: Sequence[float], confidence: float, number: int) -> Figure:
    x0, y0, x1, y1 = box
    place = Place(number, page, x0, y0, round(x1 - x0, 2), round(y1 - y0, 2), text)
    return Figure(text, place, round(100 * confidence) if confidence < DOUBT else None)
