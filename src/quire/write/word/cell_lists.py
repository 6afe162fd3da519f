"""Lists inside table cells: paragraphs with consecutive list markers become items of Word lists."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from quire.model.table import Cell
from quire.write.office.marker_format import Marker, NumberFormat, interpret_markers
from quire.write.office.office_text import estimated_width
from quire.write.word.numbering import Numbering
from quire.write.word.wordprocessingml import tag, twips

_ITEMS = 2  # paragraphs one behind the other, at least; one alone may be anything
# A bullet, or a number with what parts it from its text; "1.5 %", "2020" and "a word" are none.
_MARKER = re.compile(
    r"\s*([•●○◦▪■□◆◇►▶➢✓✔·∙*–—-]|[(（]?(?:\d{1,2}|[a-z]|[ivx]{1,4}|[一二三四五六七八九十]{1,3})[.)、）]|[①-⑳])(?:\s+|(?<=[、）①-⑳]))(?=\S)"
)


class CellParagraph(NamedTuple):
    """A paragraph of a cell, without its marker where it is an item; then with the properties that make it one."""

    cell: Cell
    parts: dict[str, str]


def cell_paragraphs(paragraphs: Sequence[Cell], numbering: Numbering | None) -> list[CellParagraph]:
    """The paragraphs of a cell, items of lists as such; without a `numbering` there are no lists."""
    if numbering is None or len(paragraphs) < _ITEMS:
        return [CellParagraph(one, {}) for one in paragraphs]
    found: list[CellParagraph] = []
    for marked, group in groupby(paragraphs, key=lambda one: _MARKER.match(one.text) is not None):
        some = list(group)
        items = list(_items(some, numbering)) if marked and len(some) >= _ITEMS else []
        found += items or [CellParagraph(one, {}) for one in some]
    return found


def _items(paragraphs: Sequence[Cell], numbering: Numbering) -> Iterator[CellParagraph]:
    """The paragraphs as items; none when their markers are not those of one list."""
    matches = [match for one in paragraphs if (match := _MARKER.match(one.text))]
    markers = [match[1] for match in matches]
    meanings = [meaning for meaning in interpret_markers(markers) if meaning is not None]
    if len(meanings) < len(paragraphs) or not _go_on(meanings):
        return
    counting = numbering.begin()
    for one, match, meaning in zip(paragraphs, matches, meanings, strict=True):
        size = next((span.style.size for span in one.spans if span.style), 10.0)
        hang = twips(estimated_width(match[1], size) + 0.6 * size)
        number = tag("w:ilvl", w_val=0) + tag("w:numId", w_val=counting.number(meaning, 0))
        parts = {"numPr": tag("w:numPr", number), "ind": tag("w:ind", w_left=hang, w_hanging=hang)}
        yield CellParagraph(_without(one, match.end()), parts)


def _go_on(meanings: Sequence[Marker]) -> bool:
    """Whether markers are bullets, or numbers of which each follows the one before."""
    if any(meaning.counter is NumberFormat.BULLET for meaning in meanings):
        return len({meaning.before for meaning in meanings}) == 1
    first = meanings[0]
    return all(meaning == first._replace(value=first.value + at) for at, meaning in enumerate(meanings))


def _without(cell: Cell, count: int) -> Cell:
    """The cell without its first `count` characters."""
    spans = []
    for span in cell.spans:
        cut = min(count, len(span.text))
        count -= cut
        if span.text[cut:]:
            spans.append(span._replace(text=span.text[cut:]))
    return cell._replace(spans=tuple(spans))
