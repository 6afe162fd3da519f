"""Chinese tickets: each value by its label, in front of it, above it or by its place on the form."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from quire.invoice.extract import read_invoice
from quire.model.geometry import Box
from quire.read import open_source
from tests.invoice import voucher_set
from tests.invoice.pages import page
from tests.invoice.tickets import TICKETS
from tests.invoice.vouchers import pdf_of


@pytest.mark.parametrize("kind", sorted(TICKETS))
@pytest.mark.parametrize("ocr", [False, True])
def test_tickets(kind: str, *, ocr: bool) -> None:
    ticket = TICKETS[kind]
    found = read_invoice(page(*ticket.places, width=ticket.width, ocr=ocr))
    assert {key: found.text(key) for key in ticket.fields} == ticket.fields


def test_where_the_figures_of_the_total_are_illegible_its_words_are_read() -> None:
    found = read_invoice(
        page(
            (100, 20, "增值税普通发票（卷票）"), (20, 40, "发票代码:050001800107"), (20, 60, "发票号码:04401556"), (20, 80, "开票日期:2018-10-18"),
            (20, 100, "项目 单价 数量 金额"), (20, 120, "*钢材*螺纹钢"), (20, 140, "3527.95 50 176397.50"),
            (20, 160, "合计金额(小写):¥17639750示环保工程"), (20, 180, "合计金额(大写):壹拾柒万陆仟叁佰玖拾柒圆伍角"), ocr=True, width=300.0,
        )
    )  # fmt: skip
    assert found.text("total_amount") == "176397.50"


@pytest.mark.parametrize("kind", sorted(voucher_set.KINDS))
@pytest.mark.parametrize("seed", [11, 12])
def test_forms_of_every_kind(tmp_path: Path, kind: str, seed: int) -> None:
    """Construction, transport, leases, journeys, tolls, rolls, vehicles, lists, several pages, remarks full of numbers."""
    path = tmp_path / "a.pdf"
    pdf_of([])  # registers the font
    sheets, truths = voucher_set.KINDS[kind](random.Random(seed))
    path.write_bytes(pdf_of(sheets))
    with open_source(path) as source:
        found = [read_invoice(source.page(number)) for number in range(1, len(sheets) + 1)]
    for invoice, truth in zip(found, truths, strict=True):
        said = {key: plain(invoice.text(key)) for key in truth["fields"]}
        assert {k: v for k, v in said.items() if v not in accepted(truth["fields"][k])} == {}
        rows: list[dict[str, Any]] = json.loads(dict(invoice.pairs()).get("line_items", "[]"))
        for row, true in zip(rows, truth.get("line_items", []), strict=bool(truth.get("line_items"))):
            assert {k: row.get(k, "") for k, v in true.items() if plain(row.get(k, "")) not in accepted(v)} == {}


def plain(text: str) -> str:
    return text.replace("(", "（").replace(")", "）")


def accepted(value: object) -> list[str]:
    return [plain(str(one)) for one in (value if isinstance(value, list) else [value])]


HEAD = (
    (300.0, 20.0, "电子发票（普通发票）"),
    (40.0, 80.0, "名称：青禾软件有限公司"),
    (320.0, 80.0, "名称：云岫贸易有限公司"),
)
GOODS = (
    (40.0, 120.0, "项目名称"), (150.0, 120.0, "单位"), (200.0, 120.0, "数量"), (260.0, 120.0, "单价"), (340.0, 120.0, "金额"), (420.0, 120.0, "税率/征收率"),
    (520.0, 120.0, "税额"), (40.0, 140.0, "*印刷品*图书"), (340.0, 140.0, "100.00"), (430.0, 140.0, "免税"), (40.0, 180.0, "合计"), (330.0, 180.0, "¥100.00"),
    (40.0, 200.0, "价税合计（大写）"), (160.0, 200.0, "壹佰圆整"), (400.0, 200.0, "（小写）"), (460.0, 200.0, "¥100.00"),
)  # fmt: skip


def test_where_the_marks_of_a_tax_free_row_are_lost_the_rate_says_that_there_is_no_tax() -> None:
    found = read_invoice(page(*HEAD, *GOODS, ocr=True))
    assert (found.text("tax_rate"), found.text("tax_amount"), found.text("total_amount")) == ("免税", "0.00", "100.00")


@pytest.mark.parametrize("read", ["2533200000123456789", "253320000001234567891"])
def test_a_number_with_a_digit_lost_or_doubled_is_read_again(read: str) -> None:
    def look(box: Box) -> list[tuple[str, Box, float]]:
        return [("25332000000123456789", box, 0.99)]

    places = (*HEAD, (400.0, 40.0, f"发票号码：{read}"))
    assert read_invoice(page(*places, ocr=True), look=look).text("invoice_number") == "25332000000123456789"
    assert read_invoice(page(*places, ocr=True)).text("invoice_number") == ""


def test_the_invoice_that_a_red_one_takes_back_is_not_its_number() -> None:
    found = read_invoice(
        page(
            (300, 20, "增值税专用发票"),
            (40, 60, "开票日期：2024年01月02日"),
            (40, 200, "对应正数发票代码:3300364350号码:42357640"),
        )
    )
    assert (found.text("invoice_code"), found.text("invoice_number")) == ("", "")


@pytest.mark.parametrize(
    ("read", "title"),
    [
        ("遼寧增值稅電子普通發票", "增值税电子普通发票"), ("這宁增值税电子普通发票", "增值税电子普通发票"), ("电子发票（ (普通发票)", "电子发票（普通发票）"),
        ("電子發票（增值稅專用發票）", "电子发票（增值税专用发票）"),
    ],
)  # fmt: skip
def test_titles_as_recognition_reads_them(read: str, title: str) -> None:
    assert (
        read_invoice(page((200, 20, read), (40, 60, "开票日期：2024年01月02日"), ocr=True)).text("invoice_type")
        == title
    )


def test_strokes_of_the_form_that_are_read_as_underscores_are_no_names() -> None:
    found = read_invoice(
        page(
            (300, 20, "增值税专用发票"),
            (40, 80, "名"),
            (60, 80, "称_：_"),
            (110, 82, "云岫贸易有限公司"),
            (40, 100, "开票日期：2024年01月02日"),
            ocr=True,
        )
    )
    assert found.text("buyer_name") == "云岫贸易有限公司"


def test_a_value_a_little_above_its_label_ends_where_the_next_label_begins() -> None:
    places = ((200, 20, "机动车销售统一发票"), (40, 100, "购买方名称"), (110, 92, "云岫贸易有限公司纳税人识别号/"), (260, 100, "统一社会信用代码/"), (350, 100, "91310000MA1FL0K35X"), (40, 60, "开票日期 2024-01-02"))  # fmt: skip
    found = read_invoice(page(*places))
    assert (found.text("buyer_name"), found.text("buyer_tax_id")) == ("云岫贸易有限公司", "91310000MA1FL0K35X")


def test_an_id_alone_below_its_label_is_its_value() -> None:
    label = "统一社会信用代码/纳税人识别号："
    places = (
        (200, 20, "电子发票（普通发票）"), (40, 60, "开票日期：2025年05月06日"), (40, 90, "名称：云岫物流有限公司"), (300, 90, "名称：松风公路有限公司"),
        (40, 105, label), (300, 105, label), (40, 120, "91310000MA1FL0K35X"), (300, 120, "91110108551385082Q"),
        (40, 160, "项目名称"), (200, 160, "金额"), (280, 160, "税率"), (360, 160, "税额"),
        (40, 180, "*经营租赁*通行费"), (200, 180, "97.09"), (280, 180, "3%"), (360, 180, "2.91"),
        (40, 200, "合 计"), (200, 200, "¥97.09"), (360, 200, "¥2.91"), (40, 220, "价税合计（大写）壹佰圆整"), (280, 220, "（小写）¥100.00"),
    )  # fmt: skip
    found = read_invoice(page(*places))
    assert (found.text("buyer_tax_id"), found.text("seller_tax_id")) == ("91310000MA1FL0K35X", "91110108551385082Q")
