"""The text of a paragraph and its runs in another type."""

from __future__ import annotations

from quire.model.page import Style
from quire.model.span import Span
from quire.wiki.paragraph_text import Runs, spans_text

ITALIC = Style("", 10.0, bold=False, italic=True, mono=False, color=0)
MONO = Style("", 10.0, bold=False, italic=False, mono=True, color=0)


def test_runs_in_italics_are_kept_with_what_stands_before_them():
    runs = Runs()
    spans = [
        Span("A wheel with  teeth is a "),
        Span("gear,", ITALIC),
        Span(" made by "),
        Span("cut", MONO),
    ]
    assert spans_text(spans, runs) == "A wheel with teeth is a gear, made by `cut`"
    assert (runs.emphasised, runs.coded) == ({"gear": 1}, {"cut": 1})
    assert runs.places == {"gear": ["eel with teeth is a gear"]}
