"""Charts: their geometry says what the values say."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from quire.web.console.svg_charts import HEIGHT, WIDTH, columns, compact, curve, rows

AMOUNTS = st.floats(-1e15, 1e15, allow_nan=False, allow_infinity=False)


@given(st.lists(AMOUNTS, min_size=1, max_size=60))
def test_columns_stay_inside_and_their_heights_are_in_proportion(values: list[float]) -> None:
    drawn = columns([str(at) for at in range(len(values))], [values], [[str(value) for value in values]])
    for mark in drawn.marks:
        assert 0 <= mark.x <= mark.x + mark.width <= WIDTH
        assert -1e-6 <= mark.y <= mark.y + mark.height <= HEIGHT + 1e-6
    largest = max(range(len(values)), key=lambda at: abs(values[at]))
    if abs(values[largest]) > 1e-3:
        for value, mark in zip(values, drawn.marks, strict=True):
            share = mark.height / drawn.marks[largest].height
            assert math.isclose(share, abs(value / values[largest]), abs_tol=1e-6)


def test_values_below_zero_hang_down() -> None:
    up, down = columns(["a", "b"], [[2, -2]], [["2", "-2"]]).marks
    zero = columns(["a", "b"], [[2, -2]], [["2", "-2"]]).zero
    assert math.isclose(up.y + up.height, zero)
    assert math.isclose(down.y, zero)


def test_a_curve_rises_with_its_values() -> None:
    drawn = curve(["a", "b", "c"], [0, 5, 10], ["0", "5", "10"])
    heights = [mark.y for mark in drawn.marks]
    assert heights == sorted(heights, reverse=True)
    assert drawn.line.startswith("M")
    assert drawn.line.count("L") == 2


def test_rows_have_room_for_their_values() -> None:
    long, short = rows(["a", "b"], [10, 5], ["10", "5"]).marks
    assert math.isclose(long.width, 2 * short.width)
    assert rows([], [], []).marks == ()


def test_numbers_on_an_axis_are_short() -> None:
    assert [compact(value) for value in (0, 12, 1500, 2e6, -3.25e9)] == ["0", "12", "1.5k", "2M", "-3.25B"]
