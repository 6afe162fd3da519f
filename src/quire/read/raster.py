"""Pixels from PDFium (pages, regions, image objects), and PNG.

`lib` is PDFium's raw functions; `quire.read.pdf.pdf_source` passes it in.
"""

from __future__ import annotations

import ctypes
import io
import math
import zlib
from collections.abc import Sequence
from functools import reduce
from types import ModuleType
from typing import TYPE_CHECKING

from quire.model.geometry import Box
from quire.model.page import Backdrop
from quire.read.matrices import Corners, Matrix, map_box, multiply
from quire.read.ocr_engine import Pixels
from quire.read.png import GREY, RGB, RGBA, png_file

if TYPE_CHECKING:
    from PIL.Image import Image

_MAX_PIXELS = 40_000_000  # of a page; 120 MB of RGB
_MAX_SIDE = 3_000  # pixels of a picture's longer side: sharp at full page width in print
_DRAWING_DPI = 180.0  # of rasterised vector art: sharp on paper, small in files
_BACKDROP_DPI, _BACKDROP_SIDE = 144.0, 1_920.0  # as sharp as a screen shows a slide
_MAX_DEPTH = 12  # of nested forms
_UPRIGHT = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_DEFLATED, _MOST_PIXELS = b"FlateDecode", 4_000_000  # of an image that may show nothing
_FLAT = 64  # bytes of an image of one colour, and pixels a byte of it
_GRAY, _BGR, _BGRX, _BGRA, _PREMULTIPLIED = 1, 2, 3, 4, 5  # FPDFBitmap_*
_ANNOTATIONS, _REVERSED = 0x01, 0x10  # FPDF_ANNOT, FPDF_REVERSE_BYTE_ORDER
_PNG_LEVEL = 2
"""Of compression. Over 133 figures of reports, papers and slides, with the filter Up: 0.44 s and 9.3 MB; level 3:
0.53 s, 9.0 MB; Pillow, which tries five filters for each row, takes 0.89 s for 9.0 MB."""

_PNG_KINDS = {"L": GREY, "RGB": RGB, "RGBA": RGBA}  # colour types by Pillow's mode
_PNG_BAND = 64  # rows that are filtered at a time
_UP = b"\x02"  # filter type: differences to the row above
_OPAQUE = 255  # alpha
_STROKE_MARGIN = 3.0  # points by which the stroke of a path may extend beyond a table
_CROP_TOLERANCE = 0.02  # of the sides of an image: less hidden by clipping is not cropped
_WHITE = 0xFFFFFFFF


def render_region(  # noqa: PLR0913 - a page, where, how big
    lib: ModuleType,
    page: object,
    size: tuple[float, float],
    box: Box,
    *,
    dpi: float,
    turned: int = 0,
    form: object = None,
) -> tuple[int, int, bytearray]:
    """Width, height and RGB bytes of a region of a page.

    Args:
        lib: PDFium's raw functions.
        page: the FPDF_PAGE.
        size: width and height of the visible page in points, after turning.
        box: the region, in the page's points.
        dpi: pixels per inch; lowered if the result would have more than 40 million pixels.
        turned: degrees clockwise by which the page is turned.
        form: the FPDF_FORMHANDLE, to draw the values of form fields.
    """
    scale = dpi / 72.0
    area = box.width * box.height * scale * scale
    if area > _MAX_PIXELS:
        scale *= math.sqrt(_MAX_PIXELS / area)
    width, height = max(1, math.ceil(box.width * scale)), max(1, math.ceil(box.height * scale))
    pixels = bytearray(width * height * 3)
    buffer = (ctypes.c_ubyte * len(pixels)).from_buffer(pixels)
    bitmap = lib.FPDFBitmap_CreateEx(width, height, _BGR, buffer, width * 3)
    if not bitmap:
        raise MemoryError
    try:
        lib.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, _WHITE)
        position = (
            -math.floor(box.x0 * scale + 0.5),
            -math.floor(box.y0 * scale + 0.5),
            max(1, math.floor(size[0] * scale + 0.5)),
            max(1, math.floor(size[1] * scale + 0.5)),
            turned // 90,
            _ANNOTATIONS | _REVERSED,
        )
        lib.FPDF_RenderPageBitmap(bitmap, page, *position)
        if form:
            lib.FPDF_FFLDraw(form, bitmap, page, *position)
    finally:
        lib.FPDFBitmap_Destroy(bitmap)
    return width, height, pixels


def render_opacity(lib: ModuleType, page: object, size: tuple[int, int], *, turned: int = 0) -> bytes:
    """The opacity of a page's content without annotations, a byte per pixel of a size in pixels."""
    width, height = size
    pixels = bytearray(width * height * 4)
    buffer = (ctypes.c_ubyte * len(pixels)).from_buffer(pixels)
    bitmap = lib.FPDFBitmap_CreateEx(width, height, _BGRA, buffer, width * 4)
    if not bitmap:
        raise MemoryError
    try:
        lib.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, turned // 90, 0)
    finally:
        lib.FPDFBitmap_Destroy(bitmap)
    return bytes(pixels[3::4])


def change_marks(
    size: tuple[int, int],
    pictures: tuple[bytearray, bytearray],
    opacity: bytes,
    *,
    least: tuple[int, int],
    marks: tuple[int, int],
) -> bytes:
    """A byte for each pixel: the first mark where two pictures differ, else the second where something is opaque, or 0.

    Args:
        size: width and height in pixels.
        pictures: of that size, in RGB.
        opacity: a byte per pixel.
        least: the difference of a channel, and the opacity, from which on they count.
        marks: the two bytes.
    """
    from PIL import Image, ImageChops  # loads in an eighth of the time that NumPy takes

    apart = ImageChops.difference(*(Image.frombuffer("RGB", size, data, "raw", "RGB", 0, 1) for data in pictures))
    most = reduce(ImageChops.lighter, apart.split())
    opaque = Image.frombuffer("L", size, opacity, "raw", "L", 0, 1)
    marked = opaque.point([marks[1] if level >= least[1] else 0 for level in range(256)])
    marked.paste(marks[0], mask=most.point([_OPAQUE if level >= least[0] else 0 for level in range(256)]))
    return marked.tobytes()


def region_png(lib: ModuleType, page: object, size: tuple[float, float], box: Box, *, turned: int = 0) -> bytes:
    """A region of a page as PNG, at the resolution of vector art."""
    dpi = min(_DRAWING_DPI, 72.0 * _MAX_SIDE / max(box.width, box.height, 1.0))
    width, height, data = render_region(lib, page, size, box, dpi=dpi, turned=turned)
    from PIL import Image

    return encode_png(Image.frombytes("RGB", (width, height), data))


def backdrop_png(
    lib: ModuleType, page: object, view: tuple[Matrix, float, float], left: Backdrop, *, turned: int = 0
) -> bytes:
    """A page as PNG without its text, its figures and what is drawn inside its tables.

    Args:
        lib: PDFium's raw functions.
        page: the FPDF_PAGE; its objects are switched off, so close it afterwards.
        view: from user space to the visible page, and its size.
        left: the parts to leave out.
        turned: degrees clockwise by which the page is turned.

    Returns:
        b"" if only paper is left.
    """
    if not left.text:
        items = [lib.FPDFPage_GetObject(page, index) for index in range(lib.FPDFPage_CountObjects(page))]
        drawn = [_switch_off(lib, item, view[0], left.tables) for item in items]
        if not any(drawn):
            return b""
    for figure in left.figures:
        found = _find(lib, page, figure.objects, view[0])
        if found is not None:
            lib.FPDFPageObj_SetIsActive(found[0], False)  # noqa: FBT003 - the signature is PDFium's
    size = view[1:]
    dpi = min(_BACKDROP_DPI, 72.0 * _BACKDROP_SIDE / max(*size, 1.0))
    width, height, data = render_region(lib, page, size, Box(0.0, 0.0, *size), dpi=dpi, turned=turned)
    if data.count(255) == len(data):
        return b""
    from PIL import Image

    return encode_png(Image.frombytes("RGB", (width, height), data))


def _switch_off(lib: ModuleType, item: object, view: Matrix, tables: Sequence[Box], depth: int = 0) -> bool:
    """Switch off the text in an object, and the object itself if it is drawn inside a table; whether any stays on."""
    kind = lib.FPDFPageObj_GetType(item)
    if kind == lib.FPDF_PAGEOBJ_FORM and depth < _MAX_DEPTH:
        inner = multiply(_matrix(lib, item), view)
        items = [lib.FPDFFormObj_GetObject(item, index) for index in range(lib.FPDFFormObj_CountObjects(item))]
        drawn = [_switch_off(lib, one, inner, tables, depth + 1) for one in items]
        return any(drawn)
    if kind == lib.FPDF_PAGEOBJ_TEXT or (kind == lib.FPDF_PAGEOBJ_PATH and _lies_in(lib, item, view, tables)):
        lib.FPDFPageObj_SetIsActive(item, False)  # noqa: FBT003 - the signature is PDFium's
        return False
    return True


def _lies_in(lib: ModuleType, item: object, view: Matrix, boxes: Sequence[Box]) -> bool:
    """Whether a path is in one of the boxes, apart from its stroke."""
    if not boxes:
        return False
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    if not lib.FPDFPageObj_GetBounds(item, left, bottom, right, top):
        return False
    placed = Box(*map_box(view, left.value, bottom.value, right.value, top.value))
    return any(box.holds(placed, _STROKE_MARGIN) for box in boxes)


def image_object_png(
    lib: ModuleType, document: object, page: object, path: tuple[int, ...], *, view: Matrix, box: Box
) -> bytes | None:
    """An image object as PNG, with its mask as transparency, in the orientation of the page.

    Args:
        lib: PDFium's raw functions.
        document: the FPDF_DOCUMENT.
        page: the FPDF_PAGE; the object's matrix is changed, so close it afterwards.
        path: indices of the object, see `quire.read.pdf.raw_page.PlacedImage`.
        view: from user space to the visible page.
        box: its visible part.

    Returns:
        None if PDFium cannot draw the object by itself.
    """
    found = _find(lib, page, path, view)
    if found is None:
        return None
    item, matrix = found
    whole = map_box(matrix, 0.0, 0.0, 1.0, 1.0)
    scale = _scale(lib, item, matrix, whole)
    upright = multiply(matrix, (scale, 0.0, 0.0, -scale, 0.0, 0.0))  # PDFium's y grows upwards
    lib.FPDFPageObj_SetMatrix(item, lib.FS_MATRIX(*upright))
    bitmap = lib.FPDFImageObj_GetRenderedBitmap(document, page, item)
    if not bitmap:
        return None
    try:
        pixels = _pixels(lib, bitmap)
    finally:
        lib.FPDFBitmap_Destroy(bitmap)
    return None if pixels is None else encode_png(_cut(pixels, whole, box))


def is_transparent(lib: ModuleType, document: object, page: object, path: tuple[int, ...]) -> bool:
    """Whether an image object shows nothing at all, as its mask lets everything through.

    macOS prints such images with text boxes. They compress to nearly nothing, so only images of hardly any data are
    drawn to see, and none of the kind and size of scanned pages. Arguments as those of `image_object_png`.
    """
    found = _find(lib, page, path, _UPRIGHT)
    if found is None:
        return False
    w, h = ctypes.c_uint(), ctypes.c_uint()
    if not lib.FPDFImageObj_GetImagePixelSize(found[0], w, h):
        return False
    area, packing = w.value * h.value, ctypes.create_string_buffer(len(_DEFLATED) + 1)
    last = lib.FPDFImageObj_GetImageFilterCount(found[0]) - 1
    lib.FPDFImageObj_GetImageFilter(found[0], last, packing, len(packing))
    if area > _MOST_PIXELS or packing.value != _DEFLATED:
        return False
    if lib.FPDFImageObj_GetImageDataRaw(found[0], None, 0) > _FLAT + area // _FLAT:
        return False
    bitmap = lib.FPDFImageObj_GetRenderedBitmap(document, page, found[0])
    if not bitmap:
        return False
    try:
        if lib.FPDFBitmap_GetFormat(bitmap) not in (_BGRA, _PREMULTIPLIED):
            return False
        size = lib.FPDFBitmap_GetStride(bitmap) * lib.FPDFBitmap_GetHeight(bitmap)
        return not ctypes.string_at(lib.FPDFBitmap_GetBuffer(bitmap), size)[3::4].strip(b"\0")
    finally:
        lib.FPDFBitmap_Destroy(bitmap)


def _find(lib: ModuleType, page: object, path: tuple[int, ...], view: Matrix) -> tuple[object, Matrix] | None:
    """The object at a path and the matrix from it to the visible page."""
    if not path or not 0 <= path[0] < lib.FPDFPage_CountObjects(page):
        return None
    item, outer = lib.FPDFPage_GetObject(page, path[0]), view
    for index in path[1:]:
        if not 0 <= index < lib.FPDFFormObj_CountObjects(item):
            return None
        outer = multiply(_matrix(lib, item), outer)
        item = lib.FPDFFormObj_GetObject(item, index)
    return item, multiply(_matrix(lib, item), outer)


def _matrix(lib: ModuleType, item: object) -> Matrix:
    m = lib.FS_MATRIX()
    if not lib.FPDFPageObj_GetMatrix(item, m):
        return _UPRIGHT
    return (m.a, m.b, m.c, m.d, m.e, m.f)


def _scale(lib: ModuleType, item: object, matrix: Matrix, whole: Corners) -> float:
    """Pixels per point at which the image keeps its own resolution, within the limit."""
    w, h = ctypes.c_uint(), ctypes.c_uint()
    lib.FPDFImageObj_GetImagePixelSize(item, w, h)
    across = math.hypot(matrix[0], matrix[1]) or 1.0
    down = math.hypot(matrix[2], matrix[3]) or 1.0
    longest = max(whole[2] - whole[0], whole[3] - whole[1], 0.01)
    return max(min(max(w.value / across, h.value / down), _MAX_SIDE / longest), 1.0 / longest)


def _pixels(lib: ModuleType, bitmap: object) -> Image | None:
    """The bitmap as a picture; None if it is wholly transparent."""
    from PIL import Image

    kind = lib.FPDFBitmap_GetFormat(bitmap)
    width, height = lib.FPDFBitmap_GetWidth(bitmap), lib.FPDFBitmap_GetHeight(bitmap)
    stride = lib.FPDFBitmap_GetStride(bitmap)
    data = ctypes.string_at(lib.FPDFBitmap_GetBuffer(bitmap), stride * height)
    mode, raw = {
        _GRAY: ("L", "L"),
        _BGR: ("RGB", "BGR"),
        _BGRX: ("RGB", "BGRX"),
        _BGRA: ("RGBA", "BGRA"),
        _PREMULTIPLIED: ("RGBA", "BGRa"),
    }.get(kind, ("", ""))
    if not mode:
        return None
    picture = Image.frombuffer(mode, (width, height), data, "raw", raw, stride, 1)
    if mode != "RGBA":
        return picture
    alpha = picture.getchannel("A").getextrema()
    if alpha[1] == 0:
        return None
    return picture.convert("RGB") if alpha[0] == _OPAQUE else picture


def _cut(picture: Image, whole: Corners, box: Box) -> Image:
    """The visible part of a picture."""
    wide, high = whole[2] - whole[0], whole[3] - whole[1]
    if wide <= 0.0 or high <= 0.0:
        return picture
    left, top = (box.x0 - whole[0]) / wide, (box.y0 - whole[1]) / high
    right, bottom = (box.x1 - whole[0]) / wide, (box.y1 - whole[1]) / high
    if min(left, top, 1.0 - right, 1.0 - bottom) >= 0.0 and max(left, top, 1.0 - right, 1.0 - bottom) < _CROP_TOLERANCE:
        return picture
    w, h = picture.size
    x0, y0 = math.floor(max(0.0, left) * w), math.floor(max(0.0, top) * h)
    x1, y1 = math.ceil(min(1.0, right) * w), math.ceil(min(1.0, bottom) * h)
    return picture.crop((x0, y0, max(x0 + 1, x1), max(y0 + 1, y1)))


def pixels_png(pixels: Pixels) -> bytes:
    """An array of RGB pixels as PNG."""
    import numpy as np
    from PIL import Image

    return encode_png(Image.fromarray(np.ascontiguousarray(pixels)))


def encode_png(picture: Image) -> bytes:
    """The picture as PNG, fast rather than smallest (PNG specification, third edition: chunks, filter type Up)."""
    kind = _PNG_KINDS.get(picture.mode)
    if kind is None:
        out = io.BytesIO()
        picture.save(out, "PNG", compress_level=_PNG_LEVEL)
        return out.getvalue()
    return png_file(picture.size, kind, _packed(picture))


def _packed(picture: Image) -> bytes:
    """The rows of a picture, each minus the row above it, compressed in bands to save memory."""
    from PIL import ImageChops

    wide, high = picture.size
    packer = zlib.compressobj(_PNG_LEVEL)
    packed: list[bytes] = []
    for top in range(0, high, _PNG_BAND):
        bottom = min(high, top + _PNG_BAND)
        above = picture.crop((0, top - 1, wide, bottom - 1))  # above the first row are zeros
        rows = ImageChops.subtract_modulo(picture.crop((0, top, wide, bottom)), above).tobytes()
        stride = len(rows) // (bottom - top)
        for at in range(0, len(rows), stride):
            packed += packer.compress(_UP), packer.compress(rows[at : at + stride])
    return b"".join([*packed, packer.flush()])
