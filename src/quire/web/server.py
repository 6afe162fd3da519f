"""The HTTP server: listens, serves the application, and shuts down in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from quire.errors import Unavailable
from quire.web import application
from quire.web.fast_path import FastPath
from quire.web.http_protocol import Protocol
from quire.web.state import isolation
from quire.web.state.site import Site

KEEP_ALIVE = 65
"""Seconds that an idle connection stays open: longer than the 60 that common proxies keep theirs."""

_BACKLOG = 1024
_OPEN_FILES = 65_536
_log = logging.getLogger("quire.web")

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket.

    Raises:
        Unavailable: the address cannot be used; the sentence says why.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=_BACKLOG)
    except (OSError, UnicodeError, OverflowError) as problem:
        reason = str(getattr(problem, "strerror", None) or "it is no address").partition(" (")[0]
        raise Unavailable(f"Cannot listen on {host} port {port}: {reason}.") from None


def address(listener: socket.socket) -> str:
    """The address of a listening socket as a browser takes it."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(site: Site, listener: socket.socket, *, proxies: str, grace: float, on_start: Callable[[], None]) -> None:
    """Serve until SIGTERM or SIGINT: then no connection is accepted any more, and answers under way are finished.

    Args:
        site: what is served.
        listener: from `listen`; it is closed at the end.
        proxies: addresses of proxies that are believed, between commas.
        grace: seconds that answers under way get at the end.
        on_start: called when connections are accepted.
    """
    config = uvicorn.Config(
        application(site),
        http=type("Protocol", (Protocol,), {"fast_path": FastPath(site, _named(proxies))}),
        loop="uvloop",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=proxies,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=max(1, int(grace)),
    )
    _warn_of_settings(site)
    _allow_many_connections()
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_Server(config, site, on_start).serve(sockets=[listener]))


def serve_alone(app: ASGIApp, listener: socket.socket, *, on_start: Callable[[], None]) -> None:
    """Serve a small application on a socket until SIGTERM or SIGINT; call `on_start` once it accepts connections."""
    config = uvicorn.Config(
        app,
        http=Protocol,
        loop="uvloop",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
    )

    class Alone(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            on_start()

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(Alone(config).serve(sockets=[listener]))


def _warn_of_settings(site: Site) -> None:
    """Log what an operator should know about this start."""
    if not site.base_url:
        _log.warning(
            "QUIRE_BASE_URL is not set: links in results begin with the Host header of each request. "
            "Set it to the public address of the service."
        )
    keeps = site.slots_keep_network
    threading.Thread(
        target=isolation.report, kwargs={"slots_keep_network": keeps, "is_wanted": site.sandbox}, daemon=True
    ).start()


def _named(proxies: str) -> Callable[[str, Sequence[tuple[bytes, bytes]]], str]:
    """Whom a request is from, by the address of the other end and the fields: as the library tells the application."""

    async def nothing(scope: Scope, receive: Receive, send: Send) -> None:
        """The application behind: `scope` is what is looked at."""

    middleware = ProxyHeadersMiddleware(nothing, trusted_hosts=proxies)  # type: ignore[arg-type]  # own types of scopes

    def named(peer: str, fields: Sequence[tuple[bytes, bytes]]) -> str:
        scope: Scope = {"type": "http", "client": (peer, 0), "scheme": "http", "headers": fields}
        with contextlib.suppress(StopIteration):
            middleware(scope, None, None).send(None)  # type: ignore[arg-type]  # nobody receives or sends
        return str(scope["client"][0])

    return named


def _allow_many_connections() -> None:
    """Lift the soft limit on open files, often 1024, to what the system allows: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _OPEN_FILES if hard == resource.RLIM_INFINITY else min(_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, site: Site, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._site, self._on_start = site, on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._site.closing.set()  # long polls answer now
        await self._site.companies.close()
        if self._site.sharp is not None:
            await asyncio.to_thread(self._site.sharp.rest)
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Like the library's, but the signal is not raised again at the end: the worker has to be closed then."""
        former = {number: signal.signal(number, self.handle_exit) for number in _SIGNALS}
        try:
            yield
        finally:
            for number, handler in former.items():
                signal.signal(number, handler)
