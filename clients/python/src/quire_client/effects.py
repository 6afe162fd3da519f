"""What an operation asks of the outside, and who does it: one driver that blocks, one that awaits.

An operation is a generator. It yields `Call` and `Pause`, and gets the response of a `Call` back; so each is written
once for both clients, and can be tested without any.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import anyio
import httpx

T = TypeVar("T")


@dataclass(frozen=True)
class Call:
    """A request.

    Attributes:
        path: below the service's address, or a whole signed link of it.
        form: fields of a form; with `files` not None, a multipart one.
        content: the body as it is.
        files: (name, content) of each; a path is opened anew for every attempt.
        target: a file that takes the body of a 200; it appears whole or not at all.
        safe: whether it may be sent again after a lost connection.
    """

    method: str
    path: str
    params: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)
    form: Mapping[str, str] | None = None
    json: Any = None
    content: bytes | None = None
    files: Sequence[tuple[str, Path | bytes]] | None = None
    target: Path | None = None
    safe: bool = True


@dataclass(frozen=True)
class Pause:
    """A wait in seconds."""

    seconds: float


Effect = Call | Pause
Flow = Generator[Effect, Any, T]


def run(flow: Flow[T], http: httpx.Client) -> T:
    """The value of an operation; blocks."""
    effect = next_effect(flow, None)
    while not isinstance(effect, _End):
        try:
            value = _perform(effect, http)
        except (httpx.TransportError, OSError) as error:
            effect = next_effect(flow, error)
        else:
            effect = next_effect(flow, value)
    return effect.value  # type: ignore[no-any-return]


async def run_async(flow: Flow[T], http: httpx.AsyncClient) -> T:
    """The value of an operation."""
    effect = next_effect(flow, None)
    while not isinstance(effect, _End):
        try:
            value = await _perform_async(effect, http)
        except (httpx.TransportError, OSError) as error:
            effect = next_effect(flow, error)
        else:
            effect = next_effect(flow, value)
    return effect.value  # type: ignore[no-any-return]


@dataclass(frozen=True)
class _End:
    value: Any


def next_effect(flow: Flow[Any], value: object) -> Effect | _End:
    """What an operation asks for after a value, or an error, came back."""
    try:
        return flow.throw(value) if isinstance(value, Exception) else flow.send(value)
    except StopIteration as end:
        return _End(end.value)


def _perform(effect: Effect, http: httpx.Client) -> httpx.Response | None:
    if isinstance(effect, Pause):
        time.sleep(effect.seconds)
        return None
    with contextlib.ExitStack() as opened:
        request = _request(effect, http.build_request, opened)
        if effect.target is None:
            return http.send(request)
        response = http.send(request, stream=True)
        opened.callback(response.close)
        if response.status_code != httpx.codes.OK:
            response.read()
            return response
        with _whole(effect.target) as write:
            for piece in response.iter_bytes():
                write(piece)
        return response


async def _perform_async(effect: Effect, http: httpx.AsyncClient) -> httpx.Response | None:
    if isinstance(effect, Pause):
        await anyio.sleep(effect.seconds)
        return None
    with contextlib.ExitStack() as opened:
        request = _request(effect, http.build_request, opened)
        if effect.target is None:
            return await http.send(request)
        response = await http.send(request, stream=True)
        async with contextlib.aclosing(response):
            if response.status_code != httpx.codes.OK:
                await response.aread()
                return response
            with _whole(effect.target) as write:
                async for piece in response.aiter_bytes():
                    write(piece)
            return response


def _request(call: Call, build: Callable[..., httpx.Request], opened: contextlib.ExitStack) -> httpx.Request:
    more: dict[str, Any] = {}
    if call.files is not None:
        parts: list[tuple[str, tuple[str | None, Any]]] = [
            (key, (None, text)) for key, text in (call.form or {}).items()
        ]
        for name, content in call.files:
            body = content if isinstance(content, bytes) else opened.enter_context(content.open("rb"))
            parts.append(("file", (name, body)))
        more = {"files": parts}
    elif call.form is not None:
        more["data"] = dict(call.form)
    if call.json is not None:
        more["json"] = call.json
    if call.content is not None:
        more["content"] = call.content
    request = build(call.method, call.path, params=dict(call.params) or None, headers=dict(call.headers), **more)
    if not call.path.startswith("/"):
        request.headers.pop("authorization", None)  # a signed link needs no key, and may lead to another host
    return request


@contextlib.contextmanager
def _whole(target: Path) -> Generator[Callable[[bytes], object]]:
    """Writes pieces beside a file, which they become at the end."""
    partial = target.with_name(f".{target.name}.partial")
    try:
        with partial.open("wb") as file:
            yield file.write
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
