"""Areas of charts."""

from __future__ import annotations

from quire.layout.tables.charts import chart_areas, is_plot
from quire.model.page import Fill, Line
from quire.tables.edges import Edge
from quire.tables.lattice import lattices
from tests.layout.pages import page
from tests.layout.table_pages import line


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


def test_shaded_rows_of_tables_of_one_width_are_no_bars() -> None:
    inner = (
        [(60.0, 260.0), (260.0, 330.0), (330.0, 400.0)],
        [(60.0, 200.0), (200.0, 400.0)],
        [(60.0, 360.0), (360.0, 400.0)],
    )
    rows = [
        Fill(x0, y, x1, y + 12, 0xCCEEFF) for y, cells in zip((100, 220, 340), inner, strict=True) for x0, x1 in cells
    ]
    assert chart_areas(page(fills=tuple(rows))) == []


def test_parts_of_a_whole_in_several_colours_are_bars() -> None:
    rows = []
    for n, inner in enumerate((150.0, 190.0, 240.0, 310.0)):
        rows += [
            Fill(60, 100 + 20.0 * n, inner, 112 + 20.0 * n, 0x4871B8),
            Fill(inner, 100 + 20.0 * n, 400, 112 + 20.0 * n, 0xEE7E31),
        ]
    assert len(chart_areas(page(fills=tuple(rows)))) == 1


def test_numbers_beside_rules_are_ticks_and_beside_rows_labels() -> None:
    ys = [100.0, 124.0, 148.0, 172.0]
    (grid,) = lattices([Edge(y, 100, 400) for y in ys], [Edge(x, 100, 172) for x in (100, 200, 300, 400)])
    assert is_plot(grid, [line(f"{20 - n}.00", 92, y + 3, right=True) for n, y in enumerate(ys)])
    assert not is_plot(grid, [line(f"{20 - n}.00", 92, y + 15, right=True) for n, y in enumerate(ys[:-1])])


def grounds(text: str) -> tuple[tuple[Fill, ...], tuple[Line, ...]]:
    """Fills of several widths from one line on, with a text in each."""
    fills, lines = [], []
    for n, width in enumerate((60.0, 95.0, 130.0, 180.0)):
        fills.append(Fill(70, 100 + 40.0 * n, 70 + width, 114 + 40.0 * n, 0xEEEEEE))
        lines.append(line(text * int(width / (5 * len(text))), 72, 111 + 40.0 * n))
    return tuple(fills), tuple(lines)


def test_grounds_of_code_in_a_text_are_no_bars() -> None:
    fills, lines = grounds("code/")
    assert len(chart_areas(page(fills=fills))) == 1
    assert chart_areas(page(*lines, fills=fills)) == []


def test_grounds_of_highlighted_words_are_no_bars() -> None:
    """The colon behind each word ends beyond its ground."""
    fills, _ = grounds("x")
    words = [line("重" * int(fill.width / 10) + "：", fill.x0 + 1, fill.y1 - 3) for fill in (f.box for f in fills)]
    assert all(fill.x1 < word.x1 for fill, word in zip(fills, words, strict=True))
    assert chart_areas(page(*words, fills=fills)) == []


def test_bars_that_begin_with_their_value_are_a_chart() -> None:
    fills, _ = grounds("x")
    values = [line("7 %", fill.x0 + 2, fill.y1 - 3) for fill in fills]
    assert len(chart_areas(page(*values, fills=fills))) == 1


def test_a_plot_has_rules_without_ticks() -> None:
    """The rules of a legend, and those of a scale of logarithms."""
    ys = [100.0, 130.0, 160.0, 190.0, 220.0, 250.0]
    (grid,) = lattices(
        [Edge(y, 100, 400) for y in [*ys, 112, 118, 124, 143, 149]], [Edge(x, 100, 250) for x in (100, 200, 300, 400)]
    )
    ticks = [line(f"–{n}0", 92, y + 3, right=True) for n, y in enumerate(ys, 1)]
    assert is_plot(grid, ticks)
    assert not is_plot(grid, [*ticks, line("70", 92, 205, right=True)])
    assert not is_plot(grid, ticks[:4])
