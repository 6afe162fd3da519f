"""Handlers that behave in every way a handler can; the slots of the tests run them."""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path

from quire.errors import BadRequest, ProtectedDocument


def echo(request, report):
    """The request itself, after one report for each of `pages`."""
    pages = int(request.get("pages", 0))
    for page in range(1, pages + 1):
        report(page, pages)
    return {"request": request, "pid": os.getpid()}


def convert(request, report):
    """A result and an image, as a real handler writes them; `options` may ask for trouble."""
    options = request["options"]
    target = Path(request["target"])
    source = Path(request["source"]) if request["source"] else None
    if "touch" in options:
        with Path(options["touch"]).open("a") as file:
            file.write(f"{os.getpid()}\n")
    if "wait_for" in options:
        report(1, 2)
        until(Path(options["wait_for"]))
    trouble(options.get("trouble", ""))
    (target / "images").mkdir()
    (target / "images" / "p1-1.png").write_bytes(b"png")
    content = source.read_bytes() if source else b""
    (target / "result.md").write_bytes(b"# " + content)
    report(2, 2)
    return {
        "result": "result.md",
        "filename": Path(request["filename"]).stem + ".md",
        "images": ["images/p1-1.png"],
        "pages": 2,
        "warnings": ["one thing"],
    }


def trouble(kind):
    """Whatever can go wrong."""
    if kind:
        TROUBLE[kind]()


def protected():
    raise ProtectedDocument


def options():
    raise BadRequest("There is no page 9.")


def bug():
    raise KeyError("/secret/path")


def hoard():
    kept = []
    while True:
        kept.append(bytearray(b"x" * (8 << 20)))


def rave():
    """Write nonsense into every open file, the line to the worker among them."""
    for number in range(3, 4096):  # the line keeps the number that it has in the worker
        try:
            socket.socket(fileno=os.dup(number)).sendall(b"\0\0\0\5hello")
        except OSError:
            continue
    time.sleep(600)


TROUBLE = {
    "abort": os.abort,
    "exit": lambda: os._exit(0),
    "protected": protected,
    "options": options,
    "bug": bug,
    "sleep": lambda: time.sleep(600),
    "memory": hoard,
    "garbage": rave,
}


def misbehave(request, report):
    """Trouble by name."""
    report(0, 1)
    if request["trouble"] == "grandchild":
        if not (child := os.fork()):
            time.sleep(600)
        Path(request["note"]).write_text(str(child))
        time.sleep(600)
    trouble(request["trouble"])
    return {}


def overwrite(request, report):
    """Whether a file could not be changed."""
    try:
        Path(request["path"]).write_bytes(b"changed")
    except OSError:
        return {"refused": True}
    return {"refused": False}


def surroundings(request, report):
    """What a slot can see."""
    try:
        socket.create_connection(("127.0.0.1", request["port"]), timeout=2).close()
        network = True
    except OSError:
        network = False
    limits = Path("/proc/self/limits").read_text()
    return {
        "environment": dict(os.environ),
        "network": network,
        "core": "Max core file size        0" in limits,
        "oom": Path("/proc/self/oom_score_adj").read_text().strip(),
        "session": os.getsid(0) == os.getpid(),
        "stdin": sys.stdin.read(),
    }


def fill(request, report):
    """Keep memory for good."""
    kept.append(bytearray(b"x") * request["bytes"])
    return {"pid": os.getpid()}


kept: list[bytearray] = []


def until(path, seconds=60.0):
    """Wait until a file is there."""
    deadline = time.monotonic() + seconds
    while not path.exists():
        if time.monotonic() > deadline:
            raise TimeoutError(path)
        time.sleep(0.005)
