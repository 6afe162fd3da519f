"""What recognition may have lost or added."""

from dataclasses import replace

import pytest

from quire.finance.extract import extract_statements
from quire.finance.recognition_gaps import GAPS
from quire.model.geometry import Box
from quire.model.page import TextSource
from tests.finance.paper import Paper
from tests.finance.sheets import balance_sheet

ROWS = [
    ("Cash and cash equivalents", "1,200", "9,100"),
    ("Accounts receivable (net)", "2,300", "4,200"),
    ("Inventories", "1,500", "1,400"),
    ("Total current assets", "5,000", "14,700"),
    ("Goodwill", "3,500", "4,700"),
    ("Other assets", "100", "200"),
    ("Deferred taxes", "100", "200"),
    ("Property and equipment", "300", "200"),
    ("Investments", "300", "200"),
    ("Licences", "400", "—"),
    ("Total assets", "9,700", "20,200"),
]


def gaps(change=None, *, source=TextSource.OCR, unread=(), drawn=None, sure=0.97):
    """The gaps of a balance sheet: rule to (label, texts of the doubted cells)."""
    paper = Paper()
    paper.centre(297, 50, "CONSOLIDATED BALANCE SHEETS", size=13)
    paper.centre(297, 64, "(in millions)")
    paper.right(400, 90, "December 31, 2023")
    paper.right(520, 90, "December 31, 2022")
    for i, row in enumerate(ROWS):
        paper.row(106 + 14 * i, *((change or {}).get(text, text) for text in row))
    if drawn is not None:
        drawn(paper)
    page = replace(
        paper.page(source=source, confidence=None if source is TextSource.NATIVE else sure), unread=tuple(unread)
    )
    (found,) = extract_statements([page]).statements
    return {f.rule: [(found.rows[r].label, c) for r, c in f.cells] for f in found.doubts if f.rule in GAPS}


def test_a_whole_statement_has_no_gaps():
    assert gaps() == {}
    (zh,) = extract_statements([balance_sheet().page(source=TextSource.OCR, confidence=0.97)]).statements
    assert not [f for f in zh.doubts if f.rule in GAPS]


def test_a_part_of_a_label_is_told():
    assert gaps({"Accounts receivable (net)": "receivable (net)"}) == {"label": [("receivable (net)", 0)]}
    assert gaps({"Accounts receivable (net)": "Accounts receivable (net"})["label"]
    assert gaps({"Accounts receivable (net)": "receivable (net)"}, source=TextSource.NATIVE) == {}


def test_the_rest_of_a_label_is_told_with_the_row_that_lacks_it():
    def rest(paper):
        paper.text(50, 141, "of $21 million, and others, respectively")

    assert {("of $21 million, and others, respectively", 0), ("Inventories", 0)} <= set(gaps(drawn=rest)["label"])


@pytest.mark.parametrize(
    "label", ["Accounts receivable and", "Accounts receivable,", "Accounts receivable net)", ".", "存"]
)
def test_a_label_that_ends_in_the_middle_is_told(label: str):
    assert (label, 0) in gaps({"Accounts receivable (net)": label})["label"]


def test_a_total_without_figures_is_told():
    assert gaps({"5,000": "", "14,700": ""}) == {"blank": [("Total current assets", 1), ("Total current assets", 2)]}


def test_a_figure_without_a_label_is_told():
    assert gaps(drawn=lambda paper: paper.right(400, 106 + 14 * 4 + 7, "6")) == {"stray": [("", 1)]}


def test_figures_without_label_are_told_unless_a_sum_proves_them():
    assert gaps({"Other assets": ""})["stray"] == [("", 1), ("", 2)]
    assert "stray" not in gaps({"Total current assets": ""})
    assert "stray" not in gaps({"Other assets": ""}, source=TextSource.NATIVE)


def test_unread_ink_in_an_empty_cell_is_told():
    change = {"4,200": "", "1,400": ""}  # two of eleven: the column is not full
    place = Box(495, 114, 515, 121)
    assert gaps(change) == {}
    assert gaps(change, unread=[place]) == {"ink": [("Accounts receivable (net)", 2)]}


def test_labels_that_are_known_ones_but_for_a_letter_are_told():
    assert gaps({"Accounts receivable (net)": "Accounts receivahle (net)"})["label"] == [
        ("Accounts receivahle (net)", 0)
    ]
    assert gaps({"Property and equipment": "Property and équipment"})["label"] == [("Property and équipment", 0)]
    assert gaps({"Licences": "Patents"}) == {}  # another word is no misreading


@pytest.mark.parametrize("label", ["Current assets:", "1,234,567 Goodwill", "66"])
def test_a_text_that_is_no_label_of_figures_is_told(label: str):
    assert (label, 0) in gaps({"Goodwill": label})["label"]


def test_labels_that_were_read_with_little_confidence_are_told():
    assert gaps(sure=0.91) == {}
    assert gaps(sure=0.85)["label"] == [(row[0], 0) for row in ROWS]


def test_figures_off_the_level_of_their_labels_are_told():
    def askew(by: float):
        """The statement with labels lower than their figures."""
        paper = Paper()
        paper.centre(297, 50, "CONSOLIDATED BALANCE SHEETS", size=13)
        paper.right(400, 90, "December 31, 2023")
        paper.right(520, 90, "December 31, 2022")
        for i, (label, *figures) in enumerate(ROWS):
            paper.text(50, 106 + 14 * i + by, label)
            paper.row(106 + 14 * i, "", *figures)
        (found,) = extract_statements([paper.page(source=TextSource.OCR, confidence=0.97)]).statements
        return [len(f.cells) for f in found.doubts if f.rule == "level"]

    assert askew(1.0) == []
    assert askew(4.0) == [len(ROWS)]


def test_a_sign_in_a_figures_place_is_told():
    assert ("Goodwill", 1) in gaps({"3,500": "S."})["unparsed"]


def test_unread_ink_between_two_rows_is_told():
    lost = {"Inventories": "", "1,500": "", "1,400": ""}
    assert "ink" not in gaps(lost)
    between = Box(60, 106 + 14 * 2 - 7, 200, 106 + 14 * 2 + 2)
    assert gaps(lost, unread=[between])["ink"] == [("Accounts receivable (net)", 0), ("Total current assets", 0)]
    speck = Box(60, 106 + 14 * 2 - 3, 64, 106 + 14 * 2 - 1)
    assert "ink" not in gaps(lost, unread=[speck])
