"""What runs inside a slot: a fresh interpreter that does one request after the other.

A request names a handler by dotted path. A handler is ``run(request, report) -> dict``:

    request   {"task_id", "kind", "filename", "source": path, "target": path of an empty folder, "options": {...},
              "seconds": that it may take, "cores": that it may take}
    report    call it as report(done, total) for progress
    value     {"result": name inside target, "filename": name to offer, "images": [names inside target],
               "pages": how many, "warnings": [sentences]}

Everything is JSON. A handler raises `DocumentError` classes for what is wrong with the document, `BadRequest` for what
is wrong with the options; any other exception is a fault of ours and is reported as "could not be processed" with its
traceback for the log.

Messages go over one socket, each as a length of four bytes and JSON: {"function", "request"} in; {"progress": [d, t]},
{"value": ...} or {"error": [code, sentence, traceback]} out; {"ready": pid} when the interpreter has loaded.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import socket
import struct
from collections.abc import Callable, Mapping
from typing import Any

from quire.tasks import sandbox
from quire.tasks.process_limits import confine, error_to_text
from quire.tasks.progress_throttle import throttled

HEAD = struct.Struct("!I")
MAX_MESSAGE = 64 << 20
"""No message is longer; a length beyond it means that the other side is out of its mind."""

Message = dict[str, Any]
Handler = Callable[[Mapping[str, Any], Callable[[int, int], None]], Mapping[str, Any]]


def main(settings: Message) -> None:
    """Serve requests on the socket `settings["socket"]` until it closes.

    Args:
        settings: also ``parent`` (process id), ``memory`` (bytes), ``network`` (bool), ``sandbox`` (bool), ``read``
            and ``write`` (lists of its folders; ``write`` may be None), ``warm`` (modules to import before the first
            request, so that the first document does not wait for them).
    """
    confine(memory=settings["memory"], parent=settings["parent"])
    if settings["sandbox"]:  # before any library starts a thread
        sandbox.enter(settings["write"], network=settings["network"], readable=settings["read"])
    elif not settings["network"]:
        sandbox.leave_network()
    line = socket.socket(fileno=settings["socket"])
    for module in settings["warm"]:
        with contextlib.suppress(Exception):  # whatever it is, the request will meet it again and tell it
            importlib.import_module(module)
    _rest_between()
    send(line, {"ready": os.getpid()})
    while (message := receive(line)) is not None:
        send(line, _answer(line, message))
        del message
        gc.collect()


def _rest_between() -> None:
    """Collect garbage between documents only: within one it takes 5 % of the time, and memory has its cap.

    What the warm modules hold lives as long as the process and is not looked at again.
    """
    gc.collect()
    gc.freeze()
    gc.disable()


def send(line: socket.socket, message: Message) -> None:
    """Send one message."""
    body = json.dumps(message).encode()
    line.sendall(HEAD.pack(len(body)) + body)


def receive(line: socket.socket) -> Message | None:
    """The next message; None when the other side has closed."""
    head = _exactly(line, HEAD.size)
    if head is None:
        return None
    body = _exactly(line, *HEAD.unpack(head))
    return None if body is None else json.loads(body)


def _answer(line: socket.socket, message: Message) -> Message:
    """The value or the error of one request."""

    def report(done: int, total: int) -> None:
        send(line, {"progress": [int(done), int(total)]})

    try:
        module, _, name = message["function"].partition(":")
        handler: Handler = getattr(importlib.import_module(module), name)
        answer = {"value": dict(handler(message["request"], throttled(report)))}
        json.dumps(answer)
    except Exception as error:  # noqa: BLE001 - everything is reported to the parent
        return {"error": error_to_text(error)}
    else:
        return answer


def _exactly(line: socket.socket, count: int) -> bytes | None:
    data = bytearray()
    while len(data) < count:
        piece = line.recv(min(count - len(data), 1 << 20))
        if not piece:
            return None
        data += piece
    return bytes(data)
