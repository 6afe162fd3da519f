"""Columns of a table without vertical rules."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.layout.gutters import span_of

PLACES = st.integers(0, 40).map(lambda n: n / 2)


@given(st.lists(PLACES), PLACES, PLACES)
def test_a_text_spans_the_columns_between_the_borders_that_it_crosses(borders, start, width):
    borders, end = sorted(borders), start + width
    slack = min(1.0, width / 4)
    first, last = span_of(start, end, borders)
    assert first == sum(border <= start + slack for border in borders)
    assert last == max(first, sum(border < end - slack for border in borders))
