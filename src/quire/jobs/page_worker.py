"""The part of another process in a long document: its pages, its pictures, and the engine that it borrows.

See `quire.jobs.parallel_conversion` for who asks.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, TypeVar

from quire.jobs.page_stream import read_pages
from quire.layout.page_range import PageRange
from quire.model.page import Backdrop, Page, Picture
from quire.read import Source
from quire.read.ocr_engine import Pixels, Polygon, Reading
from quire.tasks.forked_workers import WorkerPipe
from quire.tasks.process_limits import error_from_text, error_to_text

HEARD = 8
"""Pages that a mate reads between two words of them."""

Picked = Picture | Backdrop

Given = TypeVar("Given")
Answer = TypeVar("Answer")


class Wanted(NamedTuple):
    """What is converted, and how its file is opened."""

    path: Path
    password: str
    numbers: Sequence[int]  # of the pages
    prefix: str  # of the pictures' names
    flow: bool
    hidden: bool = False  # text that cannot be seen is read, too


class PageShare:
    """The stretches of a document that one process has taken, with their pages.

    Args:
        pages: reads those of a stretch, whose numbers it gets.
        parts: the numbers of the pages of every stretch.
        turns: gives the stretches to whoever asks first.
        flow: as `Stretch` takes it.
    """

    def __init__(
        self,
        pages: Callable[[Sequence[int]], Iterator[Page]],
        parts: Sequence[Sequence[int]],
        turns: BinaryIO,
        *,
        flow: bool,
    ) -> None:
        self._pages, self._parts, self._turns, self._flow = pages, parts, turns, flow
        self._own: dict[int, PageRange] = {}

    def take(self, step: Callable[[PageRange, Given], Answer], given: Mapping[int, Given]) -> dict[int, Answer]:
        """What stretches answer to the first step; they are taken one by one until none is left."""
        answers = {}
        while turn := self._turns.read(1):
            at = turn[0]
            self._own[at] = PageRange(self._pages(self._parts[at]), flow=self._flow)
            answers[at] = step(self._own[at], given[at])
        return answers

    def step(self, step: Callable[[PageRange, Given], Answer], given: Mapping[int, Given]) -> dict[int, Answer]:
        """What the stretches that were taken answer to a later step."""
        return {at: step(stretch, given[at]) for at, stretch in self._own.items()}


class PageWorker:
    """The part of a mate in a document: the open file and the stretches that it has taken."""

    def __init__(
        self, line: WorkerPipe, source: Source, wanted: Wanted, parts: Sequence[Sequence[int]], turns: BinaryIO
    ) -> None:
        self._line, self._source, self._wanted = line, source, wanted
        self._share = PageShare(self._pages, parts, turns, flow=wanted.flow)

    def do(self, kind: str, name: str, given: Mapping[int, object]) -> object:
        """The answer to a message of `ForkedConversion.ask`: "take" or "step", the step's name, its inputs by range."""
        answer = self._share.take if kind == "take" else self._share.step
        return answer(getattr(PageRange, name), given)

    def draw(self, pictures: Iterable[Picked]) -> None:
        """Send pictures as PNG, one by one."""
        for picture in pictures:
            self._line.send(("drawn", {picture.name: told(functools.partial(self._source.picture, picture))}))

    def _pages(self, numbers: Sequence[int]) -> Iterator[Page]:
        last = 0
        pages = read_pages(self._source, numbers, total=len(self._wanted.numbers), prefix=self._wanted.prefix)
        for done, page in enumerate(pages, 1):
            yield page
            if done - last >= HEARD or done == len(numbers):
                self._line.send(("read", done - last))
                last = done


class Remote:
    """The engine of another process, and its reading of whole pages. See `quire.read.ocr_engine.Ocr`."""

    def __init__(self, line: WorkerPipe) -> None:
        self._line = line

    def read(self, image: Pixels) -> list[Reading]:
        """The text of a picture."""
        return self._asked("read", image)  # type: ignore[no-any-return]

    def find(self, image: Pixels) -> list[Polygon]:
        """Where text stands in a picture."""
        return self._asked("find", image)  # type: ignore[no-any-return]

    def recognise(self, image: Pixels, places: Sequence[Polygon]) -> list[Reading]:
        """The text at places of a picture."""
        return self._asked("recognise", image, places)  # type: ignore[no-any-return]

    def page(self, number: int) -> Page:
        """A page of the document, recognised."""
        return self._asked("page", number)  # type: ignore[no-any-return]

    def _asked(self, method: str, *arguments: object) -> Any:  # noqa: ANN401 - what the engine gives
        self._line.send(("engine", (method, arguments)))
        return heard(*self._line.receive())


def told(work: Callable[[], object]) -> tuple[str, object]:
    """("value", its value) or ("error", what describes it)."""
    try:
        return "value", work()
    except Exception as error:  # noqa: BLE001 - everything is told to the other process
        return "error", error_to_text(error)


def heard(kind: str, value: Any) -> Any:  # noqa: ANN401 - whatever was told
    """What `told` had to say in another process: the value, or the error is raised here."""
    if kind == "error":
        raise error_from_text(*value)
    return value
