"""The service on a real socket: heads and bodies that come slowly, too large, or not at all; and the end."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest

from quire.errors import Unavailable
from quire.web import http_protocol, server
from quire.web.http import request_exchange

QUIRE = [sys.executable, "-c", "import sys; from quire.cli import main; sys.exit(main())"]
MIB = 2**20
SHORT = """
from quire.web import http_protocol
from quire.web.http import request_exchange
http_protocol.HEAD_SECONDS = 0.5
request_exchange.LINGER_IDLE = 0.5
import sys
from quire.cli import main
sys.exit(main())
"""
"""The same program with waits that a test can wait for."""


class Service(NamedTuple):
    """A running service."""

    process: subprocess.Popen[str]
    port: int
    secret: str
    folder: Path


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """An interface without a worker, so that a test starts fast and tasks stay pending."""
    folder = tmp_path_factory.mktemp("service")
    environment = os.environ | {
        "QUIRE_DATA_DIR": str(folder / "data"),
        "QUIRE_UPLOAD_IDLE_SECONDS": "1",
        "QUIRE_RATE_SUBMIT": "0",
    }
    subprocess.run([*QUIRE, "migrate"], env=environment, check=True, capture_output=True)
    made = subprocess.run(
        [*QUIRE, "keys", "create", "--name", "t", "--user", "lin"],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    log = (folder / "log").open("w")
    started = subprocess.Popen(
        [sys.executable, "-c", SHORT, "api", "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    assert started.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:(\d+)$", started.stdout.readline().strip())
    assert found is not None
    yield Service(started, int(found.group(1)), made.stdout.splitlines()[-1], folder)
    started.terminate()
    assert started.wait(60) == 0
    started.stdout.close()
    log.close()


def talk(port: int, sent: bytes, *, seconds: float = 60) -> bytes:
    """Everything that the service says until it closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as wire:
        said = b""
        try:
            wire.sendall(sent)
            while piece := wire.recv(65536):
                said += piece
        except ConnectionError:
            return said
    return said


def head(service: Service, path: str = "/api/parse/pdf2json", *lines: str, key: str = "") -> bytes:
    return "\r\n".join(
        [
            f"POST {path} HTTP/1.1",
            "Host: quire.test",
            f"X-API-Key: {key or service.secret}",
            "Content-Type: multipart/form-data; boundary=B",
            *lines,
            "",
            "",
        ]
    ).encode()


def form(content: bytes) -> bytes:
    return b'--B\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n' + content + b"\r\n--B--\r\n"


def upload(service: Service, content: bytes, *, key: str = "", chunked: bool = False) -> tuple[int, dict[str, str]]:
    """As the standard library's client does it: the whole body first, then the answer is read."""
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=90)
    body = form(content)
    headers = {"X-API-Key": key or service.secret, "Content-Type": "multipart/form-data; boundary=B"}
    pieces = (body[at : at + 65536] for at in range(0, len(body), 65536))
    connection.request("POST", "/api/parse/pdf2json", pieces if chunked else body, headers, encode_chunked=chunked)
    answer = connection.getresponse()
    found = json.loads(answer.read())
    connection.close()
    return answer.status, found


@pytest.mark.parametrize("chunked", [False, True])
def test_clients_that_send_everything_first_still_see_a_refusal(service: Service, chunked: bool):
    big = b"%PDF-1.7\n" + b"0" * (51 * MIB)
    assert upload(service, big, chunked=chunked) == (
        413,
        {"detail": "The file is too large: at most 50 MB. Compress or split it."},
    )
    assert upload(service, big, key="wrong", chunked=chunked) == (401, {"detail": "Could not validate credentials"})


def test_clients_that_ask_first_are_refused_without_a_body(service: Service):
    said = talk(
        service.port, head(service, "/api/parse/pdf2json", "Content-Length: 1000", "Expect: 100-continue", key="x")
    )
    assert said.startswith(b"HTTP/1.1 401")
    assert b"100 Continue" not in said


def test_a_connection_stays_open_after_a_refusal_without_a_body(service: Service):
    connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=90)
    connection.request("GET", "/api/tasks")
    assert connection.getresponse().read()
    wire = connection.sock
    connection.request("GET", "/livez")
    assert connection.getresponse().status == 200
    assert connection.sock is wire
    connection.close()


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x00\x01\x02\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 200_000, 431),
        (b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X-A: b\r\n" * 20_000, 431),
        (b"GET /" + b"a" * 200_000, 431),
        (b"GET /livez HTTP/1.1\r\nHost: a\r\n" + b"X: a\r\n" * 30_000 + b"\r\n", 431),
        (b"GET /docs HTTP/1.1\r\nConnection: close\r\n\r\n", 400),
        (b"GET /docs HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n", 400),
        (b'GET /docs HTTP/1.1\r\nHost: a"><script>\r\nConnection: close\r\n\r\n', 400),
        (b"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (b"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n", 400),
        (b"POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: -4\r\n\r\n", 400),
    ],
)
def test_what_is_no_good_http(service: Service, sent: bytes, status: int):
    said = talk(service.port, sent)
    assert said.startswith(b"HTTP/1.1 %d " % status)
    assert b'{"detail":' in said
    assert said.count(b"HTTP/1.1") == 1


def test_a_head_that_does_not_come_ends_the_connection(service: Service):
    for sent in (b"", b"GET / HT", b"GET /livez HTTP/1.1\r\nHost: a\r\n"):
        began = time.monotonic()
        assert talk(service.port, sent) == b""
        assert 0.3 < time.monotonic() - began < 60


def test_a_head_that_drips_ends_too(service: Service):
    with socket.create_connection(("127.0.0.1", service.port), timeout=90) as wire:
        began = time.monotonic()
        try:
            wire.sendall(b"GET /")
            while time.monotonic() - began < 60:
                time.sleep(0.05)
                wire.sendall(b"a")
        except ConnectionError:
            pass
        assert 0.3 < time.monotonic() - began < 60


def test_a_body_that_stops_is_refused(service: Service):
    said = talk(service.port, head(service, "/api/parse/pdf2json", "Content-Length: 1000") + b"--B\r\n")
    assert said.startswith(b"HTTP/1.1 408")
    assert b"request_stalled" in said


def test_a_client_that_goes_leaves_nothing_behind(service: Service):
    with socket.create_connection(("127.0.0.1", service.port)) as wire:
        wire.sendall(head(service, "/api/parse/pdf2json", "Content-Length: 100000") + form(b"%PDF-1.7")[:60])
        time.sleep(0.2)
    staging = service.folder / "data" / "staging"
    end = time.monotonic() + 60
    while any(staging.iterdir()) and time.monotonic() < end:
        time.sleep(0.05)
    assert list(staging.iterdir()) == []


def test_many_uploads_at_once_need_no_memory(service: Service):
    process = psutil.Process(service.process.pid)
    content = b"%PDF-1.7\n" + os.urandom(10 * MIB)
    before = process.memory_info().rss
    peak, answers, done = [before], [], threading.Event()

    def watch() -> None:
        while not done.wait(0.01):
            peak.append(process.memory_info().rss)

    watcher = threading.Thread(target=watch)
    senders = [threading.Thread(target=lambda: answers.append(upload(service, content)[0])) for _ in range(20)]
    for thread in (watcher, *senders):
        thread.start()
    for thread in senders:
        thread.join()
    done.set()
    watcher.join()
    assert answers == [200] * 20
    assert max(peak) - before < 60 * MIB  # 200 MiB came in


def test_the_log_has_no_secret(service: Service):
    talk(
        service.port,
        f"GET /us/nyse/a?api_key={service.secret} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode(),
    )
    text = (service.folder / "log").read_text()
    assert "api_key=..." in text
    assert service.secret not in text
    assert "Traceback" not in text


def test_the_bounds_are_as_documented():
    assert (http_protocol.HEAD_BYTES, http_protocol.HEAD_SECONDS) == (65536, 20.0)
    assert request_exchange.LINGER_IDLE == 2.0


def running_requests(port: int) -> float:
    """How many requests the service says that it answers now."""
    said = talk(port, b"GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").decode()
    found = re.search(r"^quire_http_running (\S+)", said, re.MULTILINE)
    assert found is not None
    return float(found.group(1))


def test_long_polls_are_answered_at_the_end(tmp_path: Path):
    environment = os.environ | {"QUIRE_DATA_DIR": str(tmp_path)}
    subprocess.run([*QUIRE, "migrate"], env=environment, check=True, capture_output=True)
    made = subprocess.run(
        [*QUIRE, "keys", "create", "--name", "t", "--user", "lin"],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    with subprocess.Popen(
        [*QUIRE, "api", "--port", "0"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as started:
        assert started.stdout is not None
        port = int(started.stdout.readline().rsplit(":", 1)[1])
        running = Service(started, port, made.stdout.splitlines()[-1], tmp_path)
        task_id = upload(running, b"%PDF-1.7\nx")[1]["task_id"]
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=90)
        connection.request("GET", f"/api/parse/result/{task_id}?wait=60", headers={"X-API-Key": running.secret})
        while running_requests(port) < 2:  # that one, and the question itself
            time.sleep(0.05)
        began = time.monotonic()
        started.send_signal(signal.SIGTERM)
        assert json.loads(connection.getresponse().read())["status"] == "pending"
        assert started.wait(60) == 0
        assert time.monotonic() - began < 55  # and not after its 60 seconds
        connection.close()


def test_an_address_that_is_taken_or_none():
    with server.listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        assert server.address(listener) == f"http://127.0.0.1:{port}"
        with pytest.raises(Unavailable, match=f"Cannot listen on 127.0.0.1 port {port}"):
            server.listen("127.0.0.1", port)
    with pytest.raises(Unavailable, match=r"Cannot listen on no\.such\.host\.invalid"):
        server.listen("no.such.host.invalid", 0)


def test_a_trusted_proxy_says_how_the_client_came(service: Service):
    for scheme, secure in (("https", True), ("http", False)):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=90)
        headers = {"X-Forwarded-Proto": scheme, "Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/console/sign-in", f"secret={service.secret}", headers)
        answer = connection.getresponse()
        assert answer.status == 303
        assert ("Secure" in answer.headers["set-cookie"]) is secure
        connection.close()


def test_a_start_without_a_base_address_warns(service: Service):
    """Without it, links begin with whatever Host a client sends."""
    log = (service.folder / "log").read_text()
    assert "QUIRE_BASE_URL is not set" in log
