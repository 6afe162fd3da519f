"""A page's glyphs through ctypes; the accelerator does the same in `native/page_text.c`."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from types import ModuleType
from typing import NamedTuple

from quire.read.matrices import Corners, Matrix, map_box, map_point, multiply
from quire.read.pdf.character_classes import (
    ARROW_BAR,
    LIBERTINE_FONT,
    NO_CHARACTER,
    TEX_BITMAP_FONT,
    TEXT_FONT,
    WINDOWS_FONT,
    character_of_code,
    font_kind,
    is_invalid,
    is_unknown_private_use,
    normalised,
)
from quire.read.pdf.combining_marks import attached, is_at_letter, is_mark, with_strays_attached
from quire.read.pdf.glyph_clusters import MarkedText, actual_text_mark, with_cluster_widths
from quire.read.pdf.glyphs import (
    OBLIQUE,
    ORDER_STEP,
    SPACE,
    VERTICAL,
    Glyph,
    GlyphRun,
    continues_vertically,
    frame_of,
    is_letter,
    ligature_letter,
    placed_glyph,
    stands_below,
)
from quire.read.pdf.ligature_order import comes_reversed, precedes_its_letter
from quire.read.pdf.object_properties import address_of, color_of, matrix_of
from quire.read.pdf.outlined_glyphs import ASCENT, DESCENT, PlacedOutline
from quire.read.pdf.page_fonts import PageFont, PageFonts
from quire.read.pdf.python_reader_objects import STROKED_MODES
from quire.read.pdf.spacing_accents import ACCENT_MARKS, composed
from quire.read.pdf.spacing_thresholds import SPACING
from quire.read.pdf.visibility import Ink, TextPlace
from quire.text import is_rtl

_FAR = 1e6  # points; nothing on a page is bigger
_HIGH_SURROGATES, _LOW_SURROGATES = range(0xD800, 0xDC00), range(0xDC00, 0xE000)
_FIRST_SUPPLEMENTARY = 0x10000  # the character of the first pair of surrogates
_ASCII_CHARACTERS = range(0x20, 0x7F)  # printable
_BOLD_MODES, _HIDDEN_MODES = {2, 6}, {3, 7}  # text rendering modes (ISO 32000-1, table 106)
_TYPE3_SIZE_RATIO = 3.0  # a Type 3 glyph that is so many times higher than its size has a size that says nothing
_MAX_CELL = 3.0  # em: no glyph is as wide and as high
_ACCENT_OVERHANG = 0.05  # em by which the middle of an accent may lie outside its letter
_ACCENT_BASELINE_STEP = 0.5  # em between the baselines of an accent and its letter
_OVERHANG = 0.01  # points: ink that reaches beyond the origin or ends with the cell
_LETTER_STEP = (0.2, 0.6)  # em from a letter to one like it that overlaps it; closer ones are a shadow
_PRINT_OFFSET = 0.15  # em between two prints of a glyph, besides `SPACING.double_print`
_LEAST_PRINT_OFFSET = 0.02  # points between two prints that make type bold
_PRINT_CELL = 2.0  # points: cells of the grid in which printed glyphs are looked up
_FORM_SCALE = 1e-4  # by which the matrix of a form differs from none
_OFF_LINE, _ON_LINE = 0.5, 0.1  # units of user space from a glyph to the line of its text object
_PAGE_MARGIN = 1.0  # points that glyphs may lie outside the page


class TextForm(NamedTuple):
    """The form that a text object stands in, and the line of its text, in user space."""

    matrix: Matrix
    start: tuple[float, float]
    along: tuple[float, float]

    def off_line(self, x: float, y: float) -> float:
        """How far a point is off the line."""
        return abs((x - self.start[0]) * self.along[1] - (y - self.start[1]) * self.along[0])


class TextObject(NamedTuple):
    """A text object of the page: its run, and what is needed to make glyphs of it."""

    run: GlyphRun
    bold_run: GlyphRun
    scale: float  # length of the text space's unit across the line, points
    hidden: bool
    kind: int  # of the font, see `character_classes.font_kind`
    place: TextPlace | None = None  # of a text that may be invisible
    form: TextForm | None = None  # that it stands in


class TextReader:
    """Reads the glyphs of one page into its public attributes."""

    def __init__(self, lib: ModuleType, view: Matrix, width: float, height: float) -> None:
        self._lib = lib
        self._view = view
        self._width, self._height = width, height
        self._seen: dict[tuple[int, int, int], list[tuple[float, float, int]]] = {}
        self._last_object: TextObject | None = None
        self._last_origin = (0.0, 0.0)
        self._dropped = False
        self._hint = 0
        self._last: Glyph | None = None
        self._ink: Ink | None = None
        self._places: Mapping[int, TextPlace] = {}
        self._last_unseen = False
        self._letter: Glyph | None = None  # the last one that is not a mark
        self._last_letter = 0  # its code
        self._back: bool | None = None  # whether the letters of its ligature come last letter first, if known
        self._last_index = 0
        self._marked_texts: dict[int, MarkedText] = {}
        self._cluster: MarkedText | None = None
        self._resumed = False  # whether an earlier marked text is resumed
        self._stray_marks: list[int] = []
        self.fonts = PageFonts(lib)
        self.visible: list[Glyph] = []
        self.invisible: list[Glyph] = []
        self.text_objects: dict[int, list[TextObject]] = {}  # by the address of the text object
        self.glyph_count = self.unmapped = self.guessed = 0
        self.quarter_turns = [0, 0, 0, 0]

    def read(self, text: object, texts: Iterable[object] = ()) -> None:
        """Read all glyphs of an FPDF_TEXTPAGE; `texts` are the page's text objects."""
        lib = self._lib
        item: TextObject | None = None
        current = 0
        high = 0
        for i in range(lib.FPDFText_CountChars(text)):
            code = lib.FPDFText_GetUnicode(text, i)
            generated = lib.FPDFText_IsGenerated(text, i) == 1
            if generated:
                self._hint = (2 if self._hides_width(text) else 1) if code == SPACE else 0
                continue
            owner = lib.FPDFText_GetTextObject(text, i)
            address = address_of(owner)
            if address == 0:
                continue
            if address != current:
                current, item, high = address, self._text_object(text, i, owner), 0
                item = None if self._repeats_marked_text(text, i, owner) else item
                self.text_objects.setdefault(address, []).extend([item] if item else [])
            if item is None:
                continue
            if code in _HIGH_SURROGATES:
                high = code
                continue
            if code in _LOW_SURROGATES and high:
                code = _FIRST_SUPPLEMENTARY + ((high - _HIGH_SURROGATES.start) << 10) + (code - _LOW_SURROGATES.start)
            high = 0
            bad = lib.FPDFText_HasUnicodeMapError(text, i) == 1
            self._glyph(text, i, code, item, bad=bad)
        self.visible[:] = with_cluster_widths(lib, self.visible, self._marked_texts, texts, self._view)
        if self._stray_marks:
            self.visible[:] = with_strays_attached(self.visible, self._stray_marks)
        self._join_accents()

    def _repeats_marked_text(self, text: object, i: int, owner: object) -> bool:
        """Whether a text object, whose first character is the `i`-th, repeats the text of its mark."""
        self._cluster, self._resumed = None, False
        mark = actual_text_mark(self._lib, owner)
        if not mark:
            return False
        marked = self._marked_texts.get(mark)
        if marked is None:
            self._cluster = self._marked_texts[mark] = MarkedText(len(self.visible), [], address_of(owner))
            return False
        if marked.owner == address_of(owner):  # PDFium reverses some lines and then interrupts the marked text
            self._resumed = True
            return False
        for k, code in enumerate(marked.codes):
            char = self._lib.FPDFText_GetUnicode(text, i + k)
            same = address_of(self._lib.FPDFText_GetTextObject(text, i + k)) == address_of(owner)
            if not same or normalised(char) != code:
                marked.complete = False
                return False
        marked.complete = marked.complete and bool(marked.codes)
        return bool(marked.codes)

    def doubt(self, ink: Ink, places: Mapping[int, TextPlace]) -> None:
        """Take glyphs of text objects, by address, for hidden if they are not seen in `ink`."""
        self._ink, self._places = ink, places

    def _judged(self, item: TextObject, code: int, cell: Corners) -> TextObject:
        """The text object, hidden if this glyph of it cannot be seen; a space is as the glyph before it."""
        unseen = item.hidden
        if item.place is not None and self._ink is not None:
            unseen = self._last_unseen if code == SPACE else self._ink.is_unseen(item.place, cell)
        self._last_unseen = unseen
        return item._replace(hidden=True) if unseen and not item.hidden else item

    def _join_accents(self) -> None:
        """Make accents that are glyphs of their own part of the letters over or under which they are printed."""
        glyphs = self.visible
        for i, accent in enumerate(glyphs):
            if accent.code not in ACCENT_MARKS or not self._is_text_font(accent):
                continue
            order = [i + 1, *range(len(glyphs))] if i + 1 < len(glyphs) else range(len(glyphs))
            letter = next((j for j in order if self._accented(accent, glyphs[j])), -1)
            if letter >= 0:
                code = self._accented(accent, glyphs[letter])
                hint = accent.hint if letter == i + 1 else glyphs[letter].hint
                glyphs[letter] = glyphs[letter]._replace(code=code, hint=hint)
                glyphs[i] = accent._replace(code=NO_CHARACTER)
        glyphs[:] = [glyph for glyph in glyphs if glyph.code != NO_CHARACTER]

    def _is_text_font(self, glyph: Glyph) -> bool:
        kind = font_kind(self.fonts[self.fonts.font_of(glyph.run.style)].name)
        return glyph.run.frame == 0 and kind in {TEXT_FONT, LIBERTINE_FONT, WINDOWS_FONT, TEX_BITMAP_FONT}

    def _accented(self, accent: Glyph, glyph: Glyph) -> int:
        """The letter with an accent over or under its middle; 0 for none."""
        middle, size = (accent.u0 + accent.u1) / 2.0, glyph.run.size
        inside = glyph.u0 - _ACCENT_OVERHANG * size <= middle <= glyph.u1 + _ACCENT_OVERHANG * size
        if not (inside and abs(accent.v - glyph.v) < _ACCENT_BASELINE_STEP * size) or not self._is_text_font(glyph):
            return 0
        return composed(accent.code, glyph.code)

    def _text_object(self, text: object, i: int, owner: object) -> TextObject | None:
        """The ink of a text object, from its first glyph; None when nothing of it can be seen or read."""
        lib = self._lib
        matrix = lib.FS_MATRIX()
        if not lib.FPDFText_GetMatrix(text, i, matrix):
            return None
        m = multiply((matrix.a, matrix.b, matrix.c, matrix.d, 0.0, 0.0), self._view)
        across = math.sqrt(m[2] * m[2] + m[3] * m[3])
        size = lib.FPDFText_GetFontSize(text, i) * across
        if size < 0.0:  # turns the glyphs upside down and runs backwards
            size, m = -size, (-m[0], -m[1], -m[2], -m[3], m[4], m[5])
        font = self.fonts.font(lib.FPDFTextObj_GetFont(owner))
        if not self.fonts[font].name:
            size = max(size, self._drawn_size(text, i, size))
        if not SPACING.least_size <= size < _FAR:
            return None
        mode = lib.FPDFTextObj_GetTextRenderMode(owner)
        color, alpha = color_of(self._lib, owner, stroke=mode in STROKED_MODES)
        f = self.fonts[font]
        size10 = math.floor(size * 10.0 + 0.5)
        mcid = lib.FPDFPageObj_GetMarkedContentID(owner)
        frame = frame_of(math.degrees(math.atan2(m[1], m[0])))
        if frame == 0 and self._is_vertical(text, i, owner, (matrix.e, matrix.f), size):
            frame = VERTICAL
        place = self._places.get(address_of(owner))
        drawn = place is not None and place.drawn
        bold = 1 if mode in _BOLD_MODES or drawn else 0
        up, down = (0.5, 0.5) if frame == VERTICAL else (f.ascent, f.descent)
        runs = [GlyphRun(self.fonts.style((font, size10, color, b)), size, frame, up, down, mcid) for b in (bold, 1)]
        hidden = mode in _HIDDEN_MODES or (alpha == 0 and not drawn)
        form = self._form_of(owner, (matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f))
        return TextObject(runs[0], runs[1], across, hidden, font_kind(f.name), None if hidden else place, form)

    def _form_of(self, owner: object, whole: Matrix) -> TextForm | None:
        """The form that a text object stands in, if any: `whole` is the object's own matrix by that of the form.

        PDFium gives spaces that it makes up no place.
        """
        length = math.sqrt(whole[0] * whole[0] + whole[1] * whole[1])
        a, b, c, d, e, f = matrix_of(self._lib, owner)
        area = a * d - b * c
        if area == 0.0 or not length > 0.0 or (whole[4] == 0.0 and whole[5] == 0.0):
            return None
        back = (d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area)
        form = multiply(back, whole)
        scaled = abs(form[0] - 1.0) + abs(form[1]) + abs(form[2]) + abs(form[3] - 1.0) > _FORM_SCALE
        if not scaled and abs(form[4]) + abs(form[5]) <= _OFF_LINE:
            return None
        return TextForm(form, (whole[4], whole[5]), (whole[0] / length, whole[1] / length))

    def _is_left_in_form(self, text: object, i: int, form: TextForm) -> bool:
        """Whether PDFium left out the matrix of the form, as for the letters of ligatures.

        Then a glyph is off its line, and on it by that matrix.
        """
        x, y = ctypes.c_double(), ctypes.c_double()
        if not self._lib.FPDFText_GetCharOrigin(text, i, x, y) or form.off_line(x.value, y.value) < _OFF_LINE:
            return False
        return form.off_line(*map_point(form.matrix, x.value, y.value)) < _ON_LINE

    def _drawn_size(self, text: object, i: int, size: float) -> float:
        """The apparent size of a Type 3 glyph, for fonts whose own scale means nothing; 0 if theirs is right."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        if not self._lib.FPDFText_GetCharBox(text, i, left, right, bottom, top):
            return 0.0
        box = map_box(self._view, left.value, bottom.value, right.value, top.value)
        high = box[3] - box[1]
        return high if high > _TYPE3_SIZE_RATIO * size else 0.0

    def _is_vertical(self, text: object, i: int, owner: object, at: tuple[float, float], size: float) -> bool:
        """Whether a glyph begins or continues vertical writing: the next one of its text object is below it.

        Args:
            text: the FPDF_TEXTPAGE.
            i: the glyph.
            owner: its FPDF_PAGEOBJECT, which is at the point `at` of user space.
            at: see `owner`.
            size: of the type, in points.
        """
        origin = self._origin(text, i)
        if origin is None:
            return False
        if stands_below(map_point(self._view, *at), origin, size):
            return True
        follower = self._lib.FPDFText_GetTextObject(text, i + 1)
        if address_of(follower) == address_of(owner):
            below = self._origin(text, i + 1)
            return below is not None and continues_vertically(origin, below, size)
        last = self._last_object
        return last is not None and last.run.frame == VERTICAL and continues_vertically(self._last_origin, origin, size)

    def _glyph(self, text: object, i: int, code: int, item: TextObject, *, bad: bool) -> None:
        origin, cell = self._place(text, i, item)
        if origin is None or cell is None or not self._inside(cell):
            return
        known = character_of_code(item.kind, code, bad=bad)
        if known >= 0:
            code, bad = known, False
        code = normalised(code)
        if code == NO_CHARACTER:
            return
        item = self._judged(item, code, cell)
        if code != SPACE and not item.hidden:
            self._tally(code, item.run.frame, bad=bad)
        if is_invalid(code) or (bad and code not in _ASCII_CHARACTERS) or self._is_said_twice(code, origin, item):
            return
        glyph = placed_glyph(code, origin, cell, item.run, self._last_letter)
        self._last_letter = code if is_letter(code) else self._last_letter
        if self._hint:
            hangs = item.run.frame == 0 and glyph.u0 < origin[0] - _OVERHANG  # to the left: an italic f, a j
            glyph = glyph._replace(hint=2 if hangs else self._hint)
            self._hint = 0
        last = self._last
        if (
            last is not None
            and self._last_object is not None
            and item.run is self._last_object.run
            and origin == self._last_origin
            and SPACE not in {last.code, code}
            and last.code != ARROW_BAR
        ):
            glyph = self._ligature_letter(text, i, last, glyph)
        else:
            self._back = None
            self._last_object, self._last_origin = item, origin
            self._dropped = not item.hidden and code != SPACE and self._is_printed_again(glyph, origin, item)
            if is_mark(code):
                glyph = self._at_letter(text, i, last, glyph, item)
        self._last = glyph
        self._letter = self._letter if is_mark(code) else glyph
        self._last_index = i
        if not self._dropped:
            self._keep(glyph, item, origin)

    def _place(self, text: object, i: int, item: TextObject) -> tuple[tuple[float, float] | None, Corners | None]:
        """The origin and the cell of a glyph."""
        view = self._view
        if item.form is not None and self._is_left_in_form(text, i, item.form):
            self._view = multiply(item.form.matrix, view)
        origin, cell = self._origin(text, i), self._cell(text, i, item.run.size)
        self._view = view
        return origin, cell

    def _ligature_letter(self, text: object, i: int, last: Glyph, glyph: Glyph) -> Glyph:
        """A further letter of a ligature, the `i`-th character, in its place."""
        if self._back is None and is_rtl(glyph.code):
            self._back = comes_reversed(self._lib, text, i, last.code)
        if precedes_its_letter(self._lib, text, i, glyph.code):
            u = last.u0 + 0.1 * ORDER_STEP if is_mark(last.code) else glyph.u0 + ORDER_STEP
            return glyph._replace(u0=u, u1=u)
        placed = ligature_letter(last, self._letter or last, glyph, back=self._back is True)
        is_point = placed is not glyph and is_rtl(glyph.code) and is_mark(glyph.code)
        return attached(last, glyph) if is_point else placed

    def _is_said_twice(self, code: int, origin: tuple[float, float], item: TextObject) -> bool:
        """Whether a glyph stands for a letter and that letter again, as in Word's fonts of formulas."""
        known, last = self._last_object, self._last
        same = known is not None and item.run is known.run and origin == self._last_origin
        return same and last is not None and code == last.code >= _FIRST_SUPPLEMENTARY

    def _at_letter(self, text: object, i: int, last: Glyph | None, glyph: Glyph, item: TextObject) -> Glyph:
        """A mark attached to the letter before it, or of its glyph; one drawn elsewhere is noted as a stray mark."""
        if precedes_its_letter(self._lib, text, i, glyph.code):
            return glyph._replace(u0=glyph.u0 + ORDER_STEP, u1=glyph.u0 + ORDER_STEP)
        if last is not None and not self._resumed and is_at_letter(last, glyph):
            return attached(last, glyph)
        if not item.hidden and not self._dropped:
            self._stray_marks.append(len(self.visible))
        return glyph

    def _keep(self, glyph: Glyph, item: TextObject, origin: tuple[float, float]) -> None:
        cluster = self._cluster
        if item.hidden:
            self.invisible.append(glyph)
            return
        if cluster is not None:
            cluster.complete = cluster.complete and cluster.origin in {None, origin}
            cluster.origin = origin
            cluster.codes.append(glyph.code)
        self.visible.append(glyph)

    def _hides_width(self, text: object) -> bool:
        """Whether the last glyph has an overhang: its cell then ends with its ink, and its width is unknown."""
        last = self._last
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        if last is None or last.run.frame != 0 or last.u1 <= last.u0:
            return False
        if not self._lib.FPDFText_GetCharBox(text, self._last_index, left, right, bottom, top):
            return False
        ink_box = map_box(self._view, left.value, bottom.value, right.value, top.value)
        return abs(ink_box[2] - last.u1) < _OVERHANG

    def repeat_letter(self, run: GlyphRun, step: float) -> None:
        """Repeat the letter of an upright object of one so many units of the page to the right."""
        places = [at for at, glyph in enumerate(self.visible) if glyph.run is run]
        nearest, farthest = (share * run.size for share in _LETTER_STEP)
        if run.frame == 0 and len(places) == 1 and not self._view[1] and nearest < step < farthest:
            glyph = self.visible[places[0]]
            moved = step * self._view[0]
            self.visible.insert(places[0] + 1, glyph._replace(u0=glyph.u0 + moved, u1=glyph.u1 + moved, hint=0))
            self.glyph_count += 1

    def add_outlines(self, outlines: Sequence[PlacedOutline], texts: Sequence[object]) -> None:
        """Put glyphs that are drawn as outlines where they stand among the page's text objects."""
        runs = [{id(one.run) for one in self.text_objects.get(address_of(item), ())} for item in texts]
        number = {run: at for at, inside in enumerate(runs) for run in inside}
        ends = [0] * (len(texts) + 1)  # by the number of text objects: where the glyphs of these end
        for at, glyph in enumerate(self.visible, 1):
            ends[number.get(id(glyph.run), -1) + 1] = at
        ends = list(accumulate(ends, max))
        added: dict[int, list[Glyph]] = {}
        for one in outlines:
            added.setdefault(ends[one.texts_before], []).append(one.placed(self._outline_run(one)))
            self._tally(one.glyph.code, 0, bad=False)
        old = [*self.visible]
        self.visible[:] = added.get(0, [])
        for at, glyph in enumerate(old, 1):
            self.visible += [glyph, *added.get(at, ())]

    def _outline_run(self, one: PlacedOutline) -> GlyphRun:
        font = self.fonts.add(PageFont(one.glyph.font, 0, 0, 0, ASCENT, DESCENT, 0))
        style = self.fonts.style((font, math.floor(one.size * 10.0 + 0.5), one.color, 0))
        return GlyphRun(style, one.size, 0, ASCENT, DESCENT, one.mcid)

    def _tally(self, code: int, frame: int, *, bad: bool) -> None:
        self.glyph_count += 1
        if frame < OBLIQUE:
            self.quarter_turns[frame] += 1
        if is_invalid(code) or is_unknown_private_use(code) or (bad and code not in _ASCII_CHARACTERS):
            self.unmapped += 1
        elif bad:
            self.guessed += 1

    def _is_printed_again(self, glyph: Glyph, origin: tuple[float, float], item: TextObject) -> bool:
        """Whether the glyph was printed before at nearly the same place; if so, the first print becomes bold."""
        reach = min(SPACING.double_print, _PRINT_OFFSET * glyph.run.size)
        x, y = origin
        columns = {math.floor((x - reach) / _PRINT_CELL), math.floor((x + reach) / _PRINT_CELL)}
        rows = {math.floor((y - reach) / _PRINT_CELL), math.floor((y + reach) / _PRINT_CELL)}
        for column in sorted(columns):
            for row in sorted(rows):
                for ox, oy, index in self._seen.get((glyph.code, column, row), ()):
                    same = self.visible[index].run.frame == glyph.run.frame
                    if same and abs(ox - x) <= reach and abs(oy - y) <= reach:
                        if max(abs(ox - x), abs(oy - y)) > _LEAST_PRINT_OFFSET:
                            self.visible[index] = self.visible[index]._replace(run=item.bold_run)
                        return True
        key = (glyph.code, math.floor(x / _PRINT_CELL), math.floor(y / _PRINT_CELL))
        self._seen.setdefault(key, []).append((x, y, len(self.visible)))
        return False

    def _inside(self, cell: Corners) -> bool:
        x, y = (cell[0] + cell[2]) / 2.0, (cell[1] + cell[3]) / 2.0
        margin = _PAGE_MARGIN
        return -margin <= x <= self._width + margin and -margin <= y <= self._height + margin

    def _origin(self, text: object, i: int) -> tuple[float, float] | None:
        x, y = ctypes.c_double(), ctypes.c_double()
        if not self._lib.FPDFText_GetCharOrigin(text, i, x, y):
            return None
        return map_point(self._view, x.value, y.value)

    def _cell(self, text: object, i: int, size: float) -> Corners | None:
        """The cell of a glyph; its ink where PDFium left out the scale of the text matrix, as in vertical writing."""
        rect = self._lib.FS_RECTF()
        if not self._lib.FPDFText_GetLooseCharBox(text, i, rect):
            return None
        box = map_box(self._view, rect.left, rect.bottom, rect.right, rect.top)
        if min(box[2] - box[0], box[3] - box[1]) <= _MAX_CELL * size:
            return box
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        if not self._lib.FPDFText_GetCharBox(text, i, left, right, bottom, top):
            return None
        return map_box(self._view, left.value, bottom.value, right.value, top.value)
