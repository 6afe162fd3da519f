"""What stands around the title of a document."""

from __future__ import annotations

import pytest

from quire.layout.headings import title_block
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import BODY, block, line, prose, style

NORM = BodyStyle(10.0, "Serif", bold=False, color=0)


def heading(text: str, size: float = 12.0, page: int = 1) -> Draft:
    return Draft(page, rows_of([line(text, 72, 100, style(size))]), Kind.HEADING, left=72, right=540, space_above=20)


def row(text: str, size: float = 10.0) -> Draft:
    return Draft(1, rows_of([line(text, 72, 100, style(size))]), left=72, right=540, space_above=20)


def text() -> Draft:
    return Draft(1, rows_of(block(prose(60, 460), 72, 120, BODY)), left=72, right=540)


def kept(*drafts: Draft, known: tuple[Draft, ...] = ()) -> list[str]:
    title_block.unmark_title_block(drafts, {id(draft) for draft in known}, NORM)
    return [draft.text for draft in drafts if draft.kind is Kind.HEADING]


def test_names_and_the_date_below_a_title_head_nothing() -> None:
    front = (heading("On Gardens", 18.0), heading("Anna Example"), heading("Bert Sample"), heading("May 2021"))
    assert kept(*front, heading("Abstract", 10.0), text()) == ["On Gardens", "Abstract"]
    assert kept(*map(_again, front), heading("1 Introduction", 14.0), text()) == ["On Gardens", "1 Introduction"]


def _again(draft: Draft) -> Draft:
    return Draft(draft.page, draft.rows, Kind.HEADING, left=72, right=540, space_above=20)


def test_a_heading_over_text_ends_the_block() -> None:
    assert kept(heading("Gardens", 18.0), heading("For friends"), heading("Plants"), text(), heading("Soil")) == [
        "Gardens",
        "Plants",
        "Soil",
    ]
    assert kept(heading("Gardens", 18.0), heading("Tools"), row("Take a spade."), heading("Soil"), text()) == [
        "Gardens",
        "Tools",
        "Soil",
    ]


@pytest.mark.parametrize(
    "issue", ["Version 2.1", "2019-12-17 v1.6", "Released 2022-01-29", "Anna Example∗", "May 2021"]
)
def test_versions_dates_and_marked_names_right_above_the_text_head_nothing(issue: str) -> None:
    assert kept(heading("Gardens", 18.0), heading(issue), text()) == ["Gardens"]


def test_a_cover_has_its_title_alone() -> None:
    cover = (heading("University of Testing", 14.0), heading("Gardens", 24.0), heading("of the North", 24.0))
    assert kept(*cover, heading("A Thesis", 14.0), heading("Part", 14.0, page=2)) == ["Gardens", "of the North", "Part"]


def test_what_the_file_calls_a_heading_stays() -> None:
    own = heading("Anna Example")
    assert kept(heading("Gardens", 18.0), own, heading("Abstract"), text(), known=(own,))[1] == "Anna Example"


def test_no_drafts() -> None:
    assert kept() == []


def test_a_heading_over_a_list_ends_the_block() -> None:
    items = [row("\u2022 Take a spade"), row("\u2022 Dig")]
    assert kept(heading("Gardens", 18.0), heading("Tools"), *items, heading("Soil"), text()) == [
        "Gardens",
        "Tools",
        "Soil",
    ]
