"""Numbered headings: Word counts the number if a program counted it in the source (ECMA-376-1, 17.9)."""

from __future__ import annotations

import re
from typing import NamedTuple

from quire.model.block import Heading
from quire.model.table import Align
from quire.model.traversal import spans_after, text_of
from quire.write.office.marker_format import interpret_markers
from quire.write.word.block_columns import Columns
from quire.write.word.numbering import LAST_LEVEL, Numbering
from quire.write.word.wordprocessingml import tag, twips

_NUMBER = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,5}[.)]?")
_MOST_WHITE = 120.0  # points from the number to its title


class NumberedHeading(NamedTuple):
    """A heading without its number, and the paragraph properties that print it."""

    block: Heading
    parts: dict[str, str]


class HeadingNumbers:
    """Counts the headings of a document."""

    def __init__(self, numbering: Numbering, columns: Columns) -> None:
        self._counting, self._columns = numbering.begin(), columns

    def counted(self, block: Heading, width: float, align: Align) -> NumberedHeading | None:
        """The heading as Word counts it; None where its number was typed or it has none.

        Args:
            block: a heading.
            width: of its column, in points.
            align: how it is set.
        """
        stop = block.stops[0] if block.stops and block.places else None
        text = text_of(block.spans)
        number, white = (text[: stop.at], text[stop.at : stop.at + 1]) if stop else ("", "")
        if stop is None or not _NUMBER.fullmatch(number) or not white.isspace():
            return None
        meaning = interpret_markers([number])[0]
        if meaning is None:
            return None
        level = min(number.strip(".)").count("."), LAST_LEVEL)
        listed = tag("w:ilvl", w_val=level) + tag("w:numId", w_val=self._counting.number(meaning, level))
        parts = {"numPr": tag("w:numPr", listed)}
        offset = self._columns.offset(block.places, width)
        gap = stop.x0 - block.places[0].box.x0
        if align is Align.CENTER or not 0 < gap < _MOST_WHITE:
            parts["ind"] = tag("w:ind", w_left=0, w_firstLine=0)
        else:
            parts["ind"] = tag("w:ind", w_left=twips(offset + gap), w_hanging=twips(gap))
        rest = tuple(later._replace(at=later.at - stop.at - 1) for later in block.stops[1:])
        return NumberedHeading(
            Heading(block.level, spans_after(block.spans, stop.at + 1), block.places, block.title, rest), parts
        )
