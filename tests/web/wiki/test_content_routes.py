"""Reading wikis over HTTP: bodies exactly as the contract lists them, limits, owners, hostile texts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quire.wiki.opened_wiki import OpenedWiki
from tests.web.wiki.test_job_routes import add, engine, fits, other, wikis
from tests.web.wikis import fill, finish

__all__ = ["add", "engine", "other", "wikis"]

pytestmark = pytest.mark.anyio


@pytest.fixture
async def walden(add, wikis, engine, clock):
    """The slug of a finished wiki of three pages."""
    made = await add()
    fill(wikis, made["wiki_slug"], clock)
    finish(wikis, engine, made["job_id"])
    return made["wiki_slug"]


async def test_pages(client, walden):
    body = fits(await client.get(f"/api/v1/pages?wiki={walden}"), "PageList")
    assert [page["page_id"] for page in body["pages"]] == ["ice", "pond", "湖"]
    assert (body["total"], body["limit"], body["offset"], body["next"]) == (3, 100, 0, None)
    part = fits(await client.get(f"/api/v1/pages?wiki={walden}&limit=1&offset=1"), "PageList")
    assert ([page["page_id"] for page in part["pages"]], part["next"]) == (["pond"], 2)
    places = (await client.get(f"/api/v1/pages?wiki={walden}&type=place")).json()
    assert places["total"] == 2
    for query in ("limit=0", "limit=501", "limit=x", "offset=-1"):
        assert (await client.get(f"/api/v1/pages?wiki={walden}&{query}")).status_code == 400
    assert (await client.get("/api/v1/pages")).status_code == 400


async def test_chapters_come_in_the_order_of_their_numbers(client, add, wikis, engine, clock):
    made = await add()
    wiki = fill(wikis, made["wiki_slug"], clock)
    finish(wikis, engine, made["job_id"])
    for number in (10, 2, 1):
        wiki.save(replace(wiki.page("ice"), id=f"第{number}章", title=f"第{number}章", type="chapter"))
    pages = (await client.get(f"/api/v1/pages?wiki={made['wiki_slug']}&type=chapter")).json()["pages"]
    assert [page["page_id"] for page in pages] == ["第1章", "第2章", "第10章"]


async def test_a_page(client, walden):
    body = fits(await client.get(f"/api/v1/pages/ice?wiki={walden}"), "Page")
    assert (body["title"], body["type"], body["wiki"]) == ("Ice", "concept", "walden")
    assert (body["links"], body["backlinks"]) == (["pond"], ["pond"])
    assert body["sources"] == [{"id": "p2", "chapter": "The Ponds", "position": 1, "quote": "Ice forms in December."}]
    assert body["revision"] == 1
    assert (await client.get(f"/api/v1/pages/湖?wiki={walden}")).json()["title"] == "湖"
    for page_id in ("none", "..", "..%2f..%2flocal%2fconfig", "%00", "*"):
        assert (await client.get(f"/api/v1/pages/{page_id}?wiki={walden}")).status_code in {400, 404}


@pytest.mark.parametrize(
    "text", ["pond", "deep green", "湖", "瓦尔", "冰", '"', "a AND (b", "*", "' OR 1=1 --", "\U0001f600"]
)
async def test_searches_take_any_text(client, walden, text):
    one = fits(await client.get(f"/api/v1/wiki/{walden}/search", params={"q": text}), "SearchResults")
    two = fits(await client.post("/api/v1/search", json={"query": text, "wiki": walden}), "SearchResults")
    assert one["query"] == two["query"] == text
    assert one["results"] == two["results"]
    assert one["total"] == len(one["results"])


async def test_searches_find(client, walden):
    for text, page in (("pond", "pond"), ("湖", "湖"), ("瓦尔", "湖"), ("December", "ice")):
        found = (await client.get(f"/api/v1/wiki/{walden}/search", params={"q": text})).json()["results"]
        assert found[0]["page_id"] == page
        scores = [hit["score"] for hit in found]
        assert scores == sorted(scores, reverse=True)
    top = await client.post("/api/v1/search", json={"query": "pond ice", "wiki": walden, "top_k": 1})
    assert len(top.json()["results"]) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"query": "x"},
        {"wiki": "walden"},
        {"query": "", "wiki": "walden"},
        {"query": 7, "wiki": "walden"},
        {"query": "x", "wiki": "walden", "top_k": 0},
        {"query": "x", "wiki": "walden", "top_k": 101},
        {"query": "x", "wiki": "walden", "top_k": True},
        {"query": "x", "wiki": "walden", "top_k": "5"},
        {"query": "x" * 1001, "wiki": "walden"},
    ],
)
async def test_searches_that_cannot_be(client, walden, body):
    assert (await client.post("/api/v1/search", json=body)).status_code == 400


async def test_a_search_needs_words(client, walden):
    for query in ("", "?q=", "?q=%20", "?q=" + "x" * 1001, "?q=a&q=b"):
        assert (await client.get(f"/api/v1/wiki/{walden}/search{query}")).status_code == 400


async def test_the_graph(client, walden):
    body = fits(await client.get(f"/api/v1/graph?wiki={walden}"), "Graph")
    assert [(node["id"], node["degree"]) for node in body["nodes"]] == [("ice", 2), ("pond", 2), ("湖", 0)]
    assert {(edge["source"], edge["target"]) for edge in body["edges"]} == {("ice", "pond"), ("pond", "ice")}
    assert body["truncated"] is False
    part = (await client.get(f"/api/v1/graph?wiki={walden}&limit=1")).json()
    assert ([node["id"] for node in part["nodes"]], part["edges"], part["truncated"]) == (["ice"], [], True)
    for limit in ("0", "5001", "x"):
        assert (await client.get(f"/api/v1/graph?wiki={walden}&limit={limit}")).status_code == 400


@pytest.mark.parametrize(("granularity", "count"), [("hour", 72), ("day", 3), ("week", 1)])
async def test_growth_has_a_point_for_each_step(client, walden, clock, granularity, count):
    clock.advance(3600 * 26)
    path = f"/api/v1/wiki/{walden}/growth?granularity={granularity}&days=3"
    body = fits(await client.get(path), "Growth")
    assert (body["slug"], body["granularity"], body["days"], len(body["points"])) == (walden, granularity, 3, count)
    assert sum(point["new"] for point in body["points"]) == 3
    assert body["points"][-1]["total"] == 3


async def test_growth_that_cannot_be(client, walden):
    for query in ("granularity=year", "days=0", "days=x", "days=3661", "granularity=hour&days=3660"):
        assert (await client.get(f"/api/v1/wiki/{walden}/growth?{query}")).status_code == 400


async def test_reviews_genes_and_numbers(client, walden):
    found = fits(await client.get(f"/api/v1/wiki/{walden}/reviews"), "ReviewList")
    assert (found["total"], found["reviews"][0]["id"]) == (1, "r1")
    genes = fits(await client.get("/api/v1/genes"), "GeneList")
    assert [gene["id"] for gene in genes["genes"]] == ["g1"]
    assert fits(await client.get(f"/api/v1/genes?wiki={walden}"), "GeneList") == genes
    numbers = fits(await client.get("/api/v1/stats"), "WikiStats")
    assert (numbers["wikis"], numbers["pages"], numbers["jobs_by_status"]["completed"]) == (1, 3, 1)
    assert (numbers["tokens"], numbers["cost"]) == (0, 0.0)


PATHS = [
    "/api/v1/pages?wiki={}",
    "/api/v1/pages/pond?wiki={}",
    "/api/v1/graph?wiki={}",
    "/api/v1/genes?wiki={}",
    "/api/v1/wiki/{}/search?q=x",
    "/api/v1/wiki/{}/growth",
    "/api/v1/wiki/{}/reviews",
    "/api/v1/wiki/{}/butler/log",
]


@pytest.mark.parametrize("path", PATHS)
async def test_others_are_kept_out(client, nobody, walden, other, path):
    assert (await client.get(path.format(walden), headers=other)).status_code == 403
    assert (await client.get(path.format("none"))).status_code == 404
    assert (await client.get(path.format(walden), headers={"authorization": "Bearer x"})).status_code == 401
    search = {"query": "x", "wiki": walden}
    assert (await client.post("/api/v1/search", json=search, headers=other)).status_code == 403


async def test_others_see_nothing_in_lists(client, walden, other):
    assert (await client.get("/api/v1/genes", headers=other)).json()["genes"] == []
    assert (await client.get("/api/v1/stats", headers=other)).json()["pages"] == 0
    assert (await client.get("/api/v1/wikis-overview", headers=other)).json() == {"ok": True, "wikis": [], "total": 0}


async def test_changes_show_within_a_second(client, walden, wikis, clock):
    path = wikis.shelf.folder(walden) / "pages" / "concept" / "snow.md"
    before = (await client.get(f"/api/v1/pages?wiki={walden}")).json()["total"]
    path.write_text("# no front matter at all\n[[pond]] [^p9]")
    clock.advance(1)
    assert (await client.get(f"/api/v1/pages?wiki={walden}")).json()["total"] == before + 1
    page = (await client.get(f"/api/v1/pages/snow?wiki={walden}")).json()
    assert (page["links"], page["sources"][0]["quote"]) == (["pond"], "")


async def test_a_wiki_that_is_not_built_yet_is_empty(client, add):
    slug = (await add())["wiki_slug"]
    assert (await client.get(f"/api/v1/pages?wiki={slug}")).json()["total"] == 0
    assert (await client.get(f"/api/v1/graph?wiki={slug}")).json()["nodes"] == []
    assert (await client.get(f"/api/v1/wiki/{slug}/search?q=x")).json()["results"] == []
    assert (await client.get("/api/v1/wikis-overview")).json()["wikis"][0]["coverage"] == 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=60)
@given(text=st.text(min_size=1, max_size=60))
def test_the_index_takes_any_query(walden_folder, text):
    assert isinstance(OpenedWiki(walden_folder).find(text, 5), list)


@pytest.fixture(scope="module")
def walden_folder(tmp_path_factory):
    from quire.wiki.wiki_folder import Wiki
    from quire.wiki.wiki_page import Page

    folder = tmp_path_factory.mktemp("w")
    book = folder / "b.txt"
    book.write_text("x")
    wiki = Wiki.create(folder / "wiki", book)
    wiki.save(Page("pond", "Pond", "place", "Deep."))
    return folder / "wiki"
