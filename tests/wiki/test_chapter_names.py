"""Titles of chapters."""

from __future__ import annotations

from quire.wiki.chapter_names import named_chapters


def test_the_number_of_a_chapter_and_the_only_heading_below_are_one_title():
    numbers = ("I", "II", "III")
    paths = [("Preface",), *((f"Chapter {one}", f"Road {one}") for one in numbers), ("Chapter III", "Road III", "End")]
    found = [("Preface",), *((f"Chapter {one}: Road {one}",) for one in numbers), ("Chapter III: Road III", "End")]
    assert named_chapters(paths, "en") == found
    assert named_chapters([("第一章", "花"), ("第二章", "草"), ("第三章", "风")], "zh")[0] == ("第一章　花",)
    several = [(f"Chapter {one}", title) for one in numbers for title in ("Start", "End")]
    assert named_chapters(several, "en") == several
    assert named_chapters([*paths, ("Chapter I",), ("Chapter II",)], "en") == [*paths, ("Chapter I",), ("Chapter II",)]
