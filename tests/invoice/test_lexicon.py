"""Labels in the data files of the lexicon."""

from __future__ import annotations

import re

import pytest

from quire.invoice.lexicon import any_of


@pytest.mark.parametrize(
    ("section", "name", "printed"),
    [
        ("numbers", "label", "číslo faktúry"),
        ("numbers", "label", "cislo faktury"),
        ("documents", "titles", "ΤΙΜΟΛΟΓΙΟ"),
        ("parties", "buyer", "odberatel"),
    ],
)
def test_labels_are_known_with_their_marks_and_without(section: str, name: str, printed: str) -> None:
    assert re.fullmatch(any_of(section, name), printed, re.IGNORECASE)
