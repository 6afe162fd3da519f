"""Numbered headings: Word counts the number if a program counted it in the source (ECMA-376-1, 17.9)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from quire.model.block import Heading
from quire.model.table import Align
from quire.model.traversal import spans_after, text_of
from quire.write.office.marker_format import Marker, NumberFormat, interpret_markers
from quire.write.office.office_text import estimated_width
from quire.write.word.block_columns import Columns
from quire.write.word.numbering import LAST_LEVEL, Numbering
from quire.write.word.wordprocessingml import tag, twips

_YEARS = 1000  # no number of a heading
_MOST_WHITE = 120.0  # points from the number to its title
# A number that the title follows without a space. "3" alone is a quantity.
_CLOSE = re.compile(
    r"(?:\d{1,3}\.){1,5}\d{0,3}(?!\d)|[\d一二三四五六七八九十]{1,3}[、.．]|[(（][\d一二三四五六七八九十]{1,3}[)）]"
    r"|第[\d一二三四五六七八九十]{1,3}[章节部分条]"
)


class NumberedHeading(NamedTuple):
    """A heading without its number, and the paragraph properties that print it."""

    block: Heading
    parts: dict[str, str]


class HeadingNumbers:
    """Counts the headings of a document.

    A number with a typed space stays text. The others go with most of their way to number, and one that shows nothing
    with its kind of numerals: programs leave out a space glyph here and there.
    """

    def __init__(self, numbering: Numbering, columns: Columns, headings: Iterable[Heading] = ()) -> None:
        self._counting, self._columns = numbering.begin(), columns
        self._before: dict[int, str] = {}  # the last number of each level: "V." is a letter after "U."
        self._votes: Counter[tuple[NumberFormat, str, int]] = Counter()
        for heading in headings:
            meaning = _meaning(_number(heading))
            if meaning:
                self._votes[_way(meaning)] += _shown(heading)
        self._kinds: Counter[NumberFormat] = Counter()
        for way, balance in self._votes.items():
            self._kinds[way[0]] += balance

    def counted(self, block: Heading, width: float, align: Align) -> NumberedHeading | None:
        """The heading as Word counts it; None where its number was typed or it has none.

        Args:
            block: a heading.
            width: of its column, in points.
            align: how it is set.
        """
        number = _number(block)
        meaning = _meaning(number, self._before.get(block.level, ""))
        if not meaning or not self._is_counted(_way(meaning), _shown(block)):
            return None
        self._before[block.level] = number
        stop = block.stops[0] if block.stops and block.stops[0].at == len(number) else None
        plain = meaning.counter is NumberFormat.DECIMAL and not meaning.before.strip("0123456789.")
        level = min(meaning.before.count(".") if plain else max(block.level, 1) - 1, LAST_LEVEL)
        listed = tag("w:ilvl", w_val=level) + tag("w:numId", w_val=self._counting.number(meaning, level))
        parts = {"numPr": tag("w:numPr", listed)}
        offset = self._columns.offset(block.places, width)
        size = block.spans[0].style.size if block.spans[0].style else 0.0
        start = block.places[0].box.x0
        gap = stop.x0 - start if stop else estimated_width(number + " ", size)
        if align is Align.CENTER or not 0 < gap < _MOST_WHITE:
            parts["ind"] = tag("w:ind", w_left=0, w_firstLine=0)
        else:
            parts["ind"] = tag("w:ind", w_left=twips(offset + gap), w_hanging=twips(gap))
        text = text_of(block.spans)
        cut = len(text) - len(text[len(number) :].lstrip())
        rest = tuple(later._replace(at=later.at - cut) for later in block.stops if later is not stop)
        return NumberedHeading(replace(block, spans=spans_after(block.spans, cut), stops=rest), parts)

    def _is_counted(self, way: tuple[NumberFormat, str, int], shown: int) -> bool:
        """Whether Word counts a number of this way that shows so much, see `_shown`."""
        return shown >= 0 and (self._votes[way] or self._kinds[way[0]] or shown) > 0


def _number(block: Heading) -> str:
    """The number that a heading begins with; "" for none and for a number alone."""
    text = text_of(block.spans)
    if not block.places or not block.spans:
        return ""
    first = text.split(maxsplit=1)
    if len(first) > 1 and _meaning(first[0]) and text.startswith(first[0]):
        return first[0]
    close = _CLOSE.match(text)
    return close[0] if close and text[close.end() :].strip() else ""


def _shown(block: Heading) -> int:
    """Whether its page shows that a heading's number was counted, 1, or typed, -1; 0 if it does not."""
    return 1 if block.stops and block.stops[0].at == len(_number(block)) else -1 if block.typed else 0


def _meaning(number: str, before: str = "") -> Marker | None:
    """What a heading's number means, after the one `before` on its level; None for other texts and years."""
    meaning = interpret_markers([before, number])[1]
    return meaning if meaning and 0 < meaning.value < _YEARS else None


def _way(number: Marker) -> tuple[NumberFormat, str, int]:
    """How a number is written: "1.2" and "3.4", "(a)" and "(b)" are alike."""
    return number.counter, number.after, number.before.count(".")
