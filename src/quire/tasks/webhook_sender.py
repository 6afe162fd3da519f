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
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from http import HTTPStatus

from sqlalchemy.exc import DBAPIError

from quire.clock import Clock, zulu
from quire.errors import BadRequest, NotFound
from quire.tasks.batches import Batch, Batches, BatchProgress
from quire.tasks.claims import Claim
from quire.tasks.task_states import Task, TaskStatus
from quire.tasks.webhook_deliveries import Attempt, Deliveries, Delivery

LOOK_SECONDS = 0.5
"""Between two looks for what is due."""

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
            "duration": None if task.duration is None else round(task.duration, 3),  # as the API says it
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
    """Deliveries as a kind of work.

    Args:
        deliveries: the rows.
        find: gives a task.
        post: sends a message.
        secret: the installation's.
        clock: the time.
        batches: gives a batch.
    """

    name = "deliveries"
    pause = LOOK_SECONDS

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

    def room(self, in_hand: int) -> bool:
        """Several at once: a receiver that hangs must not hold the others up."""
        return in_hand < AT_ONCE

    def take(self, worker: str) -> DeliveryWork | None:
        """The delivery that is due for longest."""
        found = self._deliveries.take(worker)
        return None if found is None else DeliveryWork(self, *found)

    def take_back(self, alive: Callable[[], Collection[str]], mine: str, in_hand: Collection[str]) -> None:
        """Let deliveries of lost workers go; they are due."""
        self._deliveries.free_lost(alive, mine, in_hand)

    def send(self, one: Delivery, claim: Claim[str]) -> None:
        """Send one message and note how that went."""
        try:
            self._attempt(one, claim)
        except NotFound:  # the task or batch was deleted, and its deliveries with it
            return
        except DBAPIError:  # the row still names this worker, which does nothing about it: it is due again
            log.warning("the database does not answer; delivery %s is made again later", one.id)

    def _attempt(self, one: Delivery, claim: Claim[str]) -> None:
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
            self._deliveries.delivered(one, claim, attempt)
        else:
            self._deliveries.refused(one, claim, attempt, final=status == GONE)

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


class DeliveryWork:
    """A delivery that was taken."""

    def __init__(self, sender: Sender, one: Delivery, claim: Claim[str]) -> None:
        self._sender, self._one, self._claim = sender, one, claim

    @property
    def key(self) -> str:
        """The message's id."""
        return self._claim.key

    def __call__(self) -> None:
        """Send it."""
        self._sender.send(self._one, self._claim)

    def close(self, grace: float) -> None:
        """Nothing: an attempt has a time limit of its own, and is ended."""
