"""Verification of webhooks (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quire_client.errors import WebhookRejected

TOLERANCE = 300
"""Seconds that a message may be old or early, as the specification says."""


@dataclass(frozen=True)
class WebhookMessage:
    """A genuine message: `id` is the same for every attempt, `type` ``task.done`` or ``task.failed``."""

    id: str
    type: str
    data: Mapping[str, Any]


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes, *, now: float | None = None) -> WebhookMessage:
    """The message of a request.

    Args:
        secret: of `Client.webhook_secret`.
        headers: of the request; names in any case.
        body: as it came, before it is parsed.
        now: seconds since 1970; the time of the machine by default.

    Raises:
        WebhookRejected: not signed by the service, or not within five minutes.
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not timestamp.isascii() or not timestamp.isdigit():
        raise WebhookRejected("The message has no timestamp.")
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE:
        raise WebhookRejected("The message is too old or too early.")
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        raise WebhookRejected("The secret is not one of a webhook.") from None
    digest = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = given.get("webhook-signature", "").split(" ")
    if not any(hmac.compare_digest(one.encode(), expected) for one in signatures):
        raise WebhookRejected("The signature does not fit.")
    content = json.loads(body)
    return WebhookMessage(message_id, content["type"], content["data"])
