"""Which chapters, sections and subsections of a book get pages."""

from __future__ import annotations

from quire.wiki.book import Book, Chapter
from quire.wiki.chapter_pages import chapter_plans
from quire.wiki.passage import Passage

_TEXT = "A gear turns another gear. " * 30
_HEADINGS = [
    ("Gears", "Kinds", "Spur gears"),
    ("Gears", "Kinds", "Worm gears"),
    ("Gears", "Kinds", "Crown gears"),
    ("Gears", "Kinds", "Summary"),
    ("Gears", "Wear", "Summary"),
    ("Gears", "Wear", "Oil"),
    ("Gears", "Wear", "Dust"),
    ("Gears", "Wear", "Heat"),
    ("Gears", "Exercises"),
    ("Gears", "Exercises"),
    ("Springs",),
]


def _book(headings: list[tuple[str, ...]]) -> Book:
    passages = [Passage(f"p{at + 1}", one[0], at, _TEXT, one) for at, one in enumerate(headings)]
    ends = [at for at, one in enumerate(headings, 1) if at == len(headings) or headings[at][0] != one[0]]
    starts = [0, *ends[:-1]]
    chapters = tuple(Chapter(headings[first][0], first, end) for first, end in zip(starts, ends, strict=True))
    return Book("", "", "en", tuple(passages), chapters)


def test_long_sections_have_pages_for_their_subsections():
    plans = chapter_plans(_book(_HEADINGS), "en")
    kinds = next(one for one in plans if one.title == "Kinds")
    inner = [one for one in plans if one.parent == kinds.id]
    assert [(one.title, one.first, one.end, one.depth) for one in inner] == [
        ("Spur gears", 0, 1, 3),
        ("Worm gears", 1, 2, 3),
        ("Crown gears", 2, 3, 3),
        ("Kinds: Summary", 3, 4, 3),
    ]
    assert plans.index(kinds) < plans.index(inner[0])


def test_what_stands_above_tells_equal_titles_apart():
    titles = [one.title for one in chapter_plans(_book(_HEADINGS), "en")]
    assert "Kinds: Summary" in titles
    assert "Wear: Summary" in titles
    assert len(set(titles)) == len(titles)


def test_exercises_are_no_page():
    assert not [one for one in chapter_plans(_book(_HEADINGS), "en") if "Exercises" in one.title]


def test_short_chapters_stay_whole():
    plans = chapter_plans(_book([("Gears", "One"), ("Gears", "Two"), ("Springs", "One")]), "en")
    assert [one.title for one in plans] == ["Gears", "Springs"]
    assert all(one.depth == 1 for one in plans)
