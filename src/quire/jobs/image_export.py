"""The pictures of a document, fetched from its source when a writer asks for them."""

from __future__ import annotations

import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping

from quire.errors import FATAL
from quire.jobs.page_ranges import name_pages
from quire.model.document import Document
from quire.model.page import Backdrop, Picture
from quire.model.traversal import pictures
from quire.read.png import GREY, png_file

KEPT_BYTES = 32 << 20
"""PNG bytes kept for a second look; a writer that wants a picture twice wants it soon."""


class LazyPictures(Mapping[str, bytes]):
    """PNG bytes by picture name, in the order of the document.

    Each picture is fetched when it is asked for; the latest are kept as long as they are `KEPT_BYTES` together. A
    picture that cannot be fetched is a small grey square, and a warning names its page.
    """

    def __init__(
        self, document: Document, fetch: Callable[[Picture | Backdrop], bytes], kept_bytes: int = KEPT_BYTES
    ) -> None:
        self._pictures: dict[str, Picture | Backdrop] = {picture.name: picture for picture in pictures(document.blocks)}
        self._pictures |= {picture.name: picture for picture in document.ornaments}
        self._pictures |= {sign.name: sign for page in document.pages for sign in page.signs}
        self._pictures |= {page.backdrop.name: page.backdrop for page in document.pages if page.backdrop}
        self._fetch = fetch
        self._room = kept_bytes
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._broken: dict[str, int] = {}

    def __getitem__(self, name: str) -> bytes:
        """The picture's PNG bytes.

        Raises:
            KeyError: the document has no picture of that name.
        """
        picture = self._pictures[name]
        if name in self._broken:
            return PLACEHOLDER
        if name in self._kept:
            self._kept.move_to_end(name)
            return self._kept[name]
        body = self._fetched(picture)
        self._keep(name, body)
        return body

    def __iter__(self) -> Iterator[str]:
        return iter(self._pictures)

    def __len__(self) -> int:
        return len(self._pictures)

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence about the pictures that could not be read so far; none when all could."""
        if not self._broken:
            return ()
        what = "1 picture" if len(self._broken) == 1 else f"{len(self._broken)} pictures"
        return (f"{what} could not be read (page {name_pages(self._broken.values())}).",)

    def _fetched(self, picture: Picture | Backdrop) -> bytes:
        try:
            return self._fetch(picture)
        except FATAL:
            raise
        except Exception:
            import logging  # start-up time: nearly all pictures can be read

            logging.getLogger(__name__).warning("picture %s cannot be read", picture.name, exc_info=True)
            self._broken[picture.name] = picture.page
            return PLACEHOLDER

    def _keep(self, name: str, body: bytes) -> None:
        if len(body) > self._room:
            return
        self._kept[name] = body
        while sum(map(len, self._kept.values())) > self._room:
            self._kept.popitem(last=False)


def _grey_square(side: int = 16) -> bytes:
    """A PNG file of one light grey."""
    return png_file((side, side), GREY, zlib.compress((b"\x00" + b"\xd9" * side) * side))


PLACEHOLDER = _grey_square()
