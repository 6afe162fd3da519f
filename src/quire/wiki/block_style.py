"""How a paragraph of the book is set, kept beside its text: item of a list, quotation, verse, table, long program text.

The text of a passage has none of it, so that sentences, citations and search see words only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["PLAIN_STYLE", "QUOTE_MARK", "BlockStyle", "count_letters", "shifted", "styles_from_json"]

QUOTE_MARK, NOTE_MARK = ">", "†"
"""Marks of block quotations and of notes; those of tables are "|", and "|1" with a row of headings."""


class BlockStyle(NamedTuple):
    """How one paragraph is set."""

    at: int = 0  # characters of the passage's text before it
    mark: str = ""  # of the item that it begins, as printed ("•", "3.", "(a)"), or QUOTED, NOTED, "|"
    depth: int = 0  # lists around it; without a mark it goes on in the item before it, or tells a term
    breaks: tuple[int, ...] = ()  # letters (no spaces) before each end of a line that is meant: verse, addresses
    whole: tuple[str, ...] = ()  # program texts in a row, of which the passage holds the first, or its beginning

    @property
    def is_styled(self) -> bool:
        """Whether it says anything."""
        return self != PLAIN_STYLE._replace(at=self.at)


PLAIN_STYLE = BlockStyle()


def shifted(shapes: Sequence[BlockStyle], by: int) -> tuple[BlockStyle, ...]:
    """The shapes of a text that stands behind so many characters."""
    return tuple(one._replace(at=one.at + by) for one in shapes)


def styles_from_json(rows: object) -> tuple[BlockStyle, ...]:
    """Shapes as JSON has them, lists of their fields; a list that is none is left out."""
    return tuple(shape for row in rows if (shape := _parsed(row))) if isinstance(rows, list) else ()


def count_letters(text: str) -> int:
    """Characters of a text that are no white space."""
    return len("".join(text.split()))


def _parsed(row: object) -> BlockStyle | None:
    match row:
        case [int(at), str(mark), int(depth), [*breaks], [*whole]]:
            ends = tuple(one for one in breaks if isinstance(one, int))
            return BlockStyle(at, mark, depth, ends, tuple(one for one in whole if isinstance(one, str)))
        case _:
            return None
