"""Shapes of the wiki service's bodies for the OpenAPI document. Nothing but data."""

from __future__ import annotations

from quire.tasks.builds.job_states import PHASES, JobStatus
from quire.web.http.operation import Json
from quire.web.http.schema_shapes import COUNT, FLAG, MAYBE_TEXT, OK, TEXT, loose, maybe, rows, shape

_NUMBER: Json = {"type": "number", "minimum": 0}
_SHARE: Json = {"type": "number", "minimum": 0, "maximum": 1}
_TIME: Json = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$"}
_MAYBE_TIME: Json = maybe(_TIME)
_MAYBE_COUNT: Json = {"type": ["integer", "null"], "minimum": 0}
_STATUS: Json = {"type": "string", "enum": [status.value for status in JobStatus]}


_JOB: dict[str, Json] = {
    "id": COUNT,
    "wiki_slug": TEXT,
    "status": _STATUS,
    "phase": {"type": "string", "enum": list(PHASES)},
    "elapsed_ms": COUNT,
    "last_event_age_ms": COUNT,
    "runner_active": FLAG,
    "stale": FLAG,
    "token_summary": shape(total_tokens=COUNT, total_cost_usd=_NUMBER),
}
_ORDERS: dict[str, Json] = {
    "rounds": {"type": "integer", "minimum": 0, "maximum": 1000},
    "auto": FLAG,
    "model": MAYBE_TEXT,
}

SCHEMAS: dict[str, Json] = {
    "WikiSubmitted": shape(ok=OK, job_id=COUNT, wiki_slug=TEXT, wiki_name=TEXT, target_dir=TEXT, message=TEXT),
    "JobList": shape(ok=OK, jobs=rows(shape(**_JOB)), total=COUNT),
    "Job": loose({"details": {"type": "object"}}, ok=OK, **_JOB),
    "JobChanged": shape(ok=OK, job_id=COUNT, status=_STATUS, message=TEXT),
    "JobLog": shape(ok=OK, job_id=COUNT, lines=rows(TEXT), total_lines=COUNT),
    "Queue": shape(
        ok=OK,
        capacity=COUNT,
        running=COUNT,
        queued=COUNT,
        items=rows(shape(job_id=COUNT, wiki_slug=TEXT, status=_STATUS, position=COUNT)),
    ),
    "Served": shape(ok=OK, slug=TEXT, url=TEXT, pid=COUNT),
    "ServeState": loose({"url": TEXT, "pid": COUNT}, ok=OK, slug=TEXT, running=FLAG),
    "ButlerState": shape(ok=OK, slug=TEXT, running=FLAG, **_ORDERS),
    "ButlerStopped": shape(ok=OK, slug=TEXT, running=FLAG),
    "ButlerConfig": shape(
        ok=OK,
        slug=TEXT,
        running=FLAG,
        **_ORDERS,
        interval_s=COUNT,
        max_cost_usd={"type": ["number", "null"], "minimum": 0},
    ),
    "ButlerLog": shape(ok=OK, slug=TEXT, lines=rows(TEXT), total_lines=COUNT),
    "Overview": shape(
        ok=OK,
        wikis=rows(
            shape(
                slug=TEXT,
                wiki_name=TEXT,
                lang={"type": "string", "enum": ["zh", "en"]},
                owner=TEXT,
                page_count=COUNT,
                coverage=_SHARE,
                latest_review_at=_MAYBE_TIME,
                serve=shape(running=FLAG, pid=_MAYBE_COUNT, url=MAYBE_TEXT),
                butler=shape(running=FLAG, round=COUNT, rounds=COUNT),
            )
        ),
        total=COUNT,
    ),
    "Growth": shape(
        ok=OK,
        slug=TEXT,
        granularity={"type": "string", "enum": ["hour", "day", "week"]},
        days=COUNT,
        points=rows(shape(t=_TIME, new=COUNT, total=COUNT)),
    ),
    "ReviewList": shape(
        ok=OK,
        reviews=rows(
            shape(
                id=TEXT,
                phase=TEXT,
                scope=TEXT,
                status=TEXT,
                score={"type": "number"},
                issues=rows(TEXT),
                created_at=_TIME,
            )
        ),
        total=COUNT,
    ),
    "PageList": shape(
        ok=OK,
        pages=rows(shape(page_id=TEXT, title=TEXT, type=TEXT, summary=TEXT, updated_at=_TIME)),
        total=COUNT,
        limit=COUNT,
        offset=COUNT,
        next=_MAYBE_COUNT,
    ),
    "Page": shape(
        ok=OK,
        page_id=TEXT,
        title=TEXT,
        type=TEXT,
        wiki=TEXT,
        body=TEXT,
        links=rows(TEXT),
        backlinks=rows(TEXT),
        sources=rows(shape(id=TEXT, chapter=TEXT, position={"type": "integer"}, quote=TEXT)),
        created_at=_TIME,
        updated_at=_TIME,
        revision=COUNT,
    ),
    "SearchResults": shape(
        ok=OK,
        query=TEXT,
        results=rows(shape(page_id=TEXT, title=TEXT, type=TEXT, score={"type": "number"}, snippet=TEXT)),
        total=COUNT,
    ),
    "Graph": shape(
        ok=OK,
        nodes=rows(shape(id=TEXT, title=TEXT, type=TEXT, degree=COUNT)),
        edges=rows(shape(source=TEXT, target=TEXT, type=TEXT)),
        truncated=FLAG,
    ),
    "WikiStats": shape(
        ok=OK,
        jobs_by_status={"type": "object", "additionalProperties": COUNT},
        wikis=COUNT,
        pages=COUNT,
        tokens=COUNT,
        cost=_NUMBER,
    ),
    "GeneList": shape(
        ok=OK,
        genes=rows(shape(id=TEXT, name=TEXT, kind=TEXT, text=TEXT, phase=TEXT, weight={"type": "number"}, uses=COUNT)),
    ),
}
