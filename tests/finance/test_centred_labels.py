"""Figures in the middle of labels of two and three lines."""

from quire.finance.centred_labels import merge_centred_labels
from quire.finance.extract import extract_statements
from quire.finance.row_labels import Line
from tests.finance.paper import Paper


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
