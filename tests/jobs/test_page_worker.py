"""The part of another process in a document."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator, Sequence

import pytest

from quire.errors import DamagedDocument
from quire.jobs.page_worker import PageShare, Remote, told
from quire.layout.page_range import PageRange
from quire.model.page import Page
from quire.read.ocr_engine import Reading, rectangle
from quire.tasks.forked_workers import WorkerPipe
from quire.tasks.process_limits import error_to_text

PLACE = rectangle(0, 0, 10, 10)


def test_each_stretch_is_taken_once_and_stays_where_it_is() -> None:
    reading, writing = os.pipe()
    os.write(writing, bytes([0, 1, 2]))
    os.close(writing)
    parts = ((1, 2), (3, 4), (5,))
    read: list[int] = []

    def pages(numbers: Sequence[int]) -> Iterator[Page]:
        read.extend(numbers)
        return iter([Page(number, 100.0, 100.0) for number in numbers])

    def answer(stretch: PageRange, given: str) -> tuple[int, str]:
        return id(stretch), given

    with os.fdopen(reading, "rb", buffering=0) as turns:
        first, second = (PageShare(pages, parts, turns, flow=False) for _ in range(2))
        assert first.step(answer, {}) == {}
        taken = first.take(answer, {0: "a", 1: "b", 2: "c"})
        assert [(at, given) for at, (_, given) in taken.items()] == [(0, "a"), (1, "b"), (2, "c")]
        assert second.take(answer, {0: "a", 1: "b", 2: "c"}) == {}
    assert read == [1, 2, 3, 4, 5]
    again = first.step(answer, {0: "d", 1: "e", 2: "f"})
    assert again == {at: (stretch, given) for (at, (stretch, _)), given in zip(taken.items(), "def", strict=True)}
    assert second.step(answer, {0: "d", 1: "e", 2: "f"}) == {}


def test_what_happened_is_told() -> None:
    def fail() -> None:
        raise DamagedDocument

    assert told(lambda: 7) == ("value", 7)
    assert told(fail) == ("error", error_to_text(DamagedDocument()))


def test_a_borrowed_engine_gives_what_its_owner_says() -> None:
    ours, theirs = socket.socketpair()
    own, mate = WorkerPipe(ours), WorkerPipe(theirs)
    engine = Remote(mate)
    try:
        own.send(("value", [PLACE]))
        assert engine.find(b"picture") == [PLACE]  # type: ignore[arg-type]  # whatever can be pickled
        assert own.receive() == ("engine", ("find", (b"picture",)))
        own.send(("value", [Reading("word", PLACE, 0.9)]))
        assert engine.recognise(b"picture", [PLACE])[0].text == "word"  # type: ignore[arg-type]
        own.send(("error", error_to_text(DamagedDocument())))
        with pytest.raises(DamagedDocument):
            engine.read(b"picture")  # type: ignore[arg-type]
    finally:
        own.close()
        mate.close()
