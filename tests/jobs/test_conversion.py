"""Conversion: one file in, one file out, with the images it links to."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from PIL import Image
from reportlab.pdfgen.canvas import Canvas

from quire.errors import BadRequest, OutOfMemory, UnsupportedType
from quire.jobs import conversion
from quire.jobs.conversion import convert
from quire.model.page import Page
from quire.read.ocr_engine import FakeOcr, Reading, rectangle
from tests.jobs.sources import FakeSource, page, placed

TEXTS = ("Alpha opens the document with a sentence.", "Beta follows and says more.", "Gamma ends it.")


@pytest.fixture(autouse=True)
def file_of_pages(tmp_path: Path) -> None:
    """A file that begins as a PDF does; what it holds, a fake source says."""
    (tmp_path / "in").write_bytes(b"%PDF-1.7")


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> FakeSource:
    """Three pages, a picture on the second."""
    fake = FakeSource(page(1, TEXTS[0]), page(2, TEXTS[1], pictures=[placed("p2-1", 2)]), page(3, TEXTS[2]))
    monkeypatch.setattr(conversion, "open_source", lambda path, password, ocr, hidden, keep_figures: fake)
    return fake


def pdf(path: Path, *texts: str) -> Path:
    canvas = Canvas(str(path))
    for text in texts:
        canvas.drawString(72, 700, text)
        canvas.showPage()
    canvas.save()
    return path


@pytest.mark.parametrize("to", ["md", "json", "html"])
def test_a_pdf_to_text_formats(tmp_path: Path, to: str) -> None:
    target = tmp_path / f"out.{to}"
    made = convert(pdf(tmp_path / "in.pdf", *TEXTS), target, to=to)
    assert made.file == target
    assert (made.pages, made.page_count, made.images) == (3, 3, ())
    text = target.read_text("utf-8")
    assert all(word in text for word in ("Alpha", "Beta", "Gamma"))
    assert pickle.loads(pickle.dumps(made)) == made


def test_images_stand_beside_what_links_to_them(tmp_path: Path, source: FakeSource) -> None:
    made = convert(tmp_path / "in", tmp_path / "out.md", to="md", prefix="in-")
    assert made.images == (tmp_path / "images" / "in-p2-1.png",)
    assert made.images[0].read_bytes().startswith(b"\x89PNG")
    assert "](images/in-p2-1.png)" in made.file.read_text("utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["images", "in", "out.md"]
    assert source.closed


def test_only_the_pages_that_were_asked_for(tmp_path: Path, source: FakeSource) -> None:
    seen: list[tuple[int, int]] = []
    made = convert(
        tmp_path / "in",
        tmp_path / "o.json",
        to="json",
        pages="1,3",
        progress=lambda done, all_: seen.append((done, all_)),
    )
    assert seen == [(0, 2), (1, 2), (2, 2)]
    assert (made.pages, made.page_count, made.images) == (2, 3, ())
    data = json.loads(made.file.read_bytes())
    assert [info["number"] for info in data["pages"]] == [1, 3]
    assert data["page_count"] == 3


def test_pages_that_need_recognition_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeSource(page(1, *TEXTS), Page(2, 595, 842, needs_ocr=True))
    monkeypatch.setattr(conversion, "open_source", lambda path, password, ocr, hidden, keep_figures: fake)
    made = convert(tmp_path / "in", tmp_path / "o.md", to="md")
    assert made.needs_ocr == (2,)
    assert made.warnings == ("Page 2 shows text that only recognition could read.",)


def test_a_broken_picture_is_a_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeSource(page(1, *TEXTS, pictures=[placed("bad", 1)]))
    monkeypatch.setattr(conversion, "open_source", lambda path, password, ocr, hidden, keep_figures: fake)
    made = convert(tmp_path / "in", tmp_path / "o.md", to="md")
    assert made.warnings == ("1 picture could not be read (page 1).",)
    assert made.images[0].is_file()


def test_wrong_wishes(tmp_path: Path, source: FakeSource) -> None:
    with pytest.raises(BadRequest, match="Unknown format"):
        convert(tmp_path / "in", tmp_path / "o.odt", to="odt")
    with pytest.raises(BadRequest, match="outside the document"):
        convert(tmp_path / "in", tmp_path / "o.md", to="md", pages="4")
    assert [path.name for path in tmp_path.iterdir()] == ["in"]


def test_a_picture_is_recognised_and_its_json_says_how_surely(tmp_path: Path) -> None:
    scan = tmp_path / "scan.png"
    Image.new("RGB", (1240, 1754), "white").save(scan, dpi=(150, 150))
    sentence = "A sentence that stands in the picture."
    engine = FakeOcr(lambda image: [Reading(sentence, rectangle(300, 300, 900, 340), 0.97)])
    made = convert(scan, tmp_path / "o.json", to="json", ocr=engine)
    found = json.loads((tmp_path / "o.json").read_text())
    assert made.needs_ocr == ()
    assert made.warnings == ()
    assert found["blocks"][0]["text"] == sentence
    assert found["blocks"][0]["places"][0]["confidence"] == 0.97
    assert [line["confidence"] for line in found["pages"][0]["lines"]] == [0.97]
    assert found["pages"][0]["source"] == "ocr"
    plain = convert(scan, tmp_path / "p.json", to="json")
    assert plain.needs_ocr == (1,)
    assert "only recognition could read" in plain.warnings[0]


@pytest.mark.parametrize("to", ["md", "html", "docx", "pptx"])
def test_a_recognised_page_in_every_format(tmp_path: Path, to: str) -> None:
    scan = tmp_path / "scan.png"
    Image.new("RGB", (1240, 1754), "white").save(scan, dpi=(150, 150))
    engine = FakeOcr(lambda image: [Reading("Words of a scan", rectangle(300, 300, 900, 340), 0.9)])
    assert convert(scan, tmp_path / f"o.{to}", to=to, ocr=engine).file.stat().st_size > 10


def test_what_is_no_document(tmp_path: Path) -> None:
    (tmp_path / "in.pdf").write_bytes(b"MZ\x90\x00 not a document")
    with pytest.raises(UnsupportedType):
        convert(tmp_path / "in.pdf", tmp_path / "o.md", to="md")


def test_running_out_of_memory_is_said_as_one(
    tmp_path: Path, source: FakeSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    def greedy(number: int) -> Page:
        raise MemoryError

    monkeypatch.setattr(source, "page", greedy)
    with pytest.raises(OutOfMemory):
        convert(tmp_path / "in", tmp_path / "o.md", to="md")


def test_a_page_that_recognition_fails_on_is_kept_as_its_picture(tmp_path: Path) -> None:
    class Failing(FakeOcr):
        def find(self, image):
            if image[5, 5, 0] < 250:
                raise MemoryError
            return super().find(image)

    white, grey = (Image.new("RGB", (800, 1100), (shade, shade, shade)) for shade in (255, 230))
    white.paste((0, 0, 0), (110, 110, 390, 130))
    white.save(tmp_path / "in.tif", save_all=True, append_images=[grey], dpi=(100, 100))
    ocr = Failing(lambda image: [Reading("words", rectangle(200, 200, 800, 280), 0.9)])
    made = convert(tmp_path / "in.tif", tmp_path / "o.md", to="md", ocr=ocr)
    assert made.needs_ocr == (2,)
    assert made.warnings == ("Page 2 could not be recognised: left as in the file.",)
    said = made.file.read_text("utf-8")
    assert "words" in said
    assert "images/p2-page.png" in said
