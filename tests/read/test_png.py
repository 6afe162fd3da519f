"""PNG files around compressed rows: Pillow reads them."""

from __future__ import annotations

import io
import zlib

import pytest
from PIL import Image

from quire.read.png import GREY, RGB, RGBA, png_file


@pytest.mark.parametrize(
    ("kind", "mode", "pixel"), [(GREY, "L", b"\x80"), (RGB, "RGB", b"\x01\x02\x03"), (RGBA, "RGBA", b"abcd")]
)
def test_a_file_holds_the_pixels(kind: int, mode: str, pixel: bytes):
    rows = b"".join(b"\0" + pixel * 3 for _ in range(2))
    with Image.open(io.BytesIO(png_file((3, 2), kind, zlib.compress(rows)))) as image:
        image.load()
        assert (image.mode, image.size, image.tobytes()) == (mode, (3, 2), pixel * 6)


def test_the_chunks_have_their_checksums():
    data = bytearray(png_file((1, 1), GREY, zlib.compress(b"\0\0")))
    data[20] ^= 1  # in the header
    with pytest.raises((OSError, SyntaxError)):
        Image.open(io.BytesIO(bytes(data))).load()
