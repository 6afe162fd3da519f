"""The fact sheet of a company: latest figures with currency, period and source, charts, heads in both languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from importlib import resources
from typing import NamedTuple

from quire.company.number_formats import day, lexical
from quire.company.record import pointer
from quire.web.console.svg_charts import Chart, columns, compact

PERIODS = 6
"""Periods of a chart, the latest ones."""

FIGURES: Sequence[Sequence[tuple[str, str]]] = (
    (("income statement", "Total Revenue"), ("利润表", "营业收入"), ("利润表", "营业总收入")),
    (("income statement", "Net Income"), ("利润表", "净利润")),
    (("balance sheet", "Total Assets"), ("资产负债表", "资产总计")),
    (("balance sheet", "Total Liabilities"), ("资产负债表", "负债合计")),
    (
        ("balance sheet", "Total Stockholder Equity"),
        ("资产负债表", "股东权益合计"),
        ("资产负债表", "所有者权益合计"),
    ),
    (
        ("cash flow", "Total Cash Flow From Operating Activities"),
        ("现金流量表", "经营活动产生的现金流量净额"),
    ),
)
"""The figures of a sheet: for each the places in a record, of which the first that is there counts."""

PAIRS = ((0, 1), (2, 3))
"""Figures that a chart shows side by side."""

YUAN = "CNY"


class Figure(NamedTuple):
    """A figure: what it is called in the record, its values by period as printed, the latest first.

    `unit` is what the source tells, "" when it tells none; `page` the page of the source that has the latest value, ""
    for none; `source` the number of the source, from 1, 0 when it is not known.
    """

    item: str
    values: Sequence[tuple[str, str]]
    unit: str
    page: str
    source: int


class Sheet(NamedTuple):
    """A fact sheet.

    `currency` is a code of ISO 4217, "" when nothing tells it; `stated` is False where the market, and not the source,
    tells it.
    """

    figures: Sequence[Figure]
    currency: str
    stated: bool
    charts: Sequence[tuple[Sequence[str], Chart, Sequence[Sequence[str]]]]


def fact_sheet(record: Mapping[str, object], origins: Mapping[str, object], dataset: str, language: str) -> Sheet:
    """The sheet of a record; without figures it is empty.

    Args:
        record: the JSON document.
        origins: its sources, as the catalogue keeps them.
        dataset: cn or us.
        language: of the page.
    """
    details, fields = origins.get("details"), origins.get("fields")
    found = [
        figure
        for places in FIGURES
        if (figure := _figure(record, places, _mapping(details), _mapping(fields))) is not None
    ]
    units = [one.unit for one in found if one.unit]
    currency = units[0] if units else YUAN if dataset == "cn" else ""
    by_item = {one.item: one for one in found}
    charts = []
    for pair in PAIRS:
        shown = [by_item[item] for at in pair for _, item in FIGURES[at] if item in by_item]
        if shown and (drawn := _chart(shown, language)):
            charts.append(drawn)
    return Sheet(found, currency, bool(units), charts)


@cache
def _heads() -> dict[str, dict[str, str]]:
    text = resources.files("quire.web.console").joinpath("company_heads.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def head(name: str, language: str) -> str:
    """A head of a record in the language of the page; the name itself when it has no translation."""
    return _heads()[language].get(name, name)


def _figure(
    record: Mapping[str, object],
    places: Sequence[tuple[str, str]],
    details: Mapping[str, object],
    fields: Mapping[str, object],
) -> Figure | None:
    """The figure of the first place that has values with dates."""
    for section, item in places:
        row = _mapping(_mapping(record.get(section)).get(item))
        dated = [(at, period, str(text)) for period, text in row.items() if (at := day(period)) and text]
        if not dated:
            continue
        dated.sort(key=lambda one: one[0], reverse=True)
        period = dated[0][1]
        detail = _mapping(details.get(pointer(section, item, period)))
        number = next(
            (
                found
                for place in (pointer(section, item, period), pointer(section, item), pointer(section), "")
                if isinstance(found := fields.get(place), int)
            ),
            -1,
        )
        values = [(at, text) for _, at, text in dated]
        return Figure(item, values, str(detail.get("unit", "")), str(detail.get("page", "")), number + 1)
    return None


def _chart(figures: Sequence[Figure], language: str) -> tuple[Sequence[str], Chart, Sequence[Sequence[str]]] | None:
    """Names of the series, the drawing, and the rows of the table beside it: period and printed values."""
    periods = sorted({period for one in figures for period, _ in one.values}, key=lambda one: day(one) or "")
    periods = periods[-PERIODS:]
    texts = [[dict(one.values).get(period, "") for period in periods] for one in figures]
    amounts = [[_amount(text) for text in row] for row in texts]
    if not any(amount for row in amounts for amount in row):
        return None
    names = [head(one.item, language) for one in figures]
    shown = [[f"{name}: {text}" for text in row] for name, row in zip(names, texts, strict=True)]
    drawing = columns([day(period) or period for period in periods], amounts, shown)
    table = [[period, *(row[at] for row in texts)] for at, period in enumerate(periods)]
    return names, drawing, table


def _amount(text: str) -> float:
    """A printed amount as a number, 0 for none."""
    plain = lexical(text)
    return float(Decimal(plain)) if plain else 0.0


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


__all__ = ["Figure", "Sheet", "compact", "fact_sheet", "head"]
