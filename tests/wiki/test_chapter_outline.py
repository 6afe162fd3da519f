"""The outline of a chapter: its headings with anchors, and which of them help a reader."""

from __future__ import annotations

from quire.wiki.passage import Passage
from quire.wiki.site.chapter_outline import OutlineHeading, outline, sections
from quire.wiki.site.site_content import BookPart


def _part(*heads: tuple[str, ...]) -> BookPart:
    return BookPart(1, "One", tuple(Passage(f"p{at}", "One", at, "Text.", one) for at, one in enumerate(heads, 1)))


def test_headings_have_anchors_of_their_own_though_their_words_repeat():
    parted = sections(_part(("One",), ("One", "A"), ("One", "A", "x"), ("One", "B"), ("One", "B", "x")))
    assert [head for new, _ in parted for head in new] == [
        OutlineHeading(2, "A", "s1"),
        OutlineHeading(3, "x", "s2"),
        OutlineHeading(2, "B", "s3"),
        OutlineHeading(3, "x", "s4"),
    ]
    assert [len(passages) for _, passages in parted] == [1] * 5


def test_a_chapter_with_one_heading_has_no_outline():
    assert not outline(sections(_part(("One", "A"), ("One", "A"))))


def test_a_long_outline_shows_the_sections_alone():
    few = [("One", f"{one}", "x") for one in range(20)]
    many = [("One", f"{one // 4}", f"{one}") for one in range(100)]
    assert {head.level for head in outline(sections(_part(*few)))} == {2, 3}
    shown = outline(sections(_part(*many)))
    assert [head.text for head in shown] == [str(one) for one in range(25)]
