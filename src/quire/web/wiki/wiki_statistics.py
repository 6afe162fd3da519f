"""Statistics of wikis: growth, reviews, genes (house rules), totals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from quire.clock import zulu
from quire.errors import BadRequest, NotFound
from quire.tasks.builds.job_events import MICROS
from quire.web.http import query_parameters
from quire.web.http.operation import Answer, Json, Operation, Parameter
from quire.web.http.responses import json_response
from quire.web.state.site import owner
from quire.web.wiki.wiki_access import NO_WIKI, SLUG, WIKI, error_answer, find_wiki, open_wiki, wiki_folder, wiki_parts
from quire.wiki.opened_wiki import GRANULARITIES
from quire.wiki.wiki_folder import HouseRule, Wiki

MAX_DAYS, DEFAULT_DAYS = 3660, 30
_MOST_POINTS = 20_000


async def growth(request: Request) -> Response:
    """How a wiki grew."""
    granularity = query_parameters.text(request, "granularity") or "day"
    if granularity not in GRANULARITIES:
        raise BadRequest(f"granularity must be one of {', '.join(GRANULARITIES)}.")
    days = query_parameters.integer(request, "days", DEFAULT_DAYS, low=1, high=MAX_DAYS)
    if granularity == "hour" and days * 24 > _MOST_POINTS:
        raise BadRequest(f"With granularity hour, days must be at most {_MOST_POINTS // 24}.")
    one = await find_wiki(request)
    now = wiki_parts(request).builds.clock.now()
    found = await run_in_threadpool(lambda: open_wiki(request, one).growth(granularity, days, now))
    points: list[Json] = [{"t": zulu(point.t), "new": point.new, "total": point.total} for point in found]
    return json_response({"ok": True, "slug": one.slug, "granularity": granularity, "days": days, "points": points})


async def reviews(request: Request) -> Response:
    """The reviews of a wiki, the newest first."""
    one = await find_wiki(request)
    found = await run_in_threadpool(lambda: Wiki.open(wiki_folder(request, one)).reviews())
    rows: list[Json] = [{**asdict(review), "issues": list(review.issues)} for review in reversed(found)]
    return json_response({"ok": True, "reviews": rows, "total": len(rows)})


async def genes(request: Request) -> Response:
    """The genes of the caller's wikis, or of one."""
    slug = query_parameters.text(request, "wiki")
    if slug is None:
        wikis = await run_in_threadpool(wiki_parts(request).shelf.all, owner(request))
    else:
        wikis = [await find_wiki(request, slug)]

    def read() -> list[Json]:
        names = ("id", "name", "kind", "text", "phase", "weight", "uses")
        found = [asdict(gene) for one in wikis for gene in _genes(wiki_folder(request, one))]
        return [{name: gene[name] for name in names} for gene in found]

    return json_response({"ok": True, "genes": await run_in_threadpool(read)})


async def stats(request: Request) -> Response:
    """The numbers of all that the caller may see."""
    here, whose = wiki_parts(request), owner(request)

    def read() -> dict[str, Json]:
        wikis = here.shelf.all(whose)
        counts = here.builds.counts(whose)
        tokens, micros = here.builds.used(whose)
        more, dearer = here.butlers.used({one.id for one in wikis})
        pages = sum(_count_pages(here.shelf.local(one)) for one in wikis)
        return {
            "ok": True,
            "jobs_by_status": {status.value: count for status, count in counts.items()},
            "wikis": len(wikis),
            "pages": pages,
            "tokens": tokens + more,
            "cost": (micros + dearer) / MICROS,
        }

    return json_response(await run_in_threadpool(read))


def _genes(folder: Path) -> Sequence[HouseRule]:
    try:
        return Wiki.open(folder).house_rules()
    except NotFound:
        return ()


def _count_pages(folder: Path) -> int:
    return sum(1 for _ in (folder / "pages").glob("*/*.md"))


_TAG = "Wiki content"

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        "GET",
        "/api/v1/wiki/{slug}/growth",
        growth,
        name="getGrowth",
        summary="Get the growth of a wiki",
        tag=_TAG,
        gate=WIKI,
        parameters=(
            SLUG,
            Parameter(
                "granularity", "query", "Length of a step.", {"type": "string", "enum": list(GRANULARITIES)}, "day"
            ),
            Parameter(
                "days", "query", "Number of past days.", {"type": "integer", "minimum": 1, "maximum": MAX_DAYS}, 30
            ),
        ),
        answers={
            200: Answer(
                "One point for each step, even if no page was added.",
                {
                    "ok": True,
                    "slug": "walden",
                    "granularity": "day",
                    "days": 1,
                    "points": [{"t": "2026-03-06T00:00:00Z", "new": 214, "total": 214}],
                },
                schema="Growth",
            ),
            400: error_answer("granularity must be one of hour, day, week."),
            404: NO_WIKI,
        },
    ),
    Operation(
        "GET",
        "/api/v1/wiki/{slug}/reviews",
        reviews,
        name="getReviews",
        summary="List the reviews of a wiki",
        tag=_TAG,
        gate=WIKI,
        parameters=(SLUG,),
        answers={
            200: Answer(
                "The reviews, newest first.",
                {
                    "ok": True,
                    "reviews": [
                        {
                            "id": "r1",
                            "phase": "grow",
                            "scope": "pond",
                            "status": "passed",
                            "score": 1.0,
                            "issues": [],
                            "created_at": "2026-03-06T08:30:00Z",
                        }
                    ],
                    "total": 1,
                },
                schema="ReviewList",
            ),
            404: NO_WIKI,
        },
    ),
    Operation(
        "GET",
        "/api/v1/genes",
        genes,
        name="listGenes",
        summary="List the house rules that your wikis have learned",
        tag=_TAG,
        gate=WIKI,
        parameters=(Parameter("wiki", "query", "Only rules of this wiki.", {"type": "string"}, "walden"),),
        answers={
            200: Answer(
                "The house rules.",
                {
                    "ok": True,
                    "genes": [
                        {
                            "id": "g1",
                            "name": "no generic titles",
                            "kind": "title",
                            "text": "A page is not called after a generic word.",
                            "phase": "grow",
                            "weight": 0.8,
                            "uses": 3,
                        }
                    ],
                },
                schema="GeneList",
            )
        },
    ),
    Operation(
        "GET",
        "/api/v1/stats",
        stats,
        name="getStats",
        summary="Get statistics of your wikis",
        tag=_TAG,
        gate=WIKI,
        answers={
            200: Answer(
                "The statistics.",
                {
                    "ok": True,
                    "jobs_by_status": {"completed": 3, "queued": 1},
                    "wikis": 4,
                    "pages": 812,
                    "tokens": 0,
                    "cost": 0.0,
                },
                schema="WikiStats",
            )
        },
    ),
)
