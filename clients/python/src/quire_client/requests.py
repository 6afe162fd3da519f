"""One request with its retries: `Retry-After` is followed, and errors become `ApiError`."""

from __future__ import annotations

import email.utils
import random
import time
from dataclasses import dataclass
from http import HTTPStatus

import httpx

from quire_client.effects import Call, Flow, Pause
from quire_client.errors import ApiError, ConnectionLost

REPEATED = frozenset({408, 429, 502, 503, 504})
"""Statuses that another attempt may cure. A refusal by one of them has done nothing, so any method may be repeated."""


@dataclass(frozen=True)
class Retries:
    """How persistent a client is.

    Attributes:
        attempts: of one request, the first included.
        longest: seconds; a longer `Retry-After` is an error at once.
        first: seconds of the first pause where the service names none; doubled each time, with jitter.
    """

    attempts: int = 6
    longest: float = 120.0
    first: float = 0.5


def send(call: Call, retries: Retries) -> Flow[httpx.Response]:
    """The response with a status below 400.

    Raises:
        ApiError: the service refuses. ConnectionLost: it does not answer.
    """
    for attempt in range(1, retries.attempts + 1):
        last = attempt == retries.attempts
        try:
            response: httpx.Response = yield call
        except httpx.TransportError as error:
            unsent = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
            if last or not (call.safe or unsent):
                raise ConnectionLost(f"The service did not answer ({type(error).__name__}). Is it running?") from error
            yield Pause(backoff(retries, attempt))
            continue
        if response.status_code < HTTPStatus.BAD_REQUEST:
            return response
        pause = _pause(response, retries, attempt)
        if last or response.status_code not in REPEATED or pause > retries.longest:
            raise error_of(response)
        yield Pause(pause)
    raise AssertionError("the last attempt returns or raises")


def _pause(response: httpx.Response, retries: Retries, attempt: int) -> float:
    """Seconds until the next attempt, as the service wants it."""
    said = response.headers.get("retry-after", "")
    if said.isascii() and said.isdigit():
        return float(said)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(said).timestamp() - time.time())
    except ValueError:
        return backoff(retries, attempt)


def backoff(retries: Retries, attempt: int) -> float:
    """Seconds to wait after the attempt of this number, where the service names none."""
    return min(retries.longest, retries.first * 2.0 ** (attempt - 1)) * random.uniform(0.5, 1.0)  # noqa: S311 - no secret


def error_of(response: httpx.Response) -> ApiError:
    """The error that a response with a status of 400 or above means; its body is read."""
    try:
        body = response.json()
    except ValueError:
        body = None
    sentence = str(body.get("detail") or "") if isinstance(body, dict) else ""
    if sentence and (accepted := response.headers.get("x-accepted-types")):
        sentence += f". Accepted: {accepted}."
    return ApiError(
        sentence or f"The service answered with status {response.status_code}.",
        status=response.status_code,
        code=response.headers.get("x-error-code", ""),
        request_id=response.headers.get("x-request-id", ""),
    )
