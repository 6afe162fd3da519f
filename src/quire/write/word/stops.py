"""Tab stops: what stands apart on a row of the source stands there again (ECMA-376-1, 17.3.1.37)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from quire.model.block import Block, Heading, Paragraph, Place, Span, Stop
from quire.model.table import Align
from quire.model.walk import text_of, walk
from quire.write.office.letters import runs_right_to_left
from quire.write.word.columns import Columns
from quire.write.word.markup import tag, twips
from quire.write.word.styles import ALIGN

_EDGE = 3.0  # points; what ends this near to the column's edge ends at it
_MIDDLE = 4.0  # points; what stands this near to the column's middle stands in it
_LEAST_INDENT = 2.0  # points

_Edge = tuple[int, int]  # a page and points


class Stops:
    """The tab stops of a document.

    Args:
        blocks: all of the document.
        columns: where they stand.
    """

    def __init__(self, blocks: Sequence[Block], columns: Columns) -> None:
        self._columns = columns
        self._lefts: Counter[_Edge] = Counter()
        self._rights: Counter[_Edge] = Counter()
        for place, stop in _all(blocks):
            self._lefts[place.page, round(stop.x0)] += 1
            self._rights[place.page, round(stop.x1)] += 1

    def parts(self, block: Heading | Paragraph, width: float, base: Align) -> dict[str, str]:
        """The paragraph properties that put the block's texts where they stood; {} for one without stops.

        Args:
            block: a paragraph or heading.
            width: of its column, in points.
            base: the alignment that its style has.
        """
        if not block.stops or not block.places:
            return {}
        place = block.places[0]
        column = self._columns.column(place, width)
        leftward = runs_right_to_left(text_of(block.spans))
        tabs: dict[int, str] = {}
        for stop in block.stops:
            align = self._align(stop, place.page, column.x0, column.x1, leftward=leftward)
            left, right = stop.x0 - column.x0, stop.x1 - column.x0
            if leftward:
                left, right = column.x1 - stop.x1, column.x1 - stop.x0
            at = {Align.LEFT: left, Align.RIGHT: right, Align.CENTER: (left + right) / 2}[align]
            if at > 0:
                tabs[twips(at)] = tag("w:tab", w_val=ALIGN[align], w_pos=twips(at))
        parts = {"tabs": tag("w:tabs", "".join(tabs[at] for at in sorted(tabs)))} if tabs else {}
        if base is not Align.LEFT:
            parts["jc"] = tag("w:jc", w_val=ALIGN[Align.LEFT])
        begins = self._columns.offset(block.places, width, leftward=leftward)
        if begins > _LEAST_INDENT:
            parts["ind"] = tag("w:ind", w_left=twips(begins))
        return parts

    def _align(self, stop: Stop, page: int, left: float, right: float, *, leftward: bool) -> Align:
        """Which side of the text its tab stop is at: that which it shares with other texts or with the column."""
        ends = stop.x0 - left if leftward else right - stop.x1
        shared, begun = self._rights[page, round(stop.x1)], self._lefts[page, round(stop.x0)]
        if leftward:
            shared, begun = begun, shared
        if begun > shared:
            return Align.LEFT
        if ends < _EDGE or shared > begun:
            return Align.RIGHT
        return Align.CENTER if abs(stop.x0 + stop.x1 - left - right) < 2 * _MIDDLE else Align.LEFT


def tabbed(spans: Sequence[Span], stops: Sequence[Stop]) -> Iterator[Span]:
    """The spans with tabs in the place of the spaces at the stops."""
    ahead = {stop.at for stop in stops}
    at = 0
    for span in spans:
        own = [place - at for place in ahead if at <= place < at + len(span.text)]
        at += len(span.text)
        text = list(span.text)
        for place in own:
            if text[place] == " ":
                text[place] = "\t"
        yield span._replace(text="".join(text)) if own else span


def _all(blocks: Sequence[Block]) -> Iterator[tuple[Place, Stop]]:
    for block in walk(blocks):
        if isinstance(block, Heading | Paragraph) and block.places:
            for stop in block.stops:
                yield block.places[0], stop
