"""Labels in two languages one below the other are one cell."""

from __future__ import annotations

from quire.layout.pipeline import arrange
from quire.layout.tables.cell_text import writing_of
from quire.model.block import Table
from quire.model.page import Line
from tests.layout import pages as make

ROWS = (
    ("Revenue", "收入總額", "1,234,567", "1,100,234"),
    ("Cost of sales", "銷售成本", "(845,120)", "(760,001)"),
    ("Gross profit", "毛利總額", "389,447", "340,233"),
    ("Other income", "其他收入", "12,345", "10,876"),
    ("Profit for the year", "本年度溢利", "151,367", "126,116"),
)


def figures(texts: tuple[str, ...], baseline: float) -> list[Line]:
    return [make.line(text, 400.0 + 100.0 * i - 5.0 * len(text), baseline) for i, text in enumerate(texts)]


def table(lines: list[Line]) -> Table:
    prose = make.block(make.prose(60, 430.0), 72.0, 400.0)
    [found] = [block for block in arrange([make.page(lines, prose)], meta=make.META).blocks if isinstance(block, Table)]
    return found


def test_a_second_label_stands_in_the_cell_of_the_first() -> None:
    lines = figures(("2024", "2023"), 88.0)
    for number, (first, second, *rest) in enumerate(ROWS):
        baseline = 108.0 + 28.0 * number
        lines += [make.line(first, 72.0, baseline), *figures(tuple(rest), baseline)]
        lines.append(make.line(second, 72.0, baseline + 13.0))
    grid = table(lines).grid
    labels = [cell.text for cell in grid.cells if cell.col == 0 and cell.text]
    assert labels == [f"{first} {second}" for first, second, *_ in ROWS]
    assert grid.rows == len(ROWS) + 1


def test_a_group_in_the_other_writing_stays_a_row() -> None:
    lines = figures(("2024", "2023"), 88.0)
    baseline = 108.0
    for number, (first, second, *rest) in enumerate(ROWS):
        lines += [make.line(first, 72.0, baseline), *figures(tuple(rest), baseline)]
        baseline += 14.0
        if number == 2:
            lines.append(make.line(second, 72.0, baseline))
            baseline += 14.0
    labels = [cell.text for cell in table(lines).grid.cells if cell.col == 0 and cell.text]
    assert "毛利總額" in labels


def test_writing() -> None:
    assert [writing_of(text) for text in ("Revenue", "收入", "A股", "12", "Ж", "Доходы")] == [
        "letters",
        "han",
        "",
        "",
        "",
        "letters",
    ]
