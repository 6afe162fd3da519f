"""Recognition that stops in time."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from quire.clock import FakeClock
from quire.errors import OutOfTime
from quire.jobs.conversion import convert
from quire.jobs.ocr_deadline import DeadlineOcr, with_deadline
from quire.read.ocr_engine import FakeOcr, Reading, rectangle
from quire.web.console.translations_errors import explain
from tests.read.scanning import blank

PLACE = rectangle(200, 200, 800, 280)


def test_an_engine_reads_until_its_deadline() -> None:
    clock = FakeClock()
    ocr = DeadlineOcr(FakeOcr(lambda image: [Reading("words", PLACE, 0.9)]), 10.0, clock)
    picture = blank(1000, 400)
    clock.advance(9.0)
    assert ocr.read(picture)[0].text == "words"
    assert ocr.find(picture) == [PLACE]
    assert ocr.recognise(picture, [PLACE])[0].text == "words"
    clock.advance(1.0)
    for act in (lambda: ocr.read(picture), lambda: ocr.find(picture), lambda: ocr.recognise(picture, [PLACE])):
        with pytest.raises(OutOfTime):
            act()


def test_a_busy_machine_delays_the_deadline() -> None:
    clock, used = FakeClock(), [3.0]
    ocr = DeadlineOcr(FakeOcr(lambda image: []), 10.0, clock, lambda: used[0])
    clock.advance(12.0)
    used[0] += 9.0
    assert ocr.read(blank(100, 100)) == []
    used[0] += 1.0
    with pytest.raises(OutOfTime):
        ocr.read(blank(100, 100))


def test_no_limit_is_none() -> None:
    ocr = FakeOcr(lambda image: [])
    assert with_deadline(ocr, 0.0) is ocr
    assert isinstance(with_deadline(ocr, 5.0), DeadlineOcr)


def test_a_long_scan_is_done_with_its_later_pages_as_pictures(tmp_path: Path) -> None:
    clock = FakeClock()

    class Slow(FakeOcr):
        def find(self, image):
            clock.advance(4.0)
            return super().find(image)

    pages = [Image.fromarray(blank(800, 1100)) for _ in range(4)]
    for page in pages:
        page.paste((0, 0, 0), (110, 110, 390, 130))
    pages[0].save(tmp_path / "in.tif", save_all=True, append_images=pages[1:], dpi=(100, 100))
    ocr = DeadlineOcr(Slow(lambda image: [Reading("words", PLACE, 0.9)]), 7.0, clock)
    made = convert(tmp_path / "in.tif", tmp_path / "o.md", to="md", ocr=ocr)
    assert made.needs_ocr
    assert made.needs_ocr == tuple(range(made.needs_ocr[0], 5))
    assert 1 not in made.needs_ocr
    first = made.needs_ocr[0]
    named = f"Page {first}" if first == 4 else f"Pages {first}-4"
    it = "it" if first == 4 else "them"
    said = f"{named} could not be recognised within the time limit of one document: convert {it} separately."
    assert made.warnings[0] == said
    assert explain(said, "", "zh").startswith(f"第 {named.split()[1]} 页来不及识别")
