"""Affine matrices: order of mappings, boxes of turned rectangles, rounding."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.read.matrices import Matrix, map_box, map_point, multiply, rounded

NUMBERS = st.floats(-100.0, 100.0, allow_nan=False)
MATRICES = st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)

SHIFT: Matrix = (1.0, 0.0, 0.0, 1.0, 10.0, 20.0)
DOUBLE: Matrix = (2.0, 0.0, 0.0, 2.0, 0.0, 0.0)
QUARTER_TURN: Matrix = (0.0, 1.0, -1.0, 0.0, 0.0, 0.0)


def test_the_inner_matrix_maps_first():
    assert map_point(multiply(SHIFT, DOUBLE), 1.0, 1.0) == (22.0, 42.0)
    assert map_point(multiply(DOUBLE, SHIFT), 1.0, 1.0) == (12.0, 22.0)


@given(MATRICES, MATRICES, NUMBERS, NUMBERS)
def test_a_product_maps_as_its_factors_in_turn(inner: Matrix, outer: Matrix, x: float, y: float):
    whole = map_point(multiply(inner, outer), x, y)
    assert whole == pytest.approx(map_point(outer, *map_point(inner, x, y)), rel=1e-6, abs=1e-3)


def test_the_box_of_a_turned_rectangle_is_upright():
    assert map_box(QUARTER_TURN, 1.0, 2.0, 4.0, 8.0) == (-8.0, 1.0, -2.0, 4.0)


@given(st.floats(-1e6, 1e6, allow_nan=False))
def test_rounding_is_to_the_nearest_hundredth(value: float):
    assert abs(rounded(value) - value) <= 0.005 + 1e-9
    assert rounded(rounded(value)) == rounded(value)


def test_halves_are_rounded_up():
    assert (rounded(0.125), rounded(-0.125)) == (0.13, -0.12)
