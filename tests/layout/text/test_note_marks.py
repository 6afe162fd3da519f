"""Marks of footnotes."""

from __future__ import annotations

import pytest

from quire.layout.text.note_marks import note_references, possible_marks

NOTES = {"2": "n1-1-2", "3": "n1-2-3", "9": "n1-3-9", "10": "n1-4-10", "*": "n1-5-x"}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("2", [("2", "n1-1-2")]),
        ("[2]", [("[2]", "n1-1-2")]),
        ("2,3", [("2", "n1-1-2"), (",", None), ("3", "n1-2-3")]),
        ("23", [("2", "n1-1-2"), ("3", "n1-2-3")]),
        ("910", [("9", "n1-3-9"), ("10", "n1-4-10")]),
        ("*", [("*", "n1-5-x")]),
        ("34", [("34", None)]),  # there is no note 4
        ("32", [("32", None)]),
        ("th", [("th", None)]),
        ("", [("", None)]),
    ],
)
def test_references(text, parts):
    assert note_references(text, NOTES) == parts


def test_a_note_of_the_whole_number_goes_before_its_figures():
    assert note_references("23", NOTES | {"23": "n1-6-23"}) == [("23", "n1-6-23")]


def test_possible_marks():
    assert possible_marks("23") == ["23", "2", "3"]
    assert possible_marks("1,2") == ["1", "2"]
    assert possible_marks("0") == ["0"]
    assert possible_marks("long words") == []
