"""What whole documents become, block by block, compared with files in `tests/golden/layout`.

A case that differs shows a unified diff; `pytest --accept tests/layout/test_golden.py` rewrites the files for review.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from quire.layout.pipeline import arrange
from quire.model.document import Document
from quire.read import open_source
from tests.conftest import GOLDEN
from tests.layout import golden_pages, golden_tables
from tests.layout.document_text import render

SAMPLES = Path(__file__).parents[2] / "samples"
FOLDER = GOLDEN / "layout"
SHOWN = 200
"""Lines of a difference that a failure shows."""


def sample(path: str, pages: Sequence[int], *, flow: bool = True) -> Callable[[], Document]:
    """Pages of a PDF of `samples/`, as one document."""

    def document() -> Document:
        with open_source(SAMPLES / path) as source:
            read = [source.page(number) for number in pages]
            return arrange(read, meta=source.meta, outline=source.outline, flow=flow, page_count=source.page_count)

    return document


CASES: dict[str, Callable[[], Document]] = {
    **golden_pages.CASES,
    **golden_tables.CASES,
    "sample-report-en-1": sample("annual-report-en.pdf", range(1, 4)),
    "sample-report-en-2": sample("annual-report-en.pdf", range(4, 8)),
    "sample-report-en-3": sample("annual-report-en.pdf", range(8, 14)),
    "sample-report-zh-1": sample("annual-report-zh.pdf", range(1, 6)),
    "sample-report-zh-2": sample("annual-report-zh.pdf", range(6, 12)),
    "sample-slides": sample("briefing-slides.pdf", range(1, 6)),
    "sample-slides-without-flow": sample("briefing-slides.pdf", range(1, 6), flow=False),
    "sample-statements-en": sample("statements/statements-en.pdf", range(1, 3)),
    "sample-statements-zh": sample("statements/statements-zh.pdf", range(1, 4)),
    "sample-invoice-digital": sample("invoices/digital-invoice.pdf", [1]),
    "sample-invoice-ordinary": sample("invoices/ordinary-invoice.pdf", [1]),
}


@pytest.mark.parametrize("name", CASES)
def test_document(name: str, request: pytest.FixtureRequest) -> None:
    text, path = render(CASES[name]()), FOLDER / f"{name}.txt"
    if request.config.getoption("--accept"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return
    assert path.is_file(), f"no golden file {path.name}: run with --accept and review it"
    expected = path.read_text(encoding="utf-8")
    if text != expected:
        found = difflib.unified_diff(expected.splitlines(), text.splitlines(), path.name, "now", lineterm="")
        pytest.fail("\n".join([*found][:SHOWN]), pytrace=False)


def test_every_file_has_a_case() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(CASES)
