"""Which line is the title of a statement."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.finance.statement import Kind, Scope
from quire.finance.statement_titles import Title, title_of

GROUP, PARENT, NONE = Scope.CONSOLIDATED, Scope.PARENT, Scope.NONE


@pytest.mark.parametrize(
    ("text", "kind", "scope"),
    [
        ("合并资产负债表", Kind.BALANCE, GROUP),
        ("母公司资产负债表", Kind.BALANCE, PARENT),
        ("资 产 负 债 表", Kind.BALANCE, NONE),
        ("（一）合并利润表", Kind.INCOME, GROUP),
        ("1、 合并现金流量表", Kind.CASH_FLOW, GROUP),
        ("2020年度合并利润表", Kind.INCOME, GROUP),
        ("深圳某某股份有限公司合并资产负债表", Kind.BALANCE, GROUP),
        ("合并资产负债表 - 2020年12月31日", Kind.BALANCE, GROUP),
        ("合并年初到报告期末利润表", Kind.INCOME, GROUP),
        ("母公司本报告期利润表", Kind.INCOME, PARENT),
        ("未经审计合并现金流量表", Kind.CASH_FLOW, GROUP),
        ("第三季度合并利润表", Kind.INCOME, GROUP),
        ("合并资产负债表和资产负债表", Kind.BALANCE, GROUP),
        ("Statement of Total Comprehensive Income", Kind.OTHER, NONE),
        ("Statement of Income and Expenditure", Kind.INCOME, NONE),
        ("松风食品股份有限公司 一、公司资产负债表", Kind.BALANCE, PARENT),
        ("松风食品股份有限公司（二）母公司利润表", Kind.INCOME, PARENT),
        ("所有者权益（股东权益）变动表", Kind.EQUITY, NONE),
        ("CONDENSED CONSOLIDATED STATEMENTS OF OPERATIONS (Unaudited)", Kind.INCOME, GROUP),
        ("Consolidated Statements of Stockholders’ Equity", Kind.EQUITY, GROUP),
        ("CONSOLIDATED STATEMENTS OF COMPREHENSIVE INCOME (LOSS)", Kind.OTHER, GROUP),
        ("Consolidated statement of profit or loss and other comprehensive income", Kind.INCOME, GROUP),
        ("Statements of Consolidated Income", Kind.INCOME, GROUP),
        ("Balance sheet as at 31 December 2019", Kind.BALANCE, NONE),
        ("Company balance sheet", Kind.BALANCE, PARENT),
        ("Profit and Loss", Kind.INCOME, NONE),
        ("STATEMENTS OF ACTIVITIES", Kind.INCOME, NONE),
        ("STATEMENT OF NET POSITION", Kind.BALANCE, NONE),
        ("Statement of Functional Expenses", Kind.OTHER, NONE),
        ("Trial Balance", Kind.OTHER, NONE),
        (
            "STATEMENT OF UNAUDITED STANDALONE FINANCIAL RESULTS FOR THE QUARTER ENDED JUNE 30, 2024",
            Kind.INCOME,
            PARENT,
        ),
        ("CONSOLIDATED BALANCE SHEETS - USD ($) $ in Millions", Kind.BALANCE, GROUP),
        ("7.2 利润表", Kind.INCOME, NONE),
        ("利润表（适用执行小企业会计准则的企业）月报", Kind.INCOME, NONE),
        ("收入费用表", Kind.INCOME, NONE),
        ("业务活动表", Kind.INCOME, NONE),
        ("科目余额表", Kind.OTHER, NONE),
        ("Profit and loss account", Kind.INCOME, NONE),
        ("Consolidated cash flow statement for the year ended 31 December 2020", Kind.CASH_FLOW, GROUP),
        ("Abbreviated Balance Sheet", Kind.BALANCE, NONE),
    ],
)
def test_titles(text, kind, scope):
    title = title_of(text)
    assert title is not None
    assert (title.kind, title.scope) == (kind, scope)


@pytest.mark.parametrize(
    "text",
    [
        "一、合并资产负债表……5",
        "合并资产负债表项目注释",
        "现金流量表补充资料",
        "主要会计数据",
        "Notes to the financial statements",
        "See accompanying notes to consolidated financial statements.",
        "Consolidated Balance Sheets (Parenthetical)",
        "Summary consolidated balance sheet data",
        "current liabilities on the Company's Consolidated Balance Sheets.",
        "Condensed consolidating balance sheet",
        "",
    ],
)
def test_what_only_looks_like_a_title(text):
    assert title_of(text) is None


def test_other_comprehensive_income_is_a_title_only_with_its_period():
    title = title_of("Other Comprehensive Income for the Year Ended 31 December 2015")
    assert title is not None
    assert title.kind is Kind.OTHER
    for row in ("Other comprehensive income", "Other comprehensive income for the year", "Other comprehensive loss"):
        assert title_of(row) is None


def test_a_continuation_says_so():
    assert title_of("合并所有者权益变动表（续）").continued
    assert title_of("Consolidated balance sheet - continued").continued
    assert not title_of("合并所有者权益变动表").continued


def test_one_wrong_character_is_forgiven_on_recognised_pages_only():
    assert title_of("合并资产页债表") is None
    assert title_of("合并资产页债表", fuzzy=True).kind is Kind.BALANCE
    assert title_of("合并资产负债表项目", fuzzy=True) is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("合并资产负表", Kind.BALANCE),  # a character is lost
        ("母公司现金流量表表", Kind.CASH_FLOW),  # one is read twice
        ("合并资产负债麦", Kind.BALANCE),
        ("Condensed Consolidated Staternents of Cash Flows", Kind.CASH_FLOW),
        ("Consolidated Balance Sheels (Unaudited)", Kind.BALANCE),
        ("Statement of Financial Positlon", Kind.BALANCE),
    ],
)
def test_misread_titles_of_recognised_pages(text, kind):
    assert title_of(text, fuzzy=True).kind is kind
    assert title_of(text) is None


@pytest.mark.parametrize(
    "text", ["现金流量", "股东权益变动", "合并利润", "Net incorne", "Notes to Consolidated Financial Statemonts"]
)
def test_rows_and_notes_are_no_misread_titles(text):
    assert title_of(text, fuzzy=True) is None


def test_the_company_in_a_title():
    title = title_of("Hollow Oak Corp. and Subsidiaries Consolidated Balance Sheets")
    assert (title.kind, title.company) == (Kind.BALANCE, "hollow oak corp. and subsidiaries")


@pytest.mark.parametrize(
    ("text", "kind", "scope"),
    [
        ("綜合財務狀況表", Kind.BALANCE, Scope.CONSOLIDATED),
        ("綜合損益表", Kind.INCOME, Scope.CONSOLIDATED),
        ("綜合收益表", Kind.INCOME, Scope.CONSOLIDATED),
        ("综合收益表", Kind.INCOME, Scope.NONE),  # on the mainland: of comprehensive income, of whoever reports
        ("簡明綜合現金流量表", Kind.CASH_FLOW, Scope.CONSOLIDATED),
        ("綜合權益變動表（續）", Kind.EQUITY, Scope.CONSOLIDATED),
        ("综合财务状况表", Kind.BALANCE, Scope.CONSOLIDATED),
    ],
)
def test_titles_of_hong_kong_in_either_kind_of_characters(text, kind, scope):
    title = title_of(text)
    assert (title.kind, title.scope, title.text, title.continued) == (kind, scope, text, "續" in text)


def test_a_company_in_a_title_stays_as_printed():
    assert title_of("松風示例控股有限公司綜合損益表").company == "松風示例控股有限公司"


@given(st.text(max_size=80))
def test_any_text_is_survived(text):
    assert isinstance(title_of(text, fuzzy=True), Title | None)


@pytest.mark.parametrize(
    "text",
    [
        "Consolidated statement of changes inequity",
        "CONSOLIDATED STATEMENTSOF OPERATIONS",
        "Statements of Comprehensive.Income",
    ],
)
def test_a_title_without_a_blank_is_known_on_recognised_pages(text: str):
    assert title_of(text, fuzzy=True) is not None
    assert title_of(text) is None


def test_specks_at_the_ends_of_a_recognised_title_are_left_out():
    assert title_of("Group income statement.", fuzzy=True).kind is Kind.INCOME
    assert title_of("- Consolidated balance sheet", fuzzy=True).kind is Kind.BALANCE
    assert title_of("Group income statement.") is None
    assert title_of("are a part of the group income statement.", fuzzy=True) is None
