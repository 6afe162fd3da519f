"""What printed list markers mean."""

from __future__ import annotations

import pytest

from quire.write.office.marker_format import Counter, Marker, readings, resolve


@pytest.mark.parametrize(
    ("marker", "meaning"),
    [
        ("3.", Marker(Counter.DECIMAL, 3, "", ".")),
        ("(12)", Marker(Counter.DECIMAL, 12, "(", ")")),
        ("01.", Marker(Counter.ZERO, 1, "", ".")),
        ("１．", Marker(Counter.WIDE, 1, "", "．")),
        ("b)", Marker(Counter.LOWER, 2, "", ")")),
        ("iv.", Marker(Counter.LOWER_ROMAN, 4, "", ".")),
        ("XII.", Marker(Counter.UPPER_ROMAN, 12, "", ".")),
        ("一、", Marker(Counter.CHINESE, 1, "", "、")),
        ("（十一）", Marker(Counter.CHINESE, 11, "（", "）")),
        ("二十三、", Marker(Counter.CHINESE, 23, "", "、")),
        ("第三条", Marker(Counter.CHINESE, 3, "第", "条")),
        ("③", Marker(Counter.CIRCLED, 3)),
        ("1.2.", Marker(Counter.DECIMAL, 2, "1.", ".")),
        ("甲、", Marker(Counter.STEMS, 1, "", "、")),
        ("•", Marker(Counter.BULLET, 0, "•")),
        ("\uf0b7", Marker(Counter.BULLET, 0, "•")),
        ("\ue123", Marker(Counter.BULLET, 0, "•")),
    ],
)
def test_meanings(marker: str, meaning: Marker) -> None:
    assert readings(marker)[0] == meaning


@pytest.mark.parametrize("marker", ["", "Step A:", "a", "1 .", "iiii.", "一一、", "999999."])
def test_other_text_has_no_meaning(marker: str) -> None:
    assert readings(marker) == ()


def test_neighbours_tell_letters_from_roman_numerals() -> None:
    letters = resolve(["g)", "h)", "i)", "j)"])
    assert [m.counter for m in letters if m] == [Counter.LOWER] * 4
    romans = resolve(["i)", "ii)", "iii)", "iv)", "v)"])
    assert [m.value for m in romans if m] == [1, 2, 3, 4, 5]
    assert [m.counter for m in romans if m] == [Counter.LOWER_ROMAN] * 5
    assert resolve(["c)", "d)"])[0] == Marker(Counter.LOWER, 3, "", ")")
