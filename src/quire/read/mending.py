"""Repairs of a line's words that grouping by place cannot do; shared by the accelerator and its twin."""

from __future__ import annotations

from quire.model.page import Word
from quire.text import fold

RTL, SPACED, ODD = 1, 2, 4  # why a line is handed over


def mend(words: tuple[Word, ...], wants: int) -> tuple[Word, ...]:
    """The words of a line after repair; () when nothing readable is left.

    Args:
        words: from left to right as grouped.
        wants: RTL has right-to-left letters, SPACED many single letters, ODD characters to fold.
    """
    if wants & ODD:
        words = _folded(words)
    return words


def _folded(words: tuple[Word, ...]) -> tuple[Word, ...]:
    kept: list[Word] = []
    owed = False  # the space of a word that vanished
    for word in words:
        text = fold(word.text).strip()
        if not text:
            owed = owed or word.space
            continue
        kept.append(word._replace(text=text, space=bool(kept) and (word.space or owed)))
        owed = False
    return tuple(kept)
