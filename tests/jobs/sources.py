"""A source that is made of values: what `convert` needs, whatever the type of file."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from quire.errors import DamagedDocument
from quire.model.geometry import Box
from quire.model.page import Line, Metadata, OutlineItem, Page, Picture, PictureKind, Word
from tests import documents as make


def line(text: str, top: float, left: float = 72.0) -> Line:
    """A line of body text."""
    words: list[Word] = []
    x = left
    for part in text.split():
        width = 6.0 * len(part)
        words.append(Word(part, x, top, x + width, top + 12, top + 9, make.BODY, bool(words)))
        x += width + 3
    return Line(tuple(words), left, top, x - 3, top + 12, top + 9)


def page(number: int, *texts: str, pictures: Sequence[Picture] = ()) -> Page:
    """A page with a line for each text."""
    lines = tuple(line(text, 80.0 + 40 * at) for at, text in enumerate(texts))
    return Page(number, 595.0, 842.0, lines=lines, pictures=tuple(pictures))


def placed(name: str, number: int) -> Picture:
    """A picture in the middle of a page."""
    return Picture(name, number, Box(100.0, 300.0, 400.0, 500.0), PictureKind.IMAGE, 300, 200)


class FakeSource:
    """Pages as given; pictures whose name begins with "bad" cannot be read."""

    def __init__(self, *pages: Page) -> None:
        self.pages = pages
        self.meta = Metadata(title="Fake")
        self.outline: tuple[OutlineItem, ...] = ()
        self.page_count = len(pages)
        self.closed = False
        self.fetched: list[str] = []

    def page(self, number: int) -> Page:
        return self.pages[number - 1]

    def picture(self, picture: Picture) -> bytes:
        self.fetched.append(picture.name)
        if "bad" in picture.name:
            raise DamagedDocument
        return make.png()

    def render(self, number: int, dpi: float) -> tuple[int, int, bytes]:
        return 1, 1, b"\xff\xff\xff"

    def close(self) -> None:
        self.closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
