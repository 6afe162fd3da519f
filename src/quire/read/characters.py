"""Kinds of characters that matter when glyphs are grouped; each has its counterpart in the accelerator."""

from __future__ import annotations

BULLETS = "•●▪■◦○‣⁃–—-*·➢✓✔◆◇□❏❐❑❒❖§►▶→☐☑☒†‡※★☆¶"
"""Characters that mark a list's items."""

DIVISIONS = "章节條条部编編篇卷回"
"""What follows the number in 第…章 and its like."""

BULLET_CODES = frozenset(map(ord, BULLETS))
DIVISION_CODES = frozenset(map(ord, DIVISIONS))

LARGE = "()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\/\\"
"""What TeX's fonts of large signs hold at the codes 0 to 47 (The TeXbook, appendix F, figure 5).

They come without a map to Unicode, or the reader makes characters of the codes.
"""

_LARGE_FONTS = ("CMEX", "Extension", "EUEX", "txex", "pxex", "-Ex-", "MTEX")

NOTHING = -1  # in place of a code: a character without width

_WHITE_SPACE = frozenset([9, 10, 13, 32, 0xA0, 0x1680, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)])
_NO_WIDTH = frozenset([*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x206A), 0xFEFF])


def is_large(name: str) -> bool:
    """Whether a font, by its name, is one of TeX's fonts of large signs."""
    return any(part in name for part in _LARGE_FONTS)


def plain(code: int) -> int:
    """The code with the forms of hyphen and space made one; `NOTHING` for characters without width."""
    if code in {0x2, 0xFFFE, 0xAD}:  # what PDFium makes of a hyphen at a line's end, and the soft hyphen
        return 0x2D
    if code in _WHITE_SPACE:
        return 32
    return NOTHING if code in _NO_WIDTH else code


def is_broken(code: int) -> bool:
    """Whether a code is no character at all."""
    return code < 32 or 0x7F <= code < 0xA0 or code in {0xFFFD, 0xFFFF} or 0xD800 <= code < 0xE000


def is_private(code: int) -> bool:
    """Private use without an accepted meaning; U+F020..F0FF are symbol fonts, see `quire.text`."""
    return (0xE000 <= code <= 0xF8FF and not 0xF020 <= code <= 0xF0FF) or code >= 0xF0000


def is_digit(code: int) -> bool:
    """Whether a code is an ASCII digit."""
    return 0x30 <= code <= 0x39


def is_wordy(code: int) -> bool:
    """Whether words can start with a character: letters, quotes and brackets."""
    return code > 0x7F or 0x41 <= code <= 0x5A or 0x61 <= code <= 0x7A or code in {0x22, 0x27, 0x28, 0x5B}


def is_letter(code: int) -> bool:
    """Whether a code is a Latin, Greek or Cyrillic letter: single ones in a row are a spaced title."""
    return 0x41 <= code <= 0x5A or 0x61 <= code <= 0x7A or 0xC0 <= code <= 0x24F or 0x391 <= code <= 0x44F


def is_odd(code: int) -> bool:
    """Whether a character may have to be folded to another, or combined with its neighbour."""
    return (
        0x2E80 <= code <= 0x2FDF
        or 0xE000 <= code <= 0xFAFF
        or 0xFB00 <= code <= 0xFEFF
        or 0x0132 <= code <= 0x0133
        or 0x01C4 <= code <= 0x01CC
        or 0x0300 <= code <= 0x036F
        or code >= 0x2F800
    )
