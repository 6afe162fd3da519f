"""A page's glyphs, paths and images through ctypes: the pure-Python twin of `_pdfium.c`.

About ten times slower than the accelerator, because it crosses into PDFium for every glyph; the results are
equal. `lib` is the module of PDFium's raw functions; `quire.read.pdf` hands it in.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import NamedTuple

from quire.model.page import Line, Style, Word
from quire.read import strokes
from quire.read.rows import VERTICAL, Glyph, Ink, axes, lines_of, rounded
from quire.read.spacing import SPACING
from quire.text import is_rtl

MakeStyle = Callable[[str, int, int, int, int, int, int, int], Style]
"""(font name, flags, weight, italic angle, size in tenths, colour, bold, rise) -> interned style."""
Mend = Callable[[tuple[Word, ...], int], tuple[Word, ...]]
Matrix = tuple[float, float, float, float, float, float]
Corners = tuple[float, float, float, float]

_TEXT, _PATH, _IMAGE, _SHADING, _FORM = 1, 2, 3, 4, 5  # FPDF_PAGEOBJ_*
_LINE_TO, _BEZIER_TO, _MOVE_TO = 0, 1, 2  # FPDF_SEGMENT_*
_DEEPEST = 24  # nested form objects; a file that goes deeper is an attack
_RECENT = 12  # text objects back that PDFium compares a new one with; it looks at fewer
_NOTHING = -1
_FAR = 1e6  # points; nothing on a page is further away
_WHITE_SPACE = frozenset([9, 10, 13, 32, 0xA0, 0x1680, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)])
_NO_WIDTH = frozenset([*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF])


class Placed(NamedTuple):
    """An image object on the page."""

    path: tuple[int, ...]  # indices of page objects: in the page, in a form of it, ...
    x0: float
    y0: float
    x1: float
    y1: float
    width: int  # pixels
    height: int
    mcid: int


class RawPage(NamedTuple):
    """What one call reads."""

    lines: list[Line]
    hidden: list[Line]  # invisible text
    drawn: strokes.Drawn
    images: list[Placed]
    glyphs: int  # visible ones, white space apart
    lost: int  # visible ones without a usable character
    doubtful: int  # visible ones whose character is only their code in the font, an ASCII one
    quarters: tuple[int, int, int, int]  # visible glyphs by quarter turn of their reading direction


def read_page(  # noqa: PLR0913, PLR0917 - the accelerator's signature
    lib: ModuleType, page: int, view: Matrix, width: float, height: float, make_style: MakeStyle, mend: Mend
) -> RawPage:
    """The content of a loaded page.

    Args:
        lib: PDFium's raw functions.
        page: the FPDF_PAGE as an integer.
        view: from the page's user space to points from the top left corner of what is visible.
        width: of the visible page, points.
        height: of the visible page, points.
        make_style: makes a style from a font's properties.
        mend: repairs the words of a line, see `rows.lines_of`.
    """
    return _Reader(lib, page, view, width, height).read(make_style, mend)


class _Font(NamedTuple):
    name: str
    flags: int
    weight: int
    italic: int
    ascent: float
    descent: float


class _Hand(NamedTuple):
    """An ink with what is needed before it can be used for a glyph."""

    ink: Ink
    bold_ink: Ink
    scale: float  # length of the text space's unit across the line, points
    hidden: bool


_StyleKey = tuple[int, int, int, int]  # font, size in tenths, colour, bold


class _Reader:
    """Reads one page."""

    def __init__(self, lib: ModuleType, page: int, view: Matrix, width: float, height: float) -> None:
        self._lib = lib
        self._page = ctypes.cast(page, lib.FPDF_PAGE)
        self._view = view
        self._width, self._height = width, height
        self._fonts: dict[int, int] = {}
        self._font_list: list[_Font] = []
        self._styles: dict[_StyleKey, int] = {}
        self._style_list: list[_StyleKey] = []
        self._made: dict[tuple[int, int], Style] = {}
        self._drawn = strokes.Drawn([], [], [])
        self._images: list[Placed] = []
        self._visible: list[Glyph] = []
        self._invisible: list[Glyph] = []
        self._seen: dict[tuple[int, int, int], list[tuple[float, float, int]]] = {}
        self._texts: list[object] = []
        self._hands: dict[int, list[_Hand]] = {}
        self._last_hand: _Hand | None = None
        self._last_origin = (0.0, 0.0)
        self._dropped = self._hint = False
        self._last: Glyph | None = None
        self._last_index = 0
        self._count = self._lost = self._doubtful = 0
        self._quarters = [0, 0, 0, 0]

    def read(self, make_style: MakeStyle, mend: Mend) -> RawPage:
        for i in range(self._lib.FPDFPage_CountObjects(self._page)):
            self._object(self._lib.FPDFPage_GetObject(self._page, i), (i,), self._view)
        text = self._lib.FPDFText_LoadPage(self._page)
        if text:
            try:
                self._text(text)
            finally:
                self._lib.FPDFText_ClosePage(text)
        self._embolden()

        def style_of(index: int, rise: int) -> Style:
            style = self._made.get((index, rise))
            if style is None:
                font, size10, color, bold = self._style_list[index]
                f = self._font_list[font]
                style = make_style(f.name, f.flags, f.weight, f.italic, size10, color, bold, rise)
                self._made[index, rise] = style
            return style

        bars = [(r.x0, r.y0, r.x1, r.y1) for r in self._drawn.rules]
        return RawPage(
            lines_of(self._visible, bars, style_of, mend),
            lines_of(self._invisible, bars, style_of, mend, hidden=True),
            self._drawn,
            self._images,
            self._count,
            self._lost,
            self._doubtful,
            (self._quarters[0], self._quarters[1], self._quarters[2], self._quarters[3]),
        )

    # Text

    def _text(self, text: object) -> None:
        lib = self._lib
        hand: _Hand | None = None
        current = 0
        high = 0
        for i in range(lib.FPDFText_CountChars(text)):
            code = lib.FPDFText_GetUnicode(text, i)
            generated = lib.FPDFText_IsGenerated(text, i) == 1
            if generated:
                self._hint = code == 32 and self._hides_width(text)
                continue
            owner = lib.FPDFText_GetTextObject(text, i)
            address = address_of(owner)
            if address == 0:
                continue
            if address != current:
                current, hand, high = address, self._hand(text, i, owner), 0
                self._hands.setdefault(address, []).extend([hand] if hand else [])
            if hand is None:
                continue
            if 0xD800 <= code < 0xDC00:
                high = code
                continue
            if 0xDC00 <= code < 0xE000 and high:
                code = 0x10000 + ((high - 0xD800) << 10) + (code - 0xDC00)
            high = 0
            bad = lib.FPDFText_HasUnicodeMapError(text, i) == 1
            self._glyph(text, i, code, hand, bad=bad)

    def _hand(self, text: object, i: int, owner: object) -> _Hand | None:
        """The ink of a text object, from its first glyph; None when nothing of it can be seen or read."""
        lib = self._lib
        matrix = lib.FS_MATRIX()
        if not lib.FPDFText_GetMatrix(text, i, matrix):
            return None
        m = times((matrix.a, matrix.b, matrix.c, matrix.d, 0.0, 0.0), self._view)
        across = math.sqrt(m[2] * m[2] + m[3] * m[3])
        size = lib.FPDFText_GetFontSize(text, i) * across
        if size < 0.0:  # turns the glyphs upside down and runs backwards
            size, m = -size, (-m[0], -m[1], -m[2], -m[3], m[4], m[5])
        font = self._font(lib.FPDFTextObj_GetFont(owner))
        if not self._font_list[font].name:
            size = max(size, self._drawn_size(text, i, size))
        if not SPACING.tiny <= size < _FAR:
            return None
        mode = lib.FPDFTextObj_GetTextRenderMode(owner)
        color, alpha = self._color(owner, stroke=mode in {1, 5})
        f = self._font_list[font]
        size10 = math.floor(size * 10.0 + 0.5)
        mcid = lib.FPDFPageObj_GetMarkedContentID(owner)
        frame = _frame(math.degrees(math.atan2(m[1], m[0])))
        if frame == 0 and self._stands(text, i, owner, size):
            frame = VERTICAL
        bold = 1 if mode in {2, 6} else 0
        up, down = (0.5, 0.5) if frame == VERTICAL else (f.ascent, f.descent)
        inks = [Ink(self._style((font, size10, color, b)), size, frame, up, down, mcid) for b in (bold, 1)]
        return _Hand(inks[0], inks[1], across, mode in {3, 7} or alpha == 0)

    def _drawn_size(self, text: object, i: int, size: float) -> float:
        """The size that a Type 3 glyph looks like, for fonts whose own scale says nothing; 0 when theirs is right."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        if not self._lib.FPDFText_GetCharBox(text, i, left, right, bottom, top):
            return 0.0
        box = mapped(self._view, left.value, bottom.value, right.value, top.value)
        high = box[3] - box[1]
        return high if high > 3.0 * size else 0.0

    def _stands(self, text: object, i: int, owner: object, size: float) -> bool:
        """Whether a glyph begins or continues vertical writing: the next one of its text object stands below it."""
        origin = self._origin(text, i)
        if origin is None:
            return False
        follower = self._lib.FPDFText_GetTextObject(text, i + 1)
        if address_of(follower) == address_of(owner):
            below = self._origin(text, i + 1)
            return below is not None and _is_below(origin, below, size)
        last = self._last_hand
        return last is not None and last.ink.frame == VERTICAL and _is_below(self._last_origin, origin, size)

    def _glyph(self, text: object, i: int, code: int, hand: _Hand, *, bad: bool) -> None:
        origin, cell = self._origin(text, i), self._cell(text, i)
        if origin is None or cell is None or not self._inside(cell):
            return
        code = _plain(code)
        if code == _NOTHING:
            return
        if code != 32 and not hand.hidden:
            self._tally(code, hand.ink.frame, bad=bad)
        if _is_broken(code) or (bad and not 32 <= code < 127):
            return
        glyph = _placed(code, origin, cell, hand.ink)._replace(hint=self._hint)
        self._hint = False
        last = self._last
        if last is not None and hand is self._last_hand and origin == self._last_origin and 32 not in {last.code, code}:
            glyph = _further(last, glyph)
        else:
            self._last_hand, self._last_origin = hand, origin
            self._dropped = not hand.hidden and code != 32 and self._is_twin(glyph, origin, hand)
        self._last = glyph
        self._last_index = i
        if not self._dropped:
            (self._invisible if hand.hidden else self._visible).append(glyph)

    def _embolden(self) -> None:
        """Make text bold that was drawn twice: PDFium drops a whole text object that repeats a recent one."""
        for i, item in enumerate(self._texts):
            if address_of(item) in self._hands:
                continue
            for other in self._texts[max(0, i - _RECENT) : i]:
                hands = self._hands.get(address_of(other))
                if hands and self._is_echo(item, other):
                    bold = {id(hand.ink): hand.bold_ink for hand in hands}
                    self._visible = [g._replace(ink=bold.get(id(g.ink), g.ink)) for g in self._visible]
                    break

    def _is_echo(self, item: object, other: object) -> bool:
        """Whether two text objects have boxes of the same size with a fraction of a point between them."""
        a, b = self._bounds(item), self._bounds(other)
        if a is None or b is None:
            return False
        shift = max(abs(a[0] - b[0]), abs(a[1] - b[1]))
        growth = max(abs((a[2] - a[0]) - (b[2] - b[0])), abs((a[3] - a[1]) - (b[3] - b[1])))
        return 0.02 < shift <= SPACING.twin and growth <= 0.05

    def _bounds(self, item: object) -> Corners | None:
        left, bottom, right, top = ctypes.c_float(), ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
        if not self._lib.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            return None
        return left.value, bottom.value, right.value, top.value

    def _hides_width(self, text: object) -> bool:
        """Whether the last glyph hangs over its width: its cell then ends with its ink and the width is not known."""
        last = self._last
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        if last is None or last.ink.frame != 0 or last.u1 <= last.u0:
            return False
        if not self._lib.FPDFText_GetCharBox(text, self._last_index, left, right, bottom, top):
            return False
        ink = mapped(self._view, left.value, bottom.value, right.value, top.value)
        return abs(ink[2] - last.u1) < 0.01

    def _tally(self, code: int, frame: int, *, bad: bool) -> None:
        self._count += 1
        if frame < 4:
            self._quarters[frame] += 1
        if _is_broken(code) or _is_private(code) or (bad and not 32 <= code < 127):
            self._lost += 1
        elif bad:
            self._doubtful += 1

    def _is_twin(self, glyph: Glyph, origin: tuple[float, float], hand: _Hand) -> bool:
        """Whether the glyph was printed before at nearly the same place; if so the first print becomes bold."""
        reach = min(SPACING.twin, 0.15 * glyph.ink.size)
        x, y = origin
        columns = {math.floor((x - reach) / 2.0), math.floor((x + reach) / 2.0)}
        rows = {math.floor((y - reach) / 2.0), math.floor((y + reach) / 2.0)}
        for column in sorted(columns):
            for row in sorted(rows):
                for ox, oy, index in self._seen.get((glyph.code, column, row), ()):
                    same = self._visible[index].ink.frame == glyph.ink.frame
                    if same and abs(ox - x) <= reach and abs(oy - y) <= reach:
                        if max(abs(ox - x), abs(oy - y)) > 0.02:
                            self._visible[index] = self._visible[index]._replace(ink=hand.bold_ink)
                        return True
        key = (glyph.code, math.floor(x / 2.0), math.floor(y / 2.0))
        self._seen.setdefault(key, []).append((x, y, len(self._visible)))
        return False

    def _inside(self, cell: Corners) -> bool:
        x, y = (cell[0] + cell[2]) / 2.0, (cell[1] + cell[3]) / 2.0
        return -1.0 <= x <= self._width + 1.0 and -1.0 <= y <= self._height + 1.0

    def _origin(self, text: object, i: int) -> tuple[float, float] | None:
        x, y = ctypes.c_double(), ctypes.c_double()
        if not self._lib.FPDFText_GetCharOrigin(text, i, x, y):
            return None
        return _at(self._view, x.value, y.value)

    def _cell(self, text: object, i: int) -> Corners | None:
        rect = self._lib.FS_RECTF()
        if not self._lib.FPDFText_GetLooseCharBox(text, i, rect):
            return None
        return mapped(self._view, rect.left, rect.bottom, rect.right, rect.top)

    def _font(self, font: object) -> int:
        lib = self._lib
        address = address_of(font)
        known = self._fonts.get(address)
        if known is not None:
            return known
        size = lib.FPDFFont_GetBaseFontName(font, None, 0)
        buffer = ctypes.create_string_buffer(min(max(size, 1), 512))
        lib.FPDFFont_GetBaseFontName(font, buffer, len(buffer))
        up, down, italic = ctypes.c_float(), ctypes.c_float(), ctypes.c_int()
        lib.FPDFFont_GetAscent(font, 1.0, up)
        lib.FPDFFont_GetDescent(font, 1.0, down)
        lib.FPDFFont_GetItalicAngle(font, italic)
        s = SPACING
        self._font_list.append(
            _Font(
                buffer.value.decode("utf-8", "replace"),
                lib.FPDFFont_GetFlags(font),
                lib.FPDFFont_GetWeight(font),
                italic.value,
                min(max(up.value, s.ascent_low), s.ascent_high),
                min(max(-down.value, s.descent_low), s.descent_high),
            )
        )
        self._fonts[address] = len(self._font_list) - 1
        return len(self._font_list) - 1

    def _style(self, key: _StyleKey) -> int:
        index = self._styles.get(key)
        if index is None:
            index = self._styles[key] = len(self._style_list)
            self._style_list.append(key)
        return index

    def _color(self, item: object, *, stroke: bool) -> tuple[int, int]:
        """The colour as 0xRRGGBB and the opacity 0..255; black when the file gives none."""
        get = self._lib.FPDFPageObj_GetStrokeColor if stroke else self._lib.FPDFPageObj_GetFillColor
        r, g, b, a = ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint(), ctypes.c_uint()
        if not get(item, r, g, b, a):
            return 0, 255
        return (r.value & 255) << 16 | (g.value & 255) << 8 | (b.value & 255), a.value

    # Paths and images

    def _object(self, item: object, path: tuple[int, ...], outer: Matrix) -> None:
        lib = self._lib
        kind = lib.FPDFPageObj_GetType(item)
        if kind == _TEXT:
            self._texts.append(item)
        elif kind == _PATH:
            self._path(item, outer)
        elif kind == _IMAGE:
            self._image(item, path, outer)
        elif kind == _SHADING:
            self._shading(item, outer)
        elif kind == _FORM and len(path) < _DEEPEST:
            inner = times(self._matrix(item), outer)
            for i in range(max(0, lib.FPDFFormObj_CountObjects(item))):
                self._object(lib.FPDFFormObj_GetObject(item, i), (*path, i), inner)

    def _matrix(self, item: object) -> Matrix:
        m = self._lib.FS_MATRIX()
        if not self._lib.FPDFPageObj_GetMatrix(item, m):
            return (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
        return (m.a, m.b, m.c, m.d, m.e, m.f)

    def _path(self, item: object, outer: Matrix) -> None:
        lib = self._lib
        mode, stroked = ctypes.c_int(), ctypes.c_int()
        if not lib.FPDFPath_GetDrawMode(item, mode, stroked):
            return
        fill = self._opaque(item, stroke=False) if mode.value else None
        stroke = self._opaque(item, stroke=True) if stroked.value else None
        if fill is None and stroke is None:
            return
        matrix = times(self._matrix(item), outer)
        width = ctypes.c_float()
        if stroke is not None:
            lib.FPDFPageObj_GetStrokeWidth(item, width)
        scale = math.sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))
        clip = self._clip(item, outer)
        if clip is None:
            return
        piece = strokes.Drawn([], [], [])
        strokes.add(piece, list(self._outlines(item, matrix)), strokes.Paint(fill, stroke, width.value * scale))
        strokes.keep(self._drawn, piece, clip)

    def _opaque(self, item: object, *, stroke: bool) -> int | None:
        color, alpha = self._color(item, stroke=stroke)
        return color if alpha > 0 else None

    def _outlines(self, item: object, matrix: Matrix) -> Iterator[strokes.Outline]:
        lib = self._lib
        points: list[strokes.Point] = []
        curved = closed = False
        x, y = ctypes.c_float(), ctypes.c_float()
        for i in range(lib.FPDFPath_CountSegments(item)):
            segment = lib.FPDFPath_GetPathSegment(item, i)
            kind = lib.FPDFPathSegment_GetType(segment)
            if kind == _MOVE_TO and points:
                yield strokes.Outline(tuple(points), curved, closed)
                points, curved, closed = [], False, False
            if not lib.FPDFPathSegment_GetPoint(segment, x, y):
                continue
            point = _at(matrix, x.value, y.value)
            if abs(point[0]) < _FAR and abs(point[1]) < _FAR and not (points and strokes.is_same(points[-1], point)):
                points.append(point)
            curved = curved or kind == _BEZIER_TO
            closed = closed or bool(lib.FPDFPathSegment_GetClose(segment))
        if points:
            yield strokes.Outline(tuple(points), curved, closed)

    def _clip(self, item: object, outer: Matrix) -> Corners | None:
        """The box that the clip path and the page leave; None when nothing is left."""
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
                point = _at(outer, x.value, y.value)
                xs.append(point[0])
                ys.append(point[1])
        return (min(xs), min(ys), max(xs), max(ys)) if xs else None

    def _image(self, item: object, path: tuple[int, ...], outer: Matrix) -> None:
        box = mapped(times(self._matrix(item), outer), 0.0, 0.0, 1.0, 1.0)
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
        self._images.append(Placed(path, rounded(x0), rounded(y0), rounded(x1), rounded(y1), w.value, h.value, mcid))

    def _shading(self, item: object, outer: Matrix) -> None:
        left, bottom, right, top = ctypes.c_float(), ctypes.c_float(), ctypes.c_float(), ctypes.c_float()
        clip = self._clip(item, outer)
        if clip is None or not self._lib.FPDFPageObj_GetBounds(item, left, bottom, right, top):
            return
        box = mapped(outer, left.value, bottom.value, right.value, top.value)
        x0, y0 = max(box[0], clip[0]), max(box[1], clip[1])
        x1, y1 = min(box[2], clip[2]), min(box[3], clip[3])
        if x0 < x1 and y0 < y1:
            shape = strokes.Shape(rounded(x0), rounded(y0), rounded(x1), rounded(y1), 0, filled=True)
            self._drawn.shapes.append(shape)


def address_of(pointer: object) -> int:
    """The address in a ctypes pointer; 0 for null."""
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0  # type: ignore[arg-type]  # any pointer will do


def times(inner: Matrix, outer: Matrix) -> Matrix:
    """First `inner`, then `outer`."""
    a, b, c, d, e, f = inner
    p, q, r, s, t, u = outer
    return (a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u)


def _at(m: Matrix, x: float, y: float) -> tuple[float, float]:
    return m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]


def mapped(m: Matrix, x0: float, y0: float, x1: float, y1: float) -> Corners:
    """The upright box round a mapped rectangle."""
    xs = [m[0] * x + m[2] * y + m[4] for x in (x0, x1) for y in (y0, y1)]
    ys = [m[1] * x + m[3] * y + m[5] for x in (x0, x1) for y in (y0, y1)]
    return min(xs), min(ys), max(xs), max(ys)


def _frame(degrees: float) -> int:
    """The frame of a reading direction (clockwise degrees)."""
    quarter = math.floor(degrees / 90.0 + 0.5)
    if abs(degrees - 90.0 * quarter) <= SPACING.snap:
        return quarter & 3
    return 4 + math.floor(degrees + 0.5) % 360


def _placed(code: int, origin: tuple[float, float], cell: Corners, ink: Ink) -> Glyph:
    """The glyph in the axes of its frame."""
    cos, sin = axes(ink.frame)
    x0, y0, x1, y1 = cell
    if ink.frame == VERTICAL:
        return Glyph(code, y0, y1, -(x0 + x1) / 2.0, ink)
    v = origin[1] * cos - origin[0] * sin
    if ink.frame < 4:
        u0, u1 = x0 * cos + y0 * sin, x1 * cos + y1 * sin
        return Glyph(code, min(u0, u1), max(u0, u1), v, ink)
    u0 = origin[0] * cos + origin[1] * sin
    across, along = abs(cos), abs(sin)
    wide = across >= along
    advance = (x1 - x0 - ink.size * along) / across if wide else (y1 - y0 - ink.size * across) / along
    return Glyph(code, u0, u0 + max(0.0, advance), v, ink)


def _further(last: Glyph, glyph: Glyph) -> Glyph:
    """A further letter of a ligature in its place: PDFium gives it the box of the whole, or a share of it."""
    if not is_rtl(glyph.code) and glyph.u0 > last.u0 + 0.25 * (glyph.u1 - glyph.u0):
        return glyph
    end = last.u0 - 0.01 if is_rtl(glyph.code) else last.u1
    return glyph._replace(u0=end, u1=end)


def _plain(code: int) -> int:
    """The code with the forms of hyphen and space made one; `_NOTHING` for characters without width."""
    if code in {0x2, 0xFFFE, 0xAD}:  # what PDFium makes of a hyphen at a line's end, and the soft hyphen
        return 0x2D
    if code in _WHITE_SPACE:
        return 32
    return _NOTHING if code in _NO_WIDTH else code


def _is_broken(code: int) -> bool:
    """Whether a code is no character at all."""
    return code < 32 or 0x7F <= code < 0xA0 or code in {0xFFFD, 0xFFFF} or 0xD800 <= code < 0xE000


def _is_below(upper: tuple[float, float], lower: tuple[float, float], size: float) -> bool:
    """Whether an origin stands where vertical writing goes on from another."""
    return abs(lower[0] - upper[0]) <= 0.1 * size and 0.4 * size <= lower[1] - upper[1] <= 3.0 * size


def _is_private(code: int) -> bool:
    """Private use without an accepted meaning; U+F020..F0FF are symbol fonts, see `quire.text`."""
    return (0xE000 <= code <= 0xF8FF and not 0xF020 <= code <= 0xF0FF) or code >= 0xF0000
