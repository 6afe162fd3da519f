"""Fonts and styles of a page through ctypes; the accelerator does the same in `native/page_fonts.c`."""

from __future__ import annotations

import ctypes
from types import ModuleType
from typing import NamedTuple

from quire.model.page import Style
from quire.read.pdf.object_properties import address_of
from quire.read.pdf.raw_page import MakeStyle
from quire.read.pdf.spacing_thresholds import SPACING

StyleKey = tuple[int, int, int, int]
"""Index of the font, size in tenths of a point, colour, bold."""

_MAX_NAME = 512  # bytes of a font's name


class PageFont(NamedTuple):
    """The properties of a font; ascent and descent in em, clamped."""

    name: str
    flags: int
    weight: int
    italic: int
    ascent: float
    descent: float
    address: int  # of the FPDF_FONT


class PageFonts:
    """The fonts and styles of one page, each with its index."""

    def __init__(self, lib: ModuleType) -> None:
        self._lib = lib
        self._index: dict[int, int] = {}
        self._fonts: list[PageFont] = []
        self._style_index: dict[StyleKey, int] = {}
        self._styles: list[StyleKey] = []
        self._made: dict[tuple[int, int], Style] = {}

    def __getitem__(self, index: int) -> PageFont:
        return self._fonts[index]

    def style(self, key: StyleKey) -> int:
        """The index of a style."""
        index = self._style_index.get(key)
        if index is None:
            index = self._style_index[key] = len(self._styles)
            self._styles.append(key)
        return index

    def font_of(self, index: int) -> int:
        """The index of the font of a style."""
        return self._styles[index][0]

    def make(self, index: int, rise: int, make_style: MakeStyle) -> Style:
        """The style with an index, raised or lowered."""
        style = self._made.get((index, rise))
        if style is None:
            font, tenths, color, bold = self._styles[index]
            f = self._fonts[font]
            style = make_style(f.name, f.flags, f.weight, f.italic, tenths, color, bold, rise, f.address)
            self._made[index, rise] = style
        return style

    def add(self, font: PageFont) -> int:
        """The index of a font that the file does not have, by its name."""
        known = next((at for at, other in enumerate(self._fonts) if other == font), None)
        if known is not None:
            return known
        self._fonts.append(font)
        return len(self._fonts) - 1

    def font(self, font: object) -> int:
        """The index of an FPDF_FONT."""
        lib = self._lib
        address = address_of(font)
        known = self._index.get(address)
        if known is not None:
            return known
        size = lib.FPDFFont_GetBaseFontName(font, None, 0)
        buffer = ctypes.create_string_buffer(min(max(size, 1), _MAX_NAME))
        lib.FPDFFont_GetBaseFontName(font, buffer, len(buffer))
        up, down, italic = ctypes.c_float(), ctypes.c_float(), ctypes.c_int()
        lib.FPDFFont_GetAscent(font, 1.0, up)
        lib.FPDFFont_GetDescent(font, 1.0, down)
        lib.FPDFFont_GetItalicAngle(font, italic)
        s = SPACING
        self._fonts.append(
            PageFont(
                buffer.value.decode("utf-8", "surrogateescape"),
                lib.FPDFFont_GetFlags(font),
                lib.FPDFFont_GetWeight(font),
                italic.value,
                min(max(up.value, s.ascent_low), s.ascent_high),
                min(max(-down.value, s.descent_low), s.descent_high),
                address,
            )
        )
        self._index[address] = len(self._fonts) - 1
        return len(self._fonts) - 1
