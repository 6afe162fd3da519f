"""The date of issue among the dates of a receipt."""

from __future__ import annotations

from quire.invoice.extract import read_invoice
from tests.invoice.pages import page

REST = (
    (20, 90, "LAMP"),
    (200, 90, "21.00"),
    (20, 110, "TOTAL"),
    (200, 110, "21.00"),
    (20, 122, "CASH"),
    (200, 122, "21.00"),
)


def test_a_date_of_exchange_is_not_that_of_issue() -> None:
    lines = ((100, 20, "ORCHARD MART LTD"), (20, 50, "Exchange before 14/03/2021"), (20, 140, "14/02/2021 12:30"))
    assert read_invoice(page(*lines, *REST)).text("invoice_date") == "2021-02-14"


def test_recognition_may_lose_the_space_before_the_hour() -> None:
    lines = ((100, 20, "ORCHARD MART LTD"), (20, 50, "Date 14.02.202112:30"))
    assert read_invoice(page(*lines, *REST)).text("invoice_date") == "2021-02-14"


def test_the_dates_of_goods_are_none_of_the_bill() -> None:
    visits = [
        place for at in range(3) for place in ((20, 300 + 20 * at, f"{25 + at}.02.2024"), (120, 300 + 20 * at, "Visit"))
    ]
    visits += [(400, 300 + 20 * at, "90.00 €") for at in range(3)]
    lines = ((20, 20, "Kestrel Praxis"), (400, 60, "Leipzig, den 25.04.2024"), (20, 90, "Rechnung Nr. 17/2024"))
    made = page(*lines, *visits, (300, 400, "Gesamt"), (400, 400, "270.00 €"))
    assert read_invoice(made).text("invoice_date") == "2024-04-25"
