"""Repair of ToUnicode maps whose ranges PDFium refuses, in the bytes of the file.

The codes of a range may differ in the last byte only (Adobe Technical Note 5411, 1.4.2). Apple's writer, Quartz, lets
ranges of two-byte codes cross that border, and PDFium then drops the whole block of up to a hundred ranges: in Chinese
text every tenth character comes out wrong. A repaired map is shorter than Apple's, so it fits in the place of the old
one and nothing in the file moves.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

AFFECTED_PRODUCER = "Quartz"
"""Producers with this in their name write such ranges."""

_MAX_FILE = 64 << 20  # bytes; the repaired file is held in memory
_MAX_MAP = 4 << 20  # bytes; a map of all 65,536 codes, each on its own, takes 1.4 million
_STREAM = re.compile(rb"stream\r?\n")
_HEAD = 64  # decompressed bytes that identify a map
_PACKED_HEAD = 1024  # bytes that hold these, compressed
_BLOCK = re.compile(rb"beginbfrange(.*?)endbfrange", re.DOTALL)
_RANGE = re.compile(rb"<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]{4})>\s*(?:<([0-9A-Fa-f]{4})>|(<[0-9A-Fa-f]*>)|\[([^\]]*)\])")
_MAX_ENTRIES = 100  # of a block; readers refuse more
_PAIR = re.compile(rb"<[0-9A-Fa-f\s]*>\s*<[0-9A-Fa-f\s]*>")
_TEXT = re.compile(rb"<[0-9A-Fa-f\s]*>")
_ENTRIES = re.compile(rb"begin(bfchar|bfrange|codespacerange)(.*?)end\1", re.DOTALL)


def repaired_file(path: Path) -> bytes | None:
    """The file with repaired ToUnicode maps; None if no map has such a range or can be repaired."""
    if not 0 < path.stat().st_size <= _MAX_FILE:
        return None
    data = path.read_bytes()
    patches: list[tuple[int, bytes]] = []
    for start, end in _streams(data):
        old = _map(data[start:end])
        new = repaired_map(old) if old else None
        packed = zlib.compress(new, 9) if new else b""
        if packed and len(packed) <= end - start:
            patches.append((start, packed))
    if not patches:
        return None
    out = bytearray(data)
    for start, packed in patches:
        out[start : start + len(packed)] = packed
    return bytes(out)


def repaired_map(text: bytes) -> bytes | None:
    """The map with each range within 256 codes, and only what readers need; None if all its ranges are valid."""
    if not any(_crosses(one) for block in _BLOCK.finditer(text) for one in _RANGE.finditer(block[1])):
        return None
    out = [b"begincmap"]
    for kind, entries in _ENTRIES.findall(text):
        if kind == b"bfrange":
            found = [row for one in _RANGE.finditer(entries) for row in _split_range(one)]
        else:
            found = _PAIR.findall(entries)
        for at in range(0, len(found), _MAX_ENTRIES):
            some = found[at : at + _MAX_ENTRIES]
            out.append(b"%d begin%b%bend%b" % (len(some), kind, b"".join(some), kind))  # the number has to be right
    return b"\n".join([*out, b"endcmap"])


def _streams(data: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of the bytes of each stream."""
    at = 0
    while found := _STREAM.search(data, at):
        end = data.find(b"endstream", found.end())
        if end < 0:
            return
        yield found.end(), end
        at = end + len(b"endstream")


def _map(packed: bytes) -> bytes:
    """The map that a stream holds; b"" if it holds something else."""
    try:
        if b"/CIDInit" not in zlib.decompressobj().decompress(packed[:_PACKED_HEAD], _HEAD):
            return b""
        return zlib.decompressobj().decompress(packed, _MAX_MAP)
    except zlib.error:
        return b""


def _crosses(one: re.Match[bytes]) -> bool:
    return one[1][:2].lower() != one[2][:2].lower() and int(one[1], 16) < int(one[2], 16)


def _split_range(one: re.Match[bytes]) -> Iterator[bytes]:
    """A range split into ranges that differ in the last byte only."""
    if not _crosses(one) or one[4]:
        yield one[0]
        return
    low, high = int(one[1], 16), int(one[2], 16)
    if one[5] is not None:
        for code, text in zip(range(low, high + 1), _TEXT.findall(one[5]), strict=False):
            yield b"<%04x><%04x>%b" % (code, code, text)
        return
    first = int(one[3], 16)
    while low <= high:
        last = min(high, low | 0xFF)
        yield b"<%04x><%04x><%04x>" % (low, last, first & 0xFFFF)
        first += last - low + 1
        low = last + 1
