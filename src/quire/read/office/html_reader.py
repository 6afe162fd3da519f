"""Web pages: the blocks of the body; nothing that a page links to is loaded, and no script runs."""

from __future__ import annotations

from pathlib import Path

from quire.errors import DocumentTooBig
from quire.model.document import Document
from quire.model.page import Metadata
from quire.read.books.xhtml_blocks import html_blocks, parse_html

MAX_BYTES = 64 << 20


def read_html(path: Path) -> Document:
    """The document.

    Raises:
        DamagedDocument: there is nothing to read. DocumentTooBig: more than `MAX_BYTES`.
    """
    if path.stat().st_size > MAX_BYTES:
        raise DocumentTooBig
    return html_document(path.read_bytes())


def html_document(data: bytes) -> Document:
    """The document of a page's bytes."""
    root = parse_html(data)
    pictures = sum(1 for _ in root.iter("img"))
    warnings = (f"Pictures are left out of the text: {pictures}.",) if pictures else ()
    title = next((" ".join("".join(one.itertext()).split()) for one in root.iter("title")), "")
    language = root.get("lang") or ""
    return Document((), html_blocks(root), meta=Metadata(title=title), language=language, warnings=warnings)
