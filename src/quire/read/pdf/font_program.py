"""The PostScript name in an embedded TrueType or OpenType font, for fonts whose name in the file is made up.

Microsoft Print to PDF names its fonts CIDFont+F1, CIDFont+F2, ..., and embeds them whole: only their own tables say
whether one is "Arial-BoldMT" (OpenType specification, `name` table, name 6).
"""

from __future__ import annotations

import ctypes
import re
import struct
from types import ModuleType

MADE_UP = re.compile(r"^(?:[A-Z]{6}\+)?(?:CIDFont\+)?[A-Za-z]{0,3}\d+$")
"""Names that a program counts through."""

_MAX_PROGRAM = 64 << 20  # bytes
_MAX_TABLES, _MAX_NAMES = 64, 512
_POSTSCRIPT_NAME = 6
_NAME = re.compile(r"[A-Za-z][\x21-\x7e]{2,62}")
_SIGNATURES = (b"\0\1\0\0", b"OTTO", b"true")


def program_name(lib: ModuleType, font: int) -> str:
    """The PostScript name that a font's program has for itself; "" if it has none.

    Args:
        lib: PDFium's raw functions.
        font: the address of the FPDF_FONT.
    """
    handle = ctypes.cast(font, lib.FPDFFont_GetFontData.argtypes[0])
    size = ctypes.c_ulong()
    if not lib.FPDFFont_GetFontData(handle, None, 0, size) or not 0 < size.value <= _MAX_PROGRAM:
        return ""
    program = (ctypes.c_ubyte * size.value)()
    if not lib.FPDFFont_GetFontData(handle, program, size.value, size):
        return ""
    return postscript_name(bytes(program))


def postscript_name(program: bytes) -> str:
    """The PostScript name of a TrueType or OpenType font; "" where it is missing or the tables are broken."""
    if program[:4] not in _SIGNATURES:
        return ""
    try:
        (tables,) = struct.unpack_from(">H", program, 4)
        for at in range(12, 12 + 16 * min(tables, _MAX_TABLES), 16):
            tag, _, start, _ = struct.unpack_from(">4sIII", program, at)
            if tag == b"name":
                return _named(program, start)
    except struct.error:
        pass
    return ""


def _named(program: bytes, start: int) -> str:
    _, count, texts = struct.unpack_from(">3H", program, start)
    for at in range(start + 6, start + 6 + 12 * min(count, _MAX_NAMES), 12):
        platform, _, _, kind, length, offset = struct.unpack_from(">6H", program, at)
        if kind == _POSTSCRIPT_NAME:
            text: bytes = struct.unpack_from(f"{length}s", program, start + texts + offset)[0]
            name = text.decode("latin-1" if platform == 1 else "utf-16-be", "replace")
            if _NAME.fullmatch(name):
                return name
    return ""
