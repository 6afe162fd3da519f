"""What the learners of the layout share: a document laid out up to a step, and owners held out in turn."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from hashlib import md5
from typing import Any, Protocol, TypeVar

from quire.layout.page_range import PageRange
from quire.layout.pipeline import arrange_ranges
from quire.model.page import Page

FOLDS = 5


class _Owned(Protocol):
    """A document of somebody."""

    @property
    def owner(self) -> str: ...


_Document = TypeVar("_Document", bound=_Owned)


def held_out(given: Sequence[_Document]) -> Iterator[tuple[list[_Document], list[_Document]]]:
    """The documents to learn from and those of the owners left out, a fifth of the owners in turn."""
    fold = [int(md5(one.owner.encode(), usedforsecurity=False).hexdigest(), 16) % FOLDS for one in given]
    for left_out in range(FOLDS):
        yield (
            [one for one, at in zip(given, fold, strict=True) if at != left_out],
            [one for one, at in zip(given, fold, strict=True) if at == left_out],
        )


class _StoppedError(Exception):
    """The last step was done."""


class StoppedRange:
    """One page range that stops after a step of the layout; a compiled class has no interpreted heirs.

    Attributes:
        pages: The range.
        given: What the step got.
        found: What it gave.
    """

    def __init__(self, pages: Sequence[Page], step: Callable[..., Any]) -> None:
        self.pages = PageRange(pages)
        self.given: Any = None
        self.found: Any = None
        self._last = step.__name__

    def __len__(self) -> int:
        return 1

    def ask(self, step: Callable[..., Any], given: Sequence[Any]) -> list[Any]:
        """Run a step."""
        found = step(self.pages, given[0])
        if step.__name__ == self._last:
            self.given, self.found = given[0], found
            raise _StoppedError
        return [found]


def laid_out(pages: Sequence[Page], meta: Any, outline: Sequence[Any], step: Callable[..., Any]) -> StoppedRange:  # noqa: ANN401
    """A document laid out up to a step of `PageRange`, with it."""
    ranges = StoppedRange(pages, step)
    with contextlib.suppress(_StoppedError):
        arrange_ranges(ranges, meta=meta, outline=outline)
    return ranges
