"""Signs that an engine confuses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.read.ocr_engine import Reading, rectangle
from quire.read.scan.confused_characters import corrected, has_curly_quotes, with_curly_quotes, without_digit_gaps


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("一", "—"),
        ("一、总则", "一、总则"),
        ("O", "0"),
        ("1O5.20", "105.20"),
        ("3,00O", "3,000"),
        ("Oslo", "Oslo"),
        ("（公告编号：2023-30)", "（公告编号：2023-30）"),
        ("(控股）有限公司", "（控股）有限公司"),
        ("（note 5)", "(note 5)"),
        ("减少以“(”号填列", "减少以“(”号填列"),
        ("1)、(2)", "1)、(2)"),
        ('the “Purchaser" and', "the “Purchaser” and"),
        ('5" wide', '5" wide'),
        ("−0.81%", "-0.81%"),
    ],
)
def test_what_is_confused_is_mended(before: str, after: str) -> None:
    assert corrected(before) == after


def test_apostrophes_curl_with_their_page() -> None:
    assert has_curly_quotes("the “Company”")
    assert not has_curly_quotes('the "Company\'s"')
    assert with_curly_quotes("Shareholders' funds, RMB'000") == "Shareholders’ funds, RMB’000"


@given(st.text(st.sampled_from("（）()“”\"'O0一1a中 "), max_size=20))
def test_no_text_gets_longer(text: str) -> None:
    assert len(corrected(text)) == len(text)
    assert corrected(corrected(text)) == corrected(text)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("16, 580, 804.89", "16,580,804.89"),
        ("16, 580,", "16,580,"),  # the rest stands on the next line of its cell
        ("(1, 234. 50)", "(1,234.50)"),
        ("12,345", "12,345"),
        ("2, 3", "2, 3"),  # notes
        ("in 2010, 300 people", "in 2010, 300 people"),
        ("2010, 300", "2010, 300"),
    ],
)
def test_numbers_have_no_blanks(before: str, after: str) -> None:
    line = rectangle(0, 0, 100, 20)
    positions = tuple((i + 0.5) / len(before) for i in range(len(before)))
    found = without_digit_gaps(Reading(before, line, 0.9, positions))
    assert found.text == after
    assert [positions[before.index(letter)] for letter in after[:1]] == [found.positions[0]]
    assert len(found.positions) == len(after)
    assert without_digit_gaps(Reading(before, line, 0.9)) == Reading(after, line, 0.9)
