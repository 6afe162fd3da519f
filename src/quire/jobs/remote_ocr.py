"""A source in another process than the engine: what has to be recognised is read over there.

Pages without usable text go as a whole, for reading one takes hundreds of megabytes, which only one process shall have
at a time; parts of pages (pictures that may be tables) are sent to the engine as pictures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from quire.read.scan.recognised_source import RecognisedSource

if TYPE_CHECKING:
    from quire.jobs.page_worker import Remote
    from quire.model.page import Page
    from quire.read import Source


class RemoteOcr(RecognisedSource):
    """A `RecognisedSource` that asks other processes for pictures of the pages that they read, for conversions.

    Args:
        source: an open document.
        engine: that of the other process.
    """

    def __init__(self, source: Source, engine: Remote) -> None:
        super().__init__(source, engine, keep_figures=True)
        self._engine = engine

    def read(self, plain: Page) -> Page:
        """The page as the other process reads it."""
        return self._engine.page(plain.number)
