"""The pack: one immutable file of ready bodies, each representation in every encoding.

A pack begins with `MAGIC`; after it the bodies of one document follow each other without a gap, in the order of
`BODIES`. The catalogue stores their places and hashes (`Places`). A pack is written beside its final
name, synced and renamed, and never changed afterwards; a process that has it open can read it even after its removal.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

FORMATS = ("json", "jsonld", "rdf")
"""The representations, by the word that stands for them in a path: JSON, JSON-LD, Turtle."""

ENCODINGS = ("identity", "gzip", "br", "zstd")
"""The content codings, by the words of the header."""

MEDIA_TYPES = {"json": "application/json", "jsonld": "application/ld+json", "rdf": "text/turtle"}
"""The media type of each format; all are UTF-8."""

BODIES = tuple((form, encoding) for form in FORMATS for encoding in ENCODINGS)
"""The bodies of one document in the order in which they lie in a pack."""

MAGIC = b"QUIREPK1"
_SLOT = {body: at for at, body in enumerate(BODIES)}
_ONE = struct.Struct("<I16s")  # length of a body, BLAKE2b-128 of its bytes


class Place(NamedTuple):
    """Where a body lies: bytes `offset` to `offset + length` of pack `pack`; `etag` is strong, with its quotes."""

    pack: int
    offset: int
    length: int
    etag: str


class Places(NamedTuple):
    """Where all bodies of one version of a document lie: in pack `pack` from `offset` on; `table` is `lengths`."""

    pack: int
    offset: int
    table: bytes

    def place(self, form: str, encoding: str) -> Place:
        """Return the place of one body.

        Raises:
            KeyError: the format or the encoding is not one of `FORMATS`, `ENCODINGS`.
        """
        slot = _SLOT[form, encoding]
        offset = self.offset + sum(_ONE.unpack_from(self.table, at * _ONE.size)[0] for at in range(slot))
        length, digest = _ONE.unpack_from(self.table, slot * _ONE.size)
        return Place(self.pack, offset, length, f'"{digest.hex()}"')

    @property
    def all(self) -> tuple[Place, ...]:
        """The places of all bodies in the order of `BODIES`."""
        rows = list(_ONE.iter_unpack(self.table))
        starts = accumulate((length for length, _ in rows), initial=self.offset)
        return tuple(
            Place(self.pack, at, length, f'"{digest.hex()}"')
            for at, (length, digest) in zip(starts, rows, strict=False)
        )

    @property
    def size(self) -> int:
        """The bytes of all bodies together."""
        return sum(length for length, _ in _ONE.iter_unpack(self.table))


class Packed(NamedTuple):
    """The bodies of one document, ready to be appended: their table (as in `Places`) and their bytes in one piece."""

    table: bytes
    data: bytes


def packed(representations: Sequence[bytes]) -> Packed:
    """Return the bodies of one document in every encoding, from its representations in the order of `FORMATS`.

    The same input gives the same bytes, with the same versions of the compressors.
    """
    bodies = [body for form, plain in zip(FORMATS, representations, strict=True) for body in encoded(plain, form=form)]
    table = b"".join(_ONE.pack(len(body), hashlib.blake2b(body, digest_size=16).digest()) for body in bodies)
    return Packed(table, b"".join(bodies))


def encoded(plain: bytes, *, form: str = "json") -> tuple[bytes, bytes, bytes, bytes]:
    """Return a body in each encoding, in the order of `ENCODINGS`."""
    import brotli
    import zstandard

    gzip, quality, level = _LEVELS[form]
    packer = zlib.compressobj(gzip, zlib.DEFLATED, 31)  # 31: a gzip member with the largest window, without a time
    squeezed = packer.compress(plain) + packer.flush()
    compressor = zstandard.ZstdCompressor(level=level)
    return plain, squeezed, brotli.compress(plain, quality=quality), compressor.compress(plain)


def decoded(body: bytes, encoding: str) -> bytes:
    """Return a body of a pack without its encoding, which is one of `ENCODINGS`."""
    import brotli
    import zstandard

    if encoding == "gzip":
        return zlib.decompress(body, 31)
    if encoding == "br":
        plain: bytes = brotli.decompress(body)
        return plain
    return body if encoding == "identity" else bytes(zstandard.ZstdDecompressor().decompress(body))


# gzip, brotli, zstd. Of documents of 80 kB with their graphs of 220 kB (measured, ratio and MB/s of one core): JSON is
# what is asked for most (.29/41, .28/47, .30/86); graphs are three times as large and repeat themselves, where faster
# levels lose little (.22/103, .19/116, .20/515). Higher levels would double the time of an import for 5 % of the size.
_LEVELS = {"json": (6, 5, 6), "jsonld": (4, 4, 1), "rdf": (4, 4, 1)}


class PackWriter:
    """A pack that is being written; nothing has its final name before `close`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._part = path.with_name(path.name + ".part")
        self._file = self._part.open("wb", buffering=1 << 20)
        self._file.write(MAGIC)
        self._end = len(MAGIC)

    def append(self, data: bytes) -> int:
        """Append `data` and return its offset."""
        offset = self._end
        self._file.write(data)
        self._end += len(data)
        return offset

    def close(self) -> None:
        """Sync the file and give it its final name."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        self._part.rename(self._path)

    def discard(self) -> None:
        """Remove what was written."""
        self._file.close()
        self._part.unlink(missing_ok=True)


class Pack:
    """A pack that is read; safe to use from several threads (positioned reads only)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("rb", buffering=0)
        if os.pread(self.fd, len(MAGIC), 0) != MAGIC:
            self._file.close()
            raise ValueError(f"{path.name} is not a pack")

    @property
    def fd(self) -> int:
        """The descriptor, for sendfile."""
        return self._file.fileno()

    def read(self, offset: int, length: int) -> bytes:
        """Return the bytes of a body."""
        return os.pread(self.fd, length, offset)

    def close(self) -> None:
        """Close the file."""
        self._file.close()
