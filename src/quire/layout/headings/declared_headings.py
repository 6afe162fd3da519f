"""Headings that a document declares: bookmarks, tags, its printed table of contents, and lists of its headings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from quire.layout.headings.heading_levels import Scheme, scheme_of
from quire.layout.rounding import round_half_even
from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.caption_binding import is_caption
from quire.layout.text.contents_tables import entry_title
from quire.layout.text.list_markers import marker_of
from quire.model.page import OutlineItem, Page

# Entries of printed contents that make it a guide to the whole document.
_COMPLETE = 8
# And their share of all entries.
_FOUND = 0.6
# Items of a list, from so many on, are the headings of the document if this share of them stands again as a paragraph.
_LISTED, _STANDING = 4, 0.8
# Points by which left edges differ through rounding.
_ROUNDING = 0.1
# Rows of a heading are fewer.
_ROWS = 5
_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
# The same for texts in ASCII, which many documents consist of: no regular expression is as quick.
_ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())
_ASCII_LOWER = bytes(range(256)).lower()
# Characters of a text that are examined first: more letters than the longest title has, and it is none.
_PREFIX = 120
# Points within which indents of entries count as one.
_INDENT = 3.0
_TITLE_ROWS = 2  # of an item that may be a heading
_NO_TITLES: Mapping[str, int] = {}


class ContentsEntry(NamedTuple):
    """An entry of the printed contents."""

    title: str  # folded, without the number of its page
    left: float
    size: float
    bold: bool
    column: tuple[int, int] = (1, 0)  # its page, and which column of it
    scheme: Scheme | None = None  # of its number
    listed: bool = False  # an item of a list, as browsers print contents, without the number of a page

    @property
    def kind(self) -> tuple[float, bool, Scheme | None]:
        """What entries of one depth have in common."""
        return self.size, self.bold, self.scheme


class KnownLevels(NamedTuple):
    """Levels by folded title."""

    outline: Mapping[tuple[int, str], int]
    contents: Mapping[str, int]
    complete: bool  # the contents name so many headings that others are doubtful
    marked: frozenset[int] = frozenset()  # pages that the outline names
    longest: int = 0  # characters of the longest title
    listed: Mapping[str, int] = _NO_TITLES  # titles of lists of headings

    def level(self, draft: Draft, pages: Mapping[int, Page]) -> int:
        """The level of a draft as a heading; 0 if it is not declared as one."""
        tag = _tag_level(draft, pages.get(draft.page))
        if tag:
            return tag
        if not self.contents and not self.listed and draft.page not in self.marked:
            return 0
        text = draft.text
        if len(text) > _PREFIX and len(fold(text[:_PREFIX])) > self.longest:
            return 0
        key = fold(text)
        if not key:
            return 0
        level = self.outline.get((draft.page, key), 0) or self.contents.get(key, 0)
        return level or (0 if is_bulleted(draft) else self.listed.get(key, 0))


def contents_entries(drafts: Iterable[Draft]) -> list[ContentsEntry]:
    """The entries of contents among the drafts, in their order, but those that are captions and name no headings."""
    return [
        ContentsEntry(
            fold(entry_title(draft.text)),
            draft.rows[0].x0,
            draft.size,
            draft.bold,
            (draft.page, draft.column),
            scheme_of(draft.text),
        )
        for draft in drafts
        if draft.kind is Kind.ENTRY and not is_caption(draft.text)
    ]


def listed_entries(drafts: Iterable[Draft]) -> list[ContentsEntry]:
    """Short items of lists with bullets, of which each may be a heading of the document again."""
    found: list[ContentsEntry] = []
    for number, (bulleted, group) in enumerate(groupby(drafts, key=_may_be_listed)):
        own = list(group) if bulleted else []
        if len(own) >= _LISTED:
            place = own[0].page, number
            found += [
                ContentsEntry(fold(one.text), one.rows[0].x0, one.size, one.bold, place, listed=True) for one in own
            ]
    return found


def listed_levels(entries: Iterable[ContentsEntry], present: Container[str]) -> dict[str, int]:
    """The depths of the titles in lists of headings, by folded title.

    Args:
        entries: Of the lists.
        present: Their titles that are paragraphs of the document.
    """
    titles: dict[str, int] = {}
    for _, group in groupby(entries, key=attrgetter("column")):
        own = list(group)
        if sum(entry.title in present for entry in own) >= _STANDING * len(own):
            titles |= contents_levels(own)
    return titles


def _may_be_listed(draft: Draft) -> bool:
    return draft.kind in (Kind.TEXT, Kind.ITEM) and 0 < len(draft.rows) <= _TITLE_ROWS and is_bulleted(draft)


def is_bulleted(draft: Draft) -> bool:
    """Whether a draft begins with a bullet."""
    marker = marker_of(draft.rows[0].text) if draft.rows else None
    return marker is not None and marker.value == 0


def contents_levels(entries: Sequence[ContentsEntry]) -> dict[str, int]:
    """The depths of the titles in the contents of a document, by folded title."""
    titles = {entry.title: depth for entry, depth in zip(entries, _depths(entries), strict=True)}
    titles.pop("", None)
    return titles


def present_titles(drafts: Iterable[Draft], titles: Container[str], *, listed: bool = False) -> set[str]:
    """Which of the titles are short paragraphs among the drafts; those of lists of headings are no items of them."""
    short = (draft for draft in drafts if draft.kind is not Kind.ENTRY and 0 < len(draft.rows) < _ROWS)
    if listed:
        short = (draft for draft in short if not is_bulleted(draft))
    return {text for text in (fold(draft.text) for draft in short) if text in titles}


def known_levels(
    outline: Sequence[OutlineItem], titles: Mapping[str, int], found: int, listed: Mapping[str, int] = _NO_TITLES
) -> KnownLevels:
    """The levels that outline and contents of a document declare.

    Args:
        outline: The bookmarks.
        titles: The `contents`.
        found: How many of these are `present` in the document.
        listed: The `listed_levels`.
    """
    bookmarks = {(item.page, fold(item.title)): item.level for item in outline if item.page is not None}
    marked = frozenset(page for page, _ in bookmarks)
    complete = found >= _COMPLETE and found > _FOUND * len(titles)
    return KnownLevels(bookmarks, titles, complete, marked, _longest(bookmarks, (*titles, *listed)), listed)


def fold(text: str) -> str:
    """Letters and digits only, lower case: the form in which titles are compared."""
    if text.isascii():
        return text.encode().translate(_ASCII_LOWER, _ASCII_SIGNS).decode()
    return _NOT_ALPHANUMERIC.sub("", text).lower()


def _longest(bookmarks: Iterable[tuple[int, str]], titles: Iterable[str]) -> int:
    return max((len(title) for title in (*(title for _, title in bookmarks), *titles)), default=0)


def _depths(entries: Sequence[ContentsEntry]) -> list[int]:
    """The depth of each entry by its indent; by its type where all are at one edge."""
    edges: list[float] = []
    lefts = _aligned_edges(entries)
    for x in sorted(lefts):
        if not edges or x - edges[-1] > _INDENT:
            edges.append(x)
    if len(edges) == 1:
        kinds = sorted({(-entry.size, not entry.bold) for entry in entries})
        return [kinds.index((-entry.size, not entry.bold)) + 1 for entry in entries]
    return [sum(left >= edge - _ROUNDING for edge in edges) for left in lefts]


def _aligned_edges(entries: Sequence[ContentsEntry]) -> list[float]:
    """The left edges of entries, columns and pages moved over each other: odd and even pages have other margins.

    Kinds of entries that have one edge in their column tell how far.
    """
    known_edges: dict[tuple[float, bool, Scheme | None], float] = {}
    lefts: list[float] = []
    for _, group in groupby(entries, key=attrgetter("column")):
        own = list(group)
        edges: dict[tuple[float, bool, Scheme | None], set[int]] = defaultdict(set)
        for entry in own:
            edges[entry.kind].add(round_half_even(entry.left / _INDENT))
        sure = [entry for entry in own if len(edges[entry.kind]) == 1]
        moves = sorted(known_edges[entry.kind] - entry.left for entry in sure if entry.kind in known_edges)
        move = moves[len(moves) // 2] if moves else 0.0
        lefts += [entry.left + move for entry in own]
        for entry in sure:
            known_edges.setdefault(entry.kind, entry.left + move)
    return lefts


def _tag_level(draft: Draft, page: Page | None) -> int:
    """The level that the file's tags give; 0 for none."""
    if page is None:
        return 0
    tag = page.tags.get(draft.rows[0].lines[0].words[0].mcid)
    if tag is None:
        return 0
    for role in reversed(tag.roles):
        if len(role) == 2 and role[0] == "H" and role[1].isdigit():
            return int(role[1])
    return 0
