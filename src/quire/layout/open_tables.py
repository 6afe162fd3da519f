"""Tables without borders, by alignment."""

from __future__ import annotations

from collections.abc import Sequence

from quire.layout.grids import FoundTable
from quire.model.page import Line, Page


def find(page: Page, lines: Sequence[Line]) -> list[FoundTable]:
    """The tables of a page that stand by alignment alone."""
    return []
