"""Sources whose pages are recognised: with a fake engine for the mechanics, with the real one for whole pages."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from rapidfuzz.distance import Levenshtein
from reportlab.lib.utils import ImageReader

from quire.errors import Cancelled, OutOfTime, Unavailable
from quire.model.geometry import Box
from quire.model.page import Backdrop, Picture, PictureKind, TextSource
from quire.read import open_source
from quire.read.ocr_engine import FakeOcr, Pixels, Reading, rectangle
from quire.read.ocr_resolution import MAX_PIXELS, affordable_dpi
from quire.read.scan.ocr_onnx import engine
from quire.read.scan.recognised_source import RecognisedSource
from quire.read.scan.scan_streaks import without_streaks
from tests.read.making import pdf, text
from tests.read.scanning import CHINESE, DPI, ENGLISH, blank, page_and_picture, saved

SCAN = ImageReader(Image.fromarray(np.full((60, 80, 3), 200, np.uint8)))


def squeezed(lines) -> str:
    """All text from top to bottom, without spaces."""
    rows = sorted(lines, key=lambda line: (round(line.baseline / 4), line.x0))
    return "".join(line.text for line in rows).replace(" ", "").replace("’", "'")


def upper_half(sample: Path, number: int):
    """The upper half of a page, its lines and its picture: half the time."""
    page, picture = page_and_picture(sample, number)
    middle = picture.shape[0] // 2
    for line in page.lines:  # the cut goes through no line
        if line.y0 * DPI / 72 < middle < line.y1 * DPI / 72 + 4:
            middle = int(line.y0 * DPI / 72) - 4
    return [line for line in page.lines if line.y1 * DPI / 72 < middle], picture[:middle]


def known(words: str = "words", box: tuple[float, ...] = (300, 300, 700, 340)) -> FakeOcr:
    return FakeOcr(lambda image: [Reading(words, rectangle(*box), 0.8)])


@pytest.mark.parametrize(
    ("sample", "number", "turned", "skew"),
    [(ENGLISH, 4, 0, 0.0), (ENGLISH, 4, 180, 1.3), (CHINESE, 4, 90, -2.4), (CHINESE, 4, 270, 4.0)],
)
def test_a_scan_is_read_upright_however_it_lies(sample, number, turned, skew, tmp_path: Path) -> None:
    truth, picture = upper_half(sample, number)
    file = saved(tmp_path / "a.png", picture, turned=-turned % 360, skew=skew)
    with open_source(file, ocr=engine(2)) as source:
        page = source.page(1)
        assert page.source is TextSource.OCR
        assert page.turned == turned
        assert not page.needs_ocr
        assert len(page.confidences) == len(page.lines)
        assert min(page.confidences) >= 0.5
        true, found = squeezed(truth), squeezed(page.lines)
        assert Levenshtein.distance(true, found) < (0.03 if not skew else 0.08) * len(true)
        drawn = source.image(1, 100.0)
        assert drawn.shape[:2] == (round(page.height * 100 / 72), round(page.width * 100 / 72))
        longest = max(page.lines, key=lambda line: len(line.text))
        x0, y0, x1, y1 = (int(side * 100 / 72) for side in longest.box)
        assert drawn[y0:y1, x0:x1].min() < 120  # the text stands where the page says
        (again, *_) = source.look(1, longest.box, scale=1.5)
        assert again[2] > 0.8
        assert Box(*again[1]).overlap(longest.box) > 0.5 * longest.box.area


def test_without_an_engine_a_picture_is_left_as_it_is(tmp_path: Path) -> None:
    with open_source(saved(tmp_path / "a.png", blank(400, 500))) as source:
        assert source.page(1).needs_ocr


def test_pages_with_text_are_the_sources_own(tmp_path: Path) -> None:
    file = pdf(tmp_path / "a.pdf", text(50, 100, "Words of the text layer, enough of them to be a page."))
    with open_source(file) as plain, open_source(file, ocr=known()) as source:
        assert source.page(1) == plain.page(1)
        assert source.page(1).confidences == ()
        assert source.render(1, 72.0) == plain.render(1, 72.0)
        assert (source.page_count, source.meta, source.outline) == (plain.page_count, plain.meta, plain.outline)


@pytest.mark.parametrize("keep", [False, True])
def test_figures_between_pages_with_text_stay_only_where_they_are_shown(keep: bool, tmp_path: Path) -> None:
    def chart(canvas) -> None:
        canvas.drawImage(SCAN, 60, 100, 480, 360)

    words = text(50, 100, "Words of the text layer, enough of them to be a page.")
    file = pdf(tmp_path / "a.pdf", words, chart, size=(600, 800))
    with open_source(file, ocr=known(), keep_figures=keep) as source:
        page = source.page(2)
        assert not page.needs_ocr
        assert (page.source, len(page.lines)) == ((TextSource.NONE, 0) if keep else (TextSource.OCR, 1))


def test_a_recognised_page_has_lines_and_confidences(tmp_path: Path) -> None:
    picture = blank(1240, 1754)
    picture[305:330, 310:690] = 0
    with open_source(saved(tmp_path / "a.png", picture), ocr=known()) as source:
        page = source.page(1)
        assert [line.text for line in page.lines] == ["words"]
        assert page.confidences == (0.8,)
        assert page.number == 1
        assert source.look(1, Box(0, 0, 300, 300))[0][0] == "words"
        assert source.look(1, Box(900, 400, 990, 410)) == []
        width, height, data = source.render(1, 72.0)
        assert (width, height) == (round(page.width), round(page.height))
        assert len(data) == width * height * 3


def test_a_page_without_streaks_is_searched_for_them_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[tuple[int, ...]] = []

    def search(picture: Pixels, scale: float) -> Pixels:
        searched.append(picture.shape)
        return without_streaks(picture, scale)

    monkeypatch.setattr("quire.read.scan.recognised_source.without_streaks", search)
    picture = blank(1240, 1754)
    picture[305:330, 310:690] = 0
    with open_source(saved(tmp_path / "a.png", picture), ocr=known()) as source:
        source.page(1)
        source.look(1, Box(0, 0, 300, 300), scale=2.0)
        source.image(1, 400.0)
    assert len(searched) == 1


def test_a_page_can_be_drawn_before_it_was_read(tmp_path: Path) -> None:
    picture = blank(1754, 1240)
    file = saved(tmp_path / "a.png", picture)
    lying = FakeOcr(lambda image: [Reading("abcdefgh", rectangle(400, 100, 440, 900), 0.8)])
    with open_source(file, ocr=lying) as source:
        drawn = source.image(1, 72.0)
        assert drawn.shape[0] > drawn.shape[1]
        read = lying.pictures
        assert source.page(1).turned == 90
        assert lying.pictures == read  # a page that was recognised is not recognised again


def test_every_page_of_a_tiff_is_recognised(tmp_path: Path) -> None:
    pages = [Image.fromarray(blank(600, 800)) for _ in range(2)]
    pages[0].save(tmp_path / "a.tif", save_all=True, append_images=pages[1:])
    with open_source(tmp_path / "a.tif", ocr=known(box=(50, 50, 200, 80))) as source:
        assert [source.page(n).number for n in (1, 2)] == [1, 2]


def test_an_empty_sheet_is_a_page_without_text(tmp_path: Path) -> None:
    with open_source(saved(tmp_path / "a.png", blank(800, 1100)), ocr=FakeOcr(lambda image: [])) as source:
        page = source.page(1)
        assert (page.lines, page.confidences, page.rules) == ((), (), ())
        assert page.source is TextSource.OCR


class Failing(FakeOcr):
    """An engine that fails at the n-th picture, counted from 1, as told."""

    def __init__(self, error: Exception, at: int) -> None:
        super().__init__(lambda image: [Reading("words", rectangle(300, 300, 700, 340), 0.8)])
        self.error, self.at, self.found = error, at, 0

    def find(self, image):
        self.found += 1
        if self.found == self.at:
            raise self.error
        return super().find(image)


@pytest.mark.parametrize("error", [MemoryError(), OutOfTime(), RuntimeError("the engine's own"), ValueError("odd")])
def test_a_page_that_cannot_be_recognised_is_kept_as_it_is(tmp_path: Path, error: Exception) -> None:
    file = tiff(tmp_path / "a.tif", 3)
    ocr = Failing(error, at=2)
    with open_source(file, ocr=ocr) as source:
        pages = [source.page(number) for number in (1, 2, 3)]
        assert [page.needs_ocr for page in pages] == [False, True, False]
        assert [len(page.lines) for page in pages] == [1, 0, 1]
        assert source.page(2).needs_ocr
        assert ocr.found == 3  # what failed is not tried again
        whole = Picture("p2-page", 2, Box(0.0, 0.0, pages[1].width, pages[1].height), PictureKind.DRAWING, 0, 0)
        assert source.picture(whole).startswith(b"\x89PNG")
        assert source.image(2, 72.0).shape[2] == 3


@pytest.mark.parametrize("error", [Cancelled(), Unavailable("no engine")])
def test_what_is_not_the_pages_fault_is_raised(tmp_path: Path, error: Exception) -> None:
    with open_source(tiff(tmp_path / "a.tif", 1), ocr=Failing(error, at=1)) as source, pytest.raises(type(error)):
        source.page(1)


def tiff(path: Path, pages: int) -> Path:
    """A file of scans."""
    picture = blank(1000, 1400)
    picture[305:330, 310:690] = 0
    first, *others = [Image.fromarray(picture) for _ in range(pages)]
    first.save(path, save_all=True, append_images=others, dpi=(200, 200))
    return path


@pytest.mark.parametrize("size", [(14_400.0, 14_400.0), (14_400.0, 40.0), (3_000.0, 4_000.0)])
def test_a_huge_page_is_read_coarser(tmp_path: Path, size: tuple[float, float]) -> None:
    seen: list[tuple[int, ...]] = []

    def answer(image: Pixels) -> list[Reading]:
        seen.append(image.shape)
        high, wide = image.shape[:2]
        return [Reading("words", rectangle(0.1 * wide, 0.4 * high, 0.3 * wide, 0.42 * high), 0.8)]

    file = pdf(tmp_path / "a.pdf", lambda canvas: canvas.drawImage(SCAN, 0, 0, *size), size=size)
    with open_source(file, ocr=FakeOcr(answer)) as source:
        page = source.page(1)
        assert max(high * wide for high, wide, _ in seen) <= 1.01 * MAX_PIXELS
        assert max(max(shape) for shape in seen) <= 30_000
        (line,) = page.lines
        assert line.x0 == pytest.approx(0.1 * size[0], rel=0.03)
        assert line.x1 == pytest.approx(0.3 * size[0], rel=0.03)
        assert source.look(1, Box(0.05 * size[0], 0.0, 0.5 * size[0], size[1]))[0][0] == "words"
        assert isinstance(source, RecognisedSource)
        part = source.part(page, Box(0.0, 0.0, size[0], size[1]))
        paper = (
            25.0 / affordable_dpi(*size) * 72.0
        )  # round the picture that the engine is shown, and what it is unsure of
        assert part.lines[0].x0 == pytest.approx(0.1 * size[0], rel=0.03, abs=paper)


def test_a_photographed_sheet_is_flattened(tmp_path: Path) -> None:
    import cv2

    truth, picture = upper_half(ENGLISH, 4)
    high, wide = picture.shape[:2]
    corners = np.array([(180, 90), (1180, 140), (1230, 830), (120, 850)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32), corners)
    photo = cv2.warpPerspective(picture, matrix, (1350, 960), borderValue=(60, 55, 50))
    with open_source(saved(tmp_path / "a.jpg", np.asarray(photo, np.uint8), dpi=72), ocr=engine(2)) as source:
        page = source.page(1)
        assert page.width == pytest.approx(842, abs=25)
        true, found = squeezed(truth), squeezed(page.lines)
        assert Levenshtein.distance(true, found) < 0.1 * len(true)


def scanned(path: Path, words: str) -> Path:
    """A PDF of a scan with a hidden text layer of `words`, line by line."""
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path), pagesize=(400, 300), invariant=1)
    canvas.drawImage(ImageReader(Image.fromarray(np.full((300, 400, 3), 240, np.uint8))), 0, 0, 400, 300)
    for i in range(8):
        line = canvas.beginText(40, 260 - 30 * i)
        line.setTextRenderMode(3)
        line.setFont("Helvetica", 12)
        line.textLine(words)
        canvas.drawText(line)
    canvas.save()
    return path


@pytest.mark.parametrize(("layer", "kept"), [("words of a scan", True), ("w0rcls 0t a sc4m?? |~", False)])
def test_a_hidden_layer_is_kept_unless_it_is_poor(layer: str, tmp_path: Path, *, kept: bool) -> None:
    unit = 200 / 72
    seen = [
        Reading("words of a scan", rectangle(40 * unit, (30 + 30 * i) * unit, 130 * unit, (42 + 30 * i) * unit), 0.99)
        for i in range(8)
    ]
    with open_source(scanned(tmp_path / "a.pdf", layer), ocr=FakeOcr(lambda image: seen)) as source:
        page = source.page(1)
        assert page.source is (TextSource.HIDDEN if kept else TextSource.OCR)
        assert {line.text for line in page.lines} == {"words of a scan"}


def test_pictures_are_cut_out_of_the_upright_page(tmp_path: Path) -> None:
    picture = blank(1240, 1754)
    picture[800:1100, 400:800] = np.random.default_rng(0).integers(0, 180, (300, 400, 3), np.uint8)
    with open_source(saved(tmp_path / "a.png", picture), ocr=known()) as source:
        (shown,) = source.page(1).pictures
        assert shown.name == "p1-1"
        with Image.open(io.BytesIO(source.picture(shown))) as cut:
            assert cut.width / cut.height == pytest.approx(4 / 3, abs=0.1)
        ground = Backdrop("p1-backdrop", 1, (shown,))
        with Image.open(io.BytesIO(source.picture(ground))) as whole:
            assert np.asarray(whole)[1000:1250, 520:900].std() < 5.0  # where the figure stood is one colour
