"""Fonts that are called fixed and are not: their letters are of several widths.

Converters name a subset of any font after Courier; its text is no program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container
from statistics import fmean, pstdev

from quire.model.page import Line, Style, Word

# Letters of a word that tells; such words at least; how far their pitches deviate, of the mean: letterspaced words of a
# fixed font by .05.
_LETTERS, _WORDS, _DEVIATION = 4, 6, 0.1


def with_true_pitch(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines of a page, the words of such fonts in a style that is not of a fixed pitch."""
    pitches: dict[str, list[float]] = defaultdict(list)
    for line in lines:
        for word in line.words:
            if word.style.mono and len(word.text) >= _LETTERS and not line.angle and word.text.isascii():
                pitches[word.style.font].append((word.x1 - word.x0) / len(word.text) / word.style.size)
    uneven = {font for font, own in pitches.items() if len(own) >= _WORDS and pstdev(own) > _DEVIATION * fmean(own)}
    if not uneven:
        return lines
    known: dict[Style, Style] = {}
    return tuple([line._replace(words=tuple([_shown(word, uneven, known) for word in line.words])) for line in lines])


def _shown(word: Word, uneven: Container[str], known: dict[Style, Style]) -> Word:
    if not word.style.mono or word.style.font not in uneven:
        return word
    return word._replace(style=known.setdefault(word.style, word.style._replace(mono=False)))
