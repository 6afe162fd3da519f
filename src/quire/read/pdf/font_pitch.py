"""Fonts that are called fixed and are not: their letters are of several widths.

Converters name a subset of any font after Courier; its text is no program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence
from statistics import median_low

from quire.model.page import Line, Style, Word

# Letters of a word that tells, such words at least; the share of them that is wider or narrower than by `_OFF`.
_LETTERS, _WORDS, _MOST, _OFF = 4, 5, 0.5, 0.03


def with_true_pitch(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines of a page, the words of such fonts in a style that is not of a fixed pitch."""
    pitches: dict[str, list[float]] = defaultdict(list)
    for line in lines:
        for word in line.words:
            if word.style.mono and len(word.text) >= _LETTERS and not line.angle and word.text.isascii():
                pitches[word.style.font].append((word.x1 - word.x0) / len(word.text) / word.style.size)
    uneven = {font for font, own in pitches.items() if len(own) >= _WORDS and _is_uneven(own)}
    if not uneven:
        return lines
    known: dict[Style, Style] = {}
    return tuple([line._replace(words=tuple([_shown(word, uneven, known) for word in line.words])) for line in lines])


def _shown(word: Word, uneven: Container[str], known: dict[Style, Style]) -> Word:
    if not word.style.mono or word.style.font not in uneven:
        return word
    return word._replace(style=known.setdefault(word.style, word.style._replace(mono=False)))


def _is_uneven(pitches: Sequence[float]) -> bool:
    usual = median_low(pitches)
    return sum(abs(pitch - usual) > _OFF * usual for pitch in pitches) > _MOST * len(pitches)
