"""Rounding and medians: the same results as Python's own, many times faster when this package is compiled."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor

_HALF = 0.5


def round_half_even(number: float) -> int:
    """The result of ``round(number)``: the nearest whole number, the even one of two."""
    below = floor(number)
    over = number - below
    if over < _HALF or (over == _HALF and below % 2 == 0):
        return below
    return below + 1


def half_points(size: float) -> float:
    """A type size rounded to half a point: sizes that programs write as 9.96 and 10 are one."""
    return round_half_even(size * 2) / 2


def median(numbers: Iterable[float]) -> float:
    """The result of ``statistics.median``: the middle number, or the mean of the middle two.

    Raises:
        ValueError: there are none.
    """
    ordered = sorted(numbers)
    count = len(ordered)
    if not count:
        raise ValueError("There are no numbers.")
    half = count // 2
    return ordered[half] if count % 2 else (ordered[half - 1] + ordered[half]) / 2
