"""Styles of headings."""

from __future__ import annotations

import pytest

from quire.layout.headings import style_clusters
from quire.layout.text.block_drafts import Draft
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.text_rows import rows_of
from quire.model.page import Style
from tests.layout.pages import BODY, block, line, prose, style

NORM = BodyStyle(10.0, "Serif", bold=False, color=0)


def titles(drafts: list[Draft]) -> frozenset[int]:
    looks = style_clusters.StyleClusters(drafts, NORM)
    return looks.titles(style_clusters.title_styles([looks.counts]))


def parts(look: Style, ending: str = "", count: int = 3) -> list[Draft]:
    drafts: list[Draft] = []
    for n in range(count):
        y = 100 + 200 * n
        drafts.append(
            Draft(
                1, rows_of([line(f"Part of {n + 1} gardens{ending}", 72, y, look)]), left=72, right=540, space_above=20
            )
        )
        drafts.append(Draft(1, rows_of(block(prose(60, 460), 72, y + 20, BODY)), left=72, right=540, space_above=8))
    return drafts


@pytest.mark.parametrize(
    ("look", "ending", "wanted"),
    [
        (style(10.0, color=0x1F4E79), "", 3),  # coloured, as large as the text
        (style(10.5, color=0x1F4E79), ":", 3),
        (style(10.0, color=0x1F4E79), ":", 0),  # a label
        (style(10.0, color=0x666666), "", 0),  # grey
        (style(10.0, bold=True), "", 3),
        (style(10.0, bold=True), ":", 0),
        (style(11.5, font="Sans"), "", 3),  # larger, in another face
        (style(10.0, font="Sans"), "", 0),
        (style(9.0, bold=True), "", 3),  # bold and a little smaller
        (style(8.0, bold=True), "", 0),
        (BODY, "", 0),
    ],
)
def test_titles_by_their_look(look: Style, ending: str, wanted: int) -> None:
    drafts = parts(look, ending)
    found = titles(drafts)
    assert len(found) == wanted
    assert all(id(draft) in found for draft in drafts[::2]) is bool(wanted)


def test_one_row_is_no_style_of_titles() -> None:
    assert not titles(parts(style(10.0, bold=True), count=1))


def numbered(rows: int, *, count: int = 3, number: str = "1.{}", ending: str = "") -> list[Draft]:
    drafts: list[Draft] = []
    for n in range(count):
        y = 60 + 200 * n
        words = f"{number.format(n + 1)} Part of gardens{ending}"
        own = [line(words, 72, y, BODY), *block(prose(12 * (rows - 1), 460), 72, y + 12, BODY)] if rows > 1 else None
        drafts.append(Draft(1, rows_of(own or [line(words, 72, y, BODY)]), left=72, right=540, space_above=20))
        drafts.append(Draft(1, rows_of(block(prose(60, 460), 72, y + 60, BODY)), left=72, right=540, space_above=8))
    return drafts


@pytest.mark.parametrize("number", ["{}.", "1.{}", "A.{}"])
def test_short_numbered_rows_over_text_are_titles_though_they_look_as_the_text_does(number: str) -> None:
    drafts = numbered(1, number=number)
    assert titles(drafts) == {id(draft) for draft in drafts[::2]}


def test_numbered_sentences_and_clauses_are_no_titles() -> None:
    assert not titles(numbered(1, ending="."))
    assert not titles(numbered(3))
    clauses = [*numbered(1), *numbered(3, count=5)]
    assert not titles(clauses)


def test_items_of_a_list_are_no_titles() -> None:
    rows = [
        Draft(1, rows_of([line(f"{n}. Gardens", 72, 60 + 20 * n)]), left=72, right=540, space_above=10)
        for n in range(8)
    ]
    assert not titles(rows)


@pytest.mark.parametrize("font", ["CMCSC10", "TeXPalladioL-SC", "LMRomanCaps10-Regular"])
def test_rows_in_fonts_of_small_capitals_are_titles(font: str) -> None:
    drafts = parts(style(10.0, font=font))
    assert titles(drafts) == {id(draft) for draft in drafts[::2]}


def test_two_rows_over_text_and_no_others_of_their_look_are_titles() -> None:
    small = parts(style(9.0, font="Sans", bold=True), count=2)
    assert titles(small) == {id(draft) for draft in small[::2]}
    assert not titles([*small, *parts(style(9.0, font="Sans", bold=True), ending=".", count=1)])


@pytest.mark.parametrize("ending", ["", ":"])
def test_digits_of_a_number_and_text_of_one_row_do_not_count_against_a_title(ending: str) -> None:
    drafts: list[Draft] = []
    for n in range(4):
        y = 100 + 100 * n
        drafts.append(
            Draft(1, rows_of([line(f"4.1.2.{n + 1} 配置{ending}", 72, y, BODY)]), left=72, right=540, space_above=20)
        )
        below = "所有配置文件都存放在一个目录里，打开它就可以看到，请先阅读说明再修改其中的内容，然后重新启动服务。"
        drafts.append(Draft(1, rows_of([line(below, 72, y + 20, BODY)]), left=72, right=540, space_above=8))
    assert len(titles(drafts)) == (0 if ending else 4)
