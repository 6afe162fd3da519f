"""Values of Roman numerals."""

from __future__ import annotations

from quire.roman_numerals import roman_value


def test_values() -> None:
    assert [roman_value(text) for text in ("i", "iv", "ix", "xii", "ab")] == [1, 4, 9, 12, 0]
    assert [roman_value(text) for text in ("xl", "lxxxix", "cd", "mcmxcix", "")] == [40, 89, 400, 1999, 0]
