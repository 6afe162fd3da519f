"""Reads JSON files as a stream of objects: one document, an array, or one a line; holds one object in memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import IO, NamedTuple

from quire.company.importers.import_files import LARGEST_MEMBER, Source, encoding, opened
from quire.company.record import Problem
from quire.company.record_build import parsed

LONGEST_LINE = 64 << 20
"""Bytes of one line; a company's document has about 0.1 MB, one with everything 2 MB."""

_CHUNK = 1 << 20
_BETWEEN = re.compile(r"[\s,\[\]]*")
_WRAPPED = re.compile(rb"^(?:\xef\xbb\xbf)?\s*[A-Za-z_$][\w$.]*\s*\(")  # JSONP: a call of a function, or of null


class Found(NamedTuple):
    """One object of a file: its place, its text, and its value with numbers as strings; or why it is not an object."""

    row: str
    data: bytes
    value: object
    problem: str = ""


def objects(source: Source) -> Iterator[Found]:
    """Yield every object of a file."""
    if source.suffix in {".jsonl", ".ndjson"}:
        yield from _lines(source)
    elif _WRAPPED.match(source.head):
        yield _wrapped(source)
    else:
        yield from _stream(source)


def unwrapped(data: bytes) -> bytes:
    """Return the argument of a JSONP answer; `data` itself when it is not JSONP."""
    found = _WRAPPED.match(data)
    return data[found.end() :].rstrip().rstrip(b";").rstrip().removesuffix(b")") if found else data


def one(row: str, data: bytes) -> Found:
    """Return one object from its bytes, such as a member of an archive."""
    try:
        value = parsed(unwrapped(data))
    except Problem as problem:
        return Found(row, data, None, str(problem))
    return Found(row, data, value)


def _wrapped(source: Source) -> Found:
    with opened(source) as stream:
        data = stream.read(LARGEST_MEMBER + 1)
    if len(data) > LARGEST_MEMBER:
        return Found("", b"", None, "is too large")
    return one("", data.decode(encoding(source.head), "replace").encode())


def _lines(source: Source) -> Iterator[Found]:
    with opened(source) as stream:
        number = 0
        while line := stream.readline(LONGEST_LINE):
            number += 1
            row = f"line {number}"
            if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
                _skip_line(stream)
                yield Found(row, b"", None, f"is longer than {LONGEST_LINE >> 20} MiB")
                continue
            line = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
            if line.strip():
                yield one(row, line)


def _skip_line(stream: IO[bytes]) -> None:
    while (rest := stream.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
        pass


def _stream(source: Source) -> Iterator[Found]:
    """Objects one after the other, or in an array; the text is decoded as far as the next object needs it."""
    with opened(source) as stream:
        reader = _Reader(stream, encoding(source.head))
        number = 0
        while (found := reader.next(number + 1)) is not None:
            number += 1
            yield found
            if found.problem:
                return


class _Reader:
    def __init__(self, stream: IO[bytes], coding: str) -> None:
        import codecs

        self._stream = stream
        self._decode = codecs.getincrementaldecoder(coding)(errors="replace").decode
        self._decoder = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=lambda _: None)
        self._text = ""
        self._at = 0
        self._ended = False

    def next(self, number: int) -> Found | None:
        """The next object; None at the end."""
        row = f"element {number}"
        while True:
            space = _BETWEEN.match(self._text, self._at)
            self._at = space.end() if space else self._at
            if self._at < len(self._text):
                break
            if not self._more():
                return None
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except RecursionError:
                return Found(row, b"", None, "is nested too deeply")
            except ValueError as error:
                if len(self._text) - self._at > LARGEST_MEMBER:
                    return Found(row, b"", None, f"is larger than {LARGEST_MEMBER >> 20} MiB")
                if not self._more():
                    return Found(row, b"", None, f"is not JSON: {str(error)[:80]}")
                continue
            data = self._text[self._at : end].encode("utf-8", "replace")
            self._at = end
            return Found(row, data, value)

    def _more(self) -> bool:
        """Read on: as much again as is waiting, so that a large object is tried a few times only."""
        if self._ended:
            return False
        rest = self._text[self._at :]
        data = self._stream.read(max(_CHUNK, len(rest)))
        self._ended = not data
        self._text, self._at = rest + self._decode(data, final=self._ended), 0
        return bool(data)
