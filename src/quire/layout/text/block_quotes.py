"""Block quotations: paragraphs indented from both edges of their column."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.text.block_drafts import Draft, Kind
from quire.layout.text.list_markers import marker_of
from quire.model.table import Align

# The indent on the left and on the right, type sizes, at least.
_LEFT, _RIGHT = 1.5, 0.8
# More on the left is a column of its own, type sizes.
_MOST_LEFT = 8.0
# Rows at least; type no larger than this share of the text's; type sizes from the column's edge to its neighbours.
_ROWS, _LARGEST, _AT_EDGE = 3, 1.05, 0.5


def mark_quotes(drafts: Sequence[Draft], body_size: float) -> None:
    """Mark the drafts of a page that are block quotations."""
    for index, draft in enumerate(drafts):
        if draft.kind is not Kind.TEXT or len(draft.rows) < _ROWS or draft.size > _LARGEST * body_size:
            continue
        if draft.align is Align.CENTER or not _is_indented(draft):
            continue
        if marker_of(draft.rows[0].text) is not None:
            continue
        around = [*drafts[max(index - 1, 0) : index], *drafts[index + 1 : index + 2]]
        running = any(len(other.rows) > 1 for other in around)  # others are headings and labels with text set in
        if running and all(_text_at_edge(other, draft) for other in around):
            draft.kind = Kind.QUOTE


def _is_indented(draft: Draft) -> bool:
    size = draft.size
    rows = draft.rows[1:] if draft.indent < 0 else draft.rows
    left = min(row.x0 for row in rows) - draft.left
    right = draft.right - max(row.x1 for row in rows)
    return left >= _LEFT * size and right >= _RIGHT * size and left < _MOST_LEFT * size


def _text_at_edge(other: Draft, draft: Draft) -> bool:
    """Whether a neighbour of the column is ordinary text that starts at its left edge."""
    if other.kind is Kind.QUOTE:
        return True
    if other.kind is not Kind.TEXT or other.column != draft.column or marker_of(other.rows[0].text) is not None:
        return False
    return min(row.x0 for row in other.rows) - other.left < _AT_EDGE * draft.size
