"""The order of several right-to-left letters that one glyph stands for.

PDFium reverses right-to-left text character by character, so the letters that a ToUnicode map gives one glyph come
last letter first. It takes presentation forms (U+FEFB) apart only afterwards: their letters come in reading order. Its
interface does not tell which of the two a glyph had; the letters themselves do. The accelerator does the same in
`native/ligature_order.h`.
"""

from __future__ import annotations

from collections.abc import Sequence

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
