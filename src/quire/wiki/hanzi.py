"""Traditional and simplified Chinese characters: a question in one kind finds a book in the other.

One character stands for one: it is for comparing texts, not for showing them. Several traditional characters may have
one simplified form (後 and 后 are 后), so the way back is not given.
"""

from __future__ import annotations

from functools import cache

from quire.wiki.words import lexicon

__all__ = ["simplified", "variants"]


_ALSO = "著着"
"""Not in the table, since 著 stays in 著名; in traditional texts it is mostly the particle."""


def simplified(text: str) -> str:
    """The text with every traditional character in its simplified form; of the same length."""
    return text.translate(_table())


def variants(text: str) -> dict[str, str]:
    """The traditional characters whose simplified form, or who themselves, occur in a text; each with that form."""
    used = set(simplified(text))
    return {chr(code): form for code, form in _table().items() if form in used}


@cache
def _table() -> dict[int, str]:
    return {ord(pair[0]): pair[1] for line in (*lexicon("traditional.zh.txt"), _ALSO) for pair in line.split()}


def pinyin(text: str) -> list[str]:
    """The pinyin of each Chinese character, without tones; other text as it stands between."""
    from pypinyin import lazy_pinyin

    return [*lazy_pinyin(text)]
