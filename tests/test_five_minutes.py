"""A stranger's first five minutes with each program of the product: the scripts of samples/five_minutes as they are."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running_service import environment, first_key, running_service

SAMPLES = Path(__file__).resolve().parent.parent / "samples"
SCRIPTS = SAMPLES / "five_minutes"
SLIDES, REPORT = SAMPLES / "briefing-slides.pdf", SAMPLES / "annual-report-en.pdf"
NODE = shutil.which("node")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of a program that knows a service, which may call this machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SERVICE_ALLOW_PRIVATE_URLS", "1")
        with running_service(tmp_path_factory.mktemp("service") / "data") as address:
            yield environment() | {"QUIRE_SERVER": address, "QUIRE_KEY": first_key(address), "NO_PROXY": "*"}


def said(*command: object, env: dict[str, str] | None = None) -> str:
    """What a command prints; it must succeed."""
    words = [str(word) for word in command]
    done = subprocess.run(words, env=env or environment(), capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_library():
    lines = said(sys.executable, SCRIPTS / "library.py", REPORT).splitlines()
    assert [line.split()[0] for line in lines[:8]] == list("12345678")
    assert lines[8] == "Annual Report"


def test_the_python_client(service: dict[str, str]):
    printed = said(sys.executable, SCRIPTS / "client.py", SLIDES, env=service)
    assert printed.startswith("#")
    assert printed.endswith("briefing-slides.pdf done \n")


@pytest.mark.skipif(not NODE, reason="node is not on the path")
def test_the_typescript_client(service: dict[str, str]):
    assert said(NODE, SCRIPTS / "client.mjs", SLIDES, env=service).startswith("briefing-slides.md #")


@pytest.mark.skipif(importlib.util.find_spec("mcp") is None, reason="the extra mcp is not installed")
def test_an_agent(service: dict[str, str]):
    printed = said(sys.executable, SCRIPTS / "agent.py", SLIDES, env=service)
    assert "parse_document" in printed.splitlines()[0]
    assert "briefing-slides.pdf: pages 1 as Markdown." in printed


@pytest.mark.skipif(importlib.util.find_spec("langchain_core") is None, reason="the extra langchain is not installed")
def test_a_loader():
    assert said(sys.executable, SCRIPTS / "loader.py", REPORT)


def test_a_webhook_of_a_batch_of_urls(service: dict[str, str]):
    assert (
        said(sys.executable, SCRIPTS / "webhook.py", "127.0.0.1", SLIDES, REPORT, env=service) == "batch.done True 2\n"
    )


def test_a_watched_folder(tmp_path: Path):
    (tmp_path / "in").mkdir()
    shutil.copy(SLIDES, tmp_path / "in")
    line = said("quire", "watch", tmp_path / "in", tmp_path / "out", "--no-ocr", "--once")
    assert json.loads(line)["output"].endswith("briefing-slides.pdf.md")
    assert (tmp_path / "out" / "briefing-slides.pdf.md").read_text(encoding="utf-8").startswith("#")
