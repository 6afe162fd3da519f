"""The part of another process in a document."""

from __future__ import annotations

import os
import socket

import pytest

from quire.errors import DamagedDocument
from quire.jobs.hands import Remote, taken, told
from quire.read.ocr import Reading, rectangle
from quire.tasks.crew import Line
from quire.tasks.limits import describe

PLACE = rectangle(0, 0, 10, 10)


def test_each_turn_is_taken_once() -> None:
    reading, writing = os.pipe()
    os.write(writing, bytes([0, 1, 2, 3]))
    os.close(writing)
    with os.fdopen(reading, "rb", buffering=0) as turns:
        first = taken(turns)
        second = taken(turns)
        assert [next(first), next(second), next(first), *second, *first] == [0, 1, 2, 3]


def test_what_happened_is_told() -> None:
    def fail() -> None:
        raise DamagedDocument

    assert told(lambda: 7) == ("value", 7)
    assert told(fail) == ("error", describe(DamagedDocument()))


def test_a_borrowed_engine_gives_what_its_owner_says() -> None:
    ours, theirs = socket.socketpair()
    own, mate = Line(ours), Line(theirs)
    engine = Remote(mate)
    try:
        own.send(("value", [PLACE]))
        assert engine.find(b"picture") == [PLACE]  # type: ignore[arg-type] - whatever can be pickled
        assert own.receive() == ("engine", ("find", (b"picture",)))
        own.send(("value", [Reading("word", PLACE, 0.9)]))
        assert engine.recognise(b"picture", [PLACE])[0].text == "word"  # type: ignore[arg-type]
        own.send(("error", describe(DamagedDocument())))
        with pytest.raises(DamagedDocument):
            engine.read(b"picture")  # type: ignore[arg-type]
    finally:
        own.close()
        mate.close()
