"""Labels over several lines."""

from __future__ import annotations

import pytest

from quire.finance.extract import extract_statements
from quire.finance.row_labels import Line, merge_centred_labels, merge_lines_to_rows
from quire.finance.statement import Kind
from quire.model.page import TextSource
from tests.finance.paper import Paper
from tests.finance.sheets import contradictions

ROWS = (
    ("Cash and cash equivalents", "1,000", "900"),
    ("Inventories", "500", "600"),
    ("Total assets", "1,500", "1,500"),
    ("Total liabilities", "500", "500"),
)


def labels(draw, *, size=9.0):
    paper = Paper(size=size)
    paper.centre(297, 60, "Consolidated Balance Sheets")
    paper.right(400, 80, "2023")
    paper.right(520, 80, "2022")
    y = 100.0
    for label, *values in ROWS:
        paper.row(y, label, *values)
        y += 13
    draw(paper, y)
    (one,) = extract_statements([paper.page()]).statements
    return [(r.label, *(c.text for c in r.cells[1:])) for r in one.rows[len(ROWS) + 1 :]]


def test_figures_on_the_last_line():
    def draw(paper, y):
        paper.text(50, y, "Common stock and additional paid-in capital, 50,400 shares authorized, and")
        paper.row(y + 10, "other equity", "1,000", "1,000", x=58)

    assert labels(draw) == [
        ("Common stock and additional paid-in capital, 50,400 shares authorized, and other equity", "1,000", "1,000")
    ]


def test_figures_on_the_first_line():
    def draw(paper, y):
        paper.row(y, "Common stock and additional paid-in capital (50,400", "1,000", "1,000")
        paper.text(58, y + 10, "shares authorized)")

    assert labels(draw) == [
        ("Common stock and additional paid-in capital (50,400 shares authorized)", "1,000", "1,000")
    ]


def test_figures_in_the_middle():
    def draw(paper, y):
        paper.text(50, y, "Common stock and additional paid-in capital, 50,400 shares and")
        paper.row(y + 5, "", "1,000", "1,000")
        paper.text(58, y + 10, "other equity")

    assert labels(draw)[0][1:] == ("1,000", "1,000")
    assert labels(draw)[0][0].endswith("shares and other equity")


def test_figures_just_above_their_label():
    def draw(paper, y):
        paper.row(y, "", "1,000", "1,000")
        paper.text(50, y + 5, "Retained earnings")

    assert labels(draw) == [("Retained earnings", "1,000", "1,000")]


def test_a_numbered_line_follows_a_bracket_that_was_not_read():
    def draw(paper, y):
        paper.row(y, "Gains (loss as", "1,000", "1,000")
        paper.text(50, y + 13, "(1) from associates")
        paper.row(y + 26, "Other income", "10", "20")

    assert [row[0] for row in labels(draw)] == [
        "Gains (loss as",
        "(1) from associates",
        "Other income",
    ]


def test_a_title_of_a_section_is_no_first_line():
    def draw(paper, y):
        paper.text(50, y, "Shareholders’ equity:")
        paper.row(y + 13, "Retained earnings", "1,000", "1,000")

    assert labels(draw) == [("Shareholders’ equity:", "", ""), ("Retained earnings", "1,000", "1,000")]


@pytest.mark.parametrize("source", [TextSource.NATIVE, TextSource.OCR])
def test_drawn_borders_part_rows_and_join_lines(source: TextSource):
    paper = Paper()
    paper.centre(297, 60, "母公司现金流量表")
    paper.right(400, 80, "2020年度")
    paper.right(520, 80, "2019年度")
    y = 90.0
    for lines, *values in (
        (("一、经营活动产生的现金", "流量："), "", ""),
        (("销售商品、提供劳务收到的", "现金"), "1,000.00", "900.00"),
        (("收到的税费返还",), "", ""),
        (("经营活动现金流入小计",), "1,000.00", "900.00"),
        (("购买商品、接受劳务支付的", "现金"), "400.00", "300.00"),
        (("经营活动现金流出小计",), "400.00", "300.00"),
        (("经营活动产生的现金流量净额",), "600.00", "600.00"),
    ):
        paper.hrule(45, 525, y)
        paper.row(y + 11, lines[0], *values)
        for k, more in enumerate(lines[1:], 1):
            paper.text(45, y + 11 + 12 * k, more)
        y += 15 + 12 * (len(lines) - 1)
    paper.hrule(45, 525, y)
    sure = None if source is TextSource.NATIVE else 0.97
    (one,) = extract_statements([paper.page(source=source, confidence=sure)]).statements
    assert [r.label for r in one.rows[1:]] == [
        "一、经营活动产生的现金流量：",
        "销售商品、提供劳务收到的现金",
        "收到的税费返还",
        "经营活动现金流入小计",
        "购买商品、接受劳务支付的现金",
        "经营活动现金流出小计",
        "经营活动产生的现金流量净额",
    ]
    assert not [found for found in contradictions(one) if found.rule != "row"]  # a row without figures may be doubted


def test_a_border_that_a_scan_lost_joins_no_title_to_the_row_above():
    paper = Paper()
    paper.centre(297, 60, "Consolidated Balance Sheets")
    paper.right(400, 80, "2023")
    paper.right(520, 80, "2022")
    rows = (
        *ROWS,
        ("Total current liabilities", "300", "200"),
        ("Non-current liabilities",),
        ("Borrowings", "200", "300"),
    )
    for i, (label, *values) in enumerate(rows):
        paper.row(101 + 14 * i, label, *values)
        if label != "Non-current liabilities":
            paper.hrule(45, 525, 91 + 14 * i)
    (one,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
    assert [row.label for row in one.rows[1:]] == [row[0] for row in rows]


def test_a_line_with_a_comma_does_not_take_the_title_below_it():
    def draw(paper, y):
        paper.row(y, "Inventories, net of allowances", "1,000", "1,000")
        paper.text(50, y + 13, "Available-for-sale debt securities")
        paper.row(y + 26, "Other", "10", "20")

    assert [row[0] for row in labels(draw)][:2] == [
        "Inventories, net of allowances",
        "Available-for-sale debt securities",
    ]


def test_a_line_belongs_to_the_nearer_row():
    def draw(paper, y):
        paper.text(50, y, "Dividends declared on common stock and on all")
        paper.row(y + 9, "preferred stock", "10", "20")
        paper.text(50, y + 20, "Exercise of stock options and issuance of all")
        paper.row(y + 29, "other stock", "30", "40")

    assert labels(draw) == [
        ("Dividends declared on common stock and on all preferred stock", "10", "20"),
        ("Exercise of stock options and issuance of all other stock", "30", "40"),
    ]


def test_a_single_line_is_a_row():
    line = Line(top=10.0, bottom=10.0, page=1)
    assert merge_lines_to_rows([line], [], [(40.0, 200.0)], Kind.BALANCE, "en") == [line]
    assert merge_lines_to_rows([], [], [(40.0, 200.0)], Kind.BALANCE, "en") == []


@pytest.mark.parametrize(
    ("first", "second"),
    [("Balance at 31", "December 2022"), ("Balance at 31 December", "2022"), ("As at June 30,", "2022")],
)
def test_a_date_on_two_lines(first: str, second: str):
    def draw(paper, y):
        paper.text(50, y, first)
        paper.row(y + 10, second, "1,000", "1,000")

    assert labels(draw) == [(f"{first} {second}", "1,000", "1,000")]


def sheet(places):
    paper = Paper()
    paper.centre(297, 60, "Profit and Loss")
    paper.right(400, 84, "2023")
    paper.right(520, 84, "2022")
    for y, label, *values in places:
        paper.row(y, label, *values)
    return extract_statements([paper.page()]).statements[0].table[1:]


def test_labels_of_two_and_three_lines_around_their_figures():
    table = sheet(
        [
            (100, "Sales", "1,000.00", "900.00"),
            (115, "Sales"), (121, "", "-50.00", "-40.00"), (127, "discounts"),
            (142, "Total"), (148, "", "950.00", "860.00"), (154, "Income"),
            (169, "Advertising"), (181, "and", "20.00", "10.00"), (193, "Marketing"),
            (208, "Total Expenses", "20.00", "10.00"),
            (223, "Net Income", "930.00", "850.00"),
        ]
    )  # fmt: skip
    assert [row[0] for row in table] == ["Sales", "Sales discounts", "Total Income", "Advertising and Marketing", "Total Expenses", "Net Income"]  # fmt: skip
    assert table[3][1:] == ["20.00", "10.00"]


def test_titles_of_sections_stay_rows():
    places = [
        (100, "Income"), (115, "Sales", "1,000.00", "900.00"), (130, "Interest", "1.00", "2.00"), (145, "Expenses"),
        (160, "Rent", "20.00", "10.00"), (175, "Total Expenses", "20.00", "10.00"), (190, "Net Income", "981.00", "892.00"),
    ]  # fmt: skip
    assert [row[0] for row in sheet(places)] == [p[1] for p in places]


def test_nothing_gives_nothing():
    assert merge_centred_labels([]) == []
    assert merge_centred_labels([Line(top=1.0, bottom=1.0, page=1)]) == [Line(top=1.0, bottom=1.0, page=1)]


@pytest.mark.parametrize("mark", ["：", ", ", "： - -"])
def test_a_recognised_section_takes_no_item_below_it(mark: str):
    paper = Paper()
    paper.centre(297, 60, "合并资产负债表")
    paper.right(400, 80, "2023年12月31日")
    paper.right(520, 80, "2022年12月31日")
    for i, label in enumerate(("货币资金", "存货", "固定资产")):
        paper.row(100 + 13 * i, label, "1,000.00", "900.00")
    paper.text(50, 139, f"非流动负债{mark}")
    paper.row(152, "长期借款", "1,000.00", "900.00")
    (one,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
    assert one.rows[-1].label == "长期借款"


def test_a_known_item_of_two_lines_that_are_none_is_one_row():
    def draw(paper, y):
        paper.text(50, y + 10, "TOTAL ASSETS LESS CURRENT")
        paper.row(y + 21.8, "LIABILITIES", "1,000", "1,000")
        paper.row(y + 44, "NET ASSETS", "1,000", "1,000")

    assert labels(draw)[0] == ("TOTAL ASSETS LESS CURRENT LIABILITIES", "1,000", "1,000")


def test_what_may_be_reclassified_is_the_title_of_a_section():
    def draw(paper, y):
        paper.text(50, y, "Items that may be reclassified subsequently to profit or loss")
        paper.row(y + 10, "Currency differences", "1,000", "1,000")

    assert [row[0] for row in labels(draw)][1:] == ["Currency differences"]


@pytest.mark.parametrize(("end", "joined"), [("tax", True), ("for taxes", True), ("basic", False), ("Tax", False)])
def test_a_small_word_below_a_line_without_figures_ends_its_label(end: str, joined: bool):
    def draw(paper, y):
        paper.text(50, y, "Other net of income")
        paper.row(y + 13, end, "1,000", "1,000")

    assert labels(draw)[-1][0] == (f"Other net of income {end}" if joined else end)


@pytest.mark.parametrize(
    ("section", "item", "inward"),
    [
        ("CASH FLOW FROM FINANCING ACTIVITIES", "Increase in paid up capital", 10),
        ("Decrease (increase) in", "Accounts receivable", 10),
        ("Increase/(Decrease) in", "Trade receivables", 0),
        ("Adjustment from non-cash income and expenses", "Depreciation", 10),
    ],
)
def test_a_section_without_a_colon_takes_no_item_below_it(section: str, item: str, inward: float):
    paper = Paper()
    paper.centre(297, 50, "Statement of cash flows", size=13)
    paper.right(380, 84, "2023")
    paper.right(500, 84, "2022")
    paper.row(100, "Net income", "1,000", "900")
    paper.text(50, 114, section)
    paper.text(50 + inward, 125, item)
    paper.right(380, 125, "300")
    paper.right(500, 125, "200")
    paper.row(140, "Net cash from operating activities", "1,300", "1,100")
    paper.row(154, "Cash at the end of the year", "1,300", "1,100")
    (one,) = extract_statements([paper.page()]).statements
    assert [row.label for row in one.rows][2:4] == [section, item]
