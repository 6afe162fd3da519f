"""What all tests share: the flag that rewrites golden files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--accept` writes what the code gives now; `git diff` shows what that changes."""
    parser.addoption("--accept", action="store_true", help="rewrite golden files instead of comparing with them")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """`golden(name, text)` compares text with tests/golden/<name>, or rewrites that file under --accept."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--accept"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
            return
        assert path.is_file(), f"no golden file {name}: run `make accept` and review it"
        assert text == path.read_text(encoding="utf-8"), f"{name} differs: run `make accept` and review the difference"

    return compare
