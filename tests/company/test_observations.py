"""Figures of a document as a flat list."""

from __future__ import annotations

from quire.company.observations import observations


def test_each_figure_is_an_observation():
    document = {
        "公司代码": "838006",
        "利润表": {"营业收入": {"2015-12-31": "1,234.50", "2014-12-31": "--"}},
        "基本指标": {"每股收益": "0.46", "备注": "未审计"},
        "cash flow": {"Net Income": {"Sep 28, 2024": "(86,820)", "TTM": "8.77%"}},
        "basic info": {"phone": "5550100142"},
        "机构股东": [],
    }
    assert [tuple(one.values()) for one in observations(document)] == [
        ("利润表", "营业收入", "2015-12-31", "2015-12-31", "1234.50", "1,234.50"),
        ("利润表", "营业收入", "2014-12-31", "2014-12-31", None, "--"),
        ("基本指标", "每股收益", None, "", "0.46", "0.46"),
        ("cash flow", "Net Income", "2024-09-28", "Sep 28, 2024", "-86820", "(86,820)"),
        ("cash flow", "Net Income", None, "TTM", "0.0877", "8.77%"),
    ]
    assert list(observations(document)[0]) == ["section", "item", "period", "period_label", "value", "printed"]
