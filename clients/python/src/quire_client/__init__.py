"""Client of a Quire service.

    with Client("http://127.0.0.1:8000", key="...") as client:
        client.parse("report.pdf").text

`AsyncClient` has the same methods, awaited.
"""

from __future__ import annotations

from quire_client.client import AsyncClient, Client
from quire_client.errors import ApiError, ClientError, ConnectionLost, StillRunning, TaskFailed, WebhookRejected
from quire_client.events import Event
from quire_client.results import (
    Batch,
    BatchItem,
    Converted,
    Hit,
    Invoices,
    Job,
    Outcome,
    Statements,
    Task,
    TaskInfo,
    WikiPage,
)
from quire_client.webhooks import WebhookMessage, verify_webhook

__all__ = [
    "ApiError",
    "AsyncClient",
    "Batch",
    "BatchItem",
    "Client",
    "ClientError",
    "ConnectionLost",
    "Converted",
    "Event",
    "Hit",
    "Invoices",
    "Job",
    "Outcome",
    "Statements",
    "StillRunning",
    "Task",
    "TaskFailed",
    "TaskInfo",
    "WebhookMessage",
    "WebhookRejected",
    "WikiPage",
    "verify_webhook",
]

__version__: str


def __getattr__(name: str) -> str:
    """The version that was installed, read when it is asked for.

    Raises:
        AttributeError: `name` is something else.
    """
    if name != "__version__":
        raise AttributeError(f"module 'quire_client' has no attribute {name!r}")
    from importlib.metadata import version

    return version("quire-client")
