"""Boxes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.model.geometry import Box, bounds

numbers = st.floats(-1e6, 1e6)
boxes = st.builds(
    lambda x, y, width, height: Box(x, y, x + width, y + height),
    numbers,
    numbers,
    st.floats(0, 1e6),
    st.floats(0, 1e6),
)


def test_a_box_measures_itself():
    box = Box(10, 20, 40, 60)
    assert (box.width, box.height, box.area) == (30, 40, 1200)


def test_overlap_is_the_shared_area():
    assert Box(0, 0, 10, 10).overlap(Box(5, 5, 20, 20)) == 25
    assert Box(0, 0, 10, 10).overlap(Box(10, 0, 20, 10)) == 0
    assert Box(0, 0, 10, 10).overlap(Box(30, 30, 40, 40)) == 0


def test_holds_takes_slack():
    assert Box(0, 0, 10, 10).holds(Box(2, 2, 8, 8))
    assert not Box(0, 0, 10, 10).holds(Box(2, 2, 11, 8))
    assert Box(0, 0, 10, 10).holds(Box(2, 2, 11, 8), slack=1)


def test_points_on_the_edge_are_inside():
    assert Box(0, 0, 10, 10).holds_point(10, 0)
    assert not Box(0, 0, 10, 10).holds_point(10.1, 0)


@given(boxes, boxes)
def test_a_union_holds_both_and_is_the_bounds(a: Box, b: Box):
    both = a.union(b)
    assert both.holds(a)
    assert both.holds(b)
    assert both == bounds([a, b]) == b.union(a)


@given(boxes, boxes)
def test_overlap_is_symmetric_and_never_more_than_either(a: Box, b: Box):
    assert a.overlap(b) == b.overlap(a)
    assert 0 <= a.overlap(b) <= min(a.area, b.area) * (1 + 1e-9) + 1e-6


def test_bounds_of_nothing_are_none():
    with pytest.raises(ValueError, match="unpack"):
        bounds([])
