"""Picture files as documents: JPEG, PNG, WebP, BMP, TIFF with all its pages.

Pages are as in a viewer: the camera's orientation tag (Exif 2.32, tag 0x0112) is applied, transparent areas are white.
Sizes are checked before pixels are decoded.
"""

from __future__ import annotations

import math
import struct
import warnings
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from quire.errors import BadRequest, DamagedDocument, DocumentError, DocumentTooBig
from quire.model.geometry import Box
from quire.model.page import Backdrop, Metadata, OutlineItem, Page, Picture, TextSource
from quire.read import raster
from quire.read.ocr_engine import Pixels
from quire.read.ocr_resolution import clipped_box, crop, pixels_per_point
from quire.read.scan.paper_corners import paper_size
from quire.read.source import ClosingSource

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image


_MAX_PIXELS = 100_000_000  # of a page: A3 at 600 dpi has 70 million; 300 MB of RGB
_MAX_FILE = 1 << 30  # bytes
_MAX_PAGES = 10_000  # the page list of a TIFF can be cyclic
_TRUSTED_DPI = (100.0, 1_300.0)  # programs write 72 and 96 if they do not know
_DPI_TOLERANCE = 0.02  # between the resolutions across and down
_USUAL_SIDE = (200.0, 3_400.0)  # points: the longer sides of pages, from a receipt to A0
_RENDERED_DPI = (8.0, 600.0)
_MAX_RENDERED = 40_000_000  # pixels, as of a PDF page
_MIN_SIDE = 3  # pixels
_WHITE_16 = 65_535.0  # level of white in a picture of 16 bits

_BROKEN = (OSError, SyntaxError, ValueError, TypeError, IndexError, KeyError, EOFError, ArithmeticError, struct.error)
"""Exceptions of the decoders for damaged files."""


class ImageSource(ClosingSource):
    """An open picture file; see `quire.read.Source`. The last page is cached as pixels."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._pages: OrderedDict[int, Image] = OrderedDict()
        if path.stat().st_size > _MAX_FILE:
            raise DocumentTooBig
        with self._decoding() as image:
            self.page_count = min(int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1, _MAX_PAGES)
        self.meta = Metadata()

    @property
    def outline(self) -> tuple[OutlineItem, ...]:
        """Pictures have no bookmarks."""
        return ()

    def page(self, number: int) -> Page:
        """The page, without text."""
        width, height = self._size(number)
        return Page(number, width, height, source=TextSource.NONE, needs_ocr=True)

    def picture(self, picture: Picture | Backdrop) -> bytes:
        """A part of a page as PNG, in the file's own resolution."""
        page = self._page(picture.page)
        box = picture.box if isinstance(picture, Picture) else Box(0.0, 0.0, *self._size(picture.page))
        scale = page.width / self._size(picture.page)[0]
        return raster.encode_png(page.crop(tuple(round(side * scale) for side in box)))  # type: ignore[arg-type]

    def render(self, number: int, dpi: float) -> tuple[int, int, bytes]:
        """Width, height and RGB bytes of a page; `dpi` is kept within 8 to 600, and 40 million pixels."""
        page = self._resized(number, dpi)
        return page.width, page.height, page.tobytes()

    def image(self, number: int, dpi: float = 200.0, box: Box | None = None) -> Pixels:
        """The page, or a box of it, as an array."""
        import numpy as np

        picture = np.asarray(self._resized(number, dpi))
        if box is None:
            return picture
        size = self._size(number)
        return crop(picture, clipped_box(box, *size), pixels_per_point(picture, size[0]))

    def look(self, number: int, box: Box, *, scale: float = 1.0) -> list[tuple[str, Box, float]]:  # noqa: ARG002 - see `Source`
        """Nothing: no engine was given."""
        return []

    def close(self) -> None:
        """Release the pixels; safe to call twice."""
        self._pages.clear()

    def _resized(self, number: int, dpi: float) -> Image:
        page = self._page(number)
        width, height = self._size(number)
        low, high = _RENDERED_DPI
        scale = min(max(dpi, low), high) / 72.0
        scale = min(scale, math.sqrt(_MAX_RENDERED / (width * height)))
        size = (max(1, round(width * scale)), max(1, round(height * scale)))
        return page if size == page.size else page.resize(size, _filter(page.width, size[0]))

    def _size(self, number: int) -> tuple[float, float]:
        """Width and height of a page in points."""
        page = self._page(number)
        return _points(page.size, page.info.get("dpi"))

    def _page(self, number: int) -> Image:
        if not 1 <= number <= self.page_count:
            raise BadRequest(f"The document has {self.page_count} pages; there is no page {number}.")
        if number not in self._pages:
            with self._decoding() as image:
                if number > 1:
                    image.seek(number - 1)
                    _check(image)
                page = _upright(image)
            self._pages.clear()
            self._pages[number] = page
        return self._pages[number]

    @contextmanager
    def _decoding(self) -> Iterator[Image]:
        """The open file; exceptions of its decoder become errors of ours.

        Raises:
            DamagedDocument: it cannot be decoded.
            DocumentTooBig: it has more pixels than any page.
        """
        from PIL import Image

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # decoders warn about odd metadata
                with Image.open(self._path, formats=("JPEG", "PNG", "TIFF", "WEBP", "BMP")) as image:
                    _check(image)
                    yield image
        except Image.DecompressionBombError:
            raise DocumentTooBig from None
        except _BROKEN as error:
            raise DamagedDocument from error


def _check(image: Image) -> None:
    """Raises: DocumentTooBig, DocumentError if too small for any letter."""
    if image.width * image.height > _MAX_PIXELS:
        raise DocumentTooBig
    if min(image.size) < _MIN_SIDE:
        raise DocumentError(f"The picture is too small to read: {image.width} by {image.height} pixels.")


def _upright(image: Image) -> Image:
    """The pixels in RGB as in a viewer, with the resolution in `info`."""
    from PIL import Image, ImageOps

    dpi = image.info.get("dpi")
    image.load()
    turned = ImageOps.exif_transpose(image)
    if turned.mode in {"I", "F"} or turned.mode.startswith("I;16"):
        page = _deep(turned)
    elif "A" in turned.getbands() or "transparency" in turned.info:
        layer = turned.convert("RGBA")
        page = Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer).convert("RGB")
    else:
        page = turned.convert("RGB")
    page.info = {"dpi": dpi}
    return page


def _deep(image: Image) -> Image:
    """A grey picture of more than 8 bits in RGB: 16 bits are scaled, anything else is stretched to its range."""
    import numpy as np
    from PIL import Image

    values: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = np.nan_to_num(np.asarray(image, dtype=np.float64))
    low, high = (0.0, _WHITE_16) if image.mode != "F" and values.min() >= 0.0 else (values.min(), values.max())
    if image.mode != "F" and values.max() > _WHITE_16:
        low, high = values.min(), values.max()
    grey = np.clip((values - low) * (255.0 / max(high - low, 1e-9)), 0.0, 255.0).astype(np.uint8)
    return Image.fromarray(grey).convert("RGB")


def _points(size: tuple[int, int], dpi: object) -> tuple[float, float]:
    """The size of a page: from its resolution if plausible, otherwise as usual for paper."""
    longer = max(size)
    stated = _stated(dpi)
    if stated and _USUAL_SIDE[0] <= longer * 72.0 / stated <= _USUAL_SIDE[1]:
        return size[0] * 72.0 / stated, size[1] * 72.0 / stated
    return paper_size(*size)


def _stated(dpi: object) -> float:
    """The resolution in the file; 0 if it has none, or a default that means nothing."""
    try:
        across, down = (float(value) for value in dpi)  # type: ignore[attr-defined]
    except (TypeError, ValueError, ZeroDivisionError):
        return 0.0
    low, high = _TRUSTED_DPI
    return across if low <= across <= high and abs(across - down) <= _DPI_TOLERANCE * across else 0.0


def _filter(before: int, after: int) -> int:
    from PIL import Image

    return Image.Resampling.BOX if after * 2 < before else Image.Resampling.BICUBIC
