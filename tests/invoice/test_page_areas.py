"""Pages with several invoices."""

from __future__ import annotations

import pytest

from quire.invoice.extract import read_invoices
from quire.invoice.page_areas import SEVERAL
from tests.invoice.pages import page

BILL = (
    (0, 0, "INVOICE"), (0, 16, "Kestrel Tools Ltd"), (0, 46, "Date: 02.02.2026"), (0, 70, "Workshop"), (120, 70, "100.00"),
    (60, 86, "VAT 20%"), (120, 86, "20.00"), (60, 102, "Total"), (120, 102, "120.00"),
)  # fmt: skip

COLUMNS = ("Part", "Quantity", "Tier", "Unit", "Line total")


def _bills(*places: tuple[float, float, str]) -> tuple[tuple[float, float, str], ...]:
    """Bills whose corners and numbers are told."""
    return tuple(
        (x + dx, y + dy, text) for x, y, number in places for dx, dy, text in (*BILL, (0, 30, f"Invoice no.: {number}"))
    )


def test_bills_with_white_between_them_are_read_each() -> None:
    found = read_invoices(page(*_bills((40, 20, "AC-1"), (40, 320, "AC-2"))))
    assert [one.text("invoice_number") for one in found] == ["AC-1", "AC-2"]
    assert not any(check.rule == SEVERAL for one in found for check in one.checks)


def test_bills_that_nothing_parts_are_told() -> None:
    found = read_invoices(
        page(
            *_bills((40, 20, "AC-1"), (190, 20, "AC-2")),
            (40, 8, "A line that runs above both of the bills, no white parts them"),
        )
    )
    assert [check.message for one in found for check in one.checks if check.rule == SEVERAL] == [
        "the page may have several invoices: AC-1, AC-2"
    ]


FORM = (
    (0, 0, "INVOICE"), (0, 16, "Kestrel Tools Ltd"), (0, 44, "Bill to"), (0, 58, "{buyer}"), (0, 76, "Date: 02.02.2026"),
    (0, 100, "Description"), (120, 100, "Amount"), (0, 116, "Workshop"), (120, 116, "100.00"), (60, 132, "VAT 20%"),
    (120, 132, "20.00"), (60, 148, "Total"), (120, 148, "120.00"),
)  # fmt: skip


def _forms(*places: tuple[float, float, str]) -> list[tuple[float, float, str]]:
    """Bills without numbers, whose corners and buyers are told."""
    return [(x + dx, y + dy, text.format(buyer=buyer)) for x, y, buyer in places for dx, dy, text in FORM]


@pytest.mark.parametrize("corner", [(40, 260), (300, 20)])
def test_a_form_that_is_printed_twice_is_two_bills_though_they_have_no_numbers(corner: tuple[float, float]) -> None:
    found = read_invoices(page(*_forms((40, 20, "Tilda Design Ltd"), (*corner, "Faro Systems LLC"))))
    assert [one.text("buyer_name") for one in found] == ["Tilda Design Ltd", "Faro Systems LLC"]
    assert [one.text("total_amount") for one in found] == ["120.00", "120.00"]


def test_two_copies_of_a_bill_are_one() -> None:
    found = read_invoices(page(*_forms((40, 20, "Tilda Design Ltd"), (40, 260, "Tilda Design Ltd"))))
    assert len(found) == 1


def test_tables_that_repeat_their_headings_are_no_bills_of_their_own() -> None:
    rows = [(x, y, text) for y in (200, 260) for x, text in zip((40, 120, 180, 240, 300), COLUMNS, strict=True)]
    assert len(read_invoices(page(*_bills((40, 20, "AC-1")), *rows, (340, 280, "Total"), (400, 280, "9.00")))) == 1


def test_another_number_behind_another_label_is_no_second_bill() -> None:
    found = read_invoices(page(*_bills((40, 20, "AC-1")), (40, 200, "Refers to invoice number: AC-0")))
    assert [check.rule for one in found for check in one.checks if check.rule == SEVERAL] == []


@pytest.mark.parametrize(("extra", "day"), [("EIN 12-3456789", "2026-02-03"), ("VAT no.: GB123456782", "2026-03-02")])
def test_dollars_with_a_tax_that_america_lacks_have_the_day_first(extra: str, day: str) -> None:
    made = page(
        (40, 20, "INVOICE"), (40, 36, "Kestrel Tools Ltd"), (40, 52, extra), (40, 68, "Invoice no.: AC-1"),
        (40, 84, "Invoice date: 02/03/2026"), (40, 120, "Workshop"), (400, 120, "$100.00"), (340, 136, "Total"), (400, 136, "$100.00"),
    )  # fmt: skip
    assert read_invoices(made)[0].text("invoice_date") == day
