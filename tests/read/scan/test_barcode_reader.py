from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from quire.read import open_source
from quire.read.scan.barcode_reader import page_qr_codes, qr_codes

TEXT = "01,10,043002200911,45933445,4073.90,20220419,05402529581244737706,DA3A,"


def picture(text: str = TEXT, *, scale: int = 4) -> np.ndarray:
    made = np.array(zxingcpp.create_barcode(text, zxingcpp.BarcodeFormat.QRCode).to_image(scale=scale))
    return np.repeat(made[:, :, None], 3, axis=2)


def sheet(*, size: tuple[int, int] = (1200, 1600), at: tuple[int, int] = (60, 40), scale: int = 4) -> np.ndarray:
    page = np.full((*size, 3), 245, np.uint8)
    code = picture(scale=scale)
    page[at[0] : at[0] + code.shape[0], at[1] : at[1] + code.shape[1]] = code
    return page


@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_a_code_is_found_at_any_turn(turn: int):
    (found,) = qr_codes(np.ascontiguousarray(np.rot90(sheet(), turn)))
    assert found.text == TEXT


def test_its_place_is_in_points():
    (found,) = qr_codes(sheet(), scale=2.0)
    side = picture().shape[0]
    assert found.box.x0 == pytest.approx(20, abs=12)
    assert found.box.y0 == pytest.approx(30, abs=12)
    assert found.box.width == pytest.approx(side / 2, abs=24)


def test_small_codes_are_enlarged_and_big_pictures_reduced():
    assert [c.text for c in qr_codes(sheet(scale=2, size=(700, 900)))] == [TEXT]
    assert [c.text for c in qr_codes(sheet(scale=12, size=(2400, 3600)))] == [TEXT]


@pytest.mark.parametrize("size", [(1, 1), (5, 400), (300, 300)])
def test_pictures_without_a_code(size: tuple[int, int]):
    rng = np.random.default_rng(1)
    assert qr_codes(rng.integers(0, 255, (*size, 3), dtype=np.uint8)) == []


def test_the_code_of_a_text_page_is_found_in_its_picture(tmp_path: Path):
    path = tmp_path / "a.pdf"
    canvas = Canvas(str(path), pagesize=(595, 397))
    canvas.drawString(200, 200, "text that makes this a page with a text layer")
    canvas.drawImage(ImageReader(Image.fromarray(picture())), 30, 300, 60, 60)
    canvas.showPage()
    canvas.drawString(200, 200, "a page without a code on it, but with text")
    canvas.save()
    with open_source(path) as source:
        (found,) = page_qr_codes(source, source.page(1))
        assert found.text == TEXT
        assert tuple(found.box) == pytest.approx((30, 37, 90, 97), abs=1)
        assert page_qr_codes(source, source.page(2)) == []
