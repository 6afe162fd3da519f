"""The table of contents in Word."""

from __future__ import annotations

from quire.write.word.word_contents import find_contents
from tests import documents as make
from tests.write.entries import document, entries


def test_contents_are_made_only_for_longer_documents_without_any() -> None:
    heads = [make.heading(1, f"Part {n}", page=n) for n in range(1, 22)]
    assert len(entries(find_contents(*document(*heads, pages=21), {1}))) == 20
    assert find_contents(*document(*heads, pages=21)) is None
    assert find_contents(*document(*heads[:9], pages=9), {1}) is None
    assert find_contents(*document(make.heading(1, "Contents"), *heads, pages=21), {2}) is None


def test_a_page_of_text_is_no_cover() -> None:
    heads = [make.heading(1, f"Part {n}", page=n) for n in range(2, 24)]
    assert find_contents(*document(make.paragraph("words " * 200), *heads, pages=23), {1}) is None
    assert find_contents(*document(make.paragraph("words " * 20), *heads, pages=23), {1}) is not None
    assert find_contents(*document(make.paragraph("审计意见" * 100), *heads, pages=23), {1}) is None


def test_made_contents_stand_behind_the_cover() -> None:
    """The headings of the cover are not among them; where the cover goes on, there is none."""
    heads = [make.heading(1, f"Part {n}", page=n) for n in range(1, 10)]
    found = find_contents(*document(*heads, pages=29), {1, 4})
    assert found is not None
    assert (found.start, found.own_page, len(found.entries)) == (1, True, 8)
    assert find_contents(*document(*heads, pages=19), {1}) is None
    assert find_contents(*document(*heads, pages=29), {4}) is None


def test_made_contents_fit_on_a_page() -> None:
    heads = [make.heading(1, "Title"), *(make.heading(1 + n % 2, f"Part {n}", page=2) for n in range(60))]
    assert len(entries(find_contents(*document(*heads, pages=50), {1}))) == 30
