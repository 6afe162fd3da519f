"""Reading wikis: pages, searches, links."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.clock import zulu
from quire.errors import BadRequest, NotFound
from quire.web.http import query_parameters
from quire.web.http.json_bodies import read_json
from quire.web.http.operation import Answer, Json, Operation, Parameter, json_body
from quire.web.http.responses import json_response
from quire.web.wiki.wiki_access import IN_QUERY, NO_WIKI, SLUG, WIKI, error_answer, find_wiki, open_wiki
from quire.wiki.natural_order import listing_sort_key
from quire.wiki.opened_wiki import OpenedWiki
from quire.wiki.page_types import PageType
from quire.wiki.search.full_text import PageHit
from quire.wiki.wiki_page import Page

MAX_PAGES, DEFAULT_PAGES = 500, 100
MAX_NODES, DEFAULT_NODES = 5000, 500
MAX_RESULTS, DEFAULT_RESULTS = 100, 10
MAX_QUERY = 1000
MAX_QUOTE = 600
"""Characters of a cited passage that a page's sources show."""


async def list_pages(request: Request) -> Response:
    """The pages of a wiki."""
    limit = query_parameters.integer(request, "limit", DEFAULT_PAGES, low=1, high=MAX_PAGES)
    offset = query_parameters.integer(request, "offset", 0, low=0, high=10**9)
    kind = query_parameters.text(request, "type")
    one = await find_wiki(request, _slug(request))

    def read() -> dict[str, Json]:
        leaves = [leaf for leaf in open_wiki(request, one).metadata.values() if kind in {None, leaf.type}]
        leaves.sort(key=lambda leaf: listing_sort_key(leaf.type, leaf.id))
        rows: list[Json] = [
            {
                "page_id": leaf.id,
                "title": leaf.title,
                "type": leaf.type,
                "summary": leaf.summary,
                "updated_at": zulu(leaf.updated),
            }
            for leaf in leaves[offset : offset + limit]
        ]
        following = offset + limit if offset + limit < len(leaves) else None
        return {
            "ok": True,
            "pages": rows,
            "total": len(leaves),
            "limit": limit,
            "offset": offset,
            "next": following,
        }

    return json_response(await run_in_threadpool(read))


async def show_page(request: Request) -> Response:
    """One page of a wiki with its body, links and sources."""
    one, page_id = await find_wiki(request, _slug(request)), request.path_params["page_id"]

    def read() -> dict[str, Json]:
        wiki = open_wiki(request, one)
        return _page(wiki, wiki.page(page_id), one.slug)

    return json_response(await run_in_threadpool(read))


async def search_text(request: Request) -> Response:
    """Full-text search inside a wiki."""
    one = await find_wiki(request)
    words = query_parameters.text(request, "q", longest=MAX_QUERY)
    if words is None or not words.strip():
        raise BadRequest("q must be the text to search for.")
    limit = query_parameters.integer(request, "limit", 20, low=1, high=MAX_RESULTS)
    hits = await run_in_threadpool(lambda: open_wiki(request, one).find(words, limit))
    return json_response(_results(words, hits))


async def search_meaning(request: Request) -> Response:
    """Search by meaning inside a wiki."""
    body = await read_json(request)
    words, slug, top = body.get("query"), body.get("wiki"), body.get("top_k", DEFAULT_RESULTS)
    if not isinstance(words, str) or not words.strip() or len(words) > MAX_QUERY:
        raise BadRequest(f"query must be a string of 1 to {MAX_QUERY} characters.")
    if not isinstance(slug, str) or not slug:
        raise BadRequest("wiki must be the slug of a wiki.")
    if isinstance(top, bool) or not isinstance(top, int) or not 1 <= top <= MAX_RESULTS:
        raise BadRequest(f"top_k must be a whole number from 1 to {MAX_RESULTS}.")
    one = await find_wiki(request, slug)
    hits = await run_in_threadpool(lambda: open_wiki(request, one).find(words, top))
    return json_response(_results(words, hits))


async def graph(request: Request) -> Response:
    """The link graph of a wiki."""
    limit = query_parameters.integer(request, "limit", DEFAULT_NODES, low=1, high=MAX_NODES)
    one = await find_wiki(request, _slug(request))
    found = await run_in_threadpool(lambda: open_wiki(request, one).graph(limit))
    return json_response(
        {
            "ok": True,
            "nodes": [{"id": n.id, "title": n.title, "type": n.type, "degree": n.degree} for n in found.nodes],
            "edges": [{"source": source, "target": target, "type": kind} for source, target, kind in found.edges],
            "truncated": found.truncated,
        }
    )


def _slug(request: Request) -> str:
    slug = query_parameters.text(request, "wiki")
    if slug is None:
        raise BadRequest("wiki must be the slug of a wiki.")
    return slug


def _page(wiki: OpenedWiki, page: Page, slug: str) -> dict[str, Json]:
    leaf = wiki.metadata[page.id]
    return {
        "ok": True,
        "page_id": page.id,
        "title": page.title,
        "type": page.type,
        "wiki": slug,
        "body": page.body,
        "links": [*leaf.links],
        "backlinks": [*wiki.backlinks.get(page.id, ())],
        "sources": [_source(wiki, passage) for passage in leaf.cites],
        "created_at": zulu(page.created),
        "updated_at": zulu(page.updated),
        "revision": page.revision,
    }


def _source(wiki: OpenedWiki, passage_id: str) -> Json:
    try:
        passage = wiki.wiki.passage(passage_id)
    except NotFound:  # people may have written it
        return {"id": passage_id, "chapter": "", "position": -1, "quote": ""}
    text = passage.text
    quote = text if len(text) <= MAX_QUOTE else text[:MAX_QUOTE].rstrip() + "…"
    return {"id": passage.id, "chapter": passage.chapter, "position": passage.position, "quote": quote}


def _results(words: str, hits: Sequence[PageHit]) -> dict[str, Json]:
    rows: list[Json] = [
        {"page_id": hit.page_id, "title": hit.title, "type": hit.type, "score": hit.score, "snippet": hit.snippet}
        for hit in hits
    ]
    return {"ok": True, "query": words, "results": rows, "total": len(rows)}


_PAGE: dict[str, Json] = {
    "page_id": "pond",
    "title": "Pond",
    "type": "place",
    "summary": "A clear and deep green well.",
    "updated_at": "2026-03-06T08:30:00Z",
}
_FOUND: dict[str, Json] = {
    "ok": True,
    "query": "pond",
    "results": [{"page_id": "pond", "title": "Pond", "type": "place", "score": 7.31, "snippet": "A clear and deep …"}],
    "total": 1,
}
_TAG = "Wiki content"
_OF_TYPE = f"Only pages of this type: {', '.join(PageType)}, or a word of your own."

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/v1/pages",
        list_pages,
        name="listPages",
        summary="List the pages of a wiki",
        tag=_TAG,
        gate=WIKI,
        parameters=(
            IN_QUERY,
            Parameter("type", "query", _OF_TYPE, {"type": "string"}, "place"),
            Parameter(
                "limit",
                "query",
                "Maximum number of results to return.",
                {"type": "integer", "minimum": 1, "maximum": MAX_PAGES},
                100,
            ),
            Parameter("offset", "query", "Number of pages to skip.", {"type": "integer", "minimum": 0}, 0),
        ),
        answers={
            200: Answer(
                "One page of the list. `next` is the offset of the next page, or null on the last page.",
                {"ok": True, "pages": [_PAGE], "total": 1, "limit": 100, "offset": 0, "next": None},
                schema="PageList",
            ),
            400: error_answer("limit must be a whole number from 1 to 500."),
            404: NO_WIKI,
        },
    ),
    Operation(
        "GET",
        "/api/v1/pages/{page_id}",
        show_page,
        name="getPage",
        summary="Get a page of a wiki",
        tag=_TAG,
        about="`body` is Markdown with `[[links]]` and citations such as `[^p12]`; `sources` has the cited passages.",
        gate=WIKI,
        parameters=(
            Parameter("page_id", "path", "Id of the page.", {"type": "string"}, "pond", required=True),
            IN_QUERY,
        ),
        answers={
            200: Answer(
                "The page.",
                {
                    "ok": True,
                    "page_id": "pond",
                    "title": "Pond",
                    "type": "place",
                    "wiki": "walden",
                    "body": "The pond is a clear and deep green well.[^p12]",
                    "links": ["village"],
                    "backlinks": ["ice"],
                    "sources": [{"id": "p12", "chapter": "The Ponds", "position": 11, "quote": "It is a clear …"}],
                    "created_at": "2026-03-06T08:30:00Z",
                    "updated_at": "2026-03-06T08:30:00Z",
                    "revision": 1,
                },
                schema="Page",
            ),
            404: error_answer("There is no such page.", "The page or the wiki does not exist."),
        },
    ),
    Operation(
        "POST",
        "/api/v1/search",
        search_meaning,
        name="searchPages",
        summary="Search a wiki by meaning",
        tag=_TAG,
        gate=WIKI,
        body=json_body(
            {
                "query": {"type": "string", "maxLength": MAX_QUERY},
                "wiki": {"type": "string"},
                "top_k": {"type": "integer", "minimum": 1, "maximum": MAX_RESULTS, "default": 10},
            },
            required=["query", "wiki"],
            example={"query": "how deep is the pond", "wiki": "walden", "top_k": 5},
        ),
        answers={
            200: Answer("The pages, most relevant first.", _FOUND, schema="SearchResults"),
            400: error_answer("top_k must be a whole number from 1 to 100."),
            404: NO_WIKI,
        },
    ),
    Operation(
        "GET",
        "/api/v1/wiki/{slug}/search",
        search_text,
        name="searchWiki",
        summary="Search the text of a wiki",
        tag=_TAG,
        gate=WIKI,
        parameters=(
            SLUG,
            Parameter(
                "q",
                "query",
                "Text to search for.",
                {"type": "string", "maxLength": MAX_QUERY},
                "pond",
                required=True,
            ),
            Parameter(
                "limit",
                "query",
                "Maximum number of results to return.",
                {"type": "integer", "minimum": 1, "maximum": MAX_RESULTS},
                20,
            ),
        ),
        answers={
            200: Answer("The pages, best match first.", _FOUND, schema="SearchResults"),
            400: error_answer("q must be the text to search for."),
            404: NO_WIKI,
        },
    ),
    Operation(
        "GET",
        "/api/v1/graph",
        graph,
        name="getGraph",
        summary="Get the link graph of a wiki",
        tag=_TAG,
        about="The pages with the most links, and the links between them.",
        gate=WIKI,
        parameters=(
            IN_QUERY,
            Parameter(
                "limit",
                "query",
                "Maximum number of nodes to return.",
                {"type": "integer", "minimum": 1, "maximum": MAX_NODES, "default": DEFAULT_NODES},
                DEFAULT_NODES,
            ),
        ),
        answers={
            200: Answer(
                "The graph.",
                {
                    "ok": True,
                    "nodes": [
                        {"id": "pond", "title": "Pond", "type": "place", "degree": 1},
                        {"id": "ice", "title": "Ice", "type": "concept", "degree": 1},
                    ],
                    "edges": [{"source": "ice", "target": "pond", "type": "place"}],
                    "truncated": False,
                },
                schema="Graph",
            ),
            404: NO_WIKI,
        },
    ),
)
