"""Bills and receipts of Japan."""

from __future__ import annotations

import pytest

from quire.invoice.extract import read_invoice
from quire.invoice.japanese import is_japanese, read_japanese
from tests.invoice.pages import page

BILL = (
    (250, 40, "請 求 書"), (400, 70, "請求番号：INV-2024-0531"), (400, 84, "請求日：2024年5月31日"), (40, 80, "株式会社みどり製作所 御中"),
    (400, 110, "青空デザイン合同会社"), (400, 124, "登録番号：T1234567890123"), (40, 130, "下記の通りご請求申し上げます。"),
    (40, 150, "ご請求金額 ¥143,400-"), (40, 170, "お支払期限：2024年6月30日"),
    (40, 200, "品名"), (250, 200, "数量"), (330, 200, "単価"), (450, 200, "金額"),
    (40, 216, "サイト制作"), (250, 216, "1"), (330, 216, "100,000"), (450, 216, "100,000"),
    (40, 232, "撮影"), (250, 232, "2"), (330, 232, "12,000"), (450, 232, "24,000"),
    (40, 248, "飲料"), (250, 248, "10"), (330, 248, "648"), (450, 248, "6,480"),
    (330, 280, "小計"), (450, 280, "130,480"), (330, 296, "消費税(10%)"), (450, 296, "12,400"),
    (330, 312, "消費税(8%)"), (450, 312, "520"), (330, 328, "合計"), (450, 328, "143,400"),
    (40, 360, "振込先：みずほ銀行 渋谷支店 普通 1234567"),
)  # fmt: skip


def test_a_bill_of_two_rates() -> None:
    found = read_invoice(page(*BILL))
    assert {key: value.value for key, value in found.fields.items()} == {
        "invoice_type": "請求書",
        "invoice_number": "INV-2024-0531",
        "invoice_date": "2024-05-31",
        "buyer_name": "株式会社みどり製作所",
        "seller_name": "青空デザイン合同会社",
        "seller_tax_id": "T1234567890123",
        "amount": "130480.00",
        "tax_rate": "10%,8%",
        "total_amount": "143400.00",
        "currency": "JPY",
    }
    assert [(i.name, i.quantity, i.unit_price, i.amount) for i in found.items] == [
        ("サイト制作", "1", "100000", "100000.00"), ("撮影", "2", "12000", "24000.00"), ("飲料", "10", "648", "6480.00"),
    ]  # fmt: skip
    assert all(check.holds for check in found.checks)


def test_a_receipt_with_the_year_of_an_era() -> None:
    fields, _ = read_japanese(
        page((250, 40, "領 収 書"), (40, 70, "山田太郎 様"), (400, 70, "No. 00123"), (400, 84, "令和6年5月31日"), (200, 100, "¥5,500-"),
             (40, 100, "領収金額"), (40, 130, "但し お品代として"), (40, 150, "税抜金額"), (150, 150, "¥5,000"), (40, 166, "消費税額(10%)"), (150, 166, "¥500"),
             (400, 150, "株式会社ひかり商店"))
    )  # fmt: skip
    said = {key: value.value for key, value in fields.items()}
    assert said["invoice_type"] == "領収書"
    assert (said["invoice_number"], said["invoice_date"], said["buyer_name"]) == ("00123", "2024-05-31", "山田太郎")
    assert (said["amount"], said["tax_amount"], said["total_amount"], said["tax_rate"]) == (
        "5000.00",
        "500.00",
        "5500.00",
        "10%",
    )


@pytest.mark.parametrize(
    "text",
    [
        "增值税电子普通发票 价税合计 壹佰圆整 开票日期 2024年05月31日",
        "INVOICE No. 12",
        "統一發票 消費稅",
        "これは手紙です。",
    ],
)
def test_other_pages_are_none(text: str) -> None:
    assert not is_japanese(page((40, 40, text)))


def test_values_are_printed() -> None:
    texts = "".join(text for _, _, text in BILL)
    assert all(value.printed in texts for value in read_invoice(page(*BILL)).fields.values())
