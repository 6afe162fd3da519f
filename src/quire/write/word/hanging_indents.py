"""List items with an indented first line, as in Chinese texts and contracts; their other lines begin at the edge."""

from __future__ import annotations

from quire.model.block import Item, List, Paragraph
from quire.write.office.office_text import estimated_width, xml_text
from quire.write.word.block_columns import Columns
from quire.write.word.wordprocessingml import tag, twips

_STANDS_IN = 6.0  # points
_WHITE = 2.0  # points behind a marker at least, and 5 % of it for another font
_WIDER = 1.05


def has_first_line_indents(block: List) -> bool:
    """Whether a list is set so: an item of several lines has a first line that stands in."""
    return any(text is not None and text.indent > _STANDS_IN for text in map(_text, block.items))


def item_indent(item: Item, columns: Columns, width_of: float, size: float) -> dict[str, str]:
    """``w:ind`` and ``w:tabs`` of an item's first paragraph in such a list; {} where the source does not tell.

    Args:
        item: of the list.
        columns: where blocks stand.
        width_of: the width of a line in points.
        size: of the marker's type.
    """
    text = _text(item)
    if text is None or not text.places:
        return {}
    offset = columns.offset(text.places, width_of)
    left, first = (offset, text.indent) if text.indent > _STANDS_IN else (0.0, offset)
    stop = left + first + _WIDER * estimated_width(xml_text(item.marker).strip(), size) + _WHITE
    return {
        "ind": tag("w:ind", w_left=twips(left), w_firstLine=twips(first)),
        "tabs": tag("w:tabs", tag("w:tab", w_val="left", w_pos=twips(stop))),
    }


def _text(item: Item) -> Paragraph | None:
    first = item.blocks[0] if item.blocks else None
    return first if isinstance(first, Paragraph) else None
