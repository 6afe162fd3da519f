"""The components of the OpenAPI document: shapes of bodies, and headers. Nothing but data."""

from __future__ import annotations

from quire.access.permissions import Role
from quire.tasks.task_states import TaskStatus
from quire.web.company import company_schemas
from quire.web.http.operation import Json
from quire.web.http.schema_shapes import COUNT, MAYBE_TEXT, OK, TEXT, exact_object, nullable
from quire.web.wiki import wiki_schemas

_TIME: Json = {
    "type": "string",
    "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$",
    "description": "ISO 8601 in UTC, without an offset.",
}
_MAYBE_TIME: Json = nullable(_TIME)
_ID: Json = {"type": "string", "format": "uuid"}
_ROLE: Json = {"type": "string", "enum": [role.value for role in Role]}
_SECONDS: Json = {
    "type": "number",
    "minimum": 0,
    "description": "Processing time in seconds, without the time in the queue.",
}
_LINK: Json = {"type": "string", "format": "uri", "description": "A signed link, valid for one hour."}
_STATUS: Json = {"type": "string", "enum": [status.value for status in TaskStatus]}


def _state(status: TaskStatus, **properties: Json) -> dict[str, Json]:
    return exact_object(task_id=_ID, status={"type": "string", "const": status.value}, **properties)


_DONE = _state(
    TaskStatus.DONE,
    created_at=_TIME,
    duration=_SECONDS,
    download_url=_LINK,
    filename=TEXT,
)
_DONE_WITH_IMAGES: dict[str, Json] = {
    **_DONE,
    "properties": {
        **_DONE["properties"],  # type: ignore[dict-item]  # an object, made above
        "images": {
            "type": "object",
            "description": "Maps the path inside the document to a signed link. Present only if there are images.",
            "additionalProperties": {"type": "string", "format": "uri"},
        },
    },
}

_FINANCE_ELEMENT: Json = {
    "type": "object",
    "required": ["tables", "type_index", "angle"],
    "properties": {
        "tables": {"type": "array", "items": {"type": "array", "items": {"type": "array", "items": TEXT}}},
        "type_index": {"type": "integer", "minimum": 0, "maximum": 4},
        "angle": {"type": "integer", "enum": [0, 90, 180, 270]},
        "details": {"type": "object", "description": "Only with `?include=details`."},
    },
    "additionalProperties": False,
}
_INVOICE_ELEMENT: Json = {
    "type": "object",
    "required": ["page", "total_tokens", "fields"],
    "properties": {
        "page": {"type": "integer", "minimum": 1},
        "total_tokens": COUNT,
        "fields": {
            "type": "array",
            "minItems": 12,
            "items": {"type": "object", "required": ["key", "value"], "properties": {"key": TEXT, "value": TEXT}},
        },
        "details": {"type": "object", "description": "Only with `?include=details`."},
    },
    "additionalProperties": False,
}


def _results(done: dict[str, Json]) -> Json:
    """The result of a task in any state; `done` is the shape of the done one."""
    return {
        "oneOf": [
            _state(TaskStatus.PENDING),
            _state(TaskStatus.PROCESSING, created_at=_TIME),
            done,
            _state(TaskStatus.FAILED, created_at=_TIME, error=TEXT),
        ]
    }


SCHEMAS: dict[str, Json] = {
    "Error": exact_object(detail=TEXT),
    "WikiError": exact_object(ok={"type": "boolean", "const": False}, error=TEXT, detail=TEXT),
    "Submitted": _state(TaskStatus.PENDING),
    "ParseResult": _results(_DONE_WITH_IMAGES),
    "FinanceResult": _results(
        _state(
            TaskStatus.DONE,
            created_at=_TIME,
            duration=_SECONDS,
            result={"type": "array", "items": _FINANCE_ELEMENT},
            download_url=_LINK,
            filename=TEXT,
        )
    ),
    "InvoiceResult": _results(
        _state(
            TaskStatus.DONE,
            created_at=_TIME,
            duration=_SECONDS,
            result={"type": "array", "minItems": 1, "items": _INVOICE_ELEMENT},
        )
    ),
    "StatementTypes": exact_object(
        types={
            "type": "array",
            "items": exact_object(
                type_index={"type": "integer", "minimum": 0, "maximum": 4}, name=TEXT, en=TEXT, zh=TEXT
            ),
        }
    ),
    "TaskList": exact_object(
        tasks={
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "task_id": _ID,
                    "kind": TEXT,
                    "status": _STATUS,
                    "filename": TEXT,
                    "client_ref": MAYBE_TEXT,
                    "created_at": _TIME,
                    "duration": {"type": ["number", "null"]},
                    "pages_done": COUNT,
                    "pages_total": COUNT,
                    "input_bytes": COUNT,
                    "error": MAYBE_TEXT,
                    "expires_at": _MAYBE_TIME,
                    "owner": {"type": "string", "description": "Present for administrators only."},
                },
            },
        },
        total=COUNT,
        limit=COUNT,
        offset=COUNT,
        next={"type": ["integer", "null"]},
    ),
    "NewToken": {
        "type": "object",
        "required": ["name", "username"],
        "properties": {
            "name": TEXT,
            "username": TEXT,
            "role": _ROLE,
            "expires_in_days": {"type": "integer", "minimum": 1, "maximum": 36500},
        },
    },
    "CreatedToken": exact_object(ok=OK, token=TEXT, token_id=_ID),
    "TokenList": exact_object(
        ok=OK,
        tokens={
            "type": "array",
            "items": exact_object(
                token_id=_ID,
                prefix=TEXT,
                name=TEXT,
                username=TEXT,
                role=_ROLE,
                scopes={"type": "array", "items": TEXT},
                created_at=_TIME,
                expires_at=_MAYBE_TIME,
                revoked_at=_MAYBE_TIME,
                last_used_at=_MAYBE_TIME,
            ),
        },
        total=COUNT,
    ),
    "Done": exact_object(ok=OK, token_id=_ID, message=TEXT),
    "Me": exact_object(ok=OK, username=TEXT, role=_ROLE, token_id=_ID),
    "Health": exact_object(
        ok={"type": "boolean"},
        status=TEXT,
        version=TEXT,
        uptime_s=COUNT,
        checks={"type": "object", "additionalProperties": {"type": "string", "enum": ["ok", "failed"]}},
        isolation={"type": "string", "enum": ["complete", "incomplete"]},
    ),
    **company_schemas.SCHEMAS,
    **wiki_schemas.SCHEMAS,
}

HEADERS: dict[str, tuple[str, Json]] = {
    "X-Request-Id": ("Identifies the request in the log. If you send one, it is used.", "4b0c9a5e7d"),
    "X-Error-Code": ("The error as a stable code word.", "not_authenticated"),
    "Retry-After": ("Seconds to wait before the next request.", "2"),
    "RateLimit": ("Requests left (`r`) and seconds until the full quota is available again (`t`).", '"read";r=599;t=1'),
    "RateLimit-Policy": ("The quota (`q`) in a window of `w` seconds.", '"read";q=600;w=60;burst=600'),
    "X-Queue-Position": ("Position in the queue; 1 is next.", "3"),
    "X-Progress": ("Pages done and total pages.", "12/40"),
    "X-Waiting-For": ("The part of the service that the task waits for: storage, memory or worker.", "storage"),
    "X-Expires-At": ("When the result is deleted, in UTC.", "2026-03-13T08:30:02Z"),
    "X-Page-Advice": (
        "Present if the document has more pages than recommended.",
        "Up to 200 pages are recommended; this document has 238.",
    ),
    "X-Warnings": (
        "Warnings about the result, separated by ` | ` and percent-encoded where a header requires it.",
        "Page 3 could not be read.",
    ),
    "Content-Disposition": (
        "The file name, in ASCII and in full.",
        "attachment; filename=\"Report.md\"; filename*=UTF-8''Report.md",
    ),
    "Content-Range": ("The part of the file that is returned.", "bytes 0-1023/4096"),
    "ETag": ("Changes when the content changes.", '"5b0e"'),
    "Accept-Ranges": ("Ranges are supported.", "bytes"),
    "Cache-Control": ("How long a private cache may reuse the response.", "private, max-age=3600"),
    "Vary": ("Request headers that the response depends on.", "Accept-Encoding"),
    "Link": ("Link to the next page.", '<https://quire.example.org/us/nyse?cursor=WzYsImNuIl0>; rel="next"'),
    "Location": ("Where to find it.", "https://quire.example.org/company/838006/json"),
    "Last-Modified": ("When the file was created.", "Fri, 06 Mar 2026 08:30:02 GMT"),
}
