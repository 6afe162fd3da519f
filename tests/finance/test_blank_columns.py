"""Columns that only have a title."""

from __future__ import annotations

from collections.abc import Sequence

from quire.finance.extract import extract_statements
from quire.model.page import Rule, TextSource
from tests.finance.paper import Paper

AT = (230, 290, 350, 410, 470, 530)
TITLES = ("Shares", "Amount", "Capital", "Reserves", "Earnings", "Total")


def equity(*, over: bool = False, blank: int = 3) -> list[list[str]]:
    paper = Paper()
    paper.centre(297, 50, "Consolidated statements of changes in equity", size=13)
    if over:
        paper.centre(242, 84, "Common stock")
    for x, title in zip(AT, TITLES, strict=True):
        paper.right(x, 96, title)
    for i, (label, *values) in enumerate(
        (
            ("Balance at 1 January 2023", "10", "1,000", "300", "", "2,000", "3,300"),
            ("Profit for the year", "", "", "", "", "150", "150"),
            ("Dividends paid", "", "", "", "", "(50)", "(50)"),
            ("Balance at 31 December 2023", "10", "1,000", "300", "", "2,100", "3,400"),
        )
    ):
        cells = ["" if n == blank else value or ("5" if n == 3 else "") for n, value in enumerate(values)]
        paper.row(110 + 13 * i, label, *cells, at=AT)
    (statement,) = extract_statements([paper.page()]).statements
    return statement.table


def test_a_column_without_figures_stays_below_its_title() -> None:
    table = equity()
    assert table[0] == ["", *TITLES]
    assert table[1] == ["Balance at 1 January 2023", "10", "1,000", "300", "", "2,000", "3,300"]


def test_the_first_column_may_be_the_blank_one() -> None:
    table = equity(blank=0)
    assert table[0] == ["", *TITLES]
    assert table[1][:3] == ["Balance at 1 January 2023", "", "1,000"]


def test_a_title_over_two_others_is_no_column() -> None:
    assert equity(over=True)[0][1:4] == ["Common stock Shares", "Common stock Amount", "Capital"]


def test_titles_that_nearly_touch_are_split_at_their_columns() -> None:
    paper = Paper()
    paper.centre(297, 50, "Consolidated statements of changes in equity", size=13)
    at = (225, 255, 290, 320, 400, 470)
    paper.text(206, 96, "Shares Amount Shares Amount", size=8)
    paper.right(400, 96, "Earnings")
    paper.right(470, 96, "Total")
    for i, (label, *values) in enumerate(
        (
            ("Balance at 1 January 2023", "", "", "10", "100", "2,000", "2,100"),
            ("Profit for the year", "", "", "", "", "150", "150"),
            ("Balance at 31 December 2023", "", "", "10", "100", "2,150", "2,250"),
        )
    ):
        paper.row(110 + 13 * i, label, *values, at=at)
    (statement,) = extract_statements([paper.page()]).statements
    assert statement.table[0] == ["", "Shares", "Amount", "Shares", "Amount", "Earnings", "Total"]
    assert statement.table[1][3:5] == ["10", "100"]


def test_a_recognised_line_over_several_titles_is_split_at_its_wide_spaces() -> None:
    paper = Paper()
    paper.centre(297, 50, "Consolidated statements of changes in equity", size=13)
    titles = ("Share capital", "Share premium", "Other reserves", "Earnings", "Total")
    at = (290, 350, 410, 470, 530)
    for i, (label, *values) in enumerate(
        (
            ("Balance at 1 January 2023", "1,000", "300", "400", "2,000", "3,700"),
            ("Profit for the year", "", "", "", "150", "150"),
            ("Balance at 31 December 2023", "1,000", "300", "400", "2,150", "3,850"),
        )
    ):
        paper.row(122 + 13 * i, label, *values, at=at)
    for words, y in (
        (("Share", "Share", "Other", "", ""), 96),
        (("capital", "premium", "reserves", "Earnings", "Total"), 106),
    ):
        for x, word in zip(at, words, strict=True):
            if word:
                paper.right(x, y, word)
    upper = [line for line in paper.lines if line.y1 < 99 and line.y0 > 80]
    words = tuple(word for line in upper for word in line.words)
    joined = upper[0]._replace(words=words, x1=upper[-1].x1)
    paper.lines = [line for line in paper.lines if line not in upper] + [joined]
    (statement,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
    assert statement.table[0] == ["", *titles]


_CHINESE = ("股本", "优先股", "永续债", "其他", "资本公积", "未分配利润", "合计")
_PLACES = (250, 290, 330, 370, 430, 500, 570)  # middles of the columns
_MOVES = (
    ("一、上年期末余额", "1,000.00", "", "", "", "300.00", "2,000.00", "3,300.00"),
    ("（一）综合收益总额", "", "", "", "", "", "150.00", "150.00"),
    ("二、本期期末余额", "1,000.00", "", "", "", "300.00", "2,150.00", "3,450.00"),
)


def chinese(titles: Sequence[tuple[float, float, str]], *, ruled: bool = False, scan: bool = False) -> list[str]:
    """The titles of a Chinese statement of equity, three of whose columns are blank."""
    paper = Paper(size=7.0)
    paper.centre(297, 50, "所有者权益变动表", size=12)
    paper.centre(297, 64, "2023年度")
    paper.text(470, 76, "单位：元")
    for x, y, text in titles:
        paper.centre(x, y, text)
    for i, (label, *values) in enumerate(_MOVES):
        paper.row(124 + 12 * i, label, *values, at=[x + 16 for x in _PLACES])
    if ruled:
        for x in (45, 225, 272, 310, 350, 390, 462, 535, 605):
            paper.rules.append(Rule(x, 84, x, 152, 0.5, 0))
    page = paper.page(source=TextSource.OCR, confidence=0.97) if scan else paper.page()
    (statement,) = extract_statements([page]).statements
    return statement.table[0][1:]


def test_a_title_over_blank_columns_covers_them() -> None:
    found = chinese([(336, 100, "其他权益工具"), *((x, 111, text) for x, text in zip(_PLACES, _CHINESE, strict=True))])
    assert found[:5] == ["股本", "其他权益工具 优先股", "其他权益工具 永续债", "其他权益工具 其他", "资本公积"]


def test_rules_show_blank_columns_whose_titles_touch() -> None:
    titles = ["股本", "优先股及其他", "永续债及其他", "其他权益工具", "资本公积", "未分配利润", "合计"]
    lines = [(x, 111.0, text) for x, text in zip(_PLACES, titles, strict=True)]
    assert chinese(lines, ruled=True, scan=True) == titles


def test_chinese_titles_in_one_recognised_line_are_parted_at_spaces() -> None:
    lower = [(x, 111, text) for x, text in zip(_PLACES, _CHINESE, strict=True) if text not in _CHINESE[1:4]]
    assert chinese([*lower, (330, 111, "优先股  永续债  其他")], scan=True) == list(_CHINESE)


def test_a_title_is_not_split_at_a_wide_space_over_a_column_with_its_own_title() -> None:
    paper = Paper()
    paper.centre(297, 50, "Consolidated statements of changes in equity", size=13)
    at = (240, 300, 360, 520, 580)
    for x, title in zip(at, ("Shares", "Amount", "Earnings", "", "Total"), strict=True):
        paper.right(x, 96, title)
    paper.text(385, 96, "Accumulated  Other")
    for i, values in enumerate(
        (("10", "1,000", "300", "(41)", "1,269"), ("", "", "150", "", "150"), ("10", "1,000", "450", "(41)", "1,419"))
    ):
        paper.row(
            110 + 13 * i, "Profit for the year" if i == 1 else f"Balance at 31 December {2022 + i}", *values, at=at
        )
    (statement,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
    assert statement.table[0] == ["", "Shares", "Amount", "Earnings", "Accumulated Other", "Total"]


def test_titles_in_one_line_part_where_the_figures_of_their_columns_end() -> None:
    paper = Paper()
    paper.centre(297, 50, "Consolidated statements of changes in equity", size=13)
    at = (243, 302, 388, 431, 487)
    paper.text(186, 96, "Share capital Share premium Revaluation reserve Own shares Total equity", size=9)
    for i, (label, *values) in enumerate(
        (
            ("Balance at 1 January 2023", "10,000", "1,000", "30,000", "2,000", "43,000"),
            ("Profit for the year", "", "", "", "150", "150"),
            ("Dividends paid", "", "", "", "(50)", "(50)"),
            ("Balance at 31 December 2023", "10,000", "1,000", "30,000", "2,100", "43,100"),
        )
    ):
        paper.row(110 + 13 * i, label, *values, at=at)
    (statement,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
    assert statement.table[0][1:] == [
        "Share capital",
        "Share premium",
        "Revaluation reserve",
        "Own shares",
        "Total equity",
    ]
