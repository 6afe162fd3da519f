"""A page's paths, images and text objects through ctypes; the accelerator does the same in `native/page_objects.c`."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from types import ModuleType

from quire.read.matrices import Corners, Matrix, map_box, map_point, multiply, rounded
from quire.read.pdf import path_shapes
from quire.read.pdf.object_properties import bounds_of, color_of, matrix_of
from quire.read.pdf.outlined_glyphs import PlacedOutline, glyph_of, is_upright, outline_parts
from quire.read.pdf.raw_page import PlacedImage
from quire.read.pdf.visibility import OPAQUE, VisibilityCheck

_TEXT, _PATH, _IMAGE, _SHADING, _FORM = 1, 2, 3, 4, 5  # FPDF_PAGEOBJ_*
_BEZIER_TO, _MOVE_TO = 1, 2  # FPDF_SEGMENT_*
_CURVE_POINTS = 4  # of a Bézier curve with its start
STROKED_MODES = frozenset({1, 5})  # text rendering modes (ISO 32000-1, table 106)
_MAX_DEPTH = 24  # of nested form objects; deeper ones are an attack
_FAR = 1e6  # points; nothing on a page is further away


class ObjectReader:
    """Reads the page objects of one page into `drawn` and `images`, and notes text and paint for a check.

    With `read_outlines`, outlines that are glyphs become `outlined` and are no shapes.
    """

    def __init__(
        self,
        lib: ModuleType,
        view: Matrix,
        size: tuple[float, float],
        check: VisibilityCheck,
        *,
        read_outlines: bool = False,
    ) -> None:
        self._lib = lib
        self._view = view
        self._width, self._height = size
        self._check = check
        self.drawn = path_shapes.DrawnPaths([], [], [])
        self.images: list[PlacedImage] = []
        self.outlined: list[PlacedOutline] = []
        self._read_outlines = read_outlines
        self._last_path: tuple[object, Matrix] | None = None  # painted just before, or before transparent texts

    def read(self, page: object) -> None:
        """Read all objects of a page."""
        for i in range(self._lib.FPDFPage_CountObjects(page)):
            self._object(self._lib.FPDFPage_GetObject(page, i), (i,), self._view)

    def _object(self, item: object, path: tuple[int, ...], outer: Matrix) -> None:
        lib = self._lib
        kind = lib.FPDFPageObj_GetType(item)
        if kind == _TEXT:
            self._text(item, outer)
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
        if kind not in {_PATH, _TEXT}:
            self._last_path = None

    def _text(self, item: object, outer: Matrix) -> None:
        bounds = bounds_of(self._lib, item)
        box = None if bounds is None else map_box(outer, *bounds)
        stroke = self._lib.FPDFTextObj_GetTextRenderMode(item) in STROKED_MODES
        color, alpha = color_of(self._lib, item, stroke=stroke)
        shape = None if alpha else self._last_shape
        if not self._check.note_text(item, box, clip=lambda: self._clip_sides(item, outer), color=color, shape=shape):
            self._last_path = None

    def _last_shape(self) -> tuple[Corners, int] | None:
        if self._last_path is None:
            return None
        path, outer = self._last_path
        bounds = bounds_of(self._lib, path)
        return None if bounds is None else (map_box(outer, *bounds), self._lib.FPDFPath_CountSegments(path))

    def _path(self, item: object, outer: Matrix) -> None:
        lib = self._lib
        mode, stroked = ctypes.c_int(), ctypes.c_int()
        if not lib.FPDFPath_GetDrawMode(item, mode, stroked):
            return
        fill, fill_alpha = color_of(lib, item, stroke=False) if mode.value else (0, 0)
        stroke, stroke_alpha = color_of(lib, item, stroke=True) if stroked.value else (0, 0)
        if not fill_alpha and not stroke_alpha:
            return
        matrix = multiply(matrix_of(self._lib, item), outer)
        width = ctypes.c_float()
        if stroke_alpha:
            lib.FPDFPageObj_GetStrokeWidth(item, width)
        scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        clip = self._clip(item, outer)
        if clip is None:
            return
        self._last_path = item, outer
        glyph = glyph_of(outline_parts(lib, item)) if self._read_outlines and fill_alpha else None
        if glyph is not None and is_upright(matrix):
            mcid = lib.FPDFPageObj_GetMarkedContentID(item)
            self.outlined.append(PlacedOutline(glyph, matrix, fill, mcid, len(self._check.texts)))
            return
        one = path_shapes.DrawnPaths([], [], [])
        paint = path_shapes.Paint(fill if fill_alpha else None, stroke if stroke_alpha else None, width.value * scale)
        path_shapes.add_outlines(one, list(self._outlines(item, matrix)), paint)
        fills, shapes = len(self.drawn.fills), len(self.drawn.shapes)
        path_shapes.add_clipped(self.drawn, one, clip)
        if (fill_alpha or stroke_alpha) >= OPAQUE:
            for *box, color in self.drawn.fills[fills:]:
                self._check.note_cover((box[0], box[1], box[2], box[3]), color)
            for s in self.drawn.shapes[shapes:] if fill_alpha else ():
                self._check.note_cover((s.x0, s.y0, s.x1, s.y1), fill)

    def _outlines(self, item: object, matrix: Matrix) -> Iterator[path_shapes.Outline]:
        lib = self._lib
        points: list[path_shapes.Point] = []
        curved = closed = False
        curve: list[path_shapes.Point] = []  # the points of the curve being read, with that before it
        last: path_shapes.Point = (0.0, 0.0)
        kept = 0
        x, y = ctypes.c_float(), ctypes.c_float()
        for i in range(lib.FPDFPath_CountSegments(item)):
            segment = lib.FPDFPath_GetPathSegment(item, i)
            kind = lib.FPDFPathSegment_GetType(segment)
            if kind == _MOVE_TO and points:
                yield path_shapes.Outline(tuple(points), curved, closed)
                points, curved, closed, curve = [], False, False, []
            if not lib.FPDFPathSegment_GetPoint(segment, x, y):
                continue
            point = map_point(matrix, x.value, y.value)
            if kind == _BEZIER_TO:
                if not curve:
                    curve, kept = [last], len(points)
                curve.append(point)
                if len(curve) == _CURVE_POINTS:
                    if path_shapes.is_straight(curve):
                        del points[kept:]
                    else:
                        curved = True
                    curve = []
            last = point
            if (
                abs(point[0]) < _FAR
                and abs(point[1]) < _FAR
                and not (points and path_shapes.is_same_point(points[-1], point))
            ):
                points.append(point)
            closed = closed or bool(lib.FPDFPathSegment_GetClose(segment))
        if points:
            yield path_shapes.Outline(tuple(points), curved, closed)

    def _clip(self, item: object, outer: Matrix) -> Corners | None:
        """The box inside both the clip path and the page; None if it is empty."""
        x0, y0, x1, y1 = sides = self._clip_sides(item, outer)
        return sides if x0 <= x1 and y0 <= y1 else None

    def _clip_sides(self, item: object, outer: Matrix) -> Corners:
        """The sides of that box, which are in the wrong order if it is empty."""
        lib = self._lib
        x0, y0, x1, y1 = 0.0, 0.0, self._width, self._height
        clip = lib.FPDFPageObj_GetClipPath(item)
        for i in range(lib.FPDFClipPath_CountPaths(clip) if clip else 0):
            box = self._clip_box(clip, i, outer)
            if box is not None:
                x0, y0, x1, y1 = max(x0, box[0]), max(y0, box[1]), min(x1, box[2]), min(y1, box[3])
        return x0, y0, x1, y1

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
        self._check.note_cover((rounded(x0), rounded(y0), rounded(x1), rounded(y1)), None)
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
            self._check.note_cover((shape.x0, shape.y0, shape.x1, shape.y1), None)
