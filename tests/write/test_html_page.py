"""Anchors and languages of HTML pages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quire.write.html_page import is_right_to_left_language, labels_for, slug


def test_anchors_of_pages_and_notes_are_not_given_to_headings() -> None:
    assert slug("p12", set()) == "section-p12"
    assert slug("Note 1", set()) == "section-note-1"


def test_the_same_title_twice_gets_a_number() -> None:
    taken: set[str] = set()
    assert [slug("Scope", taken) for _ in range(3)] == ["scope", "scope-2", "scope-3"]


@given(st.lists(st.text(max_size=90), max_size=6))
def test_anchors_are_unique_and_never_empty(titles: list[str]) -> None:
    taken: set[str] = set()
    anchors = [slug(title, taken) for title in titles]
    assert all(anchors)
    assert len(set(anchors)) == len(anchors)


def test_labels_and_direction_follow_the_language() -> None:
    assert labels_for("zh-CN").contents == "目录"
    assert labels_for("fr").contents == "Contents"
    assert is_right_to_left_language("ar-EG")
    assert not is_right_to_left_language("en")
