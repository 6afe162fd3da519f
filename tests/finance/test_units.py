"""Units and currencies."""

import pytest

from quire.finance.units import unit_of


@pytest.mark.parametrize(
    ("text", "printed", "multiplier", "currency"),
    [
        ("单位:元 币种:人民币", "元", 1, "CNY"),
        ("单位：万元", "万元", 10_000, "CNY"),
        ("金额单位：人民币千元", "千元", 1000, "CNY"),
        ("人民币百万元", "百万元", 10**6, "CNY"),
        ("（除特别注明外，金额单位为人民币元）", "元", 1, "CNY"),
        ("(In millions, except per share data)", "In millions, except per share data", 10**6, ""),
        ("(Dollars in thousands)", "Dollars in thousands", 1000, "USD"),
        ("£'000", "£'000", 1000, "GBP"),
        ("RMB’000", "RMB’000", 1000, "CNY"),
        ("HK$ million", "HK$ million", 10**6, "HKD"),
        ("千港元", "千港元", 1000, "HKD"),
        ("人民幣百萬元", "百萬元", 10**6, "CNY"),
        ("單位：人民幣千元", "千元", 1000, "CNY"),
        ("单位：港币千元", "港币千元", 1000, "HKD"),
        ("编制单位：万科示例公司 单位：元", "元", 1, "CNY"),
        ("單位：新台幣仟元", "新台幣仟元", 1000, "TWD"),
        ("(₹ in lakhs)", "₹ in lakhs", 10**5, "INR"),
        ("(Rs. in crores)", "Rs. in crores", 10**7, "INR"),
        ("CHF million", "CHF million", 10**6, "CHF"),
        ("(Millions of yen)", "Millions of yen", 10**6, "JPY"),
        ("in EUR", "in EUR", 1, "EUR"),
        ("(Amounts in US dollars)", "Amounts in US dollars", 1, "USD"),
        ("shares in Thousands, $ in Millions", "shares in Thousands, $ in Millions", 10**6, "USD"),
        ("S$'000", "S$'000", 1000, "SGD"),
        ("(Amounts in Philippine Peso)", "Amounts in Philippine Peso", 1, "PHP"),
    ],
)
def test_units(text, printed, multiplier, currency):
    unit = unit_of(text)
    assert (unit.multiplier, unit.currency) == (multiplier, currency)
    assert unit.printed.replace("'", "’") == printed.replace("'", "’")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2020年度",
        "编制单位：松风食品股份有限公司",
        "编制单位：元山示例公司",
        "编制单位：港务示例集团",
        "Net sales",
        "10,000",
    ],
)
def test_what_is_no_unit(text):
    assert unit_of(text) is None
