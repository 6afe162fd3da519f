"""What a reader gives: an open document."""

from __future__ import annotations

from types import TracebackType
from typing import Protocol, Self

from quire.model.geometry import Box
from quire.model.page import Backdrop, Metadata, OutlineItem, Page, Picture
from quire.read.ocr_engine import Pixels


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

    def image(self, number: int, dpi: float = 200.0, box: Box | None = None) -> Pixels:
        """The picture of a page that matches its `Page`: upright, straightened, RGB, pixel = point * dpi / 72.

        With a `box` (points) only what it holds, which takes memory and time for no more.
        """

    def look(self, number: int, box: Box, *, scale: float = 1.0) -> list[tuple[str, Box, float]]:
        """The text in a box of a page, recognised anew; empty when the source was opened without an engine.

        Args:
            number: of the page, 1-based.
            box: where to look, in the points of its `Page`.
            scale: how many times bigger than for the first reading the text is shown to the engine.

        Returns:
            Text, box in points, confidence (0..1) of each piece, from top to bottom.
        """

    def close(self) -> None:
        """Let the file go; safe to call twice."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class ClosingSource:
    """A source that a ``with`` block closes: the context manager over its `close`."""

    def close(self) -> None:
        """Let the file go; safe to call twice."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
