"""Fits text into its box: counts lines by estimated widths and finds the type size at which they fit."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import lru_cache

from quire.model.block import Span
from quire.write.office.font_mapping import family_of_font, is_metric_compatible
from quire.write.office.line_breaking import text_width
from quire.write.office.office_text import estimated_width, has_east_asian

_SMALLEST = 0.7  # below this, text is hard to read: better it runs over its box
_STEP = 0.03
_NARROWEST = 1.0  # points; narrower boxes hold no letter, and counting by their width would not end
_WORD = re.compile(r"\n|[^\s\u2e80-\u9fff\uac00-\ud7ff\uff00-\uffef]+[^\S\n]*|[^\S\n]+|.", re.DOTALL)


def count_lines(spans: Sequence[Span], room: float, first: float = 0.0, scale: float = 1.0) -> int:
    """How many lines of `room` points the spans take, the first of them shorter by `first`."""
    count, used = 1, first
    for word, size, visible in _words(tuple(spans)):
        points = size * scale
        if word == "\n":
            count, used = count + 1, 0.0
            continue
        if used > first * (count == 1) and used + points * visible > room:
            count, used = count + 1, 0.0
        used += points
        over = used - points * (1 - visible)
        if over > room > 0 and points > room:  # a word that is longer than a line
            more = math.ceil(over / max(room, _NARROWEST)) - 1
            count, used = count + more, used - more * room
    return count


def natural_width(spans: Sequence[Span], scale: float = 1.0) -> float:
    """The width of the longest of the lines that the spans ask for, in points."""
    longest = used = 0.0
    for word, points, _ in _words(tuple(spans)):
        used = 0.0 if word == "\n" else used + points * scale
        longest = max(longest, used)
    return longest


def longest_word(spans: Sequence[Span]) -> float:
    """The width of the longest word, in points, in the fonts that programs have."""
    words = ((word, span.style) for span in spans for word in span.text.split() if not has_east_asian(word))
    return max((text_width(word, style, {}, 12.0) for word, style in words), default=0.0)


def shrink_factor(spans: Sequence[Span], room: float, *, lines: int, first: float = 0.0, scale: float = 1.0) -> float:
    """The factor, at most 1, by which type must be smaller so that the spans take at most `lines` lines."""
    factor = 1.0
    while factor > _SMALLEST and count_lines(spans, room, first, scale * factor) > lines:
        factor -= _STEP
    return max(factor, _SMALLEST)


def has_known_width(span: Span) -> bool:
    """Whether a text is in a font that has a likeness of the same widths on every computer."""
    return span.style is None or is_metric_compatible(family_of_font(span.style.font, mono=span.style.mono), span.text)


@lru_cache(maxsize=64)  # a text is fitted in several steps
def _words(spans: tuple[Span, ...]) -> list[tuple[str, float, float]]:
    """Each word with its width in points, and the share of it that the word takes without its trailing space."""
    found: list[tuple[str, float, float]] = []
    for span in spans:
        size = span.style.size if span.style else 12.0
        bold, mono = (span.style.bold, span.style.mono) if span.style else (False, False)
        for word in _WORD.findall(span.text):
            width = estimated_width(word, size, bold=bold, mono=mono)
            found.append((word, width, len(word.rstrip()) / len(word)))
    return found
