"""QR codes in a picture, through zxing-cpp; the only module that loads the library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from quire.errors import require
from quire.model.barcode import Barcode
from quire.model.geometry import Box
from quire.model.page import Page, TextSource
from quire.read.ocr_resolution import DPI, pixels_per_point
from quire.read.source import Source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from quire.read.ocr_engine import Pixels

    _Picture = NDArray[np.integer | np.floating]

MAX_TEXT = 4096  # characters; a QR code holds at most 4,296 letters, an invoice's has about 100
_LONG_SIDE = 3000  # pixels: larger pictures are first tried reduced
_SMALL_SIDE = 1400  # pixels: smaller ones are tried enlarged
_MIN_SIDE, _MAX_SIDE = 20.0, 220.0  # points: sides of codes on invoices
_SQUARE = (0.8, 1.25)  # width by height of a code
_MIN_MODULES = 21  # on a side of the smallest code (ISO/IEC 18004)
_MIN_FILLS = 60  # of a code that is drawn as vectors
_QUIET_ZONE = 16  # pixels of white around a picture, which may be cut at the code
_MAX_TRIED = 6  # pictures of a page
_CORNER = 0.5  # share of the sides of the corner that is tried enlarged: invoices print their code top left


def qr_codes(image: Pixels, *, scale: float = 1.0) -> list[Barcode]:
    """The QR codes of a picture, each once; boxes in pixels divided by `scale` (pixels per point gives points).

    Tries the picture as it is, reduced, enlarged, and its corners, until a code is found.
    """
    if min(image.shape[:2]) < _MIN_MODULES:
        return []
    for picture, factor, dx, dy in _tries(image):
        found = _decode(picture, factor, (dx, dy), scale)
        if found:
            return found
    return []


def page_qr_codes(source: Source, page: Page) -> list[Barcode]:
    """The QR codes of a page, boxes in its points.

    On a page with a text layer only pictures that may be a code are read, which saves drawing the page.

    Raises:
        Unavailable: the reader of codes is not installed.
    """
    require("zxingcpp")
    if page.source is TextSource.NATIVE:
        found = [code for box in _square(page) for code in _within(source, page, box)]
        if found or (page.lines and not page.pictures and len(page.fills) < _MIN_FILLS):
            return found
    picture = source.image(page.number, DPI)
    return qr_codes(picture, scale=pixels_per_point(picture, page.width))


def _square(page: Page) -> list[Box]:
    """The boxes of square pictures of the size of printed codes."""
    boxes = [p.box for p in page.pictures if _MIN_SIDE < p.box.width < _MAX_SIDE]
    return [b for b in boxes if _SQUARE[0] < b.width / max(b.height, 1.0) < _SQUARE[1]][:_MAX_TRIED]


def _within(source: Source, page: Page, box: Box) -> list[Barcode]:
    import cv2
    import numpy as np

    picture = next(p for p in page.pictures if p.box == box)
    raw = cv2.imdecode(np.frombuffer(source.picture(picture), np.uint8), cv2.IMREAD_GRAYSCALE)
    if raw is None:
        return []
    framed = cv2.copyMakeBorder(raw, *(_QUIET_ZONE,) * 4, cv2.BORDER_CONSTANT, value=255)
    return [code._replace(box=box) for code in _decode(framed, 1.0, (0, 0), 1.0)]


def _tries(image: Pixels) -> Iterator[tuple[_Picture, float, int, int]]:
    """(picture, its scale, offset x, offset y in the picture's source)."""
    import cv2

    height, width = image.shape[:2]
    long_side = max(height, width)
    if long_side > _LONG_SIDE:
        yield _sized(image, _LONG_SIDE / 2 / long_side), _LONG_SIDE / 2 / long_side, 0, 0
    yield image, 1.0, 0, 0
    if long_side < _SMALL_SIDE:
        yield _sized(image, 2.0), 2.0, 0, 0
    top, left = int(height * _CORNER), int(width * _CORNER)
    for y, x in ((0, 0), (0, width - left), (height - top, 0), (height - top, width - left)):
        part = image[y : y + top, x : x + left]
        factor = 2.0 if long_side < _LONG_SIDE else 1.0
        yield _sized(part, factor), factor, x, y
        grey = cv2.cvtColor(part, cv2.COLOR_RGB2GRAY)
        sharp = cv2.addWeighted(grey, 2.0, cv2.GaussianBlur(grey, (0, 0), 3), -1.0, 0)
        yield _sized(sharp, factor), factor, x, y


def _sized(image: _Picture, factor: float) -> _Picture:
    import cv2

    if factor == 1.0:
        return image
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    resized: _Picture = cv2.resize(image, None, fx=factor, fy=factor, interpolation=way)
    return resized


def _decode(picture: _Picture, factor: float, offset: tuple[int, int], scale: float) -> list[Barcode]:
    import numpy as np
    import zxingcpp

    found: dict[str, Barcode] = {}
    for code in zxingcpp.read_barcodes(
        np.ascontiguousarray(picture), formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.QRCode)
    ):
        corners = code.position
        points = [corners.top_left, corners.top_right, corners.bottom_right, corners.bottom_left]
        xs = [(p.x / factor + offset[0]) / scale for p in points]
        ys = [(p.y / factor + offset[1]) / scale for p in points]
        if code.text and len(code.text) <= MAX_TEXT:
            found.setdefault(code.text, Barcode(code.text, Box(min(xs), min(ys), max(xs), max(ys))))
    return list(found.values())
