"""One long document over several processes: each reads pages, keeps them, and makes their part of the document.

Pages are dear to hand over (as read 50 kB each, a third of what reading costs) and facts are cheap, so pages stay where
they were read: `layout.arrange` asks their stretches step by step. Each process opens the file by itself, for PDFium must
not share an open one with a copy of its process. Pictures are drawn where their page was read. Recognition stays in the
first process, which has the models and uses all cores for them: the others ask it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, Self, TypeVar

from quire.errors import QuireError
from quire.jobs.pages import read_pages
from quire.layout.stretch import Stretch
from quire.model.page import Backdrop, Page, Picture
from quire.read import Source, open_source
from quire.read.ocr import Ocr, Pixels, Polygon, Reading
from quire.tasks import crew
from quire.tasks.crew import Line, Mate
from quire.tasks.limits import describe, revive

if TYPE_CHECKING:
    from types import TracebackType

LEAST_PAGES = 24
"""Pages of a document for each process that works on it: with fewer, a further process costs more than it gains."""

STRETCH = 8
"""Pages of a stretch, at least: each process takes the next one when it is free, so that none waits long for another."""

MOST_STRETCHES = 200
"""Stretches of a document; a byte tells them apart."""

HEARD = 8
"""Pages that a mate reads between two words of them."""

Given = TypeVar("Given")
Answer = TypeVar("Answer")
Picked = Picture | Backdrop


class Wanted(NamedTuple):
    """What is converted, and how its file is opened."""

    path: Path
    password: str
    numbers: Sequence[int]  # of the pages
    prefix: str  # of the pictures' names
    flow: bool


def processes_for(pages: int, cores: int) -> int:
    """How many processes a document of so many pages is worth, when there are so many cores; 1 where none can be added."""
    number = min(cores, pages // LEAST_PAGES)
    return number if number > 1 and crew.may_fork() else 1


class Crew:
    """The stretches of a document in this process and its mates. See `quire.layout.arrange.Stretches`.

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
        self._own: dict[int, Stretch] = {}
        self._keepers: dict[int, Mate] = {}  # by stretch
        self._read = 0
        self._answers: dict[Mate, Any] = {}
        self._turns = _turns(len(self._parts))
        self._mates = crew.recruit(processes - 1, self._work)

    def __len__(self) -> int:
        """How many stretches there are."""
        return len(self._parts)

    def ask(self, step: Callable[[Stretch, Given], Answer], given: Sequence[Given]) -> list[Answer]:
        """What each stretch answers to a step. With the first step each process takes its stretches.

        Raises:
            WorkerDied, OutOfMemory: a mate died.
            QuireError: what a stretch raised.
        """
        first = not self._own and not self._keepers
        for mate in self._mates:
            theirs = range(len(given)) if first else [at for at, keeper in self._keepers.items() if keeper is mate]
            mate.line.send(("take" if first else "step", step.__name__, {at: given[at] for at in theirs}))
        answers: dict[int, Answer] = {}
        if first:
            for at in _taken(self._turns):
                self._own[at] = Stretch(self._pages(self._parts[at]), flow=self._wanted.flow)
                answers[at] = step(self._own[at], given[at])
        else:
            answers = {at: step(stretch, given[at]) for at, stretch in self._own.items()}
        for mate in self._mates:
            theirs = self._answer(mate)
            answers |= theirs
            if first:
                self._keepers |= dict.fromkeys(theirs, mate)
        return [answers[at] for at in range(len(self._parts))]

    def picture(self, picture: Picked) -> bytes:
        """A picture as PNG, from the process that has read its page."""
        at = next((at for at, part in enumerate(self._parts) if picture.page in part), 0)
        mate = self._keepers.get(at)
        if mate is None:
            return self._source.picture(picture)
        mate.line.send(("picture", picture))
        body: bytes = self._answer(mate)
        return body

    def close(self) -> None:
        """End the mates."""
        mates, self._mates = self._mates, []
        crew.dismiss(mates)
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
            for mate in crew.ready(self._silent(), wait=False):
                self._hear(mate)

    def _silent(self) -> list[Mate]:
        """The mates whose answer is still to come."""
        return [mate for mate in self._mates if mate not in self._answers]

    def _note(self, pages: int) -> None:
        self._read += pages
        self._progress(self._read)

    def _answer(self, mate: Mate) -> Any:  # noqa: ANN401 - whatever was asked for
        while mate not in self._answers:
            for one in crew.ready(self._silent(), wait=True):
                self._hear(one)
        kind, value = self._answers.pop(mate)
        if kind == "error":
            raise revive(*value)
        return value

    def _hear(self, mate: Mate) -> None:
        """One message of a mate: a page was read, the engine is needed, or its answer."""
        try:
            kind, value = mate.line.receive()
        except EOFError:
            raise crew.verdict(mate) from None
        if kind == "read":
            self._note(value)
        elif kind == "engine":
            mate.line.send(_told(lambda: self._recognise(*value)))
        else:
            self._answers[mate] = (kind, value)

    def _recognise(self, method: str, arguments: tuple[Any, ...]) -> object:
        if self._ocr is None:
            raise QuireError
        found: object = getattr(self._ocr, method)(*arguments)
        return found

    # --- a mate ----------------------------------------------------------------------------------

    def _work(self, line: Line) -> None:
        """What a mate does until its line ends."""
        wanted, ocr = self._wanted, None if self._ocr is None else Remote(line)
        with contextlib.ExitStack() as stack:

            def opened() -> Hand:
                source = stack.enter_context(open_source(wanted.path, password=wanted.password, ocr=ocr))
                return Hand(line, source, wanted, self._parts, self._turns)

            kind, hand = _told(opened)
            while True:
                message = line.receive()
                line.send(_told(lambda: hand.do(*message)) if isinstance(hand, Hand) else (kind, hand))  # noqa: B023 - called at once


class Hand:
    """The part of a mate in a document: the open file and the stretches that it has taken."""

    def __init__(
        self, line: Line, source: Source, wanted: Wanted, parts: Sequence[Sequence[int]], turns: BinaryIO
    ) -> None:
        self._line, self._source, self._wanted, self._parts, self._turns = line, source, wanted, parts, turns
        self._own: dict[int, Stretch] = {}

    def do(self, kind: str, *arguments: Any) -> object:  # noqa: ANN401 - as `Crew` sends them
        """The answer to one message."""
        if kind == "picture":
            return self._source.picture(*arguments)
        name, given = arguments
        step = getattr(Stretch, name)
        if kind == "step":
            return {at: step(stretch, given[at]) for at, stretch in self._own.items()}
        answers = {}
        for at in _taken(self._turns):
            self._own[at] = Stretch(self._pages(self._parts[at]), flow=self._wanted.flow)
            answers[at] = step(self._own[at], given[at])
        return answers

    def _pages(self, numbers: Sequence[int]) -> Iterator[Page]:
        told = 0
        pages = read_pages(self._source, numbers, total=len(self._wanted.numbers), prefix=self._wanted.prefix)
        for done, page in enumerate(pages, 1):
            yield page
            if done - told >= HEARD or done == len(numbers):
                self._line.send(("read", done - told))
                told = done


class Remote:
    """The engine of another process. See `quire.read.ocr.Ocr`."""

    def __init__(self, line: Line) -> None:
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

    def _asked(self, method: str, *arguments: object) -> Any:  # noqa: ANN401 - what the engine gives
        self._line.send(("engine", (method, arguments)))
        kind, value = self._line.receive()
        if kind == "error":
            raise revive(*value)
        return value


def _told(work: Callable[[], object]) -> tuple[str, object]:
    """("value", its value) or ("error", what describes it)."""
    try:
        return "value", work()
    except Exception as error:  # noqa: BLE001 - everything is told to the other process
        return "error", describe(error)


def _parts(numbers: Sequence[int]) -> list[Sequence[int]]:
    """The pages in parts of about the same size, in order."""
    count = max(1, min(MOST_STRETCHES, len(numbers) // STRETCH))
    cuts = [round(index * len(numbers) / count) for index in range(count + 1)]
    return [numbers[start:end] for start, end in pairwise(cuts)]


def _turns(count: int) -> BinaryIO:
    """A pipe that holds the numbers of the stretches: whoever reads one has taken it."""
    reading, writing = os.pipe()
    os.write(writing, bytes(range(count)))
    os.close(writing)
    return os.fdopen(reading, "rb", buffering=0)


def _taken(turns: BinaryIO) -> Iterator[int]:
    """The stretches that are this process's, each when it asks for the next."""
    while turn := turns.read(1):
        yield turn[0]
