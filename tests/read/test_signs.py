"""Signs that an engine confuses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.read.signs import curled, is_curly, mended


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
    ],
)
def test_what_is_confused_is_mended(before: str, after: str) -> None:
    assert mended(before) == after


def test_apostrophes_curl_with_their_page() -> None:
    assert is_curly("the “Company”")
    assert not is_curly('the "Company\'s"')
    assert curled("Shareholders' funds, RMB'000") == "Shareholders’ funds, RMB’000"


@given(st.text(st.sampled_from("（）()“”\"'O0一1a中 "), max_size=20))
def test_no_text_gets_longer(text: str) -> None:
    assert len(mended(text)) == len(text)
    assert mended(mended(text)) == mended(text)
