"""Kickers and subtitles."""

from __future__ import annotations

from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.body_style import BodyStyle
from quire.layout.text.text_rows import rows_of
from quire.model.page import Style
from tests.layout.pages import BODY, BOLD, block, line, prose, style
from tests.layout.whole import mark_headings

NORM = BodyStyle(10.0, "Serif", bold=False, color=0)


def row(words: str, baseline: float, look: Style) -> Draft:
    return Draft(1, rows_of([line(words, 72, baseline, look)]), left=72, right=540, space_above=20)


def text(baseline: float = 160) -> Draft:
    return Draft(1, rows_of(block(prose(60, 460), 72, baseline, BODY)), left=72, right=540, space_above=20)


def table() -> Draft:
    return Draft(1, kind=Kind.TABLE, left=72, right=540)


def headed(*drafts: Draft) -> list[str]:
    own = list(drafts)
    mark_headings(own, NORM)
    return [draft.text for draft in own if draft.kind is Kind.HEADING]


def test_a_small_row_above_the_title_is_no_heading() -> None:
    title = row("How gardens are kept", 90, style(22.0))
    assert headed(row("THE GARDEN REVIEW", 64, BOLD), title, text()) == ["How gardens are kept"]
    assert len(headed(row("Chapter 4", 64, BOLD), title, text())) == 2
    assert len(headed(row("THE GARDEN REVIEW", 20, BOLD), title, text())) == 2


def test_the_only_bold_row_below_the_title_of_a_form_is_no_heading() -> None:
    title, sub = row("Official list", 60, style(22.0)), row("Worksheet: tools", 84, BOLD)
    assert headed(title, sub, table()) == ["Official list"]
    assert headed(title, sub, text()) == ["Official list", "Worksheet: tools"]
    assert len(headed(title, sub, table(), row("Worksheet: seeds", 300, BOLD), text(320))) == 3
