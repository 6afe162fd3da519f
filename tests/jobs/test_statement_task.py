"""The handler of statements: what it saves, what it warns of, what fails. Extraction itself is told what to find."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.errors import BadRequest, DamagedDocument, DocumentTooBig, ProtectedDocument, UnsupportedType
from quire.finance.statement import Extraction
from quire.jobs import HANDLERS, statement_task
from quire.jobs.statement_task import NOTHING, extract_file, run
from quire.model.page import Page
from tests import documents as png
from tests.jobs import statements as make
from tests.jobs.sources import FakeSource, page


def pdf(path: Path, *texts: str, password: str = "") -> Path:
    canvas = Canvas(str(path), encrypt=password or None)
    for text in texts:
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Makes extraction find two statements; the numbers of the pages that it was given."""
    given: list[int] = []

    def extract(pages: Iterable[Page], *, look: object) -> Extraction:
        given.extend(one.number for one in pages)
        return replace(make.extraction(), warnings=("Something was left out.",))

    monkeypatch.setattr(statement_task, "extract_statements", extract)
    return given


@pytest.fixture
def nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes extraction find nothing."""
    monkeypatch.setattr(
        statement_task, "extract_statements", lambda pages, *, look: Extraction(warnings=tuple(pages)[:0])
    )


def request(source: Path, **options: str) -> dict[str, Any]:
    target = source.parent / "out"
    target.mkdir()
    return {
        "task_id": "id",
        "kind": "finance.xlsx",
        "filename": "年度报告 2025.PDF",
        "source": str(source),
        "target": str(target),
        "options": {"ocr": "0"} | options,
    }


def test_workbook_and_arrays_are_saved(tmp_path: Path, found: list[int]):
    seen: list[tuple[int, int]] = []
    source = pdf(tmp_path / "in.pdf", "one", "two", "three")
    made = run(request(source), lambda done, total: seen.append((done, total)))
    assert made == {
        "result": "result.xlsx",
        "filename": "年度报告 2025.xlsx",
        "images": ["result.json", "details.json"],
        "pages": 3,
        "warnings": ["Something was left out."],
        "doubts": [1, 0],
    }
    assert (found, seen[0], seen[-1]) == ([1, 2, 3], (0, 3), (3, 3))
    out = tmp_path / "out"
    assert sorted(path.name for path in out.iterdir()) == ["details.json", "result.json", "result.xlsx"]
    sheets = openpyxl.load_workbook(out / "result.xlsx").worksheets
    assert [one.title for one in sheets][2:] == ["检查"]  # the warning stands there
    plain, details = (json.loads((out / name).read_bytes()) for name in ("result.json", "details.json"))
    assert [list(one) for one in plain] == [["tables", "type_index", "angle"]] * 2
    assert [{**one, "details": None} for one in plain] == [{**one, "details": None} for one in details]


def test_only_the_pages_asked_for(tmp_path: Path, found: list[int]):
    made = run(request(pdf(tmp_path / "in.pdf", "one", "two", "three"), pages="2-"), lambda done, total: None)
    assert (found, made["pages"]) == ([2, 3], 2)


def test_nothing_found_is_done_with_a_warning(tmp_path: Path, nothing: None):
    made = run(request(pdf(tmp_path / "in.pdf", "A letter to a friend.")), lambda done, total: None)
    assert made["warnings"] == [NOTHING]
    assert (tmp_path / "out" / "result.json").read_bytes() == b"[]"
    assert openpyxl.load_workbook(tmp_path / "out" / "result.xlsx").worksheets[0]["A1"].value == NOTHING


def test_nothing_to_read_fails_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nothing: None):
    monkeypatch.setattr(statement_task, "open_source", lambda path, password, ocr: FakeSource(page(1), page(2)))
    with pytest.raises(DamagedDocument, match="complete and legible"):
        extract_file(tmp_path / "any.pdf")


def test_a_page_that_fails_is_warned_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: list[int]):
    source = FakeSource(page(1, "one"), page(2, "two"))
    read = source.page
    monkeypatch.setattr(source, "page", lambda number: read(number) if number == 1 else read(99))
    monkeypatch.setattr(statement_task, "open_source", lambda path, password, ocr: source)
    assert extract_file(tmp_path / "any.pdf").warnings == ("Something was left out.", "Page 2 could not be read.")
    assert source.closed


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", UnsupportedType),
        (b"%PDF-1.7\n%garbage", DamagedDocument),
        (b"just a text", UnsupportedType),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, DamagedDocument),
        (b"\xff\xd8\xff\xe0" + b"\0" * 40, DamagedDocument),
    ],
)
def test_bad_files_are_errors_of_the_document(tmp_path: Path, content: bytes, error: type[Exception]):
    (tmp_path / "in.pdf").write_bytes(content)
    with pytest.raises(error):
        extract_file(tmp_path / "in.pdf")


def test_a_password(tmp_path: Path, found: list[int]):
    source = pdf(tmp_path / "in.pdf", "secret", password="open")
    with pytest.raises(ProtectedDocument):
        extract_file(source)
    assert extract_file(source, password="open").pages == 1


def test_ranges_and_caps(tmp_path: Path, found: list[int]):
    source = pdf(tmp_path / "in.pdf", "one", "two")
    with pytest.raises(BadRequest):
        extract_file(source, pages="7")

    with pytest.raises(DocumentTooBig, match="2 pages; at most 1"):
        extract_file(source, page_cap=1)


def test_a_picture_without_recognition(tmp_path: Path, nothing: None):
    (tmp_path / "in.png").write_bytes(png.png(200, 100))
    with pytest.raises(DamagedDocument):
        extract_file(tmp_path / "in.png")


def test_the_handler_is_known():
    assert HANDLERS["finance.xlsx"] == "quire.jobs.statement_task:run"
