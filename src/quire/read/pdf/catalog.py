"""The document-level data of a PDF: metadata, outline, page labels, destinations.

`lib` is PDFium's raw functions; `quire.read.pdf.pdf_source` passes it in.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterator
from types import ModuleType

from quire.model.page import Metadata, OutlineItem
from quire.read.pdf.object_properties import address_of

_USUAL = 512  # bytes: titles, labels and names of types are shorter
_TERMINATOR = 2  # bytes of the zero at the end of a UTF-16 string
_MAX_BOOKMARKS = 20_000  # more are an attack
_MAX_DEPTH = 32  # levels of bookmarks
_DATE = re.compile(r"^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:([+-])(\d\d)'?(\d\d)?'?|(Z))?")
_GOTO_ACTION = 1  # PDFACTION_GOTO


def utf16_string(call: Callable[[object, int], int]) -> str:
    """The UTF-16 string that a PDFium function writes into a buffer if it fits; the call returns its size in bytes."""
    buffer = ctypes.create_string_buffer(_USUAL)
    size = call(buffer, _USUAL)
    if size <= _TERMINATOR:
        return ""
    if size > _USUAL:
        buffer = ctypes.create_string_buffer(size)
        call(buffer, size)
    return buffer.raw[: size - _TERMINATOR].decode("utf-16-le", "replace").replace("\0", "").strip()


def metadata(lib: ModuleType, document: object) -> Metadata:
    """The metadata that the file states."""

    def text(key: bytes) -> str:
        return utf16_string(lambda buffer, size: int(lib.FPDF_GetMetaText(document, key, buffer, size)))

    return Metadata(
        title=text(b"Title"),
        author=text(b"Author"),
        subject=text(b"Subject"),
        keywords=text(b"Keywords"),
        creator=text(b"Creator"),
        producer=text(b"Producer"),
        language=_language(lib, document),
        created=iso_date(text(b"CreationDate")),
        modified=iso_date(text(b"ModDate")),
        tagged=bool(lib.FPDFCatalog_IsTagged(document)),
    )


def _language(lib: ModuleType, document: object) -> str:
    kind = ctypes.POINTER(lib.FPDF_WCHAR)

    def call(buffer: object, size: int) -> int:
        pointer = None if buffer is None else ctypes.cast(buffer, kind)  # type: ignore[arg-type]  # a string buffer
        return int(lib.FPDFCatalog_GetLanguage(document, pointer, size))

    return utf16_string(call)


def iso_date(text: str) -> str:
    """ISO 8601 for a PDF date (ISO 32000-1, 7.9.4); "" if it is not one."""
    match = _DATE.match(text.strip())
    if match is None:
        return ""
    year, month, day, hour, minute, second, sign, hours, minutes, zulu = match.groups()
    date = f"{year}-{month or '01'}-{day or '01'}"
    if not ("01" <= (month or "01") <= "12" and "01" <= (day or "01") <= "31"):
        return ""
    if hour is None:
        return date
    zone = "Z" if zulu else f"{sign}{hours}:{minutes or '00'}" if sign else ""
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone}"


def outline(lib: ModuleType, document: object, page_count: int) -> Iterator[OutlineItem]:
    """The bookmarks in order; cycles and absurd depths are cut off."""
    seen: set[int] = set()
    stack = [(lib.FPDFBookmark_GetFirstChild(document, None), 1)]
    while stack and len(seen) < _MAX_BOOKMARKS:
        mark, level = stack.pop()
        address = address_of(mark)
        if not address or address in seen:
            continue
        seen.add(address)
        title = _title(lib, mark)
        page, y = _target(lib, document, mark, page_count)
        if title:
            yield OutlineItem(level, title, page, y)
        stack.append((lib.FPDFBookmark_GetNextSibling(document, mark), level))
        if level < _MAX_DEPTH:
            stack.append((lib.FPDFBookmark_GetFirstChild(document, mark), level + 1))


def _title(lib: ModuleType, mark: object) -> str:
    title = utf16_string(lambda buffer, size: int(lib.FPDFBookmark_GetTitle(mark, buffer, size)))
    return " ".join("".join(c if c.isprintable() else " " for c in title).split())


def _target(lib: ModuleType, document: object, mark: object, page_count: int) -> tuple[int | None, float | None]:
    dest = lib.FPDFBookmark_GetDest(document, mark)
    if not dest:
        action = lib.FPDFBookmark_GetAction(mark)
        if action and lib.FPDFAction_GetType(action) == _GOTO_ACTION:
            dest = lib.FPDFAction_GetDest(document, action)
    return destination(lib, document, dest, page_count)


def destination(lib: ModuleType, document: object, dest: object, page_count: int) -> tuple[int | None, float | None]:
    """Page (1-based) and distance from its top of a destination, points; None for what it does not state."""
    if not dest:
        return None, None
    index = lib.FPDFDest_GetDestPageIndex(document, dest)
    if not 0 <= index < page_count:
        return None, None
    flags = [ctypes.c_int() for _ in range(3)]
    coordinates = [lib.FS_FLOAT() for _ in range(3)]
    size = lib.FS_SIZEF()
    if not lib.FPDFDest_GetLocationInPage(dest, *flags, *coordinates) or not flags[1].value:
        return index + 1, None
    if not lib.FPDF_GetPageSizeByIndexF(document, index, size):
        return index + 1, None
    return index + 1, min(max(0.0, size.height - coordinates[1].value), size.height)


def page_label(lib: ModuleType, document: object, index: int) -> str:
    """The printed number of a page ("iv", "A-3"); "" if the file gives none."""
    return utf16_string(lambda buffer, size: int(lib.FPDF_GetPageLabel(document, index, buffer, size)))
