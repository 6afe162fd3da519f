"""A changed text keeps the style of what did not change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quire.jobs.span_edits import respelled
from quire.model.page import Style
from quire.model.span import Span
from quire.model.traversal import text_of

BOLD = Style("Serif", 10.0, True, False, False, 0)
SPANS = (Span("Loss ", None), Span("1,204", BOLD), Span(" euros"), Span("3", None, None, "n3"))


@pytest.mark.parametrize(
    ("text", "bold"),
    [("Loss 1,240 euros3", "1,240"), ("Loss 1,204 yen3", "1,204"), ("A loss 1,204 euros3", "1,204"), ("", None)],
)
def test_the_style_of_what_did_not_change(text: str, bold: str | None) -> None:
    made = respelled(SPANS, text)
    assert text_of(made) == text
    assert [span.text for span in made if span.style == BOLD] == ([bold] if bold else [])


def test_a_changed_mark_of_a_note_is_none() -> None:
    assert respelled(SPANS, "Loss 1,204 euros3")[-1].note == "n3"
    assert [span.note for span in respelled(SPANS, "Loss 1,204 euros34")] == [None, None, None, "n3", None]


@given(st.lists(st.text(alphabet="ab ", max_size=3), max_size=4), st.text(alphabet="abc ", max_size=8))
def test_any_text_can_become_any_other(old: list[str], new: str) -> None:
    made = respelled([Span(text) for text in old], new)
    assert text_of(made) == new
