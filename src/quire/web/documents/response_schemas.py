"""Parameters and answers that the services share in the OpenAPI document. Nothing but data."""

from __future__ import annotations

from quire.web.documents.task_outcome import MAX_WAIT
from quire.web.http.operation import Answer, Json, Parameter

TASK_ID = "0b9f4f0e-6c0a-4f0e-9a53-0c7a4f7d1e11"

TASK = Parameter("task_id", "path", "The task id from the submission.", {"type": "string"}, TASK_ID, required=True)
BATCH_ID = "batch-20260306T083000-6f1d3c0e7a3f"
BATCH = Parameter("batch_id", "path", "The id of the batch.", {"type": "string"}, BATCH_ID, required=True)
WAIT = Parameter(
    "wait",
    "query",
    "Maximum number of seconds to wait for the task to end.",
    {"type": "integer", "minimum": 0, "maximum": MAX_WAIT, "default": 0},
    20,
)
INCLUDE = Parameter(
    "include",
    "query",
    "`details` adds the position of every value and the checks to each element; `corrections` adds also what people "
    "corrected in the console: the state, every change, and the array with the corrections.",
    {"type": "string", "enum": ["details", "corrections"]},
    "details",
)
RANGE = Parameter("Range", "header", "The part of the file to return (RFC 9110).", {"type": "string"}, "bytes=0-1023")
IDEMPOTENCY = Parameter(
    "Idempotency-Key",
    "header",
    "Repeating a submission with the same key within 24 hours returns the same task. Using the key for another file or "
    "other options is a conflict.",
    {"type": "string", "minLength": 1, "maxLength": 255},
    "invoice-run-2026-03-06-0001",
)

SUBMITTED = Answer(
    "The task was created.",
    {"task_id": TASK_ID, "status": "pending"},
    schema="Submitted",
    headers=("Retry-After", "RateLimit", "RateLimit-Policy", "X-Warnings"),
)
REFUSED = Answer(
    "The request is not valid.",
    {"detail": "Unsupported file type: image/gif"},
    schema="Error",
    headers=("X-Error-Code", "X-Accepted-Types"),
)
CONFLICT = Answer(
    "The Idempotency-Key was already used for another request.",
    {"detail": "This Idempotency-Key was used for another submission."},
    schema="Error",
)
MISSING = Answer("The task does not exist or belongs to another owner.", {"detail": "Task not found"}, schema="Error")
NO_BATCH = Answer("There is no such batch, or it belongs to another owner.", {"detail": "Batch not found"}, "Error")
NOT_READY = Answer(
    "The result is not ready, or the task has failed.", {"detail": "The result is not ready yet."}, schema="Error"
)
EXPIRED = Answer("The result has expired.", {"detail": "The result has expired."}, schema="Error")
PART = Answer(
    "The requested part of the file.", b"# Rep", media_type="application/octet-stream", headers=("Content-Range",)
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

STATES = "The task; the keys depend on its status: `pending`, `processing`, `done` or `failed`."


def file_link(name: str) -> str:
    """A signed link as examples show it."""
    return f"https://quire.example.org/files/{TASK_ID}/{name}?expires=1767229200&key=6f1c&signature=5b0e"


def done(**more: Json) -> dict[str, Json]:
    """The body of a done task as examples show it."""
    known: dict[str, Json] = {"task_id": TASK_ID, "status": "done", "created_at": "2026-03-06T08:30:00"}
    return known | {"duration": 1.482} | more
