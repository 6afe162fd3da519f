"""The tax ids of the parties among the codes of a page."""

from __future__ import annotations

import pytest

from quire.invoice.extract import read_invoice
from quire.invoice.identifiers import tax_ids_on
from quire.invoice.number_choice import number_of
from quire.invoice.phrases import page_phrases
from quire.invoice.tax_id_choice import id_candidates, tax_ids_of
from tests.invoice.pages import page

FACTS = ((300, 90, "INVOICE"), (300, 110, "Invoice no.: MP-20417"), (300, 124, "Date: 18/03/2024"))
SUMS = (
    (40, 300, "Hosting"), (400, 300, "100.00"), (40, 340, "Subtotal"), (400, 340, "100.00"), (40, 356, "VAT 20%"),
    (400, 356, "20.00"), (40, 372, "Total"), (400, 372, "120.00"),
)  # fmt: skip


def party(x: int, y: int, *lines: str) -> list[tuple[int, int, str]]:
    return [(x, y + 14 * at, line) for at, line in enumerate(lines)]


@pytest.mark.parametrize(
    ("seller", "buyer"),
    [
        ("Matrikkel: 914 778 271", "Matrikkel: 983 294 617"),
        ("VAT: DK91477827", "VAT: DK98329461"),
        ("RUT 76.143.821-2", "RUT 96.721.400-K"),
    ],
)
def test_an_id_belongs_to_the_party_it_stands_below(seller: str, buyer: str) -> None:
    left = party(40, 150, "Supplier", "Marlow Print Ltd", "14 Mill Lane", "0159 Oslo", seller)
    right = party(320, 150, "Customer", "Wexford Supplies Ltd", "8 Quay Street", "5003 Bergen", buyer)
    found = read_invoice(page(*FACTS, *left, *right, *SUMS))

    def bare(text: str) -> str:
        return "".join(c for c in text.rpartition(":")[2].removeprefix("RUT") if c.isalnum())

    assert found.text("seller_tax_id") == bare(seller)
    assert found.text("buyer_tax_id") == bare(buyer)


def test_numbers_of_accounts_telephones_and_registers_are_no_tax_ids() -> None:
    head = party(40, 20, "Marlow Print Ltd", "14 Mill Lane", "LS9 8SN Leeds", "Phone: 0113 4960123")
    foot = ((40, 780, "Company no. 04417225"), (240, 780, "IBAN: GB33BUKB20201555555555"))
    found = read_invoice(page(*head, *FACTS, *SUMS, *foot))
    assert found.text("seller_tax_id") == ""
    assert found.text("buyer_tax_id") == ""


def test_a_telephone_below_the_buyer_is_no_id() -> None:
    left = party(40, 150, "Supplier:", "Marlow Print Ltd", "14 Mill Lane", "LS9 8SN Leeds")
    right = party(320, 150, "Bill to:", "Wexford Supplies Ltd", "12 MG Road", "Tel: 01735608331")
    assert read_invoice(page(*FACTS, *left, *right, *SUMS)).text("buyer_tax_id") == ""


def test_an_id_that_its_label_calls_the_buyers_is_not_the_sellers() -> None:
    to = party(40, 150, "Wexford Supplies Ltd", "8 Quay Street", "M1 2AB Manchester")
    head = party(320, 20, "Marlow Print Ltd", "14 Mill Lane", "LS9 8SN Leeds")
    found = read_invoice(page(*head, *FACTS, *to, (300, 138, "Customer VAT no.: GB123456789"), *SUMS))
    assert found.text("seller_tax_id") == ""


def test_one_id_at_the_foot_is_the_sellers() -> None:
    head = party(40, 20, "Marlow Print Ltd", "14 Mill Lane", "LS9 8SN Leeds")
    to = party(40, 150, "Bill to:", "Wexford Supplies Ltd", "8 Quay Street", "M1 2AB Manchester")
    found = read_invoice(page(*head, *FACTS, *to, *SUMS, (40, 780, "VAT Reg. No: GB123456789")))
    assert found.text("seller_tax_id") == "GB123456789"
    assert found.text("buyer_tax_id") == ""


def test_an_amount_with_its_currency_is_no_tax_id() -> None:
    head = party(40, 20, "Marlow Print SARL", "14 rue du Port", "Dakar")
    sums = ((300, 400, "Total TTC"), (450, 400, "147 854 XOF"))
    found = read_invoice(page(*head, *FACTS, *sums))
    assert found.text("total_amount") == "147854.00"
    assert found.text("seller_tax_id") == ""


@pytest.mark.parametrize("behind", ["14 Cobbler Lane", "Via Garibaldi", "Bristol"])
def test_a_tax_id_ends_before_what_stands_behind_it(behind: str) -> None:
    made = page((40, 20, "Copperfield Catering"), (40, 34, f"VAT: GB523484884 {behind}"))
    assert tax_ids_on(page_phrases(made)) == ["GB523484884"]


def test_a_later_group_of_figures_speaks_against_a_tax_id() -> None:
    made = page(*party(40, 20, "Marlow Print Ltd", "0251 742904", "B64522519"))
    signs = {one.value: one.signs for one in id_candidates(page_phrases(made), None, None)[0]}
    assert signs["742904"]["group"]
    assert not signs["B64522519"]["group"]


def test_the_number_of_the_bill_is_no_tax_id() -> None:
    left = party(40, 150, "Café des Tilleuls", "27 boulevard Carnot", "13006 Marseille", "SIREN")
    facts = ((300, 90, "FACTURE FAC-2024-328"), (300, 124, "Date : 18/03/2024"))
    prints = page_phrases(page(*facts, *left, *SUMS))
    number = number_of(prints)
    assert number
    assert number.chosen.value == "FAC-2024-328"
    kept = [choice.chosen.value for choice in tax_ids_of(prints, None, None, number.chosen) if choice]
    assert "FAC2024328" not in kept
    assert "FAC2024328" in {one.value for one in id_candidates(prints, None, None)[0]}
