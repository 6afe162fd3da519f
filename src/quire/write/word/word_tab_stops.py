"""Tab stops for texts apart on one row (ECMA-376-1, 17.3.1.37)."""

from __future__ import annotations

from collections.abc import Sequence

from quire.model.block import Block, Heading, Paragraph
from quire.model.table import Align
from quire.model.traversal import text_of
from quire.write.office.office_text import is_right_to_left
from quire.write.office.tab_runs import TabEdges, tab_positions
from quire.write.word.block_columns import Columns
from quire.write.word.word_styles import ALIGNMENT_VALUES
from quire.write.word.wordprocessingml import tag, twips

_LEAST_INDENT = 2.0  # points
_FARTHEST = 1584.0  # points; Word's limit of a page's width


class TabStops:
    """The tab stops of a document.

    Args:
        blocks: all of the document.
        columns: where they stand.
    """

    def __init__(self, blocks: Sequence[Block], columns: Columns) -> None:
        self._columns, self._edges = columns, TabEdges(blocks)

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
        leftward = is_right_to_left(text_of(block.spans))
        tabs: dict[int, str] = {}
        for stop in block.stops:
            align = self._edges.align(stop, place.page, column.x0, column.x1, leftward=leftward)
            at = tab_positions(stop, column.x0, column.x1, leftward=leftward)[align]
            if 0 < at < _FARTHEST:
                tabs[twips(at)] = tag("w:tab", w_val=ALIGNMENT_VALUES[align], w_pos=twips(at))
        parts = {"tabs": tag("w:tabs", "".join(tabs[at] for at in sorted(tabs)))} if tabs else {}
        if base is not Align.LEFT:
            parts["jc"] = tag("w:jc", w_val=ALIGNMENT_VALUES[Align.LEFT])
        begins = self._columns.offset(block.places, width, leftward=leftward)
        if begins > _LEAST_INDENT:
            parts["ind"] = tag("w:ind", w_left=twips(begins))
        return parts
