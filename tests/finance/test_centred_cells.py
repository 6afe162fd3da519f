"""Titles of several lines in the middle of their cells."""

from quire.finance.centred_cells import merge_centred_cells
from quire.finance.text_pieces import pieces_of, visual_rows
from tests.finance.paper import Paper


def rows(*places):
    paper = Paper()
    for x, y, text in places:
        paper.centre(x, y, text)
    return visual_rows(pieces_of(paper.page()))


def test_cells_of_two_and_three_lines_are_one_piece_each():
    made = rows((300, 100, "Business-"), (200, 106, "Governmental"), (300, 112, "type"), (400, 112, "Total"),
                (200, 118, "activities"), (300, 124, "activities"))  # fmt: skip
    assert [[p.text for p in row] for row in merge_centred_cells(made, 100)] == [
        ["Governmental activities", "Business-type activities", "Total"]
    ]


def test_a_title_over_several_stays_above_them():
    made = rows(
        (350, 100, "2023 and all of what was restated"), (300, 106, "Before"), (400, 112, "Total"), (300, 118, "items")
    )
    assert [[p.text for p in row] for row in merge_centred_cells(made, 100)][-1] == ["Before items", "Total"]


def test_lines_on_one_height_stay_rows():
    made = rows((300, 100, "31 March"), (400, 100, "31 March"), (300, 112, "2023"), (400, 112, "2022"))
    assert merge_centred_cells(made, 100) == made
    assert merge_centred_cells([], 100) == []


def test_labels_between_the_lines_change_nothing():
    made = rows((60, 106, "Item"), (300, 100, "Before"), (400, 100, "After"), (300, 112, "tax"), (400, 112, "tax"))
    assert merge_centred_cells(made, 200) == made
