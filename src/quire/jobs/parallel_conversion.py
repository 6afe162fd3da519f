"""One long document over several processes: each reads pages, keeps them, and makes their part of the document.

Pages are dear to hand over (as read 50 kB each, a third of what reading costs) and facts are cheap, so pages stay where
they were read: `layout.arrange` asks their stretches step by step. Each process opens the file by itself, for PDFium
must not share an open one with a copy of its process. Pictures are drawn where their page was read. Recognition
stays in the first process, which has the models and uses all cores for them: the others ask it.
"""

from __future__ import annotations

import contextlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from quire.errors import OutOfMemory
from quire.jobs.page_stream import read_pages
from quire.jobs.page_worker import Answer, Given, PageShare, PageWorker, Picked, Remote, Wanted, heard, told
from quire.layout.page_range import PageRange
from quire.model.page import Page
from quire.read import Source, open_source
from quire.read.ocr_engine import Ocr
from quire.tasks import forked_workers
from quire.tasks.forked_workers import ForkedWorker, WorkerPipe

if TYPE_CHECKING:
    from types import TracebackType

MIN_PAGES = 32
"""Pages of a document for each process that works on it: with fewer, a further process costs more than it gains."""

WORTH_PAGES = 128
"""The same where nobody asked for processes. Shorter documents end within two seconds anyway, and two processes
take 13 to 18 % more CPU for them; for documents of 400 to 1,200 pages it is 2 to 9 %."""

RANGE_PAGES = 8
"""Pages of a stretch, at least: each process takes the next one when it is free, so that none waits long for
another."""

MAX_RANGES = 200
"""Stretches of a document; a byte tells them apart."""

AHEAD = 4
"""Pictures that a mate draws before they are wanted."""


def processes_for(pages: int, cores: int, share: int = MIN_PAGES) -> int:
    """How many processes a document is worth; 1 where none can be added.

    Args:
        pages: of the document.
        cores: that may work on it.
        share: pages for each process, at least.
    """
    number = min(cores, pages // share)
    return number if number > 1 and forked_workers.may_fork() else 1


class ForkedConversion:
    """The stretches of a document in this process and its mates. See `quire.layout.pipeline.PageRanges`.

    Args:
        source: the open document; mates open it again.
        wanted: its pages.
        processes: how many work on it, this one included; at least 2.
        ocr: the engine that `source` was opened with.
        progress: called with the number of pages read so far.
    """

    def __init__(
        self, source: Source, wanted: Wanted, *, processes: int, ocr: Ocr | None, progress: Callable[[int], None]
    ) -> None:
        self._source, self._wanted, self._ocr, self._progress = source, wanted, ocr, progress
        self._parts = _parts(wanted.numbers)
        self._keepers: dict[int, ForkedWorker] = {}  # by stretch
        self._read = 0
        self._answers: dict[ForkedWorker, Any] = {}
        self._recognised: set[int] = set()  # pages that were read here for mates
        self._queues: dict[ForkedWorker, deque[Picked]] = {}  # pictures that will be wanted
        self._asked: dict[str, ForkedWorker] = {}  # by name, those that mates draw
        self._drawn: dict[str, tuple[str, Any]] = {}
        self._turns = _turns(len(self._parts))
        self._share = PageShare(self._pages, self._parts, self._turns, flow=wanted.flow)
        self._taken = False
        self._mates = forked_workers.fork_workers(processes - 1, self._work)

    def __len__(self) -> int:
        """How many stretches there are."""
        return len(self._parts)

    def ask(self, step: Callable[[PageRange, Given], Answer], given: Sequence[Given]) -> list[Answer]:
        """What each stretch answers to a step. With the first step each process takes its stretches.

        Raises:
            WorkerDied, OutOfMemory: a mate died.
            QuireError: what a stretch raised.
        """
        first, self._taken = not self._taken, True
        for mate in self._mates:
            theirs = range(len(given)) if first else [at for at, keeper in self._keepers.items() if keeper is mate]
            mate.line.send(("take" if first else "step", step.__name__, {at: given[at] for at in theirs}))
        answer = self._share.take if first else self._share.step
        answers = answer(step, dict(enumerate(given)))
        for mate in self._mates:
            theirs = self._answer(mate)
            answers |= theirs
            if first:
                self._keepers |= dict.fromkeys(theirs, mate)
        return [answers[at] for at in range(len(self._parts))]

    def picture(self, picture: Picked) -> bytes:
        """A picture as PNG, from the process that has read its page."""
        mate = self._keeper(picture.page)
        if mate is None:
            return self._source.picture(picture)
        if picture.name not in self._asked:
            self._draw(mate, [picture])
        while picture.name not in self._drawn:
            for one in forked_workers.ready([mate], wait=True):
                self._hear(one)
        del self._asked[picture.name]
        if mate not in self._asked.values():
            self._draw_next(mate)
        try:
            body: bytes = heard(*self._drawn.pop(picture.name))
        except OutOfMemory as error:  # no fault of the picture
            raise MemoryError from error
        return body

    def expect(self, pictures: Iterable[Picked]) -> None:
        """Have mates draw pictures that will be wanted in this order; few at a time, for they take memory."""
        for picture in pictures:
            if (mate := self._keeper(picture.page)) is not None:
                self._queues.setdefault(mate, deque()).append(picture)
        for mate in self._queues:
            self._draw_next(mate)

    def close(self) -> None:
        """End the mates."""
        mates, self._mates = self._mates, []
        forked_workers.stop_workers(mates)
        self._turns.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- this process ----------------------------------------------------------------------------

    def _pages(self, numbers: Iterable[int]) -> Iterator[Page]:
        """Pages read here; between two of them mates are heard."""
        total = len(self._wanted.numbers)
        for page in read_pages(self._source, numbers, total=total, prefix=self._wanted.prefix):
            yield page
            self._note(1)
            for mate in forked_workers.ready(self._silent(), wait=False):
                self._hear(mate)

    def _keeper(self, page: int) -> ForkedWorker | None:
        """The mate that has read a page; None where it was read here."""
        if page in self._recognised:
            return None
        return next((mate for at, mate in self._keepers.items() if page in self._parts[at]), None)

    def _draw(self, mate: ForkedWorker, pictures: Sequence[Picked]) -> None:
        self._asked |= {picture.name: mate for picture in pictures}
        mate.line.send(("draw", pictures))

    def _draw_next(self, mate: ForkedWorker) -> None:
        queue = self._queues.get(mate)
        if queue:
            self._draw(mate, [queue.popleft() for _ in range(min(AHEAD, len(queue)))])

    def _silent(self) -> list[ForkedWorker]:
        """The mates whose answer is still to come."""
        return [mate for mate in self._mates if mate not in self._answers]

    def _note(self, pages: int) -> None:
        self._read += pages
        self._progress(self._read)

    def _answer(self, mate: ForkedWorker) -> Any:  # noqa: ANN401 - whatever was asked for
        while mate not in self._answers:
            for one in forked_workers.ready(self._silent(), wait=True):
                self._hear(one)
        return heard(*self._answers.pop(mate))

    def _hear(self, mate: ForkedWorker) -> None:
        """One message of a mate: a page was read, the engine is needed, or its answer."""
        try:
            kind, value = mate.line.receive()
        except EOFError:
            self._mates = [one for one in self._mates if one is not mate]  # its process id may be another's soon
            mate.line.close()
            raise forked_workers.verdict(mate) from None
        if kind == "read":
            self._note(value)
        elif kind == "drawn":
            self._drawn |= value
        elif kind == "engine":
            mate.line.send(told(lambda: self._recognise(*value)))
        else:
            self._answers[mate] = (kind, value)

    def _recognise(self, method: str, arguments: tuple[Any, ...]) -> object:
        """What a mate wants of the engine: a page read, or a picture."""
        if method == "page":
            self._recognised.update(arguments)
            return self._source.page(*arguments)
        found: object = getattr(self._ocr, method)(*arguments)
        return found

    # --- a mate ----------------------------------------------------------------------------------

    def _work(self, line: WorkerPipe) -> None:
        """What a mate does until its line ends."""
        wanted = self._wanted
        with contextlib.ExitStack() as stack:

            def opened() -> PageWorker:
                source = stack.enter_context(open_source(wanted.path, password=wanted.password, hidden=wanted.hidden))
                if self._ocr is not None:
                    from quire.jobs.remote_ocr import RemoteOcr  # what reads pictures is loaded where it is wanted

                    source = RemoteOcr(source, Remote(line))
                return PageWorker(line, source, wanted, self._parts, self._turns)

            kind, hand = told(opened)
            while True:
                message = line.receive()
                if message[0] == "draw" and isinstance(hand, PageWorker):
                    hand.draw(message[1])
                    continue
                line.send(told(lambda: hand.do(*message)) if isinstance(hand, PageWorker) else (kind, hand))  # noqa: B023 - called at once


def _parts(numbers: Sequence[int]) -> list[Sequence[int]]:
    """The pages in parts of about the same size, in order."""
    count = max(1, min(MAX_RANGES, len(numbers) // RANGE_PAGES))
    cuts = [round(index * len(numbers) / count) for index in range(count + 1)]
    return [numbers[start:end] for start, end in pairwise(cuts)]


def _turns(count: int) -> BinaryIO:
    """A pipe that holds the numbers of the stretches: whoever reads one has taken it."""
    reading, writing = os.pipe()
    os.write(writing, bytes(range(count)))
    os.close(writing)
    return os.fdopen(reading, "rb", buffering=0)
