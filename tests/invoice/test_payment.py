"""When and where a bill is to be paid, and the addresses of its parties."""

from __future__ import annotations

import pytest

from quire.invoice.check_digits import is_iban
from quire.invoice.extract import read_invoice
from tests.invoice.pages import page

HEAD = (
    (40, 20, "Kestrel Tools Ltd"),
    (40, 34, "12 High Street"),
    (40, 48, "Dublin D02 X285"),
    (40, 62, "info@kestrel.example"),
)
BUYER = ((40, 90, "Bill To"), (40, 104, "Renzo Calabrix"), (40, 118, "8 Park Lane"), (40, 132, "Cork T12 W8KP"), (40, 146, "Phone: +353 1 5550100"))  # fmt: skip
SUMS = (
    (40, 300, "Workshop"), (400, 300, "100.00"), (340, 340, "Subtotal"), (460, 340, "100.00"), (340, 356, "VAT 20%"),
    (460, 356, "20.00"), (340, 372, "Total EUR"), (460, 372, "120.00"),
)  # fmt: skip
NUMBER = (40, 180, "Invoice no.: AC-0057")


@pytest.mark.parametrize(
    "label",
    [
        "Due date:",
        "Payable by",
        "Fällig am",
        "Échéance :",
        "Fecha de vencimiento:",
        "Please pay until:",
        "À régler au plus tard le :",
        "Bitte überweisen Sie bis zum",
    ],
)
def test_the_due_date_is_found_by_its_label(label: str) -> None:
    facts = (NUMBER, (40, 194, "Invoice date: 02.02.2026"), (40, 208, f"{label} 16.02.2026"))
    found = read_invoice(page(*HEAD, *BUYER, *facts, *SUMS))
    assert (found.text("invoice_date"), found.text("due_date")) == ("2026-02-02", "2026-02-16")


def test_a_due_date_may_go_on_in_the_line_below() -> None:
    facts = (NUMBER, (40, 194, "Invoice date: 02.02.2026"), (40, 208, "Due date: 16"), (40, 219, "February 2026"))
    assert read_invoice(page(*HEAD, *BUYER, *facts, *SUMS)).text("due_date") == "2026-02-16"


def test_another_date_is_no_due_date() -> None:
    facts = (NUMBER, (40, 194, "Invoice date: 02.02.2026"), (40, 208, "Delivery date: 16.02.2026"))
    assert "due_date" not in read_invoice(page(*HEAD, *BUYER, *facts, *SUMS)).fields


def test_an_account_has_right_check_digits() -> None:
    facts = (NUMBER, (40, 194, "Invoice date: 02.02.2026"), (40, 430, "IBAN: DE89 3704 0044 0532 0130 00"))
    found = read_invoice(page(*HEAD, *BUYER, *facts, *SUMS))
    assert found.text("seller_bank_account") == "DE89370400440532013000"
    assert not is_iban("DE88370400440532013000")


def test_the_addresses_end_before_phone_and_mail() -> None:
    facts = (NUMBER, (40, 194, "Invoice date: 02.02.2026"))
    found = read_invoice(page(*HEAD, *BUYER, *facts, *SUMS))
    assert found.text("seller_address_phone") == "12 High Street, Dublin D02 X285"
    assert found.text("buyer_address_phone") == "8 Park Lane, Cork T12 W8KP"


def test_a_name_in_doubt_has_no_address() -> None:
    facts = (NUMBER, (40, 194, "Invoice date: 02.02.2026"))
    other = ((40, 76, "Casimir Ivo Jan Brzozek"), (40, 90, "191 High Street"), (40, 104, "Cork T12 W8KP"))
    found = read_invoice(page(*HEAD[:3], *other, *facts, *SUMS))
    assert found.fields["buyer_name"].confidence < 0.5
    assert "buyer_address_phone" not in found.fields
    assert found.text("seller_address_phone") == "12 High Street, Dublin D02 X285"


def test_an_address_ends_above_the_table_of_goods() -> None:
    facts = ((40, 150, "Invoice no.: AC-0057"), (400, 150, "Invoice date: 02.02.2026"))
    buyer = (
        (40, 170, "Bill To"),
        (40, 184, "Renzo Calabrix Ltd"),
        (40, 198, "8 Park Lane"),
        (40, 212, "Cork T12 W8KP"),
    )
    goods = (
        (40, 230, "Description"), (250, 230, "Qty"), (320, 230, "Unit price"), (460, 230, "Amount"),
        (40, 244, "Oak panel 3"), (250, 244, "2"), (320, 244, "50.00"), (460, 244, "100.00"),
    )  # fmt: skip
    found = read_invoice(page(*HEAD, *facts, *buyer, *goods, *SUMS))
    assert found.text("buyer_address_phone") == "8 Park Lane, Cork T12 W8KP"


@pytest.mark.parametrize(
    "said",
    [
        "Bitte zahlen Sie bis spätestens 16.02.2026.",
        "À payer avant le 16.02.2026",
        "Invoice to be paid before 16.02.2026",
        "Vence: 16.02.2026",
        "Pagar até 16.02.2026",
    ],
)
def test_the_due_date_in_a_sentence(said: str) -> None:
    facts = (NUMBER, (40, 194, "Invoice date: 02.02.2026"), (40, 430, said))
    assert read_invoice(page(*HEAD, *BUYER, *facts, *SUMS)).text("due_date") == "2026-02-16"


def test_the_due_date_on_a_page_without_the_date_of_issue() -> None:
    found = read_invoice(page(*HEAD, *BUYER, NUMBER, *SUMS, (40, 430, "Due date: 16.02.2026")))
    assert found.text("due_date") == "2026-02-16"
