"""Footnotes as linked notes: which of them a mark leads to, and a label for each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from quire.model.block import Block, Figure, Heading, List, Note, Paragraph, Quote, Span, Table
from quire.model.table import Grid
from quire.model.traversal import walk
from quire.write.text_runs import clean

_NUMBER = re.compile(r"[0-9]{1,4}")
_NOT_LABEL = re.compile(r"[^0-9A-Za-z_-]+")


def note_labels(blocks: Sequence[Block], *, links: Callable[[Grid], bool], numbered: bool = False) -> dict[str, str]:
    """A label of its own ([0-9a-z_-]+) by the id of each note that a mark leads to.

    Args:
        blocks: the document's.
        links: whether marks in the cells of a table can lead anywhere.
        numbered: a note whose printed number no other has is labelled with that.
    """
    found = [block for block in walk(blocks) if isinstance(block, Note)]
    if not found:
        return {}
    notes = [note.id for note in found]
    printed = Counter(note.mark for note in found)
    single = [note for note in found if numbered and printed[note.mark] == 1]
    numbers = {note.id: note.mark for note in single if _NUMBER.fullmatch(note.mark)}
    marked = {span.note for spans in _texts(blocks, links) for span in spans if span.note and clean(span.text).strip()}
    labels: dict[str, str] = {}
    for number, note in enumerate(notes, 1):
        if note in marked and note not in labels:
            label = numbers.get(note) or _NOT_LABEL.sub("-", note).strip("-").lower()
            taken = labels.values()
            labels[note] = label if label and label not in taken else f"{label or 'note'}-{number}"
    return labels


def _texts(blocks: Iterable[Block], links: Callable[[Grid], bool]) -> Iterator[Sequence[Span]]:
    """All spans but those of the notes themselves: notes that only lead to each other would never be seen."""
    for block in blocks:
        match block:
            case Heading() | Paragraph():
                yield block.spans
            case Table():
                yield block.caption
                if links(block.grid):
                    yield from (cell.spans for cell in block.grid.cells)
            case Figure():
                yield block.caption
            case List():
                for item in block.items:
                    yield from _texts(item.blocks, links)
            case Quote():
                yield from _texts(block.blocks, links)
            case _:
                pass
