"""Signs of Wingdings that the file calls by the letters on whose keys they lie: a tick is "ü", a bullet "l" or "§"."""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.page import Line, Word
from quire.text import fold

FONT = "Wingdings"
_MOVED = 0xF000  # word processors move the codes of symbol fonts up by this, where their signs are known


def named(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines with the signs as what they show; letters without a known sign stay."""
    return tuple(_shown(line) if any(map(_is_sign, line.words)) else line for line in lines)


def _shown(line: Line) -> Line:
    return line._replace(words=tuple(_sign(word) if _is_sign(word) else word for word in line.words))


def _is_sign(word: Word) -> bool:
    return word.style.font.startswith(FONT)


def _sign(word: Word) -> Word:
    return word._replace(text="".join(fold(chr(_MOVED + ord(c))) or c if ord(c) < 0x100 else c for c in word.text))
