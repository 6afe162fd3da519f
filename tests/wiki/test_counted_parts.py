"""Chapters that are counted on from part to part."""

from __future__ import annotations

from quire.wiki.counted_parts import chapters_counted_on


def test_chapters_counted_on_from_part_to_part_are_chapters():
    inner = {"Youth": (1, 2), "— II —": (3, 4, 5, 6, 7), "Age": (8,)}
    paths = [("Foreword",), *((top, f"[ {one} ]") for top, numbers in inner.items() for one in numbers)]
    assert chapters_counted_on(paths, [5000] * 9, "en") == [("Foreword",), *((f"[ {one} ]",) for one in range(1, 9))]
    assert chapters_counted_on(paths, [500] * 9, "en") == paths
    anew = [(top, f"[ {one} ]") for top in ("Youth", "Age") for one in (1, 2, 3)]
    assert chapters_counted_on(anew, [5000] * 6, "en") == anew
    chapters = [(f"Chapter {top}", f"{one}. Topic") for top, row in ((1, (1, 2, 3)), (2, (4, 5, 6))) for one in row]
    assert chapters_counted_on(chapters, [5000] * 6, "en") == chapters
