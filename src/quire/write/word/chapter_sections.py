"""Splits page groups into chapters: one with its own running titles becomes a section with its own headers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from quire.model.block import Note, Role
from quire.model.document import Document, PageInfo
from quire.model.traversal import text_of
from quire.write.word.sections import PageGroup
from quire.write.word.source_flow import FlowStep

_MOST = 96  # sections; a document with more has titles of short parts, which no section can follow
_SHARE = 0.5  # of a chapter's left or right pages have the same title

RunningTitles = tuple[str, ...]


class _Chapter(NamedTuple):
    """Pages and the running titles of their even and odd ones; None where these differ or there are none."""

    pages: tuple[PageInfo, ...]
    titles: tuple[RunningTitles | None, RunningTitles | None]


def split_chapters(document: Document, sheets: Sequence[PageGroup], steps: Sequence[FlowStep]) -> list[PageGroup]:
    """The sheets, parted where a page begins a chapter with other running titles than those before.

    Args:
        document: what is written.
        sheets: its sheets.
        steps: of its blocks; a chapter begins where the source begins a page early.
    """
    titles = _titles(document)
    if len(set(titles.values())) <= 1:
        return list(sheets)
    starts = _starts(document, steps)
    found: list[PageGroup] = []
    for sheet in sheets:
        chapters = _chapters(sheet.pages, starts, titles)
        for number, chapter in enumerate(chapters):
            found.append(sheet._replace(pages=chapter.pages, first_number=None if number else sheet.first_number))
    return found if len(found) <= _MOST else list(sheets)


def _titles(document: Document) -> dict[int, RunningTitles]:
    """The running titles of each page that has some, without their numbers."""
    found: dict[int, list[str]] = defaultdict(list)
    for piece in document.furniture:
        if piece.role in (Role.HEADER, Role.FOOTER):
            found[piece.place.page].append(re.sub(r"\d+", "#", text_of(piece.spans)).strip())
    return {page: tuple(sorted(some)) for page, some in found.items()}


def _starts(document: Document, steps: Sequence[FlowStep]) -> set[int]:
    """The pages whose first block the source put on a new page."""
    found: set[int] = set()
    seen: set[int] = set()
    for block, step in zip(document.blocks, steps, strict=True):
        if not block.places or isinstance(block, Note):
            continue
        page = block.places[0].page
        if page not in seen and step.new_page:
            found.add(page)
        seen |= {place.page for place in block.places}
    return found


def _chapters(pages: Sequence[PageInfo], starts: set[int], titles: Mapping[int, RunningTitles]) -> list[_Chapter]:
    found: list[_Chapter] = []
    for run in _runs(pages, starts):
        chapter = _Chapter(run, _usual(run, titles))
        if found and _fits(found[-1], chapter):
            found[-1] = _Chapter((*found[-1].pages, *run), _both(found[-1], chapter))
        else:
            found.append(chapter)
    return found


def _runs(pages: Sequence[PageInfo], starts: set[int]) -> Iterator[tuple[PageInfo, ...]]:
    run: list[PageInfo] = []
    for page in pages:
        if run and page.number in starts:
            yield tuple(run)
            run = []
        run.append(page)
    yield tuple(run)


def _usual(
    run: Sequence[PageInfo], titles: Mapping[int, RunningTitles]
) -> tuple[RunningTitles | None, RunningTitles | None]:
    """The titles of the even and the odd pages; the first page of a chapter often has none and counts only alone."""
    counted = run if len(run) == 1 and titles.get(run[0].number) else run[1:]
    found: list[RunningTitles | None] = []
    for parity in (0, 1):
        some = [titles.get(page.number, ()) for page in counted if page.number % 2 == parity]
        most, count = Counter(some).most_common(1)[0] if some else ((), 0)
        found.append(most if some and count > _SHARE * len(some) else None)
    return found[0], found[1]


def _fits(before: _Chapter, after: _Chapter) -> bool:
    """Whether no page of one would have another title under the titles of the other."""
    return all(a is None or b is None or a == b for a, b in zip(before.titles, after.titles, strict=True))


def _both(before: _Chapter, after: _Chapter) -> tuple[RunningTitles | None, RunningTitles | None]:
    even, odd = (a if a is not None else b for a, b in zip(before.titles, after.titles, strict=True))
    return even, odd
