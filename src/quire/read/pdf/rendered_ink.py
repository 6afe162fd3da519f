"""What of a page's text objects can be seen, by rendering the page with and without them."""

from __future__ import annotations

import ctypes
from collections.abc import Collection, Iterator
from types import ModuleType

from quire.model.geometry import Box
from quire.read import raster
from quire.read.pdf.object_properties import address_of
from quire.read.pdf.visibility import SEEN, UNSEEN

_DPI = 100.0  # letters of 5 points are 7 pixels high
_MAX_SIDE = 2_000  # pixels
_FAINT = 16  # of 255: ink that changes no channel by as much cannot be told from its ground
_INKED = 64  # of 255: opacity of ink, above the haze around letters
_MAX_DEPTH = 24  # of nested forms


def rendered_ink(
    lib: ModuleType, page: object, size: tuple[float, float], items: Collection[int], *, turned: int = 0
) -> tuple[int, int, bytes]:
    """Where ink of text objects is and whether it can be seen, as `quire.read.pdf.visibility.ShowInk` gives it.

    Args:
        lib: PDFium's raw functions.
        page: the FPDF_PAGE.
        size: width and height of the visible page in points, after turning.
        items: the text objects, FPDF_PAGEOBJECTs as integers.
        turned: degrees clockwise by which the page is turned.
    """
    dpi = min(_DPI, 72.0 * _MAX_SIDE / max(*size, 1.0))
    whole = Box(0.0, 0.0, *size)
    leaves = list(_leaves(lib, page))
    own = [item for item in leaves if address_of(item) in items]
    others = [item for item in leaves if address_of(item) not in items]
    width, height, shown = raster.render_region(lib, page, size, whole, dpi=dpi, turned=turned)
    try:
        _switch(lib, own, on=False)
        *_, without = raster.render_region(lib, page, size, whole, dpi=dpi, turned=turned)
        _switch(lib, own, on=True)
        _switch(lib, others, on=False)
        ink = raster.render_opacity(lib, page, (width, height), turned=turned)
    finally:
        _switch(lib, leaves, on=True)
    least, marks = (_FAINT, _INKED), (SEEN, UNSEEN)
    return width, height, raster.change_marks((width, height), (shown, without), ink, least=least, marks=marks)


def _leaves(lib: ModuleType, page: object) -> Iterator[object]:
    """The objects of a page and of its forms, which are none of them themselves."""
    for i in range(lib.FPDFPage_CountObjects(page)):
        yield from _leaves_of(lib, lib.FPDFPage_GetObject(page, i), 1)


def _leaves_of(lib: ModuleType, item: object, depth: int) -> Iterator[object]:
    if lib.FPDFPageObj_GetType(item) != lib.FPDF_PAGEOBJ_FORM:
        yield item
    elif depth < _MAX_DEPTH:
        for i in range(lib.FPDFFormObj_CountObjects(item)):
            yield from _leaves_of(lib, lib.FPDFFormObj_GetObject(item, ctypes.c_ulong(i)), depth + 1)


def _switch(lib: ModuleType, items: Collection[object], *, on: bool) -> None:
    for item in items:
        lib.FPDFPageObj_SetIsActive(item, on)
