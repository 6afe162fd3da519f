"""What a document says of its own headings: bookmarks, tags, and its printed table of contents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from quire.layout.contents import title_of
from quire.layout.drafts import Draft, Kind
from quire.model.page import OutlineItem, Page

# Entries of printed contents that make it a guide to the whole document.
_COMPLETE = 8
# Rows of a heading are fewer.
_ROWS = 5
_UNSAID = re.compile(r"[\W_]+")
# The same for texts in ASCII, which many documents consist of: no regular expression is as quick.
_SILENT = bytes(code for code in range(128) if not chr(code).isalnum())
_LOWERED = bytes(range(256)).lower()
# Characters of a text that are looked at first: more letters than the longest title has, and it is none.
_SURELY = 120
# Points within which indents of entries count as one.
_INDENT = 3.0


@dataclass(frozen=True, slots=True)
class Known:
    """Levels by folded title."""

    outline: Mapping[tuple[int, str], int]
    contents: Mapping[str, int]
    complete: bool  # the contents name so many headings that others are doubtful
    marked: frozenset[int] = frozenset()  # pages that the outline names
    longest: int = 0  # characters of the longest title

    def level(self, draft: Draft, pages: Mapping[int, Page]) -> int:
        """The level of a draft as a heading; 0 when nothing says that it is one."""
        tag = _tag_level(draft, pages.get(draft.page))
        if tag:
            return tag
        if not self.contents and draft.page not in self.marked:
            return 0
        text = draft.text
        if len(text) > _SURELY and len(fold(text[:_SURELY])) > self.longest:
            return 0
        key = fold(text)
        if not key:
            return 0
        return self.outline.get((draft.page, key), 0) or self.contents.get(key, 0)


def levels_of(outline: Sequence[OutlineItem], drafts: Sequence[Draft]) -> Known:
    """What the outline and the contents in `drafts` say."""
    bookmarks = {(item.page, fold(item.title)): item.level for item in outline if item.page is not None}
    marked = frozenset(page for page, _ in bookmarks)
    entries = [draft for draft in drafts if draft.kind is Kind.ENTRY]
    if not entries:
        return Known(bookmarks, {}, complete=False, marked=marked, longest=_longest(bookmarks, ()))
    titles = {fold(title_of(draft.text)): depth for draft, depth in zip(entries, _depths(entries), strict=True)}
    titles.pop("", None)
    present = {fold(draft.text) for draft in drafts if draft.kind is not Kind.ENTRY and 0 < len(draft.rows) < _ROWS}
    found = sum(title in present for title in titles)
    complete = found >= _COMPLETE and found > 0.6 * len(titles)
    return Known(bookmarks, titles, complete, marked, _longest(bookmarks, titles))


def mark_entries(drafts: Sequence[Draft], headings: Sequence[Draft]) -> None:
    """Note on the entries of contents whether their heading is in the document."""
    entries = [draft for draft in drafts if draft.kind is Kind.ENTRY]
    if entries:
        present = {fold(draft.text) for draft in headings}
        for draft in entries:
            draft.bare = fold(title_of(draft.text)) in present


def fold(text: str) -> str:
    """Letters and digits only, lower case: by which titles are compared."""
    if text.isascii():
        return text.encode().translate(_LOWERED, _SILENT).decode()
    return _UNSAID.sub("", text).lower()


def _longest(bookmarks: Iterable[tuple[int, str]], titles: Iterable[str]) -> int:
    return max((len(title) for title in (*(title for _, title in bookmarks), *titles)), default=0)


def _depths(entries: Sequence[Draft]) -> list[int]:
    """The depth of each entry by its indent; by its type where all stand at one edge."""
    edges: list[float] = []
    for x in sorted(draft.rows[0].x0 for draft in entries):
        if not edges or x - edges[-1] > _INDENT:
            edges.append(x)
    if len(edges) == 1:
        kinds = sorted({(-draft.size, not draft.bold) for draft in entries})
        return [kinds.index((-draft.size, not draft.bold)) + 1 for draft in entries]
    return [sum(draft.rows[0].x0 >= edge - 0.1 for edge in edges) for draft in entries]


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
