"""Chinese tickets: each value by its label, in front of it, above it or by its place on the form."""

from __future__ import annotations

import pytest

from quire.invoice.recognise import recognise
from tests.invoice.pages import page
from tests.invoice.tickets import TICKETS


@pytest.mark.parametrize("kind", sorted(TICKETS))
@pytest.mark.parametrize("ocr", [False, True])
def test_tickets(kind: str, *, ocr: bool) -> None:
    ticket = TICKETS[kind]
    found = recognise(page(*ticket.places, width=ticket.width, ocr=ocr))
    assert {key: found.text(key) for key in ticket.fields} == ticket.fields


def test_where_the_figures_of_the_total_are_illegible_its_words_are_read() -> None:
    found = recognise(
        page(
            (100, 20, "增值税普通发票（卷票）"), (20, 40, "发票代码:050001800107"), (20, 60, "发票号码:04401556"), (20, 80, "开票日期:2018-10-18"),
            (20, 100, "项目 单价 数量 金额"), (20, 120, "*钢材*螺纹钢"), (20, 140, "3527.95 50 176397.50"),
            (20, 160, "合计金额(小写):¥17639750示环保工程"), (20, 180, "合计金额(大写):壹拾柒万陆仟叁佰玖拾柒圆伍角"), ocr=True, width=300.0,
        )
    )  # fmt: skip
    assert found.text("total_amount") == "176397.50"
