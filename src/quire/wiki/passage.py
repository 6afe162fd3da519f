"""A passage: the unit that pages cite and search finds."""

from __future__ import annotations

from typing import NamedTuple


class Passage(NamedTuple):
    """A paragraph of the book, or a few short ones of one section; numbered once and for ever.

    Prose is running text with single spaces; paragraphs of a passage are parted by an empty line, program text
    stands in it between lines of three backticks.
    """

    id: str  # "p1", "p2" ... in reading order
    chapter: str  # the title of its chapter
    position: int  # 0-based, in reading order
    text: str
    headings: tuple[str, ...] = ()  # from the chapter down to the innermost section
    page: int = 0  # 1-based page of the source where it begins; 0 unknown
