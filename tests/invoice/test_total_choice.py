"""The total among the amounts of a receipt."""

from __future__ import annotations

import pytest

from quire.invoice.extract import read_invoice
from quire.invoice.phrases import page_phrases
from quire.invoice.sum_choice import sum_readings
from tests.invoice.pages import page

HEAD = ((100, 20, "ORCHARD MART SDN BHD"), (110, 32, "12 High Street"), (110, 44, "Date: 12/02/2018 08:30"))


def receipt(*rows: tuple[str, str], ocr: bool = False) -> str:
    lines = [(20.0, 80.0 + 12 * at, label) for at, (label, _) in enumerate(rows)]
    lines += [(200.0, 80.0 + 12 * at, value) for at, (_, value) in enumerate(rows) if value]
    return read_invoice(page(*HEAD, *lines, ocr=ocr)).text("total_amount")


def test_the_sums_of_one_rate_are_no_total_although_they_add_up() -> None:
    assert (
        receipt(
            ("APPLES", "10,15 B"), ("SHAMPOO", "18,66 C"), ("SUMME EUR", "28,81"), ("Mastercard EUR", "28,81"),
            ("MwSt NETTO MwSt UMSATZ", ""), ("B 7% 9,49 0,66", "10,15"), ("C 19% 15,68 2,98", "18,66"),
        )
        == "28.81"
    )  # fmt: skip


@pytest.mark.parametrize(("given", "change"), [("50.00", "16.10"), ("33.90", "0.00")])
def test_what_was_given_and_the_change_are_no_total(given: str, change: str) -> None:
    rows = (("CABLE", "12.90"), ("LAMP", "21.00"), ("TOTAL", "33.90"), ("CASH", given), ("CHANGE", change))
    assert receipt(*rows) == "33.90"


@pytest.mark.parametrize(
    ("due", "given", "change", "total"),
    [
        ("SALE VALUE", "50.00", "16.10", "33.90"),
        ("TOTAL", "500.00", "466.10", "33.90"),
        ("Zusammen", "34.00", "0.10", "33.90"),
    ],
)
def test_what_follows_a_total_in_the_order_of_a_payment_is_none_without_known_words(
    due: str, given: str, change: str, total: str
) -> None:
    rows = (("CABLE", "12.90"), ("LAMP", "21.00"), (due, "33.90"), ("NOTEN", given), ("CHG:", change))
    assert receipt(*rows, ocr=True) == total


def test_the_change_is_no_net_amount() -> None:
    rows = (
        ("Lampe", "46,06"),
        ("Kabel", "8,27"),
        ("ZUSAMMEN", "54,33"),
        ("BARZAHLUNG", "500,00"),
        ("HERAUSGELD", "445,67"),
    )
    assert receipt(*rows, ocr=True) != "500.00"


def test_the_total_before_tax_is_no_total() -> None:
    rows = (("PAPER", "100.00"), ("Subtotal", "100.00"), ("Sales Tax 8%", "8.00"), ("Total", "108.00"))
    assert receipt(*rows) == "108.00"


def test_a_total_in_a_further_currency_is_no_total() -> None:
    rows = (("1 Menu", "20.50"), ("Total in Euro", "22.80"), ("Total CHF", "20.50"), ("MwSt 2.6%", "0.52"))
    assert receipt(*rows) == "20.50"


def test_a_figure_in_a_label_that_recognition_reads_for_a_letter_does_not_hide_it() -> None:
    rows = (("CABLE", "12.90"), ("LAMP", "21.00"), ("T0ta1 CHF", "33.90"), ("Visa", "33.90"))
    assert receipt(*rows, ocr=True) == "33.90"


def sums(*rows: tuple[str, str]) -> tuple[str, str, str]:
    bill = ((40, 20, "Kestrel Ltd"), (40, 40, "Invoice No. A-1"), (40, 60, "Date: 12/02/2018"))
    lines = [(40.0, 90.0 + 14 * at, label) for at, (label, _) in enumerate(rows)]
    lines += [(400.0, 90.0 + 14 * at, value) for at, (_, value) in enumerate(rows)]
    found = read_invoice(page(*bill, *lines))
    return found.text("amount"), found.text("tax_amount"), found.text("total_amount")


def test_the_whole_tax_is_no_total_and_a_discount_leaves_the_sums() -> None:
    rows = (("Subtotal", "$400.00"), ("Total Discount", "$40.00"), ("Total Tax", "$72.00"), ("Grand Total", "$432.00"))
    assert sums(*rows) == ("400.00", "72.00", "432.00")


def test_a_total_under_the_heading_of_net_amounts_is_no_net_amount() -> None:
    rows = (
        ("Description", "Total HT"),
        ("Conseil", "1 058,66 €"),
        ("Total HT", "1 058,66 €"),
        ("Total TTC", "1 280,98 €"),
    )
    assert sums(*rows)[::2] == ("1058.66", "1280.98")


@pytest.mark.parametrize(("label", "tried"), [("Brake pads", False), ("VAT", True)])
def test_two_goods_that_make_the_total_are_no_net_amount_and_tax(label: str, *, tried: bool) -> None:
    rows = ((20, 80, "Steel bracket"), (400, 80, "1,849.48"), (20, 92, label), (400, 92, "441.07"))
    readings = sum_readings(page_phrases(page(*HEAD, *rows, (20, 120, "Total due"), (400, 120, "2,290.55"))))
    assert ("1849.48|441.07|2290.55" in {one.value for one in readings}) is tried
