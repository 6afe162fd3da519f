"""An endpoint as both clients know it, those of chats and of embeddings: where it is, and what it means by an error.

401, 402, 403, 404, 3xx, no money left    `ModelRefused`: asking again is of no use
429, 408, 409, 425, 5xx, no answer        a `Trouble` that may pass
any other 4xx                             a `Trouble` that is a complaint: the request as it is is not taken
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from quire.errors import ModelRefused
from quire.llm.retry_policy import retry_after

if TYPE_CHECKING:
    import openai

__all__ = ["Endpoint", "EndpointFailure", "endpoint_failure", "silence_client_logs"]

_PASSING = frozenset({408, 409, 425, 429})
_REFUSED = {401: "the key", 402: "further calls without payment", 403: "access"}
_SAID = 2000  # characters that are looked at of what an endpoint says


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the model is: address, key, seconds that one answer may take. The key is in no text of this."""

    base_url: str
    key: str = field(default="", repr=False)
    seconds: float = 180.0


@dataclass(frozen=True, slots=True)
class EndpointFailure:
    """A request without an answer.

    Attributes:
        status: of HTTP; 0 for no answer at all.
        word: for the log.
        said: what the endpoint said.
        after: seconds that it asks to wait; None where it does not.
    """

    status: int
    word: str
    said: str
    after: float | None = None

    @property
    def is_complaint(self) -> bool:
        """Whether the endpoint does not take the request as it is."""
        return 400 <= self.status < 500 and self.status not in _PASSING


def endpoint_failure(error: openai.APIStatusError, model: str) -> EndpointFailure:
    """What an answer with an error status means.

    Raises:
        ModelRefused: it is no use to go on; the sentence says why, and holds nothing that the endpoint said.
    """
    status = error.status_code
    said = str(error.body or error.message)[:_SAID]
    if status in _REFUSED:
        raise ModelRefused(f"The language model's endpoint refuses {_REFUSED[status]} ({status}).")
    if status == 404:
        raise ModelRefused(
            f"The language model's endpoint does not know the model “{model[:80]}”, or its address is wrong (404)."
        )
    if status == 429 and "insufficient_quota" in said:
        raise ModelRefused("The account at the language model's endpoint has no money left (429).")
    if 300 <= status < 400:
        raise ModelRefused(f"The language model's endpoint has moved ({status}).")
    return EndpointFailure(status, str(status), said, retry_after(error.response.headers))


def silence_client_logs() -> None:
    """Keep the clients' library and what it is built on from logging whole prompts and texts."""
    for noisy in ("openai", "httpx2", "httpcore2"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
