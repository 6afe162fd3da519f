"""What one call reads from a page, with the accelerator or the Python reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from quire.model.page import Line, Style, Word
from quire.read.pdf import path_shapes

MakeStyle = Callable[[str, int, int, int, int, int, int, int, int], Style]
"""(font name, flags, weight, italic angle, size in tenths, colour, bold, rise, address of the font): interned."""

RepairWords = Callable[[tuple[Word, ...], int], tuple[Word, ...]]
"""(words of a line, repairs that it needs) -> repaired words; see `quire.read.pdf.word_repair`."""


class PlacedImage(NamedTuple):
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
    """The content of a page before it is judged and completed."""

    lines: list[Line]
    hidden_lines: list[Line]  # text that cannot be seen, see `quire.read.pdf.visibility`
    drawn: path_shapes.DrawnPaths
    images: list[PlacedImage]
    glyph_count: int  # visible ones, without white space
    unmapped: int  # visible ones without a usable character
    guessed: int  # visible ones whose character is only their code in the font, an ASCII one
    quarter_turns: tuple[int, int, int, int]  # visible glyphs by quarter turn of their reading direction
