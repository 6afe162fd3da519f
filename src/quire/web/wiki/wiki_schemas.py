"""Shapes of the wiki service's bodies for the OpenAPI document. Nothing but data."""

from __future__ import annotations

from quire.tasks.builds.job_states import PHASES, JobStatus
from quire.web.http.operation import Json
from quire.web.http.schema_shapes import (
    COUNT,
    FLAG,
    MAYBE_TEXT,
    OK,
    TEXT,
    exact_object,
    list_of,
    nullable,
    object_with_optional,
)

_NUMBER: Json = {"type": "number", "minimum": 0}
_SHARE: Json = {"type": "number", "minimum": 0, "maximum": 1}
_TIME: Json = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$"}
_MAYBE_TIME: Json = nullable(_TIME)
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
    "token_summary": exact_object(total_tokens=COUNT, total_cost_usd=_NUMBER),
}
_ORDERS: dict[str, Json] = {
    "rounds": {"type": "integer", "minimum": 0, "maximum": 1000},
    "auto": FLAG,
    "model": MAYBE_TEXT,
}

SCHEMAS: dict[str, Json] = {
    "WikiSubmitted": exact_object(ok=OK, job_id=COUNT, wiki_slug=TEXT, wiki_name=TEXT, target_dir=TEXT, message=TEXT),
    "JobList": exact_object(ok=OK, jobs=list_of(exact_object(**_JOB)), total=COUNT),
    "Job": object_with_optional({"details": {"type": "object"}}, ok=OK, **_JOB),
    "JobChanged": exact_object(ok=OK, job_id=COUNT, status=_STATUS, message=TEXT),
    "JobLog": exact_object(ok=OK, job_id=COUNT, lines=list_of(TEXT), total_lines=COUNT),
    "Queue": exact_object(
        ok=OK,
        capacity=COUNT,
        running=COUNT,
        queued=COUNT,
        items=list_of(exact_object(job_id=COUNT, wiki_slug=TEXT, status=_STATUS, position=COUNT)),
    ),
    "Served": exact_object(ok=OK, slug=TEXT, url=TEXT, pid=COUNT),
    "ServeState": object_with_optional({"url": TEXT, "pid": COUNT}, ok=OK, slug=TEXT, running=FLAG),
    "ButlerState": exact_object(ok=OK, slug=TEXT, running=FLAG, **_ORDERS),
    "ButlerStopped": exact_object(ok=OK, slug=TEXT, running=FLAG),
    "ButlerConfig": exact_object(
        ok=OK,
        slug=TEXT,
        running=FLAG,
        **_ORDERS,
        interval_s=COUNT,
        max_cost_usd={"type": ["number", "null"], "minimum": 0},
    ),
    "ButlerLog": exact_object(ok=OK, slug=TEXT, lines=list_of(TEXT), total_lines=COUNT),
    "Overview": exact_object(
        ok=OK,
        wikis=list_of(
            exact_object(
                slug=TEXT,
                wiki_name=TEXT,
                lang={"type": "string", "enum": ["zh", "en"]},
                owner=TEXT,
                page_count=COUNT,
                coverage=_SHARE,
                latest_review_at=_MAYBE_TIME,
                serve=exact_object(running=FLAG, pid=_MAYBE_COUNT, url=MAYBE_TEXT),
                butler=exact_object(running=FLAG, round=COUNT, rounds=COUNT),
            )
        ),
        total=COUNT,
    ),
    "Growth": exact_object(
        ok=OK,
        slug=TEXT,
        granularity={"type": "string", "enum": ["hour", "day", "week"]},
        days=COUNT,
        points=list_of(exact_object(t=_TIME, new=COUNT, total=COUNT)),
    ),
    "ReviewList": exact_object(
        ok=OK,
        reviews=list_of(
            exact_object(
                id=TEXT,
                phase=TEXT,
                scope=TEXT,
                status=TEXT,
                score={"type": "number"},
                issues=list_of(TEXT),
                created_at=_TIME,
            )
        ),
        total=COUNT,
    ),
    "PageList": exact_object(
        ok=OK,
        pages=list_of(exact_object(page_id=TEXT, title=TEXT, type=TEXT, summary=TEXT, updated_at=_TIME)),
        total=COUNT,
        limit=COUNT,
        offset=COUNT,
        next=_MAYBE_COUNT,
    ),
    "Page": exact_object(
        ok=OK,
        page_id=TEXT,
        title=TEXT,
        type=TEXT,
        wiki=TEXT,
        body=TEXT,
        links=list_of(TEXT),
        backlinks=list_of(TEXT),
        sources=list_of(exact_object(id=TEXT, chapter=TEXT, position={"type": "integer"}, quote=TEXT)),
        created_at=_TIME,
        updated_at=_TIME,
        revision=COUNT,
    ),
    "SearchResults": exact_object(
        ok=OK,
        query=TEXT,
        results=list_of(exact_object(page_id=TEXT, title=TEXT, type=TEXT, score={"type": "number"}, snippet=TEXT)),
        total=COUNT,
    ),
    "Graph": exact_object(
        ok=OK,
        nodes=list_of(exact_object(id=TEXT, title=TEXT, type=TEXT, degree=COUNT)),
        edges=list_of(exact_object(source=TEXT, target=TEXT, type=TEXT)),
        truncated=FLAG,
    ),
    "WikiStats": exact_object(
        ok=OK,
        jobs_by_status={"type": "object", "additionalProperties": COUNT},
        wikis=COUNT,
        pages=COUNT,
        tokens=COUNT,
        cost=_NUMBER,
    ),
    "GeneList": exact_object(
        ok=OK,
        genes=list_of(
            exact_object(id=TEXT, name=TEXT, kind=TEXT, text=TEXT, phase=TEXT, weight={"type": "number"}, uses=COUNT)
        ),
    ),
}
