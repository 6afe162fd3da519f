"""The addresses of a bill by their form alone."""

from __future__ import annotations

import pytest

from quire.invoice.extract import read_invoice
from quire.invoice.party_blocks import party_names
from quire.invoice.phrases import page_phrases
from tests.invoice.pages import page

SELLER = ((40, 40, "Alder Tools Ltd"), (40, 52, "1 High Street"), (40, 64, "London SW1A 1AA"))
BUYER = ((40, 152, "Brixton Foods Ltd"), (40, 164, "2 Mill Road"), (40, 176, "York YO1 7HH"))
FACTS = ((40, 100, "Invoice"), (300, 40, "Invoice number: A-1001"), (300, 52, "Invoice date: 3 May 2024"))
SUMS = ((300, 300, "Subtotal"), (450, 300, "£100.00"), (300, 314, "VAT 20%"), (450, 314, "£20.00"), (300, 328, "Total"), (450, 328, "£120.00"))  # fmt: skip


def names(*places: tuple[float, float, str]) -> list[str]:
    return [name.text for name in party_names(page_phrases(page(*places)))]


def test_a_name_stands_above_its_street_and_its_town() -> None:
    assert names(*SELLER, *BUYER) == ["Alder Tools Ltd", "Brixton Foods Ltd"]


@pytest.mark.parametrize(
    "town", ["28877 Madrid", "819 99 Bratislava", "1975 AA Utrecht", "Jakarta 12930", "Toronto M5V 2T6"]
)
def test_towns_of_many_countries(town: str) -> None:
    assert names((40, 40, "Norvik Systems"), (40, 52, "Calle Mayor 26"), (40, 64, town)) == ["Norvik Systems"]


def test_what_follows_an_address_is_none() -> None:
    assert names(*SELLER, (40, 76, "VAT GB123456789"), (40, 88, "Tel. 020 555 0101")) == ["Alder Tools Ltd"]


def test_the_buyer_below_a_heading_that_no_lexicon_has() -> None:
    found = read_invoice(page(*SELLER, *FACTS, (40, 140, "Qwerty uiop"), *BUYER, *SUMS))
    assert found.text("buyer_name") == "Brixton Foods Ltd"
    assert found.text("seller_name") == "Alder Tools Ltd"


def test_parties_that_nothing_tells_apart_are_less_sure() -> None:
    left = tuple((x, y + 100, text) for x, y, text in SELLER)
    right = tuple((x + 260, y - 12, text) for x, y, text in BUYER)
    found = read_invoice(page(*FACTS, *left, *right, *SUMS)).fields
    told = read_invoice(page(*SELLER, *FACTS, (40, 140, "Qwerty uiop"), *BUYER, *SUMS)).fields
    assert all(found[key].confidence < told[key].confidence for key in ("buyer_name", "seller_name"))
