"""Figures of a wiki: coverage, its graph of links, backlinks, growth. Values are plain data."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from quire.errors import BadRequest
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import citations, links

__all__ = ["Edge", "Graph", "GrowthPoint", "Node", "backlinks", "coverage", "graph", "growth"]

_STEPS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1)}


class Node(NamedTuple):
    """A page in the graph."""

    id: str
    title: str
    type: str
    degree: int  # links to and from other pages


class Edge(NamedTuple):
    """One page links to another."""

    source: str
    target: str
    type: str  # type of the target's page


class Graph(NamedTuple):
    """The pages of the highest degree and the links between them."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    truncated: bool


class GrowthPoint(NamedTuple):
    """A step of the growth curve."""

    t: datetime  # when the step begins, UTC
    new: int  # pages made in it
    total: int  # pages at its end


def coverage(wiki: Wiki) -> float:
    """Share of the passages that at least one page cites, 0..1."""
    passages = {one.id for one in wiki.passages()}
    cited = {one for page in wiki.pages() for one in citations(page.body)}
    return len(passages & cited) / len(passages) if passages else 0.0


def graph(wiki: Wiki, limit: int = 500) -> Graph:
    """The link graph of at most `limit` pages, the most linked first; links are counted once a pair and direction."""
    pages = {page.id: page for page in wiki.pages()}
    edges = {
        (page.id, link.target)
        for page in pages.values()
        for link in links(page.body)
        if link.target in pages and link.target != page.id
    }
    degrees: Counter[str] = Counter()
    for source, target in edges:
        degrees[source] += 1
        degrees[target] += 1
    order = sorted(pages, key=lambda one: (-degrees[one], one))[: max(0, limit)]
    kept = set(order)
    nodes = tuple(Node(one, pages[one].title, pages[one].type, degrees[one]) for one in order)
    between = sorted(edge for edge in edges if kept.issuperset(edge))
    return Graph(nodes, tuple(Edge(a, b, pages[b].type) for a, b in between), len(order) < len(pages))


def backlinks(wiki: Wiki) -> dict[str, tuple[str, ...]]:
    """Page id to the ids of the pages that link to it, sorted; every page is there."""
    found: dict[str, set[str]] = defaultdict(set)
    ids = []
    for page in wiki.pages():
        ids.append(page.id)
        for link in links(page.body):
            if link.target != page.id:
                found[link.target].add(page.id)
    return {one: tuple(sorted(found[one])) for one in ids}


def growth(wiki: Wiki, granularity: str, days: int, now: datetime) -> tuple[GrowthPoint, ...]:
    """Pages made in each step of the past `days` days up to `now`, none left out.

    Steps begin at full hours, at midnight UTC, on Mondays.

    Raises:
        BadRequest: an unknown granularity, or no days.
    """
    step = _STEPS.get(granularity)
    if step is None or days < 1:
        raise BadRequest("granularity is hour, day or week; days is 1 or more.")
    start = _floor(now.astimezone(UTC) - timedelta(days=days), granularity)
    made = sorted(page.created for page in wiki.pages())
    total = sum(one < start for one in made)
    out = []
    while start <= now:
        new = sum(start <= one < start + step for one in made)
        total += new
        out.append(GrowthPoint(start, new, total))
        start += step
    return tuple(out)


def _floor(moment: datetime, granularity: str) -> datetime:
    moment = moment.replace(minute=0, second=0, microsecond=0)
    if granularity == "hour":
        return moment
    moment = moment.replace(hour=0)
    return moment - timedelta(days=moment.weekday()) if granularity == "week" else moment
