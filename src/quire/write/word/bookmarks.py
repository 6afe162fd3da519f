"""Bookmarks: the pages that links lead to, and the headings of the contents."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from quire.model.block import Block, Heading, Note
from quire.model.document import Document
from quire.model.traversal import own_spans, walk
from quire.write.office.package import page_target
from quire.write.word.paragraph import Para, Pieces
from quire.write.word.wordprocessingml import tag


class Bookmarks:
    """The bookmarks of a document.

    Args:
        document: the whole.
        headings: the headings, in order.
        wanted: indices of the headings that something refers to.
    """

    def __init__(self, document: Document, headings: Iterable[Heading], wanted: Collection[int]) -> None:
        self.pages: dict[int, str] = {}  # names by page
        self._at: dict[int, list[str]] = {}  # names by index of the top-level block
        self._headings = {id(heading): number for number, heading in enumerate(headings) if number in wanted}
        self._last = 0
        self._mark_pages(document)

    def put(self, index: int, block: Block, written: Pieces) -> None:
        """Puts the bookmarks of the top-level block with this index around its first paragraph."""
        names = list(self._at.get(index, ()))
        if id(block) in self._headings:
            names.append(heading_bookmark(self._headings[id(block)]))
        if not names:
            return
        target = next((piece for piece in written if isinstance(piece, Para)), None)
        if target is None:
            target = Para("Spacer")
            written.insert(0, target)
        for name in names:
            self._last += 1
            start = tag("w:bookmarkStart", w_id=self._last, w_name=name)
            target.content = start + target.content + tag("w:bookmarkEnd", w_id=self._last)

    def _mark_pages(self, document: Document) -> None:
        """A bookmark for each page that a link leads to, at the first block that stands there or after."""
        linked = {page_target(span.link) for block in walk(document.blocks) for span in own_spans(block) if span.link}
        present = {page.number for page in document.pages}
        starts = [
            (block.places[0].page, index)
            for index, block in enumerate(document.blocks)
            if block.places and not isinstance(block, Note)
        ]
        for page in sorted(page for page in linked if page is not None and page in present):
            index = next((index for at, index in starts if at >= page), None)
            if index is not None:
                self.pages[page] = f"p{page}"
                self._at.setdefault(index, []).append(f"p{page}")


def heading_bookmark(number: int) -> str:
    """The bookmark of the heading with this index, named as Word names those of its contents."""
    return f"_Toc{number + 1:06d}"
