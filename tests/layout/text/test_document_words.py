"""The words of a document."""

from __future__ import annotations

from quire.layout.text.document_words import Vocabulary
from tests.layout.pages import line


def test_words_inside_lines_count_and_cut_ones_do_not():
    words = Vocabulary([[line("The International, body", 72, 100), line("was inter-", 72, 112)]])
    assert "international" in words
    assert "body" in words
    assert "inter-" not in words
    assert "inter" not in words
