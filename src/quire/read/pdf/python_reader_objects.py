"""A page's paths, images and text objects through ctypes; the accelerator does the same in `native/page_objects.c`."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from types import ModuleType

from quire.read.matrices import Corners, Matrix, map_box, map_point, multiply, rounded
from quire.read.pdf import path_shapes
from quire.read.pdf.object_properties import bounds_of, color_of, matrix_of
from quire.read.pdf.raw_page import PlacedImage

_TEXT, _PATH, _IMAGE, _SHADING, _FORM = 1, 2, 3, 4, 5  # FPDF_PAGEOBJ_*
_BEZIER_TO, _MOVE_TO = 1, 2  # FPDF_SEGMENT_*
_MAX_DEPTH = 24  # of nested form objects; deeper ones are an attack
_FAR = 1e6  # points; nothing on a page is further away


class ObjectReader:
    """Reads the page objects of one page into `drawn`, `images` and `texts`."""

    def __init__(self, lib: ModuleType, view: Matrix, width: float, height: float) -> None:
        self._lib = lib
        self._view = view
        self._width, self._height = width, height
        self.drawn = path_shapes.DrawnPaths([], [], [])
        self.images: list[PlacedImage] = []
        self.texts: list[object] = []

    def read(self, page: object) -> None:
        """Read all objects of a page."""
        for i in range(self._lib.FPDFPage_CountObjects(page)):
            self._object(self._lib.FPDFPage_GetObject(page, i), (i,), self._view)

    def _object(self, item: object, path: tuple[int, ...], outer: Matrix) -> None:
        lib = self._lib
        kind = lib.FPDFPageObj_GetType(item)
        if kind == _TEXT:
            self.texts.append(item)
        elif kind == _PATH:
            self._path(item, outer)
        elif kind == _IMAGE:
            self._image(item, path, outer)
        elif kind == _SHADING:
            self._shading(item, outer)
        elif kind == _FORM and len(path) < _MAX_DEPTH:
            inner = multiply(matrix_of(self._lib, item), outer)
            for i in range(max(0, lib.FPDFFormObj_CountObjects(item))):
                self._object(lib.FPDFFormObj_GetObject(item, i), (*path, i), inner)

    def _path(self, item: object, outer: Matrix) -> None:
        lib = self._lib
        mode, stroked = ctypes.c_int(), ctypes.c_int()
        if not lib.FPDFPath_GetDrawMode(item, mode, stroked):
            return
        fill = self._opaque(item, stroke=False) if mode.value else None
        stroke = self._opaque(item, stroke=True) if stroked.value else None
        if fill is None and stroke is None:
            return
        matrix = multiply(matrix_of(self._lib, item), outer)
        width = ctypes.c_float()
        if stroke is not None:
            lib.FPDFPageObj_GetStrokeWidth(item, width)
        scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        clip = self._clip(item, outer)
        if clip is None:
            return
        one = path_shapes.DrawnPaths([], [], [])
        path_shapes.add_outlines(
            one, list(self._outlines(item, matrix)), path_shapes.Paint(fill, stroke, width.value * scale)
        )
        path_shapes.add_clipped(self.drawn, one, clip)

    def _opaque(self, item: object, *, stroke: bool) -> int | None:
        color, alpha = color_of(self._lib, item, stroke=stroke)
        return color if alpha > 0 else None

    def _outlines(self, item: object, matrix: Matrix) -> Iterator[path_shapes.Outline]:
        lib = self._lib
        points: list[path_shapes.Point] = []
        curved = closed = False
        x, y = ctypes.c_float(), ctypes.c_float()
        for i in range(lib.FPDFPath_CountSegments(item)):
            segment = lib.FPDFPath_GetPathSegment(item, i)
            kind = lib.FPDFPathSegment_GetType(segment)
            if kind == _MOVE_TO and points:
                yield path_shapes.Outline(tuple(points), curved, closed)
                points, curved, closed = [], False, False
            if not lib.FPDFPathSegment_GetPoint(segment, x, y):
                continue
            point = map_point(matrix, x.value, y.value)
            if (
                abs(point[0]) < _FAR
                and abs(point[1]) < _FAR
                and not (points and path_shapes.is_same_point(points[-1], point))
            ):
                points.append(point)
            curved = curved or kind == _BEZIER_TO
            closed = closed or bool(lib.FPDFPathSegment_GetClose(segment))
        if points:
            yield path_shapes.Outline(tuple(points), curved, closed)

    def _clip(self, item: object, outer: Matrix) -> Corners | None:
        """The box inside both the clip path and the page; None if it is empty."""
        lib = self._lib
        x0, y0, x1, y1 = 0.0, 0.0, self._width, self._height
        clip = lib.FPDFPageObj_GetClipPath(item)
        for i in range(lib.FPDFClipPath_CountPaths(clip) if clip else 0):
            box = self._clip_box(clip, i, outer)
            if box is not None:
                x0, y0, x1, y1 = max(x0, box[0]), max(y0, box[1]), min(x1, box[2]), min(y1, box[3])
        return (x0, y0, x1, y1) if x0 <= x1 and y0 <= y1 else None

    def _clip_box(self, clip: object, i: int, outer: Matrix) -> Corners | None:
        lib = self._lib
        xs: list[float] = []
        ys: list[float] = []
        x, y = ctypes.c_float(), ctypes.c_float()
        for k in range(lib.FPDFClipPath_CountPathSegments(clip, i)):
            if lib.FPDFPathSegment_GetPoint(lib.FPDFClipPath_GetPathSegment(clip, i, k), x, y):
                point = map_point(outer, x.value, y.value)
                xs.append(point[0])
                ys.append(point[1])
        return (min(xs), min(ys), max(xs), max(ys)) if xs else None

    def _image(self, item: object, path: tuple[int, ...], outer: Matrix) -> None:
        box = map_box(multiply(matrix_of(self._lib, item), outer), 0.0, 0.0, 1.0, 1.0)
        clip = self._clip(item, outer)
        if clip is None:
            return
        x0, y0 = max(box[0], clip[0]), max(box[1], clip[1])
        x1, y1 = min(box[2], clip[2]), min(box[3], clip[3])
        if not (x0 < x1 and y0 < y1):
            return
        w, h = ctypes.c_uint(), ctypes.c_uint()
        if not self._lib.FPDFImageObj_GetImagePixelSize(item, w, h):
            return
        mcid = self._lib.FPDFPageObj_GetMarkedContentID(item)
        self.images.append(
            PlacedImage(path, rounded(x0), rounded(y0), rounded(x1), rounded(y1), w.value, h.value, mcid)
        )

    def _shading(self, item: object, outer: Matrix) -> None:
        clip, bounds = self._clip(item, outer), bounds_of(self._lib, item)
        if clip is None or bounds is None:
            return
        box = map_box(outer, *bounds)
        x0, y0 = max(box[0], clip[0]), max(box[1], clip[1])
        x1, y1 = min(box[2], clip[2]), min(box[3], clip[3])
        if x0 < x1 and y0 < y1:
            shape = path_shapes.Shape(rounded(x0), rounded(y0), rounded(x1), rounded(y1), 0, filled=True)
            self.drawn.shapes.append(shape)
