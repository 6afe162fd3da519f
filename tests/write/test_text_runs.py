"""Spans as runs: cleaned, merged, links checked."""

from __future__ import annotations

import pytest
from hypothesis import given

from quire.model.block import Span
from quire.write.text_runs import (
    Run,
    clean,
    is_typescript,
    runs_of,
    safe_link,
    without_empty_emphasis,
    without_fixed_pitch,
)
from tests import documents as make
from tests.strategies import runs


def test_neighbours_of_one_look_are_one_run() -> None:
    found = runs_of([Span("a", make.BOLD), Span(" "), Span("b", make.BOLD), Span("c", make.BODY)])
    assert [(run.text, run.bold) for run in found] == [("a b", True), ("c", False)]


def test_a_note_mark_is_a_run_of_its_own() -> None:
    found = runs_of([Span("a", make.BODY), Span("1", make.BODY, note="n1"), Span("b", make.BODY)])
    assert [(run.text, run.note) for run in found] == [("a", None), ("1", "n1"), ("b", None)]


@given(runs)
def test_runs_hold_all_text(spans: tuple[Span, ...]) -> None:
    assert "".join(run.text for run in runs_of(spans)) == "".join(clean(span.text) for span in spans)


@pytest.mark.parametrize(
    ("link", "safe"),
    [
        ("https://example.org/", "https://example.org/"),
        ("www.example.org", "https://www.example.org"),
        ("#p12", "#p12"),
        ("javascript:alert(1)", None),
        ("java\nscript:x", None),
        ("file:///etc/passwd", None),
    ],
)
def test_only_harmless_links_stay(link: str, safe: str | None) -> None:
    assert safe_link(link) == safe


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([Run("→", bold=True)], [Run("→")]),
        ([Run("x", italic=True)], [Run("x")]),
        ([Run("word", italic=True)], [Run("word", italic=True)]),
        ([Run("21"), Run("st", rise=1)], [Run("21st")]),
        ([Run("x"), Run("2", rise=1)], [Run("x"), Run("2", rise=1)]),
    ],
)
def test_emphasis_without_meaning_is_dropped(before: list[Run], after: list[Run]) -> None:
    assert without_empty_emphasis(before) == after


def test_a_document_nearly_all_in_fixed_pitch_is_a_typescript() -> None:
    typed = make.paragraph(make.span("Vous pouvez m'envoyer la personne dont vous me parlez. " * 3, make.MONO))
    assert is_typescript([typed, make.paragraph("PARIS, 13 Avril.")])
    assert not is_typescript([typed, make.paragraph("Prose around a long command. " * 3)])
    assert not is_typescript([make.paragraph(make.span("make check", make.MONO))])  # too little tells nothing


def test_runs_of_a_typescript_differ_by_more_than_their_pitch() -> None:
    runs = [Run("nous fumes ", mono=True), Run("obliges "), Run("monsieur", bold=True, mono=True)]
    assert without_fixed_pitch(runs) == [Run("nous fumes obliges "), Run("monsieur", bold=True)]
