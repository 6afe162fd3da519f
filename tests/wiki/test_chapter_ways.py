"""How many lists of chapters the headings of a book allow."""

from __future__ import annotations

from quire.model.page import OutlineItem
from quire.wiki.chapter_doubts import ways_doubts
from quire.wiki.chapter_ways import ways_to_part


def test_a_book_of_one_level_has_one_list_of_chapters():
    paths = [(f"Chapter {number}",) for number in range(1, 7)]
    contents = [OutlineItem(1, f"Chapter {number}", None) for number in range(1, 7)]
    assert ways_to_part(paths, paths, paths, [5000] * 6, contents) == 1
    assert ways_to_part([], [], [], [], []) == 0


def test_sections_below_chapters_are_one_way_more():
    paths = [(f"Chapter {one}", f"{one}.{two}") for one in range(1, 6) for two in (1, 2)]
    assert ways_to_part(paths, paths, paths, [5000] * 10, []) == 2


def test_a_whole_row_of_numbers_that_the_contents_list_is_the_only_list():
    paths = [(f"{one} Topic", f"{one}.{two}") for one in range(1, 7) for two in (1, 2)]
    contents = [OutlineItem(1, f"{one} Topic", None) for one in range(1, 7)]
    assert ways_to_part(paths, paths, paths, [5000] * 12, contents) == 1
    assert ways_to_part(paths, paths, paths, [5000] * 12, contents[:-1]) > 1
    assert ways_to_part(paths[2:], paths[2:], paths[2:], [5000] * 10, contents) > 1


def test_levels_numbers_parts_sizes_and_contents_that_disagree_are_many_ways():
    inner = {"Part 1": ("Chapter 1", "Chapter 2", "Aside"), "Part 2": ("Chapter 3", "Chapter 4", "Chapter 5")}
    paths = [("Preface",), *((part, one, f"On {one}") for part, below in inner.items() for one in below)]
    paths += [("Tools", f"Tool {one}") for one in "ABCD"]
    sizes = [900, *[4000] * 6, *[9000] * 4]
    marked = [path[-1:] for path in paths]
    contents = [OutlineItem(1, "Preface", None), OutlineItem(2, "Part 2", None), OutlineItem(3, "Tool A", None)]
    ways = ways_to_part(paths, paths, marked, sizes, contents)
    assert ways >= 7
    assert ways_doubts(ways) == [
        f"The headings of the file allow {ways} different lists of chapters: this one may be wrong."
    ]
    assert ways_doubts(6) == []
