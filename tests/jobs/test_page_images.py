"""Pictures of pages beside a result: which, how large, and what a page that cannot be drawn does."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from quire.errors import NotFound
from quire.jobs import invoice_task, page_images, statement_task
from quire.read import open_source

SIZES = {1: (300.0, 400.0), 2: (300.0, 400.0), 3: (300.0, 400.0)}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    canvas = Canvas(str(tmp_path / "in.pdf"), pagesize=(300, 400))
    for number in range(1, 4):
        canvas.drawString(72, 300, f"Page {number}")
        canvas.showPage()
    canvas.save()
    return tmp_path / "in.pdf"


def listed(folder: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((folder / page_images.LIST).read_text())
    return found


def test_wanted_pages_are_drawn(source: Path, tmp_path: Path):
    with open_source(source) as opened:
        names = page_images.draw_pages(opened, [3, 1], SIZES, tmp_path)
    assert names == (page_images.LIST, "pages/3.png", "pages/1.png")
    assert listed(tmp_path)[0] == {"page": 3, "name": "pages/3.png", "width": 300.0, "height": 400.0} | {
        "sharp": page_images.DRAWN
    }
    with Image.open(io.BytesIO((tmp_path / "pages/3.png").read_bytes())) as picture:
        assert picture.width / picture.height == pytest.approx(0.75, abs=0.01)
        assert picture.width == pytest.approx(300 * page_images.DPI / 72, abs=1)


def test_a_sharp_picture_is_drawn_when_it_is_asked_for(source: Path, tmp_path: Path):
    request = {"source": str(source), "page": 2, "width": 300.0, "height": 400.0, "target": str(tmp_path / "s.png")}
    page_images.draw_sharp(request, lambda *_: None)
    with Image.open(tmp_path / "s.png") as picture:
        assert picture.size == pytest.approx(
            (300 * page_images.SHARP_DPI / 72, 400 * page_images.SHARP_DPI / 72), abs=1
        )
    with pytest.raises(NotFound):
        page_images.draw_sharp(request | {"width": 9000.0, "height": 9000.0}, lambda *_: None)


def test_large_pages_get_fewer_dots():
    assert page_images.sharp_dpi(595, 842) == page_images.SHARP_DPI
    assert page_images.sharp_dpi(1684, 2384) ** 2 / 72**2 * 1684 * 2384 <= page_images.SHARP_PIXELS + 1
    assert page_images.sharp_dpi(2384, 3370) == 0.0  # no sharper than what is there


def test_what_only_recognition_can_straighten_is_kept(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    class Straightened:
        def is_straightened(self, number: int) -> bool:
            return number == 2

    monkeypatch.setattr(page_images, "ocr_source", lambda _: Straightened())
    with open_source(source) as opened:
        names = page_images.draw_pages(opened, [1, 2], SIZES, tmp_path)
    assert names == (page_images.LIST, "pages/1.png", "pages/2.png", "pages/2-sharp.png")
    assert [one["sharp"] for one in listed(tmp_path)] == [page_images.DRAWN, "pages/2-sharp.png"]
    with Image.open(tmp_path / "pages/2-sharp.png") as picture:
        assert picture.width == pytest.approx(300 * page_images.SHARP_DPI / 72, abs=1)


def test_a_page_that_cannot_be_drawn_is_left_out(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with open_source(source) as opened:
        image = opened.image
        monkeypatch.setattr(opened, "image", lambda number, dpi: image(number, dpi) if number != 2 else 1 / 0)
        names = page_images.draw_pages(opened, [1, 2, 3], SIZES, tmp_path)
    assert names == (page_images.LIST, "pages/1.png", "pages/3.png")


def test_no_more_than_anybody_looks_at(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(page_images, "MAX_IMAGES", 2)
    with open_source(source) as opened:
        assert page_images.draw_pages(opened, [1, 2, 3], SIZES, tmp_path)[1:] == ("pages/1.png", "pages/2.png")
        assert page_images.draw_pages(opened, [9], SIZES, tmp_path) == (page_images.LIST,)  # it was not read
    assert listed(tmp_path) == []


@pytest.mark.parametrize("asked", [{}, {page_images.OPTION: "1"}])
@pytest.mark.parametrize("run", [statement_task.run, invoice_task.run])
def test_a_task_draws_only_when_it_is_asked_to(source: Path, tmp_path: Path, asked: dict[str, str], run):
    target = tmp_path / "out"
    target.mkdir()
    request = {"source": str(source), "target": str(target), "filename": "a.pdf", "options": {"ocr": "0"} | asked}
    made = run(request, lambda *_: None)
    assert (page_images.LIST in made["images"]) is bool(asked)
    assert all((target / name).is_file() for name in made["images"])
    if asked and run is invoice_task.run:
        assert [one["page"] for one in listed(target)] == [1, 2, 3]
