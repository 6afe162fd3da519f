"""What a page reports about the rows at its ends, from which the document decides which are furniture."""

from __future__ import annotations

from typing import NamedTuple

from quire.layout.furniture.page_numbers import NumberCandidate


class EndRow(NamedTuple):
    """A row at an end of a page."""

    top: bool  # at the head of the page
    text: str
    signature: str  # the text with its numbers folded
    baseline: float
    size: float
    pieces: tuple[tuple[str, str], ...]  # the first word and the text of each of its lines
    own: float = 0.0  # evidence from its page alone that it is furniture
    white: float = 0.0  # between it and the next row inwards, type sizes
    apart: bool = False  # this white parts them
    width: float = 0.0  # as a share of that of the page
    title: bool = False  # as large as a title, or bold
    period: bool = False  # it says which period a report is about
    continued: bool = False  # it is above the heading of a part that continues
    heads_table: bool = False  # borders between its pieces continue into the page
    in_cell: bool = False  # in one of several cells side by side
    note: bool = False  # a footnote whose mark stands raised in the page's text
    tagged: int = 0  # 1: the file's tags call it an artifact; -1: they call it content; 0: they say nothing


class PageMargins(NamedTuple):
    """The rows at the ends of a page, from its edges inwards, those at the head first."""

    number: int
    width: float
    height: float
    lines: int  # of the page
    rows: tuple[EndRow, ...]
    numbers: tuple[NumberCandidate, ...]  # lines that may be its number
