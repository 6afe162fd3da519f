"""The commands that the README shows do what it says: the curl examples against the real service, and `quire parse`."""

from __future__ import annotations

import itertools
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parent.parent
QUIRE = Path(sys.executable).with_name("quire")
KEEP_TASK = """answer=$({}); echo "$answer"; task=$(echo "$answer" | sed 's/.*task_id": *"//; s/".*//')"""
STARTING = 60.0  # seconds; two seconds are usual


def indented(start: str) -> list[str]:
    """The README's code lines that begin with `start`, with their continuations, without comments."""
    lines = (ROOT / "README.md").read_text(encoding="utf-8").replace("\\\n", "").splitlines()
    found = [line.strip() for line in lines if line.startswith(f"    {start}")]
    return [re.sub(r"\s+#.*", "", line) for line in found]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("readme")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("QUIRE_")}
    command = [str(QUIRE), "serve", "--host", "127.0.0.1", "--port", str(port), "--data-dir", str(folder / "data")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
        try:
            _await(f"http://127.0.0.1:{port}/api/v1/health", process)
            yield f"http://127.0.0.1:{port}"
            process.terminate()
            assert process.wait(60) == 0, (folder / "log").read_text()[-2000:]
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def _await(url: str, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + STARTING
    while time.monotonic() < end and process.poll() is None:
        try:
            if httpx.get(url, trust_env=False).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    pytest.fail("the service was not ready")


@pytest.mark.skipif(not shutil.which("curl"), reason="no curl")
def test_the_curl_examples_work(service: str, tmp_path: Path):
    """All of them, in their order, in one shell; those with an ellipsis stand for the reader's own values."""
    commands = [line for line in indented("curl") if "…" not in line]
    assert len(commands) >= 6
    script = ["set -eu", f"base={service}", *indented("key=")]
    for line in commands:
        call = line.replace("samples/", f"{ROOT}/samples/").replace("{task_id}", "$task")
        script += [
            f"echo '>>' {shlex.quote(call)}",
            KEEP_TASK.format(call) if "-F file=" in call else call,
            "echo",
        ]
    done = subprocess.run(
        ["bash", "-c", "\n".join(script)], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    answers = [part.partition("\n")[2].strip() for part in done.stdout.split(">>")[1:]]
    bodies = [json.loads(answer) for answer in answers if answer.startswith("{")]
    assert not [body for body in bodies if "detail" in body]
    assert any(body.get("status") == "done" and body.get("filename") == "annual-report-en.md" for body in bodies)
    assert "Bluefen Water" in (tmp_path / "annual-report-en.md").read_text(encoding="utf-8")
    assert (tmp_path / "statements-en.xlsx").read_bytes().startswith(b"PK")
    assert any("fields" in page for body in bodies for page in body.get("result", ()))


@pytest.mark.parametrize("line", [line for line in indented("quire parse") if "*" not in line])
def test_the_parse_examples_work(line: str, tmp_path: Path):
    shutil.copy(ROOT / "samples" / "annual-report-en.pdf", tmp_path / "report.pdf")
    (tmp_path / "folder").mkdir()
    shutil.copy(tmp_path / "report.pdf", tmp_path / "folder")
    words = shlex.split(line)
    done = subprocess.run([str(QUIRE), *words[1:]], cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr.decode()
    output = words[words.index("--output") + 1]
    made = tmp_path / output / "report.md" if output.endswith("/") else tmp_path / output
    assert done.stdout if output == "-" else made.stat().st_size > 1000


@pytest.mark.parametrize("line", [*indented("quire finance"), *indented("quire invoice")])
def test_the_examples_of_statements_and_invoices_work(line: str, tmp_path: Path):
    samples = ROOT / "samples"
    shutil.copy(samples / "statements" / "statements-en.pdf", tmp_path / "report.pdf")
    shutil.copy(samples / "invoices" / "digital-invoice.pdf", tmp_path / "invoice.pdf")
    shutil.copytree(samples / "invoices", tmp_path / "folder", ignore=shutil.ignore_patterns("*.png"))
    shutil.copy(samples / "invoices" / "ordinary-invoice.pdf", tmp_path / "photo.jpg")  # what counts is the content
    words = shlex.split(line.replace("65-87", "2-3"))
    done = subprocess.run([str(QUIRE), *words[1:]], cwd=tmp_path, capture_output=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr.decode()
    outputs = [word for before, word in itertools.pairwise(words) if before == "--output"]
    assert all((tmp_path / output).stat().st_size > 500 for output in outputs)
