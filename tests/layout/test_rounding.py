"""Rounding as Python's own."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from quire.layout.rounding import round_half_even

numbers = st.floats(-1e9, 1e9)


@given(numbers | st.integers(-9999, 9999).map(lambda n: n / 2))
@example(0.49999999999999994)
@example(-0.5)
@example(2.5)
@example(-1.5)
def test_whole_is_round(number: float) -> None:
    assert round_half_even(number) == round(number)
    assert isinstance(round_half_even(number), int)
