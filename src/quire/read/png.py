"""A PNG file from compressed rows (PNG specification, third edition)."""

from __future__ import annotations

import struct
import zlib

GREY, RGB, RGBA = 0, 2, 6
"""Colour types."""


def png_file(size: tuple[int, int], kind: int, packed: bytes) -> bytes:
    """The file: signature, IHDR, IDAT, IEND.

    Args:
        size: width and height in pixels.
        kind: a colour type, 8 bits a channel, not interlaced.
        packed: the rows, a filter type before each, as a zlib stream.
    """
    header = struct.pack("!IIBBBBB", *size, 8, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + _chunk(b"IDAT", packed) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack("!I", len(data)) + kind + data + struct.pack("!I", zlib.crc32(data, zlib.crc32(kind)))
