"""Accents that are glyphs of their own over or under the next letter, as TeX prints them in fonts without the letter.

The accelerator has the same as a table, `native/spacing_accents.h`; a test compares both.
"""

from __future__ import annotations

import unicodedata
from functools import cache

ACCENT_MARKS = {
    0xA8: 0x308, 0xB4: 0x301, 0x60: 0x300, 0x2C6: 0x302, 0x5E: 0x302, 0x2DC: 0x303, 0x7E: 0x303, 0x2C7: 0x30C,
    0x2D8: 0x306, 0xAF: 0x304, 0x2C9: 0x304, 0x2D9: 0x307, 0x2DA: 0x30A, 0x2DD: 0x30B, 0xB8: 0x327, 0x2DB: 0x328,
}  # fmt: skip
"""The combining mark for each spacing accent."""

_DOTLESS = {0x131: 0x69, 0x237: 0x6A}  # i and j without their dots, which the accent replaces


@cache
def composed(accent: int, letter: int) -> int:
    """The character of a Latin letter with an accent; 0 if there is none."""
    letter = _DOTLESS.get(letter, letter)
    mark = ACCENT_MARKS.get(accent)
    if mark is None or not (chr(letter).isascii() and chr(letter).isalpha()):
        return 0
    whole = unicodedata.normalize("NFC", chr(letter) + chr(mark))
    return ord(whole) if len(whole) == 1 else 0
