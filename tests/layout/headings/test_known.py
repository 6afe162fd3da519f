"""Titles are compared by their letters and digits, in lower case."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.layout.headings.known import fold


@given(st.text() | st.text(st.characters(max_codepoint=127)))
def test_letters_and_digits_are_kept_whatever_the_script(text):
    assert fold(text) == "".join(char for char in text if char.isalnum()).lower()


def test_titles_that_differ_in_signs_are_one():
    assert fold("3.1  Über uns – Teil_2") == fold("31 ÜBER UNS, Teil 2") == "31überunsteil2"
    assert fold("3.1  About us") == fold("31 ABOUT-US") == "31aboutus"
    assert fold("第一章 概论") == "第一章概论"
