"""An opened wiki: links by id, title and alias; coverage, graph and growth as the figures have them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from quire.errors import NotFound
from quire.wiki import link_graph
from quire.wiki.opened_wiki import OpenedWiki
from quire.wiki.passage import Passage
from quire.wiki.wiki_folder import Wiki
from quire.wiki.wiki_page import Page

NOW = datetime(2026, 1, 7, 12, 30, tzinfo=UTC)  # a Wednesday


@pytest.fixture
def opened(tmp_path):
    (tmp_path / "b.txt").write_text("x")
    wiki = Wiki.create(tmp_path / "w", tmp_path / "b.txt")
    wiki.save_passages([Passage(f"p{n}", "One", n, "text") for n in range(1, 5)])
    for number, (page_id, body) in enumerate(
        {"a": "[[b]] [[b]] [[a]][^p1]", "b": "[[The C]] [[nick]][^p2][^p1]", "c": "[[none]]", "d": ""}.items()
    ):
        made = NOW - timedelta(days=number)
        aliases = ("nick",) if page_id == "d" else ()
        wiki.save(Page(page_id, f"The {page_id}", "concept", body, aliases, "", made, made))
    return OpenedWiki(tmp_path / "w")


def test_links_lead_to_pages_however_they_are_named(opened):
    assert {leaf.id: leaf.links for leaf in opened.metadata.values()} == {
        "a": ("b", "a"),
        "b": ("c", "d"),
        "c": (),
        "d": (),
    }
    assert opened.backlinks == {"b": ("a",), "c": ("b",), "d": ("b",)}
    with pytest.raises(NotFound):
        opened.page("none")


def test_coverage_is_the_share_of_cited_passages(opened):
    assert opened.coverage == link_graph.coverage(opened.wiki) == 0.5


def test_the_graph_keeps_the_best_linked(opened):
    whole = opened.graph(10)
    assert [(node.id, node.degree) for node in whole.nodes] == [("b", 3), ("a", 1), ("c", 1), ("d", 1)]
    part = opened.graph(2)
    assert ([tuple(edge)[:2] for edge in part.edges], part.truncated) == ([("a", "b")], True)


@pytest.mark.parametrize(
    ("granularity", "days", "count"), [("day", 3, 3), ("hour", 1, 24), ("week", 7, 1), ("week", 8, 2)]
)
def test_growth_is_filled_with_zeros_and_counts_what_was_before(opened, granularity, days, count):
    points = opened.growth(granularity, days, NOW)
    assert len(points) == count
    assert points[-1].total == 4
    assert points[0].total - points[0].new + sum(point.new for point in points) == 4
    assert points[-1].t <= NOW
