"""Readers: files to pages. `open_source` is the way in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from quire.errors import UnsupportedType
from quire.model.page import Backdrop, Metadata, OutlineItem, Page, Picture
from quire.read.intake import preflight, sniff

_HEAD = 4096  # bytes that are enough to tell every type apart


class Source(Protocol):
    """An open document; pages are read when asked for and not kept."""

    @property
    def meta(self) -> Metadata:
        """What the file says about itself."""

    @property
    def page_count(self) -> int:
        """Number of pages."""

    @property
    def outline(self) -> tuple[OutlineItem, ...]:
        """The bookmarks in order, with levels."""

    def page(self, number: int) -> Page:
        """A page, 1-based.

        Raises:
            BadRequest: there is no such page.
            DamagedDocument: the page cannot be loaded.
        """

    def picture(self, picture: Picture | Backdrop) -> bytes:
        """A picture of this document as PNG."""

    def render(self, number: int, dpi: float) -> tuple[int, int, bytes]:
        """Width, height and RGB bytes of a page as seen."""

    def close(self) -> None:
        """Let the file go; safe to call twice."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def _open_pdf(path: Path, password: str) -> Source:
    from quire.read.pdf import PdfSource  # PDFium is loaded only when a file needs it

    preflight(path)
    return PdfSource(path, password=password)


READERS: dict[str, Callable[[Path, str], Source]] = {
    "application/pdf": _open_pdf,
}
"""Reader by media type."""


def open_source(path: Path | str, *, password: str = "") -> Source:
    """An open document.

    Raises:
        UnsupportedType: no reader for what the bytes are.
        ProtectedDocument: it needs a password that was not given.
        DamagedDocument: it cannot be read.
    """
    path = Path(path)
    with path.open("rb") as file:
        mime = sniff(file.read(_HEAD))
    reader = READERS.get(mime)
    if reader is None:
        raise UnsupportedType(f"Unsupported file type: {mime}")
    return reader(path, password)
