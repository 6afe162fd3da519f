"""Misread labels as the known items that they are but for some characters."""

import pytest

from quire.finance.misread_labels import mended_labels, with_meant_labels
from quire.finance.statement import Cell, Kind, Row


def _rows(*labels: str, sure: float = 0.8) -> list[Row]:
    return [Row((Cell(label, 1, None, sure), Cell("1.00", 1))) for label in labels]


def _meant(*labels: str, kind: Kind = Kind.BALANCE, sure: float = 0.8, language: str = "zh") -> list[str]:
    return [row.label for row in with_meant_labels(_rows(*labels, sure=sure), kind, language)]


@pytest.mark.parametrize(
    ("read", "meant"),
    [("应付织工品简", "应付职工薪酬"), ("商督", "商誉"), ("减：库有股", "减：库存股"), ("因定资产", "固定资产")],
)
def test_a_label_is_the_one_item_that_is_near(read: str, meant: str) -> None:
    assert _meant(read) == [meant]


def test_number_and_explanation_stay() -> None:
    assert _meant("三、营业利国（号损以一号填列）", kind=Kind.INCOME) == ["三、营业利润（号损以一号填列）"]


def test_the_colon_of_a_part_may_be_lost() -> None:
    assert _meant("其中共业收入", kind=Kind.INCOME) == ["其中营业收入"]


def test_traditional_labels_take_traditional_characters() -> None:
    assert _meant("遞延稅項負值", "租賃負值") == ["遞延稅項負債", "租賃負債"]


def test_a_label_that_was_read_surely_stays() -> None:
    assert _meant("因定资产", sure=0.99) == ["因定资产"]
    assert _meant("因定资产", sure=1.0) == ["因定资产"]


def test_an_item_of_another_row_is_not_taken() -> None:
    assert _meant("固定资产", "因定资产") == ["固定资产", "因定资产"]


@pytest.mark.parametrize("read", ["其他支出", "应收款", "本年数", "其他负债", "甲乙丙丁", ""])
def test_labels_of_other_items_stay(read: str) -> None:
    assert _meant(read) == [read]


def test_english_labels_stay() -> None:
    assert _meant("Goodwlll", language="en") == ["Goodwlll"]


def test_a_finding_says_what_was_read() -> None:
    before = _rows("存货", "因定资产")
    after = with_meant_labels(before, Kind.BALANCE, "zh")
    (finding,) = mended_labels(before, after)
    assert finding.holds
    assert finding.cells == ((1, 0),)
    assert "因定资产" in finding.message
    assert "固定资产" in finding.message
