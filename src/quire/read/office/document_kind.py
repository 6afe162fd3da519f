"""What kind of document a file without pages is: by its bytes, and for text by its first lines."""

from __future__ import annotations

import re
from pathlib import Path, PurePath

from quire.errors import UnsupportedType
from quire.read.books.text_encoding import is_text
from quire.read.file_preflight import sniff

KINDS = ("docx", "pptx", "xlsx", "epub", "html", "eml", "md", "txt")

_HEAD = 1 << 16
_SNIFFED = 4096
_MAIN = {"word/document.xml": "docx", "ppt/presentation.xml": "pptx", "xl/workbook.xml": "xlsx"}
"""The part that every producer in use names so."""
_HEADER = re.compile(rb"(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+", re.DOTALL)
_MAIL = re.compile(
    rb"^(?:From|Received|Return-Path|MIME-Version|Message-ID|Delivered-To):", re.IGNORECASE | re.MULTILINE
)
_MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd"})


def document_kind(path: Path, name: str = "") -> str:
    """Which of `KINDS` a file is; `name` is its name if the path has another one.

    Raises:
        UnsupportedType: it is none of them.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    seen = sniff(head[:_SNIFFED])
    if seen == "application/epub+zip":
        return "epub"
    if head[:2] == b"PK":
        return _package_kind(path, seen)
    if seen == "text/html" or (seen == "application/xml" and b"<html" in head[:_SNIFFED].lower()):
        return "html"
    if seen in {"text/plain", "application/octet-stream"} and is_text(head):
        if _is_mail(head):
            return "eml"
        return "md" if PurePath(name or path.name).suffix.lower() in _MARKDOWN else "txt"
    raise UnsupportedType(f"Unsupported file type: {seen}")


def _package_kind(path: Path, seen: str) -> str:
    import zipfile

    try:
        with zipfile.ZipFile(path) as package:
            names = set(package.namelist())
    except (zipfile.BadZipFile, OSError, NotImplementedError):
        names = set()
    if "META-INF/container.xml" in names:
        return "epub"
    for part, kind in _MAIN.items():
        if part in names:
            return kind
    raise UnsupportedType(f"Unsupported file type: {seen}")


def _is_mail(head: bytes) -> bool:
    """Whether a text begins with the header of a message (RFC 5322, 2.2), two fields that mail has among it."""
    header = _HEADER.match(head.replace(b"\r\n", b"\n").removeprefix(b"\xef\xbb\xbf"))
    return header is not None and len(_MAIL.findall(header[0])) >= 2
