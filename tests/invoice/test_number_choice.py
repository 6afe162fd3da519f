"""The number of an invoice among the codes of a page."""

from __future__ import annotations

import pytest

from quire.invoice.extract import read_invoice
from quire.invoice.number_choice import number_candidates
from quire.invoice.phrases import page_phrases
from tests.invoice.pages import page

SUMS = (
    (40, 300, "Hosting"), (400, 300, "100.00"), (40, 340, "Subtotal"), (400, 340, "100.00"), (40, 356, "VAT 20%"),
    (400, 356, "20.00"), (40, 372, "Total"), (400, 372, "120.00"),
)  # fmt: skip
SELLER = ((40, 20, "Marlow Print Ltd"), (40, 34, "14 Mill Lane"), (40, 48, "LS9 8SN Leeds"))


@pytest.mark.parametrize("label", ["Dokladas Nr.", "Our document", "Bordereau"])
def test_a_number_whose_label_is_unknown_stands_by_its_date(label: str) -> None:
    facts = ((300, 90, "INVOICE"), (300, 110, label), (420, 110, "MP-20417"), (300, 124, "Date"))
    made = page(*SELLER, *facts, (420, 124, "18/03/2024"), *SUMS)
    assert read_invoice(made).text("invoice_number") == "MP-20417"


def test_numbers_of_customers_and_orders_are_none() -> None:
    facts = (
        (300, 90, "INVOICE"), (300, 110, "Customer ID: 48213"), (300, 124, "Order number: PO-7718"),
        (300, 138, "Invoice no.: MP-20417"), (300, 152, "Date: 18/03/2024"),
    )  # fmt: skip
    assert read_invoice(page(*SELLER, *facts, *SUMS)).text("invoice_number") == "MP-20417"


def test_a_page_whose_only_code_is_an_account_has_no_number() -> None:
    facts = ((300, 90, "INVOICE"), (300, 152, "Date: 18/03/2024"), (40, 700, "IBAN: GB33 BUKB 2020 1555 5555 55"))
    assert read_invoice(page(*SELLER, *facts, *SUMS)).text("invoice_number") == ""


def test_an_amount_behind_the_title_is_no_number() -> None:
    facts = ((300, 90, "INVOICE"), (400, 90, "1225.30 €"), (300, 124, "Date: 18/03/2024"))
    assert read_invoice(page(*SELLER, *facts, *SUMS)).text("invoice_number") != "1225.30"


def test_the_short_label_of_a_number_outweighs_that_of_a_customer() -> None:
    facts = (
        (300, 90, "RECHNUNG"), (300, 110, "Rg.-Nr.:"), (420, 110, "573517"), (300, 124, "Kunde-Nr:"), (420, 124, "72537"),
        (300, 138, "Datum: 18.03.2024"),
    )  # fmt: skip
    assert read_invoice(page(*SELLER, *facts, *SUMS)).text("invoice_number") == "573517"


@pytest.mark.parametrize("label", ["číslo", "Cislo faktury", "Devis n°", "- #"])
def test_a_bare_word_for_a_number_a_quotation_and_a_hash_name_it(label: str) -> None:
    facts = ((300, 90, f"{label} MP-20417"), (300, 160, "18/03/2024"))
    assert read_invoice(page(*SELLER, *facts, *SUMS)).text("invoice_number") == "MP-20417"


def test_the_number_of_a_law_is_none() -> None:
    facts = ((300, 90, "FAKTÚRA"), (300, 110, "18.03.2024"), (40, 700, "podľa zákona 222/2004 Z.z. o DPH"))
    assert read_invoice(page(*SELLER, *facts, *SUMS)).text("invoice_number") == ""


def test_the_only_code_that_is_nothing_else_needs_no_label() -> None:
    facts = ((40, 62, "Teléfono: 963 556194"), (300, 110, "F09291"), (300, 138, "Date: 18/03/2024"))
    made = page(*SELLER, *facts, *SUMS, (40, 700, "IBAN: GB33 BUKB 2020 1555 5555 55"))
    assert read_invoice(made).text("invoice_number") == "F09291"


def test_a_group_of_an_account_on_a_later_page_is_no_number() -> None:
    bank = (
        (40, 500, "Wir bitten um Überweisung"),
        (40, 520, "Konto bei der Nordbank"),
        (40, 534, "DE02 1203 0000 0000 2020 51"),
    )
    made = page(*SUMS, *bank, (40, 560, "Verwendungszweck: siehe oben"))
    assert read_invoice(made).text("invoice_number") == ""


def test_a_telephone_number_is_no_number_of_a_bill_that_has_none() -> None:
    facts = (
        (40, 90, "INVOICE"), (40, 104, "Bill to: Faro Systems LLC"), (300, 104, "Date: 24 March 2022"),
        (40, 118, "Tel: 01632 745700"),
    )  # fmt: skip
    assert read_invoice(page(*SELLER, *facts, *SUMS)).text("invoice_number") == ""


def test_names_of_texts_and_later_groups_of_figures_speak_against_a_number() -> None:
    made = page((40, 20, "terms_of_10_days"), (40, 40, "01632 119788"), (40, 60, "MP-20417"))
    signs = {one.value: one.signs for one in number_candidates(page_phrases(made))}
    assert signs["terms_of_10_days"]["wordy"]
    assert signs["119788"]["group"]
    assert not signs["MP-20417"]["wordy"] + signs["MP-20417"]["group"]
