"""Rounding and middles as Python's own."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quire.layout.rounding import median, round_half_even

numbers = st.floats(-1e9, 1e9)


@given(numbers | st.integers(-9999, 9999).map(lambda n: n / 2))
@example(0.49999999999999994)
@example(-0.5)
@example(2.5)
@example(-1.5)
def test_whole_is_round(number: float) -> None:
    assert round_half_even(number) == round(number)
    assert isinstance(round_half_even(number), int)


@given(st.lists(numbers, min_size=1))
def test_median_is_that_of_the_library(values: list[float]) -> None:
    assert median(values) == statistics.median(values)


def test_of_nothing_there_is_no_median() -> None:
    with pytest.raises(ValueError, match="no numbers"):
        median([])
