"""Whether an edit makes any measure of a wiki worse; knows the whole wiki and recomputes only what changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from quire.wiki.page_types import LISTS
from quire.wiki.passage import Passage
from quire.wiki.review import measure, sentences_of
from quire.wiki.sentence_split import fold
from quire.wiki.tokenization import HAN
from quire.wiki.wiki_page import Page, citations, links

__all__ = ["EditMetrics"]

_ALIKE = 0.45
"""Shared pairs of words (zh: of characters) of two pages over all of theirs, from which on they are one page twice."""

_FEW = 30
"""Pairs below which two pages cannot be told apart."""


class EditMetrics:
    """All pages of a wiki, and what would change with others in their place."""

    def __init__(self, pages: Iterable[Page], passages: Mapping[str, Passage]) -> None:
        self.pages = {one.id: one for one in pages}
        self._passages = passages
        self._cited: Counter[str] = Counter()
        self._reached: Counter[str] = Counter()
        for page in self.pages.values():
            self._count(page, 1)

    def worse(self, *new: Page, gone: str = "") -> tuple[str, ...]:
        """The measures that drop when `new` pages replace those of their ids and `gone` is removed; empty is good."""
        old = [self.pages[id_] for id_ in dict.fromkeys([*(one.id for one in new), gone]) if id_ in self.pages]
        before, after = measure(old, self._passages), measure(new, self._passages)
        said = [
            name
            for name, a, b in (("cited", before.cited, after.cited), ("exact", before.exact, after.exact))
            if b < a - 1e-9
        ]
        cited, reached = self._moved(old, new)
        lost = sum(
            self._size(id_) for id_, count in cited.items() if self._cited[id_] and self._cited[id_] + count <= 0
        )
        won = sum(self._size(id_) for id_, count in cited.items() if not self._cited[id_] and count > 0)
        if won < lost:
            said.append("coverage")
        left = {*self.pages, *(one.id for one in new)} - {gone}
        torn = _torn(new, left) - _torn([one for one in old if one.id != gone], set(self.pages))
        if torn or (gone and self._leads_to(gone, new)):
            said.append("links")
        if any(self._orphan(id_, reached) for id_ in left & {*reached, *(one.id for one in new)}):
            said.append("orphans")
        if any(self.twin(one, gone) for one in new):
            said.append("duplicates")
        return tuple(said)

    def take(self, *new: Page, gone: str = "") -> None:
        """Make the change."""
        for id_ in dict.fromkeys([*(one.id for one in new), gone]):
            if id_ in self.pages:
                self._count(self.pages.pop(id_), -1)
        for page in new:
            self.pages[page.id] = page
            self._count(page, 1)

    def only_here(self, page: Page) -> set[str]:
        """The passages that no other page cites."""
        return {id_ for id_ in citations(page.body) if self._cited[id_] == 1}

    def uncovered(self) -> list[str]:
        """The passages that no page cites, in reading order."""
        return [id_ for id_ in self._passages if not self._cited[id_]]

    def twin(self, page: Page, gone: str = "") -> str:
        """Id of a page that says what this one says, and did not before; "" for none."""
        mine, cites = _pairs(page.body), set(citations(page.body))
        if not page.subject or len(mine) < _FEW:
            return ""
        old = self.pages.get(page.id)
        before = _pairs(old.body) if old else frozenset()
        for other in self.pages.values():
            if other.id in {page.id, gone} or not other.subject or not cites & set(citations(other.body)):
                continue
            theirs = _pairs(other.body)
            if _alike(mine, theirs) and not _alike(before, theirs):
                return other.id
        return ""

    def _count(self, page: Page, sign: int) -> None:
        self._cited.update(dict.fromkeys(citations(page.body), sign))
        self._reached.update(dict.fromkeys(_led_to(page), sign))

    def _moved(self, old: Sequence[Page], new: Sequence[Page]) -> tuple[Counter[str], Counter[str]]:
        cited: Counter[str] = Counter()
        reached: Counter[str] = Counter()
        for pages, sign in ((old, -1), (new, 1)):
            for page in pages:
                cited.update(dict.fromkeys(citations(page.body), sign))
                reached.update(dict.fromkeys(_led_to(page), sign))
        return cited, reached

    def _size(self, id_: str) -> int:
        return len(self._passages[id_].text) if id_ in self._passages else 0

    def _leads_to(self, id_: str, new: Sequence[Page]) -> bool:
        changed = {one.id for one in new}
        return any(id_ in _led_to(page) for page in self.pages.values() if page.id not in changed and page.id != id_)

    def _orphan(self, id_: str, moved: Counter[str]) -> bool:
        page = self.pages.get(id_)
        return bool(page and page.subject and self._reached[id_] > 0 and self._reached[id_] + moved[id_] <= 0)


def _torn(pages: Iterable[Page], ids: set[str]) -> set[str]:
    """What these pages link to that is no page."""
    return {link.target for page in pages for link in links(page.body)} - ids


def _led_to(page: Page) -> set[str]:
    return {link.target for link in links(page.body) if link.target != page.id} if page.type not in LISTS else set()


@lru_cache(maxsize=2048)
def _pairs(body: str) -> frozenset[str]:
    text = " ".join(text for text, _ in sentences_of(body))
    if HAN.search(text):
        folded = fold(text)
        return frozenset(folded[at : at + 2] for at in range(len(folded) - 1))
    words = text.lower().split()
    return frozenset(" ".join(words[at : at + 2]) for at in range(len(words) - 1))


def _alike(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return len(theirs) >= _FEW and len(mine & theirs) > _ALIKE * len(mine | theirs)
