from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.invoice.checks import check_character, findings, is_invoice_code, is_tax_id
from quire.invoice.chinese_totals import left_over
from quire.invoice.invoice import Check, Item, Origin, Value


def fields(**values: str) -> dict[str, Value]:
    return {key: Value(value, value, Origin.TEXT) for key, value in values.items()}


def broken(found: Iterable[Check]) -> list[str]:
    return [check.rule for check in found if not check.holds]


def test_a_sound_invoice_keeps_all_rules():
    said = fields(
        invoice_code="051001900111",
        invoice_number="12345678",
        invoice_date="2024-01-02",
        amount="100.00",
        tax_rate="13%",
        tax_amount="13.00",
        total_amount="113.00",
        amount_in_words="壹佰壹拾叁圆整",
    )
    items = [Item("纸", "", "包", "3", "33.3333333", "100.00", "13%", "13.00")]
    found = findings(said, items, chinese=True, today=date(2024, 1, 2))
    assert broken(found) == []
    assert {check.rule for check in found} == {
        "sum",
        "items_amount",
        "items_tax",
        "item_products",
        "item_taxes",
        "capitals",
        "invoice_code",
        "invoice_number",
        "date",
    }


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"total_amount": "113.02"}, "sum"),
        ({"amount_in_words": "壹佰壹拾肆圆整"}, "capitals"),
        ({"invoice_date": "2024-01-03"}, "date"),
        ({"invoice_number": "1234567"}, "invoice_number"),
        ({"invoice_code": "991001900111"[:11] + "x"}, "invoice_code"),
        ({"seller_tax_id": "91110105MA0000000X"}, "seller_tax_id"),
    ],
)
def test_each_rule_can_fail(change: dict[str, str], rule: str):
    said = fields(amount="100.00", tax_amount="13.00", total_amount="113.00") | fields(**change)
    assert rule in broken(findings(said, [], chinese=True, today=date(2024, 1, 2)))


def test_a_printed_discount_explains_a_sum_that_does_not_work() -> None:
    said = fields(amount="300.00", tax_amount="60.00", total_amount="330.00")
    assert "sum" in broken(findings(said, [], chinese=False))
    assert "sum" in broken(findings(said, [], chinese=False, printed=lambda: {Decimal("25.00")}))
    assert "sum" not in broken(findings(said, [], chinese=False, printed=lambda: {Decimal("30.00")}))


def test_without_a_total_the_other_sums_are_missing_too() -> None:
    lacking = next(c for c in findings(fields(invoice_number="A1"), [], chinese=False) if c.rule == "missing")
    assert {"total_amount", "amount", "tax_amount", "buyer_name"} <= set(lacking.keys)


@pytest.mark.parametrize(("total", "missed"), [("100.00", False), ("120.00", True)])
def test_the_tax_is_missing_only_where_the_net_amount_is_less_than_the_total(total: str, missed: bool) -> None:
    said = fields(invoice_number="A1", seller_tax_id="GB123456789", amount="100.00", total_amount=total)
    lacking = next(c for c in findings(said, [], chinese=False) if c.rule == "missing")
    assert ("tax_amount" in lacking.keys) is missed


def test_rows_that_do_not_multiply_are_named():
    items = [
        Item(quantity="2", unit_price="5", amount="10.00"),
        Item(quantity="2", unit_price="5", amount="12.00", tax_rate="10%", tax="2.00"),
    ]
    found = findings({}, items, chinese=False)
    assert broken(found) == ["item_products", "item_taxes"]
    assert all(check.message.endswith("row 2") for check in found)


def test_free_of_tax():
    assert broken(findings(fields(tax_rate="免税", tax_amount="1.00"), [], chinese=True)) == ["tax_free"]
    assert broken(findings(fields(tax_rate="免税", tax_amount="0.00"), [], chinese=True)) == []


def test_red_invoices_may_have_words_without_a_sign():
    for words in ("（负数）壹拾圆整", "壹拾圆整", "(负数)壹拾圆整"):
        assert broken(findings(fields(amount_in_words=words, total_amount="-10.00"), [], chinese=True)) == []


@pytest.mark.parametrize("code", ["91110000802100433B", "91330106673959654P", "110105199003077774"[:15]])
def test_known_forms_of_tax_ids(code: str):
    assert is_tax_id(code)


@given(st.text("0123456789ABCDEFGHJKLMNPQRTUWXY", min_size=17, max_size=17), st.integers(0, 16))
def test_any_changed_character_is_noticed(body: str, place: int):
    code = body + check_character(body)
    assert check_character(body)
    assert is_tax_id(code)
    changed = code[:place] + ("1" if code[place] != "1" else "2") + code[place + 1 :]
    assert check_character(changed) != code[17]


@pytest.mark.parametrize(
    ("code", "good"),
    [("1100191130", True), ("051001900111", True), ("9900191130", False), ("12345", False), ("", False)],
)
def test_invoice_codes(code: str, good: bool):
    assert is_invoice_code(code) is good


def test_sources_that_differ_are_a_finding():
    said = fields(invoice_number="12345678", amount="10.00")
    code = {"invoice_number": Value("12345678", "", Origin.QR), "amount": Value("10", "", Origin.QR)}
    found = findings(said, [], chinese=False, others=[code])
    assert [(c.rule, c.holds) for c in found if c.rule != "missing"] == [("qr_agrees", True)]
    code["amount"] = Value("11.00", "", Origin.QR)
    found = findings(said, [], chinese=False, others=[code])
    assert [(c.rule, c.keys) for c in found if c.rule != "missing"] == [("qr_agrees", ("amount",))]
    code["amount"] = Value("10.02", "", Origin.QR)
    assert all(c.holds for c in findings(said, [], chinese=False, others=[code]) if c.rule == "qr_agrees")


def test_what_every_invoice_has_is_a_finding_where_it_lacks():
    said = fields(
        invoice_type="INVOICE", invoice_number="7", seller_name="Alder", seller_tax_id="DE1", total_amount="10"
    )
    (lacking,) = (c for c in findings(said, [], chinese=False) if c.rule == "missing")
    assert lacking.keys == ("invoice_date", "amount", "tax_amount", "buyer_name", "tax_rate", "currency")
    assert not broken(findings({}, [], chinese=False))
    del said["seller_tax_id"]
    (lacking,) = (c for c in findings(said, [], chinese=False) if c.rule == "missing")
    assert lacking.keys == ("invoice_date", "buyer_name", "currency")  # a bill with a number has a buyer


def test_a_value_more_likely_wrong_than_right_is_a_finding():
    said = {"total_amount": Value("10.00", "10.00", Origin.TEXT, 0.3)}
    (doubt,) = (c for c in findings(said, [], chinese=False) if c.rule == "doubtful")
    assert (doubt.keys, doubt.holds) == (("total_amount",), False)


def test_rows_of_foreign_bills_may_be_cheaper_than_their_product():
    discounted, gross, rounded, wrong = (
        Item(quantity="2", unit_price="5", amount="9.00"),
        Item(quantity="2", unit_price="5", amount="11.90", tax_rate="19%"),
        Item(quantity="20", unit_price="2.77", amount="55.46"),
        Item(quantity="2", unit_price="5", amount="14.00"),
    )
    assert not broken(findings({}, [discounted, gross, rounded], chinese=False))
    assert broken(findings({}, [discounted, wrong], chinese=False)) == ["item_products"]
    assert broken(findings({}, [discounted], chinese=True)) == ["item_products"]


def test_a_sum_that_was_not_read_is_left_over_and_never_proves_the_others():
    read = {key: Value(text, text, Origin.OCR, 0.9) for key, text in (("amount", "100.00"), ("total_amount", "113.00"))}
    left = left_over(read)
    assert [(k, v.value, v.printed, v.source, v.confidence) for k, v in left.items()] == [
        ("tax_amount", "13.00", "", Origin.DERIVED, 0.9)
    ]
    assert not left_over(read | left)
    assert not left_over({"total_amount": read["total_amount"]})
    assert not left_over({"amount": read["amount"], "total_amount": read["amount"]})
    rules = {c.rule: c.holds for c in findings(read | left, [], chinese=True)}
    assert rules == {"derived": True}


def test_an_empty_field_of_a_chinese_form_is_a_finding():
    said = fields(invoice_type="增值税专用发票", invoice_number="12345678", seller_name="甲", total_amount="1.13")
    (lacking,) = (c for c in findings(said, [], chinese=True) if c.rule == "missing")
    assert lacking.keys == ("invoice_date", "amount", "tax_amount")
    ticket = fields(invoice_type="电子发票(铁路电子客票)", total_amount="55.00")
    assert not any(c.rule == "missing" for c in findings(ticket, [], chinese=True))


def test_wrong_check_digits_of_a_foreign_tax_id_are_a_finding():
    said = fields(seller_tax_id="DE136695976", buyer_tax_id="NL123456789B12")
    found = {check.keys: check.holds for check in findings(said, (), chinese=False) if check.rule.endswith("_tax_id")}
    assert found == {("seller_tax_id",): True, ("buyer_tax_id",): False}


def test_a_bill_with_a_number_states_its_currency():
    said = fields(invoice_number="A-17", invoice_date="2024-01-02", seller_name="Kestrel Ltd", total_amount="7.00")
    lacking = next(check for check in findings(said, (), chinese=False) if check.rule == "missing")
    assert lacking.keys == ("buyer_name", "currency")


def test_rows_of_a_foreign_bill_that_make_no_sum_are_a_finding():
    rows = (Item("Shelf", amount="81.00"), Item("Delivery", amount="9.90"))
    sums = fields(invoice_number="A-1", tax_amount="18.18", total_amount="109.08")
    assert "rows" not in broken(findings(sums, rows, chinese=False))  # with the tax
    assert "rows" in broken(findings(sums, rows[:1], chinese=False))
    discounted = findings(sums, (*rows, Item("Oil", amount="5.00")), chinese=False, printed=lambda: {Decimal("13.18")})
    assert "rows" not in broken(discounted)
