"""The messages that the service sends, as the OpenAPI document shows them. Nothing but data."""

from __future__ import annotations

from dataclasses import dataclass

from quire.web.documents.response_schemas import BATCH_ID, TASK_ID
from quire.web.http.operation import Json


@dataclass(frozen=True, slots=True)
class Webhook:
    """A kind of message: its name and texts in the document, its `type`, its component, and an example of `data`."""

    name: str
    summary: str
    about: str
    type: str
    schema: str
    example: Json


_TASK: dict[str, Json] = {
    "task_id": TASK_ID,
    "kind": "parse.md",
    "filename": "Report.pdf",
    "client_ref": "order 4711",
    "created_at": "2026-03-06T08:30:00Z",
}

WEBHOOKS: tuple[Webhook, ...] = (
    Webhook(
        "taskEnded",
        "A task has ended",
        "Sent to the `callback_url` of a submission.",
        "task.done",
        "WebhookMessage",
        _TASK
        | {
            "status": "done",
            "duration": 1.482,
            "pages": 12,
            "error": None,
            "result": f"/api/parse/result/{TASK_ID}",
        },
    ),
    Webhook(
        "taskProgress",
        "Some pages of a task are done",
        "Sent to the `callback_url` of a submission each time that `callback_pages` pages are done.",
        "task.progress",
        "WebhookProgress",
        _TASK | {"pages_done": 100, "pages_total": 238},
    ),
    Webhook(
        "batchDone",
        "All tasks of a batch have ended",
        "Sent once to the `callback_url` of a batch.",
        "batch.done",
        "WebhookBatch",
        {
            "batch_id": BATCH_ID,
            "kind": "pdf2markdown",
            "created_at": "2026-03-06T08:30:00Z",
            "total": 40,
            "done": 38,
            "failed": 1,
            "refused": 1,
            "result": f"/api/batches/{BATCH_ID}",
        },
    ),
)

WEBHOOK_HEADERS: dict[str, tuple[str, str]] = {
    "webhook-id": ("The same for every attempt; repeated messages have a known one.", "msg_6f1d3c0e7a3f4b8d9d2f"),
    "webhook-timestamp": ("Seconds since 1970; refuse what is older than five minutes.", "1772785802"),
    "webhook-signature": (
        "`v1,` and the base64 of HMAC-SHA256 over id, timestamp and body, with dots between.",
        "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    ),
}
