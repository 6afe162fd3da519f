"""Paths to rules, fills and shapes."""

from __future__ import annotations

import pytest

from quire.model.page import Fill, Rule
from quire.read.pdf.path_shapes import (
    DrawnPaths,
    Outline,
    Paint,
    Point,
    Shape,
    add_clipped,
    add_outlines,
    is_same_point,
    is_straight,
    without_repainted,
)

PAGE = (0.0, 0.0, 600.0, 800.0)
FILLED, STROKED = Paint(0xFF0000, None, 0.0), Paint(None, 0x0000FF, 1.0)


def drawn(*points: Point, paint: Paint, curved: bool = False, closed: bool = True) -> DrawnPaths:
    found = DrawnPaths([], [], [])
    add_outlines(found, [Outline(points, curved, closed)], paint)
    return found


def rectangle(x0: float, y0: float, x1: float, y1: float) -> tuple[Point, ...]:
    return ((x0, y0), (x1, y0), (x1, y1), (x0, y1))


def test_a_filled_rectangle_is_a_fill():
    found = drawn(*rectangle(10, 20, 110, 70), paint=FILLED)
    assert found == DrawnPaths([], [Fill(10, 20, 110, 70, 0xFF0000)], [])


@pytest.mark.parametrize("corners", [rectangle(10, 20, 110, 22), (*rectangle(10, 20, 110, 22), (10.0, 20.0))])
def test_a_thin_filled_rectangle_is_a_rule(corners: tuple[Point, ...]):
    assert drawn(*corners, paint=FILLED).rules == [Rule(10, 21, 110, 21, 2, 0xFF0000)]


def test_a_stroked_rectangle_is_four_rules():
    found = drawn(*rectangle(10, 20, 110, 70), paint=STROKED)
    assert [(r.x0, r.y0, r.x1, r.y1) for r in found.rules] == [
        (10, 20, 110, 20), (110, 20, 110, 70), (10, 70, 110, 70), (10, 20, 10, 70),
    ]  # fmt: skip


def test_a_wide_stroke_is_a_band_of_colour():
    found = drawn((10, 50), (110, 50), paint=Paint(None, 0, 8.0), closed=False)
    assert found == DrawnPaths([], [Fill(10, 46, 110, 54, 0)], [])


@pytest.mark.parametrize("curved", [True, False])
def test_oblique_and_curved_outlines_are_shapes(curved: bool):
    found = drawn((10, 10), (60, 40), (110, 10), paint=STROKED, curved=curved, closed=False)
    assert found.shapes == [Shape(9.5, 9.5, 110.5, 40.5, 2, filled=False)]
    assert not found.rules
    assert not found.fills


def test_a_filled_polygon_is_a_shape_and_a_thin_one_a_rule():
    assert drawn((0, 0), (40, 0), (20, 30), paint=FILLED).shapes == [Shape(0, 0, 40, 30, 2, filled=True)]
    assert len(drawn((0, 0), (40, 0.5), (80, 1.0), paint=FILLED).rules) == 1


def test_a_single_point_draws_nothing():
    assert drawn((5, 5), paint=STROKED) == DrawnPaths([], [], [])


def test_only_the_parts_inside_the_clip_are_kept():
    piece = DrawnPaths(
        [Rule(-50, 10, 50, 10, 1, 0), Rule(700, 10, 900, 10, 1, 0)],
        [Fill(590, 790, 700, 900, 0), Fill(600, 0, 700, 50, 0)],
        [Shape(-5, -5, 5, 5, 4, filled=True)],
    )
    found = DrawnPaths([], [], [])
    add_clipped(found, piece, PAGE)
    assert found == DrawnPaths(
        [Rule(0, 10, 50, 10, 1, 0)], [Fill(590, 790, 600, 800, 0)], [Shape(0, 0, 5, 5, 4, filled=True)]
    )


def test_points_closer_than_the_tolerance_are_the_same():
    assert is_same_point((1.0, 1.0), (1.004, 1.0))
    assert not is_same_point((1.0, 1.0), (1.006, 1.0))


@pytest.mark.parametrize(
    ("curve", "wanted"),
    [
        (((0, 5), (10, 5), (20, 5), (30, 5)), True),
        (((5, 0), (5, 10.01), (5.02, 20), (5, 30)), True),
        (((0, 0), (0, 0), (9, 7), (9, 7)), True),
        (((0, 0), (0, 10), (0, 10), (10, 10)), False),
        (((0, 0), (0, 0.5), (0.5, 1), (1, 1)), False),
    ],
)
def test_curves_along_an_axis_or_without_control_points_are_lines(curve: tuple[Point, ...], wanted: bool):
    assert is_straight(curve) is wanted


def test_fills_that_paint_a_part_of_their_own_ground_again_are_none() -> None:
    cell, blue, white = Fill(244, 100, 527, 160, 0xB4C6E7), 0xB4C6E7, 0xFFFFFF
    lines = [Fill(250, 100 + 20 * n, 522, 120 + 20 * n, blue) for n in range(3)]
    beside = Fill(113, 100, 244, 160, blue)
    assert without_repainted([cell, *lines, beside]) == [cell, beside]
    box = Fill(250, 110, 522, 150, white)
    inside = Fill(260, 115, 300, 140, blue)  # on the white box: seen
    assert without_repainted([cell, box, inside]) == [cell, box, inside]
    assert without_repainted([box, Fill(250, 110, 300, 150, white)]) == [box, Fill(250, 110, 300, 150, white)]
