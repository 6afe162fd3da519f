"""What a request costs: submit to start, and polls beside an application that only says hello.

python bench/http_cost.py [--polls 4000] [--submissions 40]

The service runs as its own process with a fresh data folder. A poll's cost is the CPU time of that process, all
threads, divided by the polls; the same client asks a bare uvicorn application (same event loop and parser), which is
the least that any answer costs here. Wall times on a shared machine are noisy, CPU times and their ratio are not.
"""

from __future__ import annotations

import argparse
import http.client
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

HELLO = """
import sys, uvicorn
async def app(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"68")]})
    await send({"type": "http.response.body", "body": b"x" * 68})
uvicorn.run(app, port=int(sys.argv[1]), http="httptools", loop="uvloop", lifespan="off", log_level="critical", access_log=False)
"""
THREADS = 4
BOUNDARY = "bench"


class Cost(NamedTuple):
    """What a number of polls took."""

    per_second: float
    cpu_micros: float  # of the server, for one


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--polls", type=int, default=4000)
    asked.add_argument("--submissions", type=int, default=40)
    given = asked.parse_args()
    with _service() as (process, port, secret):
        waits = [_submit_to_start(port, secret) for _ in range(given.submissions)]
        print(
            f"submit to start   p50 {_at(waits, 50):.0f} ms   p95 {_at(waits, 95):.0f} ms   ({len(waits)} submissions)"
        )
        task_id = _submit(port, secret)
        while _status(port, secret, task_id) in {"pending", "processing"}:
            time.sleep(0.1)
        headers = {"Authorization": f"Bearer {secret}"}
        poll = _cost(process, port, f"/api/parse/result/{task_id}", headers, given.polls)
        live = _cost(process, port, "/livez", {}, given.polls)
        memory = process.memory_info().rss / 2**20
    with _hello() as (bare, port):
        hello = _cost(bare, port, "/", {}, given.polls)
    for name, cost in (("result poll", poll), ("/livez", live), ("bare uvicorn", hello)):
        ratio = cost.cpu_micros / hello.cpu_micros
        print(f"{name:16}  {cost.per_second:6.0f} a second   {cost.cpu_micros:6.0f} µs CPU each   {ratio:.1f} × bare")
    print(f"memory of the service after it: {memory:.0f} MiB")


@contextmanager
def _service() -> Iterator[tuple[psutil.Process, int, str]]:
    with tempfile.TemporaryDirectory() as folder:
        quire = [sys.executable, "-c", "import sys; from quire.cli import main; sys.exit(main())"]
        made = subprocess.run(
            [*quire, "keys", "create", "--name", "bench", "--user", "bench", "--data-dir", folder],
            check=True,
            capture_output=True,
            text=True,
        )
        off = {"QUIRE_RATE_SUBMIT": "0", "QUIRE_RATE_READ": "0", "QUIRE_LOG_LEVEL": "warning"}
        with subprocess.Popen(
            [*quire, "serve", "--port", "0", "--data-dir", folder],
            env=os.environ | off,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as started:
            try:
                assert started.stdout is not None
                found = re.search(r":(\d+)$", started.stdout.readline().strip())
                assert found is not None, "the service did not start"
                yield psutil.Process(started.pid), int(found.group(1)), made.stdout.splitlines()[-1]
            finally:
                started.terminate()


@contextmanager
def _hello() -> Iterator[tuple[psutil.Process, int]]:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with subprocess.Popen([sys.executable, "-c", HELLO, str(port)]) as started:
        try:
            _wait_for(port)
            yield psutil.Process(started.pid), port
        finally:
            started.terminate()


def _wait_for(port: int) -> None:
    for _ in range(200):
        try:
            http.client.HTTPConnection("127.0.0.1", port).request("GET", "/")
        except OSError:
            time.sleep(0.05)
        else:
            return


def _cost(process: psutil.Process, port: int, path: str, headers: dict[str, str], count: int) -> Cost:
    """Poll `path` `count` times over a few kept connections; a tenth before it warms up."""
    _in_threads(lambda: _get_often(port, path, headers, count // 10 // THREADS))
    used, began = _cpu(process), time.perf_counter()
    _in_threads(lambda: _get_often(port, path, headers, count // THREADS))
    seconds = time.perf_counter() - began
    return Cost(count / seconds, (_cpu(process) - used) / count * 1e6)


def _get_often(port: int, path: str, headers: dict[str, str], count: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for _ in range(count):
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
    connection.close()


def _in_threads(work: Callable[[], None]) -> None:
    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _submit_to_start(port: int, secret: str) -> float:
    """Milliseconds from the answer to a submission to the first poll that finds it started."""
    task_id = _submit(port, secret)
    began = time.perf_counter()
    while _status(port, secret, task_id) == "pending":
        time.sleep(0.005)
    return (time.perf_counter() - began) * 1000


def _submit(port: int, secret: str) -> str:
    body = (
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'.encode()
        + _pdf()
        + f"\r\n--{BOUNDARY}--\r\n".encode()
    )
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
    return _json(port, "POST", "/api/parse/pdf2markdown", body, headers)["task_id"]


def _status(port: int, secret: str, task_id: str) -> str:
    return _json(port, "GET", f"/api/parse/result/{task_id}", None, {"Authorization": f"Bearer {secret}"})["status"]


def _json(port: int, method: str, path: str, body: bytes | None, headers: dict[str, str]) -> dict[str, str]:
    import json

    connection = http.client.HTTPConnection("127.0.0.1", port)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    assert answer.status == 200, content
    return json.loads(content)


def _pdf() -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.pdf")
        canvas = Canvas(str(path))
        canvas.drawString(72, 700, "One page with one line.")
        canvas.save()
        return path.read_bytes()


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return times.user + times.system


def _at(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


if __name__ == "__main__":
    main()
