"""Predicts how many lines a text takes in Office: words are set one after the other, as Office breaks lines."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from quire.model.block import Span
from quire.model.page import Style
from quire.write.office.font_mapping import family_of_font, is_metric_compatible
from quire.write.office.font_scaling import scale_of
from quire.write.office.office_text import has_east_asian
from quire.write.office.text_widths import advance_width, auto_spacing

SUBSTITUTE_WIDTH = 1.13
"""Factor by which text is wider when its family is missing and a substitute is used."""

_PIECE = re.compile(r"\n|[^\s\u2e80-\u9fff\uac00-\ud7ff\uff00-\uffef-]+-?|-|[^\S\n]+|.", re.DOTALL)
_NARROWEST = 4.0  # points


def line_count(
    spans: Sequence[Span], room: float, scales: Mapping[str, int], *, size: float, first: float = 0.0
) -> int:
    """The number of lines of `room` points that the spans take.

    Args:
        spans: the text; a line end in it begins a line.
        room: the width of a line.
        scales: percent of the letters' width, by font name.
        size: points of text that has no style.
        first: points by which the first line is shorter.
    """
    room = max(room, _NARROWEST)
    count, used, white = 1, first, 0.0
    for text, points in _pieces(spans, scales, size):
        if text == "\n":
            count, used, white = count + 1, 0.0, 0.0
        elif text.isspace():
            white += points
            continue
        elif used and used + white + points > room:
            count, used, white = count + 1, 0.0, 0.0
        if text != "\n":
            used, white = used + white + points, 0.0
            if used > room:  # a word that is longer than a line is broken
                over = math.ceil(used / room) - 1
                count, used = count + over, used - over * room
    return count


def text_width(text: str, style: Style | None, scales: Mapping[str, int], size: float) -> float:
    """The width of a text in one line, points, in the fonts that Word or what takes their place has."""
    return _em(text, *_face(style)) * _points(style, scales, size)


def _face(style: Style | None) -> tuple[str, bool, bool]:
    """What of a style the width of a text in em depends on."""
    return (style.font, style.bold, style.mono) if style else ("", False, False)


def _points(style: Style | None, scales: Mapping[str, int], size: float) -> float:
    """Points to an em of the width."""
    return (style.size if style else size) * scale_of(style, scales) / 100


def _pieces(spans: Sequence[Span], scales: Mapping[str, int], size: float) -> Iterator[tuple[str, float]]:
    """What a line may be broken before or behind, with its width; words that styles part are put together."""
    held, points = "", 0.0
    for span in spans:
        face, em = _face(span.style), _points(span.style, scales, size)
        begins = True  # a line may end between any two pieces of one span
        for text in _PIECE.findall(span.text):
            width = 0.0 if text == "\n" else _em(text, *face) * em
            if begins and _joins(held, text):
                held, points = held + text, points + width
            else:
                if held:
                    yield held, points
                held, points = text, width
            begins = False
    if held:
        yield held, points


def _joins(before: str, text: str) -> bool:
    """Whether no line may end between two pieces."""
    if not before or before.isspace() or text.isspace():
        return False
    return not (before.endswith("-") or has_east_asian(before[-1]) or has_east_asian(text[0]))


@lru_cache(maxsize=65536)
def _em(text: str, font: str, bold: bool, mono: bool) -> float:  # noqa: FBT001 - a cache's key
    family = family_of_font(font, mono=mono) if font else ""
    return (advance_width(text, family, bold=bold) + auto_spacing(text)) * (
        1.0 if is_metric_compatible(family, text) else SUBSTITUTE_WIDTH
    )
