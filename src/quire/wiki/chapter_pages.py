"""Chapters of a book as pages to be, the sections of long chapters, and the subsections of long sections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from quire.wiki.book import Book
from quire.wiki.exercise_headings import is_exercise_heading
from quire.wiki.page_plan import ChapterPlan
from quire.wiki.page_types import PageType
from quire.wiki.wiki_page import page_id

__all__ = ["chapter_plans"]

_LONG = ({"en": 4000, "zh": 1500}, {"en": 2500, "zh": 900})
"""Characters of a chapter whose sections get pages of their own, and of a section whose subsections do."""

_WORTH = ({"en": 800, "zh": 100}, {"en": 500, "zh": 80})
"""Characters of a section, and of a subsection, that is worth a page; shorter ones stay on the page above.

Manuals in Chinese tell a task in three sentences, and what is asked for is that task.
"""


def chapter_plans(book: Book, lang: str) -> list[ChapterPlan]:
    """A plan for each chapter, each followed by those of its sections and theirs; ids say number and title."""
    word = "第{}章" if lang == "zh" else "chapter-{}"
    counts = Counter(one.title for one in book.chapters)
    seen: Counter[str] = Counter()
    taken: set[str] = set()
    out: list[ChapterPlan] = []
    for number, one in enumerate(book.chapters, 1):
        seen[one.title] += 1
        title = one.title if counts[one.title] == 1 else f"{one.title} ({seen[one.title]})"
        plan = ChapterPlan(page_id(f"{word.format(number)} {one.title}"[:80]), title, one.first, one.end)
        out.append(plan)
        for inner in _inside(book, plan, str(number), 1):
            if inner.id not in taken:
                out.append(inner)
                taken.add(inner.id)
    return _told_apart(out, lang)


def _inside(book: Book, above: ChapterPlan, number: str, depth: int) -> Iterator[ChapterPlan]:
    """The sections of a chapter (depth 1) that get pages, each before its subsections (depth 2)."""
    for at, (name, first, end) in enumerate(_sections(book, above, depth), 1):
        own = f"{number}-{at}"
        plan = ChapterPlan(page_id(f"{own} {name}"[:80]), name, first, end, PageType.SECTION, above.id, depth + 1)
        yield plan
        if depth < len(_LONG):
            yield from _inside(book, plan, own, depth + 1)


def _sections(book: Book, above: ChapterPlan, depth: int) -> list[tuple[str, int, int]]:
    """(title, first, end) of the parts of a chapter or section that get pages; exercises do not."""
    inside = book.passages[above.first : above.end]
    if sum(len(one.text) for one in inside) < _LONG[depth - 1][book.lang]:
        return []
    runs: list[tuple[str, int, int]] = []
    for one in inside:
        title = one.headings[depth] if len(one.headings) > depth else ""
        if runs and runs[-1][0] == title:
            runs[-1] = (title, runs[-1][1], one.position + 1)
        else:
            runs.append((title, one.position, one.position + 1))
    least = _WORTH[depth - 1][book.lang]
    kept = [
        (title, first, end)
        for title, first, end in runs
        if title and not is_exercise_heading(title) and sum(len(one.text) for one in book.passages[first:end]) >= least
    ]
    return kept if len(kept) >= 2 else []


def _told_apart(plans: Sequence[ChapterPlan], lang: str) -> list[ChapterPlan]:
    """Sections that share their title bear that of what they stand in, too: a book has many called “Summary”."""
    counts = Counter(one.title.casefold() for one in plans)
    titles = {one.id: one.title for one in plans}
    pattern = "{}：{}" if lang == "zh" else "{}: {}"
    return [
        replace(one, title=pattern.format(titles[one.parent], one.title))
        if one.parent and counts[one.title.casefold()] > 1
        else one
        for one in plans
    ]
