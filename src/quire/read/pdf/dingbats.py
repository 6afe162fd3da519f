"""Signs that files encode as the letters of their keys.

In Wingdings a tick is "ü" and a bullet "l" or "§". In the first AMS font (amsfonts, msam) the triangles before items of
Beamer slides are "I" and the sign for less or equal is "6".
"""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.page import Line, Word
from quire.text import fold

SIGN_FONTS = ("Wingdings", "MSAM")
_CODE_OFFSET = 0xF000  # word processors add this to the codes of symbol fonts; the signs are known by the sum
_CODES = 0x100  # of an 8-bit font
# amssymb.sty: the codes of its signs in msam, as far as they are letters, digits and common signs of ASCII.
_AMS = str.maketrans({
    "I": "▶", "J": "◀", "B": "▷", "C": "◁", "N": "▲", "H": "▼", "F": "★", "X": "✓", "6": "⩽", ">": "⩾", ".": "≲",
    "&": "≳",
})  # fmt: skip
_BULLETS = "▶◀▷★"


def with_shown_signs(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with signs as the characters that they show; letters without a known sign stay."""
    return tuple(_shown(line) if any(map(_is_sign, line.words)) else line for line in lines)


def _shown(line: Line) -> Line:
    first, *rest = (_sign(word) if _is_sign(word) else word for word in line.words)
    if first.text in _BULLETS and first.style.rise:  # a small one before its text is not a superscript
        first = first._replace(style=first.style._replace(rise=0))
    return line._replace(words=(first, *rest))


def _is_sign(word: Word) -> bool:
    return word.style.font.startswith(SIGN_FONTS)


def _sign(word: Word) -> Word:
    if word.style.font.startswith("MSAM"):
        return word._replace(text=word.text.translate(_AMS))
    return word._replace(
        text="".join(fold(chr(_CODE_OFFSET + ord(c))) or c if ord(c) < _CODES else c for c in word.text)
    )
