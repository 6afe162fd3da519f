"""Roman numerals: of pages, list items and chapters."""

from __future__ import annotations

_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


def roman_value(text: str) -> int:
    """The number that lower-case roman digits stand for; 0 when they are none. The usual form is not asked for."""
    total, last = 0, 0
    for char in reversed(text):
        value = _VALUES.get(char, 0)
        if not value:
            return 0
        total += -value if value < last else value
        last = max(last, value)
    return total
