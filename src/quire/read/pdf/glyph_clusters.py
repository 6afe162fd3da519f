"""Clusters: letters that a file draws as several glyphs and names as a whole, by ActualText (ISO 32000-1, 14.9.4).

PDFium gives the text of marked content at its first text object, with the box of that object alone; and if the glyphs
of two marks overlap, once more at a later object. Browsers mark each syllable of Thai, Hindi or Arabic in this way.
Here each text comes once, as wide as all objects of its mark. The accelerator does the same in
`native/glyph_clusters.c`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType

from quire.read.matrices import Matrix, map_box, map_point
from quire.read.pdf.combining_marks import attached, is_mark
from quire.read.pdf.glyphs import ORDER_STEP, Glyph
from quire.read.pdf.ligature_order import is_in_reading_order
from quire.read.pdf.object_properties import address_of, bounds_of, matrix_of
from quire.text import is_rtl

MAX_CLUSTER_LETTERS = 8
"""A longer text is not a cluster: its letters share the box of its first object."""

_MAX_DISTANCE = 256  # glyphs between the letters of a cluster, which PDFium separates in a line that it reverses
_SIDE_BEARING = 0.06  # em: the white right of a free letter that belongs to it; objects have the boxes of their ink
_FREE_LETTERS = (range(0xB80, 0xF00), range(0x1000, 0x10A0), range(0x1780, 0x1800))  # Tamil to Lao, Burmese, Khmer
_LEAST_PARTS = 3  # objects and letters together: one letter in one object is no cluster


@dataclass(slots=True)
class MarkedText:
    """Marked content with an ActualText."""

    first: int  # index of its first glyph
    codes: list[int]
    owner: int = 0  # address of its first text object
    origin: tuple[float, float] | None = None  # of its first glyph; all glyphs of a cluster have the same
    complete: bool = True  # whether its text came at one object and its glyphs at one place
    x0: float = 0.0  # the extent of its objects
    x1: float = 0.0
    object_count: int = 0
    largest_area: float = -1.0  # of its objects, square points: the largest is not a mark
    baseline: float = 0.0  # of the largest object


def actual_text_mark(lib: ModuleType, item: object) -> int:
    """The address of the innermost mark around an object, if it has an ActualText; 0 for none."""
    count = lib.FPDFPageObj_CountMarks(item)
    if count <= 0:
        return 0
    mark = lib.FPDFPageObj_GetMark(item, count - 1)
    length = ctypes.c_ulong()
    if not lib.FPDFPageObjMark_GetParamStringValue(mark, b"ActualText", None, 0, length):
        return 0
    return address_of(mark)


def with_cluster_widths(
    lib: ModuleType, glyphs: Sequence[Glyph], marked: dict[int, MarkedText], texts: Iterable[object], view: Matrix
) -> list[Glyph]:
    """The glyphs, those of clusters as wide as all objects of each cluster.

    Args:
        lib: PDFium's raw functions.
        glyphs: The visible ones.
        marked: The marked texts, by the addresses of their marks.
        texts: All text objects of the page.
        view: From user space to the page.
    """
    out = list(glyphs)
    if not marked:
        return out
    for item in texts:
        one = marked.get(actual_text_mark(lib, item))
        box = bounds_of(lib, item) if one is not None else None
        if one is not None and box is not None:
            x0, y0, x1, y1 = map_box(view, *box)
            one.x0, one.x1 = (min(one.x0, x0), max(one.x1, x1)) if one.object_count else (x0, x1)
            one.object_count += 1
            matrix = matrix_of(lib, item)
            if (x1 - x0) * (y1 - y0) > one.largest_area:
                one.largest_area, one.baseline = (x1 - x0) * (y1 - y0), map_point(view, matrix[4], matrix[5])[1]
    for one in marked.values():
        _spread_cluster(out, one)
    return out


def _has_free_letters(code: int) -> bool:
    """Whether a letter is of a script whose letters do not touch."""
    return any(code in letters for letters in _FREE_LETTERS)


def _align(glyphs: list[Glyph], marked: MarkedText) -> None:
    """Move the letters of a cluster to its baseline: its first object may be a combining mark above the line."""
    first, lead = marked.first, glyphs[marked.first]
    if abs(marked.baseline - lead.v) < lead.run.size:
        for i in range(first, min(first + _MAX_DISTANCE, len(glyphs))):
            if glyphs[i].run is lead.run:
                glyphs[i] = glyphs[i]._replace(v=marked.baseline)


def _spread_cluster(glyphs: list[Glyph], marked: MarkedText) -> None:
    """Give the first letter of a cluster all of its width, and the others no width."""
    first, count = marked.first, len(marked.codes)
    if not marked.complete or not 0 < count <= MAX_CLUSTER_LETTERS or first + count > len(glyphs):
        return
    lead = glyphs[first]
    free = _has_free_letters(lead.code)
    if marked.object_count + count < _LEAST_PARTS and not free:
        return
    size = lead.run.size
    if lead.run.frame != 0 or not marked.x0 - size <= lead.u0 <= marked.x1 + size:
        return
    if any(glyphs[first + k].code != marked.codes[k] for k in range(count)):
        return
    _align(glyphs, marked)
    lead = glyphs[first]
    rtl = is_rtl(lead.code)
    x0 = marked.x0 if rtl else min(marked.x0, lead.u0)
    x1 = max(marked.x1 + _SIDE_BEARING * size, lead.u1) if free else marked.x1
    own = [code for code in marked.codes if not is_mark(code)]
    letters = len(own)
    backward = rtl and letters > 1 and is_in_reading_order(own) is False
    for k in range(count):
        glyph = glyphs[first + k]
        if k and is_mark(glyph.code):
            glyphs[first + k] = attached(glyphs[first + k - 1], glyph)
            continue
        letters -= 1
        steps = len(own) - 1 - letters if backward else letters
        u0 = x0 + ORDER_STEP * steps if rtl else x1 if k else x0
        glyphs[first + k] = glyph._replace(u0=u0, u1=x1 if k == 0 or not rtl else u0, v=lead.v, hint=0)
    if first + count < len(glyphs):
        glyphs[first + count] = glyphs[first + count]._replace(hint=0)
