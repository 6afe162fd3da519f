"""Whole documents, from pages to statements."""

import time
from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quire.finance.extract import extract_statements
from quire.finance.statement import Extraction, Kind, RowKind, Scope
from quire.model.page import Page, TextSource
from tests.finance.paper import Paper
from tests.finance.sheets import (
    ASSETS,
    FUNDS,
    OPERATIONS,
    balance_sheet,
    chinese_head,
    contradictions,
    english_balance_sheet,
    operations,
    rows,
)

PROFIT = (
    ("Turnover", "2", "12,000", "11,000"),
    ("Cost of sales", "3", "(7,000)", "(6,500)"),
    ("Staff costs", "6", "(1,900)", "(1,800)"),
    ("Other operating expenses", "", "(400)", "(400)"),
    ("Operating profit", "7", "2,700", "2,300"),
)


def test_nothing_gives_nothing():
    assert extract_statements([]) == Extraction()
    assert extract_statements([Page(1, 595, 842)]).statements == ()


def test_a_chinese_balance_sheet_is_read_cell_by_cell():
    (one,) = extract_statements([balance_sheet().page()]).statements
    assert (one.kind, one.scope, one.title, one.unit, one.multiplier, one.currency) == (
        Kind.BALANCE, Scope.CONSOLIDATED, "合并资产负债表", "万元", 10_000, "CNY",
    )  # fmt: skip
    assert one.company == "松风食品股份有限公司"
    assert one.table[0] == ["", "附注", "期末余额", "期初余额"]
    assert [[r[0], r[2], r[3]] for r in one.table[1:]] == [list(row) for row in (*ASSETS, *FUNDS)]
    assert one.table[2][1] == "七、2"
    assert one.rows[2].cells[2].value == Decimal("1000.00")
    assert one.rows[2].cells[2].page == 1
    assert one.rows[2].item == "cas:货币资金"
    assert one.rows[1].kind is RowKind.SECTION
    assert one.rows[4].kind is RowKind.TOTAL
    assert [p.end for p in one.periods[2:]] == [date(2021, 12, 31), date(2020, 12, 31)]
    assert one.periods[:2] == (None, None)
    assert not contradictions(one)
    assert {f.rule for f in one.findings} >= {"balance", "parts", "sum", "periods"}


def test_a_statement_of_hong_kong_is_read_cell_by_cell():
    paper = Paper()
    paper.centre(297, 60, "綜合財務狀況表")
    paper.centre(297, 76, "於二零二三年十二月三十一日")
    for x, year in ((400, "二零二三年"), (500, "二零二二年")):
        paper.centre(x - 40, 110, year)  # in the middle of a wide column, left of its figures
        paper.centre(x - 40, 122, "千港元")
    printed = (
        ("非流動資產", "", ""),
        ("物業、廠房及設備", "2,500", "2,400"),
        ("商譽", "500", "500"),
        ("非流動資產總值", "3,000", "2,900"),
        ("流動資產", "", ""),
        ("現金及現金等價物", "1,000", "800"),
        ("流動資產總值", "1,000", "800"),
        ("流動負債", "", ""),
        ("合約負債", "600", "500"),
        ("流動資產淨值", "400", "300"),
        ("資產淨值", "3,400", "3,200"),
    )
    rows(paper, 140, printed)
    (one,) = extract_statements([paper.page()]).statements
    assert (one.kind, one.scope, one.unit, one.multiplier, one.currency) == (
        Kind.BALANCE, Scope.CONSOLIDATED, "千港元", 1000, "HKD",
    )  # fmt: skip
    assert one.table == [["", "二零二三年 千港元", "二零二二年 千港元"], *map(list, printed)]
    assert [p.end for p in one.periods[1:]] == [date(2023, 12, 31), date(2022, 12, 31)]
    assert not contradictions(one)


def test_an_english_statement_is_read_cell_by_cell():
    (one,) = extract_statements([operations().page()]).statements
    assert (one.kind, one.scope, one.unit, one.multiplier, one.currency) == (
        Kind.INCOME, Scope.CONSOLIDATED, "in millions", 10**6, "USD",
    )  # fmt: skip
    assert one.company == "HOLLOW OAK CORP."
    assert one.table == [["", "Year Ended December 31, 2023", "Year Ended December 31, 2022"], *map(list, OPERATIONS)]
    assert (one.periods[1].start, one.periods[1].end) == (date(2023, 1, 1), date(2023, 12, 31))
    assert one.rows[-1].item == "us-gaap:NetIncomeLoss"
    assert not contradictions(one)


def test_a_statement_goes_on_over_pages_and_its_header_stands_once():
    first, second = Paper(1), Paper(2)
    for paper in (first, second):
        paper.text(50, 40, "松风食品股份有限公司 2021年年度报告")
    rows(first, chinese_head(first, 60, "合并资产负债表"), ASSETS)
    first.centre(297, 810, "12")
    y = 80.0
    second.centre(120, y, "项目")
    second.centre(300, y, "附注")
    second.centre(380, y, "期末余额")
    second.centre(500, y, "期初余额")
    rows(second, y + 15, FUNDS)
    second.centre(297, 810, "13")
    (one,) = extract_statements([first.page(), second.page()]).statements
    assert one.pages == (1, 2)
    assert [r.label for r in one.rows] == ["", *(r[0] for r in (*ASSETS, *FUNDS))]
    assert one.rows[-1].page == 2
    assert not contradictions(one)


def test_a_titled_continuation_belongs_to_its_statement():
    first, second = Paper(1), Paper(2)
    rows(first, chinese_head(first, 60, "合并资产负债表"), ASSETS)
    first.text(50, 300, "法定代表人：甲    主管会计工作负责人：乙    会计机构负责人：丙")
    rows(second, chinese_head(second, 60, "合并资产负债表（续）"), FUNDS)
    (one,) = extract_statements([first.page(), second.page()]).statements
    assert [r.label for r in one.rows[1:]] == [r[0] for r in (*ASSETS, *FUNDS)]


def test_a_statement_begins_in_the_middle_of_a_page_and_scopes_stay_apart():
    first, second = Paper(1), Paper(2)
    y = rows(first, chinese_head(first, 60, "合并资产负债表"), (*ASSETS, *FUNDS))
    rows(first, chinese_head(first, y + 30, "资产负债表"), ASSETS)
    rows(second, 80, FUNDS)
    group, parent = extract_statements([first.page(), second.page()]).statements
    assert (group.scope, parent.scope) == (Scope.CONSOLIDATED, Scope.PARENT)
    assert (group.pages, parent.pages) == ((1,), (1, 2))
    assert group.table[-1][0] == parent.table[-1][0] == "负债和股东权益总计"


def test_a_title_at_the_foot_of_a_page_belongs_to_the_next_one():
    first, second = Paper(1), Paper(2)
    first.text(50, 780, "Consolidated balance sheets", size=14)
    for y, label, a, b in ((90, "Cash and cash equivalents", "1,100", "900"), (105, "Inventories", "400", "300"), (120, "Total assets", "1,500", "1,200"), (135, "Total liabilities", "500", "400"), (150, "Total equity", "1,000", "800"), (165, "Total liabilities and equity", "1,500", "1,200")):  # fmt: skip
        second.row(y, label, a, b)
    second.right(400, 70, "2023")
    second.right(520, 70, "2022")
    (one,) = extract_statements([first.page(), second.page()]).statements
    assert one.table[0] == ["", "2023", "2022"]
    assert len(one.rows) == 7


def test_contents_key_figures_and_texts_are_no_statements():
    contents = Paper(1)
    for i, title in enumerate(("合并资产负债表", "合并利润表", "合并现金流量表", "母公司资产负债表")):
        contents.text(60, 80 + 20 * i, title)
        contents.right(520, 80 + 20 * i, str(5 + i))
    figures = Paper(2)
    figures.centre(297, 60, "主要会计数据")
    figures.row(90, "营业收入", "14,844,375.47", "28,841,238.52")
    figures.row(105, "总资产", "64,045,182.87", "73,600,971.97")
    figures.row(120, "归属于上市公司股东的净利润", "24,836,407.77", "89,946,299.70")
    letter = Paper(3)
    letter.text(
        60,
        80,
        "We have audited the consolidated balance sheets of Hollow Oak Corp. as of December 31, 2023 and 2022, the",
    )
    letter.text(60, 95, "related consolidated statements of operations")
    letter.text(
        60, 110, "for each of the three years in the period ended December 31, 2023, and the related notes 1 to 25."
    )
    assert extract_statements([contents.page(), figures.page(), letter.page()]).statements == ()


def test_tables_of_notes_that_show_a_statement_again_are_left_out():
    note = balance_sheet(30, "合并资产负债表", notes=False)
    pages = [balance_sheet(1).page(), *(Page(n, 595, 842) for n in range(2, 30)), note.page()]
    assert [s.pages for s in extract_statements(pages).statements] == [(1,)]
    adjusted = Paper(2)
    adjusted.centre(297, 60, "合并资产负债表")
    for x, text in ((300, "2020年12月31日"), (410, "2021年1月1日"), (520, "调整数")):
        adjusted.right(x, 80, text)
    for i, (label, a, b) in enumerate(ASSETS):
        adjusted.row(100 + 15 * i, label, a, b, "-" if a else "", at=(300, 410, 520))
    assert extract_statements([adjusted.page()]).statements == ()


def test_a_side_by_side_balance_sheet_is_unfolded():
    paper = Paper(width=842, height=595)
    paper.centre(421, 50, "资产负债表", size=14)
    paper.right(800, 70, "单位：元")
    for x, text in (
        (90, "资产"),
        (250, "期末余额"),
        (350, "期初余额"),
        (480, "负债和所有者权益"),
        (640, "期末余额"),
        (760, "期初余额"),
    ):
        paper.centre(x, 90, text)
    for i, (label, a, b) in enumerate(ASSETS):
        paper.row(110 + 15 * i, label, a, b, at=(280, 380))
    for i, (label, a, b) in enumerate(FUNDS):
        paper.row(110 + 15 * i, label, a, b, x=430, at=(670, 790))
    page = paper.page()
    (one,) = extract_statements([page]).statements
    assert one.table == [["", "期末余额", "期初余额"], *map(list, (*ASSETS, *FUNDS))]
    assert not contradictions(one)
    paper.text(
        330, 110 + 15 * len(FUNDS), "所有者权益（或股东权益）："
    )  # a text may reach over a column of the left half
    (other,) = extract_statements([paper.page()]).statements
    assert other.table[:7] == one.table[:7]


@pytest.mark.parametrize("joined", ["2,400.00.股东权益：", "2,400.00股东权益："])
def test_a_recognised_figure_joined_to_the_label_of_the_next_half_costs_no_column(joined: str):
    paper = Paper(width=842, height=595)
    paper.centre(421, 50, "资产负债表", size=14)
    for x, text in (
        (90, "资产"),
        (250, "期末余额"),
        (350, "期初余额"),
        (480, "负债"),
        (640, "期末余额"),
        (760, "期初余额"),
    ):
        paper.centre(x, 90, text)
    for i, (left, right) in enumerate(zip(ASSETS, FUNDS, strict=False)):
        whole = right[0] != "股东权益："
        paper.row(110 + 15 * i, *(left if whole else left[:2]), at=(280, 380))
        if whole:
            paper.row(110 + 15 * i, *right, x=430, at=(670, 790))
        else:
            paper.text(344, 110 + 15 * i, joined)
    (one,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
    assert one.table == [["", "期末余额", "期初余额"], *map(list, (*ASSETS, *FUNDS[: len(ASSETS)]))]


@pytest.mark.parametrize("titles", [("Group", "Company"), ("6roup", "Company"), ("Oroup", "Company")])
def test_group_and_company_columns_become_two_statements(titles):
    paper = Paper()
    paper.text(50, 60, "Balance Sheets", size=14)
    paper.text(50, 76, "As at 31 December 2020")
    paper.centre(335, 100, titles[0])
    paper.centre(475, 100, titles[1])
    at = (320, 380, 460, 520)
    for x, year in zip(at, ("2020", "2019", "2020", "2019"), strict=True):
        paper.right(x, 112, year)
        paper.right(x, 124, "$'000")
    for i, (label, *values) in enumerate(
        (
            ("Cash and cash equivalents", "1,200", "1,100", "300", "–"),
            ("Trade receivables", "800", "900", "–", "250"),
            ("Total assets", "2,000", "2,000", "300", "250"),
        )
    ):
        paper.row(140 + 13 * i, label, *values, at=at)
    group, company = extract_statements([paper.page()]).statements
    assert (group.scope, company.scope) == (Scope.CONSOLIDATED, Scope.PARENT)
    assert group.table[-1] == ["Total assets", "2,000", "2,000"]
    assert company.table[1] == ["Cash and cash equivalents", "300", "–"]
    assert (group.multiplier, group.currency) == (1000, "USD")


@pytest.mark.parametrize(("title", "scopes"), [("合并及公司利润表", ["consolidated", "parent"]), ("利润表", [""])])
def test_a_title_of_both_scopes_says_whose_columns_are_without_a_readable_scope(title, scopes):
    paper = Paper()
    paper.centre(297, 60, title, size=14)
    at = (300, 370, 440, 510)
    for x, head in zip(at, ("合井2023年度", "合井2022年度", "公司2023年度", "2022年度"), strict=True):
        paper.right(x, 100, head, size=8)
    for i, label in enumerate(("一、营业收入", "减：营业成本", "二、营业利润", "三、利润总额", "四、净利润")):
        paper.row(120 + 14 * i, label, "1,100", "1,200", "300", "400", at=at)
    found = extract_statements([paper.page()]).statements
    assert [one.scope.value for one in found] == scopes
    assert found[-1].table[1][-2:] == ["300", "400"]


def test_an_equity_statement_keeps_figures_below_their_components():
    paper = Paper(width=842, height=595)
    paper.centre(421, 50, "CONSOLIDATED STATEMENTS OF STOCKHOLDERS’ EQUITY")
    paper.centre(421, 62, "(in millions)")
    at = (330, 430, 530, 630, 730)
    for x, upper, lower in zip(
        at,
        ("Common", "Paid-in", "Retained", "Noncontrolling", "Total"),
        ("Stock", "Capital", "Earnings", "Interests", "Equity"),
        strict=True,
    ):
        paper.right(x, 90, upper)
        paper.right(x, 102, lower)
    lines = (
        ("Balance as of January 1, 2023", "100", "1,000", "(200)", "20", "920"),
        ("Net income", "", "", "300", "5", "305"),
        ("Issuance of common stock", "10", "90", "", "", "100"),
        ("Dividends", "", "", "(50)", "", "(50)"),
        ("Balance as of December 31, 2023", "110", "1,090", "50", "25", "1,275"),
    )
    for i, (label, *values) in enumerate(lines):
        paper.row(120 + 13 * i, label, *values, at=at)
    (one,) = extract_statements([paper.page()]).statements
    assert one.kind is Kind.EQUITY
    assert one.table[0] == [
        "",
        "Common Stock",
        "Paid-in Capital",
        "Retained Earnings",
        "Noncontrolling Interests",
        "Total Equity",
    ]
    assert one.table[1:] == [list(line) for line in lines]
    assert not contradictions(one)
    assert sum(f.rule == "sum" for f in one.findings) >= 8


def test_recognised_pages_are_read_like_others():
    page = balance_sheet(title="合并资产页债表").page(source=TextSource.OCR, confidence=0.97, turned=90)
    (one,) = extract_statements([page]).statements
    assert (one.kind, one.scope, one.angle) == (Kind.BALANCE, Scope.CONSOLIDATED, 90)
    assert one.rows[2].cells[2].confidence > 0.97


def test_dirt_that_looks_like_a_dash_shifts_nothing():
    paper = balance_sheet()
    paper.text(430, 208, "-")
    paper.text(560, 300, "-")
    (one,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.9)]).statements
    assert [[r[0], r[2], r[3]] for r in one.table[1:]] == [list(row) for row in (*ASSETS, *FUNDS)]


def test_a_wrong_digit_is_reported_and_kept():
    page = balance_sheet().page()
    lines = tuple(
        line._replace(words=tuple(w._replace(text=w.text.replace("2,500.00", "2,600.00")) for w in line.words))
        if i
        else line
        for i, line in enumerate(page.lines)
    )
    (one,) = extract_statements([replace(page, lines=lines)]).statements
    assert "2,600.00" in [cell for row in one.table for cell in row]
    assert contradictions(one)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.floats(0, 595),
            st.floats(0, 842),
            st.text("资产总计表合并123,.()-—$ abLiabilities\n", min_size=1, max_size=24),
        ),
        max_size=40,
    )
)
def test_any_page_is_survived(texts):
    paper = Paper()
    paper.centre(297, 20, "合并资产负债表")
    for x, y, text in texts:
        if text.strip():
            paper.text(x, y, " ".join(text.split()))
    for one in extract_statements([paper.page()]).statements:
        assert len({len(row.cells) for row in one.rows}) == 1
        assert len(one.periods) == len(one.rows[0].cells)
        assert one.rows[0].kind is RowKind.HEADER
        assert one.rows[0].label == ""


def test_restated_columns_are_shown_and_tables_of_adjustments_are_not():
    for titles, found in (
        (("2023年12月31日", "2022年12月31日（已重述）"), 1),
        (("调整后", "调整前"), 0),
        (("重述前", "重述金额"), 0),
    ):
        paper = Paper()
        rows(paper, rows(paper, chinese_head(paper, 60, "合并资产负债表", columns=titles), ASSETS), FUNDS)
        assert len(extract_statements([paper.page()]).statements) == found, titles


def test_a_continuation_without_header_keeps_the_notes_column_of_the_page_before():
    """References of bare digits are no third column of figures."""
    first, second = Paper(1), Paper(2)
    rows(first, chinese_head(first, 60, "合并资产负债表"), ASSETS)
    for number in (1, 2, 4):
        first.centre(300, 130 + 15 * number, str(number))
    rows(second, 60, FUNDS)
    for number in (1, 2, 6):
        second.centre(300, 60 + 15 * number, str(20 + number))
    (one,) = extract_statements([first.page(), second.page()]).statements
    assert [r[0] for r in one.table[1:]] == [r[0] for r in (*ASSETS, *FUNDS)]
    assert one.table[0] == ["", "附注", "期末余额", "期初余额"]
    assert one.table[len(ASSETS) + 2][1:] == ["21", *FUNDS[1][1:]]


def test_the_border_of_a_row_below_titles_says_nothing_of_what_they_span():
    paper = Paper()
    paper.text(50, 60, "Balance Sheets", size=14)
    paper.centre(345, 100, "Group")
    paper.centre(487, 100, "Company")
    paper.hrule(40, 560, 103)
    at = (320, 380, 460, 520)
    for x, year in zip(at, ("2020", "2019", "2020", "2019"), strict=True):
        paper.right(x, 112, year)
    paper.hrule(40, 560, 115)
    for i, label in enumerate(("Cash and cash equivalents", "Trade receivables", "Total assets")):
        paper.row(130 + 13 * i, label, "1,200", "1,100", "300", "250", at=at)
    group, company = extract_statements([paper.page()]).statements
    assert (group.scope, company.scope) == (Scope.CONSOLIDATED, Scope.PARENT)
    assert (group.table[0], company.table[0]) == (
        ["", "Group 2020", "Group 2019"],
        ["", "Company 2020", "Company 2019"],
    )


def test_the_second_line_of_a_spanning_title_spans_the_same_columns():
    paper = Paper()
    paper.centre(297, 60, "CONSOLIDATED STATEMENTS OF OPERATIONS", bold=True)
    at = (320, 380, 460, 520)
    for x, title in ((345, "Three Months Ended"), (485, "Nine Months Ended")):
        paper.centre(x, 90, title)
        paper.centre(x, 101, "September 30,")
    for x, year in zip(at, ("2023", "2022", "2023", "2022"), strict=True):
        paper.right(x, 113, year)
    for i, (label, *_) in enumerate(OPERATIONS):
        paper.row(130 + 13 * i, label, *(f"{1000 * (i + 2) + n:,}" for n in range(4)), at=at)
    (one,) = extract_statements([paper.page()]).statements
    spans = [f"{n} Months Ended September 30, {y}" for n in ("Three", "Nine") for y in (2023, 2022)]
    assert one.table[0] == ["", *spans]


def test_numbers_of_lines_below_a_title_set_one_character_above_another_are_no_figures():
    paper = Paper(width=842, height=595)
    paper.centre(421, 50, "资产负债表", size=14)
    for x, text in ((150, "编制单位：松风食品股份有限公司"), (300, "2021年12月31日"), (700, "单位：元")):
        paper.centre(x, 70, text)
    halves = ((90, 160, 250, 350, "资产"), (480, 560, 640, 760, "负债和所有者权益"))
    for x, number, now, before, title in halves:
        paper.centre(x, 94, title)
        paper.centre(number, 88, "行")
        paper.centre(number, 98, "次")
        paper.centre(now, 94, "期末余额")
        paper.centre(before, 94, "年初余额")
    for (label, a, b), i in zip(ASSETS, range(20), strict=False):
        paper.row(116 + 15 * i, label, str(i + 1), a, b, at=(164, 280, 380))
    for (label, a, b), i in zip(FUNDS, range(20), strict=False):
        paper.row(116 + 15 * i, label, str(i + 30), a, b, x=430, at=(566, 670, 790))
    (one,) = extract_statements([paper.page()]).statements
    assert one.table[0] == ["", "行次", "期末余额", "年初余额"]
    assert (one.company, one.unit) == ("松风食品股份有限公司", "元")
    assert [p.end for p in one.periods[2:]] == [date(2021, 12, 31), date(2020, 12, 31)]
    assert [[r[0], *r[2:]] for r in one.table[1:]] == [list(r) for r in (*ASSETS, *FUNDS)]


def test_a_title_in_the_middle_of_the_components_spans_all_of_them():
    paper = Paper(width=842, height=595)
    paper.centre(421, 40, "合并所有者权益变动表", size=14)
    paper.right(800, 56, "单位：元")
    parts = ("股本", "资本公积", "其他综合收益", "盈余公积", "未分配利润", "少数股东权益", "所有者权益合计")
    at = (240, 300, 410, 470, 560, 660, 790)
    paper.centre(391, 76, "归属于母公司所有者权益")
    for x, title in zip(at, parts, strict=True):
        paper.right(x, 90, title)
    for i, label in enumerate(("一、上年期末余额", "二、本年期初余额", "（一）综合收益总额", "四、本期期末余额")):
        paper.row(110 + 14 * i, label, *(f"{n + i},000.00" for n in range(1, 8)), at=at)
    (one,) = extract_statements([paper.page()]).statements
    assert one.table[0][1:] == [f"归属于母公司所有者权益 {p}" for p in parts[:5]] + list(parts[5:])


def test_a_period_over_an_inner_and_an_outer_column_names_both():
    paper = Paper()
    paper.text(50, 60, "Balance sheet as at 31 March 2023", size=14)
    at = (300, 360, 440, 500)
    for x, text in ((310, "2023"), (450, "2022")):
        paper.centre(x, 90, text)
    for i, (label, *values) in enumerate(
        (("Tangible assets", "", "4,000", "", "3,000"), ("Stocks", "1,500", "", "1,200", ""), ("Debtors", "2,500", "", "2,200", ""), ("Net current assets", "", "4,000", "", "3,400"), ("Total assets less current liabilities", "", "8,000", "", "6,400"))
    ):  # fmt: skip
        paper.row(110 + 14 * i, label, *values, at=at)
    (one,) = extract_statements([paper.page()]).statements
    assert one.table[0] == ["", "2023", "2023", "2022", "2022"]


def test_a_title_in_two_languages_names_one_statement():
    for chinese in ("合并资产负债表 Consolidated Balance Sheet", "合并资产负债表"):
        paper = balance_sheet(title=chinese)
        if chinese == "合并资产负债表":
            paper.centre(297, 76, "Consolidated Balance Sheet", size=14)
        (one,) = extract_statements([paper.page()]).statements
        assert (one.kind, one.scope, len(one.rows)) == (Kind.BALANCE, Scope.CONSOLIDATED, 1 + len(ASSETS) + len(FUNDS))


def test_dirt_of_borders_in_scans_makes_no_column_and_takes_no_place():
    """A border read as 1 beside the titles, a dash beside a figure in one row, a letter before one."""
    paper = Paper()
    y = rows(paper, chinese_head(paper, 60, "合并资产负债表"), ASSETS)
    rows(paper, y, FUNDS)
    paper.text(547, 112, "1")
    paper.lines[-1] = paper.lines[-1]._replace(x1=paper.lines[-1].x0 + 1)
    paper.text(348, 145, "—")
    paper.text(350, 160, "L")
    (one,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.98)]).statements
    assert [[r[0], *r[-2:]] for r in one.table[1:]] == [list(row) for row in (*ASSETS, *FUNDS)]


def test_numbers_of_lines_whose_title_was_not_read_are_no_figures():
    paper = Paper()
    y = rows(paper, chinese_head(paper, 60, "资产负债表"), ASSETS)
    rows(paper, y, FUNDS)
    for number in range(len(ASSETS) + len(FUNDS)):
        paper.centre(330, 130 + 15 * number, str(number + 1))
    paper.lines = [line for line in paper.lines if line.text != "附注"]
    (one,) = extract_statements([paper.page()]).statements
    assert [[r[0], *r[2:]] for r in one.table[1:]] == [list(row) for row in (*ASSETS, *FUNDS)]
    assert [period is None for period in one.periods] == [True, True, False, False]


def test_periods_over_as_many_columns_each_share_them():
    paper = Paper(width=842, height=595)
    paper.text(50, 60, "Group income statement", size=14)
    at = (330, 420, 500, 600, 690, 770)
    for x, year in ((390, "2023"), (660, "2022")):
        paper.centre(x, 90, year)
    for x, title in zip(at, ("Underlying", "Exceptional", "Total") * 2, strict=True):
        paper.right(x, 104, title)
    for i, (label, *_) in enumerate(OPERATIONS):
        paper.row(124 + 13 * i, label, *(f"{1000 * (i + 2) + n:,}" for n in range(6)), at=at)
    (one,) = extract_statements([paper.page()]).statements
    assert one.table[0] == ["", *(f"{y} {t}" for y in (2023, 2022) for t in ("Underlying", "Exceptional", "Total"))]
    assert not [f for f in one.doubts if f.rule == "periods"]


@pytest.mark.parametrize("word", ["中文", "附注", "12(a)", "total assets"])
def test_a_page_covered_with_one_word_is_read(word: str):
    paper = Paper()
    rows(paper, rows(paper, chinese_head(paper, 60, "合并资产负债表"), ASSETS), FUNDS)
    for at in range(700):
        paper.text(20 + 7 * (at % 70), 100 + 20 * (at // 70), word)
    assert len(extract_statements([paper.page()]).statements) <= 1


@pytest.mark.parametrize("word", [".", "五、1 ", "1 ", "1,", "apr", "- 1 "])
def test_absurdly_long_texts_take_no_long_time(word: str):
    paper = Paper()
    end = rows(paper, chinese_head(paper, 60, "合并资产负债表"), ASSETS)
    rows(paper, end, FUNDS)
    paper.text(50, end + 2, word * (20_000 // len(word)) + "x")
    start = time.process_time()
    extract_statements([paper.page()])
    assert time.process_time() - start < 5


def exported(title: str, over: tuple[str, str], leaves: tuple[str, str]) -> Paper:
    """An income statement as spreadsheets print it: titles at the left of their columns, figures at the right."""
    paper = Paper()
    paper.text(50, 60, title)
    edges = (230, 310, 390, 470)
    paper.text(50, 90, "Item" if title.isascii() else "项目")
    for x, text in zip(edges[::2], over, strict=True):
        paper.text(x, 90, text)
    for x, text in zip(edges, leaves * 2, strict=True):
        paper.text(x, 104, text)
    labels = ("营业收入", "营业成本", "销售费用", "管理费用", "营业利润", "利润总额", "所得税费用", "净利润")
    for i, (label, chinese) in enumerate(zip((row[0] for row in OPERATIONS), labels, strict=True)):
        figures = [f"{1000 * (i + 2) + n:,}" for n in range(4)]
        paper.row(124 + 13 * i, label if title.isascii() else chinese, *figures, at=[x + 77 for x in edges])
    return paper


def test_titles_at_the_left_of_their_columns_span_as_many_columns_each():
    paper = exported(
        "Condensed Statements of Operations", ("Three Months Ended", "Nine Months Ended"), ("June 2025", "June 2024")
    )
    (one,) = extract_statements([paper.page()]).statements
    assert one.table[0] == ["", *(f"{o} Months Ended June {y}" for o in ("Three", "Nine") for y in (2025, 2024))]
    assert one.table[1] == ["Net sales", "2,000", "2,001", "2,002", "2,003"]


def test_group_and_company_at_the_left_of_their_columns_are_two_statements():
    paper = exported("合并及公司利润表", ("合并", "公司"), ("2025年1-9月", "2024年1-9月"))
    group, company = extract_statements([paper.page()]).statements
    assert (group.scope, company.scope) == (Scope.CONSOLIDATED, Scope.PARENT)
    assert group.table[1] == ["营业收入", "2,000", "2,001"]
    assert company.table[1] == ["营业收入", "2,002", "2,003"]
    assert company.table[0] == ["", "公司 2025年1-9月", "公司 2024年1-9月"]


def test_figures_that_are_texts_begin_below_the_titles_of_their_columns():
    paper = exported(
        "Condensed Statements of Operations", ("Three Months Ended", "Nine Months Ended"), ("June 2025", "June 2024")
    )
    paper.text(50, 230, "Loss per share, basic and diluted")
    for x, text in zip((230, 310, 390, 470), ("(0.12)", "(0.10)", "(0.33)", "(0.29)"), strict=True):
        paper.text(x, 230, text)
    (one,) = extract_statements([paper.page()]).statements
    assert len(one.table[0]) == 5
    assert one.table[1] == ["Net sales", "2,000", "2,001", "2,002", "2,003"]
    assert one.table[-1] == ["Loss per share, basic and diluted", "(0.12)", "(0.10)", "(0.33)", "(0.29)"]


def test_a_title_with_two_rows_at_the_foot_of_a_page_goes_on_without_titles_on_the_next():
    first = balance_sheet(1)
    first.centre(297, 700, "合并利润表", size=13)
    first.centre(297, 716, "2023年度")
    first.text(50, 732, "单位：元")
    for x, title in ((310, "附注"), (400, "本期金额"), (520, "上期金额")):
        first.right(x, 748, title)
    first.row(762, "一、营业总收入", "1,000.00", "900.00")
    first.row(775, "其中：营业收入", "1,000.00", "900.00")
    second = Paper(2)
    second.text(50, 60, "二、营业总成本")
    for i, (label, note, *values) in enumerate(
        (
            ("其中：营业成本", "七、41", "400.00", "300.00"),
            ("税金及附加", "七、42", "100.00", "100.00"),
            ("三、营业利润", "", "500.00", "500.00"),
            ("减：所得税费用", "七、43", "100.00", "100.00"),
            ("五、净利润", "", "400.00", "400.00"),
        )
    ):
        second.row(74 + 13 * i, label, *values)
        if note:
            second.right(330, 74 + 13 * i, note)
    balance, income = extract_statements([first.page(), second.page()]).statements
    assert (balance.kind, income.kind, income.pages) == (Kind.BALANCE, Kind.INCOME, (1, 2))
    assert income.table[4:6] == [
        ["其中：营业成本", "七、41", "400.00", "300.00"],
        ["税金及附加", "七、42", "100.00", "100.00"],
    ]


def test_figures_without_labels_left_of_a_remark_are_rows():
    paper = Paper()
    paper.centre(297, 50, "CONSOLIDATED BALANCE SHEETS", size=13)
    for x, year in ((400, "2023"), (520, "2022")):
        paper.right(x, 90, year)
    for i, row in enumerate(
        (
            ("Cash and cash equivalents", "1,200", "9,100"),
            ("Inventories", "300", "400"),
            ("Total assets", "1,500", "9,500"),
        )
    ):
        paper.row(106 + 14 * i, *row)
    for x, year in ((200, "2021"), (320, "2020")):
        paper.right(x, 200, year)
        for i in range(3):
            paper.right(x, 214 + 14 * i, "1,000")
    paper.text(420, 228, "restated")
    (one,) = extract_statements([paper.page()]).statements
    assert [row[1:] for row in one.table[-3:]] == [["1,000", "1,000"]] * 3


def test_a_speck_below_the_title_of_the_labels_makes_no_column():
    paper = Paper()
    paper.centre(297, 50, "利润表", size=13)
    for x, title in ((190, "项目"), (380, "本年累计"), (500, "上年同期")):
        paper.text(x, 90, title)
    for i, label in enumerate(("营业收入", "营业成本", "销售费用", "管理费用", "营业利润", "净利润")):
        paper.row(106 + 14 * i, label, *(("1,200.00", "9,100.00") if i != 3 else ()))
    paper.text(194, 106 + 14 * 3, "-")
    (one,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
    assert [period.label for period in one.periods if period] == ["本年累计", "上年同期"]


def test_a_misread_label_is_named_as_its_item():
    paper = Paper()
    paper.centre(297, 50, "资产负债表", size=13)
    for x, title in ((380, "2023年12月31日"), (500, "2022年12月31日")):
        paper.right(x + 20, 90, title)
    for i, label in enumerate(("货币资金", "应收账款", "存货", "因定资产", "资产总计")):
        paper.row(106 + 14 * i, label, "1,200.00", "9,100.00")
    page = paper.page(source=TextSource.OCR, confidence=0.9)
    seen = ((("因", 0.7), ("固", 0.3)), *(((char, 1.0),) for char in "定资产"))
    page = replace(page, steps=tuple(seen if line.text == "因定资产" else () for line in page.lines))
    (one,) = extract_statements([page]).statements
    (row,) = (row for row in one.rows if row.item == "cas:固定资产")
    assert row.label == "固定资产"
    assert [finding.cells for finding in one.findings if finding.rule == "meant_label"] == [((4, 0),)]
    (plain,) = extract_statements([paper.page()]).statements
    assert "因定资产" in [row.label for row in plain.rows]


def test_a_misread_title_of_a_column_is_the_known_one():
    paper = Paper()
    paper.centre(297, 50, "所有者权益变动表", size=13)
    for x, title in ((300, "股本"), (380, "盘余公积"), (460, "未分配利润"), (540, "合计")):
        paper.centre(x, 90, title)
    for i, label in enumerate(("一、上年期末余额", "（一）综合收益总额", "二、本期期末余额")):
        paper.row(106 + 14 * i, label, "1,200.00", "300.00", "500.00", "2,000.00", at=(318, 398, 478, 558))
    page = paper.page(source=TextSource.OCR, confidence=0.9)
    seen = ((("盘", 0.7), ("盈", 0.3)), *(((char, 1.0),) for char in "余公积"))
    page = replace(page, steps=tuple(seen if line.text == "盘余公积" else () for line in page.lines))
    (one,) = extract_statements([page]).statements
    assert [period.label for period in one.periods if period] == ["股本", "盈余公积", "未分配利润", "合计"]
    (said,) = (finding for finding in one.findings if finding.rule == "meant_title")
    assert (said.cells, "盘余公积" in said.message) == (((0, 2),), True)


def test_a_stroke_between_the_columns_in_a_row_of_titles_makes_no_column():
    paper = english_balance_sheet(
        [("Cash and cash equivalents", "1,200", "9,100"), ("Total assets", "8,500", "19,400")]
    )
    before = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements[0]
    tops = sorted({line.baseline for line in paper.lines})
    for y in tops[1:4]:
        paper.text(330, y, "—")
    after = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements[0]
    assert after.table == before.table


def test_other_comprehensive_income_below_an_income_statement_is_one_of_its_own():
    paper = Paper()
    paper.text(50, 60, "Profit and loss account", bold=True, size=12)
    paper.text(50, 72, "for the year ended 31 December 2016")
    paper.row(90, "", "Note", "2016", "2015", at=(340, 420, 520))
    y = 110
    for label, note, *values in PROFIT:
        paper.row(y, label, note, *values, at=(336, 420, 520))
        y += 12
    paper.row(y + 30, "Profit before taxation", "10", "(300)", "(200)", at=(336, 420, 520))  # apart from the others
    paper.row(y + 42, "Profit for the financial year", "", "2,400", "2,100", at=(336, 420, 520))
    paper.text(50, y + 90, "Other Comprehensive Income", bold=True, size=12)
    paper.text(50, y + 102, "for year ended 31 December 2016")
    paper.row(y + 120, "", "2016", "2015", at=(420, 520))
    for i, (label, *values) in enumerate(
        (("Profit for the year", "2,400", "2,100"), ("Remeasurements", "(41)", "(13)"))
    ):
        paper.row(y + 140 + 12 * i, label, *values, at=(420, 520))
    paper.row(y + 170, "Total comprehensive income for the year", "2,359", "2,087", at=(420, 520))
    income, other = extract_statements([paper.page()]).statements
    assert (income.kind, other.kind) == (Kind.INCOME, Kind.OTHER)
    assert [row.label for row in other.rows[1:]] == [
        "Profit for the year", "Remeasurements", "Total comprehensive income for the year",
    ]  # fmt: skip
    assert sum(period is not None for period in income.periods) == 2


def test_heads_that_stand_once_more_are_a_finding_where_a_title_was_not_read():
    def read(title: str, source: TextSource = TextSource.OCR) -> list:
        paper = Paper()
        paper.centre(297, 40, "Statement of profit or loss", size=12)
        paper.row(60, "", "2023", "2022")
        for i, (label, _, *values) in enumerate(PROFIT):
            paper.row(76 + 12 * i, label, *values)
        paper.centre(297, 160, title, size=12)
        paper.row(180, "", "2023", "2022")
        for i, label in enumerate(("Inventories", "Trade receivables", "Goodwill", "Total assets")):
            paper.row(196 + 12 * i, label, "3,400", "4,500")
        sure = 0.97 if source is TextSource.OCR else None
        return list(extract_statements([paper.page(source=source, confidence=sure)]).statements)

    (joined,) = read("Slatxmcnt ol finarcial pozilion")
    (found,) = [finding for finding in joined.doubts if finding.rule == "heads"]
    assert {joined.rows[r].label for r, _ in found.cells} >= {"Inventories", "Total assets"}
    assert "Turnover" not in {joined.rows[r].label for r, _ in found.cells}
    apart = read("Statement of financial position")
    assert len(apart) == 2
    assert not [finding for one in apart for finding in one.findings if finding.rule == "heads"]
    (text,) = read("Slatxmcnt ol finarcial pozilion", TextSource.NATIVE)
    assert not [finding for finding in text.findings if finding.rule == "heads"]
