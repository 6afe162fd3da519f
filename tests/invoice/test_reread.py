"""What a rule doubts in recognised text is read again, and a rule chooses among the readings."""

from __future__ import annotations

from collections.abc import Sequence

from quire.invoice.invoice import Origin, Value
from quire.invoice.reread import Look, better_id, better_sums
from quire.model.geometry import Box

PLACES = {"amount": Box(0, 0, 9, 9), "tax_amount": Box(10, 0, 19, 9), "total_amount": Box(20, 0, 29, 9)}


def read(source: Origin = Origin.OCR, **values: str) -> dict[str, Value]:
    return {key: Value(value, value, source, 0.8, 1, PLACES[key]) for key, value in values.items()}


def shows(**texts: str) -> Look:
    """A second look that shows these texts at the places of the sums."""

    def look(box: Box) -> Sequence[tuple[str, Box, float]]:
        return [(texts[key], box, 0.97) for key, place in PLACES.items() if place == box and key in texts]

    return look


def test_the_reading_that_makes_the_sums_add_up_is_taken():
    fields = read(amount="100.00", tax_amount="18.00", total_amount="113.00")
    found = better_sums(fields, shows(amount="¥ 100.00", tax_amount="¥13.00", total_amount="113.00"))
    assert {key: (one.value, one.printed, one.confidence) for key, one in found.items()} == {
        "tax_amount": ("13.00", "¥13.00", 0.97)
    }


def test_as_many_first_readings_as_possible_stay():
    fields = read(amount="1000.00", tax_amount="180.00", total_amount="1130.00")
    found = better_sums(fields, shows(amount="1,000.00 950.00", tax_amount="130,00"))
    assert {key: one.value for key, one in found.items()} == {"tax_amount": "130.00"}


def test_sums_stay_as_they_are_where_nothing_is_doubted_or_nothing_fits():
    look = shows(tax_amount="13.00")
    assert better_sums(read(amount="100.00", tax_amount="13.00", total_amount="113.00"), look) == {}
    assert better_sums(read(amount="100.00", tax_amount="18.00", total_amount="119.00"), look) == {}
    assert better_sums(read(amount="100.00", tax_amount="18.00"), look) == {}
    told = read(Origin.TEXT, amount="100.00", tax_amount="18.00", total_amount="113.00")
    assert better_sums(told, look) == {}, "what the file itself says is not read again"


def test_a_taxpayer_id_is_taken_when_its_check_character_is_right():
    def look(box: Box) -> Sequence[tuple[str, Box, float]]:
        return [("91350100M000100Y40", box, 0.7), ("纳税人识别号 91350100M0001 00Y43", box, 0.9)]

    assert better_id(PLACES["amount"], look) == ("91350100M000100Y43", 0.9)
    assert better_id(PLACES["amount"], shows(amount="91350100M000100Y40")) is None
