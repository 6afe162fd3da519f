"""Tables of contents for tests: documents that print them, and what was found in them."""

from __future__ import annotations

from quire.model.block import Block, Heading, Paragraph
from quire.model.document import Document, PageInfo
from quire.model.traversal import text_of
from quire.write.printed_contents import Contents
from tests import documents as make


def document(*blocks: Block, pages: int = 3) -> tuple[Document, list[Heading]]:
    """A document of the blocks, and its headings."""
    infos = tuple(PageInfo(n, 595, 842) for n in range(1, pages + 1))
    return Document(infos, blocks), [block for block in blocks if isinstance(block, Heading)]


def entries(found: Contents | None) -> list[tuple[str, str, int, int | None]]:
    """Title, page, level and heading of each entry."""
    return [(text_of(e.title), e.page, e.level, e.heading) for e in found.entries] if found else []


def lines(*texts: str) -> list[Paragraph]:
    """A paragraph of each text."""
    return [make.paragraph(text) for text in texts]
