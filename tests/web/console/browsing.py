"""A whole service and a browser for the journeys of people; skipped with a word where one is absent.

The rules of WCAG 2.2 AA are those of axe-core, which comes with the package ``axe-playwright-python``; it is no dependency
of ours, because its licence (MPL-2.0) is not among those that development packages may have.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from playwright.sync_api import Browser, Page, expect, sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SAMPLES = Path(__file__).parents[3] / "samples"
QUIRE = [sys.executable, "-c", "import sys; from quire.cli import main; sys.exit(main())"]
PATIENCE = 120_000  # milliseconds for a document or a book on a busy machine

AXE_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def needs_chromium() -> None:
    """Skip the module where there is no browser."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine", allow_module_level=True)


@contextmanager
def service(folder: Path, **settings: str) -> Iterator[str]:
    """The address of a whole service with a worker."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    command = [*QUIRE, "serve", "--port", str(port), "--data-dir", str(folder / "data"), "--slots", "1"]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=log, text=True, env=dict(os.environ) | settings
        )
        try:
            assert process.stdout
            assert any("listening" in line for line in iter(process.stdout.readline, "")), (folder / "log").read_text()
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(30)
            process.stdout.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The system's browser."""
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


def first_key(page: Page, address: str) -> None:
    """Create the first key of a service; the browser is signed in then."""
    page.goto(f"{address}/")
    page.fill("[name=name]", "first")
    page.fill("[name=owner]", "lin")
    page.click("main button")
    expect(page.locator("code.secret")).to_be_visible()


def axe_script() -> str:
    """The source of axe-core; skips where it is not installed."""
    found = importlib.util.find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("axe-core is not installed: pip install axe-playwright-python")
    return Path(found.origin).with_name("axe.min.js").read_text(encoding="utf-8")


def violations(page: Page, script: str) -> list[str]:
    """What axe-core finds on a page, a line for each element; evaluated outside of the page's content policy.

    The markup of Swagger UI is its makers' (buttons inside buttons, lists without names) and is left out.
    """
    page.evaluate(script)
    found = page.evaluate(
        "rules => axe.run({exclude: ['.swagger-ui']}, {runOnly: rules, resultTypes: ['violations']})", AXE_RULES
    )
    return [
        f"{one['id']}: {node['target']} {node['html'][:120]}" for one in found["violations"] for node in one["nodes"]
    ]
