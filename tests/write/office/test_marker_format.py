"""What printed list markers mean."""

from __future__ import annotations

import pytest

from quire.write.office.marker_format import Marker, NumberFormat, interpret_markers, interpretations


@pytest.mark.parametrize(
    ("marker", "meaning"),
    [
        ("3.", Marker(NumberFormat.DECIMAL, 3, "", ".")),
        ("(12)", Marker(NumberFormat.DECIMAL, 12, "(", ")")),
        ("01.", Marker(NumberFormat.ZERO, 1, "", ".")),
        ("１．", Marker(NumberFormat.WIDE, 1, "", "．")),
        ("b)", Marker(NumberFormat.LOWER, 2, "", ")")),
        ("iv.", Marker(NumberFormat.LOWER_ROMAN, 4, "", ".")),
        ("XII.", Marker(NumberFormat.UPPER_ROMAN, 12, "", ".")),
        ("一、", Marker(NumberFormat.CHINESE, 1, "", "、")),
        ("（十一）", Marker(NumberFormat.CHINESE, 11, "（", "）")),
        ("二十三、", Marker(NumberFormat.CHINESE, 23, "", "、")),
        ("第三条", Marker(NumberFormat.CHINESE, 3, "第", "条")),
        ("③", Marker(NumberFormat.CIRCLED, 3)),
        ("1.2.", Marker(NumberFormat.DECIMAL, 2, "1.", ".")),
        ("甲、", Marker(NumberFormat.STEMS, 1, "", "、")),
        ("•", Marker(NumberFormat.BULLET, 0, "•")),
        ("\uf0b7", Marker(NumberFormat.BULLET, 0, "•")),
        ("\ue123", Marker(NumberFormat.BULLET, 0, "•")),
    ],
)
def test_meanings(marker: str, meaning: Marker) -> None:
    assert interpretations(marker)[0] == meaning


@pytest.mark.parametrize("marker", ["", "Step A:", "a", "1 .", "iiii.", "一一、", "999999."])
def test_other_text_has_no_meaning(marker: str) -> None:
    assert interpretations(marker) == ()


def test_neighbours_tell_letters_from_roman_numerals() -> None:
    letters = interpret_markers(["g)", "h)", "i)", "j)"])
    assert [m.counter for m in letters if m] == [NumberFormat.LOWER] * 4
    romans = interpret_markers(["i)", "ii)", "iii)", "iv)", "v)"])
    assert [m.value for m in romans if m] == [1, 2, 3, 4, 5]
    assert [m.counter for m in romans if m] == [NumberFormat.LOWER_ROMAN] * 5
    assert interpret_markers(["c)", "d)"])[0] == Marker(NumberFormat.LOWER, 3, "", ")")
