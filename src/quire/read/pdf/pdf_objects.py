"""The indirect objects of a PDF file, straight from its bytes.

PDFium hides dictionaries, and its access to the structure tree costs as much as reading the page. This module reads
only what is requested. It finds objects by a scan for "obj" instead of the cross-reference table, so a file whose table
is broken reads the same. Encrypted files are left to PDFium.
"""

from __future__ import annotations

import mmap
import re
import zlib
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from quire.read.pdf.pdf_tokens import (
    Ref,
    Value,
    parse,
    plain_entries,
    referenced_numbers,
    references,
    structure_element,
)

_MAX_FILE = 256 << 20  # bytes; scanning costs about 2 ms a megabyte
_MAX_STREAM = 32 << 20  # bytes decompressed; writers put some hundred objects into an object stream
_KEPT = 16  # decompressed object streams
_MAX_OBJECT = 4 << 20  # bytes of one object
_SLICE = 1 << 20  # bytes that are searched at a time
_MAX_DIGITS = 10  # of an object number or an offset
_HEAD = 24  # bytes that hold the object and generation numbers
_DICTIONARY = 1024  # bytes that hold the dictionary of an object stream
_STREAM_START = 4096  # bytes of an object within which its stream begins
_NUMBERED = re.compile(rb"(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*$")
_STREAM = re.compile(rb"stream(?:\r\n|\n)")


class UnreadableObjects(Exception):
    """The file stores its objects in a way that this module does not read."""


class _ObjectStream(NamedTuple):
    """A decompressed object stream."""

    data: bytes
    offsets: list[bytes]  # of its objects, as written
    first: int  # where offsets count from
    places: dict[int, int]  # in `offsets`, by object number


class PdfObjects:
    """The objects of a file by number."""

    def __init__(self, path: Path) -> None:
        """Find where the objects are.

        Raises:
            Unreadable: the file is encrypted, too big, or compresses its objects in an unusual way.
        """
        if not 0 < path.stat().st_size <= _MAX_FILE:
            raise UnreadableObjects
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if self._data.find(b"/Encrypt") >= 0:
            raise UnreadableObjects
        self._opened: OrderedDict[int, _ObjectStream] = OrderedDict()
        self._streams: dict[int, tuple[int, list[int]]] = {}  # by place: where offsets count from, object numbers
        self._found = self._scan()

    def root(self) -> dict[str, Value]:
        """The catalog; {} if there is none."""
        found = re.compile(rb"/Root\s+(\d{1,10})\s+\d+\s+R").search(self._data, max(0, self._data.rfind(b"/Root")))
        return self.dictionary(Ref(int(found.group(1)))) if found else {}

    def dictionary(self, value: Value) -> dict[str, Value]:
        """A dictionary, given directly or by reference; {} if it is not one."""
        value = self.resolved(value)
        return value if isinstance(value, dict) else {}

    def names_and_references(self, number: int) -> dict[str, Value]:
        """The dictionary with this object number; of a plain one only its names and references."""
        raw = self._raw(number)
        entries = plain_entries(raw)
        return self.dictionary(parse(raw)) if entries is None else entries

    def structure_element(self, number: int) -> tuple[str, int | None] | None:
        """The type of the structure element with this number and the number of its parent, if it is a plain one."""
        return structure_element(self._raw(number))

    def single_number(self, value: Value, key: bytes, *, without: bytes) -> int | None:
        """The number after a key, in an object that has this key once and the key `without` never; None otherwise."""
        raw = self._raw(value.number) if isinstance(value, Ref) else b""
        if without in raw:
            return None
        found = re.findall(rb"%b\s+(\d{1,9})(?=\s*[/>])" % key, raw)
        return int(found[0]) if len(found) == 1 and raw.count(key) == 1 else None

    def array(self, value: Value) -> list[Value]:
        """An array, given directly or by reference; [] if it is not one."""
        if isinstance(value, Ref):
            raw = self._raw(value.number)
            value = references(raw) or parse(raw)
        return value if isinstance(value, list) else []

    def referenced_numbers(self, value: Value) -> list[bytes]:
        """The object numbers of the references in an array, as written; b"" for entries that are not references.

        Arrays of a page's elements have hundreds of entries, of which few are requested.
        """
        if isinstance(value, Ref):
            raw = self._raw(value.number)
            numbers = referenced_numbers(raw)
            if numbers is not None:
                return numbers
            value = parse(raw)
        return [b"%d" % one.number if isinstance(one, Ref) else b"" for one in value] if isinstance(value, list) else []

    def object_streams(self) -> Iterator[tuple[int, int, bytes, list[int]]]:
        """Each object stream: start and end of its bytes in the file, its text, and where its objects start in that."""
        for place in self._streams:
            start = _STREAM.search(self._data, place, place + _STREAM_START)
            end = self._data.find(b"endstream", start.end()) if start else -1
            data, offsets, first, _ = self._stream(place)
            places = sorted(first + int(one) for one in offsets)
            if start and end >= 0 and places and places[-1] <= len(data) < _MAX_STREAM:
                yield start.end(), end, data, places

    def resolved(self, value: Value) -> Value:
        """The value, or what it refers to."""
        return parse(self._raw(value.number)) if isinstance(value, Ref) else value

    def _raw(self, number: int) -> bytes:
        place = self._found.get(number)
        if place is None:
            return b""
        if place < 0:
            return self._unpacked(~place, number)
        end = self._data.find(b"endobj", place, place + _MAX_OBJECT)
        return self._data[place : end if end >= 0 else place + _MAX_OBJECT]

    def _scan(self) -> dict[int, int]:
        """The place of each object, or ~place of the object stream that holds it.

        Of several objects with one number, the last in the file counts.
        """
        data = self._data
        found: dict[int, int] = {}
        packs = list(self._all(b"/ObjStm"))
        number = place = -1
        for end in [*self._all(b"obj"), len(data)]:
            if end < len(data) and data[end - 1] not in b" \0\t\n\f\r0123456789":  # "endobj"
                continue
            if place >= 0:
                found[number] = place
                i = bisect_left(packs, place)
                if i < len(packs) and packs[i] < end:
                    found.update(dict.fromkeys(self._packed(place), ~place))
            head = _NUMBERED.search(data[max(0, end - _HEAD) : end])
            number, place = (int(head.group(1)), end + 3) if head else (-1, -1)
        return found

    def _all(self, keyword: bytes) -> Iterator[int]:
        """The places of a keyword, searched in slices: `bytes` take a fifth of the time of a mapped file."""
        for start in range(0, len(self._data), _SLICE):
            part = self._data[start : start + _SLICE + len(keyword) - 1]
            at = part.find(keyword)
            while at >= 0:
                yield start + at
                at = part.find(keyword, at + len(keyword))

    def _packed(self, place: int) -> Sequence[int]:
        """The numbers of the objects of the object stream at `place` (ISO 32000-1, 7.5.7)."""
        head = parse(self._data[place : place + _DICTIONARY])
        if not isinstance(head, dict) or head.get("Type") != "ObjStm":
            return ()
        count, first = head.get("N"), head.get("First")
        plain = head.get("Filter") in ("FlateDecode", ["FlateDecode"]) and "DecodeParms" not in head
        if not plain or not isinstance(count, int) or not isinstance(first, int) or not 0 < first < _MAX_STREAM:
            raise UnreadableObjects
        written = self._inflated(place, first).split()[: 2 * count]
        if written and (not b"".join(written).isdigit() or max(map(len, written)) > _MAX_DIGITS):
            raise UnreadableObjects
        numbers = list(map(int, written[::2]))
        self._streams[place] = first, numbers
        return numbers

    def _unpacked(self, place: int, number: int) -> bytes:
        """The source of an object in the object stream at `place`."""
        data, offsets, first, places = self._stream(place)
        at = places.get(number, len(offsets))
        if at >= len(offsets):  # the table is truncated
            return b""
        end = first + int(offsets[at + 1]) if at + 1 < len(offsets) else _MAX_STREAM
        return data[first + int(offsets[at]) : end]

    def _stream(self, place: int) -> _ObjectStream:
        if place in self._opened:
            self._opened.move_to_end(place)
            return self._opened[place]
        data = self._inflated(place, _MAX_STREAM)
        first, numbers = self._streams[place]
        offsets = data[:first].split()[1 : 2 * len(numbers) : 2]
        opened = _ObjectStream(data, offsets, first, {number: at for at, number in enumerate(numbers)})
        self._opened[place] = opened
        if len(self._opened) > _KEPT:
            self._opened.popitem(last=False)
        return opened

    def _inflated(self, place: int, most: int) -> bytes:
        """The first `most` bytes of the stream of the object at `place`, or as many as can be read."""
        start = _STREAM.search(self._data, place, place + _STREAM_START)
        if start is None:
            return b""
        end = self._data.find(b"endstream", start.end())
        try:
            return zlib.decompressobj().decompress(self._data[start.end() : end if end >= 0 else None], most)
        except zlib.error:
            return b""
