"""The seller among the names at the head of a receipt."""

from __future__ import annotations

from quire.invoice.extract import read_invoice
from tests.invoice.pages import page

REST = (
    (20, 60, "Date: 14/02/2021"), (20, 90, "LAMP"), (200, 90, "21.00"), (20, 110, "TOTAL"), (200, 110, "21.00"),
    (20, 122, "CASH"), (200, 122, "21.00"), (20, 140, "THANK YOU"),
)  # fmt: skip


def test_the_name_is_without_its_number_in_the_register() -> None:
    lines = ((60, 20, "LUCKY STAR TRADING (519537-X)"), (60, 32, "12, JALAN MELATI"), (60, 44, "81750 MASAI"))
    assert read_invoice(page(*lines, *REST)).text("seller_name") == "LUCKY STAR TRADING"


def test_a_title_is_no_seller() -> None:
    lines = ((60, 10, "TAX INVOICE"), (60, 22, "SUNRISE BAKERY PTE LTD"), (60, 34, "12 High Street"))
    assert read_invoice(page(*lines, *REST)).text("seller_name") == "SUNRISE BAKERY PTE LTD"


def test_a_slogan_is_no_seller() -> None:
    lines = ((60, 10, "Hofmann"), (60, 22, "Für mich und dich."), (60, 34, "Seestrasse 12"), (60, 46, "6010 Kriens"))
    strip = page(*lines, *((x, y + 20, text) for x, y, text in REST), ocr=True, width=260.0)
    assert read_invoice(strip).text("seller_name") == "Hofmann"
