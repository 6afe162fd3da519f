"""Repairs of a line's words that grouping by position cannot do; both readers call them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from quire.model.page import Word
from quire.read.pdf.bidi import to_reading_order
from quire.read.pdf.dingbats import of_symbol_font, with_ligatures
from quire.text import fold

RTL, LETTER_SPACED, FOLDABLE = 1, 2, 4
"""Reasons to repair a line, as flags: right-to-left letters, many single letters, characters to fold."""

_MIN_LETTERS = 5  # single letters in a row that make a letter-spaced title
_WORD_GAP = 1.5  # a gap this many times the usual one between the letters separates two words
_MIN_WORD = 3  # letters of the longest word of such a title
_ALPHABET_STEP = 2  # letters from one column name or index letter to the next
_ALPHABET_SHARE = 0.7  # of the steps, in an index or a row of column names


def repair_words(words: tuple[Word, ...], repairs: int) -> tuple[Word, ...]:
    """The words of a line after repair; () if nothing readable is left.

    Args:
        words: from left to right as grouped.
        repairs: `RTL`, `LETTER_SPACED` and `FOLDABLE`, combined.
    """
    if repairs & RTL:
        words = to_reading_order(words)
    if repairs & FOLDABLE:
        words = _folded(words)
    if repairs & LETTER_SPACED and not repairs & RTL:
        words = _without_letter_spacing(words)
    return words


def _folded(words: tuple[Word, ...]) -> tuple[Word, ...]:
    kept: list[Word] = []
    pending_space = False  # of a word that was dropped
    for word in with_ligatures(of_symbol_font(words)):
        text = unicodedata.normalize("NFC", fold(word.text)).strip()
        if not text:
            pending_space = pending_space or word.space
            continue
        kept.append(word._replace(text=text, space=bool(kept) and (word.space or pending_space)))
        pending_space = False
    return tuple(kept)


# Spaced letters


def _without_letter_spacing(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words with runs of single letters joined: "C O N T E N T S" is one word."""
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
    if not word.space:  # a word whose letters are of several fonts
        return False
    return len(word.text) == 1 and word.text.isalpha() and len(run[-1].text) == 1 and word.style == run[-1].style


def _joined(run: Sequence[Word]) -> list[Word]:
    if len(run) < _MIN_LETTERS or not run[0].text.isalpha() or _is_alphabet(run):
        return list(run)
    gaps = [b.x0 - a.x1 for a, b in pairwise(run)]
    usual = sorted(gaps)[len(gaps) // 2]
    if usual <= 0.0:
        return list(run)
    parts: list[list[Word]] = [[run[0]]]
    for gap, word in zip(gaps, run[1:], strict=True):
        if gap > _WORD_GAP * usual:
            parts.append([word])
        else:
            parts[-1].append(word)
    if max(len(part) for part in parts) < _MIN_WORD:
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
    """Whether single letters are in alphabetical order, as in an index or a row of column names."""
    codes = [ord(word.text.lower()) for word in run]
    rising = sum(0 < b - a <= _ALPHABET_STEP for a, b in pairwise(codes))
    return rising >= _ALPHABET_SHARE * (len(codes) - 1) or len(set(codes)) == 1
