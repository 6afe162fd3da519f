"""An endpoint of a language model inside the test's process, which behaves as it is told, call by call."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SCHEMA = {
    "type": "object",
    "properties": {"title": {"type": "string"}, "pages": {"type": "integer", "minimum": 1}},
    "required": ["title", "pages"],
    "additionalProperties": False,
}
GOOD = {"title": "Whales", "pages": 7}


@dataclass
class Act:
    """What is done with one request.

    Attributes:
        status, body, headers: the answer.
        cut: bytes of the body that are sent before the connection is closed; None for all.
        close: the connection is closed before the head.
        wait: the answer waits for this.
    """

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    close: bool = False
    wait: threading.Event | None = None


def said(content: object, *, finish: str = "stop", usage: Any = (100, 10), **message: Any) -> Act:
    """An answer with that content: an object as JSON, a text as it is."""
    text = content if isinstance(content, str) or content is None else json.dumps(content, ensure_ascii=False)
    choice = {"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": finish}
    value: dict[str, Any] = {"id": "1", "object": "chat.completion", "choices": [choice]}
    if isinstance(usage, tuple):
        value["usage"] = {"prompt_tokens": usage[0], "completion_tokens": usage[1]}
    elif usage is not None:
        value["usage"] = usage
    return Act(body=json.dumps(value).encode())


def refused(status: int, message: str = "no", code: str = "", **headers: str) -> Act:
    """An error in the form of OpenAI."""
    body = json.dumps({"error": {"message": message, "type": "x", "code": code}}).encode()
    return Act(status, body, {name.replace("_", "-"): value for name, value in headers.items()})


class Endpoint:
    """What was asked, and where."""

    def __init__(self, acts: Callable[[int, dict[str, Any]], Act]) -> None:
        self._acts = acts
        self._lock = threading.Lock()
        self.requests: list[dict[str, Any]] = []
        self.callers: list[str] = []
        self.now = self.most = 0
        self.url = ""

    def take(self, request: dict[str, Any], key: str) -> Act:
        with self._lock:
            self.requests.append(request)
            self.callers.append(key)
            number = len(self.requests)
            self.now += 1
            self.most = max(self.most, self.now)
        return self._acts(number, request)

    def done(self) -> None:
        with self._lock:
            self.now -= 1

    @property
    def keys(self) -> set[str]:
        """With which it was asked."""
        return set(self.callers)

    def asked(self, key: str = "") -> list[str]:
        """The last message of each request, or of each with that key."""
        return [
            one["messages"][-1]["content"]
            for one, caller in zip(self.requests, self.callers, strict=False)
            if key in ("", caller)
        ]


@contextlib.contextmanager
def endpoint(acts: Callable[[int, dict[str, Any]], Act] | Sequence[Act] | Act) -> Iterator[Endpoint]:
    """An endpoint that does this at each request: one act for all, a list whose last one stays, or a function."""
    if isinstance(acts, Act):
        acts = [acts]
    listed = acts

    def choose(number: int, request: dict[str, Any]) -> Act:
        return listed(number, request) if callable(listed) else listed[min(number, len(listed)) - 1]

    here = Endpoint(choose)
    server = _Server(("127.0.0.1", 0), type("Bound", (_Handler,), {"here": here}))
    here.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield here
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    block_on_close = True
    request_queue_size = 64

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that go away are what these tests are about."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.0"  # a connection for each request: nothing is left open at the end
    here: Endpoint

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        act = self.here.take(request, self.headers.get("Authorization", ""))
        try:
            if act.wait is not None:
                act.wait.wait(60)
            if not act.close:
                self._answer(act)
        finally:
            self.here.done()

    def _answer(self, act: Act) -> None:
        self.send_response(act.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(act.body)))
        for name, value in act.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(act.body[: act.cut])

    def log_message(self, *_: object) -> None:
        """Nothing."""
