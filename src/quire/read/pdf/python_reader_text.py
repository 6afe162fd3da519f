"""A page's glyphs through ctypes: the twin of the accelerator's `text.c`."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable
from types import ModuleType
from typing import NamedTuple

from quire.read.matrices import Corners, Matrix, map_box, map_point, multiply
from quire.read.pdf.character_classes import (
    LIBERTINE_FONT,
    NO_CHARACTER,
    TEXT_FONT,
    character_of_code,
    font_kind,
    is_invalid,
    is_unknown_private_use,
    normalised,
)
from quire.read.pdf.combining_marks import attached, is_at_letter, is_mark, with_strays_attached
from quire.read.pdf.glyph_clusters import MarkedText, actual_text_mark, with_cluster_widths
from quire.read.pdf.glyphs import (
    VERTICAL,
    Glyph,
    GlyphRun,
    continues_vertically,
    frame_of,
    ligature_letter,
    placed_glyph,
)
from quire.read.pdf.object_properties import address_of, color_of
from quire.read.pdf.page_fonts import PageFonts
from quire.read.pdf.spacing_accents import ACCENT_MARKS, composed
from quire.read.pdf.spacing_thresholds import SPACING

_FAR = 1e6  # points; nothing on a page is bigger


class TextObject(NamedTuple):
    """An ink with what is needed before it can be used for a glyph."""

    ink: GlyphRun
    bold_ink: GlyphRun
    scale: float  # length of the text space's unit across the line, points
    hidden: bool
    kind: int  # of the font, see `characters.kind_of`


class TextReader:
    """Reads the glyphs of one page; what was found is in its public attributes."""

    def __init__(self, lib: ModuleType, view: Matrix, width: float, height: float) -> None:
        self._lib = lib
        self._view = view
        self._width, self._height = width, height
        self._seen: dict[tuple[int, int, int], list[tuple[float, float, int]]] = {}
        self._last_hand: TextObject | None = None
        self._last_origin = (0.0, 0.0)
        self._dropped = False
        self._hint = 0
        self._last: Glyph | None = None
        self._letter: Glyph | None = None  # the last one that is no mark
        self._back = False  # whether it follows the one before it to the right
        self._last_index = 0
        self._told: dict[int, MarkedText] = {}
        self._cluster: MarkedText | None = None
        self._parted = False  # whether further letters of a stretch are at hand
        self._strays: list[int] = []
        self.fonts = PageFonts(lib)
        self.visible: list[Glyph] = []
        self.invisible: list[Glyph] = []
        self.hands: dict[int, list[TextObject]] = {}  # by the address of the text object
        self.count = self.lost = self.doubtful = 0
        self.quarters = [0, 0, 0, 0]

    def read(self, text: object, texts: Iterable[object] = ()) -> None:
        """Read all glyphs of an FPDF_TEXTPAGE; `texts` are the page's text objects."""
        lib = self._lib
        hand: TextObject | None = None
        current = 0
        high = 0
        for i in range(lib.FPDFText_CountChars(text)):
            code = lib.FPDFText_GetUnicode(text, i)
            generated = lib.FPDFText_IsGenerated(text, i) == 1
            if generated:
                self._hint = (2 if self._hides_width(text) else 1) if code == 32 else 0
                continue
            owner = lib.FPDFText_GetTextObject(text, i)
            address = address_of(owner)
            if address == 0:
                continue
            if address != current:
                current, hand, high = address, self._hand(text, i, owner), 0
                hand = None if self._is_told(text, i, owner) else hand
                self.hands.setdefault(address, []).extend([hand] if hand else [])
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
        self.visible[:] = with_cluster_widths(lib, self.visible, self._told, texts, self._view)
        if self._strays:
            self.visible[:] = with_strays_attached(self.visible, self._strays)
        self._join_accents()

    def _is_told(self, text: object, i: int, owner: object) -> bool:
        """Whether a text object, whose first character is the `i`-th, says once more what its marked stretch said."""
        self._cluster, self._parted = None, False
        mark = actual_text_mark(self._lib, owner)
        if not mark:
            return False
        told = self._told.get(mark)
        if told is None:
            self._cluster = self._told[mark] = MarkedText(len(self.visible), [], address_of(owner))
            return False
        if told.owner == address_of(owner):  # a line that PDFium turned round parts its letters
            self._parted = True
            return False
        for k, code in enumerate(told.codes):
            char = self._lib.FPDFText_GetUnicode(text, i + k)
            same = address_of(self._lib.FPDFText_GetTextObject(text, i + k)) == address_of(owner)
            if not same or normalised(char) != code:
                told.whole = False
                return False
        told.whole = told.whole and bool(told.codes)
        return bool(told.codes)

    def _join_accents(self) -> None:
        """Make accents that were printed as glyphs of their own part of the letters that they stand over or under."""
        glyphs = self.visible
        for i, accent in enumerate(glyphs):
            if accent.code not in ACCENT_MARKS or not self._is_of_text(accent):
                continue
            order = [i + 1, *range(len(glyphs))] if i + 1 < len(glyphs) else range(len(glyphs))
            letter = next((j for j in order if self._with_accent(accent, glyphs[j])), -1)
            if letter >= 0:
                code = self._with_accent(accent, glyphs[letter])
                hint = accent.hint if letter == i + 1 else glyphs[letter].hint
                glyphs[letter] = glyphs[letter]._replace(code=code, hint=hint)
                glyphs[i] = accent._replace(code=NO_CHARACTER)
        glyphs[:] = [glyph for glyph in glyphs if glyph.code != NO_CHARACTER]

    def _is_of_text(self, glyph: Glyph) -> bool:
        kind = font_kind(self.fonts[self.fonts.font_of(glyph.ink.style)].name)
        return glyph.ink.frame == 0 and kind in {TEXT_FONT, LIBERTINE_FONT}

    def _with_accent(self, accent: Glyph, glyph: Glyph) -> int:
        """The letter with an accent that stands over or under its middle; 0 for none."""
        middle, size = (accent.u0 + accent.u1) / 2.0, glyph.ink.size
        inside = glyph.u0 - 0.05 * size <= middle <= glyph.u1 + 0.05 * size
        if not (inside and abs(accent.v - glyph.v) < 0.5 * size) or not self._is_of_text(glyph):
            return 0
        return composed(accent.code, glyph.code)

    def _hand(self, text: object, i: int, owner: object) -> TextObject | None:
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
        if not SPACING.tiny <= size < _FAR:
            return None
        mode = lib.FPDFTextObj_GetTextRenderMode(owner)
        color, alpha = color_of(self._lib, owner, stroke=mode in {1, 5})
        f = self.fonts[font]
        size10 = math.floor(size * 10.0 + 0.5)
        mcid = lib.FPDFPageObj_GetMarkedContentID(owner)
        frame = frame_of(math.degrees(math.atan2(m[1], m[0])))
        if frame == 0 and self._stands(text, i, owner, size):
            frame = VERTICAL
        bold = 1 if mode in {2, 6} else 0
        up, down = (0.5, 0.5) if frame == VERTICAL else (f.ascent, f.descent)
        inks = [GlyphRun(self.fonts.style((font, size10, color, b)), size, frame, up, down, mcid) for b in (bold, 1)]
        return TextObject(inks[0], inks[1], across, mode in {3, 7} or alpha == 0, font_kind(f.name))

    def _drawn_size(self, text: object, i: int, size: float) -> float:
        """The size that a Type 3 glyph looks like, for fonts whose own scale says nothing; 0 when theirs is right."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        if not self._lib.FPDFText_GetCharBox(text, i, left, right, bottom, top):
            return 0.0
        box = map_box(self._view, left.value, bottom.value, right.value, top.value)
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
            return below is not None and continues_vertically(origin, below, size)
        last = self._last_hand
        return last is not None and last.ink.frame == VERTICAL and continues_vertically(self._last_origin, origin, size)

    def _glyph(self, text: object, i: int, code: int, hand: TextObject, *, bad: bool) -> None:
        origin, cell = self._origin(text, i), self._cell(text, i)
        if origin is None or cell is None or not self._inside(cell):
            return
        known = character_of_code(hand.kind, code, bad=bad)
        if known >= 0:
            code, bad = known, False
        code = normalised(code)
        if code == NO_CHARACTER:
            return
        if code != 32 and not hand.hidden:
            self._tally(code, hand.ink.frame, bad=bad)
        if is_invalid(code) or (bad and not 32 <= code < 127):
            return
        glyph = placed_glyph(code, origin, cell, hand.ink)
        if self._hint:
            hangs = hand.ink.frame == 0 and glyph.u0 < origin[0] - 0.01  # to the left: an italic f, a j
            glyph = glyph._replace(hint=2 if hangs else self._hint)
            self._hint = 0
        last = self._last
        if last is not None and hand is self._last_hand and origin == self._last_origin and 32 not in {last.code, code}:
            glyph = ligature_letter(last, self._letter or last, glyph, back=self._back)
        else:
            size = hand.ink.size
            near = last is not None and last.ink.frame == hand.ink.frame and abs(last.v - glyph.v) < 0.5 * size
            self._back = near and last is not None and -size < last.u1 - glyph.u0 < 0.3 * size
            self._last_hand, self._last_origin = hand, origin
            self._dropped = not hand.hidden and code != 32 and self._is_twin(glyph, origin, hand)
            if is_mark(code):
                glyph = self._at_letter(last, glyph, hand)
        self._last = glyph
        self._letter = self._letter if is_mark(code) else glyph
        self._last_index = i
        if not self._dropped:
            self._keep(glyph, hand, origin)

    def _at_letter(self, last: Glyph | None, glyph: Glyph, hand: TextObject) -> Glyph:
        """A mark at the letter that was read before it; one that is drawn elsewhere is noted."""
        if last is not None and not self._parted and is_at_letter(last, glyph):
            return attached(last, glyph)
        if not hand.hidden and not self._dropped:
            self._strays.append(len(self.visible))
        return glyph

    def _keep(self, glyph: Glyph, hand: TextObject, origin: tuple[float, float]) -> None:
        cluster = self._cluster
        if hand.hidden:
            self.invisible.append(glyph)
            return
        if cluster is not None:
            cluster.whole = cluster.whole and cluster.origin in {None, origin}
            cluster.origin = origin
            cluster.codes.append(glyph.code)
        self.visible.append(glyph)

    def _hides_width(self, text: object) -> bool:
        """Whether the last glyph hangs over its width: its cell then ends with its ink and the width is not known."""
        last = self._last
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        if last is None or last.ink.frame != 0 or last.u1 <= last.u0:
            return False
        if not self._lib.FPDFText_GetCharBox(text, self._last_index, left, right, bottom, top):
            return False
        ink = map_box(self._view, left.value, bottom.value, right.value, top.value)
        return abs(ink[2] - last.u1) < 0.01

    def _tally(self, code: int, frame: int, *, bad: bool) -> None:
        self.count += 1
        if frame < 4:
            self.quarters[frame] += 1
        if is_invalid(code) or is_unknown_private_use(code) or (bad and not 32 <= code < 127):
            self.lost += 1
        elif bad:
            self.doubtful += 1

    def _is_twin(self, glyph: Glyph, origin: tuple[float, float], hand: TextObject) -> bool:
        """Whether the glyph was printed before at nearly the same place; if so the first print becomes bold."""
        reach = min(SPACING.twin, 0.15 * glyph.ink.size)
        x, y = origin
        columns = {math.floor((x - reach) / 2.0), math.floor((x + reach) / 2.0)}
        rows = {math.floor((y - reach) / 2.0), math.floor((y + reach) / 2.0)}
        for column in sorted(columns):
            for row in sorted(rows):
                for ox, oy, index in self._seen.get((glyph.code, column, row), ()):
                    same = self.visible[index].ink.frame == glyph.ink.frame
                    if same and abs(ox - x) <= reach and abs(oy - y) <= reach:
                        if max(abs(ox - x), abs(oy - y)) > 0.02:
                            self.visible[index] = self.visible[index]._replace(ink=hand.bold_ink)
                        return True
        key = (glyph.code, math.floor(x / 2.0), math.floor(y / 2.0))
        self._seen.setdefault(key, []).append((x, y, len(self.visible)))
        return False

    def _inside(self, cell: Corners) -> bool:
        x, y = (cell[0] + cell[2]) / 2.0, (cell[1] + cell[3]) / 2.0
        return -1.0 <= x <= self._width + 1.0 and -1.0 <= y <= self._height + 1.0

    def _origin(self, text: object, i: int) -> tuple[float, float] | None:
        x, y = ctypes.c_double(), ctypes.c_double()
        if not self._lib.FPDFText_GetCharOrigin(text, i, x, y):
            return None
        return map_point(self._view, x.value, y.value)

    def _cell(self, text: object, i: int) -> Corners | None:
        rect = self._lib.FS_RECTF()
        if not self._lib.FPDFText_GetLooseCharBox(text, i, rect):
            return None
        return map_box(self._view, rect.left, rect.bottom, rect.right, rect.top)
