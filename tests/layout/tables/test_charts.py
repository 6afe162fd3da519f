"""Areas of charts."""

from __future__ import annotations

from quire.layout.tables.charts import chart_areas
from quire.model.page import Fill
from tests.layout.pages import page


def stacks(*widths: float) -> tuple[Fill, ...]:
    """Stacked bars of these widths on one line, with parts that differ from bar to bar."""
    fills = []
    for n, width in enumerate(widths):
        x, middle = 200.0 + 105 * n, 150.0 + 9 * n
        fills += [Fill(x, middle, x + width, 224, 0x4871B8), Fill(x, 108, x + width, middle, 0xEE7E31)]
    return tuple(fills)


def test_bars_whose_widths_differ_by_rounding_are_one_chart() -> None:
    assert len(chart_areas(page(fills=stacks(46.6, 46.3, 45.8, 46.5)))) == 1


def test_bars_of_other_widths_are_none() -> None:
    assert chart_areas(page(fills=stacks(20.0, 46.0, 70.0))) == []
