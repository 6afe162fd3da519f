"""Methods of two clients from one source."""

from __future__ import annotations

import functools
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

import httpx

from quire_client import effects
from quire_client.effects import Flow

P = ParamSpec("P")
T = TypeVar("T")


class Blocking:
    """A client whose methods block."""

    _http: httpx.Client


class Awaiting:
    """A client whose methods are awaited."""

    _http: httpx.AsyncClient


class operation(Generic[P, T]):  # noqa: N801 - a decorator
    """A method of both clients: it gives its value on the one, and a coroutine of it on the other."""

    def __init__(self, flow: Callable[Concatenate[Any, P], Flow[T]]) -> None:
        self._flow = flow
        self.__doc__ = flow.__doc__
        self.__wrapped__ = flow

    @overload
    def __get__(self, client: None, owner: type) -> Self: ...
    @overload
    def __get__(self, client: Blocking, owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: Awaiting, owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: Blocking | Awaiting | None, owner: type) -> Any:
        """The method of a client."""
        if client is None:
            return self

        @functools.wraps(self._flow)
        def call(*args: P.args, **kwargs: P.kwargs) -> Any:  # noqa: ANN401 - a value, or a coroutine of it
            flow = self._flow(client, *args, **kwargs)
            http = client._http  # noqa: SLF001 - the client's own method
            return effects.run(flow, http) if isinstance(http, httpx.Client) else effects.run_async(flow, http)

        return call
