"""Signs that files call by the letters on whose keys they lie.

Wingdings: a tick is "ü", a bullet "l" or "§". The first font of AMS (amsfonts, msam): the triangles before items of slides made with
Beamer are "I", the sign for less or equal is "6".
"""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.page import Line, Word
from quire.text import fold

SIGN_FONTS = ("Wingdings", "MSAM")
_MOVED = 0xF000  # word processors move the codes of symbol fonts up by this, where their signs are known
# amssymb.sty: the places of its signs in msam, as far as they are letters, figures and common signs of ASCII.
_AMS = str.maketrans({
    "I": "▶", "J": "◀", "B": "▷", "C": "◁", "N": "▲", "H": "▼", "F": "★", "X": "✓", "6": "⩽", ">": "⩾", ".": "≲", "&": "≳",
})  # fmt: skip
_BULLETS = "▶◀▷★"


def with_shown_signs(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with the signs as what they show; letters without a known sign stay."""
    return tuple(_shown(line) if any(map(_is_sign, line.words)) else line for line in lines)


def _shown(line: Line) -> Line:
    first, *rest = (_sign(word) if _is_sign(word) else word for word in line.words)
    if first.text in _BULLETS and first.style.rise:  # a small one in front of its text is no superscript
        first = first._replace(style=first.style._replace(rise=0))
    return line._replace(words=(first, *rest))


def _is_sign(word: Word) -> bool:
    return word.style.font.startswith(SIGN_FONTS)


def _sign(word: Word) -> Word:
    if word.style.font.startswith("MSAM"):
        return word._replace(text=word.text.translate(_AMS))
    return word._replace(text="".join(fold(chr(_MOVED + ord(c))) or c if ord(c) < 0x100 else c for c in word.text))
