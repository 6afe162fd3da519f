"""A document page by page: every block on its page with its places, and what goes on from the page before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reportlab.pdfgen.canvas import Canvas

from quire.jobs import document_view, page_images, parse_task
from quire.model.block import Paragraph, Place
from quire.model.document import Document, PageInfo
from quire.model.geometry import Box
from quire.read import open_source
from tests import documents as make


@pytest.fixture
def source(tmp_path: Path) -> Path:
    canvas = Canvas(str(tmp_path / "in.pdf"), pagesize=(300, 400))
    for number in range(1, 4):
        canvas.setFont("Helvetica-Bold", 18)
        canvas.drawString(40, 350, f"Chapter {number}")
        canvas.setFont("Helvetica", 10)
        canvas.drawString(40, 300, f"This is what page {number} says to its reader.")
        canvas.showPage()
    canvas.save()
    return tmp_path / "in.pdf"


def content(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_text())


def test_a_task_keeps_its_pages_when_it_is_asked_to(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    request: dict[str, Any] = {"kind": "parse.md", "source": str(source), "target": str(target), "filename": "a.pdf"}
    made = parse_task.run(request | {"options": {page_images.OPTION: "1"}}, lambda *_: None)
    assert {document_view.INDEX, "view/2.json", "pages/3.png", page_images.SOURCE} <= set(made["images"])
    assert all((target / name).is_file() for name in made["images"])
    assert (target / page_images.SOURCE).read_bytes() == source.read_bytes()
    listed = content(target, document_view.INDEX)
    assert [(one["page"], one["name"], one["width"]) for one in listed] == [
        (n, f"pages/{n}.png", 300) for n in (1, 2, 3)
    ]
    assert [heading[2] for one in listed for heading in one["headings"]] == ["Chapter 1", "Chapter 2", "Chapter 3"]
    blocks = content(target, "view/2.json")["blocks"]
    assert [block["order"] for block in blocks] == [3, 4]
    assert blocks[0]["markdown"].endswith("# Chapter 2\n")
    assert blocks[1]["text"] == "This is what page 2 says to its reader."
    assert all(place["page"] == 2 for block in blocks for place in block["places"])


def test_nothing_is_kept_unasked(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    request = {"kind": "parse.md", "source": str(source), "target": str(target), "filename": "a.pdf", "options": {}}
    assert parse_task.run(request, lambda *_: None)["images"] == []


def test_a_block_that_goes_on_is_marked_on_both_pages_and_doubt_is_counted(source: Path, tmp_path: Path) -> None:
    first, second = Box(40, 300, 260, 320), Box(40, 40, 260, 60)
    long = Paragraph((make.span("It goes on."),), (Place(1, first), Place(2, second)))
    pages = (PageInfo(1, 300, 400, line_confidences=((first, 0.5),)), PageInfo(2, 300, 400))
    with open_source(source) as opened:
        document_view.save_view(Document(pages, (long,)), opened, tmp_path)
    (block,) = content(tmp_path, "view/1.json")["blocks"]
    (part,) = content(tmp_path, "view/2.json")["continued"]
    assert (part["id"], part["home"], part["box"]) == (block["id"], 1, [40, 40, 260, 60])
    assert [one["doubtful"] for one in content(tmp_path, document_view.INDEX)] == [1, 0]
