"""Chapters of a book as pages to be, and the sections of long chapters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from quire.wiki.book import Book, Chapter
from quire.wiki.page import page_id
from quire.wiki.plan import ChapterPlan

__all__ = ["chapter_plans"]

_LONG = {"en": 7000, "zh": 3000}
"""Characters of a chapter whose sections get pages of their own."""

_SECTION = {"en": 1200, "zh": 500}
"""Characters of a section that is worth a page; shorter ones stay on their chapter's."""


def chapter_plans(book: Book, lang: str) -> list[ChapterPlan]:
    """A plan for each chapter, followed by those of its sections; ids say number and title."""
    word = "第{}章" if lang == "zh" else "chapter-{}"
    counts = Counter(one.title for one in book.chapters)
    seen: Counter[str] = Counter()
    taken: set[str] = set()
    out = []
    for number, one in enumerate(book.chapters, 1):
        seen[one.title] += 1
        title = one.title if counts[one.title] == 1 else f"{one.title} ({seen[one.title]})"
        plan = ChapterPlan(page_id(f"{word.format(number)} {one.title}"[:80]), title, one.first, one.end)
        out.append(plan)
        for at, (name, first, end) in enumerate(_sections(book, one), 1):
            id_ = page_id(f"{number}-{at} {name}"[:80])
            if id_ not in taken:
                out.append(ChapterPlan(id_, name, first, end, "section", plan.id))
                taken.add(id_)
    return out


def _sections(book: Book, chapter: Chapter) -> Iterator[tuple[str, int, int]]:
    """(title, first, end) of the sections of a chapter that get pages."""
    inside = book.passages[chapter.first : chapter.end]
    if sum(len(one.text) for one in inside) < _LONG[book.lang]:
        return
    runs: list[tuple[str, int, int]] = []
    for one in inside:
        title = one.headings[1] if len(one.headings) > 1 else ""
        if runs and runs[-1][0] == title:
            runs[-1] = (title, runs[-1][1], one.position + 1)
        else:
            runs.append((title, one.position, one.position + 1))
    kept = [
        run
        for run in runs
        if run[0] and sum(len(one.text) for one in book.passages[run[1] : run[2]]) >= _SECTION[book.lang]
    ]
    if len(kept) >= 2:
        yield from kept
