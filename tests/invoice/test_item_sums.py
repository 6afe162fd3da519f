"""Rows among the goods that are sums of others."""

from __future__ import annotations

from quire.invoice.extract import read_invoice
from quire.invoice.invoice import Item
from quire.invoice.item_sums import without_sums
from tests.invoice.pages import page

SHELF = Item(name="Shelf", quantity="2", unit_price="40.00", amount="80.00")
DOOR = Item(name="Door", quantity="1", unit_price="120.00", amount="120.00")
LAMP = Item(name="Lamp", quantity="3", unit_price="10.00", amount="30.00")


def test_sums_of_parts_are_no_goods() -> None:
    parts = (SHELF, DOOR, Item(name="Ground floor", amount="200.00"), LAMP, SHELF, Item(name="Attic", amount="110.00"))
    assert without_sums(parts, ["310.00"]) == (SHELF, DOOR, LAMP, SHELF)
    assert without_sums(parts, []) == (SHELF, DOOR, LAMP, SHELF)


def test_rows_that_spoil_the_sum_of_the_bill_are_no_goods() -> None:
    odd = Item(name="Category furniture", amount="276.00")
    assert without_sums((odd, SHELF, odd, DOOR, LAMP), ["230.00", "276.00"]) == (SHELF, DOOR, LAMP)


def test_a_row_without_quantity_that_the_sum_needs_stays() -> None:
    carriage = Item(name="Carriage", amount="15.00")
    assert without_sums((SHELF, DOOR, carriage), ["215.00"]) == (SHELF, DOOR, carriage)


def test_a_row_that_alone_has_an_amount_stays() -> None:
    hours = Item(name="Hours", quantity="3", unit_price="40.00")
    extra = Item(name="Extra", amount="95.00")
    assert without_sums((hours, hours, extra), ["95.00"]) == (hours, hours, extra)


def test_in_a_list_of_amounts_a_row_may_be_as_much_as_two_others() -> None:
    rows = tuple(Item(name=name, amount=amount) for name, amount in (("A", "5.00"), ("B", "5.00"), ("C", "10.00")))
    assert without_sums(rows, ["20.00"]) == rows


def test_a_bill_has_the_goods_without_the_sums_of_its_parts() -> None:
    head = ((40, 100, "Description"), (250, 100, "Qty"), (320, 100, "Unit price"), (500, 100, "Amount"))
    parts = (
        (40, 120, "Shelf"), (250, 120, "2"), (320, 120, "£40.00"), (500, 120, "£80.00"),
        (40, 136, "Door"), (250, 136, "1"), (320, 136, "£120.00"), (500, 136, "£120.00"),
        (40, 152, "Ground floor, all rooms"), (500, 152, "£200.00"),
        (40, 168, "Lamp"), (250, 168, "3"), (320, 168, "£10.00"), (500, 168, "£30.00"),
    )  # fmt: skip
    sums = ((320, 200, "Total"), (500, 200, "£230.00"))
    facts = ((40, 40, "Alder Tools Ltd"), (300, 40, "Invoice number: A-1001"), (300, 54, "Invoice date: 3 May 2024"))
    found = read_invoice(page(*facts, *head, *parts, *sums))
    assert [item.name for item in found.items] == ["Shelf", "Door", "Lamp"]
