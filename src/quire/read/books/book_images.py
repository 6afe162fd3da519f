"""Pictures in books, identified by their first bytes and never decoded.

Allowed are formats that browsers show and that cannot hold scripts: PNG, JPEG, GIF, WebP. SVG, which is a document, is
rebuilt (see `svg_sanitizer`). Everything else is refused, whatever its name or declared type.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Callable
from typing import NamedTuple

from quire.model.geometry import Box
from quire.model.page import Picture, PictureKind
from quire.read.books.svg_sanitizer import sanitised_svg

__all__ = ["COVER", "MAX_PICTURE_BYTES", "KeepPicture", "PictureFormat", "PictureStore", "picture_format"]

KeepPicture = Callable[[str, bytes], None]
"""Stores the bytes of a picture under the name that the document's figures use."""

COVER = "cover"
"""Name of the picture of a book's cover; no figure shows it."""

MAX_PICTURE_BYTES = 12 << 20
"""Bytes of one picture; plates of printed books at 300 dots an inch take a quarter of it."""

_MIN_SIDE = 40
"""Pixels; smaller pictures are bullets, letters, rules, or trackers."""
_MAX_SIDE = 12_000
"""Pixels."""
_MAX_PIXELS = 40_000_000
"""That a phone can decode (four bytes a pixel); a bomb declares far more."""

_VP8L_SIGNATURE = 0x2F
_MARKER = 0xFF  # begins each marker of a JPEG
_WITHOUT_LENGTH = {0x01, *range(0xD0, 0xD8)}  # TEM, RST0 to RST7
_IMAGE_DATA = {0xD9, 0xDA}  # EOI, SOS
_FRAME_HEADERS = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}  # any SOF but DHT, JPG, DAC

_MOST_PICTURES = 2_000
"""Of a book."""
_MOST_IN_ALL = 256 << 20
"""Bytes of all pictures of a book; picture books of museums reach half of it."""


class PictureFormat(NamedTuple):
    """Kind and size of a picture that can be shown."""

    kind: str  # png | jpeg | gif | webp | svg
    width: int  # pixels
    height: int


def picture_format(data: bytes) -> PictureFormat | None:
    """The kind and size of a picture of pixels; None if it is not a picture, or too large or too small to be shown."""
    try:
        shape = _shape(data)
    except (struct.error, IndexError):
        return None
    return shape if shape and len(data) <= MAX_PICTURE_BYTES and _fits(shape) else None


def _fits(shape: PictureFormat) -> bool:
    sides = (shape.width, shape.height)
    return min(sides) >= _MIN_SIDE and max(sides) <= _MAX_SIDE and shape.width * shape.height <= _MAX_PIXELS


def _harmless(data: bytes) -> tuple[bytes, PictureFormat | None]:
    """A picture unchanged, or a drawing rebuilt."""
    if not re.match(rb"(?:\xef\xbb\xbf)?\s*<(?:\?xml|!DOCTYPE|!--|svg)", data[:200]):
        return data, picture_format(data)
    drawing = sanitised_svg(data, is_picture=lambda held: picture_format(held) is not None)
    if drawing is None or not _fits(shape := PictureFormat("svg", drawing.width, drawing.height)):
        return data, None
    return drawing.data, shape


class PictureStore:
    """The pictures of one book: each that can be shown is kept once, under a hash of its content.

    Args:
        keep: stores the bytes.
    """

    def __init__(self, keep: KeepPicture) -> None:
        self._keep = keep
        self._kept: set[str] = set()
        self._left = _MOST_IN_ALL
        self.refused = 0
        """Number of pictures that cannot be shown or exceeded the limits."""

    def add(self, data: bytes, *, name: str = "") -> Picture | None:
        """The picture of these bytes, kept under `name` or a hash of them; None if it cannot be shown."""
        shape = None
        if len(data) <= self._left and len(self._kept) < _MOST_PICTURES:
            data, shape = _harmless(data)
        if shape is None:
            self.refused += 1
            return None
        key = name or hashlib.sha256(data).hexdigest()[:24]
        if key not in self._kept:
            self._left -= len(data)
            self._kept.add(key)
            self._keep(key, data)
        return Picture(key, 0, Box(0.0, 0.0, 0.0, 0.0), PictureKind.IMAGE, shape.width, shape.height)


def _shape(data: bytes) -> PictureFormat | None:
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
        return PictureFormat("png", *struct.unpack(">II", data[16:24]))
    if data.startswith((b"GIF87a", b"GIF89a")):
        return PictureFormat("gif", *struct.unpack("<HH", data[6:10]))
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return _webp(data)
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg(data)
    return None


def _webp(data: bytes) -> PictureFormat | None:
    """RFC 9649, sections 2.5 to 2.7: lossy, lossless and extended files."""
    chunk = data[12:16]
    if chunk == b"VP8X":
        return PictureFormat(
            "webp", 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
        )
    if chunk == b"VP8L" and data[20] == _VP8L_SIGNATURE:
        bits = int.from_bytes(data[21:25], "little")
        return PictureFormat("webp", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    if chunk == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", data[26:30])
        return PictureFormat("webp", width & 0x3FFF, height & 0x3FFF)
    return None


def _jpeg(data: bytes) -> PictureFormat | None:
    """ITU-T T.81, B.1: segments up to the first frame header, which is any SOF but DHT, JPG and DAC."""
    at = 2
    while at + 9 < len(data):
        if data[at] != _MARKER:
            return None
        marker = data[at + 1]
        if marker == _MARKER:
            at += 1
        elif marker in _WITHOUT_LENGTH:
            at += 2
        elif marker in _IMAGE_DATA:
            return None
        elif marker in _FRAME_HEADERS:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return PictureFormat("jpeg", width, height)
        else:
            at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    return None
