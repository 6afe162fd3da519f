"""The order of several right-to-left letters that one glyph stands for.

PDFium reverses right-to-left text character by character, so the letters that a ToUnicode map gives one glyph come
last letter first. It takes presentation forms (U+FEFB) apart only afterwards: their letters come in reading order. Its
interface does not tell which of the two a glyph had; the letters themselves do. The accelerator does the same in
`native/ligature_order.h`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from types import ModuleType

from quire.read.pdf.character_classes import normalised
from quire.read.pdf.combining_marks import is_mark
from quire.read.pdf.object_properties import address_of
from quire.text import is_rtl

MAX_LIGATURE_LETTERS = 8
"""More letters at one place are no ligature: a text that is hidden under a picture."""

# Letters that do not join the next one, so that no ligature of two begins with them (Unicode 17, ArabicShaping.txt,
# joining type R): the forms of alef, teh marbuta, dal and thal, reh and zain, waw, jeh, yeh barree.
_ENDING = (range(0x622, 0x626), range(0x627, 0x628), range(0x629, 0x62A), range(0x62F, 0x633), range(0x648, 0x649))
_LATE_ENDING = (0x671, 0x698, 0x6D2)
# Of the other ligatures that Unicode has as presentation forms (U+FC00 to U+FDC7): letters that begin one and end none,
# and letters that end one.
_BEGINS = "ئبتثسشصضطظعغفقكل"
_ENDS = "جحخمنهىي"
# U+FDF0 to U+FDFC and U+FB4F
_WORDS = ("الله", "اكبر", "محمد", "صلعم", "رسول", "عليه", "وسلم", "صلى", "صلے", "قلے", "ریال", "אל")


def is_in_reading_order(codes: Sequence[int]) -> bool | None:
    """Whether the letters of a ligature, without its marks, come in reading order; None if they do not tell."""
    if len(codes) == 2:
        ends = [_is_ending(code) for code in codes]
        if ends[0] != ends[1]:
            return ends[1]
    text = "".join(map(chr, codes))
    if text in _WORDS or text[::-1] in _WORDS:
        return text in _WORDS
    return True if text[0] in _BEGINS and text[-1] in _ENDS else None


def _is_ending(code: int) -> bool:
    return code in _LATE_ENDING or any(code in letters for letters in _ENDING)


def comes_reversed(lib: ModuleType, text: object, i: int, first: int) -> bool:
    """Whether the letters of a ligature come last letter first.

    Args:
        lib: PDFium's raw functions.
        text: the FPDF_TEXTPAGE.
        i: the second character of the ligature.
        first: the code of its first one.
    """
    codes = [first]
    place = _place(lib, text, i)
    while len(codes) < MAX_LIGATURE_LETTERS and _place(lib, text, i) == place:
        codes.append(normalised(lib.FPDFText_GetUnicode(text, i)))
        i += 1
    letters = [code for code in codes if not is_mark(code)]
    return len(letters) > 1 and not is_in_reading_order(letters)


def precedes_its_letter(lib: ModuleType, text: object, i: int, code: int) -> bool:
    """Whether a right-to-left mark, the `i`-th character, is of one glyph with the letter that comes behind it."""
    if not (is_rtl(code) and is_mark(code)):
        return False
    place, cell = _place(lib, text, i), _cell(lib, text, i)
    for k in range(i + 1, i + MAX_LIGATURE_LETTERS):
        if _place(lib, text, k) != place or _cell(lib, text, k) != cell:
            return False
        behind = normalised(lib.FPDFText_GetUnicode(text, k))
        if not is_mark(behind):
            return is_rtl(behind)
    return False


def _place(lib: ModuleType, text: object, i: int) -> tuple[int, float, float]:
    """The address of a character's text object, and its origin in user space."""
    x, y = ctypes.c_double(), ctypes.c_double()
    lib.FPDFText_GetCharOrigin(text, i, x, y)
    return address_of(lib.FPDFText_GetTextObject(text, i)), x.value, y.value


def _cell(lib: ModuleType, text: object, i: int) -> tuple[float, float, float, float]:
    """The loose box of a character in user space."""
    rect = lib.FS_RECTF()
    lib.FPDFText_GetLooseCharBox(text, i, rect)
    return rect.left, rect.bottom, rect.right, rect.top
