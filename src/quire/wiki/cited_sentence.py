"""A sentence that somebody wrote about the book."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CitedSentence", "PageSentence"]


class CitedSentence(NamedTuple):
    """A sound sentence: its section as its writer named it, plain text without links, the ids it cites."""

    section: str
    text: str
    cites: tuple[str, ...]


PageSentence = int | CitedSentence
"""A sentence of a page: the number of one of the book's, or one that somebody wrote."""
