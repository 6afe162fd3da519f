"""Pages whose reading order is uncertain: the warning names them, nothing else depends on it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.text.block_drafts import Draft, Kind
from quire.model.geometry import Box

_TEXT = frozenset({Kind.TEXT, Kind.ITEM, Kind.HEADING})
# A text that is read after one below it, in the same column: they share this much of the narrower one's width.
_SHARED = 0.5
# Paragraphs side by side begin on one baseline, up to this share of their type size: so many pairs, and this share of
# the paragraphs of the column with fewer, are two texts that may be read row by row (translations, questions and
# answers).
_BASELINE, _PAIRS, _PAIRED = 0.25, 4, 0.8
# Rows of the paragraphs of a pair, on average: labels with their values have one.
_ROWS = 2.0
# Upward jumps inside a column that make the order of a page uncertain.
_CLIMBS = 2


def is_order_uncertain(drafts: Sequence[Draft]) -> bool:
    """Whether the drafts of a page, in reading order, may be meant in another order."""
    texts = [draft for draft in drafts if draft.kind in _TEXT and draft.rows and draft.panel < 0]
    boxes = [draft.box for draft in texts]
    return sum(_climbs(a, b) for a, b in pairwise(boxes)) >= _CLIMBS or _is_parallel(texts)


def _climbs(a: Box, b: Box) -> bool:
    """Whether the second is above the first and shares its column."""
    shared = min(a.x1, b.x1) - max(a.x0, b.x0)
    return b.y1 <= a.y0 and shared > _SHARED * min(a.width, b.width)


def _is_parallel(texts: Sequence[Draft]) -> bool:
    """Whether the paragraphs of two neighbouring columns begin at the same heights."""
    columns: dict[int, list[Draft]] = {}
    for draft in texts:
        columns.setdefault(draft.column, []).append(draft)
    return any(_are_parallel(a, b) for a, b in pairwise(columns.values()))


def _are_parallel(a: Sequence[Draft], b: Sequence[Draft]) -> bool:
    if min(len(a), len(b)) < _PAIRS or max(one.box.x1 for one in a) > min(one.box.x0 for one in b):
        return False
    pairs = [
        (left, right)
        for left in a
        for right in b
        if abs(left.rows[0].baseline - right.rows[0].baseline) <= _BASELINE * left.size
    ]
    rows = sum(len(left.rows) + len(right.rows) for left, right in pairs) / 2
    return len(pairs) >= max(_PAIRS, _PAIRED * min(len(a), len(b))) and rows >= _ROWS * len(pairs)
