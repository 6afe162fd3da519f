"""The handler of the parse tasks, as a slot calls it; and as a task, from the upload to the stored result."""

from __future__ import annotations

import asyncio
import io
import shutil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from quire.errors import BadRequest, DocumentTooBig
from quire.jobs import HANDLERS
from quire.jobs.parse_task import run
from quire.store.database import connect
from quire.store.file_store import LocalFiles
from quire.tasks.engine import Capacity, Tasks
from quire.tasks.task_states import NewTask
from quire.write import WRITERS
from tests import documents as make


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    """Three pages, a picture on the second."""
    path = tmp_path / "source.pdf"
    canvas = Canvas(str(path))
    for number in range(1, 4):
        canvas.drawString(72, 700, f"This is what page {number} says to its reader.")
        if number == 2:
            canvas.drawImage(ImageReader(io.BytesIO(make.png())), 100, 300, 200, 150)
        canvas.showPage()
    canvas.save()
    return path


def request(pdf: Path, to: str, **options: str) -> dict[str, Any]:
    target = pdf.parent / "out"
    target.mkdir()
    return {
        "task_id": "id",
        "kind": f"parse.{to}",
        "filename": "报告 2025.PDF",
        "source": str(pdf),
        "target": str(target),
        "options": options,
    }


@pytest.mark.parametrize("to", WRITERS)
def test_every_format(pdf: Path, to: str) -> None:
    seen: list[tuple[int, int]] = []
    made = run(request(pdf, to), lambda done, total: seen.append((done, total)))
    target = pdf.parent / "out"
    suffix = WRITERS[to].suffix
    assert (made["result"], made["filename"]) == (f"result{suffix}", f"报告 2025{suffix}")
    assert (target / made["result"]).stat().st_size > 0
    assert len(made["images"]) == (1 if WRITERS[to].linked else 0)
    assert all((target / name).read_bytes().startswith(b"\x89PNG") for name in made["images"])
    assert made["pages"] == 3
    assert seen[-1] == (3, 3)


def test_a_range_of_pages(pdf: Path) -> None:
    made = run(request(pdf, "md", pages="2-3"), lambda done, total: None)
    text = (pdf.parent / "out" / made["result"]).read_text(encoding="utf-8")
    assert made["pages"] == 2
    assert "page 3" in text
    assert "page 1" not in text


def test_a_range_outside_is_the_requests_fault(pdf: Path) -> None:
    with pytest.raises(BadRequest):
        run(request(pdf, "md", pages="9"), lambda done, total: None)


def test_the_page_cap(pdf: Path) -> None:
    with pytest.raises(DocumentTooBig, match="3 pages; at most 2"):
        run(request(pdf, "md", page_cap="2"), lambda done, total: None)


def test_recognition_can_be_switched_off(tmp_path: Path) -> None:
    scan = tmp_path / "scan.png"
    Image.new("RGB", (300, 400), "white").save(scan)
    done = run(request(scan, "md", ocr="0"), lambda done, total: None)
    assert "only recognition could read" in done["warnings"][0]
    shutil.rmtree(tmp_path / "out")
    assert "No text was found" in run(request(scan, "md"), lambda done, total: None)["warnings"][0]


def test_there_is_a_handler_for_every_format() -> None:
    assert {kind.partition(".")[2] for kind in HANDLERS if kind.startswith("parse.")} == set(WRITERS)


def test_as_a_task(pdf: Path, tmp_path: Path, sqlite: Any) -> None:
    files = LocalFiles(tmp_path / "files")
    engine = connect(sqlite.fresh())
    tasks = Tasks(engine, files)
    tasks.launch(HANDLERS, Capacity(slots=1, seconds=60, memory=1 << 30, scratch=tmp_path / "scratch"))
    try:
        task = tasks.submit(NewTask("ann", "k", "parse.md", "报告.pdf", pdf))
        done = asyncio.run(tasks.wait(task.id, owner="ann", seconds=60))
        assert (done.status, done.error, done.result_name) == ("done", None, "报告.md")
        assert b"This is what page 3 says" in b"".join(files.open(tasks.result_file(done)))
        assert [files.stat(tasks.image_file(done, name)).size > 0 for name in done.images] == [True]
        assert (done.pages_done, done.pages_total) == (3, 3)
    finally:
        tasks.close()
        engine.dispose()
