"""What kind of book it is."""

from __future__ import annotations

from quire.wiki.book import Book
from quire.wiki.page_planner import all_sentences
from quire.wiki.passage import Passage
from quire.wiki.subjects.book_genre import genre_of


def _genre(*texts: str) -> str:
    passages = [Passage(f"p{at + 1}", "One", at, text) for at, text in enumerate(texts)]
    return genre_of(Book("", "", "en", tuple(passages), ()), all_sentences(passages, "en"))


def test_a_story_without_double_quotes_is_a_story():
    text = "The room was still, and she had fallen asleep on her sofa; so Margaret spoke gently to her once more."
    assert _genre(*[text] * 20) == "fiction"


def test_a_manual_that_says_i_at_times_is_technical():
    text = "The server reads its settings at start. Each setting has a name. I prefer short names. Values are strings."
    assert _genre(*[text] * 20) == "technical"
