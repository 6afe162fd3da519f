"""Invoices in languages with spaces, by their print alone, in layouts of many kinds."""

from __future__ import annotations

import pytest

from quire.invoice.invoice import Invoice
from quire.invoice.recognise import recognise
from tests.invoice import bills
from tests.invoice.pages import page

SEEDS = range(25)


def differences(bill: bills.Bill, found: Invoice) -> dict[str, tuple[str, object]]:
    """Key: (found, true); the rate only where it is printed."""
    wrong: dict[str, tuple[str, object]] = {}
    for key, true in bill.fields.items():
        said = found.text(key)
        if key == "tax_rate":
            if bill.parts["rate printed"] == "yes" and set(said.split(",")) != true:
                wrong[key] = (said, true)
        elif said != true:
            wrong[key] = (said, true)
    return wrong


@pytest.mark.parametrize("tongue", sorted(bills.TONGUES))
def test_bills_of_any_layout(tongue: str) -> None:
    made = {seed: bills.make(tongue, seed) for seed in SEEDS}
    wrong = {seed: differences(bill, recognise(bill.page)) for seed, bill in made.items()}
    assert sum(map(len, wrong.values())) <= 0.02 * sum(len(bill.fields) for bill in made.values()), wrong
    assert not any(key in ("total_amount", "invoice_date") for found in wrong.values() for key in found), wrong


@pytest.mark.parametrize("tongue", sorted(bills.TONGUES))
def test_values_are_printed(tongue: str) -> None:
    for seed in SEEDS:
        bill = bills.make(tongue, seed)
        print_ = "\n".join(line.text for line in bill.page.lines)
        for value in recognise(bill.page).fields.values():
            assert all(part in print_ for part in value.printed.split("\n")), (seed, value)


HEAD = ((40, 40, "Fenwick & Sons"), (40, 60, "INVOICE"), (40, 80, "Invoice No. 2024-17"), (300, 80, "Date 14/05/2024"))


def test_taxes_of_two_rates_have_no_printed_sum() -> None:
    found = recognise(
        page(*HEAD, (40, 200, "Subtotal"), (300, 200, "300.00"), (40, 220, "VAT 20%"), (300, 220, "20.00"),
             (40, 240, "VAT 5%"), (300, 240, "10.00"), (40, 260, "Total"), (300, 260, "330.00"))
    )  # fmt: skip
    assert (found.text("amount"), found.text("tax_amount"), found.text("total_amount")) == ("300.00", "", "330.00")
    assert found.text("tax_rate") == "20%,5%"


def test_a_fee_in_the_terms_is_no_total() -> None:
    terms = "Please pay within 30 days. Late payments attract a fee of £40.00."
    found = recognise(page(*HEAD, (40, 260, "Goods"), (300, 260, "£330.00"), (40, 400, terms)))
    assert found.text("total_amount") != "40.00"


def test_what_was_paid_before_is_not_taken_off() -> None:
    found = recognise(
        page(*HEAD, (40, 200, "Rechnungssumme ohne USt."), (300, 200, "624,90"), (40, 220, "Steuerbetrag"), (300, 220, "46,25"),
             (40, 240, "Brut tosumme"), (300, 240, "671,15"), (40, 260, "Erhaltene Anzahlungen"), (300, 260, "-201,00"),
             (40, 280, "Zahlbetrag"), (300, 280, "470,15"))
    )  # fmt: skip
    assert (found.text("amount"), found.text("tax_amount"), found.text("total_amount")) == ("624.90", "46.25", "671.15")


def test_sums_below_their_headings_are_those_of_the_last_row() -> None:
    found = recognise(
        page(*HEAD, (40, 200, "Nettobetrag"), (200, 200, "MwSt-Betrag"), (350, 200, "Endbetrag"),
             (40, 214, "321,40"), (200, 214, "61,07"), (350, 214, "382,47"),
             (40, 228, "127,59"), (200, 228, "8,93"), (350, 228, "136,52"),
             (40, 242, "448,99"), (200, 242, "70,00"), (350, 242, "518,99"))
    )  # fmt: skip
    assert (found.text("amount"), found.text("tax_amount"), found.text("total_amount")) == ("448.99", "70.00", "518.99")


def test_goods_with_codes_like_postcodes_are_no_address() -> None:
    found = recognise(
        page(*HEAD, (40, 120, "Pino Bluebird"), (40, 132, "Sesame Street 32"), (40, 144, "1025 RX Amsterdam"),
             (40, 200, "Office Home and Student"), (300, 200, "124.99"), (40, 212, "Port Replicator"), (300, 212, "159.99"),
             (40, 224, "Laptop GS60 2QE Ghost"), (300, 224, "1999.00"), (40, 260, "Total"), (300, 260, "2283.98"))
    )  # fmt: skip
    assert found.text("buyer_name") == "Pino Bluebird"
