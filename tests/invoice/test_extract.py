from __future__ import annotations

import random
from datetime import date
from pathlib import Path

import pytest

from quire.invoice.extract import is_till_receipt, read_invoice
from quire.invoice.invoice import KEYS, Invoice, Origin
from quire.model.barcode import Barcode
from quire.model.geometry import Box
from quire.model.page import Page, TextSource
from quire.read import open_source
from tests.invoice import forms
from tests.invoice.pages import page


def read(path: Path) -> Page:
    with open_source(path) as source:
        return source.page(1)


def plain(text: str) -> str:
    return text.replace("(", "（").replace(")", "）")


def differences(found: Invoice, facts: forms.Facts) -> dict[str, tuple[str, str]]:
    said = {**facts.fields, **{key: value for key, value in facts.more.items() if value}}
    return {key: (found.text(key), value) for key, value in said.items() if plain(found.text(key)) != plain(value)}


@pytest.mark.parametrize("kind", sorted(forms.TITLES))
@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_text_forms_of_any_measure(tmp_path: Path, kind: str, seed: int):
    """Other pages, positions, spacing, rules, order of text objects for every seed."""
    facts = forms.make(tmp_path / "a.pdf", kind, seed, qr=False)
    found = read_invoice(read(tmp_path / "a.pdf"), today=date(2026, 1, 1))
    assert differences(found, facts) == {}
    assert all(check.holds for check in found.checks), found.checks
    assert [row.amount for row in found.items] == [row["amount"] for row in facts.rows]
    assert [row.name for row in found.items] == [row["name"] for row in facts.rows]
    assert {value.source for value in found.fields.values()} == {Origin.TEXT}
    assert all(value.box and value.page == 1 for value in found.fields.values())


def test_red_and_free_invoices(tmp_path: Path):
    facts = forms.make(tmp_path / "a.pdf", "digital", 21, red=True, qr=False)
    assert facts.fields["total_amount"].startswith("-")
    assert differences(read_invoice(read(tmp_path / "a.pdf")), facts) == {}
    facts = forms.make(tmp_path / "b.pdf", "e-ordinary", 22, free=True, qr=False)
    found = read_invoice(read(tmp_path / "b.pdf"))
    assert (found.text("tax_rate"), found.text("tax_amount")) == ("免税", "0.00")
    assert facts.fields["total_amount"] == found.text("total_amount")


def test_xml_is_believed_before_print(tmp_path: Path):
    rng = random.Random(5)
    facts = forms.invent("digital-special", rng)
    found = read_invoice(Page(1, 600, 400, source=TextSource.NONE), attachments=[("x.xml", forms.einvoice_xml(facts))])
    assert {key: found.text(key) for key in KEYS} == facts.fields
    assert {value.source for value in found.fields.values()} == {Origin.XML}
    assert len(found.items) == len(facts.rows)


def test_xml_belongs_to_the_page_with_its_number(tmp_path: Path):
    facts = forms.make(tmp_path / "a.pdf", "digital", 8, qr=False)
    other = forms.invent("digital", random.Random(99))
    attached = [("1.xml", forms.einvoice_xml(other)), ("2.xml", forms.einvoice_xml(facts))]
    found = read_invoice(read(tmp_path / "a.pdf"), attachments=attached)
    assert {key: plain(found.text(key)) for key in KEYS} == {key: plain(value) for key, value in facts.fields.items()}


def test_the_code_fills_a_picture_and_is_compared_with_print():
    facts = forms.invent("e-ordinary", random.Random(3))
    code = Barcode(facts.qr, Box(0, 0, 50, 50))
    empty = read_invoice(Page(1, 600, 400, source=TextSource.NONE), codes=[code])
    for key in ("invoice_type", "invoice_code", "invoice_number", "invoice_date", "amount"):
        assert empty.text(key) == facts.fields[key]
        assert empty.fields[key].source is Origin.QR
    printed = page(
        (300, 20, "增值税电子普通发票"),
        (400, 40, "发票号码：00000001"),
        (400, 60, "开票日期：2020年01月02日"),
        ocr=True,
    )
    both = read_invoice(printed, codes=[code])
    assert both.text("invoice_number") == facts.fields["invoice_number"]
    wrong = next(check for check in both.checks if check.rule == "ocr_agrees")
    assert not wrong.holds
    assert set(wrong.keys) == {"invoice_number", "invoice_date"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a cat",
        "猫咪照片喵喵喵喵喵喵喵喵喵喵喵喵喵",
        "total nonsense",
        "2024年1月1日 12345678901234567890",
        "x" * 5000,
        "\u202e\x00￥",
    ],
)
def test_what_is_no_invoice_has_empty_keys(text: str):
    found = read_invoice(page((50, 50, text)) if text else Page(1, 600, 800))
    assert found.pairs()[:12] == [(key, "") for key in KEYS]
    assert not found.checks


def test_an_english_receipt():
    found = read_invoice(
        page(
            (200, 20, "BLUE HERON TRADING SDN BHD"),
            (220, 40, "GST ID : 000123456789"),
            (230, 60, "TAX INVOICE"),
            (50, 90, "Invoice No: CS-1001"),
            (300, 90, "Date: 25/12/2018"),
            (50, 140, "Subtotal"),
            (400, 140, "RM 10.00"),
            (50, 160, "GST 6%"),
            (400, 160, "0.60"),
            (50, 180, "Total"),
            (400, 180, "RM 10.60"),
            (50, 200, "Cash"),
            (400, 200, "RM 20.00"),
        )
    )
    said = {key: found.text(key) for key in KEYS}
    assert said["seller_name"] == "BLUE HERON TRADING SDN BHD"
    assert said["seller_tax_id"] == "000123456789"
    assert (said["invoice_number"], said["invoice_date"]) == ("CS-1001", "2018-12-25")
    assert (said["amount"], said["tax_rate"], said["tax_amount"], said["total_amount"]) == (
        "10.00",
        "6%",
        "0.60",
        "10.60",
    )
    assert said["invoice_code"] == ""
    assert found.text("currency") == "MYR"


def test_a_receipt_of_a_chinese_shop_is_no_form_of_the_state():
    rows = (
        (120, 10, "春风书店超市"), (120, 22, "中山路33号"), (20, 46, "单号 1778377"), (200, 46, "2019-03-05"), (20, 70, "米饭"), (200, 70, "52.52"),
        (20, 82, "小计"), (200, 82, "52.52"), (20, 94, "优惠"), (200, 94, "-5.25"), (20, 106, "合计"), (200, 106, "47.27"),
        (20, 118, "收款"), (200, 118, "100.00"), (20, 130, "找回"), (200, 130, "52.73"), (120, 154, "谢谢惠顾"),
    )  # fmt: skip
    found = read_invoice(page(*rows, ocr=True, width=300.0))
    assert (found.text("total_amount"), found.text("invoice_date")) == ("47.27", "2019-03-05")
    assert found.text("seller_name") == "春风书店超市"


def test_a_chinese_page_with_words_of_paying_is_a_receipt() -> None:
    rows = (
        "绿野书城",
        "中山路31号",
        "流水号：223329",
        "打印时间：2023.04.14",
        "鲜牛奶   38.48",
        "原价合计: 38.48",
        "支付宝: 38.48",
        "谢谢惠顾",
    )
    assert is_till_receipt(page(*((20.0, 20.0 + 14 * at, row) for at, row in enumerate(rows))))
