"""What the tags of a PDF call running: the characters that it marks as artifacts (ISO 32000-1, 14.8.2.2).

The mark of an artifact may say that it is attached to an edge of the page, or is a header or a footer; Word says so of
all that stands in its headers and footers. Other makers mark what they like, so that artifacts inside the page and
characters without a mark say nothing.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as lib

OUTER = 0.15  # shares of a page's height at its head and foot where any artifact is running
_RUNNING_KEYS = {"Attached", "Subtype"}
_NAME = 128  # bytes of a name, more are cut


class Kind(Enum):
    """What the tags say about a character."""

    CONTENT = 0
    RUNNING = 1
    UNKNOWN = 2


class Character(NamedTuple):
    """A letter or digit; its middle in points from the left and the top of the page."""

    text: str
    x: float
    y: float
    kind: Kind


def page_characters(path: Path) -> Iterator[list[Character]]:
    """The letters and digits of each page; none of a page that is turned."""
    with pypdfium2.PdfDocument(path) as document:
        for page in document:
            yield [] if page.get_rotation() else list(_characters(page))
            page.close()


def _characters(page: pypdfium2.PdfPage) -> Iterator[Character]:
    left, bottom, _, top = page.get_cropbox()
    kinds: dict[int | None, Kind] = {}
    text = page.get_textpage()
    box = [ctypes.c_double() for _ in range(4)]
    for at in range(lib.FPDFText_CountChars(text)):
        char = chr(lib.FPDFText_GetUnicode(text, at))
        piece = lib.FPDFText_GetTextObject(text, at)
        if not piece or not char.isalnum() or lib.FPDFText_IsGenerated(text, at):
            continue
        lib.FPDFText_GetCharBox(text, at, *box)
        x0, x1, y0, y1 = (side.value for side in box)
        key = ctypes.cast(piece, ctypes.c_void_p).value
        if key not in kinds:
            kinds[key] = _kind(piece, outer=abs((y0 + y1) / 2 - (top + bottom) / 2) > (0.5 - OUTER) * (top - bottom))
        yield Character(char, (x0 + x1) / 2 - left, top - (y0 + y1) / 2, kinds[key])
    text.close()


def _kind(piece: lib.FPDF_PAGEOBJECT, *, outer: bool) -> Kind:
    for at in range(max(0, lib.FPDFPageObj_CountMarks(piece))):
        mark = lib.FPDFPageObj_GetMark(piece, at)
        if _text(lib.FPDFPageObjMark_GetName, mark) == "Artifact":
            count = max(0, lib.FPDFPageObjMark_CountParams(mark))
            keys = {_text(lib.FPDFPageObjMark_GetParamKey, mark, number) for number in range(count)}
            return Kind.RUNNING if outer or keys & _RUNNING_KEYS else Kind.UNKNOWN
    return Kind.CONTENT if lib.FPDFPageObj_GetMarkedContentID(piece) >= 0 else Kind.UNKNOWN


def _text(ask: Callable[..., object], *given: object) -> str:
    """What a function of PDFium writes into a buffer."""
    buffer, length = ctypes.create_string_buffer(_NAME), ctypes.c_ulong()
    ask(*given, ctypes.cast(buffer, ctypes.POINTER(lib.FPDF_WCHAR)), _NAME, ctypes.byref(length))
    return buffer.raw[: max(0, length.value - 2)].decode("utf-16-le", "replace")
