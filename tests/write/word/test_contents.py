"""The table of contents in Word."""

from __future__ import annotations

from quire.write.word.contents import find
from tests import documents as make
from tests.write.entries import document, entries


def test_contents_are_made_only_for_longer_documents_without_any() -> None:
    heads = [make.heading(1, f"Part {n}", page=n) for n in range(1, 22)]
    assert len(entries(find(*document(*heads, pages=21)))) == 21
    assert find(*document(*heads[:9], pages=9)) is None
    assert find(*document(make.heading(1, "Contents"), *heads, pages=21)) is None


def test_made_contents_stand_behind_the_cover() -> None:
    """The headings of the cover are not among them; where the cover goes on, there is none."""
    heads = [make.heading(1, f"Part {n}", page=n) for n in range(1, 10)]
    found = find(*document(*heads, pages=9), {1, 4})
    assert found is not None
    assert (found.start, found.own_page, len(found.entries)) == (1, True, 8)
    assert find(*document(*heads, pages=7), {1}) is None
    assert find(*document(*heads, pages=9), {4}) is None


def test_made_contents_fit_on_a_page() -> None:
    heads = [make.heading(1 + n % 2, f"Part {n}") for n in range(80)]
    assert len(entries(find(*document(*heads, pages=50)))) == 40
