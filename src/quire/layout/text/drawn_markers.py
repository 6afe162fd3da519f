"""Drawn list markers: which drawn marks in front of lines begin list items, by all marks of the document.

A marker stands again and again at one offset before text of the document's size. One look alone shows nothing: the
same square may begin items, head sections or explain a chart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from quire.model.page import DRAWN, Line, Mark, Page, Word

# Marks below each other on a page; others than plain ones are wanted so often in the document.
_PAIR, _OFTEN = 2, 3
# Points between the left edges of the markers of one list; between their distances from the text, as letters differ.
_ALIGNED, _OFFSETS = 1.0, range(-2, 3)
# A single marker belongs to a list if another is so near above or below, in widths of that one; their sides differ by
# less than this factor.
_NESTED, _SIDE_RATIO = 10.0, 0.6
# Text whose type is larger than most of the document's by this factor is a heading.
_LARGER = 1.25

MarkLook = tuple[str, int]
"""How a mark looks and how far before its line it begins, as `Mark` says."""


class MarkCounts(NamedTuple):
    """The marks of a page range."""

    lines: Counter[tuple[MarkLook, float, bool]]
    """With a mark, by look; size, if larger than most text of its page, and boldness, if no other is beside it."""
    plain: Counter[MarkLook]  # the plain ones of them
    columns: Counter[str]  # the most marks of a look below each other on a page
    sizes: Counter[float]  # points of text of each type size, of pages with marks


def count_marks(pages: Iterable[Page]) -> MarkCounts:
    """The marks of pages, and what they stand before."""
    found = MarkCounts(Counter(), Counter(), Counter(), Counter())
    for page in pages:
        columns: Counter[tuple[str, int]] = Counter()
        marked = {mark.line for mark in page.marks}
        large = _LARGER * _usual_size(page) if page.marks else 0.0
        for mark in page.marks:
            line = page.lines[mark.line]
            look = mark.look, mark.offset
            style = line.words[0].style
            single = mark.line - 1 not in marked and mark.line + 1 not in marked
            larger = style.size if single and style.size > large else 0.0
            found.lines[look, larger, single and all(w.style.bold for w in line.words)] += 1
            found.plain[look] += mark.plain
            columns[mark.look, round(mark.box.x0 / (2 * _ALIGNED))] += 1
        for (name, _), count in columns.items():
            found.columns[name] = max(found.columns[name], count)
        for line in page.lines if page.marks else ():
            found.sizes[line.words[0].style.size] += int(line.x1 - line.x0)
    return found


def _usual_size(page: Page) -> float:
    """Points of most of the text of a page."""
    sizes: Counter[float] = Counter()
    for line in page.lines:
        sizes[line.words[0].style.size] += int(line.x1 - line.x0)
    return max(sizes, key=sizes.__getitem__)


def marker_looks(counts: Sequence[MarkCounts]) -> frozenset[MarkLook]:
    """The looks of marks that are list markers."""
    lines: Counter[tuple[MarkLook, float, bool]] = Counter()
    plain: Counter[MarkLook] = Counter()
    columns: Counter[str] = Counter()
    sizes: Counter[float] = Counter()
    for one in counts:
        plain.update(one.plain)
        lines.update(one.lines)
        columns |= one.columns
        sizes.update(one.sizes)
    if not lines:
        return frozenset()
    usual = max(sizes, key=sizes.__getitem__)
    every: Counter[MarkLook] = Counter()
    titles: Counter[MarkLook] = Counter()
    for (look, size, bold), count in lines.items():
        every[look] += count
        titles[look] += count * (bold or size > _LARGER * usual)
    return frozenset(
        look
        for look in every
        if _is_marker(_near(every, look), _near(titles, look), _near(plain, look), columns[look[0]])
    )


def _near(counts: Counter[MarkLook], look: MarkLook) -> int:
    """The count of a look at about one offset."""
    name, offset = look
    return sum(counts[name, offset + step] for step in _OFFSETS)


def _is_marker(count: int, titles: int, plain: int, column: int) -> bool:
    return column >= _PAIR and 2 * titles <= count and (count >= _OFTEN or plain == count)


def with_markers(page: Page, looks: frozenset[MarkLook]) -> Page:
    """The page with its markers as first words of their lines, in the font `DRAWN`, and without their pictures."""
    sure = [mark for mark in page.marks if (mark.look, mark.offset) in looks]
    if not sure:
        return page
    marks = [mark for mark in page.marks if mark in sure or any(_is_nested(mark, other) for other in sure)]
    lines = list(page.lines)
    for mark in marks:
        lines[mark.line] = _marked(lines[mark.line], mark)
    pictures = [one for one in page.pictures if not any(mark.box.holds(one.box, 1.0) for mark in marks)]
    return replace(page, lines=tuple(lines), pictures=tuple(pictures), marks=())


def _is_nested(mark: Mark, other: Mark) -> bool:
    """Whether a single mark is a marker of a list nested in that of another."""
    wide = other.box.width
    alike = _SIDE_RATIO * wide <= mark.box.width <= wide / _SIDE_RATIO
    reach = _NESTED * wide
    return (
        alike
        and mark.plain
        and abs(mark.box.y0 - other.box.y0) < reach
        and abs(mark.box.x0 - other.box.x0) < 2.0 * reach
    )


def _marked(line: Line, mark: Mark) -> Line:
    first, box = line.words[0], mark.box
    style = first.style._replace(font=DRAWN)
    marker = Word(mark.sign, box.x0, first.y0, box.x1, first.y1, first.baseline, style, space=False, mcid=first.mcid)
    words = (marker, first._replace(space=True), *line.words[1:])
    return line._replace(words=words, x0=min(box.x0, line.x0), x1=max(box.x1, line.x1))
