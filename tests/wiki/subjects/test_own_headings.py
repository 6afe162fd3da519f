"""Which headings name a subject."""

from __future__ import annotations

from quire.wiki.passage import Passage
from quire.wiki.subjects.own_headings import own_headings


def _book(*paths: tuple[str, ...]) -> list[Passage]:
    return [Passage(f"p{at}", path[0], at, "Text.", path) for at, path in enumerate(paths)]


def test_what_every_section_has_is_no_subject():
    parts = [(f"Cipher {at}", title) for at in range(3) for title in ("1. Principle", f"Key of {at}")]
    found = own_headings(_book(*parts))
    assert found == ["Cipher 0", "Key of 0", "Cipher 1", "Key of 1", "Cipher 2", "Key of 2"]


def test_a_heading_over_many_passages_or_in_two_sections_is_one():
    paths = [("Locks", "Mutex"), ("Locks", "Mutex"), ("Threads", "Mutex")]
    assert own_headings(_book(*paths)) == ["Locks", "Mutex", "Threads"]
