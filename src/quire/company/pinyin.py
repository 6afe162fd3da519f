"""The initials of Chinese names in pinyin, as people type them: 上海水仙 is ``shsx``."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Protocol


class _Pinyin(Protocol):
    def lazy_pinyin(self, text: str, *, style: int, errors: str) -> list[str]:
        """One syllable for each Chinese character, other text as it is."""


def initials(text: str) -> str:
    """The first letter of each Chinese character in its phrase (重庆 is ``cq``); Latin letters and digits stay.

    Args:
        text: a name in its comparable form (`names.normal`).
    """
    library, first_letter = _library()
    pieces = library.lazy_pinyin(text, style=first_letter, errors="default")
    return "".join(pieces).casefold()


@lru_cache(maxsize=1)
def _library() -> tuple[_Pinyin, int]:
    """The library and its style of first letters; it loads a large table of phrases, so only who builds needs it."""
    library = import_module("pypinyin")
    return library, library.Style.FIRST_LETTER
