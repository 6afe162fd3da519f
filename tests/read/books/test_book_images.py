"""Which bytes are pictures that can be shown, how large they are, and that nothing else is taken."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from quire.read.books import book_images
from quire.read.books.book_images import PictureFormat, PictureStore, picture_format


def picture(kind: str, size: tuple[int, int] = (120, 90), color: str = "teal", **options: object) -> bytes:
    held = io.BytesIO()
    Image.new("RGB", size, color).save(held, kind, **options)
    return held.getvalue()


@pytest.mark.parametrize(
    ("kind", "options", "named"),
    [
        ("PNG", {}, "png"),
        ("GIF", {}, "gif"),
        ("JPEG", {}, "jpeg"),
        ("JPEG", {"progressive": True, "comment": b"x" * 300}, "jpeg"),
        ("WEBP", {}, "webp"),
        ("WEBP", {"lossless": True}, "webp"),
        ("WEBP", {"exif": b"Exif\x00\x00MM\x00*"}, "webp"),
    ],
)
def test_kind_and_size_are_told_by_the_bytes(kind: str, options: dict[str, object], named: str):
    assert picture_format(picture(kind, (321, 87), **options)) == PictureFormat(named, 321, 87)


def test_what_declares_too_much_is_refused():
    header = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    assert picture_format(b"\x89PNG\r\n\x1a\n" + chunk) is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"<!DOCTYPE html><script>alert(1)</script>",
        b"\xff\xd8\xff",
        b"\xff\xd8" + b"\xff" * 40,
        b"RIFF\x00\x00\x00\x00WEBPVP8 ",
        picture("PNG", (39, 900)),
        picture("BMP"),
        picture("TIFF"),
    ],
)
def test_what_is_no_picture_to_show_is_refused(data: bytes):
    assert picture_format(data) is None


@given(st.sampled_from(["PNG", "JPEG", "GIF", "WEBP"]), st.binary(max_size=60), st.integers(0, 400))
def test_broken_pictures_break_nothing(kind: str, noise: bytes, at: int):
    whole = picture(kind)
    shape = picture_format(whole[:at] + noise + whole[at + len(noise) :])
    assert shape is None or (shape.width >= 40 and shape.height >= 40)


def test_an_album_keeps_each_picture_once_and_ends_at_its_caps(monkeypatch: pytest.MonkeyPatch):
    kept: dict[str, bytes] = {}
    album = PictureStore(kept.__setitem__)
    one, other = picture("PNG"), picture("PNG", color="red")
    first, again = album.add(one), album.add(one)
    assert first == again
    assert list(kept.values()) == [one]
    monkeypatch.setattr(book_images, "_MOST_PICTURES", 1)
    assert album.add(other) is None
    assert (album.refused, len(kept)) == (1, 1)
