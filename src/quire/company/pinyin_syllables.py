"""The readings of Chinese names in pinyin, syllable by syllable."""

from __future__ import annotations

import re
from functools import cache

from quire import hanzi

_CHINESE = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
_RUN = re.compile(rf"{_CHINESE.pattern}+|[^\u3400-\u9fff\U00020000-\U0003ffff]+")

U = str.maketrans("üÜ", "vv")
"""As keyboards have it: 绿 is typed ``lv``."""


def readings(text: str) -> list[tuple[str, ...]]:
    """Return the readings of a name, each a tuple of syllables; a Latin letter or digit is a syllable of its own.

    The first reading takes each character in its phrase (重庆 is chong qing). Where a character alone usually has
    another reading (朝阳: zhao yang in the phrase, chao alone), a second reading takes every character alone.

    Args:
        text: a name in its comparable form (`names.normal`).
    """
    alone, phrases = list[str](), list[str]()
    for run in _RUN.findall(text):
        if _CHINESE.match(run):
            phrases += _syllables(hanzi.pinyin(run))
            alone += [syllable for character in run for syllable in _usual(character)]
        else:
            phrases += run
            alone += run
    return [*dict.fromkeys((tuple(phrases), tuple(alone)))] if text else []


@cache
def _usual(character: str) -> list[str]:
    """The reading of a character alone."""
    return _syllables(hanzi.pinyin(character))


def _syllables(pieces: list[str]) -> list[str]:
    """Readings of characters in small Latin letters; a character without one stays as it is."""
    found = [piece.casefold().translate(U) for piece in pieces]
    return [syllable for one in found for syllable in ([one] if one.isascii() else one)]
