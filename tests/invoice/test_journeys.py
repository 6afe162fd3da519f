"""Tickets, cars, bills of public offices and payment forms of the customs: all keys, whoever laid the form out."""

from __future__ import annotations

from pathlib import Path

import pytest

from quire.invoice.extract import read_invoice
from quire.invoice.invoice import EXTRAS, Invoice
from quire.read import open_source
from tests.invoice.journey_forms import KINDS, Form, form_of
from tests.invoice.pages import page
from tests.invoice.vouchers import pdf_of

SEED = 5000


def read(form: Form, folder: Path) -> Invoice:
    path = folder / "a.pdf"
    path.write_bytes(pdf_of([form.sheet]))
    with open_source(path) as source:
        return read_invoice(source.page(1))


def wrong(found: Invoice, form: Form) -> dict[str, str]:
    """The keys whose values are not those of the form."""
    wanted = form.fields | form.extra
    accepted = {key: value if isinstance(value, list) else [value] for key, value in wanted.items()}
    said = {key: found.text(key).replace("圆", "元") for key in wanted}
    return {key: text for key, text in said.items() if text not in [str(v).replace("圆", "元") for v in accepted[key]]}


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("seed", range(SEED, SEED + 4))
def test_every_kind_has_its_keys(tmp_path: Path, kind: str, seed: int) -> None:
    form = form_of(kind, seed)
    found = read(form, tmp_path)
    assert wrong(found, form) == {}
    assert [check for check in found.checks if not check.holds] == []


@pytest.mark.parametrize("kind", ["train-electronic", "flight-electronic", "flight-paper", "taxi", "toll", "customs"])
def test_layouts_and_wordings_that_were_kept_apart(tmp_path: Path, kind: str) -> None:
    form = form_of(kind, SEED, held=True)
    assert wrong(read(form, tmp_path), form) == {}


def test_further_keys_follow_the_twelve_only_where_they_are_found(tmp_path: Path) -> None:
    form = form_of("train-paper", SEED)
    keys = [key for key, _ in read(form, tmp_path).pairs()]
    further = [key for key in keys[12:] if key in EXTRAS]
    assert further == [key for key in EXTRAS if key in form.extra]


RETURN = (
    (150, 30, "航空运输电子客票行程单"), (40, 60, "旅客姓名 王小明"),
    (40, 90, "自FROM: 上海虹桥 东航 MU5101 Y 2024-05-04 08:00"), (40, 105, "至TO: 北京首都 东航 MU5102 Y 2024-05-06 1830"),
    (40, 120, "至TO: 上海虹桥"), (300, 120, "VOID"), (40, 150, "票价 CNY 2000.00"), (170, 150, "民航发展基金 CN 100.00"),
    (320, 150, "燃油附加费 YQ 60.00"), (470, 150, "合计 CNY 2160.00"), (330, 200, "填开日期 2024-05-02"),
)  # fmt: skip


@pytest.mark.parametrize("ocr", [False, True])
def test_legs_are_parted_by_commas_in_their_order(*, ocr: bool) -> None:
    found = read_invoice(page(*RETURN, width=620.0, ocr=ocr))
    assert found.text("departure") == "上海虹桥,北京首都"
    assert found.text("destination") == "北京首都,上海虹桥"
    assert found.text("journey_number") == "MU5101,MU5102"
    assert found.text("journey_date") == "2024-05-04,2024-05-06"
    assert found.text("journey_time") == "08:00,18:30"
    assert (found.text("fare"), found.text("development_fund")) == ("2000.00", "100.00")


def test_what_is_paid_back_is_no_fare() -> None:
    places = (
        (200, 30, "电子发票（铁路电子客票）"), (40, 60, "发票号码:24319166100000123456"), (60, 90, "上海虹桥站"), (250, 90, "G1234"),
        (400, 90, "北京南站"), (60, 125, "2025年01月02日"), (180, 125, "08:30开"), (60, 145, "退票费:¥27.50"),
    )  # fmt: skip
    found = read_invoice(page(*places, width=600.0))
    assert (found.text("total_amount"), found.text("fare")) == ("27.50", "")
    assert (found.text("departure"), found.text("destination")) == ("上海虹桥站", "北京南站")


def test_levies_that_do_not_add_up_to_what_is_paid_are_a_finding() -> None:
    places = (
        (200, 30, "上海海关进口增值税专用缴款书"), (40, 60, "填发日期：2024年05月06日"), (400, 60, "号码No.220220191012345678-L02"),
        (40, 100, "税号"), (120, 100, "货物名称"), (230, 100, "数量"), (290, 100, "单位"), (340, 100, "完税价格（¥）"), (430, 100, "税率（%）"), (510, 100, "税款金额（¥）"),
        (40, 116, "8471300000"), (120, 116, "测试零件"), (230, 116, "10"), (290, 116, "千克"), (340, 116, "1000.00"), (430, 116, "13.00"), (510, 116, "130.00"),
        (40, 160, "金额人民币（大写）壹佰叁拾壹元整"), (430, 160, "合计（¥） 131.00"),
    )  # fmt: skip
    found = read_invoice(page(*places, width=640.0))
    assert (found.text("amount"), found.text("tax_amount"), found.text("total_amount")) == (
        "1000.00",
        "130.00",
        "131.00",
    )
    assert found.text("tax_rate") == "13%"
    assert found.text("invoice_number") == "220220191012345678-L02"
    assert [check.rule for check in found.checks if not check.holds] == ["sum"]
