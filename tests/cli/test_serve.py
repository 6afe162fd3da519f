"""``quire serve`` from the first key to a result, and through a kill and a stop."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import typer
from reportlab.pdfgen.canvas import Canvas

from quire.cli.serve import mount

QUIRE = [sys.executable, "-c", "import sys; from quire.cli import main; sys.exit(main())"]


class Running:
    """A service that can be stopped and started again over the same folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = (folder / "log").open("a")
        self.lines: list[str] = []
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*QUIRE, "serve", "--port", "0", "--data-dir", str(self.folder / "data"), "--slots", "1"],
            env=os.environ | {"QUIRE_SHUTDOWN_SECONDS": "1"},
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        assert self.process.stdout is not None
        first = self.process.stdout.readline()
        found = re.fullmatch(r"Quire is listening on (http://127\.0\.0\.1:\d+)\n", first)
        assert found is not None, first
        self.client = httpx.Client(base_url=found.group(1), timeout=90)

    def next_line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.client.close()
        self.process.send_signal(number)
        code = self.process.wait(90)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path)
    yield made
    if made.process.poll() is None:
        made.stop(signal.SIGKILL)
    made.log.close()


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """A document that takes a little while."""
    path = tmp_path / "Jahresbericht é.pdf"
    canvas = Canvas(str(path))
    for page in range(150):
        for line in range(40):
            canvas.drawString(72, 760 - line * 16, f"Page {page} line {line}: the quick brown fox jumps over it.")
        canvas.showPage()
    canvas.save()
    return path


def submit(client: httpx.Client, path: Path, word: str = "pdf2markdown", **data: str) -> str:
    answer = client.post(f"/api/parse/{word}", files={"file": (path.name, path.read_bytes())}, data=data)
    assert answer.status_code == 200, answer.text
    return answer.json()["task_id"]


def ended(client: httpx.Client, task_id: str) -> dict[str, object]:
    for _ in range(12):
        body = client.get(f"/api/parse/result/{task_id}?wait=10").json()
        if body["status"] in {"done", "failed"}:
            return body
    raise AssertionError(body)


def test_every_command_is_mounted():
    app = typer.Typer()
    mount(app)
    assert [command.name for command in app.registered_commands] == ["serve", "api", "worker", "migrate"]


def test_from_the_first_key_to_a_result(running: Running, report: Path):
    assert "/console/keys" in running.next_line()
    client = running.client
    assert client.get("/api/v1/health").json()["ok"] is True
    made = client.post("/api/v1/auth/tokens", json={"name": "t", "username": "lin", "role": "admin"}).json()
    client.headers["authorization"] = f"Bearer {made['token']}"

    task_id = submit(client, report, pages="2-3")
    body = ended(client, task_id)
    assert body["status"] == "done"
    assert body["filename"] == "Jahresbericht é.md"
    text = client.get(f"/api/parse/download/{task_id}").text
    assert "Page 1 line 20" in text
    assert "Page 0 " not in text
    assert httpx.get(str(body["download_url"])).text == text
    assert 'quire_tasks{status="done"} 1.0' in client.get("/metrics").text
    assert 'quire_capacity{what="slots"} 1.0' in client.get("/metrics").text

    assert ended(client, submit(client, report, pages="900-"))["status"] == "failed"

    long = submit(client, report)
    while client.get(f"/api/parse/result/{long}").json()["status"] == "pending":
        time.sleep(0.02)
    began = time.monotonic()
    assert running.stop() == 0
    assert time.monotonic() - began < 80

    running.start()
    client = running.client
    client.headers["authorization"] = f"Bearer {made['token']}"
    assert ended(client, long)["status"] == "done"
    assert client.get(f"/api/parse/result/{task_id}").json()["status"] == "done"
    assert running.stop() == 0
    text = (running.folder / "log").read_text()
    assert made["token"] not in text
    assert "Traceback" not in text
    assert not any((running.folder / "data" / "staging").iterdir())
