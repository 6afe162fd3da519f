"""Paragraphs on their way."""

from __future__ import annotations

import pytest

from quire.write.word.paragraph import Para, indent_property, markup


def test_markup() -> None:
    para = Para("Quote", "<w:r/>", {"jc": '<w:jc w:val="left"/>'}, before=6, line={"w_line": 300})
    assert para.markup() == (
        '<w:p><w:pPr><w:pStyle w:val="Quote"/><w:spacing w:before="120" w:line="300"/><w:jc w:val="left"/></w:pPr><w:r/></w:p>'
    )
    assert markup([Para(), "<w:tbl/>"]) == "<w:p></w:p><w:tbl/>"


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ((0, 0, 0), ""),
        ((10, 0, 0), '<w:ind w:left="200"/>'),
        ((0, 21, 0), '<w:ind w:firstLine="420"/>'),
        ((0, 21, 10.5), '<w:ind w:firstLine="420" w:firstLineChars="200"/>'),
        ((0, -18, 0), '<w:ind w:left="360" w:hanging="360"/>'),
    ],
)
def test_indents(values: tuple[float, float, float], found: str) -> None:
    left, first, east_asian = values
    assert indent_property(left, first, east_asian=east_asian).get("ind", "") == found


def test_further_paragraphs_follow_without_space() -> None:
    """What belongs to the place of the first or the last is there once."""
    parts = {key: f"<w:{key}/>" for key in ("pageBreakBefore", "shd", "sectPr")}
    found = Para("Code", "<w:r/>", parts, before=6, after=4, more=("<w:r/>", "<w:r/>")).markup().split("<w:p>")[1:]
    spacing = ['w:before="120" w:after="0"', 'w:before="0" w:after="0"', 'w:before="0" w:after="80"']
    assert all(some in one for some, one in zip(spacing, found, strict=True))
    assert ["pageBreakBefore" in one for one in found] == [True, False, False]
    assert ["sectPr" in one for one in found] == [False, False, True]
    assert all("<w:shd/>" in one for one in found)
