"""Shapes of the wiki service's bodies for the OpenAPI document. Nothing but data."""

from __future__ import annotations

from quire.tasks.builds.status import PHASES, JobStatus
from quire.web.operation import Json

_TEXT: Json = {"type": "string"}
_OK: Json = {"type": "boolean", "const": True}
_FLAG: Json = {"type": "boolean"}
_COUNT: Json = {"type": "integer", "minimum": 0}
_NUMBER: Json = {"type": "number", "minimum": 0}
_SHARE: Json = {"type": "number", "minimum": 0, "maximum": 1}
_TIME: Json = {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$"}
_MAYBE_TIME: Json = {"anyOf": [_TIME, {"type": "null"}]}
_MAYBE_TEXT: Json = {"type": ["string", "null"]}
_MAYBE_COUNT: Json = {"type": ["integer", "null"], "minimum": 0}
_STATUS: Json = {"type": "string", "enum": [status.value for status in JobStatus]}


def _shape(**properties: Json) -> dict[str, Json]:
    """An object with exactly those keys."""
    required: list[Json] = list(properties)
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


def _loose(optional: dict[str, Json], **properties: Json) -> dict[str, Json]:
    """An object with those keys, and perhaps the optional ones."""
    required: list[Json] = list(properties)
    both: dict[str, Json] = {**properties, **optional}
    return {"type": "object", "required": required, "properties": both, "additionalProperties": False}


def _list(of: Json) -> Json:
    return {"type": "array", "items": of}


_JOB: dict[str, Json] = {
    "id": _COUNT,
    "wiki_slug": _TEXT,
    "status": _STATUS,
    "phase": {"type": "string", "enum": list(PHASES)},
    "elapsed_ms": _COUNT,
    "last_event_age_ms": _COUNT,
    "runner_active": _FLAG,
    "stale": _FLAG,
    "token_summary": _shape(total_tokens=_COUNT, total_cost_usd=_NUMBER),
}
_ORDERS: dict[str, Json] = {
    "rounds": {"type": "integer", "minimum": 0, "maximum": 1000},
    "auto": _FLAG,
    "model": _MAYBE_TEXT,
}

SCHEMAS: dict[str, Json] = {
    "WikiSubmitted": _shape(ok=_OK, job_id=_COUNT, wiki_slug=_TEXT, wiki_name=_TEXT, target_dir=_TEXT, message=_TEXT),
    "JobList": _shape(ok=_OK, jobs=_list(_shape(**_JOB)), total=_COUNT),
    "Job": _loose({"details": {"type": "object"}}, ok=_OK, **_JOB),
    "JobChanged": _shape(ok=_OK, job_id=_COUNT, status=_STATUS, message=_TEXT),
    "JobLog": _shape(ok=_OK, job_id=_COUNT, lines=_list(_TEXT), total_lines=_COUNT),
    "Queue": _shape(
        ok=_OK,
        capacity=_COUNT,
        running=_COUNT,
        queued=_COUNT,
        items=_list(_shape(job_id=_COUNT, wiki_slug=_TEXT, status=_STATUS, position=_COUNT)),
    ),
    "Served": _shape(ok=_OK, slug=_TEXT, url=_TEXT, pid=_COUNT),
    "ServeState": _loose({"url": _TEXT, "pid": _COUNT}, ok=_OK, slug=_TEXT, running=_FLAG),
    "ButlerState": _shape(ok=_OK, slug=_TEXT, running=_FLAG, **_ORDERS),
    "ButlerStopped": _shape(ok=_OK, slug=_TEXT, running=_FLAG),
    "ButlerConfig": _shape(
        ok=_OK,
        slug=_TEXT,
        running=_FLAG,
        **_ORDERS,
        interval_s=_COUNT,
        max_cost_usd={"type": ["number", "null"], "minimum": 0},
    ),
    "ButlerLog": _shape(ok=_OK, slug=_TEXT, lines=_list(_TEXT), total_lines=_COUNT),
    "Overview": _shape(
        ok=_OK,
        wikis=_list(
            _shape(
                slug=_TEXT,
                wiki_name=_TEXT,
                lang={"type": "string", "enum": ["zh", "en"]},
                owner=_TEXT,
                page_count=_COUNT,
                coverage=_SHARE,
                latest_review_at=_MAYBE_TIME,
                serve=_shape(running=_FLAG, pid=_MAYBE_COUNT, url=_MAYBE_TEXT),
                butler=_shape(running=_FLAG, round=_COUNT, rounds=_COUNT),
            )
        ),
        total=_COUNT,
    ),
    "Growth": _shape(
        ok=_OK,
        slug=_TEXT,
        granularity={"type": "string", "enum": ["hour", "day", "week"]},
        days=_COUNT,
        points=_list(_shape(t=_TIME, new=_COUNT, total=_COUNT)),
    ),
    "ReviewList": _shape(
        ok=_OK,
        reviews=_list(
            _shape(
                id=_TEXT,
                phase=_TEXT,
                scope=_TEXT,
                status=_TEXT,
                score={"type": "number"},
                issues=_list(_TEXT),
                created_at=_TIME,
            )
        ),
        total=_COUNT,
    ),
    "PageList": _shape(
        ok=_OK,
        pages=_list(_shape(page_id=_TEXT, title=_TEXT, type=_TEXT, summary=_TEXT, updated_at=_TIME)),
        total=_COUNT,
        limit=_COUNT,
        offset=_COUNT,
        next=_MAYBE_COUNT,
    ),
    "Page": _shape(
        ok=_OK,
        page_id=_TEXT,
        title=_TEXT,
        type=_TEXT,
        wiki=_TEXT,
        body=_TEXT,
        links=_list(_TEXT),
        backlinks=_list(_TEXT),
        sources=_list(_shape(id=_TEXT, chapter=_TEXT, position={"type": "integer"}, quote=_TEXT)),
        created_at=_TIME,
        updated_at=_TIME,
        revision=_COUNT,
    ),
    "SearchResults": _shape(
        ok=_OK,
        query=_TEXT,
        results=_list(_shape(page_id=_TEXT, title=_TEXT, type=_TEXT, score={"type": "number"}, snippet=_TEXT)),
        total=_COUNT,
    ),
    "Graph": _shape(
        ok=_OK,
        nodes=_list(_shape(id=_TEXT, title=_TEXT, type=_TEXT, degree=_COUNT)),
        edges=_list(_shape(source=_TEXT, target=_TEXT, type=_TEXT)),
        truncated=_FLAG,
    ),
    "WikiStats": _shape(
        ok=_OK,
        jobs_by_status={"type": "object", "additionalProperties": _COUNT},
        wikis=_COUNT,
        pages=_COUNT,
        tokens=_COUNT,
        cost=_NUMBER,
    ),
    "GeneList": _shape(
        ok=_OK,
        genes=_list(
            _shape(id=_TEXT, name=_TEXT, kind=_TEXT, text=_TEXT, phase=_TEXT, weight={"type": "number"}, uses=_COUNT)
        ),
    ),
}
