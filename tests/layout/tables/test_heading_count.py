"""Tests of how many rows of a grid are headings."""

import pytest

from quire.layout.tables.heading_count import BIAS, MOST, NAMES, WEIGHTS, Shown, heading_count, heading_evidence

GREY = 0xDDDDDD


def row(*texts, bold=False, fill=None):
    return [Shown(col, 1, 1, text, bold, fill) for col, text in enumerate(texts)]


def title(text, cols, *, bold=False, fill=None):
    return [Shown(0, 1, cols, text, bold, fill)]


DATA = [row("login", "string", "name of the user"), row("password", "string", "at least 8 characters")]


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ([row("Name", "Type", "Note"), *DATA], 1),
        ([row("Name", "Type", "Note", bold=True, fill=GREY), *DATA], 1),
        ([title("Members", 3, bold=True), row("Name", "Type", "Note", bold=True), *DATA], 2),
        ([title("Members", 3), row("Name", "Type", "Note"), *DATA], 2),
        ([[Shown(0, 2, 1, "Name", False, None), Shown(1, 1, 2, "Kind", False, None)], row("", "Type", "Note")[1:], *DATA], 2),
        ([[Shown(0, 3, 1, "Page", False, None), *row("", "Name", "Type")[1:]], *[r[1:] for r in DATA]], 1),  # at its side
        ([[Shown(0, 3, 1, "Teacher", False, None), *row("", "marks")[1:]], *[row("", text)[1:] for text in ("files", "rooms")], row("Head", "staff")], 1),  # a label of rows
        ([[Shown(0, 1, 1, label, True, None), Shown(1, 1, 2, text, True, None)] for label, text in (("Title:", "Orders"), ("School:", "Software"), ("Year:", "2015"))] + DATA, 1),  # a form
        ([title("File:", 3), title("Manual of the diary", 3), title("Purpose:", 3), title("Says how it is used", 3), *DATA], 1),
        ([row("Name", "Type", "Note", bold=True)], 1),  # its page ends below
        ([row("", "", "")], 0),
    ],
)  # fmt: skip
def test_how_many_rows_are_headings(rows, count):
    assert heading_count(rows, 3) == count


def test_the_last_row_and_the_sixth_are_no_headings():
    assert heading_count([row("Name", "Type", bold=True)] * 2, 2) <= 1
    assert heading_count([title("Members", 3, bold=True)] * 9, 3) <= MOST


def test_each_piece_of_evidence_has_a_name_and_a_weight():
    assert len(heading_evidence([row("Name", "Type"), row("a", "b")], 0, 2)) == len(NAMES) == len(WEIGHTS)
    assert BIAS
