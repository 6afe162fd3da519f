"""Letters that a browser draws as outlines: formulas that MathJax puts into a page as pictures of lines (SVG).

Its fonts have outlines of whole numbers, a thousand to the em, and a browser prints them as they are, under a matrix:
an outline with exactly the points of a glyph is this glyph. `learn/outlined_glyphs.py` makes the table of them.
"""

from __future__ import annotations

import ctypes
import json
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from quire.read.matrices import Matrix, multiply
from quire.read.pdf.glyphs import Glyph, GlyphRun
from quire.read.pdf.object_properties import matrix_of

UNITS = 1000.0
"""Of the outlines, to the em."""

ASCENT, DESCENT = 0.75, 0.25
"""Of the fonts, em."""

_PATH, _FORM = 2, 5  # FPDF_PAGEOBJ_*
_BEZIER_TO, _MOVE_TO = 1, 2  # FPDF_SEGMENT_*
_BEZIER_POINTS = 3
_SIZES = (3.0, 90.0)  # points of type
_LEANING = 0.001  # by which a matrix may turn what it scales by one
_TRIED = 60  # outlines of the size of letters that are tried before a page has none
_LOOKED_AT = 5000  # paths of a page
_MAX_DEPTH = 24  # of nested form objects

_FEWEST_POINTS, _MOST_POINTS = 3, 400
_FARTHEST = 8000  # units from the origin
_ROUNDING = 0.01  # units


class OutlinedGlyph(NamedTuple):
    """A glyph of a font of formulas."""

    font: str
    code: int
    width: int  # units


def outline_key(parts: Sequence[Sequence[tuple[float, float]]]) -> int:
    """A number for an outline by the points on each part of it, in units of its font; 0 for what no glyph can be.

    Points that repeat the one before, or end a part where it began, do not count.
    """
    if not _FEWEST_POINTS <= sum(map(len, parts)) <= _MOST_POINTS:
        return 0
    sides: list[int] = []
    for part in parts:
        if not all(abs(x) <= _FARTHEST and abs(y) <= _FARTHEST for x, y in part):  # false for what is no number
            return 0
        whole = [(round(x), round(y)) for x, y in part]
        if any(abs(a - x) + abs(b - y) > _ROUNDING for (a, b), (x, y) in zip(whole, part, strict=True)):
            return 0
        kept = [point for at, point in enumerate(whole) if not at or point != whole[at - 1]]
        while len(kept) > 1 and kept[-1] == kept[0]:
            kept.pop()
        sides += (side for point in kept for side in point)
    return zlib.crc32(struct.pack(f"<{len(sides)}h", *sides)) or 1


def glyph_of(parts: Sequence[Sequence[tuple[float, float]]]) -> OutlinedGlyph | None:
    """The glyph with an outline."""
    return _table().get(outline_key(parts))


class PlacedOutline(NamedTuple):
    """A glyph on a page: the matrix from its units to points of the page, and how many text objects are before it."""

    glyph: OutlinedGlyph
    matrix: Matrix
    color: int
    mcid: int
    texts_before: int

    @property
    def size(self) -> float:
        """Of the type, points."""
        return abs(self.matrix[3]) * UNITS

    def placed(self, run: GlyphRun) -> Glyph:
        """The glyph as text of a run."""
        x, baseline = self.matrix[4], self.matrix[5]
        return Glyph(self.glyph.code, x, x + self.glyph.width * self.matrix[0], baseline, run)


def is_upright(matrix: Matrix) -> bool:
    """Whether a matrix, to the page's points, sets glyphs upright and in a size of type."""
    across, down = matrix[0] * UNITS, -matrix[3] * UNITS
    turned = max(abs(matrix[1]), abs(matrix[2])) > _LEANING * abs(matrix[0])
    return not turned and _SIZES[0] <= across <= _SIZES[1] and _SIZES[0] <= down <= _SIZES[1]


def outline_parts(lib: ModuleType, item: object) -> list[list[tuple[float, float]]]:
    """The points that each part of a path object goes through, in its own units."""
    parts: list[list[tuple[float, float]]] = []
    x, y = ctypes.c_float(), ctypes.c_float()
    bent = 0
    count = lib.FPDFPath_CountSegments(item)
    for i in range(count if count <= _BEZIER_POINTS * _MOST_POINTS else 0):
        segment = lib.FPDFPath_GetPathSegment(item, i)
        kind = lib.FPDFPathSegment_GetType(segment)
        bent = bent + 1 if kind == _BEZIER_TO else 0
        if bent % _BEZIER_POINTS or not lib.FPDFPathSegment_GetPoint(segment, x, y):
            continue
        if kind == _MOVE_TO or not parts:
            parts.append([])
        parts[-1].append((x.value, y.value))
    return parts


def has_outlined_glyphs(lib: ModuleType, page: object, view: Matrix) -> bool:
    """Whether a page has glyphs drawn as outlines; of those that have the size of letters some are tried."""
    tried = 0
    for item, outer in islice(_paths(lib, page, view), _LOOKED_AT):
        if is_upright(multiply(matrix_of(lib, item), outer)):
            if glyph_of(outline_parts(lib, item)) is not None:
                return True
            tried += 1
            if tried == _TRIED:
                break
    return False


def _paths(lib: ModuleType, page: object, view: Matrix) -> Iterator[tuple[object, Matrix]]:
    waiting: list[tuple[object, Matrix, int]] = [
        (lib.FPDFPage_GetObject(page, i), view, 0) for i in reversed(range(lib.FPDFPage_CountObjects(page)))
    ]
    while waiting:
        item, outer, depth = waiting.pop()
        kind = lib.FPDFPageObj_GetType(item)
        if kind == _PATH:
            yield item, outer
        elif kind == _FORM and depth < _MAX_DEPTH:
            inner = multiply(matrix_of(lib, item), outer)
            inside = reversed(range(max(0, lib.FPDFFormObj_CountObjects(item))))
            waiting += [(lib.FPDFFormObj_GetObject(item, i), inner, depth + 1) for i in inside]


@cache
def _table() -> dict[int, OutlinedGlyph]:
    fonts = json.loads((Path(__file__).parent / "outlined_glyphs.json").read_text("utf-8"))
    return {key: OutlinedGlyph(font, code, width) for font, glyphs in fonts.items() for key, code, width in glyphs}
