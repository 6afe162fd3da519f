"""Properties of PDFium's page objects as plain values, for the Python reader."""

from __future__ import annotations

import ctypes
from types import ModuleType

from quire.read.matrices import Corners, Matrix


def address_of(pointer: object) -> int:
    """The address in a ctypes pointer; 0 for null."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0  # type: ignore[arg-type]  # any pointer is accepted


def color_of(lib: ModuleType, item: object, *, stroke: bool) -> tuple[int, int]:
    """The colour of a page object as 0xRRGGBB and its opacity 0..255; black if the file gives none."""
    get = lib.FPDFPageObj_GetStrokeColor if stroke else lib.FPDFPageObj_GetFillColor
    r, g, b, a = ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
    if not get(item, r, g, b, a):
        return 0, 255
    return (r.value & 255) << 16 | (g.value & 255) << 8 | (b.value & 255), a.value


def matrix_of(lib: ModuleType, item: object) -> Matrix:
    """The matrix of a page object; the identity if it has none."""
    m = lib.FS_MATRIX()
    if not lib.FPDFPageObj_GetMatrix(item, m):
        return (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    return (m.a, m.b, m.c, m.d, m.e, m.f)


def bounds_of(lib: ModuleType, item: object) -> Corners | None:
    """Left, bottom, right and top of a page object in user space; None if it has none."""
    left, bottom, right, top = ctypes.c_float(), ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
    if not lib.FPDFPageObj_GetBounds(item, left, bottom, right, top):
        return None
    return left.value, bottom.value, right.value, top.value
