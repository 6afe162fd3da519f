"""Statements in long form: one record for each figure, as CSV for models and databases.

CSV is UTF-8 with a byte order mark, lines end as RFC 4180 says, and a text that a spreadsheet would take for a formula
gets an apostrophe in front. Numbers are exact.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from quire.amounts import is_nil
from quire.finance.statement import Cell, Extraction, Period, Row, RowKind, Statement
from quire.jobs.invoice_workbook import guarded
from quire.jobs.statement_json import KINDS, box_list

__all__ = ["COLUMNS", "records_csv", "statement_records"]

COLUMNS = (
    "file",
    "statement",
    "kind",
    "scope",
    "company",
    "item",
    "canonical_item",
    "column",
    "period_start",
    "period_end",
    "value",
    "unit",
    "multiplier",
    "currency",
    "page",
    "box",
    "confidence",
    "doubts",
)
"""The fields of a record.

`statement` is the number of the statement in the document, from 1. `item` is the printed label, `canonical_item` the
concept ("us-gaap:Assets"), "" when not known; `column` the printed title. Dates are ISO 8601, `period_start` is "" for
a day. `value` is in the printed unit, of which one is worth `multiplier`; a printed dash is 0. `box` is left, top,
right, bottom in points. `doubts` are the rules of the checks that do not hold for the cell.
"""


def statement_records(file: str, extraction: Extraction) -> Iterator[dict[str, str]]:
    """The records of all statements of a file, in reading order."""
    for number, statement in enumerate(extraction.statements, 1):
        doubts: dict[tuple[int, int], list[str]] = {}
        for finding in statement.doubts:
            for place in finding.cells:
                doubts.setdefault(place, []).append(finding.rule)
        for at, row in enumerate(statement.rows):
            if row.kind is RowKind.HEADER:
                continue
            for column, (period, cell) in enumerate(zip(statement.periods, row.cells, strict=False)):
                if period is None or (cell.value is None and not (cell.text and is_nil(cell.text))):
                    continue
                rules = dict.fromkeys((*doubts.get((at, column), ()), *doubts.get((at, 0), ())))
                yield (
                    {"file": file, "statement": str(number)}
                    | _record(statement, row, period, cell)
                    | {"doubts": " ".join(rules)}
                )


def records_csv(found: Iterable[tuple[str, Extraction]]) -> bytes:
    """The CSV file of the records of files: their names and what was found in them."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for record in (record for file, extraction in found for record in statement_records(file, extraction)):
        writer.writerow({key: value if key == "value" else guarded(value) for key, value in record.items()})
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", "replace")


def _record(statement: Statement, row: Row, period: Period, cell: Cell) -> dict[str, str]:
    box = box_list(cell.box)
    return {
        "kind": KINDS[int(statement.kind)],
        "scope": str(statement.scope),
        "company": statement.company,
        "item": row.label,
        "canonical_item": row.item,
        "column": period.label,
        "period_start": period.start.isoformat() if period.start else "",
        "period_end": period.end.isoformat() if period.end else "",
        "value": "0" if cell.value is None else f"{cell.value:f}",
        "unit": statement.unit,
        "multiplier": str(statement.multiplier),
        "currency": statement.currency,
        "page": str(cell.page or row.page or ""),
        "box": " ".join(map(str, box)) if isinstance(box, list) else "",
        "confidence": f"{cell.confidence:.3f}",
    }
