"""Rows of a statement keep apart what their labels do not, and share counts keep their own scale."""

from __future__ import annotations

from decimal import Decimal

import pytest

from quire.company.importers.statement_rows import figures

ROW = tuple[str, int, str, str, tuple[str, ...]]


def statement(
    *rows: ROW, unit: str = "", multiplier: int = 1, periods: list[object] | None = None
) -> dict[str, object]:
    """Details of a statement; a row is its kind, level, concept, label and values."""
    ends = [
        {"label": "2024", "start": None, "end": "2024-12-31"},
        {"label": "2023", "start": None, "end": "2023-12-31"},
    ]
    told = []
    for kind, level, item, _, values in rows:
        cells = [{"page": 7, "box": [1.0, 2.0, 3.0, 4.5], "value": value or None} for value in values]
        told.append({"kind": kind, "level": level, "item": item, "cells": [None, *cells]})
    table = [[label, *values] for _, _, _, label, values in rows]
    return {
        "unit": unit, "multiplier": multiplier, "rows": told, "tables": [table],
        "periods": [None, *(ends if periods is None else periods)],
    }  # fmt: skip


def amounts(made: dict[str, object], dataset: str = "us") -> dict[tuple[str, str], Decimal]:
    return {(cell.item, cell.end): cell.amount for cell in figures(made, dataset).cells}


DEBTS: tuple[ROW, ...] = (
    ("section", 0, "", "Current liabilities:", ("", "")),
    ("item", 1, "us-gaap:LongTermDebtNoncurrent", "Debt", ("1499", "")),
    ("section", 0, "", "Long-term liabilities:", ("", "")),
    ("item", 1, "us-gaap:LongTermDebtNoncurrent", "Debt", ("4129", "3634")),
    ("item", 1, "", "Debt", ("5", "6")),
)


def test_rows_of_one_label_are_told_apart_and_reported():
    found = figures(statement(*DEBTS), "us")
    assert {(cell.item, cell.end): int(cell.amount) for cell in found.cells} == {
        ("Current liabilities: Debt", "2024-12-31"): 1499,
        ("Long-term liabilities: Debt", "2024-12-31"): 4129,
        ("Long-term liabilities: Debt", "2023-12-31"): 3634,
        ("Long-term liabilities: Debt (2)", "2024-12-31"): 5,
        ("Long-term liabilities: Debt (2)", "2023-12-31"): 6,
    }
    assert len(found.notes) == 1
    assert "3 rows are called “Debt”" in found.notes[0]
    assert {(cell.page, cell.box) for cell in found.cells} == {("7", "1.0 2.0 3.0 4.5")}


def test_the_total_has_the_line_item_and_its_parts_their_labels():
    rows: list[ROW] = [
        ("item", 1, "us-gaap:Revenues", "Net product revenue", ("1", "2")),
        ("total", 2, "us-gaap:Revenues", "Total revenue", ("3", "4")),
    ]
    assert set(amounts(statement(*rows))) == {
        (name, end) for name in ("Net product revenue", "Total Revenue") for end in ("2024-12-31", "2023-12-31")
    }


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        ("In millions, except number of shares, which are reflected in thousands, and per-share amounts", 15_000),
        ("In millions, except per share data", 15_000_000),
        ("In thousands, except share and per share data", 15),
        ("In millions, except per-share amounts; shares in thousands", 15_000),
        ("in millions", 15_000_000),
    ],
)
def test_share_counts_keep_their_own_scale(unit: str, expected: int):
    rows: list[ROW] = [
        ("item", 0, "us-gaap:NetIncomeLoss", "Net income", ("2", "")),
        ("section", 0, "", "Earnings per share:", ("", "")),
        ("item", 1, "us-gaap:EarningsPerShareBasic", "Basic", ("5.64", "")),
        ("section", 0, "", "Shares used in computing earnings per share:", ("", "")),
        ("item", 1, "us-gaap:EarningsPerShareBasic", "Basic", ("15", "")),
    ]
    found = amounts(statement(*rows, unit=unit, multiplier=1000 if "thousands, ex" in unit else 10**6))
    assert found["Earnings per share: Basic", "2024-12-31"] == Decimal("5.64")
    assert found["Shares used in computing earnings per share: Basic", "2024-12-31"] == expected
    assert found["Net Income", "2024-12-31"] in {2_000, 2_000_000}


def test_of_columns_with_one_end_the_longest_span_counts_whole():
    periods: list[object] = [
        {"label": "Three months", "start": "2024-10-01", "end": "2024-12-31"},
        {"label": "Year", "start": "2024-01-01", "end": "2024-12-31"},
        {"label": "Change", "start": None, "end": None},
    ]
    rows: list[ROW] = [("item", 0, "", "A", ("1", "", "7")), ("item", 0, "", "B", ("2", "9", "7"))]
    found = figures(statement(*rows, periods=periods), "us")
    assert [(cell.item, int(cell.amount)) for cell in found.cells] == [("B", 9)]
    assert [note.split("”")[0] for note in found.notes] == ["column “Three months", "column “Change"]


FLOWS: tuple[ROW, ...] = (
    ("section", 0, "", "一、经营活动产生的现金流量", ("", "")),
    ("total", 1, "cas:经营活动产生的现金流量净额", "经营活动产生的现金流量净额", ("91", "85")),
    ("section", 0, "", "三、筹资活动产生的现金流量", ("", "")),
    ("item", 0, "cas:汇率变动的影响", "四、汇率变动", ("5", "3")),
    ("item", 0, "", "五、其他", ("9", "4")),
    ("section", 0, "", "1、将净利润调节为经营活动的现金流量", ("", "")),
    ("item", 1, "", "其他", ("2", "1")),
    ("total", 1, "cas:经营活动产生的现金流量净额", "经营活动产生的现金流量净额", ("91", "85")),
)


def test_the_statement_keeps_the_line_item_that_its_supplement_repeats():
    found = figures(statement(*FLOWS), "cn")
    assert [cell.item for cell in found.cells if cell.end == "2024-12-31"] == [
        "经营活动产生的现金流量净额",
        "汇率变动的影响",
        "其他",
        "1、将净利润调节为经营活动的现金流量: 其他",
        "1、将净利润调节为经营活动的现金流量: 经营活动产生的现金流量净额",
    ]  # “五、” does not stand below “三、”
    assert ["经营活动产生的现金流量净额" in note for note in found.notes] == [True, False]
