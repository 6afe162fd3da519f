"""What stands above the figures: facts about the whole, titles of columns, the period of columns that name only a year."""

import time
from datetime import date

import pytest

from quire.finance.extract import extract_statements
from quire.finance.statement import Kind, Scope
from quire.model.page import TextSource
from tests.finance.paper import Paper
from tests.finance.sheets import contradictions

ROWS = (
    ("Revenue", "1,000", "900", "800", "700"),
    ("Cost of sales", "(600)", "(500)", "(450)", "(400)"),
    ("Gross profit", "400", "400", "350", "300"),
    ("Operating profit", "200", "190", "180", "150"),
    ("Profit before taxation", "190", "180", "170", "140"),
)
AT = (260, 340, 420, 500)


def made(title, heads, rows, *, at=AT, start=130):
    paper = Paper()
    paper.centre(297, 60, title)
    for x, y, text in heads:
        paper.right(x, y, text)
    for i, (label, *values) in enumerate(rows):
        paper.row(start + 15 * i, label, *values, at=at)
    return extract_statements([paper.page()]).statements


def test_group_and_company_at_the_right_of_their_years_are_two_statements():
    heads = [(340, 90, "Group"), (500, 90, "Company")]
    heads += [(x, 104, y) for x, y in zip(AT, ("2023", "2022", "2023", "2022"), strict=True)]
    group, company = made("Income statements", heads, ROWS)
    assert (group.scope, company.scope) == (Scope.CONSOLIDATED, Scope.PARENT)
    assert group.table[0] == ["", "Group 2023", "Group 2022"]
    assert company.table[1] == ["Revenue", "800", "700"]


@pytest.mark.parametrize(
    ("line", "end", "start"),
    [
        ("For the year ended 30 June 2024", date(2024, 6, 30), date(2023, 7, 1)),
        ("For the six months ended 30 June 2024", date(2024, 6, 30), date(2024, 1, 1)),
    ],
)
def test_a_year_ends_on_the_day_below_the_title(line, end, start):
    paper = Paper()
    paper.centre(297, 60, "Income statement")
    paper.centre(297, 74, line)
    for x, year in ((400, "2024"), (520, "2023")):
        paper.right(x, 100, year)
    for i, (label, *values) in enumerate(ROWS):
        paper.row(130 + 15 * i, label, *values[:2])
    (one,) = extract_statements([paper.page()]).statements
    assert (one.periods[1].start, one.periods[1].end) == (start, end)
    assert one.periods[2].end == end.replace(year=2023)
    assert not contradictions(one)


def test_columns_without_a_date_are_about_the_day_below_the_title():
    paper = Paper()
    paper.centre(297, 60, "STATEMENT OF NET POSITION")
    paper.centre(297, 74, "December 31, 2023")
    for x, text in ((260, "Governmental"), (400, "Business-type"), (520, "Total")):
        paper.right(x, 100, text)
    rows = (("Cash", "10", "20", "30"), ("Taxes receivable", "1", "2", "3"), ("Total assets", "11", "22", "33"),
            ("Accounts payable", "1", "2", "3"), ("Total liabilities", "1", "2", "3"), ("Total net position", "10", "20", "30"))  # fmt: skip
    for i, (label, *values) in enumerate(rows):
        paper.row(130 + 15 * i, label, *values, at=(260, 400, 520))
    (one,) = extract_statements([paper.page()]).statements
    assert [p.end for p in one.periods[1:]] == [date(2023, 12, 31)] * 3
    assert not contradictions(one)


def test_facts_about_the_whole_are_no_titles_and_numbers_of_lines_go():
    paper = Paper()
    paper.centre(297, 60, "利润表")
    paper.right(540, 74, "企财02表")
    paper.text(50, 88, "编制单位：松风食品股份有限公司")
    paper.centre(300, 88, "2023年度")
    paper.right(540, 88, "金额单位：万元")
    for x, text in ((100, "项目"), (260, "行次"), (320, "附注"), (390, "本期金额"), (500, "上期金额")):
        paper.centre(x, 104, text)
    rows = (("一、营业收入", "1", "六、（一）"), ("减：营业成本", "2", "六、（一）"), ("税金及附加", "3", ""), ("管理费用", "4", "六、（二）"),
            ("二、营业利润", "5", ""), ("三、利润总额", "6", ""), ("四、净利润", "7", ""))  # fmt: skip
    for i, (label, number, note) in enumerate(rows):
        paper.row(122 + 15 * i, label, "1,000.00", "900.00", at=(420, 530))
        paper.centre(260, 122 + 15 * i, number)
        if note:
            paper.centre(320, 122 + 15 * i, note)
    (one,) = extract_statements([paper.page()]).statements
    assert one.table[0] == ["", "附注", "本期金额", "上期金额"]
    assert [row[:2] for row in one.table[1:]] == [[label, note] for label, _, note in rows]
    assert (one.unit, one.company) == ("万元", "松风食品股份有限公司")
    assert (one.periods[2].end, one.periods[3].end) == (date(2023, 12, 31), date(2022, 12, 31))


def test_a_table_of_items_that_nobody_knows_below_a_sure_title_is_a_statement():
    rows = [(f"Programme {letter}", "10", "20", "30", "60") for letter in "ABCDE"]
    rows += [("Total expenses", "50", "100", "150", "300"), ("Total of all", "50", "100", "150", "300")]
    heads = [(x, 104, t) for x, t in zip(AT, ("Grants", "Salaries", "Rent", "Total"), strict=True)]
    (one,) = made("Statement of Functional Expenses", heads, rows)
    assert one.kind is Kind.OTHER
    assert one.table[1:] == [list(row) for row in rows]


@pytest.mark.parametrize("wide", [False, True])
def test_thousands_of_years_above_the_figures_take_no_long_time(wide):
    paper = Paper()
    paper.centre(297, 40, "CONSOLIDATED BALANCE SHEETS")
    for i in range(2000):
        paper.text(20 + i % 40 * 14 if wide else 400 + i % 7 * 3, 60 + (i // 40 if wide else i) * 3.2, "2023")
    for i, label in enumerate(("Cash", "Inventories", "Total assets")):
        paper.row(60 + 2000 * 3.2 + 20 + 15 * i, label, "1,234", "2,345")
    began = time.process_time()
    extract_statements([paper.page()])
    assert time.process_time() - began < 20


def test_a_month_the_months_so_far_and_those_of_the_year_before():
    paper = Paper()
    paper.centre(297, 60, "利润表")
    paper.text(50, 88, "编制单位：松风食品股份有限公司")
    paper.centre(300, 88, "2024年9月")
    paper.right(540, 88, "单位：元")
    paper.centre(220, 100, "行")
    paper.centre(220, 112, "次")
    for x, text in ((100, "项目"), (310, "本月数"), (420, "本年累计数"), (520, "上年同期累计")):
        paper.centre(x, 106, text)
    for i, label in enumerate(
        ("一、营业收入", "减：营业成本", "税金及附加", "二、营业利润", "三、利润总额", "四、净利润")
    ):
        paper.row(130 + 15 * i, label, "100.00", "900.00", "800.00", at=(330, 440, 540))
        paper.centre(220, 130 + 15 * i, str(i + 1))
    (one,) = extract_statements([paper.page()]).statements
    assert one.table[0][2:] == ["本月数", "本年累计数", "上年同期累计"]
    assert one.table[1][0] == "一、营业收入"
    assert [(p.start, p.end) for p in one.periods[2:]] == [
        (date(2024, 9, 1), date(2024, 9, 30)),
        (date(2024, 1, 1), date(2024, 9, 30)),
        (date(2023, 1, 1), date(2023, 9, 30)),
    ]


def test_the_last_character_of_a_label_goes_on_over_the_page():
    first, second = Paper(1), Paper(2)
    first.centre(297, 60, "利润表")
    for x, text in ((100, "项目"), (400, "2024年度"), (520, "2023年度")):
        first.centre(x, 100, text)
    for i, label in enumerate(("一、营业收入", "减：营业成本", "税金及附加", "二、营业利润")):
        first.row(120 + 15 * i, label, "100.00", "900.00")
    second.text(50, 60, "动")
    for i, label in enumerate(("三、利润总额", "减：所得税费用", "四、净利润")):
        second.row(75 + 15 * i, label, "100.00", "900.00")
    (one,) = extract_statements([first.page(), second.page()]).statements
    assert one.pages == (1, 2)
    assert one.table[-1] == ["四、净利润", "100.00", "900.00"]


def test_the_rest_of_a_unit_whose_sign_was_not_read_is_no_figure():
    paper = Paper()
    paper.centre(297, 50, "CONSOLIDATED BALANCE SHEETS", size=13)
    for x, year in ((400, "2023"), (520, "2022")):
        paper.right(x, 90, year)
        paper.right(x, 102, "000")
    rows = (
        ("Cash and cash equivalents", "1,200", "9,100"),
        ("Inventories", "300", "400"),
        ("Total assets", "1,500", "9,500"),
    )
    for i, row in enumerate(rows):
        paper.row(120 + 14 * i, *row)
    (one,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
    assert one.table[1:] == [list(row) for row in rows]


def test_a_title_of_the_labels_in_the_middle_of_their_column_is_no_column():
    paper = Paper()
    paper.centre(297, 60, "利润表")
    paper.text(50, 76, "单位：元")
    at = (380, 460, 540)
    for x, text in ((260, "项目"), (360, "2023年"), (440, "2022年"), (520, "2021年")):
        paper.centre(x, 100, text)
    for i, label in enumerate(("一、营业收入", "减：营业成本", "二、营业利润", "三、利润总额", "四、净利润")):
        paper.row(120 + 15 * i, label, "1,100", "1,200", "300", at=at)
    (one,) = extract_statements([paper.page()]).statements
    assert one.table[0] == ["", "2023年", "2022年", "2021年"]
