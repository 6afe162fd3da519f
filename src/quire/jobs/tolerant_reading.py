"""Pages of an open source one after the other, for work that must not stop at a page that cannot be read."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence

from quire.errors import FATAL, DocumentError, DocumentTooBig, QuireError
from quire.jobs.ocr_deadline import with_deadline
from quire.jobs.page_ranges import name_pages
from quire.model.page import Page
from quire.read import Source
from quire.read.ocr_engine import Ocr
from quire.read.scan.ocr_onnx import engine

Progress = Callable[[int, int], None]

_logger = logging.getLogger(__name__)


def wanted_engine(options: Mapping[str, str], seconds: float = 0.0) -> Ocr | None:
    """The engine of a task whose options do not leave pages without text as they are (``ocr`` "0").

    Args:
        options: of the task.
        seconds: that the task may take; 0 is no limit.
    """
    return with_deadline(engine(), seconds) if options.get("ocr", "1") == "1" else None


def check_cap(pages: int, cap: int) -> None:
    """Nothing, when a document has no more pages than the cap; 0 is no cap.

    Raises:
        DocumentTooBig: it has more.
    """
    if cap and pages > cap:
        raise DocumentTooBig(f"The document has {pages} pages; at most {cap} can be processed.")


class TolerantReader:
    """Iterates over the pages of a source; after that it knows which could not be read, and which had nothing to read.

    Args:
        source: an open document.
        numbers: of the pages wanted, ascending.
        progress: called with (pages done, pages in all), first with 0 done; a page is done when the next is asked for.
        cap: the most pages; 0 for any number.
    """

    def __init__(
        self, source: Source, numbers: Sequence[int], *, progress: Progress | None = None, cap: int = 0
    ) -> None:
        self._source, self._numbers, self._progress, self._cap = source, numbers, progress, cap
        self.sizes: dict[int, tuple[float, float]] = {}  # width and height in points of the pages that were read
        self.failed: list[int] = []
        self.empty: list[int] = []  # without a single line of text
        self.unread: list[int] = []  # that only recognition could read, and none was wanted

    def __iter__(self) -> Iterator[Page]:
        return (page for _, page in self.each() if page is not None)

    def each(self) -> Iterator[tuple[int, Page | None]]:
        """Every number with its page, None for one that cannot be read.

        Raises:
            DocumentTooBig: more pages than the cap.
        """
        total = len(self._numbers)
        check_cap(total, self._cap)
        self._report(0)
        for done, number in enumerate(self._numbers, 1):
            yield number, self._page(number)
            self._report(done)

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence about the pages that could not be read, and one about those that were not recognised."""
        said = []
        if self.failed:
            said.append(f"{_pages(self.failed)} could not be read.")
        if self.unread:
            said.append(
                f"{_pages(self.unread)} could only be read by recognition, which is off, failed or ran out of time."
            )
        return tuple(said)

    @property
    def broken(self) -> bool:
        """Whether every page failed, so that the file is damaged and not a page of it."""
        return len(self.failed) == len(self._numbers)

    @property
    def hopeless(self) -> bool:
        """Whether there was no page with anything to read."""
        return len(self.failed) + len(self.empty) >= len(self._numbers)

    def _page(self, number: int) -> Page | None:
        try:
            page = self._source.page(number)
        except FATAL:
            raise
        except QuireError as error:
            if not isinstance(error, DocumentError):
                raise
            self.failed.append(number)
            return None
        except Exception:
            _logger.warning("page %d cannot be read", number, exc_info=True)
            self.failed.append(number)
            return None
        self.sizes[number] = (page.width, page.height)
        if not page.lines:
            self.empty.append(number)
        if page.needs_ocr:
            self.unread.append(number)
        return page

    def _report(self, done: int) -> None:
        if self._progress:
            self._progress(done, len(self._numbers))


def _pages(numbers: Sequence[int]) -> str:
    return f"Page {numbers[0]}" if len(numbers) == 1 else f"Pages {name_pages(numbers)}"
