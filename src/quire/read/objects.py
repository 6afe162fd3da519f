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
from itertools import repeat
from pathlib import Path

from quire.read.tokens import Ref, Value, element, parse, plain_entries, references

_BIGGEST_FILE = 256 << 20  # bytes; scanning costs about 2 ms a megabyte
_BIGGEST_STREAM = 32 << 20  # bytes unfolded; writers put some hundred objects into an object stream
_KEPT = 16  # unfolded object streams
_LONGEST = 4 << 20  # bytes of one object
_HEAD = 24  # bytes that hold an object's and its generation's number
_NUMBERED = re.compile(rb"(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]*$")
_STREAM = re.compile(rb"stream(?:\r\n|\n)")


class Unreadable(Exception):
    """The file keeps its objects in a way that is not read here."""


_Packed = tuple[int, int, int]
"""Where an object of an object stream is: the place of the stream in the file; start and end in what it unfolds to."""


class Objects:
    """The objects of a file by number."""

    def __init__(self, path: Path) -> None:
        """Find where the objects are.

        Raises:
            Unreadable: the file is encrypted, too big, or folds its objects in an unusual way.
        """
        if not 0 < path.stat().st_size <= _BIGGEST_FILE:
            raise Unreadable
        with path.open("rb") as file:
            self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if self._data.find(b"/Encrypt") >= 0:
            raise Unreadable
        self._unfolded: OrderedDict[int, bytes] = OrderedDict()
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
        return element(self._raw(number))

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

    def resolved(self, value: Value) -> Value:
        """The value, or what it refers to."""
        return parse(self._raw(value.number)) if isinstance(value, Ref) else value

    def _raw(self, number: int) -> bytes:
        place = self._found.get(number)
        if place is None:
            return b""
        if isinstance(place, tuple):
            stream, start, end = place
            return self._stream(stream)[start:end]
        end = self._data.find(b"endobj", place, place + _LONGEST)
        return self._data[place : end if end >= 0 else place + _LONGEST]

    def _scan(self) -> dict[int, int | _Packed]:
        """Where each object is; of several with one number, the last in the file."""
        data = self._data
        found: dict[int, int | _Packed] = {}
        packs = [one.start() for one in re.finditer(b"/ObjStm", data)]
        number = place = -1
        for one in [*re.finditer(b"obj", data), None]:
            if one is not None and data[one.start() - 1] not in b" \0\t\n\f\r0123456789":  # "endobj"
                continue
            end = len(data) if one is None else one.start()
            if place >= 0:
                found[number] = place
                i = bisect_left(packs, place)
                if i < len(packs) and packs[i] < end:
                    found.update(self._packed(place))
            head = _NUMBERED.search(data[max(0, end - _HEAD) : end])
            number, place = (int(head.group(1)), end + 3) if head else (-1, -1)
        return found

    def _packed(self, place: int) -> dict[int, _Packed]:
        """The objects of the object stream at `place` (ISO 32000-1, 7.5.7)."""
        head = parse(self._data[place : place + 1024])
        if not isinstance(head, dict) or head.get("Type") != "ObjStm":
            return {}
        count, first = head.get("N"), head.get("First")
        plain = head.get("Filter") in ("FlateDecode", ["FlateDecode"]) and "DecodeParms" not in head
        if not plain or not isinstance(count, int) or not isinstance(first, int) or not 0 < first < _BIGGEST_STREAM:
            raise Unreadable
        try:
            numbers = list(map(int, self._inflated(place, first).decode("ascii").split()[: 2 * count]))
        except ValueError:
            raise Unreadable from None
        starts = [first + offset for offset in numbers[1::2]]
        ends = [*starts[1:], _BIGGEST_STREAM]
        return dict(zip(numbers[::2], zip(repeat(place), starts, ends), strict=False))

    def _stream(self, place: int) -> bytes:
        if place in self._unfolded:
            self._unfolded.move_to_end(place)
            return self._unfolded[place]
        data = self._unfolded[place] = self._inflated(place, _BIGGEST_STREAM)
        if len(self._unfolded) > _KEPT:
            self._unfolded.popitem(last=False)
        return data

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
