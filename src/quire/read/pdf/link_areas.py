"""The clickable areas of a page."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from types import ModuleType

from quire.model.geometry import Box
from quire.model.page import Link
from quire.read.matrices import Matrix, map_box
from quire.read.pdf.catalog import destination

_MAX_LINKS = 5_000  # of a page
_MAX_URI = 8192  # bytes
_GOTO, _URI = 1, 3  # PDFACTION_*
# Addresses that are safe to follow: no scripts, no local files.
_SCHEMES = re.compile(r"^(?:https?|ftp|mailto|tel):[^\s\x00-\x1f]+$", re.IGNORECASE)
_BARE = re.compile(r"^www\.[^\s\x00-\x1f]+$", re.IGNORECASE)


def links_of(lib: ModuleType, document: object, page: object, view: Matrix, page_count: int) -> Iterator[Link]:
    """The links of a page in the order of the file.

    Args:
        lib: PDFium's raw functions.
        document: the FPDF_DOCUMENT.
        page: the FPDF_PAGE.
        view: from user space to the visible page.
        page_count: of the document.
    """
    position, link = ctypes.c_int(0), lib.FPDF_LINK()
    for _ in range(_MAX_LINKS):
        if not lib.FPDFLink_Enumerate(page, position, link):
            return
        rect = lib.FS_RECTF()
        if not lib.FPDFLink_GetAnnotRect(link, rect):
            continue
        uri, number, y = _target(lib, document, link, page_count)
        if uri is not None or number is not None:
            yield Link(Box(*map_box(view, rect.left, rect.bottom, rect.right, rect.top)), uri, number, y)


def _target(
    lib: ModuleType, document: object, link: object, page_count: int
) -> tuple[str | None, int | None, float | None]:
    dest = lib.FPDFLink_GetDest(document, link)
    action = None if dest else lib.FPDFLink_GetAction(link)
    kind = lib.FPDFAction_GetType(action) if action else 0
    if kind == _URI:
        return _uri(lib, document, action), None, None
    if kind == _GOTO:
        dest = lib.FPDFAction_GetDest(document, action)
    number, y = destination(lib, document, dest, page_count)
    return None, number, y


def _uri(lib: ModuleType, document: object, action: object) -> str | None:
    size = lib.FPDFAction_GetURIPath(document, action, None, 0)
    if not 1 < size < _MAX_URI:
        return None
    buffer = ctypes.create_string_buffer(size)
    lib.FPDFAction_GetURIPath(document, action, buffer, size)
    return safe_uri(buffer.value)


def safe_uri(raw: bytes) -> str | None:
    """The address in a URI action if it is safe to follow; None otherwise."""
    text = raw.decode("utf-8", "replace").strip()
    if _BARE.match(text):
        text = "http://" + text
    return text if _SCHEMES.match(text) else None
