"""What the tests of commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire import cli

Quire = Callable[..., tuple[int, str, str]]


@pytest.fixture
def quire(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Quire:
    """Runs the program in this process: exit code, stdout, stderr."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["quire", *map(str, arguments)])
        code = cli.main()
        out, err = capfd.readouterr()
        return code, out, err

    return run


def pdf(path: Path, *texts: str) -> Path:
    """A document with a page for each text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    canvas = Canvas(str(path))
    for text in texts or ("Hello from the first page.",):
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path
