"""Items by their printed names."""

import pytest

from quire.finance.lexicon import canonical_item, check_role, is_deduction, lexicon, misread_item, misread_word
from quire.finance.statement import Kind


@pytest.mark.parametrize(
    ("label", "kind", "language", "concept"),
    [
        ("货币资金", Kind.BALANCE, "zh", "cas:货币资金"),
        ("  △结算备付金", Kind.BALANCE, "zh", "cas:结算备付金"),
        ("减：库存股", Kind.BALANCE, "zh", "cas:库存股"),
        ("负债和所有者权益（或股东权益）总计", Kind.BALANCE, "zh", "cas:负债和所有者权益总计"),
        ("三、营业利润（亏损以“－”号填列）", Kind.INCOME, "zh", "cas:营业利润"),
        ("其中：营业收入", Kind.INCOME, "zh", "cas:营业收入"),
        ("六、期末现金及现金等价物余额", Kind.CASH_FLOW, "zh", "cas:期末现金及现金等价物余额"),
        ("Total liabilities and stockholders’ equity", Kind.BALANCE, "en", "us-gaap:LiabilitiesAndStockholdersEquity"),
        ("Accounts receivable, net of allowances of $21", Kind.BALANCE, "en", "us-gaap:AccountsReceivableNetCurrent"),
        (
            "Sales to customers (Note 9)",
            Kind.INCOME,
            "en",
            "us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax",
        ),
        (
            "购建固定资产、无形资产和其他长期资产所支付的现金",
            Kind.CASH_FLOW,
            "zh",
            "cas:购建固定资产、无形资产和其他长期资产支付的现金",
        ),
        ("Net income attributable to common shareholders", Kind.INCOME, "en", "us-gaap:NetIncomeLoss"),
        ("LOSS FOR THE FINANCIAL PERIOD", Kind.INCOME, "en", "us-gaap:NetIncomeLoss"),
        ("Shareholder’s deficit", Kind.BALANCE, "en", "uk:ShareholdersFunds"),
        ("Balance as of December 31, 2023", Kind.EQUITY, "en", "equity:Balance"),
        ("Goodwill from another world", Kind.BALANCE, "en", ""),
        ("不是项目", Kind.BALANCE, "zh", ""),
    ],
)
def test_items(label, kind, language, concept):
    assert canonical_item(label, kind, language) == concept


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_concept_with_a_role_is_known(language):
    known = lexicon(language)
    concepts = {concept for items in known.items.values() for concept in items.values()}
    assert set(known.roles) <= concepts
    assert known.minus <= concepts
    assert known.details <= concepts


def test_roles_and_signs():
    assert check_role("cas:资产总计", "zh") == check_role("us-gaap:Assets", "en") == "total_assets"
    assert is_deduction("", "减：所得税费用", "zh")
    assert is_deduction("cas:管理费用", "管理费用", "zh")
    assert not is_deduction("cas:其他收益", "加：其他收益", "zh")


def test_items_of_hong_kong_in_either_kind_of_characters():
    assert (
        canonical_item("物業、廠房及設備", Kind.BALANCE, "zh")
        == canonical_item("物业、厂房及设备", Kind.BALANCE, "zh")
        == "cas:固定资产"
    )
    assert canonical_item("除稅前溢利", Kind.INCOME, "zh") == "cas:利润总额"
    assert canonical_item("年末現金及現金等價物", Kind.CASH_FLOW, "zh") == "cas:期末现金及现金等价物余额"
    assert is_deduction("", "減：所得稅", "zh")


@pytest.mark.parametrize(
    ("label", "language", "known"),
    [
        ("收回投资收到的现全", "zh", "收回投资收到的现金"),
        (
            "处置固定责产、无形责产和其他长期责产收回的现金净额",
            "zh",
            "处置固定资产无形资产和其他长期资产收回的现金净额",
        ),
        ("经营活动产生的现金流量", "zh", ""),  # a heading, not a misread "现金净额"
        ("收回投资收到的现金", "zh", ""),
        ("Net cosh used in investing activities", "en", "net cash used in investing activities"),
        ("Goodwill from another world", "en", ""),
    ],
)
def test_misread_items(label, language, known):
    assert misread_item(label, Kind.CASH_FLOW, language) == known


def test_misread_words():
    assert misread_word("Repurchases of cemmon stock") == "common"
    assert misread_word("Pension and other postretirement plans") == ""  # the last letter inflects
    assert misread_word("Bank of Larksville") == ""
