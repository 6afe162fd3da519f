"""Vectors of texts on disk, so that no text is paid for twice, whoever is killed when.

One file for each model: eight bytes that say what it is and how many numbers a vector has, then a record a text: the
digest of the text (16 bytes) and its vector of unit length, 32-bit floats, the least significant byte first. Records
are only ever added, a batch by one write; one that a death left torn is cut off by the next writer.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Row = NDArray[np.float32]

__all__ = ["MOST_NUMBERS", "VectorCache"]

MOST_NUMBERS = 16_384
"""Numbers of a vector; the longest in use have 4,096."""

_MARK = b"QVEC"
_HEAD, _KEY = 8, 16


class VectorCache:
    """The vectors that are known under a model.

    Args:
        path: of the file; it need not exist.
        model: its name; the same text has another vector under another model.
        most: records that are kept; further ones are not written.
    """

    def __init__(self, path: Path, model: str, *, most: int = 1_000_000) -> None:
        self._path = path
        self._model = model
        self._most = most

    def find(self, texts: Sequence[str]) -> Mapping[str, Row]:
        """The vectors of those texts that are known."""
        import numpy as np

        size, body = self._read()
        if not size:
            return {}
        width = _KEY + 4 * size
        count = len(body) // width
        table = np.frombuffer(body, dtype=np.uint8, count=count * width).reshape(count, width)
        at = {bytes(key): row for row, key in enumerate(table[:, :_KEY])}
        numbers = np.ascontiguousarray(table[:, _KEY:]).view("<f4")
        return {one: numbers[at[key]] for one in texts if (key := self._key(one)) in at}

    def add(self, texts: Sequence[str], rows: Iterable[Row]) -> None:
        """Keep the vectors of texts; those of another length than the file's begin it anew."""
        found = [*rows]
        if not found:
            return
        size = len(found[0])
        self._path.parent.mkdir(parents=True, exist_ok=True)
        old, body = self._read()
        if old != size:
            self._path.unlink(missing_ok=True)
            body = b""
        width = _KEY + 4 * size
        room = max(0, self._most - len(body) // width)
        added = b"".join(
            self._key(text) + row.astype("<f4").tobytes() for text, row in zip(texts[:room], found[:room], strict=True)
        )
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            if old == size:
                os.ftruncate(file, _HEAD + len(body) // width * width)
                os.write(file, added)
            else:
                os.write(file, _MARK + struct.pack("<I", size) + added)
        finally:
            os.close(file)

    def _read(self) -> tuple[int, bytes]:
        """Numbers of a vector, 0 without a sound file; and the records."""
        try:
            data = self._path.read_bytes()
        except FileNotFoundError:
            return 0, b""
        if len(data) < _HEAD or data[:4] != _MARK:
            return 0, b""
        (size,) = struct.unpack("<I", data[4:_HEAD])
        return (size, data[_HEAD:]) if 0 < size <= MOST_NUMBERS else (0, b"")

    def _key(self, text: str) -> bytes:
        return hashlib.blake2b(f"{self._model}\0{text}".encode("utf-8", "replace"), digest_size=_KEY).digest()
