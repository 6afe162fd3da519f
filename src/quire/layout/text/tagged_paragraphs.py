"""Paragraphs as the tags of a file name them (ISO 32000-1, 14.8.4.3): which rows are of one element, and its role."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from quire.layout.text.text_rows import Row
from quire.model.page import Tag, Word

HEADINGS = frozenset(["H", "H1", "H2", "H3", "H4", "H5", "H6"])
"""The roles of headings."""
_BLOCKS = HEADINGS | frozenset(["P", "LBody", "LI", "Lbl", "Caption", "TOCI", "TD", "TH"])
# Some programs tag each line. Where tags part more than this share of the rows that read as one paragraph, and more
# than so many, they say nothing about paragraphs.
_LINES, _FEW = 0.34, 2
# Type sizes: of a first word that a row takes in part, as rows of Chinese do, and of the space before it.
_LONGEST, _SPACE = 8.0, 0.25
# Type sizes from row to row, at least and where nothing shows it; pitches over a blank line, at least.
_LEAST_PITCH, _USUAL_PITCH, _BLANK = 0.9, 1.3, 1.6


class Element(NamedTuple):
    """The innermost element of a text that is a block."""

    number: int  # its identity
    role: str  # its standard type


def element_of(word: Word, tags: Mapping[int, Tag]) -> Element | None:
    """The element of a word; None where it has none."""
    tag = tags.get(word.mcid)
    if tag is None:
        return None
    for number, role in zip(reversed(tag.path), reversed(tag.roles), strict=False):
        if role in _BLOCKS:
            inside = tag.roles[: tag.path.index(number)]
            return Element(number, "LBody" if role == "P" and "LI" in inside else role)
    return None


def with_tagged(ends: Sequence[bool], rows: Sequence[Row], edge: float, tags: Mapping[int, Tag]) -> list[bool]:
    """Whether a paragraph ends with each of these rows but the last, as tags have it where they say it.

    Rows of one element stay apart where the first word of the next had room or a line between is blank: an author
    ended the row.

    Args:
        ends: The same as the page shows it.
        rows: One below the other.
        edge: Where full rows end.
        tags: Of the page.
    """
    if not tags:
        return list(ends)
    parted: list[bool | None] = []
    for a, b in pairwise(rows):
        above, below = element_of(a.lines[-1].words[-1], tags), element_of(b.lines[0].words[0], tags)
        parted.append(None if above is None or below is None else above.number != below.number)
    joined = [own for own, end in zip(parted, ends, strict=True) if own is not None and not end]
    if sum(joined) > _FEW and sum(joined) > _LINES * len(joined):
        return list(ends)
    return [
        end if own is None else own or (end and (is_blank_between(a, b, rows) or _has_room(a, b, edge)))
        for own, end, (a, b) in zip(parted, ends, pairwise(rows), strict=True)
    ]


def is_blank_between(a: Row, b: Row, rows: Sequence[Row]) -> bool:
    """Whether a row begins more than half a line below the one above it, as far as these rows show the pitch."""
    steps = [below.baseline - above.baseline for above, below in pairwise(rows)]
    pitch = min([step for step in steps if step > _LEAST_PITCH * a.size], default=_USUAL_PITCH * a.size)
    return b.baseline - a.baseline > _BLANK * pitch


def _has_room(a: Row, b: Row, edge: float) -> bool:
    """Whether the first word of a row would have had room at the end of the one above it, or in its last blank."""
    first, last = b.lines[0].words[0], a.lines[-1].words[-1]
    end = a.x1 if last.text.strip("_") else last.x0
    return edge - end > min(first.x1 - first.x0, _LONGEST * first.style.size) + _SPACE * first.style.size
