"""The indirect objects of a PDF file, straight from its bytes.

PDFium hides dictionaries, and what it does offer of the structure tree costs as much as reading the page. This reads
only what is asked for: objects are found by a scan for "obj", not by the cross-reference, so a file whose table is
broken reads the same. Encrypted files are left to PDFium.
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

_BIGGEST_FILE = 256 << 20  # bytes; scanning costs about 2 ms a megabyte
_BIGGEST_STREAM = 32 << 20  # bytes unfolded; writers put some hundred objects into an object stream
_KEPT = 16  # unfolded object streams
_LONGEST = 4 << 20  # bytes of one object
_SLICE = 1 << 20  # bytes that are looked through at a time
_DIGITS = 10  # of a number of an object or of bytes
_HEAD = 24  # bytes that hold an object's and its generation's number
_NUMBERED = re.compile(rb"(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*$")
_STREAM = re.compile(rb"stream(?:\r\n|\n)")


class UnreadableObjects(Exception):
    """The file keeps its objects in a way that is not read here."""


class _Unfolded(NamedTuple):
    """An object stream that is open."""

    data: bytes
    offsets: list[bytes]  # of its objects, as they are written
    first: int  # where offsets begin to count
    places: dict[int, int]  # in `offsets`, by object number


class PdfObjects:
    """The objects of a file by number."""

    def __init__(self, path: Path) -> None:
        """Find where the objects are.

        Raises:
            Unreadable: the file is encrypted, too big, or folds its objects in an unusual way.
        """
        if not 0 < path.stat().st_size <= _BIGGEST_FILE:
            raise UnreadableObjects
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if self._data.find(b"/Encrypt") >= 0:
            raise UnreadableObjects
        self._unfolded: OrderedDict[int, _Unfolded] = OrderedDict()
        self._streams: dict[int, tuple[int, list[int]]] = {}  # by place: where offsets begin to count, object numbers
        self._found = self._scan()

    def root(self) -> dict[str, Value]:
        """The catalog; {} when there is none."""
        found = re.compile(rb"/Root\s+(\d{1,10})\s+\d+\s+R").search(self._data, max(0, self._data.rfind(b"/Root")))
        return self.dictionary(Ref(int(found.group(1)))) if found else {}

    def dictionary(self, value: Value) -> dict[str, Value]:
        """A dictionary, given directly or by reference; {} when it is none."""
        value = self.resolved(value)
        return value if isinstance(value, dict) else {}

    def named(self, number: int) -> dict[str, Value]:
        """The dictionary with this number; of a plain one only the entries that are names and references."""
        raw = self._raw(number)
        entries = plain_entries(raw)
        return self.dictionary(parse(raw)) if entries is None else entries

    def element(self, number: int) -> tuple[str, int | None] | None:
        """The type of the structure element with this number, and the number of the one above, if it is a plain one."""
        return structure_element(self._raw(number))

    def only_number(self, value: Value, key: bytes, *, without: bytes) -> int | None:
        """What stands behind a key, in an object that mentions it once and another key never; None where it does not."""
        raw = self._raw(value.number) if isinstance(value, Ref) else b""
        if without in raw:
            return None
        found = re.findall(rb"%b\s+(\d{1,9})(?=\s*[/>])" % key, raw)
        return int(found[0]) if len(found) == 1 and raw.count(key) == 1 else None

    def array(self, value: Value) -> list[Value]:
        """An array, given directly or by reference; [] when it is none."""
        if isinstance(value, Ref):
            raw = self._raw(value.number)
            value = references(raw) or parse(raw)
        return value if isinstance(value, list) else []

    def referred(self, value: Value) -> list[bytes]:
        """The numbers of what the entries of an array refer to, as they are written; b"" for those that are no references.

        Arrays of a page's elements have hundreds of them, of which a few are asked for.
        """
        if isinstance(value, Ref):
            raw = self._raw(value.number)
            numbers = referenced_numbers(raw)
            if numbers is not None:
                return numbers
            value = parse(raw)
        return [b"%d" % one.number if isinstance(one, Ref) else b"" for one in value] if isinstance(value, list) else []

    def resolved(self, value: Value) -> Value:
        """The value, or what it refers to."""
        return parse(self._raw(value.number)) if isinstance(value, Ref) else value

    def _raw(self, number: int) -> bytes:
        place = self._found.get(number)
        if place is None:
            return b""
        if place < 0:
            return self._unpacked(~place, number)
        end = self._data.find(b"endobj", place, place + _LONGEST)
        return self._data[place : end if end >= 0 else place + _LONGEST]

    def _scan(self) -> dict[int, int]:
        """Where each object is; ~ the place of the object stream that holds it. Of several with one number, the last in the file."""
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

    def _all(self, sign: bytes) -> Iterator[int]:
        """Where a sign stands in the file; by slices, in which `bytes` find it in a fifth of the time of a mapped file."""
        for start in range(0, len(self._data), _SLICE):
            part = self._data[start : start + _SLICE + len(sign) - 1]
            at = part.find(sign)
            while at >= 0:
                yield start + at
                at = part.find(sign, at + len(sign))

    def _packed(self, place: int) -> Sequence[int]:
        """The numbers of the objects of the object stream at `place` (ISO 32000-1, 7.5.7)."""
        head = parse(self._data[place : place + 1024])
        if not isinstance(head, dict) or head.get("Type") != "ObjStm":
            return ()
        count, first = head.get("N"), head.get("First")
        plain = head.get("Filter") in ("FlateDecode", ["FlateDecode"]) and "DecodeParms" not in head
        if not plain or not isinstance(count, int) or not isinstance(first, int) or not 0 < first < _BIGGEST_STREAM:
            raise UnreadableObjects
        written = self._inflated(place, first).split()[: 2 * count]
        if written and (not b"".join(written).isdigit() or max(map(len, written)) > _DIGITS):
            raise UnreadableObjects
        numbers = list(map(int, written[::2]))
        self._streams[place] = first, numbers
        return numbers

    def _unpacked(self, place: int, number: int) -> bytes:
        """What is written of an object of the stream at `place`."""
        data, offsets, first, places = self._stream(place)
        at = places.get(number, len(offsets))
        if at >= len(offsets):  # the table breaks off
            return b""
        end = first + int(offsets[at + 1]) if at + 1 < len(offsets) else _BIGGEST_STREAM
        return data[first + int(offsets[at]) : end]

    def _stream(self, place: int) -> _Unfolded:
        if place in self._unfolded:
            self._unfolded.move_to_end(place)
            return self._unfolded[place]
        data = self._inflated(place, _BIGGEST_STREAM)
        first, numbers = self._streams[place]
        offsets = data[:first].split()[1 : 2 * len(numbers) : 2]
        opened = _Unfolded(data, offsets, first, {number: at for at, number in enumerate(numbers)})
        self._unfolded[place] = opened
        if len(self._unfolded) > _KEPT:
            self._unfolded.popitem(last=False)
        return opened

    def _inflated(self, place: int, most: int) -> bytes:
        """The first `most` bytes of the stream of the object at `place`; as many as can be read."""
        start = _STREAM.search(self._data, place, place + 4096)
        if start is None:
            return b""
        end = self._data.find(b"endstream", start.end())
        try:
            return zlib.decompressobj().decompress(self._data[start.end() : end if end >= 0 else None], most)
        except zlib.error:
            return b""
