"""The kind of a book: by its bytes if they tell; by its name to choose between plain text and Markdown."""

from __future__ import annotations

import struct
from pathlib import Path, PurePath

from quire.errors import UnsupportedType
from quire.read.books.text_encoding import is_text
from quire.read.file_preflight import sniff

__all__ = ["BOOK_KINDS", "book_kind"]

BOOK_KINDS = ("epub", "pdf", "md", "txt")

_HEAD = 1 << 16  # bytes that show whether a file is text
_MAGIC = 4096  # bytes that are enough to detect every other type
_MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd"})
_UNNAMED = frozenset({"text/plain", "application/octet-stream"})
_MARKED_UP = frozenset({"text/html", "application/xml"})  # a book of text or Markdown may begin like one
_ZIP_TAIL, _ZIP_LIST = 22 + 65_535, 4 << 20  # bytes: the longest end record; the part of the file list that is read


def book_kind(path: Path, name: str = "") -> str:
    """Which of `BOOK_KINDS` a file is; `name` is its name if the path has another one.

    Raises:
        UnsupportedType: it is none of them.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    seen = sniff(head[:_MAGIC])
    if seen == "application/epub+zip" or (seen == "application/zip" and _is_epub(path)):
        return "epub"
    if seen == "application/pdf":
        return "pdf"
    if seen in _UNNAMED | _MARKED_UP and is_text(head):
        suffix = PurePath(name or path.name).suffix.lower()
        if suffix in _MARKDOWN:
            return "md"
        if seen in _UNNAMED or suffix == ".txt":
            return "txt"
    raise UnsupportedType(f"Unsupported file type: {seen}")


def _is_epub(path: Path) -> bool:
    """Whether a zip archive without the usual beginning is an EPUB, by its list of names.

    The list is at the end of the archive (APPNOTE 4.3.12 and 4.3.16); its names are not compressed.
    """
    with path.open("rb") as file:
        file.seek(0, 2)
        file.seek(max(0, file.tell() - _ZIP_TAIL))
        tail = file.read()
        found = tail.rfind(b"PK\x05\x06")
        if found < 0 or len(tail) < found + 22:
            return False
        size, start = struct.unpack_from("<II", tail, found + 12)
        file.seek(start)
        names = file.read(min(size, _ZIP_LIST))
    return b"META-INF/container.xml" in names or b".opf" in names
