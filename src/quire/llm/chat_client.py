"""Calls over the network to any endpoint that speaks OpenAI's chat interface.

What can go wrong, and what becomes of it:

    429, 408, 409, 5xx, no connection, late    tried again after a while; `ModelUnavailable` when nothing is answered
    any more the body breaks off                        a reply that is `lost`: it is paid, who asks decides more
    bytes than an answer can have         given up while it arrives; a fault 401, 403, 404, no money left
    `ModelRefused`, never tried again (`quire.llm.endpoint`) 400, 422                                   another way to
    say it (`quire.llm.request_dialect`), else a fault of this call a refusal, an empty answer, cut by length  a fault

The whole body comes at once, not as a stream: it carries the tokens that were used at every endpoint.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from quire.errors import ModelUnavailable
from quire.llm.call import Call, Reply
from quire.llm.endpoint import Endpoint, EndpointFailure, endpoint_failure, silence_client_logs
from quire.llm.request_dialect import Dialect
from quire.llm.retry_policy import RetryPolicy

if TYPE_CHECKING:
    import openai

__all__ = ["ChatClient"]

BYTES_PER_TOKEN = 40
"""Of a body for each token that was allowed: escapes take six bytes for a Chinese character, thoughts come beside the
answer."""

ROOM = 64 * 1024
"""Bytes of a body beside the answer."""

CONNECT_SECONDS = 10.0

MOST_WAYS = 6
"""Ways to say one call that are tried; an endpoint that refuses them all does not take the call."""

log = logging.getLogger(__name__)


class ChatClient:
    """See `quire.llm.call.Model`. For one event loop.

    Args:
        endpoint: where.
        patience: with a busy one.
        dialect: that was found out before.
        on_dialect: told a way that is found out now.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        patience: RetryPolicy | None = None,
        dialect: Dialect | None = None,
        on_dialect: Callable[[Dialect], None] = lambda _: None,
    ) -> None:
        self._endpoint = endpoint
        self._patience = patience or RetryPolicy()
        self._proven = dialect is not None
        self._dialect = dialect or Dialect()
        self._on_dialect = on_dialect
        self._made: openai.AsyncOpenAI | None = None
        self._last_answer = float("-inf")
        self._not_before = float("-inf")

    async def complete(self, call: Call) -> Reply:
        """See `quire.llm.call.Model`."""
        began = asyncio.get_running_loop().time()
        tries = ways = 0
        while True:
            await self._hold()
            tries += 1
            dialect = self._dialect
            outcome = await self._once(call, dialect)
            if isinstance(outcome, Reply):
                self._note_answer(dialect)
                return outcome
            if outcome.is_complaint:
                tries, ways = tries - 1, ways + 1
                if ways > MOST_WAYS or not self._heed(outcome, dialect):
                    return Reply("", 0, 0, "The endpoint does not take the call.", final=True)
                continue
            if tries >= self._patience.least and self._is_away(began):
                raise ModelUnavailable
            if tries >= self._patience.most:
                return Reply("", 0, 0, f"The call fails every time ({outcome.word}).", final=True)
            await self._rest(tries, outcome)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._made is not None:
            await self._made.close()

    async def _once(self, call: Call, dialect: Dialect) -> Reply | EndpointFailure:
        """One request.

        Raises:
            ModelRefused: key or model are refused.
        """
        import openai

        cap = ROOM + BYTES_PER_TOKEN * call.most_tokens
        body = bytearray()
        headed = False
        request = self._client().chat.completions.with_streaming_response.create(**dialect.body(call))
        try:
            async with asyncio.timeout(self._endpoint.seconds), request as response:
                headed = True
                async for piece in response.iter_bytes():
                    body += piece
                    if len(body) > cap:
                        return _too_long(call, max(len(body), _length(response.headers)))
        except openai.APIStatusError as error:
            return endpoint_failure(error, call.model)
        except (openai.APIConnectionError, TimeoutError) as error:
            return EndpointFailure(0, "no answer", type(error).__name__)
        except Exception as error:  # noqa: BLE001 - what the connection raises while the body arrives has no common class
            log.debug("the body broke off: %s", type(error).__name__)
            if not headed:
                return EndpointFailure(0, "no answer", type(error).__name__)
        return _read(call, bytes(body))

    def _client(self) -> openai.AsyncOpenAI:
        if self._made is None:
            import openai

            silence_client_logs()
            seconds = self._endpoint.seconds
            timeout = openai.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds))
            self._made = openai.AsyncOpenAI(
                api_key=self._endpoint.key or "none",
                base_url=self._endpoint.base_url,
                max_retries=0,
                timeout=timeout,
                http_client=openai.DefaultAsyncHttpxClient(timeout=timeout, follow_redirects=False),
            )
            self._made.organization = self._made.project = None  # the library takes them from the environment
        return self._made

    def _note_answer(self, dialect: Dialect) -> None:
        self._last_answer = asyncio.get_running_loop().time()
        if not self._proven:
            self._proven = True
            self._on_dialect(dialect)

    def _heed(self, trouble: EndpointFailure, used: Dialect) -> bool:
        """Whether there is another way to say the call, which is the one for all calls now."""
        if used != self._dialect:
            return True  # another call has just found out
        following = used.after(trouble.said, proven=self._proven)
        if following is None:
            return False
        log.info("the endpoint refuses %s; trying %s", used, following)
        self._dialect, self._proven = following, False
        return True

    def _is_away(self, began: float) -> bool:
        return asyncio.get_running_loop().time() - max(began, self._last_answer) >= self._patience.away

    async def _rest(self, tries: int, trouble: EndpointFailure) -> None:
        """Wait before the next try; when the endpoint asks for it, all calls wait."""
        seconds = self._patience.wait(tries, trouble.after)
        if trouble.after is not None:
            now = asyncio.get_running_loop().time()
            self._not_before = max(self._not_before, now + min(trouble.after, seconds))
        await asyncio.sleep(seconds)

    async def _hold(self) -> None:
        late = self._not_before - asyncio.get_running_loop().time()
        if late > 0:
            await asyncio.sleep(late)


def _read(call: Call, body: bytes) -> Reply:
    """The reply in a body."""
    try:
        value = json.loads(body)
        choice = value["choices"][0]
        message = choice["message"]
        text = _text(message.get("content"))
        refused = bool(message.get("refusal")) or choice.get("finish_reason") == "content_filter"
        cut = choice.get("finish_reason") == "length"
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Reply("", _typical(call), max(1, len(body) // 4), "The answer broke off.", lost=True)
    used = value.get("usage") or {}
    input_ = _count(used, "prompt_tokens", _typical(call))
    output = _count(used, "completion_tokens", max(1, _tokens(text)))
    if refused:
        return Reply(text, input_, output, "The model refuses to answer.", final=True)
    if cut:
        return Reply(text, input_, output, "The answer was cut off because it was too long. Be much shorter.")
    return Reply(text, input_, output, "" if text.strip() else "The answer was empty.")


_LENGTH_DIGITS = 10
"""Digits of a stated length from which on it counts as not said."""


def _too_long(call: Call, length: int) -> Reply:
    """The reply to a body of so many bytes: what was not read is paid all the same."""
    fault = "The answer was far too long and was not read. Be much shorter."
    return Reply("", _typical(call), max(1, length // 4), fault)


def _length(headers: Mapping[str, str]) -> int:
    """The bytes that a body is said to have; 0 when it is not said."""
    said = headers.get("content-length", "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < _LENGTH_DIGITS else 0


def _text(content: object) -> str:
    """The text of a message, which may come in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    return ""


def _count(used: Any, name: str, otherwise: int) -> int:  # noqa: ANN401 - whatever the endpoint sends
    value = used.get(name) if isinstance(used, Mapping) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31 else otherwise


def _typical(call: Call) -> int:
    """Tokens of the call's texts, where the endpoint does not say."""
    return max(1, sum(_tokens(one.text) for one in call.messages))


def _tokens(text: str) -> int:
    """About the tokens of a text: one for a Chinese character, one for four others."""
    wide = sum(1 for one in text if one >= "⺀")
    return wide + (len(text) - wide) // 4
