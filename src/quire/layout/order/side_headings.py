"""Side headings: in a column of their own, each beside the first line of its text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from quire.layout.order.gutter_sides import Atom, is_filled
from quire.layout.rounding import median
from quire.layout.text.text_rows import SAME_ROW
from quire.model.page import Line

_FEWEST = 2  # headings
_SHARE = 0.35  # of the lines of the text: headings have fewer
_STEP = 1.0  # points; nearer baselines are one
_WRAPPED = 1.5  # of the size, from one line of a heading to the next
_BEGINS = 1.25  # times the usual step: more white above a line begins a part


def heading_parts(left: Sequence[Atom], right: Sequence[Atom]) -> list[list[Atom]]:
    """Each heading, then its text, in turn; [] if the left side is no column of headings.

    Args:
        left: The atoms left of a gutter, from top to bottom.
        right: The atoms right of it.
    """
    heads, texts = [a.line for a in left if a.line is not None], [a.line for a in right if a.line is not None]
    if len(heads) < len(left) or len(heads) < _FEWEST or len(heads) > _SHARE * len(texts):
        return []
    if not all(map(_is_bold, heads)) or sum(map(_is_bold, texts)) > _SHARE * len(texts) or not is_filled(texts):
        return []
    starts = _starts(heads)
    if len(starts) < _FEWEST or not _begin_parts([heads[i].baseline for i in starts], texts):
        return []
    found: list[list[Atom]] = []
    for first, after in pairwise([*starts, len(heads)]):
        top = heads[first].baseline - SAME_ROW if first else float("-inf")
        end = heads[after].baseline - SAME_ROW if after < len(heads) else float("inf")
        found += [list(left[first:after]), [atom for atom in right if top <= _base(atom) < end]]
    return found if all(found) else []


def _is_bold(line: Line) -> bool:
    return all(word.style.bold for word in line.words)


def _base(atom: Atom) -> float:
    return atom.y1 if atom.line is None else atom.line.baseline


def _starts(heads: Sequence[Line]) -> list[int]:
    """The indices of the first lines of the headings."""
    return [0] + [
        index
        for index, (a, b) in enumerate(pairwise(heads), 1)
        if b.baseline - a.baseline > _WRAPPED * b.words[0].style.size
    ]


def _begin_parts(heads: Sequence[float], texts: Sequence[Line]) -> bool:
    """Whether each heading has a line of text at its height that is the first or has more white above than usual."""
    bases = sorted({round(line.baseline, 1) for line in texts})
    steps = [b - a for a, b in pairwise(bases) if b - a > _STEP]
    if not steps:
        return False
    usual = median(steps)
    for head in heads:
        at = min(range(len(bases)), key=lambda index: abs(bases[index] - head))
        if abs(bases[at] - head) > SAME_ROW or (at and bases[at] - bases[at - 1] < _BEGINS * usual):
            return False
    return True
