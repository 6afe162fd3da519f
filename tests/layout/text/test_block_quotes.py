"""Block quotations."""

from __future__ import annotations

from quire.layout.text import block_quotes
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.text_rows import rows_of
from tests.layout.pages import block, line, prose


def draft(x, width, baseline):
    return Draft(1, rows_of(block(prose(60, width), x, baseline)), left=72, right=540)


def kinds(*drafts):
    block_quotes.mark_quotes(drafts, 10.0)
    return [one.kind for one in drafts]


def test_text_set_in_between_text_at_the_edge():
    assert kinds(draft(72, 460, 100), draft(108, 380, 200), draft(72, 460, 300)) == [Kind.TEXT, Kind.QUOTE, Kind.TEXT]


def test_text_set_in_without_text_at_the_edge_is_text():
    assert kinds(draft(108, 380, 100), draft(108, 380, 200)) == [Kind.TEXT, Kind.TEXT]


def test_text_set_in_below_headings_at_the_edge_is_text():
    def heading(baseline: float) -> Draft:
        return Draft(1, rows_of([line("1.1 Objectives", 72, baseline)]), left=72, right=540)

    assert kinds(heading(100), draft(108, 380, 120), heading(200)) == [Kind.TEXT] * 3
    assert kinds(draft(72, 460, 100), draft(108, 380, 200), heading(300))[1] is Kind.QUOTE
