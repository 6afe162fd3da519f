"""ToUnicode maps whose ranges PDFium refuses, mended in the file's bytes.

A range of codes may differ in its last byte only (Adobe Technical Note 5411, 1.4.2). Apple's writer, which names itself
Quartz, lets ranges of two-byte codes run over that border, and PDFium then throws away the whole block of up to a
hundred ranges: in Chinese text every tenth character comes out as another. A mended map is written more tersely than
Apple's, so that it fits in the place of the old one and nothing in the file moves.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path

AFFECTED_PRODUCER = "Quartz"
"""Producers that name themselves so write such ranges."""

_BIGGEST_FILE = 64 << 20  # bytes; the mended file is held in memory
_BIGGEST_MAP = 4 << 20  # bytes; a map of all 65,536 codes, each on its own, takes 1.4 million
_STREAM = re.compile(rb"stream\r?\n")
_HEAD = 64  # bytes from which a map is known
_BLOCK = re.compile(rb"beginbfrange(.*?)endbfrange", re.DOTALL)
_RANGE = re.compile(rb"<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]{4})>\s*(?:<([0-9A-Fa-f]{4})>|(<[0-9A-Fa-f]*>)|\[([^\]]*)\])")
_MOST = 100  # entries of a block; readers refuse more
_PAIR = re.compile(rb"<[0-9A-Fa-f\s]*>\s*<[0-9A-Fa-f\s]*>")
_TEXT = re.compile(rb"<[0-9A-Fa-f\s]*>")
_ENTRIES = re.compile(rb"begin(bfchar|bfrange|codespacerange)(.*?)end\1", re.DOTALL)


def repaired_file(path: Path) -> bytes | None:
    """The file with its ToUnicode maps mended; None when none has such a range, or none that can be mended."""
    if not 0 < path.stat().st_size <= _BIGGEST_FILE:
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
    """The map with every range in one row of 256 codes, without what readers do not need; None when all ranges are so."""
    if not any(_crosses(one) for block in _BLOCK.finditer(text) for one in _RANGE.finditer(block[1])):
        return None
    out = [b"begincmap"]
    for kind, entries in _ENTRIES.findall(text):
        if kind == b"bfrange":
            found = [row for one in _RANGE.finditer(entries) for row in _rows(one)]
        else:
            found = _PAIR.findall(entries)
        for at in range(0, len(found), _MOST):
            some = found[at : at + _MOST]
            out.append(b"%d begin%b%bend%b" % (len(some), kind, b"".join(some), kind))  # the number has to be right
    return b"\n".join([*out, b"endcmap"])


def _streams(data: bytes) -> Iterator[tuple[int, int]]:
    """Where the bytes of each stream begin and end."""
    at = 0
    while found := _STREAM.search(data, at):
        end = data.find(b"endstream", found.end())
        if end < 0:
            return
        yield found.end(), end
        at = end + len(b"endstream")


def _map(packed: bytes) -> bytes:
    """The map that a stream holds; b"" when it holds something else."""
    try:
        if b"/CIDInit" not in zlib.decompressobj().decompress(packed[:1024], _HEAD):
            return b""
        return zlib.decompressobj().decompress(packed, _BIGGEST_MAP)
    except zlib.error:
        return b""


def _crosses(one: re.Match[bytes]) -> bool:
    return one[1][:2].lower() != one[2][:2].lower() and int(one[1], 16) < int(one[2], 16)


def _rows(one: re.Match[bytes]) -> Iterator[bytes]:
    """A range as ranges that differ in their last byte only."""
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
