"""Chapters of a book as pages to be."""

from __future__ import annotations

from collections import Counter

from quire.wiki.book import Book
from quire.wiki.page import page_id
from quire.wiki.plan import ChapterPlan

__all__ = ["chapter_plans"]


def chapter_plans(book: Book, lang: str) -> list[ChapterPlan]:
    """One plan a chapter, with an id that says its number and its title."""
    word = "第{}章" if lang == "zh" else "chapter-{}"
    counts = Counter(one.title for one in book.chapters)
    seen: Counter[str] = Counter()
    out = []
    for number, one in enumerate(book.chapters, 1):
        seen[one.title] += 1
        title = one.title if counts[one.title] == 1 else f"{one.title} ({seen[one.title]})"
        out.append(ChapterPlan(page_id(f"{word.format(number)} {one.title}")[:80], title, one.first, one.end))
    return out
