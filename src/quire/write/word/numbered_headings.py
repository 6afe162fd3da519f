"""Numbered headings: Word counts the number if a program counted it in the source (ECMA-376-1, 17.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from quire.model.block import Heading
from quire.model.table import Align
from quire.model.traversal import spans_after, text_of
from quire.write.office.marker_format import Marker, NumberFormat, interpret_markers
from quire.write.word.block_columns import Columns
from quire.write.word.numbering import LAST_LEVEL, Numbering
from quire.write.word.wordprocessingml import tag, twips

_YEARS = 1000  # no number of a heading
_MOST_WHITE = 120.0  # points from the number to its title


class NumberedHeading(NamedTuple):
    """A heading without its number, and the paragraph properties that print it."""

    block: Heading
    parts: dict[str, str]


class HeadingNumbers:
    """Counts the headings of a document.

    One way to number is counted or typed all over the document: programs leave out a space glyph here and there.
    """

    def __init__(self, numbering: Numbering, columns: Columns, headings: Iterable[Heading] = ()) -> None:
        self._counting, self._columns = numbering.begin(), columns
        self._before: dict[int, str] = {}  # the last number of each level: "V." is a letter after "U."
        votes: Counter[tuple[NumberFormat, str, int]] = Counter()
        for heading in headings:
            counted = _number(heading)
            meaning = _meaning(counted or text_of(heading.spans).partition(" ")[0])
            if meaning:
                votes[_way(meaning)] += 1 if counted else -1
        self._typed = {way for way, balance in votes.items() if balance < 0}

    def counted(self, block: Heading, width: float, align: Align) -> NumberedHeading | None:
        """The heading as Word counts it; None where its number was typed or it has none.

        Args:
            block: a heading.
            width: of its column, in points.
            align: how it is set.
        """
        number = _number(block)
        meaning = _meaning(number, self._before.get(block.level, ""))
        if meaning is None or _way(meaning) in self._typed:
            return None
        self._before[block.level], stop = number, block.stops[0]
        plain = meaning.counter is NumberFormat.DECIMAL and not meaning.before.strip("0123456789.")
        level = min(meaning.before.count(".") if plain else max(block.level, 1) - 1, LAST_LEVEL)
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


def _number(block: Heading) -> str:
    """The number that a program set apart in front of a heading; "" for none."""
    stop, text = block.stops[0] if block.stops and block.places else None, text_of(block.spans)
    return text[: stop.at] if stop and text[stop.at : stop.at + 1].isspace() else ""


def _meaning(number: str, before: str = "") -> Marker | None:
    """What a heading's number means, after the one `before` on its level; None for other texts and years."""
    meaning = interpret_markers([before, number])[1]
    return meaning if meaning and 0 < meaning.value < _YEARS else None


def _way(number: Marker) -> tuple[NumberFormat, str, int]:
    """How a number is written: "1.2" and "3.4", "(a)" and "(b)" are alike."""
    return number.counter, number.after, number.before.count(".")
