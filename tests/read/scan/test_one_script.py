"""A page is set in one script: traditional or simplified Chinese characters."""

from __future__ import annotations

import pytest

from quire.read.ocr_engine import Reading, rectangle
from quire.read.scan.one_script import in_one_script


def read(*texts: str) -> list[str]:
    return [reading.text for reading in in_one_script([Reading(text, rectangle(0, 0, 9, 9), 0.9) for text in texts])]


def test_simplified_characters_of_a_traditional_page_are_misread_ones() -> None:
    assert read("經营活動所得现金流量", "融资成本", "物業、廠房及設備折舊", "貿易應收款項") == [
        "經營活動所得現金流量",
        "融資成本",
        "物業、廠房及設備折舊",
        "貿易應收款項",
    ]


def test_a_traditional_character_of_a_simplified_page_is_a_misread_one() -> None:
    page = (
        "经营活动产生的现金流量净额、投资活动产生的现金流量净额、筹资活动产生的现金流量净额",
        "購建固定资产、无形资产支付的现金",
        "存貨",
        "乾隆年间",
    )
    assert read(*page)[1:] == ["购建固定资产、无形资产支付的现金", "存货", "乾隆年间"]  # 乾 is in use in both scripts


def test_a_form_that_has_several_traditional_ones_is_left() -> None:
    assert read("發行債券、匯率變動、應付股東款項", "发行债券")[1] == "发行債券"  # 發 or 髮


@pytest.mark.parametrize(
    "text",
    [
        "发行债券、应付账款、经营活动产生的现金、长期借款，引自臺灣證券交易所",  # a quotation in a simplified text
        "営業活動による現金の増減、投資会社と経営する国内の会計、学び",  # Japanese
        "應付",  # too little to tell
    ],
)
def test_other_pages_stay(text: str) -> None:
    assert read(text) == [text]


def test_single_ideographs_of_a_page_in_latin_letters_are_none() -> None:
    page = ("mari de Maiten, ancien pêcheur devenu sandalier, joueur de paume et " * 2, "Prix ：２００ NF", "市")
    assert read(*page) == [page[0], "Prix :200 NF"]
    assert read(*page, "中國銀行股份有限公司")[2:] == ["市", "中國銀行股份有限公司"]
    assert read("市") == ["市"]


def test_a_single_ideograph_that_was_read_surely_stays_unless_it_looks_like_a_sign() -> None:
    page = [Reading("mari de Maiten, ancien pêcheur " * 4, rectangle(0, 0, 9, 9), 0.9)]
    signs = [Reading(text, rectangle(0, 0, 9, 9), sure) for text, sure in (("龍", 0.99), ("龍", 0.94), ("十", 1.0))]
    assert [one.text for one in in_one_script([*page, *signs])[1:]] == ["龍"]
