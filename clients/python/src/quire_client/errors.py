"""What can go wrong. `str(error)` is one sentence.

ClientError
├── ApiError          the service refused a request: `status`, `code`, `request_id`
├── ConnectionLost    it did not answer, also after the retries
├── TaskFailed        the document cannot be processed: `task_id`
├── StillRunning      the time to wait is over; the task goes on: `task_id`
└── WebhookRejected   a message that the service did not sign, or not lately
"""

from __future__ import annotations


class ClientError(Exception):
    """Any error of this package."""


class ApiError(ClientError):
    """The service refused a request.

    Attributes:
        status: of HTTP; 401 wrong key, 403 scope missing, 404, 409, 410 expired, 413, 429, 503.
        code: a stable word, such as ``unsupported_file_type``.
        request_id: to name in a report.
    """

    def __init__(self, sentence: str, *, status: int, code: str = "", request_id: str = "") -> None:
        super().__init__(sentence)
        self.status, self.code, self.request_id = status, code, request_id


class ConnectionLost(ClientError):
    """The service did not answer."""


class TaskFailed(ClientError):
    """The document cannot be processed."""

    def __init__(self, sentence: str, *, task_id: str) -> None:
        super().__init__(sentence)
        self.task_id = task_id


class StillRunning(ClientError):
    """The time to wait is over. The task goes on: wait for it again."""

    def __init__(self, *, task_id: str) -> None:
        super().__init__(f"Task {task_id} is still running.")
        self.task_id = task_id


class WebhookRejected(ClientError):
    """The message has no valid signature of the service, or is too old."""
