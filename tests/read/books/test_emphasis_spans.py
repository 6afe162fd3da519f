"""Spans with emphasis, white space folded."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.read.books.emphasis_spans import Emphasis, SpanBuilder, plain_spans

ITALIC = Emphasis(italic=True)


def test_runs_of_one_emphasis_are_one_span():
    builder = SpanBuilder()
    for words in ("One", " two", " three"):
        builder.add(words)
    builder.add(" four", ITALIC)
    spans = builder.take()
    assert [span.text for span in spans] == ["One two three", " four"]
    assert spans[0].style is None
    assert spans[1].style is not None
    assert spans[1].style.italic


def test_white_space_is_folded_across_spans_and_trimmed():
    builder = SpanBuilder()
    builder.add("  a \t b ")
    builder.add("  c  ", ITALIC)
    assert [span.text for span in builder.take()] == ["a b ", "c"]


def test_line_breaks_stay_without_spaces_around_them():
    builder = SpanBuilder()
    builder.add("a  \n  b")
    assert builder.take()[0].text == "a\nb"


def test_links_and_notes_are_spans_of_their_own():
    builder = SpanBuilder()
    builder.add("see ")
    builder.add("there", link="https://example.org/")
    builder.add("1", note="n1")
    assert [(span.link, span.note) for span in builder.take()] == [
        (None, None),
        ("https://example.org/", None),
        (None, "n1"),
    ]


def test_taking_empties_the_builder():
    builder = SpanBuilder()
    builder.add("words")
    assert builder
    builder.take()
    assert not builder
    assert builder.take() == ()


@given(st.text(alphabet="ab \n\t", max_size=40))
def test_plain_text_keeps_its_words(text: str):
    assert "".join(span.text for span in plain_spans(text)).split() == text.split()
