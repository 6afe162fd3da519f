"""Pages to statements: found, read, merged over pages, checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from quire.finance.statement import Extraction
from quire.model.geometry import Box
from quire.model.page import Page

Look = Callable[[int, Box], Sequence[tuple[str, Box, float]]]
"""A second reading of a box of a page (1-based): texts with boxes and confidences."""


def extract(pages: Iterable[Page], *, look: Look | None = None) -> Extraction:
    """The statements of a document, in reading order."""
    raise NotImplementedError
