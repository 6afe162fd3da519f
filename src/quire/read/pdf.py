"""PDF documents through PDFium: the only file that loads the library."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Self

import pypdfium2 as pdfium
import pypdfium2.raw as lib
from pypdfium2_raw import bindings

from quire.errors import BadRequest, DamagedDocument, DocumentError, ProtectedDocument
from quire.model.geometry import Box
from quire.model.page import Metadata, OutlineItem, Page, Picture, PictureKind, TextSource
from quire.read.bulk import ReadPage, page_reader
from quire.read.faces import Faces
from quire.read.glyphs import Matrix, RawPage, address_of
from quire.read.mending import mend

_PASSWORD_ERRORS = {lib.FPDF_ERR_PASSWORD, lib.FPDF_ERR_SECURITY}


class PdfSource:
    """An open PDF; see `quire.read.Source`."""

    def __init__(self, path: Path, *, password: str = "") -> None:
        self._document = _open(path, password)
        self._faces = Faces()
        self.page_count = len(self._document)
        if self.page_count < 1:
            self._document.close()
            raise DamagedDocument
        self.meta = Metadata()
        self.outline: tuple[OutlineItem, ...] = ()

    def page(self, number: int) -> Page:
        """The page with this number, 1-based."""
        if not 1 <= number <= self.page_count:
            raise BadRequest(f"The document has {self.page_count} pages; there is no page {number}.")
        handle = lib.FPDF_LoadPage(self._document.raw, number - 1)
        if not handle:
            raise DamagedDocument
        try:
            return self._page(number, handle)
        finally:
            lib.FPDF_ClosePage(handle)

    def _page(self, number: int, handle: object) -> Page:
        view, width, height = _view(handle)
        raw = self._read(handle, view, width, height)
        return Page(
            number=number,
            width=width,
            height=height,
            lines=tuple(raw.lines),
            rules=tuple(raw.drawn.rules),
            fills=tuple(f for f in raw.drawn.fills if not _is_paper(f, width, height)),
            pictures=tuple(
                Picture(f"p{number}-{i}", number, Box(*image[1:5]), PictureKind.IMAGE, image.width, image.height)
                for i, image in enumerate(raw.images, start=1)
            ),
            source=TextSource.NATIVE if raw.lines else TextSource.NONE,
        )

    def _read(self, handle: object, view: Matrix, width: float, height: float) -> RawPage:
        return _read_page()(address_of(handle), view, width, height, self._faces.make, mend)

    def picture(self, picture: Picture) -> bytes:
        """The picture as PNG."""
        raise NotImplementedError

    def render(self, number: int, dpi: float) -> tuple[int, int, bytes]:
        """Width, height and RGB bytes of a page."""
        page = self._document[number - 1]
        try:
            bitmap = page.render(scale=dpi / 72.0, rev_byteorder=True)
            image = bitmap.to_pil().convert("RGB")
            return image.width, image.height, image.tobytes()
        finally:
            page.close()

    def close(self) -> None:
        """Let the file go."""
        self._document.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


@cache
def _read_page() -> ReadPage:
    return page_reader(lib, _library_path())


def _library_path() -> str:
    """Path of the shared library behind the raw functions."""
    return str(bindings._libs["pdfium"]._name)  # noqa: SLF001 - the loader's record of what it opened


def _open(path: Path, password: str) -> pdfium.PdfDocument:
    try:
        return pdfium.PdfDocument(path, password=password or None)
    except pdfium.PdfiumError as error:
        raise _mapped(error) from None


def _mapped(error: pdfium.PdfiumError) -> DocumentError:
    return ProtectedDocument() if getattr(error, "err_code", 0) in _PASSWORD_ERRORS else DamagedDocument()


def _view(handle: object) -> tuple[Matrix, float, float]:
    """The way from user space to the visible page, and its size; the page's rotation is applied."""
    rect = lib.FS_RECTF()
    lib.FPDF_GetPageBoundingBox(handle, rect)
    x0, y0, x1, y1 = rect.left, rect.bottom, rect.right, rect.top
    width, height = x1 - x0, y1 - y0
    turn = lib.FPDFPage_GetRotation(handle) & 3
    if turn == 0:
        return (1.0, 0.0, 0.0, -1.0, -x0, y1), width, height
    if turn == 1:
        return (0.0, 1.0, 1.0, 0.0, -y0, -x0), height, width
    if turn == 2:
        return (-1.0, 0.0, 0.0, 1.0, x1, -y0), width, height
    return (0.0, -1.0, -1.0, 0.0, y1, x1), height, width


_WHITE = 0xFA  # a paper-coloured channel
_COVERS = 0.9  # of the page: a background


def _is_paper(fill: tuple[float, float, float, float, int], width: float, height: float) -> bool:
    """Whether a fill is only the white page itself."""
    x0, y0, x1, y1, color = fill
    white = min(color >> 16, color >> 8 & 255, color & 255) >= _WHITE
    return white and (x1 - x0) * (y1 - y0) >= _COVERS * width * height
