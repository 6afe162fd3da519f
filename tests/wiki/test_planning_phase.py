"""What planning offers the planner."""

from __future__ import annotations

import pytest

from quire.read.books.plain_text import read_book_text
from quire.wiki import planning_phase
from quire.wiki.book import make_book
from quire.wiki.page_planner import all_sentences
from quire.wiki.planning_phase import candidates_of


def test_a_printed_index_names_the_subjects_so_no_more_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# Networks\n\nA firewall is a program that filters the packets of a network.\n"
    book = make_book(read_book_text(text.encode(), markdown=True))
    sentences = all_sentences(book.passages, book.lang)
    asked: list[int] = []
    monkeypatch.setattr(planning_phase, "_terms", lambda book, sentences, most, tick: asked.append(most) or [])
    candidates_of(book, sentences, "technical")
    book.index = (("Firewall",),)
    candidates_of(book, sentences, "technical")
    assert asked[0] == planning_phase._OFFERED * asked[1]
