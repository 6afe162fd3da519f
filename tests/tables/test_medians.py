"""The median as Python's own."""

from __future__ import annotations

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.tables.medians import median


@given(st.lists(st.floats(-1e9, 1e9), min_size=1))
def test_median_is_that_of_the_library(values: list[float]) -> None:
    assert median(values) == statistics.median(values)


def test_of_nothing_there_is_no_median() -> None:
    with pytest.raises(ValueError, match="no numbers"):
        median([])
