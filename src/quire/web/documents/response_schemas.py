"""Parameters and answers that the services share in the OpenAPI document. Nothing but data."""

from __future__ import annotations

from quire.web.documents.task_outcome import LONGEST_WAIT
from quire.web.http.operation import Answer, Json, Parameter

TASK_ID = "0b9f4f0e-6c0a-4f0e-9a53-0c7a4f7d1e11"

TASK = Parameter("task_id", "path", "The task, as the submission named it.", {"type": "string"}, TASK_ID, required=True)
WAIT = Parameter(
    "wait",
    "query",
    "Seconds to wait for the end of the task before answering.",
    {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT, "default": 0},
    20,
)
INCLUDE = Parameter(
    "include",
    "query",
    "`details` adds to every element where its values come from and which checks were made.",
    {"type": "string", "enum": ["details"]},
    "details",
)
RANGE = Parameter("Range", "header", "A part of the file, as in RFC 9110.", {"type": "string"}, "bytes=0-1023")
IDEMPOTENCY = Parameter(
    "Idempotency-Key",
    "header",
    "The same key with the same file and options within 24 hours gives the same task; with others it is a conflict.",
    {"type": "string", "minLength": 1, "maxLength": 255},
    "invoice-run-2026-03-06-0001",
)

SUBMITTED = Answer(
    "The task was taken.",
    {"task_id": TASK_ID, "status": "pending"},
    schema="Submitted",
    headers=("Retry-After", "RateLimit", "RateLimit-Policy"),
)
REFUSED = Answer("The request is wrong.", {"detail": "Unsupported file type: image/gif"}, schema="Error")
CONFLICT = Answer(
    "The Idempotency-Key was used for something else.",
    {"detail": "This Idempotency-Key was used for another submission."},
    schema="Error",
)
MISSING = Answer("There is no such task, or it is another owner's.", {"detail": "Task not found"}, schema="Error")
NOT_READY = Answer(
    "The result is not ready, or the task has failed.", {"detail": "The result is not ready yet."}, schema="Error"
)
EXPIRED = Answer("The result has expired.", {"detail": "The result has expired."}, schema="Error")
PART = Answer(
    "The part that was asked for.", b"# Rep", media_type="application/octet-stream", headers=("Content-Range",)
)

RESULT_HEADERS = (
    "Retry-After",
    "X-Queue-Position",
    "X-Progress",
    "X-Waiting-For",
    "X-Expires-At",
    "X-Page-Advice",
    "X-Warnings",
)
FILE_HEADERS = ("Content-Disposition", "ETag", "Accept-Ranges", "Last-Modified")

STATES = "The task: `pending`, `processing`, `done` or `failed`, with the keys of its state."


def file_link(name: str) -> str:
    """A signed link as examples show it."""
    return f"https://quire.example.org/files/{TASK_ID}/{name}?expires=1767229200&key=6f1c&signature=5b0e"


def done(**more: Json) -> dict[str, Json]:
    """The body of a done task as examples show it."""
    known: dict[str, Json] = {"task_id": TASK_ID, "status": "done", "created_at": "2026-03-06T08:30:00"}
    return known | {"duration": 1.482} | more
