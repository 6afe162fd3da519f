"""Texts apart on one row, written with tabs: the alignment and position of their tab stops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from quire.model.block import Block, Heading, Paragraph, Span, TabStop
from quire.model.table import Align
from quire.model.traversal import walk

_EDGE = 3.0  # points; what ends this near to the column's edge ends at it
_MIDDLE = 4.0  # points; what stands this near to the column's middle stands in it

_Edge = tuple[int, int]  # a page and points


class TabEdges:
    """Where texts that stand apart on their rows begin and end, on all pages.

    Args:
        blocks: that hold them.
    """

    def __init__(self, blocks: Iterable[Block]) -> None:
        self._lefts: Counter[_Edge] = Counter()
        self._rights: Counter[_Edge] = Counter()
        for block in walk(blocks):
            if isinstance(block, Heading | Paragraph) and block.places:
                page = block.places[0].page
                self._lefts.update((page, round(stop.x0)) for stop in block.stops)
                self._rights.update((page, round(stop.x1)) for stop in block.stops)

    def align(self, stop: TabStop, page: int, left: float, right: float, *, leftward: bool = False) -> Align:
        """The side that a text shares with others or with its column, from `left` to `right`, on a page.

        Where it is written from the right (`leftward`), the left side is the one at which it begins.
        """
        ends = stop.x0 - left if leftward else right - stop.x1
        shared, begun = self._rights[page, round(stop.x1)], self._lefts[page, round(stop.x0)]
        if leftward:
            shared, begun = begun, shared
        if begun > shared:
            return Align.LEFT
        if ends < _EDGE or shared > begun:
            return Align.RIGHT
        return Align.CENTER if abs(stop.x0 + stop.x1 - left - right) < 2 * _MIDDLE else Align.LEFT


def with_tabs(spans: Sequence[Span], stops: Sequence[TabStop]) -> Iterator[Span]:
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


def tab_positions(stop: TabStop, left: float, right: float, *, leftward: bool = False) -> dict[Align, float]:
    """Points from the side at which lines begin to where the tab stop of each alignment is, in a column."""
    x0, x1 = (right - stop.x1, right - stop.x0) if leftward else (stop.x0 - left, stop.x1 - left)
    return {Align.LEFT: x0, Align.RIGHT: x1, Align.CENTER: (x0 + x1) / 2}
