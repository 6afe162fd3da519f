"""A wiki opened for reading: what lists, links and counts need of its pages, kept in memory until the pages change."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path

from quire.errors import NotFound
from quire.wiki.link_graph import Edge, Graph, GrowthPoint, Node
from quire.wiki.search.full_text import PageHit, SearchIndex
from quire.wiki.search.passage_ranking import SemanticVectors
from quire.wiki.wiki_folder import Review, Wiki
from quire.wiki.wiki_page import Page, citations, links

GRANULARITIES: Mapping[str, timedelta] = {
    "hour": timedelta(hours=1),
    "day": timedelta(days=1),
    "week": timedelta(weeks=1),
}
"""How fine a curve of growth can be."""


@dataclass(frozen=True, slots=True)
class PageMetadata:
    """A page without its body."""

    id: str
    title: str
    type: str
    summary: str
    created: datetime
    updated: datetime
    links: tuple[str, ...]  # ids of the pages that it links to, each once, in order
    cites: tuple[str, ...]  # ids of the passages that it cites


class OpenedWiki:
    """A wiki as it was when it was opened. Reading it takes no files beyond a page's own.

    Args:
        folder: of the wiki.
        meaning: gives it the meaning of its passages and of what is asked; None for none.
    """

    def __init__(self, folder: Path, meaning: Callable[[Path], SemanticVectors] | None = None) -> None:
        self._meaning = meaning
        self.wiki = Wiki.open(folder)
        self.stamp = self.wiki.stamp()
        self._lock = threading.Lock()
        self._search: SearchIndex | None = None

    @cached_property
    def names(self) -> dict[str, str]:
        """Page ids by everything that a link may say, in small letters: ids before titles before aliases."""
        return _names(self.wiki.pages())

    @cached_property
    def metadata(self) -> dict[str, PageMetadata]:
        """Every page by its id, sorted by type and id."""
        pages = [*self.wiki.pages()]
        names = self.__dict__.setdefault("names", _names(pages))
        return {
            page.id: PageMetadata(
                page.id,
                page.title,
                page.type,
                page.summary,
                page.created,
                page.updated,
                tuple(dict.fromkeys(names[key] for link in links(page.body) if (key := _key(link.target)) in names)),
                citations(page.body),
            )
            for page in pages
        }

    @cached_property
    def backlinks(self) -> dict[str, tuple[str, ...]]:
        """Ids of the pages that link to a page, by the id of that page."""
        found: dict[str, list[str]] = defaultdict(list)
        for leaf in self.metadata.values():
            for target in leaf.links:
                if target != leaf.id:
                    found[target].append(leaf.id)
        return {target: tuple(sources) for target, sources in found.items()}

    @cached_property
    def coverage(self) -> float:
        """Share of the source's passages that a page cites, 0..1."""
        passages = {passage.id for passage in self.wiki.passages()}
        cited = {passage for leaf in self.metadata.values() for passage in leaf.cites}
        return len(passages & cited) / len(passages) if passages else 0.0

    @cached_property
    def reviews(self) -> tuple[Review, ...]:
        """All reviews, the oldest first."""
        return self.wiki.reviews()

    @cached_property
    def types(self) -> Mapping[str, int]:
        """How many pages of each type there are."""
        return Counter(leaf.type for leaf in self.metadata.values())

    def page(self, page_id: str) -> Page:
        """A page with its body.

        Raises:
            NotFound: there is none.
        """
        if page_id in self.metadata:
            return self.wiki.page(page_id)
        raise NotFound("There is no such page.")

    def find(self, words: str, top: int) -> list[PageHit]:
        """The pages that fit a query best; any text is a query. The index is made when it is missing or stale."""
        with self._lock:  # an open index is for one thread at a time
            if self._search is None:
                self._search = SearchIndex.open(
                    self.wiki.folder, self._meaning(self.wiki.folder) if self._meaning else None
                )
            return self._search.pages(words, top)

    def graph(self, limit: int) -> Graph:
        """The link graph of the `limit` best linked pages."""
        degree: Counter[str] = Counter()
        for leaf in self.metadata.values():
            others = [target for target in leaf.links if target != leaf.id]
            degree.update(others)
            degree[leaf.id] += len(others)
        ranked = sorted(self.metadata.values(), key=lambda leaf: (-degree[leaf.id], leaf.id))
        kept = {leaf.id for leaf in ranked[:limit]}
        edges = [
            Edge(leaf.id, target, self.metadata[target].type)
            for leaf in ranked[:limit]
            for target in leaf.links
            if target in kept and target != leaf.id
        ]
        nodes = [Node(leaf.id, leaf.title, leaf.type, degree[leaf.id]) for leaf in ranked[:limit]]
        return Graph(tuple(nodes), tuple(edges), truncated=len(ranked) > limit)

    def growth(self, granularity: str, days: int, now: datetime) -> list[GrowthPoint]:
        """The curve of the last `days` days up to `now`, a point for each step, also where nothing came."""
        step = GRANULARITIES[granularity]
        end = _begin(now, granularity) + step
        count = max(1, -(-timedelta(days=days) // step))
        begin = end - count * step
        new: Counter[int] = Counter()
        before = 0
        for leaf in self.metadata.values():
            if leaf.created < begin:
                before += 1
            elif leaf.created < end:
                new[(leaf.created - begin) // step] += 1
        points, total = [], before
        for number in range(count):
            total += new[number]
            points.append(GrowthPoint(begin + number * step, new[number], total))
        return points


def _names(pages: Iterable[Page]) -> dict[str, str]:
    names: dict[str, str] = {}
    known = [*pages]
    for page in known:
        names[_key(page.id)] = page.id
    for page in known:
        names.setdefault(_key(page.title), page.id)
    for page in known:
        for alias in page.aliases:
            names.setdefault(_key(alias), page.id)
    return names


def _key(name: str) -> str:
    return " ".join(name.split()).casefold()


def _begin(now: datetime, granularity: str) -> datetime:
    """The begin of the step that `now` is in; weeks begin on Mondays."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    if granularity == "hour":
        return hour
    day = hour.replace(hour=0)
    return day - timedelta(days=day.weekday()) if granularity == "week" else day
