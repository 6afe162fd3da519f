"""The protocol of an open document, which every reader implements."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, Self

from quire.model.geometry import Box
from quire.model.page import Backdrop, Metadata, OutlineItem, Page, Picture
from quire.read.ocr_engine import Pixels


class Source(Protocol):
    """An open document; pages are read on demand and not cached."""

    @property
    def meta(self) -> Metadata:
        """The metadata that the file states."""

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

    def image(self, number: int, dpi: float = 200.0, box: Box | None = None) -> Pixels:
        """The image of a page in the coordinates of its `Page`: upright, straightened, RGB, pixel = point * dpi / 72.

        With a `box` (points) only that part, which saves memory and time.
        """

    def look(self, number: int, box: Box, *, scale: float = 1.0) -> list[tuple[str, Box, float]]:
        """The text in a box of a page, recognised again; empty if the source was opened without an engine.

        Args:
            number: of the page, 1-based.
            box: in the points of its `Page`.
            scale: factor of the resolution of the first recognition.

        Returns:
            Text, box in points, confidence (0..1) of each piece, from top to bottom.
        """

    def close(self) -> None:
        """Close the file; safe to call twice."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class ClosingSource:
    """A source that a ``with`` block closes."""

    def close(self) -> None:
        """Close the file; safe to call twice."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
