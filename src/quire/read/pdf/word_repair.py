"""Repairs of a line's words that grouping by place cannot do; shared by the accelerator and its twin."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from quire.model.page import Word
from quire.read.pdf.bidi import to_reading_order
from quire.text import fold

RTL, LETTER_SPACED, FOLDABLE = 1, 2, 4  # why a line is handed over

_FEWEST = 5  # letters with spaces between that make a spaced title
_APART = 1.5  # a gap this many times the usual one between the letters parts two words


def repair_words(words: tuple[Word, ...], wants: int) -> tuple[Word, ...]:
    """The words of a line after repair; () when nothing readable is left.

    Args:
        words: from left to right as grouped.
        wants: RTL has right-to-left letters, SPACED many single letters, ODD characters to fold.
    """
    if wants & RTL:
        words = to_reading_order(words)
    if wants & FOLDABLE:
        words = _folded(words)
    if wants & LETTER_SPACED and not wants & RTL:
        words = _closed_up(words)
    return words


def _folded(words: tuple[Word, ...]) -> tuple[Word, ...]:
    kept: list[Word] = []
    owed = False  # the space of a word that vanished
    for word in words:
        text = unicodedata.normalize("NFC", fold(word.text)).strip()
        if not text:
            owed = owed or word.space
            continue
        kept.append(word._replace(text=text, space=bool(kept) and (word.space or owed)))
        owed = False
    return tuple(kept)


# Spaced letters


def _closed_up(words: Sequence[Word]) -> tuple[Word, ...]:
    """Words with runs of single letters joined: "C O N T E N T S" is one word."""
    out: list[Word] = []
    run: list[Word] = []
    for word in (*words, None):
        if word is not None and _continues(run, word):
            run.append(word)
            continue
        out.extend(_joined(run))
        run = []
        if word is not None:
            run.append(word)
    return tuple(out)


def _continues(run: Sequence[Word], word: Word) -> bool:
    if not run:
        return True
    return len(word.text) == 1 and word.text.isalpha() and len(run[-1].text) == 1 and word.style == run[-1].style


def _joined(run: Sequence[Word]) -> list[Word]:
    if len(run) < _FEWEST or not run[0].text.isalpha() or _is_alphabet(run):
        return list(run)
    gaps = [b.x0 - a.x1 for a, b in pairwise(run)]
    usual = sorted(gaps)[len(gaps) // 2]
    if usual <= 0.0:
        return list(run)
    parts: list[list[Word]] = [[run[0]]]
    for gap, word in zip(gaps, run[1:], strict=True):
        if gap > _APART * usual:
            parts.append([word])
        else:
            parts[-1].append(word)
    if max(len(part) for part in parts) < 3:
        return list(run)
    return [
        part[0]._replace(
            text="".join(w.text for w in part),
            x1=max(w.x1 for w in part),
            y0=min(w.y0 for w in part),
            y1=max(w.y1 for w in part),
        )
        for part in parts
    ]


def _is_alphabet(run: Sequence[Word]) -> bool:
    """Whether single letters follow each other as in an index or a row of column names."""
    codes = [ord(word.text.lower()) for word in run]
    rising = sum(0 < b - a <= 2 for a, b in pairwise(codes))
    return rising >= 0.7 * (len(codes) - 1) or len(set(codes)) == 1
