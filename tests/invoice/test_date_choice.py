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
