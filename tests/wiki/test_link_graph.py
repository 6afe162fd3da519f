"""Figures of a wiki."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quire.errors import BadRequest
from quire.wiki.link_graph import backlinks, coverage, graph, growth
from quire.wiki.passage import Passage
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page

NOW = datetime(2026, 5, 6, 12, 30, tzinfo=UTC)


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    (tmp_path / "b.txt").write_text("x")
    wiki = Wiki.create(tmp_path / "w", tmp_path / "b.txt")
    wiki.save_passages([Passage("p1", "c", 0, "a"), Passage("p2", "c", 1, "b")])
    for age, (name, body) in enumerate({"a": "[[b]] [[c]] [^p1]", "b": "[[a]] [[a]]", "c": "[^p1]"}.items()):
        wiki.save(Page(name, name.upper(), "concept", body, created=NOW - timedelta(days=age)))
    return wiki


def test_coverage_counts_cited_passages(wiki: Wiki):
    assert coverage(wiki) == 0.5


def test_the_graph_shows_the_most_linked_first(wiki: Wiki):
    whole = graph(wiki)
    assert [(node.id, node.degree) for node in whole.nodes] == [("a", 3), ("b", 2), ("c", 1)]
    assert [(edge.source, edge.target) for edge in whole.edges] == [("a", "b"), ("a", "c"), ("b", "a")]
    assert not whole.truncated
    part = graph(wiki, 2)
    assert {edge.target for edge in part.edges} == {"a", "b"}
    assert part.truncated


def test_backlinks(wiki: Wiki):
    assert backlinks(wiki) == {"a": ("b",), "b": ("a",), "c": ("a",)}


@pytest.mark.parametrize(("granularity", "steps"), [("hour", 49), ("day", 3), ("week", 1)])
def test_growth_leaves_no_step_out(wiki: Wiki, granularity: str, steps: int):
    points = growth(wiki, granularity, 2, NOW)
    assert len(points) == steps
    assert points[-1].total == 3
    assert sum(point.new for point in points) == 3 if granularity != "hour" else points[-1].new == 1


def test_growth_refuses_what_it_does_not_know(wiki: Wiki):
    with pytest.raises(BadRequest):
        growth(wiki, "year", 3, NOW)
