"""What a model says of an invoice counts only where the page says it too."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.invoice.checks import findings
from quire.invoice.invoice import KEYS, Invoice, Origin, Value
from quire.invoice.model_fields import apply_model_fields, open_keys, page_text
from quire.model.page import Line, Page, Style, Word

STYLE = Style("Sans", 10.0, False, False, False, 0)
TODAY = date(2026, 1, 2)
PRINT = (
    "TAX INVOICE",
    "Harbour Lights Trading",
    "Company Limited",
    "No. INV-2025 / 0042",
    "Issued 3 March 2025, due 2 April 2025",
    "Net 1.234,50 EUR",
    "VAT 19 % 234,56 EUR",
    "Total EUR 1,469.06",
    "VAT ID DE 136 695 976",
    "青屿示例餐饮有限公司",
)


def page(*texts: str) -> Page:
    lines = []
    for at, text in enumerate(texts):
        word = Word(text, 50.0, 20.0 * at, 300.0, 20.0 * at + 10, 20.0 * at + 8, STYLE, space=False)
        lines.append(Line((word,), word.x0, word.y0, word.x1, word.y1, word.baseline))
    return Page(1, 595.0, 842.0, lines=tuple(lines))


def told(said: dict[str, str], invoice: Invoice | None = None, texts: tuple[str, ...] = PRINT) -> dict[str, str]:
    found = apply_model_fields(page(*texts), invoice or Invoice(1), said, today=TODAY)
    return {key: found.text(key) for key in KEYS if found.text(key)}


@pytest.mark.parametrize(
    ("key", "said", "value"),
    [
        ("invoice_type", "Tax Invoice", "TAX INVOICE"),
        ("seller_name", "Harbour Lights Trading Company Limited", "Harbour Lights Trading Company Limited"),
        ("seller_name", "青屿示例 餐饮有限公司", "青屿示例餐饮有限公司"),
        ("invoice_number", "INV-2025/0042", "INV-2025/0042"),
        ("invoice_date", "3 March 2025", "2025-03-03"),
        ("invoice_date", "2025-03-03", "2025-03-03"),
        ("amount", "1234.50", "1234.50"),
        ("amount", "1.234,50 EUR", "1234.50"),
        ("total_amount", "EUR 1,469.06", "1469.06"),
        ("tax_rate", "19%", "19%"),
        ("seller_tax_id", "DE136695976", "DE136695976"),
    ],
)
def test_what_stands_on_the_page_is_taken(key: str, said: str, value: str):
    found = apply_model_fields(page(*PRINT), Invoice(1), {key: said}, today=TODAY)
    assert found.text(key) == value
    one = found.fields[key]
    assert (one.source, one.page) == (Origin.MODEL, 1)
    assert one.box is not None


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("seller_name", "Harbour Lights GmbH"),
        ("seller_name", "arbour Light"),
        ("seller_name", "42"),
        ("seller_name", "No. INV-2025 / 0042"),
        ("invoice_number", "2025/00"),
        ("invoice_number", "NV-2025/0042"),
        ("invoice_number", "none"),
        ("invoice_date", "2025-03-04"),
        ("invoice_date", "someday"),
        ("total_amount", "1469.07"),
        ("total_amount", "469.06"),
        ("total_amount", "about a thousand"),
        ("tax_rate", "9%"),
        ("tax_rate", "19%, 7%"),
        ("seller_tax_id", "DE12345678"),
        ("seller_tax_id", "1,469.06"),
        ("seller_tax_id", "2025"),
        ("invoice_code", "0042"),
        ("invoice_number", "1,469.06"),
        ("invoice_number", "234,56"),
        ("seller_name", "x" * 5000),
        ("seller_name", ""),
    ],
)
def test_what_does_not_stand_there_is_not(key: str, said: str):
    assert told({key: said}) == {}


texts = st.text(st.sampled_from("0123456789.,- /%年月日元abcDE青屿限公司€"), max_size=30)


@given(st.lists(texts, max_size=6), st.dictionaries(st.sampled_from(KEYS), texts | st.text(max_size=20)))
def test_every_value_is_made_of_what_is_printed(prints: list[str], said: dict[str, str]):
    found = apply_model_fields(page(*prints), Invoice(1), said, today=TODAY)
    printed = {one for text in prints for one in text if one.isalnum()}
    for key in found.fields:
        letters = {one for one in found.fields[key].printed if one.isalnum()}
        assert letters <= printed | {one for text in prints for one in page_text(page(text), 99)}


def test_a_value_by_which_a_rule_fails_is_left_out():
    fields = {key: Value(value, value, Origin.TEXT) for key, value in (("amount", "1234.50"), ("tax_amount", "234.56"))}
    invoice = Invoice(1, fields, checks=findings(fields, (), chinese=False, today=TODAY))
    assert told({"total_amount": "1,469.06"}, invoice)["total_amount"] == "1469.06"
    found = apply_model_fields(page(*PRINT), invoice, {"total_amount": "234,56", "tax_rate": "19%"}, today=TODAY)
    assert (found.text("total_amount"), found.text("tax_rate")) == ("", "19%")
    assert all(check.holds for check in found.checks if check.rule != "missing")


def test_a_doubted_value_makes_way_when_the_rule_holds_then():
    fields = {
        key: Value(value, value, Origin.TEXT)
        for key, value in (("amount", "1234.50"), ("tax_amount", "234.56"), ("total_amount", "234.56"))
    }
    invoice = Invoice(1, fields, checks=findings(fields, (), chinese=False, today=TODAY))
    assert {"total_amount", "seller_name"} <= {*open_keys(page(*PRINT), invoice)}
    assert told({"total_amount": "1,469.06"}, invoice)["total_amount"] == "1469.06"
    assert told({"total_amount": "1.234,50"}, invoice)["total_amount"] == "234.56"
    sure = Invoice(1, fields | {"total_amount": Value("234.56", "", Origin.QR)}, checks=invoice.checks)
    assert told({"total_amount": "1,469.06"}, sure)["total_amount"] == "234.56"


def test_nothing_is_open_where_xml_says_it_all_or_nothing_is_printed():
    xml = Invoice(1, {"total_amount": Value("1.00", "1.00", Origin.XML)})
    assert open_keys(page(*PRINT), xml) == ()
    assert open_keys(page(), Invoice(1)) == ()
    assert "invoice_code" not in open_keys(page(*PRINT), Invoice(1))
    assert "invoice_code" in open_keys(page("增值税普通发票 发票号码 开票日期 购买方"), Invoice(1))


def test_the_text_of_a_page_is_bounded():
    assert page_text(page(*PRINT), 20) == "TAX INVOICE\nHarbour "
