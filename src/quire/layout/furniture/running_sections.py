"""Names of sections that only running headers show, as Word documents may: each stays in the flow once.

A running line whose text changes along the document names its sections. Where neither the page that a name begins on
nor the two before it say it elsewhere, readers of Markdown would not see it at all.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Container, Mapping, Sequence
from typing import NamedTuple

from quire.layout.furniture import running_text
from quire.layout.furniture.end_rows import EndRow, PageMargins
from quire.layout.furniture.furniture_decision import MarginDecision

# Names of sections at one height: at least; a name has so many pages or more; it is on no more than this share of the
# way through the document; and on at least this share of the pages from its first to its last.
_NAMES, _PAGES, _REACH, _FILLED = 2, 2, 0.7, 0.4
# What more than this share of the rows hold is no name of a section.
_EVERYWHERE = 0.75
# Pages before the first of a name that may say it.
_BEFORE = 2
# Letters of a name, at least.
_LETTERS = 3


class SectionName(NamedTuple):
    """The first row that shows the name of a section."""

    page: int  # its index
    row: int  # its index
    name: str  # its letters
    numbers: tuple[int, ...]  # of the pages that may say it too


def section_names(
    pages: Sequence[PageMargins], decisions: Sequence[MarginDecision], titles: Collection[str]
) -> list[SectionName]:
    """The rows at the heads of pages that are the first with the name of a section.

    Args:
        pages: Of the document.
        decisions: What of them is furniture.
        titles: What the bookmarks name.
    """
    known = {name_letters(title) for title in titles}
    levels: dict[tuple[int, float], list[tuple[int, int]]] = defaultdict(list)
    for index, (page, own) in enumerate(zip(pages, decisions, strict=True)):
        for at in sorted(own.rows):
            row = page.rows[at]
            if row.top:
                levels[round(row.baseline), row.size].append((index, at))
    found: list[SectionName] = []
    for rows in levels.values():
        names: dict[str, list[tuple[int, int]]] = defaultdict(list)
        times = Counter(text for index, at in rows for _, text in pages[index].rows[at].pieces)
        everywhere = {text for text, count in times.items() if count > max(1, _EVERYWHERE * len(rows))}
        for index, at in rows:
            name = _row_name(pages[index].rows[at], everywhere)
            if len(name) >= _LETTERS:
                names[name].append((index, at))
        for name, places in names.items():
            if name in known or (len(names) >= _NAMES and _is_section([index for index, _ in places], len(pages))):
                index, at = places[0]
                numbers = tuple([pages[n].number for n in range(max(index - _BEFORE, 0), index + 1)])
                found.append(SectionName(index, at, name, numbers))
    return found


def names_by_page(names: Sequence[SectionName]) -> dict[int, list[str]]:
    """The names that each page may say, by its number."""
    wanted: dict[int, list[str]] = defaultdict(list)
    for one in names:
        for number in one.numbers:
            wanted[number].append(one.name)
    return dict(wanted)


def unsaid(names: Sequence[SectionName], said: Mapping[tuple[int, str], int]) -> Container[tuple[int, int]]:
    """The indices of pages and rows whose names no page near them says elsewhere.

    Args:
        names: The `section_names`.
        said: How often pages say them, by page number and name, running lines included.
    """
    return {
        (one.page, one.row)
        for one in names
        if said.get((one.numbers[-1], one.name), 0) < 2 and not any(said.get((n, one.name)) for n in one.numbers[:-1])
    }


def count_names(texts: Sequence[str], names: Collection[str]) -> Counter[str]:
    """How often the lines of a page say the names."""
    whole = "".join(map(name_letters, texts))
    return Counter({name: whole.count(name) for name in names})


def name_letters(text: str) -> str:
    """The lower-case letters of a text: the form in which names of sections are compared."""
    return "".join(filter(str.isalpha, text.lower()))


def _row_name(row: EndRow, everywhere: Container[str]) -> str:
    """The letters of a row without its number, and without what stands beside all names."""
    own = [text for _, text in row.pieces if not running_text.is_number(text)]
    parts = [text for text in own if text not in everywhere] if len(own) > 1 else own
    return name_letters("".join(parts))


def _is_section(pages: Sequence[int], total: int) -> bool:
    """Whether a name is on pages that are a part of the document, together."""
    span = pages[-1] - pages[0] + 1
    return len(pages) >= _PAGES and span <= _REACH * total and len(pages) >= _FILLED * span
