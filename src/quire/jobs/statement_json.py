"""Statements as the JSON of the interface: the contract's three keys, and the details that can be asked for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from quire.finance.statement import Cell, Finding, Kind, Period, Row, RowKind, Scope, Statement
from quire.model.geometry import Box

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

KINDS = ("balance_sheet", "income_statement", "cash_flow_statement", "changes_in_equity", "other")
"""Words for `type_index`, by its number."""


def element(statement: Statement, *, details: bool = False) -> dict[str, Json]:
    """One element of ``result``: `tables`, `type_index`, `angle`; with `details` also those."""
    table: list[Json] = [[*row] for row in statement.table]
    made: dict[str, Json] = {"tables": [table], "type_index": int(statement.kind), "angle": statement.angle}
    if details:
        made["details"] = _details(statement)
    return made


def array(elements: Iterable[Mapping[str, Json]]) -> bytes:
    """A JSON array, UTF-8, unescaped, compact, one element a line."""
    lines = (json.dumps(one, ensure_ascii=False, separators=(",", ":"), allow_nan=False) for one in elements)
    return ("[" + ",\n".join(lines) + "]").encode("utf-8", "replace")


def statements(body: bytes) -> tuple[Statement, ...]:
    """The statements of an array that was written with details: the way back.

    Raises:
        ValueError, KeyError, TypeError: it is no such array.
    """
    return tuple(_statement(one) for one in json.loads(body))


def _statement(one: Mapping[str, Any]) -> Statement:
    details = one["details"]
    return Statement(
        kind=Kind(one["type_index"]),
        scope=Scope(details["scope"]),
        title=details["title"],
        rows=tuple(
            Row(tuple(map(_read_cell, texts, row["cells"])), RowKind(row["kind"]), row["level"], row["item"])
            for texts, row in zip(one["tables"][0], details["rows"], strict=True)
        ),
        periods=tuple(None if period is None else _read_period(period) for period in details["periods"]),
        company=details["company"],
        unit=details["unit"],
        multiplier=details["multiplier"],
        currency=details["currency"],
        pages=tuple(details["pages"]),
        angle=one["angle"],
        findings=tuple(
            Finding(check["rule"], check["message"], tuple((r, c) for r, c in check["cells"]), check["holds"])
            for check in details["checks"]
        ),
        language=details["language"],
    )


def _read_cell(text: str, cell: Mapping[str, Any] | None) -> Cell:
    if cell is None:
        return Cell(text)
    box = None if cell["box"] is None else Box(*cell["box"])
    return Cell(text, cell["page"], box, cell["confidence"], None if cell["value"] is None else Decimal(cell["value"]))


def _read_period(period: Mapping[str, Any]) -> Period:
    days = (date.fromisoformat(period[name]) if period[name] else None for name in ("start", "end"))
    return Period(period["label"], *days)


def _details(statement: Statement) -> dict[str, Json]:
    return {
        "title": statement.title,
        "kind": KINDS[int(statement.kind)],
        "scope": str(statement.scope),
        "company": statement.company,
        "language": statement.language,
        "unit": statement.unit,
        "multiplier": statement.multiplier,
        "currency": statement.currency,
        "pages": list(statement.pages),
        "periods": [_period(period) for period in statement.periods],
        "rows": [_row(row) for row in statement.rows],
        "checks": [_finding(finding) for finding in statement.findings],
    }


def _period(period: Period | None) -> Json:
    """None for the columns of labels and notes; dates in ISO 8601."""
    if period is None:
        return None
    start, end = period.start, period.end
    return {
        "label": period.label,
        "start": start.isoformat() if start else None,
        "end": end.isoformat() if end else None,
    }


def _row(row: Row) -> Json:
    return {
        "kind": str(row.kind),
        "level": row.level,
        "item": row.item,
        "cells": [_cell(cell) for cell in row.cells],
    }


def _cell(cell: Cell) -> Json:
    """None for an empty cell; its value is a decimal string in the printed unit, its box points from the top left."""
    if not cell.text and not cell.page:
        return None
    return {
        "page": cell.page,
        "box": box_list(cell.box),
        "confidence": round(cell.confidence, 3),
        "value": None if cell.value is None else f"{cell.value:f}",
    }


def _finding(finding: Finding) -> Json:
    cells: list[Json] = [[row, column] for row, column in finding.cells]
    return {"rule": finding.rule, "message": finding.message, "holds": finding.holds, "cells": cells}


def box_list(box: Box | None) -> Json:
    """Left, top, right, bottom in points, to a hundredth; None without a box."""
    return None if box is None else [round(side, 2) for side in (box.x0, box.y0, box.x1, box.y1)]
