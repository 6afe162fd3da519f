"""Tells whoever asked of the end of a task or a batch: webhooks by the Standard Webhooks specification, version 1.0.0.

A message is ``POST`` with JSON; the headers ``webhook-id`` (the same for every attempt), ``webhook-timestamp``
(seconds) and ``webhook-signature`` (``v1,`` and the base64 of HMAC-SHA256 over id, timestamp and body, with dots
between) show that it comes from here and is fresh. The secret belongs to an owner and is derived from the
installation's, so nothing is kept.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import json
import logging
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from http import HTTPStatus

from sqlalchemy.exc import DBAPIError

from quire.clock import Clock, zulu
from quire.errors import BadRequest, NotFound
from quire.tasks.batches import Batch, Batches, BatchProgress
from quire.tasks.periodic_task import PeriodicTask
from quire.tasks.task_states import Task, TaskStatus
from quire.tasks.webhook_deliveries import Attempt, Deliveries, Delivery

PASS = 1.0
"""Seconds between two looks for what is due."""

AT_ONCE = 8
"""Messages that are sent at the same time: a receiver that hangs must not hold the others up."""

GONE = 410
"""What a receiver answers that wants no further messages."""

Post = Callable[[str, bytes, Mapping[str, str]], int]

log = logging.getLogger(__name__)


def secret_of(installation: bytes, owner: str) -> str:
    """The secret that signs an owner's messages, in the form that libraries for Standard Webhooks take."""
    key = hmac.new(installation, b"webhooks\n" + owner.encode("utf-8", "surrogateescape"), hashlib.sha256).digest()
    return f"whsec_{base64.b64encode(key).decode()}"


def signature(secret: str, message_id: str, timestamp: int, body: bytes) -> str:
    """The value of ``webhook-signature``."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(signed).decode()}"


def message(task: Task) -> dict[str, object]:
    """What is told of a task that has ended."""
    return {
        "type": f"task.{task.status}",
        "timestamp": zulu(task.finished or task.created),
        "data": {
            "task_id": task.id,
            "kind": task.kind,
            "status": task.status,
            "filename": task.filename,
            "client_ref": task.client_ref,
            "created_at": zulu(task.created),
            "duration": task.duration,
            "pages": task.pages_total,
            "error": task.error if task.status is TaskStatus.FAILED else None,
            "result": f"/api/{task.kind.partition('.')[0]}/result/{task.id}",
        },
    }


def progress_message(task: Task, pages: int, at: datetime) -> dict[str, object]:
    """What is told of a long document, of which `pages` were done at a moment."""
    return {
        "type": "task.progress",
        "timestamp": zulu(at),
        "data": {
            "task_id": task.id,
            "kind": task.kind,
            "filename": task.filename,
            "client_ref": task.client_ref,
            "created_at": zulu(task.created),
            "pages_done": pages,
            "pages_total": task.pages_total,
        },
    }


def batch_message(batch: Batch, progress: BatchProgress, at: datetime) -> dict[str, object]:
    """What is told of a batch that has ended; `at` where no task says when."""
    return {
        "type": "batch.done",
        "timestamp": zulu(progress.finished or at),
        "data": {
            "batch_id": batch.id,
            "kind": batch.kind,
            "created_at": zulu(batch.created),
            "total": len(batch.items),
            "done": progress.counts[TaskStatus.DONE],
            "failed": progress.counts[TaskStatus.FAILED],
            "refused": len(batch.items) - len(batch.task_ids),
            "result": f"/api/batches/{batch.id}",
        },
    }


class Sender:
    """The thread that sends what is due; one in each worker process.

    Args:
        deliveries: the rows.
        find: gives a task.
        post: sends a message.
        secret: the installation's.
        clock: the time.
        batches: gives a batch.
    """

    def __init__(
        self,
        deliveries: Deliveries,
        find: Callable[[str], Task],
        post: Post,
        secret: bytes,
        clock: Clock,
        *,
        batches: Batches,
    ) -> None:
        self._deliveries = deliveries
        self._find = find
        self._batches = batches
        self._post = post
        self._secret = secret
        self._clock = clock
        self._duty = PeriodicTask("callbacks", self._send_all, PASS)

    def start(self) -> None:
        """Begin."""
        self._duty.start()

    def close(self) -> None:
        """End when the messages under way have ended."""
        self._duty.close()

    def turn(self) -> int:
        """Send what is due, several at once; how many."""
        taken = self._deliveries.take(AT_ONCE)
        senders = [threading.Thread(target=self._send, args=(one,), name="callback", daemon=True) for one in taken]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
        return len(taken)

    def _send(self, one: Delivery) -> None:
        """Send one message and note how that went, in a thread of its own."""
        try:
            self._attempt(one)
        except NotFound:  # the task or batch was deleted, and its deliveries with it
            return
        except DBAPIError:  # it is sent again when its lease is over
            log.warning("the database does not answer; delivery %s is made again later", one.id)

    def _attempt(self, one: Delivery) -> None:
        began, now = self._clock.monotonic(), self._clock.now()
        owner, told = self._told(one)
        status, error = 0, ""
        try:
            status = self._post(one.url, *self._signed(one, owner, told, int(now.timestamp())))
        except BadRequest as problem:
            error = str(problem)
        except (OSError, http.client.HTTPException, UnicodeError) as problem:
            error = f"No answer ({type(problem).__name__})."
        attempt = Attempt(zulu(now), status, error, round(self._clock.monotonic() - began, 3))
        if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
            self._deliveries.delivered(one, attempt)
        else:
            self._deliveries.refused(one, attempt, final=status == GONE)

    def _told(self, one: Delivery) -> tuple[str, dict[str, object]]:
        """Whose message it is, and what it says."""
        if one.batch_id is not None:
            batch = self._batches.find(one.batch_id)
            return batch.owner, batch_message(batch, self._batches.progress(batch), one.created)
        task = self._find(one.task_id or "")
        return task.owner, message(task) if one.pages is None else progress_message(task, one.pages, one.created)

    def _signed(
        self, one: Delivery, owner: str, told: Mapping[str, object], seconds: int
    ) -> tuple[bytes, dict[str, str]]:
        """The body of a message and its headers; `seconds` since 1970."""
        body = json.dumps(told, ensure_ascii=False).encode()
        secret = secret_of(self._secret, owner)
        return body, {
            "Content-Type": "application/json",
            "webhook-id": one.id,
            "webhook-timestamp": str(seconds),
            "webhook-signature": signature(secret, one.id, seconds, body),
        }

    def _send_all(self) -> None:
        while self.turn() and not self._duty.closing:
            pass
