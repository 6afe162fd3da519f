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
    sure: bool = False  # its page says that it is a page number, or the heading of a continued part
    period: bool = False  # it says which period a report is about
    apart: bool = False  # white parts it from the next row inwards
    title: bool = False  # as large as a title, or bold
    heads_table: bool = False  # borders between its pieces continue into the page
    in_cell: bool = False  # in one of several cells side by side
    tagged: int = 0  # 1: the file's tags call it an artifact; -1: they call it content; 0: they say nothing


class PageMargins(NamedTuple):
    """The rows at the ends of a page, from its edges inwards, those at the head first."""

    number: int
    width: float
    height: float
    lines: int  # of the page
    rows: tuple[EndRow, ...]
    numbers: tuple[NumberCandidate, ...]  # lines that may be its number
