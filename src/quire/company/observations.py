"""A company's figures as a flat list: one observation for each item and period, for tables and data frames."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from quire.company.number_formats import day, lexical
from quire.company.record import Json
from quire.company.us_document import BASIC


def observations(document: Mapping[str, Json]) -> list[Json]:
    """The figures of a document's sections in its order: section, item, period, value and both as printed.

    The value is the decimal number that the graphs give (a percentage as a share), null for a cell that is none; the
    period is the ISO date, null for a label that is none and for figures of no date.
    """
    return [
        {
            "section": section,
            "item": item,
            "period": day(label),
            "period_label": label,
            "value": lexical(printed),
            "printed": printed,
        }
        for section, rows in document.items()
        if isinstance(rows, dict) and section != BASIC
        for item, label, printed in _cells(rows)
    ]


def _cells(rows: Mapping[str, Json]) -> Iterator[tuple[str, str, str]]:
    """Item, label of the period and printed value: of every dated row, and of rows without a date that are amounts."""
    for item, row in rows.items():
        dated = isinstance(row, dict)
        for label, shown in row.items() if isinstance(row, dict) else [("", row)]:
            printed = str(shown) if isinstance(shown, str | int | float) and not isinstance(shown, bool) else ""
            if printed and (dated or lexical(printed) is not None):
                yield item, label, printed
